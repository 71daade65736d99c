// Operators.cpp: Python's operators where a tensor takes part.
#include "stage/Boxing.h"
#include "stage/Gradients.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/calls/Calls.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Numbers.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

#include "ops/RuntimeOps.h"
#include "ops/TensorOps.h"

namespace lith::stage {

using namespace lith::ir;
using namespace lith::stage::tensor;

static std::string_view symbolOf(syntax::Operator op) {
  switch (op) {
  case syntax::Operator::Add:
    return "+";
  case syntax::Operator::Sub:
    return "-";
  case syntax::Operator::Mult:
    return "*";
  case syntax::Operator::Div:
    return "/";
  case syntax::Operator::FloorDiv:
    return "//";
  case syntax::Operator::Mod:
    return "%";
  case syntax::Operator::Pow:
    return "**";
  case syntax::Operator::LShift:
    return "<<";
  case syntax::Operator::RShift:
    return ">>";
  case syntax::Operator::BitAnd:
    return "&";
  case syntax::Operator::BitOr:
    return "|";
  case syntax::Operator::BitXor:
    return "^";
  case syntax::Operator::MatMult:
    return "@";
  }
  return "";
}

static bool isAnyTensor(Stage &stage, Value value) {
  return stage.isTensor(value) || isMapped(stage, value);
}
static bool fits(Stage &stage, Value value) {
  return isAnyTensor(stage, value) || isNumber(stage, value) ||
         value.isScalar(ScalarType::Complex) ||
         (value.isStatic() && stage.kindOf(value) == host::Kind::Complex);
}

/// Calls a composite of the prelude with these arguments.
static Result callOperator(Stage &stage, llvm::StringRef spelling,
                           llvm::ArrayRef<Value> arguments) {
  const Primitive *primitive = Registry::instance().find(spelling);
  return call(stage, stage.boundPrimitive(primitive, {}), arguments);
}

Result tensorBinary(Stage &stage, syntax::Operator op, Value left, Value right, bool inPlace) {
  if (op != syntax::Operator::MatMult && !(checkRange(stage, left) && checkRange(stage, right)))
    return std::nullopt;
  for (Value operand : {left, right})
    refuseOverload(stage, operand);
  if (!fits(stage, left) || !fits(stage, right))
    return Value();
  if (inPlace && !checkAsked(stage, left))
    return std::nullopt;
  Result result;
  Address since = stage.nextAddress;
  bool isWithin = stage.body.isInPlace;
  Scoped<bool> scope(stage.body.isInPlace, isWithin || inPlace);
  const ops::Operator *own = nullptr;
  if (op == syntax::Operator::MatMult) {
    if (!isAnyTensor(stage, left) || !isAnyTensor(stage, right))
      return Value();
    result = callOperator(stage, "torch.matmul", {left, right});
  } else if (op == syntax::Operator::Pow) {
    own = ops::findOperator("torch.pow");
    result = callOperator(stage, "torch.pow", {left, right});
  } else if (op == syntax::Operator::Div && !isAnyTensor(stage, left)) {
    result = callOperator(stage, "torch.reciprocal", right); // as Tensor.__rtruediv__ does
    if (result)
      result = elementwise(stage, *ops::findOperator("*"), {*result, left});
  } else {
    const ops::Operator &found = *ops::findOperator(symbolOf(op));
    if (inPlace && !checkInPlace(stage, found, {left, right}))
      return std::nullopt;
    if (inPlace)
      checkApart(stage, left, right, Overlap::Whole);
    own = &found;
    result = elementwise(stage, found, {left, right});
  }
  if (!result || !inPlace || !isAnyTensor(stage, left))
    return result;
  if (isMapped(stage, left))
    refuse(stage, diag::Kind::UnsupportedParameter,
           {"torch.vmap", "writing a tensor that is mapped over"});
  checkWritten(stage, left);
  Result stored = storeResult(stage, left, *result);
  stage.body.isInPlace = isWithin;
  if (stored)
    noteInPlace(stage, own, left, *result, since);
  return stored;
}

Result tensorCompare(Stage &stage, syntax::CmpOperator op, Value left, Value right) {
  if (!checkRange(stage, left) || !checkRange(stage, right))
    return std::nullopt;
  if (!fits(stage, left) || !fits(stage, right)) {
    if (op == syntax::CmpOperator::Eq)
      return stage.boolean(false);
    if (op == syntax::CmpOperator::NotEq)
      return stage.boolean(true);
    return Value();
  }
  switch (op) { // No facts: predicates of `cmp`.
  case syntax::CmpOperator::Eq:
    return compareElements(stage, "eq", left, right);
  case syntax::CmpOperator::NotEq:
    return compareElements(stage, "ne", left, right);
  case syntax::CmpOperator::Lt:
    return compareElements(stage, "lt", left, right);
  case syntax::CmpOperator::LtE:
    return compareElements(stage, "le", left, right);
  case syntax::CmpOperator::Gt:
    return compareElements(stage, "gt", left, right);
  case syntax::CmpOperator::GtE:
    return compareElements(stage, "ge", left, right);
  default:
    return Value();
  }
}

Result tensorUnary(Stage &stage, syntax::UnaryOperator op, Value tensor) {
  if (op == syntax::UnaryOperator::UAdd)
    return dtypeOf(stage, physicalOf(stage, tensor)) != LITH_BOOL8
               ? Result(tensor)
               : raise(stage, "RuntimeError",
                       "The `+` operator, on a bool tensor is not supported.");
  if (op == syntax::UnaryOperator::Invert &&
      !dtypes::isIntegral(dtypeOf(stage, physicalOf(stage, tensor))))
    return raise(stage, "TypeError",
                 "~ (operator.invert) is only implemented on integer and "
                 "Boolean-type tensors");
  return elementwise(stage,
                     *ops::findOperator(op == syntax::UnaryOperator::USub ? "unary -" : "unary ~"),
                     {tensor});
}

template <typename Op> static Result readElement(Stage &stage, Value tensor, ScalarType type) {
  mlir::Type result = type == ScalarType::Int     ? mlir::Type(stage.builder().getI64Type())
                      : type == ScalarType::Float ? mlir::Type(stage.builder().getF64Type())
                                                  : mlir::Type(stage.builder().getI1Type());
  mlir::Value number = rt<Op>(stage, {tensorContents(stage, tensor)}, result);
  if (!number)
    return std::nullopt;
  return Value::scalar(type, number);
}

Result tensorTruth(Stage &stage, Value tensor) {
  return readElement<ItemBoolOp>(stage, tensor, ScalarType::Bool);
}

Result tensorToNumber(Stage &stage, Value tensor, ScalarType type) {
  if (dtypes::isComplex(dtypeOf(stage, tensor)) && type != ScalarType::Bool) {
    bool isWhole = type == ScalarType::Int;
    Result real =
        callPrelude(stage, "real_element", {tensor, stage.string(isWhole ? "int64_t" : "double")});
    if (!real || !isWhole)
      return real;
    return stage.intScalar(
        rt(stage, "float_to_int", {toFloat(stage, *real)}, stage.builder().getI64Type()));
  }
  switch (type) {
  case ScalarType::Int:
    return readElement<ItemIntOp>(stage, tensor, type);
  case ScalarType::Float:
    return readElement<ItemFloatOp>(stage, tensor, type);
  default:
    return readElement<ItemBoolOp>(stage, tensor, ScalarType::Bool);
  }
}

// Where run time need not look at the size and type, nothing is raised.
Value tensorToIndex(Stage &stage, Value tensor) {
  mlir::Value contents = tensorContents(stage, tensor);
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(contents.getType());
  bool isOne = type && type.hasStaticShape() && type.getNumElements() == 1;
  if (isOne && dtypes::isIntegral(dtypeOf(contents)))
    return stage.intScalar(rt<ItemIntOp>(stage, {contents}, stage.builder().getI64Type()));
  return stage.intScalar(
      rt(stage, "value_index", {toBox(stage, tensor)}, stage.builder().getI64Type()));
}

Result tensorLength(Stage &stage, Value tensor) {
  if (rankOf(stage, tensor) == 0)
    return raise(stage, "TypeError", "len() of a 0-d tensor");
  return sizeValue(stage, tensorContents(stage, tensor), 0);
}

} // namespace lith::stage
