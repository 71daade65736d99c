// List.cpp: list.
#include "stage/Boxing.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Lists.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

Result lengthOfList(Stage &s, Value list) {
  auto *object = s.find<ListObject>(list);
  if (!object->isRuntime())
    return s.integer(int64_t(object->elements.size()));
  return s.intScalar(rtPlain(s, "list_length", {object->runtime.ssa()}, s.builder().getI64Type()));
}

Result listContains(Stage &s, Value list, Value item) {
  auto *object = s.find<ListObject>(list);
  if (!object->isRuntime())
    return containsByElements(s, list, item);
  if (mayHoldRecords(s, list, {"__eq__"}) || mayHoldRecords(s, item, {"__eq__"}))
    return containsByIteration(s, list, item);
  mlir::Value elements = s.find<ListObject>(list)->runtime.ssa();
  return s.boolScalar(rt(s, "list_contains", {elements, toBox(s, item)}, s.builder().getI1Type()));
}

static Result compareLists(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  auto *a = s.find<ListObject>(left), *b = s.find<ListObject>(right);
  if (!a || !b || a->frozen || b->frozen)
    return Value();
  if (a->isRuntime() || b->isRuntime())
    return compareContainers(s, op, left, right);
  std::vector<Value> mine = listElements(s, left), theirs = listElements(s, right);
  return compareSequences(s, op, mine, theirs);
}

const Slots listKind = {.truth = truthByLength,
                        .length = lengthOfList,
                        .contains = listContains,
                        .iterator = sequenceIterator,
                        .compare = compareLists};

} // namespace lith::stage
