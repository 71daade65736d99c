// Tensor.cpp: tensors; what is done to them is tensor/.
#include "stage/tensor/Tensor.h"
#include "stage/Arrays.h"
#include "stage/Gradients.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/classes/Attributes.h"
#include "stage/classes/Classes.h"
#include "stage/classes/MethodResults.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Operators.h"
#include "stage/objects/Texts.h"

namespace lith::stage {

static Result tensorContains(Stage &s, Value tensor, Value item) {
  Result method = findTensorAttribute(s, tensor, s.intern("__contains__"));
  return method ? call(s, *method, item) : method;
}

static Result truthOfTensor(Stage &s, Value tensor) {
  Value method = tensorMethod(s, tensor, "__bool__");
  return method.isUndefined() ? tensorTruth(s, tensor) : checkedTruth(s, call(s, method, tensor));
}

static Result lengthOfTensor(Stage &s, Value tensor) {
  Value method = tensorMethod(s, tensor, "__len__");
  return method.isUndefined() ? tensorLength(s, tensor) : checkedLength(s, call(s, method, tensor));
}

static Result iteratorOfTensor(Stage &s, Value tensor) {
  if (Value method = tensorMethod(s, tensor, "__iter__"); !method.isUndefined())
    return checkedIterator(s, call(s, method, tensor));
  if (s.asInt(*tensorAttribute(s, tensor, "ndim")) == 0)
    return raise(s, "TypeError", "iteration over a 0-d tensor");
  Result size = length(s, tensor);
  Value iterator = makeIterator(s, IteratorObject::Form::Sequence, {tensor, *size});
  s.write<IteratorObject>(iterator).version = versionOf(s, tensor);
  return iterator;
}

static Result itemOfTensor(Stage &s, Value tensor, Value index) {
  if (Value method = tensorMethod(s, tensor, "__getitem__"); !method.isUndefined())
    return call(s, method, {tensor, index});
  if (anyMapped(s, index))
    return mappedGetItem(s, tensor, index);
  Result plain = plainSlice(s, index);
  return plain ? tensorGetItem(s, tensor, *plain) : plain;
}

static bool setTensorItem(Stage &s, Value tensor, Value index, Value value) {
  if (Value method = tensorMethod(s, tensor, "__setitem__"); !method.isUndefined())
    return call(s, method, {tensor, index, value}).has_value();
  return anyMapped(s, {index, value}) ? mappedKind.setitem(s, tensor, index, value)
                                      : tensorSetItem(s, tensor, index, value);
}

// A number of NumPy is a number to a tensor; what any other object of C would do is not known.
static Result compareTensors(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  auto &names = namesOf(op);
  if (!tensorMethod(s, left, names.method).isUndefined() ||
      !tensorMethod(s, right, names.reflected).isUndefined())
    return userCompare(s, op, left, right, [] { return Value(); });
  if (!isNumpyNumber(s, left))
    refuseForeign(s, left, namesOf(op).method);
  if (!isNumpyNumber(s, right))
    refuseForeign(s, right, namesOf(op).reflected);
  return tensorCompare(s, op, left, right);
}

static Result unaryOfTensor(Stage &s, syntax::UnaryOperator op, Value tensor) {
  Value method = tensorMethod(s, tensor, namesOf(op).method);
  return method.isUndefined() ? tensorUnary(s, op, tensor) : call(s, method, tensor);
}

static Result reprOfTensor(Stage &s, Value tensor) {
  Value method = tensorMethod(s, tensor, "__repr__");
  return method.isUndefined() ? tensor::textOf(s, tensor)
                              : textOfMethod(s, call(s, method, tensor), "__repr__");
}

static Result strOfTensor(Stage &s, Value tensor) {
  Value method = tensorMethod(s, tensor, "__str__");
  return method.isUndefined() ? reprOfTensor(s, tensor)
                              : textOfMethod(s, call(s, method, tensor), "__str__");
}

// Of no dimensions: as the number.
static Result formatOfTensor(Stage &s, Value tensor, Value spec) {
  if (Value method = tensorMethod(s, tensor, "__format__"); !method.isUndefined())
    return textOfMethod(s, call(s, method, {tensor, spec}), "__format__");
  auto type = llvm::cast<mlir::RankedTensorType>(s.find<TensorObject>(tensor)->type);
  if (type.getRank() != 0)
    return formatOfObject(s, tensor, spec);
  Result number = callMethod(s, tensor, "item", {});
  return number ? format(s, *number, spec) : number;
}

const Slots tensorKind = {.truth = truthOfTensor,
                          .length = lengthOfTensor,
                          .contains = tensorContains,
                          .iterator = iteratorOfTensor,
                          .getitem = itemOfTensor,
                          .setitem = setTensorItem,
                          .takesOpenIndex = true,
                          .compare = compareTensors,
                          .unary = unaryOfTensor,
                          .str = strOfTensor,
                          .repr = reprOfTensor,
                          .format = formatOfTensor,
                          .precedence = 1};

} // namespace lith::stage
