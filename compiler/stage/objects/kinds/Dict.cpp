// Dict.cpp: dict.
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Values.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

static const DictObject &dictOf(Stage &s, Value dict) { return *s.find<DictObject>(dict); }

static Result lengthOfDict(Stage &s, Value dict) {
  loadContents(s, dict);
  if (!dictOf(s, dict).isRuntime())
    return s.integer(int64_t(dictEntries(s, dict).size()));
  return s.intScalar(
      rtPlain(s, "dict_length", {dictOf(s, dict).runtime.ssa()}, s.builder().getI64Type()));
}

static Result dictContains(Stage &s, Value dict, Value item) {
  item = lookedUp(s, item);
  if (!checkHashable(s, item))
    return std::nullopt;
  if (item.isUnion() || item.isBox())
    return forEachAlternative(s, item, [&](Value one) { return dictContains(s, dict, one); });
  loadContents(s, dict);
  bool isKnown = !dictOf(s, dict).isRuntime();
  if (isKnown && isConstantKey(s, item)) {
    Result found = dictLookup(s, dict, item);
    return found ? isDefined(s, *found) : found;
  }
  if (isKnown && dictOf(s, dict).entries.empty())
    return s.boolean(false);
  checkKey(s, item);
  makeRuntime(s, dict);
  return s.boolScalar(rt(s, "dict_contains", {dictOf(s, dict).runtime.ssa(), toBox(s, item)},
                         s.builder().getI1Type()));
}

static Result iteratorOfDict(Stage &s, Value dict) {
  loadContents(s, dict);
  if (isRuntimeDict(s, dict))
    return runtimeIterator(s, toBox(s, dict), s.facts.types.read(dictOf(s, dict).key));
  return dictIterator(s, IteratorObject::Form::Keys, dict);
}

// Of two known dicts.
static Result equalEntries(Stage &s, Value left, Value right) {
  auto mine = dictEntries(s, left), theirs = dictEntries(s, right);
  if (mine.size() != theirs.size())
    return s.boolean(false);
  std::vector<Value> values, others;
  for (auto &[key, value] : mine) {
    auto it = llvm::find_if(theirs, [&](auto &entry) { return sameConstant(s, entry.first, key); });
    if (it == theirs.end())
      return s.boolean(false);
    values.push_back(value);
    others.push_back(it->second);
  }
  return sameElements(s, values, others);
}

static Result compareDicts(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  auto *a = s.find<DictObject>(left), *b = s.find<DictObject>(right);
  if (!a || !b || !isEquality(op))
    return Value();
  if (a->isRuntime() || b->isRuntime())
    return compareContainers(s, op, left, right);
  return ofEquality(s, op, equalEntries(s, left, right));
}

const Slots dictKind = {.truth = truthByLength,
                        .length = lengthOfDict,
                        .contains = dictContains,
                        .iterator = iteratorOfDict,
                        .compare = compareDicts};

} // namespace lith::stage
