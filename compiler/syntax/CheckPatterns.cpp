// CheckPatterns.cpp: `match` statements: names bound twice, patterns that can
// never be reached, keys twice.
#include "syntax/Check.h"

#include "syntax/Repr.h"

#include <algorithm>
#include <string>
#include <vector>

namespace lith::syntax {

using diag::Kind;

namespace {
using Names = std::vector<Identifier>;

class PatternChecker {
public:
  explicit PatternChecker(const File &file) : file(file) {}

  // Checks `p` and adds the names it binds to `names`.
  void pattern(const Pattern *p, Names &names) {
    switch (p->kind) {
    case NodeKind::MatchAs:
      if (cast<MatchAs>(p)->pattern)
        pattern(cast<MatchAs>(p)->pattern, names);
      return bind(cast<MatchAs>(p)->name, p->range, names);
    case NodeKind::MatchStar:
      return bind(cast<MatchStar>(p)->name, p->range, names);
    case NodeKind::MatchOr:
      return alternatives(cast<MatchOr>(p), names);
    case NodeKind::MatchValue:
      return value(cast<MatchValue>(p)->value, Kind::PatternNotLiteral, p->range);
    case NodeKind::MatchSequence:
      return sequence(cast<MatchSequence>(p), names);
    case NodeKind::MatchMapping:
      return mapping(cast<MatchMapping>(p), names);
    case NodeKind::MatchClass:
      return classPattern(cast<MatchClass>(p), names);
    default:
      return;
    }
  }

  // A pattern that matches everything before another one.
  void unreachable(const Pattern *p) {
    if (const auto *as = dyn_cast<MatchAs>(p); as && !as->pattern) {
      if (as->name.data())
        fail(Kind::CaptureUnreachable, p->range, {as->name});
      fail(Kind::WildcardUnreachable, p->range);
    }
    if (const auto *alternatives = dyn_cast<MatchOr>(p))
      unreachable(alternatives->patterns.back());
    if (const auto *as = dyn_cast<MatchAs>(p))
      unreachable(as->pattern);
  }

private:
  [[noreturn]] void fail(Kind kind, Range range,
                         std::initializer_list<std::string_view> arguments = {}) {
    throw diag::make(kind, file.name, range, arguments);
  }

  void bind(Identifier name, Range range, Names &names) {
    if (!name.data())
      return;
    if (std::find(names.begin(), names.end(), name) != names.end())
      fail(Kind::PatternNameTwice, range, {name});
    names.push_back(name);
  }

  void alternatives(const MatchOr *p, Names &names) {
    Names first;
    for (const Pattern *alternative : p->patterns) {
      Names own;
      pattern(alternative, own);
      std::sort(own.begin(), own.end());
      if (alternative == p->patterns.front())
        first = own;
      else if (own != first)
        fail(Kind::AlternativesBindDifferently, p->range);
      if (alternative != p->patterns.back())
        unreachable(alternative);
    }
    for (Identifier name : first)
      bind(name, p->range, names);
  }

  void value(const Expr *e, Kind kind, Range range) {
    if (isa<JoinedStr>(e))
      fail(kind, range);
  }

  void sequence(const MatchSequence *p, Names &names) {
    size_t starred = 0;
    for (const Pattern *element : p->patterns)
      starred += isa<MatchStar>(element);
    if (starred > 1)
      fail(Kind::SeveralStarsInSequence, p->range);
    for (const Pattern *element : p->patterns)
      pattern(element, names);
  }

  void mapping(const MatchMapping *p, Names &names) {
    std::vector<std::string> seen;
    for (const Expr *key : p->keys) {
      value(key, Kind::PatternKeyNotLiteral, p->range);
      const auto *constant = dyn_cast<Constant>(key);
      if (!constant)
        continue;
      std::string text;
      appendRepr(text, constant->value);
      if (std::find(seen.begin(), seen.end(), text) != seen.end())
        fail(Kind::PatternKeyTwice, p->range, {text});
      seen.push_back(text);
    }
    for (const Pattern *element : p->patterns)
      pattern(element, names);
    bind(p->rest, p->range, names);
  }

  void classPattern(const MatchClass *p, Names &names) {
    for (size_t i = 0; i < p->kwd_attrs.size(); ++i)
      if (std::find(p->kwd_attrs.begin(), p->kwd_attrs.begin() + i, p->kwd_attrs[i]) !=
          p->kwd_attrs.begin() + i)
        fail(Kind::PatternAttributeTwice, p->kwd_patterns[i]->range, {p->kwd_attrs[i]});
    for (const Pattern *element : p->patterns)
      pattern(element, names);
    for (const Pattern *element : p->kwd_patterns)
      pattern(element, names);
  }

  const File &file;
};
} // namespace

void checkPatterns(const File &file, const Match *match) {
  PatternChecker checker(file);
  for (const MatchCase *one : match->cases) {
    Names names;
    checker.pattern(one->pattern, names);
    if (!one->guard && one != match->cases.back())
      checker.unreachable(one->pattern);
  }
}

} // namespace lith::syntax
