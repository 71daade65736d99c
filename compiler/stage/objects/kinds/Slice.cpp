// Slice.cpp: slice: start, stop and step.
#include "stage/objects/Comparisons.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Texts.h"

namespace lith::stage {

static Result compareSlices(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  if (!isSlice(left) || !isSlice(right))
    return Value();
  return compareSequences(s, op, left.tuple().elements, right.tuple().elements);
}

const Slots sliceKind = {.compare = compareSlices, .repr = reprAtRunTime};

} // namespace lith::stage
