// Tensor.cpp: tensors; what is done to them is tensor/.
#include "stage/Arrays.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/classes/Attributes.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"

namespace lith::stage {

static Result tensorContains(Stage &s, Value tensor, Value item) {
  Result method = findTensorAttribute(s, tensor, s.intern("__contains__"));
  return method ? call(s, *method, item) : method;
}

static Result iteratorOfTensor(Stage &s, Value tensor) {
  if (s.asInt(*tensorAttribute(s, tensor, "ndim")) == 0)
    return raise(s, "TypeError", "iteration over a 0-d tensor");
  Result size = length(s, tensor);
  return makeIterator(s, IteratorObject::Form::Sequence, {tensor, *size});
}

// A number of NumPy is a number to a tensor; what any other object of C would do is not known.
static Result compareTensors(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  if (!isNumpyNumber(s, left))
    refuseForeign(s, left, namesOf(op).method);
  if (!isNumpyNumber(s, right))
    refuseForeign(s, right, namesOf(op).reflected);
  return tensorCompare(s, op, left, right);
}

const Slots tensorKind = {.truth = tensorTruth,
                          .length = tensorLength,
                          .contains = tensorContains,
                          .iterator = iteratorOfTensor,
                          .compare = compareTensors,
                          .precedence = 1};

} // namespace lith::stage
