// Match.cpp: match statements.
//
// A pattern takes names only where it matches as a whole: what it captures is kept aside until
// then.
#include "stage/language/Match.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/language/Assign.h"
#include "stage/language/Eval.h"
#include "stage/language/Generators.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/objects/Iteration.h"
#include "stage/paths/Join.h"
#include "stage/source/Liveness.h"

namespace lith::stage {

using namespace lith::syntax;

namespace {
struct Capture {
  llvm::StringRef name;
  Value value;
};
} // namespace

static bool matchPattern(Stage &, const syntax::Pattern *pattern, Value subject,
                         std::vector<Capture> &captures, Edges &failed);
static bool matchSequence(Stage &, const syntax::MatchSequence *pattern, Value subject,
                          std::vector<Capture> &captures, Edges &failed);
static bool matchMapping(Stage &, const syntax::MatchMapping *pattern, Value subject,
                         std::vector<Capture> &captures, Edges &failed);
static bool matchClass(Stage &, const syntax::MatchClass *pattern, Value cls, Value subject,
                       std::vector<Capture> &captures, Edges &failed);

// Flags of CPython's classes (Py_TPFLAGS_SEQUENCE ...).
static constexpr int64_t sequenceFlag = 1 << 5, mappingFlag = 1 << 6, matchSelfFlag = 1 << 22;

// Those of the first class in the order of resolution that has some of `mask`; a host without
// Python has none.
static int64_t classFlags(Stage &s, Value cls, int64_t mask) {
  for (Value base : mroOf(s, cls))
    if (base.isStatic())
      if (host::Handle flags = fixedSlot(s, base.handle(), "__flags__"))
        if (int64_t found = s.host.asInt(flags).value_or(0) & mask)
          return found;
  return 0;
}

bool execMatch(Stage &s, const Match *statement) {
  for (const MatchCase *branchCase : statement->cases)
    if (leadsInto(s, branchCase->body))
      return exec(s, branchCase->body);
  Result subject = eval(s, statement->subject);
  if (!subject)
    return false;
  Edges done;
  auto finish = [&] {
    forgetDead(s, done, statement, LivePoint::After);
    return join(s, std::move(done));
  };
  for (const MatchCase *branchCase : statement->cases) {
    s.activation->at = branchCase->pattern;
    Edges failed;
    std::vector<Capture> captures;
    bool matched = matchPattern(s, branchCase->pattern, *subject, captures, failed);
    for (const Capture &capture : captures)
      matched = matched && storeName(s, capture.name, capture.value);
    if (matched && branchCase->guard) {
      Edges whenTrue;
      condition(s, branchCase->guard, whenTrue, failed);
      matched = join(s, std::move(whenTrue));
    }
    if (matched && exec(s, branchCase->body))
      done.push_back({std::move(s.state), {}});
    s.activation->at = statement;
    if (!join(s, std::move(failed)))
      return finish();
  }
  done.push_back({std::move(s.state), {}});
  return finish();
}

// Continues where the test holds; other paths go to `failed`.
static bool matchIf(Stage &s, Result test, Edges &failed) {
  Result outcome = test ? truth(s, *test) : test;
  return outcome && goOnIf(s, *outcome, failed);
}

// One of several patterns; the names that each captures are the same.
static bool matchOr(Stage &s, const MatchOr *pattern, Value subject, std::vector<Capture> &captures,
                    Edges &failed) {
  Edges matched;
  std::vector<Capture> names;
  bool goesOn = true;
  for (size_t i = 0; goesOn && i < pattern->patterns.size(); ++i) {
    Edges next;
    std::vector<Capture> own;
    if (matchPattern(s, pattern->patterns[i], subject, own, next)) {
      llvm::sort(own, [](const Capture &a, const Capture &b) { return a.name < b.name; });
      Edge edge{std::move(s.state), {}};
      for (const Capture &capture : own)
        edge.extra.push_back(capture.value);
      matched.push_back(std::move(edge));
      names = own;
    }
    goesOn = join(s, std::move(next));
  }
  if (goesOn)
    failed.push_back({std::move(s.state), {}});
  llvm::SmallVector<Value> joined;
  if (!join(s, std::move(matched), joined))
    return false;
  for (auto [capture, value] : llvm::zip(names, joined))
    captures.push_back({capture.name, value});
  return true;
}

// `match` for each value that the open one may be.
static bool matchAlternatives(Stage &s, Value open, std::vector<Capture> &captures,
                              llvm::function_ref<bool(Value, std::vector<Capture> &)> match) {
  std::vector<Capture> names;
  Result joined = forEachAlternative(s, open, [&](Value alternative) -> Result {
    std::vector<Capture> own;
    if (!match(alternative, own))
      return std::nullopt;
    names = own;
    llvm::SmallVector<Value> values;
    for (const Capture &capture : own)
      values.push_back(capture.value);
    return s.tuple(values);
  });
  if (!joined)
    return false;
  for (auto [capture, value] : llvm::zip(names, joined->tuple().elements))
    captures.push_back({capture.name, value});
  return true;
}

static bool matchPattern(Stage &s, const Pattern *pattern, Value subject,
                         std::vector<Capture> &captures, Edges &failed) {
  switch (pattern->kind) {
  case NodeKind::MatchValue: {
    Result value = eval(s, cast<MatchValue>(pattern)->value);
    return value && matchIf(s, compare(s, CmpOperator::Eq, subject, *value), failed);
  }
  case NodeKind::MatchSingleton: {
    Result value = evalConstant(s, cast<MatchSingleton>(pattern)->value);
    return matchIf(s, identical(s, subject, *value), failed);
  }
  case NodeKind::MatchAs: {
    auto *as = cast<MatchAs>(pattern);
    if (as->pattern && !matchPattern(s, as->pattern, subject, captures, failed))
      return false;
    if (as->name.data())
      captures.push_back({s.intern(as->name), subject});
    return true;
  }
  case NodeKind::MatchOr:
    return matchOr(s, cast<MatchOr>(pattern), subject, captures, failed);
  default:
    break;
  }
  // What follows asks for the structure, which is each alternative's own.
  if (subject.isUnion() || subject.isBox())
    return matchAlternatives(s, subject, captures, [&](Value one, std::vector<Capture> &own) {
      return matchPattern(s, pattern, one, own, failed);
    });
  switch (pattern->kind) {
  case NodeKind::MatchSequence:
    return matchSequence(s, cast<MatchSequence>(pattern), subject, captures, failed);
  case NodeKind::MatchMapping:
    return matchMapping(s, cast<MatchMapping>(pattern), subject, captures, failed);
  case NodeKind::MatchClass: {
    Result cls = eval(s, cast<MatchClass>(pattern)->cls);
    return cls && matchClass(s, cast<MatchClass>(pattern), *cls, subject, captures, failed);
  }
  default:
    refuseAt(s, pattern, diag::Kind::UnsupportedStatement, {name(pattern->kind)});
  }
}

// The parts that the patterns take, one for each; undefined for `_` and `*_`, which take none.
static std::optional<std::vector<Value>> sequenceParts(Stage &s, const MatchSequence *pattern,
                                                       Value whole, Value size, size_t star) {
  auto isWildcard = [](const Pattern *part) {
    if (auto *rest = dyn_cast<MatchStar>(part))
      return !rest->name.data();
    auto *as = dyn_cast<MatchAs>(part);
    return as && !as->pattern && !as->name.data();
  };
  size_t count = pattern->patterns.size();
  std::vector<Value> parts(count);
  if (llvm::all_of(pattern->patterns, isWildcard))
    return parts;
  bool hasStar = star != count;
  if (!hasStar || !isWildcard(pattern->patterns[star])) {
    Result all = unpackParts(s, whole, count - hasStar, hasStar ? int64_t(star) : -1);
    if (!all)
      return std::nullopt;
    return all->tuple().elements.vec();
  }
  for (size_t i = 0; i < count; ++i) {
    if (isWildcard(pattern->patterns[i]))
      continue;
    Result index = i < star ? Result(s.integer(int64_t(i)))
                            : binary(s, Operator::Sub, size, s.integer(int64_t(count - i)));
    Result part = index ? getitem(s, whole, *index) : index;
    if (!part)
      return std::nullopt;
    parts[i] = *part;
  }
  return parts;
}

static bool matchSequence(Stage &s, const MatchSequence *pattern, Value whole,
                          std::vector<Capture> &captures, Edges &failed) {
  int64_t flags = classFlags(s, typeOf(s, whole), sequenceFlag | mappingFlag);
  Value payload = payloadOf(s, whole);
  bool isPlain = s.find<ListObject>(payload) ||
                 (payload.isTuple() && payload.tuple().form != TupleData::Form::Slice);
  if (flags ? flags != sequenceFlag : !isPlain) {
    failed.push_back({std::move(s.state), {}});
    return false;
  }
  Value subject = isPlain ? payload : whole;
  size_t count = pattern->patterns.size(), star = count;
  for (size_t i = 0; i < count; ++i)
    if (isa<MatchStar>(pattern->patterns[i]))
      star = i;
  int64_t needed = int64_t(count) - (star != count);
  Result size = length(s, subject);
  if (!size || !matchIf(s,
                        compare(s, star != count ? CmpOperator::GtE : CmpOperator::Eq, *size,
                                s.integer(needed)),
                        failed))
    return false;
  auto parts = sequenceParts(s, pattern, subject, *size, star);
  if (!parts)
    return false;
  for (size_t i = 0; i < count; ++i) {
    if ((*parts)[i].isUndefined())
      continue;
    if (auto *rest = dyn_cast<MatchStar>(pattern->patterns[i])) {
      if (rest->name.data())
        captures.push_back({s.intern(rest->name), (*parts)[i]});
    } else if (!matchPattern(s, pattern->patterns[i], (*parts)[i], captures, failed)) {
      return false;
    }
  }
  return true;
}

static bool matchMapping(Stage &s, const MatchMapping *pattern, Value subject,
                         std::vector<Capture> &captures, Edges &failed) {
  Value payload = payloadOf(s, subject);
  bool isPlain = s.find<DictObject>(payload);
  int64_t flags = classFlags(s, typeOf(s, subject), sequenceFlag | mappingFlag);
  if (flags ? flags != mappingFlag : !isPlain) {
    failed.push_back({std::move(s.state), {}});
    return false;
  }
  Value source = isPlain ? payload : subject;
  size_t count = pattern->keys.size();
  if (count) {
    Result size = length(s, source);
    if (!size ||
        !matchIf(s, compare(s, CmpOperator::GtE, *size, s.integer(int64_t(count))), failed))
      return false;
  }
  std::vector<Value> keys, values;
  for (const Expr *expression : pattern->keys) {
    Result key = eval(s, expression);
    if (!key)
      return false;
    keys.push_back(*key);
  }
  Value missing = Value::ofStatic(s.host.notImplemented());
  for (auto [i, key] : llvm::enumerate(keys)) {
    if (key.isStatic() && llvm::is_contained(llvm::ArrayRef<Value>(keys).take_front(i), key)) {
      raise(s, "ValueError",
            "mapping pattern checks duplicate key (" + s.host.repr(key.handle()) + ")");
      return false;
    }
    Result value;
    if (isPlain) {
      if (!matchIf(s, contains(s, source, key), failed))
        return false;
      value = getitem(s, source, key);
    } else {
      value = callMethod(s, source, "get", {key, missing});
      if (value && !matchIf(s, compare(s, CmpOperator::IsNot, *value, missing), failed))
        return false;
    }
    if (!value)
      return false;
    values.push_back(*value);
  }
  for (auto [part, value] : llvm::zip(pattern->patterns, values))
    if (!matchPattern(s, part, value, captures, failed))
      return false;
  if (!pattern->rest.data())
    return true;
  Value rest = s.dict({});
  if (!updateDict(s, rest, source))
    return false;
  for (Value key : keys)
    if (!delitem(s, rest, key))
      return false;
  captures.push_back({s.intern(pattern->rest), rest});
  return true;
}

// The names of the attributes that the positional patterns of a class stand for; none: the path
// ended. An undefined name is the subject itself (`int(x)`).
static std::optional<std::vector<Value>> positionalNames(Stage &s, const MatchClass *pattern,
                                                         Value cls) {
  size_t given = pattern->patterns.size();
  if (!given)
    return std::vector<Value>();
  Value allowed = classAttribute(s, cls, s.intern("__match_args__"));
  bool isWhole = allowed.isUndefined() && classFlags(s, cls, matchSelfFlag);
  if (!allowed.isUndefined() && !allowed.isTuple()) {
    raise(s, "TypeError",
          className(s, cls) + ".__match_args__ must be a tuple (got " + typeName(s, allowed) + ")");
    return std::nullopt;
  }
  size_t known = allowed.isTuple() ? allowed.tuple().elements.size() : isWhole;
  if (given > known) {
    raise(s, "TypeError",
          className(s, cls) + "() accepts " + llvm::Twine(known) + " positional sub-pattern" +
              (known == 1 ? "" : "s") + " (" + llvm::Twine(given) + " given)");
    return std::nullopt;
  }
  return isWhole ? std::vector<Value>(1) : allowed.tuple().elements.take_front(given).vec();
}

// The attributes of the subject, in the order of the patterns; none: no path goes on.
static std::optional<std::vector<Value>>
matchedAttributes(Stage &s, const MatchClass *pattern, Value cls, Value subject, Edges &failed) {
  auto names = positionalNames(s, pattern, cls);
  if (!names)
    return std::nullopt;
  for (std::string_view keyword : pattern->kwd_attrs)
    names->push_back(s.string({keyword.data(), keyword.size()}));
  std::vector<Value> values;
  llvm::SmallVector<llvm::StringRef> seen;
  for (Value name : *names) {
    if (name.isUndefined()) {
      values.push_back(subject);
      continue;
    }
    auto text = pinStr(s, name, "__match_args__");
    if (!text) {
      raise(s, "TypeError",
            "__match_args__ elements must be strings (got " + typeName(s, name) + ")");
      return std::nullopt;
    }
    if (llvm::is_contained(seen, *text)) {
      raise(s, "TypeError",
            className(s, cls) + "() got multiple sub-patterns for attribute '" + *text + "'");
      return std::nullopt;
    }
    seen.push_back(s.intern(*text));
    Result value = untilRaises(s, "AttributeError", failed,
                               [&] { return getattr(s, subject, s.intern(*text)); });
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

static bool matchClass(Stage &s, const MatchClass *pattern, Value cls, Value subject,
                       std::vector<Capture> &captures, Edges &failed) {
  if (cls.isUnion() || cls.isBox())
    return matchAlternatives(s, cls, captures, [&](Value one, std::vector<Capture> &own) {
      return matchClass(s, pattern, one, subject, own, failed);
    });
  if (!isClass(s, cls)) {
    raise(s, "TypeError",
          isPython(s, 12) ? "called match pattern must be a class"
                          : "called match pattern must be a type");
    return false;
  }
  if (!matchIf(s, isInstance(s, subject, cls), failed))
    return false;
  auto values = matchedAttributes(s, pattern, cls, subject, failed);
  if (!values)
    return false;
  size_t positional = pattern->patterns.size();
  for (size_t i = 0; i < values->size(); ++i)
    if (!matchPattern(s,
                      i < positional ? pattern->patterns[i] : pattern->kwd_patterns[i - positional],
                      (*values)[i], captures, failed))
      return false;
  return true;
}

} // namespace lith::stage
