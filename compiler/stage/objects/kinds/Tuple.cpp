// Tuple.cpp: tuples and torch.Size.
#include "stage/Protocols.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Tuples.h"
#include "stage/runtime/Boxes.h"

namespace lith::stage {

using syntax::CmpOperator;

static Result lengthOfTuple(Stage &s, Value tuple) {
  return s.integer(int64_t(tuple.tuple().elements.size()));
}

// Tuples, of one length now or of any, and their subclasses; slices and ranges are none.
Result compareTuples(Stage &s, CmpOperator op, Value left, Value right) {
  auto isTuple = [](Value value) {
    return value.isTuple() && value.tuple().form != TupleData::Form::Slice &&
           value.tuple().form != TupleData::Form::Range;
  };
  bool isRuntime = isTupleOfRunTime(s, left), isOtherRuntime = isTupleOfRunTime(s, right);
  if ((!isTuple(left) && !isRuntime) || (!isTuple(right) && !isOtherRuntime))
    return Value();
  if (isRuntime || isOtherRuntime)
    return compareContainers(s, op, isRuntime ? left : runtimeTuple(s, left),
                             isOtherRuntime ? right : runtimeTuple(s, right));
  if (nestsTensors(s, left) || nestsTensors(s, right))
    return compareNested(s, op, left, right);
  return compareSequences(s, op, left.tuple().elements, right.tuple().elements);
}

const Slots tupleKind = {.truth = truthByLength,
                         .length = lengthOfTuple,
                         .iterator = sequenceIterator,
                         .compare = compareTuples};

} // namespace lith::stage
