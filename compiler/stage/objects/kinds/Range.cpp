// Range.cpp: range.
#include "stage/Protocols.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Ranges.h"
#include "stage/objects/Texts.h"

namespace lith::stage {

// A range of more numbers than an int counts has no length, but it has a truth.
static Result truthOfRange(Stage &s, Value range) {
  Result size = rangeLength(s, range);
  return size ? compareNumbers(s, syntax::CmpOperator::NotEq, *size, s.integer(0)) : size;
}

static Result iteratorOfRange(Stage &s, Value range) {
  Result size = rangeLength(s, range);
  return size ? Result(makeIterator(s, IteratorObject::Form::Range, {range, *size})) : size;
}

static Result itemOfRange(Stage &s, Value range, Value index) {
  Result plain = sequenceIndex(s, "range", index);
  return plain ? rangeItem(s, range, *plain) : plain;
}

static Result compareRanges(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  auto isRange = [](Value value) {
    return value.isTuple() && value.tuple().form == TupleData::Form::Range;
  };
  if (!isEquality(op) || !isRange(left) || !isRange(right))
    return Value();
  return ofEquality(s, op, callPrelude(s, "ranges_equal", {left, right}));
}

const Slots rangeKind = {.truth = truthOfRange,
                         .length = lengthOfRange,
                         .contains = rangeContains,
                         .iterator = iteratorOfRange,
                         .getitem = itemOfRange,
                         .compare = compareRanges,
                         .repr = reprAtRunTime};

} // namespace lith::stage
