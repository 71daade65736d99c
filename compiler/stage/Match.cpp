// Match.cpp: match statements.
#include "stage/Generators.h"
#include "stage/Impl.h"
#include "stage/Liveness.h"

namespace lith::stage {

using namespace lith::syntax;

bool Stage::execMatch(const Match *statement) {
  for (const MatchCase *branchCase : statement->cases)
    if (leadsInto(*this, branchCase->body))
      return exec(branchCase->body);
  Result subject = eval(statement->subject);
  if (!subject)
    return false;
  Edges done;
  auto finish = [&] {
    forgetDead(*this, done, statement, LivePoint::After);
    return join(std::move(done));
  };
  for (const MatchCase *branchCase : statement->cases) {
    activation->at = branchCase->pattern;
    Edges failed;
    bool matched = matchPattern(branchCase->pattern, *subject, failed);
    if (matched && branchCase->guard) {
      Edges whenTrue;
      condition(branchCase->guard, whenTrue, failed);
      matched = join(std::move(whenTrue));
    }
    if (matched && exec(branchCase->body))
      done.push_back({std::move(state), {}});
    activation->at = statement;
    if (!join(std::move(failed)))
      return finish();
  }
  done.push_back({std::move(state), {}});
  return finish();
}

// Continues where the test holds; other paths go to `failed`.
bool Stage::matchIf(Result test, Edges &failed) {
  Result outcome = test ? truth(*test) : test;
  return outcome && goOnIf(*outcome, failed);
}

bool Stage::matchPattern(const Pattern *pattern, Value subject, Edges &failed) {
  switch (pattern->kind) {
  case NodeKind::MatchValue: {
    Result value = eval(cast<MatchValue>(pattern)->value);
    return value && matchIf(compare(CmpOperator::Eq, subject, *value), failed);
  }
  case NodeKind::MatchSingleton: {
    Result value = evalConstant(cast<MatchSingleton>(pattern)->value);
    return matchIf(identical(subject, *value), failed);
  }
  case NodeKind::MatchAs: {
    auto *as = cast<MatchAs>(pattern);
    if (as->pattern && !matchPattern(as->pattern, subject, failed))
      return false;
    return !as->name.data() || storeName(intern(as->name), subject);
  }
  case NodeKind::MatchOr: {
    Edges matched;
    for (const Pattern *alternative : cast<MatchOr>(pattern)->patterns) {
      Edges next;
      if (matchPattern(alternative, subject, next))
        matched.push_back({std::move(state), {}});
      if (!join(std::move(next)))
        return join(std::move(matched));
    }
    failed.push_back({std::move(state), {}});
    return join(std::move(matched));
  }
  default:
    break;
  }
  // What follows asks for the structure, which is each alternative's own.
  if (subject.isUnion() || subject.isBox())
    return forEachAlternative(subject,
                              [&](Value alternative) -> Result {
                                return matchPattern(pattern, alternative, failed) ? Result(none())
                                                                                  : std::nullopt;
                              })
        .has_value();
  switch (pattern->kind) {
  case NodeKind::MatchSequence:
    return matchSequence(cast<MatchSequence>(pattern), subject, failed);
  case NodeKind::MatchMapping:
    return matchMapping(cast<MatchMapping>(pattern), subject, failed);
  case NodeKind::MatchClass:
    return matchClass(cast<MatchClass>(pattern), subject, failed);
  default:
    refuseAt(pattern, diag::Kind::UnsupportedStatement, {name(pattern->kind)});
  }
}

bool Stage::matchSequence(const MatchSequence *pattern, Value whole, Edges &failed) {
  Value subject = payloadOf(whole);
  bool isSequence = find<ListObject>(subject) ||
                    (subject.isTuple() && subject.tuple().form != TupleData::Form::Slice);
  if (!isSequence) {
    failed.push_back({std::move(state), {}});
    return false;
  }
  size_t star = pattern->patterns.size();
  for (size_t i = 0; i < pattern->patterns.size(); ++i)
    if (isa<MatchStar>(pattern->patterns[i]))
      star = i;
  bool hasStar = star != pattern->patterns.size();
  int64_t needed = int64_t(pattern->patterns.size()) - hasStar;
  Result size = length(subject);
  if (!size ||
      !matchIf(compare(hasStar ? CmpOperator::GtE : CmpOperator::Eq, *size, integer(needed)),
               failed))
    return false;
  Result parts = unpackParts(subject, size_t(needed), hasStar ? int64_t(star) : -1);
  if (!parts)
    return false;
  for (size_t i = 0; i < pattern->patterns.size(); ++i) {
    Value part = parts->tuple().elements[i];
    if (auto *rest = dyn_cast<MatchStar>(pattern->patterns[i])) {
      if (rest->name.data() && !storeName(intern(rest->name), part))
        return false;
    } else if (!matchPattern(pattern->patterns[i], part, failed)) {
      return false;
    }
  }
  return true;
}

bool Stage::matchMapping(const MatchMapping *pattern, Value subject, Edges &failed) {
  Value source = payloadOf(subject);
  if (!find<DictObject>(source)) {
    failed.push_back({std::move(state), {}});
    return false;
  }
  std::vector<Value> keys;
  for (size_t i = 0; i < pattern->keys.size(); ++i) {
    Result key = eval(pattern->keys[i]);
    if (!key || !matchIf(contains(source, *key), failed))
      return false;
    keys.push_back(*key);
    Result value = getitem(source, *key);
    if (!value || !matchPattern(pattern->patterns[i], *value, failed))
      return false;
  }
  if (!pattern->rest.data())
    return true;
  Value rest = dict({});
  if (!updateDict(rest, source))
    return false;
  for (Value key : keys)
    if (!delitem(rest, key))
      return false;
  return storeName(intern(pattern->rest), rest);
}

bool Stage::matchClass(const MatchClass *pattern, Value subject, Edges &failed) {
  Result cls = eval(pattern->cls);
  if (!cls || !matchIf(isInstance(subject, *cls), failed))
    return false;
  Value names = classAttribute(*cls, intern("__match_args__"));
  for (size_t i = 0; i < pattern->patterns.size(); ++i) {
    if (!names.isTuple() || i >= names.tuple().elements.size()) {
      if (i == 0 && !find<InstanceObject>(subject)) { // int(x), str(s)
        if (!matchPattern(pattern->patterns[0], subject, failed))
          return false;
        continue;
      }
      raise("TypeError", className(*cls) + "() accepts " +
                             llvm::Twine(names.isTuple() ? names.tuple().elements.size() : 0) +
                             " positional sub-patterns (" + llvm::Twine(pattern->patterns.size()) +
                             " given)");
      return false;
    }
    Result value = getattr(subject, intern(*asStr(names.tuple().elements[i])));
    if (!value || !matchPattern(pattern->patterns[i], *value, failed))
      return false;
  }
  for (size_t i = 0; i < pattern->kwd_attrs.size(); ++i) {
    Result value = findAttribute(subject, intern(pattern->kwd_attrs[i]));
    if (!value)
      return false;
    if (value->isUndefined()) {
      failed.push_back({std::move(state), {}});
      return false;
    }
    if (!matchPattern(pattern->kwd_patterns[i], *value, failed))
      return false;
  }
  return true;
}

} // namespace lith::stage
