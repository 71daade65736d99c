// Tensor.cpp: tensors; what is done to them is tensor/.
#include "stage/tensor/Tensor.h"
#include "stage/Arrays.h"
#include "stage/Gradients.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/classes/Attributes.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Texts.h"

namespace lith::stage {

static Result tensorContains(Stage &s, Value tensor, Value item) {
  Result method = findTensorAttribute(s, tensor, s.intern("__contains__"));
  return method ? call(s, *method, item) : method;
}

static Result iteratorOfTensor(Stage &s, Value tensor) {
  if (s.asInt(*tensorAttribute(s, tensor, "ndim")) == 0)
    return raise(s, "TypeError", "iteration over a 0-d tensor");
  Result size = length(s, tensor);
  Value iterator = makeIterator(s, IteratorObject::Form::Sequence, {tensor, *size});
  s.write<IteratorObject>(iterator).version = versionOf(s, tensor);
  return iterator;
}

static Result itemOfTensor(Stage &s, Value tensor, Value index) {
  if (anyMapped(s, index))
    return mappedGetItem(s, tensor, index);
  Result plain = plainSlice(s, index);
  return plain ? tensorGetItem(s, tensor, *plain) : plain;
}

static bool setTensorItem(Stage &s, Value tensor, Value index, Value value) {
  return anyMapped(s, {index, value}) ? mappedKind.setitem(s, tensor, index, value)
                                      : tensorSetItem(s, tensor, index, value);
}

// A number of NumPy is a number to a tensor; what any other object of C would do is not known.
static Result compareTensors(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  if (!isNumpyNumber(s, left))
    refuseForeign(s, left, namesOf(op).method);
  if (!isNumpyNumber(s, right))
    refuseForeign(s, right, namesOf(op).reflected);
  return tensorCompare(s, op, left, right);
}

static Result reprOfTensor(Stage &s, Value tensor) { return tensor::textOf(s, tensor); }

// Of no dimensions: as the number.
static Result formatOfTensor(Stage &s, Value tensor, Value spec) {
  auto type = llvm::cast<mlir::RankedTensorType>(s.find<TensorObject>(tensor)->type);
  if (type.getRank() != 0)
    return formatOfObject(s, tensor, spec);
  Result number = callMethod(s, tensor, "item", {});
  return number ? format(s, *number, spec) : number;
}

const Slots tensorKind = {.truth = tensorTruth,
                          .length = tensorLength,
                          .contains = tensorContains,
                          .iterator = iteratorOfTensor,
                          .getitem = itemOfTensor,
                          .setitem = setTensorItem,
                          .takesOpenIndex = true,
                          .compare = compareTensors,
                          .unary = tensorUnary,
                          .repr = reprOfTensor,
                          .format = formatOfTensor,
                          .precedence = 1};

} // namespace lith::stage
