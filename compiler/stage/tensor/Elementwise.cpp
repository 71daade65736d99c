// Elementwise.cpp: elementwise operators from the table: promotion, casts,
// broadcasting, the operation, and in-place results.
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/model/Dtypes.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

#include "ops/RuntimeOps.h"
#include "ops/TensorOps.h"

namespace lith::stage::tensor {

using namespace lith::ir;

mlir::Value emitElementwise(Stage &stage, llvm::StringRef operation, mlir::ValueRange operands,
                            llvm::ArrayRef<Size> shape, int dtype,
                            llvm::ArrayRef<mlir::NamedAttribute> attributes) {
  mlir::OperationState state(stage.loc(), operation);
  state.addOperands(operands);
  state.addAttributes(attributes);
  state.addTypes(makeType(stage, shape, dtype));
  return stage.builder().create(state)->getResult(0);
}

static int promoted(Stage &stage, llvm::ArrayRef<Operand> operands) {
  dtypes::ResultType result;
  for (const Operand &operand : operands)
    if (operand.isNumber)
      result.addNumber(operand.dtype, defaultDtype(stage));
    else
      result.addTensor(operand.dtype, operand.rank() == 0);
  return result.get();
}

static bool accepts(ops::Domain domain, int dtype) {
  switch (domain) {
  case ops::Domain::Any:
    return true;
  case ops::Domain::Number:
    return dtype != LITH_BOOL8;
  case ops::Domain::Real:
    return !dtypes::isComplex(dtype);
  case ops::Domain::RealNumber:
    return !dtypes::isComplex(dtype) && dtype != LITH_BOOL8;
  case ops::Domain::Integral:
    return dtypes::isIntegral(dtype);
  case ops::Domain::Integer:
    return dtypes::isIntegral(dtype) && dtype != LITH_BOOL8;
  case ops::Domain::Floating:
    return dtypes::isFloating(dtype);
  case ops::Domain::Complex:
    return dtypes::isComplex(dtype);
  }
  return true;
}

/// What eager raises for a dtype outside of the operator's domain.
static llvm::StringRef refusal(const ops::Operator &op) {
  return op.checked ? "RuntimeError" : "NotImplementedError";
}

/// Its words: those of the operators that people meet, else what is refused.
static std::string refusalText(const ops::Operator &op, int dtype) {
  if (dtype == LITH_BOOL8 && ops::describes<NegOp>(op))
    return "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
           "invert a mask, use the `~` or `logical_not()` operator instead.";
  if (dtype == LITH_BOOL8 && ops::describes<SubOp>(op))
    return "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
           "`logical_xor()` operator instead.";
  if (ops::describes<SubOp>(op))
    return "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying "
           "to invert a mask, use the `~` or `logical_not()` operator instead.";
  if (op.checked)
    return std::string(op.name) + " not implemented for complex tensors.";
  bool rounds =
      op.domain == ops::Domain::RealNumber && op.schema.find("other") == std::string::npos;
  if (dtypes::isComplex(dtype) && rounds)
    return std::string(op.name) + " is not supported for complex inputs";
  std::string kernel(op.kernel.empty() ? op.name : op.kernel);
  if (dtype == LITH_BOOL8 && rounds)
    kernel += "_vml";
  return "\"" + kernel + "_cpu\" not implemented for '" + std::string(dtypes::className(dtype)) +
         "'";
}

static bool isSubtraction(const ops::Operator &op) { return ops::describes<SubOp>(op); }

/// What no kernel computes; where eager only looks for one after it knows the sizes, what it raises
/// of these comes first.
static Result refuseDtype(Stage &stage, const ops::Operator &op, llvm::ArrayRef<Operand> operands,
                          int dtype) {
  SSAs tensors;
  for (const Operand &operand : operands)
    if (!operand.isNumber)
      tensors.push_back(operand.ssa);
  bool isLate = !op.checked && !isSubtraction(op) && tensors.size() > 1;
  if (isLate && !broadcast(stage, tensors))
    return std::nullopt;
  return raise(stage, refusal(op), refusalText(op, dtype));
}

static int computeDtype(Stage &stage, const ops::Operator &op, llvm::ArrayRef<Operand> operands) {
  int dtype = promoted(stage, operands);
  bool toFloat =
      op.dtypeRule == ops::DtypeRule::Float || op.dtypeRule == ops::DtypeRule::PromoteFloat;
  return toFloat && dtypes::isIntegral(dtype) ? defaultDtype(stage) : dtype;
}

static bool isHalf(int dtype) { return dtype == LITH_FLOAT16 || dtype == LITH_BFLOAT16; }

/// Of a tensor, only the last operand may be: `0.1 * x` is `x * 0.1`, that of a tensor is not.
static bool isExact(ops::Exact exact, const Operand &operand, bool isLast) {
  return exact == ops::Exact::All ? operand.isNumber || isLast
                                  : exact == ops::Exact::Last && isLast;
}

/// A number as half precision has it: a number again where it is known.
static mlir::Value inHalf(Stage &stage, const Operand &number, int dtype) {
  llvm::APInt whole;
  llvm::APFloat value(0.0);
  if (mlir::matchPattern(number.ssa, mlir::m_ConstantInt(&whole)))
    value = llvm::APFloat(double(whole.getSExtValue()));
  else if (!mlir::matchPattern(number.ssa, mlir::m_ConstantFloat(&value)))
    return asTensor(stage, number, dtype);
  llvm::APFloat rounded = value;
  bool isRounded = false, loses;
  for (const llvm::fltSemantics *semantics :
       {&llvm::APFloat::IEEEsingle(),
        dtype == LITH_FLOAT16 ? &llvm::APFloat::IEEEhalf() : &llvm::APFloat::BFloat()}) {
    rounded.convert(*semantics, llvm::APFloat::rmNearestTiesToEven, &loses);
    isRounded |= loses;
  }
  rounded.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
  return isRounded ? constantFloat(stage, rounded.convertToDouble()) : number.ssa;
}

/// The dtype that eager's kernel computes in: float where half precision meets a tensor without
/// dimensions that is not rounded to it.
static int kernelDtype(llvm::ArrayRef<Operand> operands, int dtype, ops::Exact exact) {
  for (auto [i, operand] : llvm::enumerate(operands))
    if (isHalf(dtype) && !operand.isNumber && operand.dtype != dtype &&
        isExact(exact, operand, i + 1 == operands.size()))
      return LITH_FLOAT32;
  return dtype;
}

/// Operands cast to one dtype; numbers stay as they are while some operand is a tensor, except that
/// a number of a higher kind than the tensors' goes with the cast, and half precision rounds it.
static std::optional<SSAs> unified(Stage &stage, llvm::ArrayRef<Operand> operands, int dtype,
                                   Shape &shape, ops::Exact exact = ops::Exact::Nothing) {
  SSAs values, tensors;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    bool keep = operand.isNumber && !dtypes::isComplex(dtype);
    bool rounds = keep && isHalf(dtype) && !isExact(exact, operand, i + 1 == operands.size());
    values.push_back(rounds ? inHalf(stage, operand, dtype)
                     : keep ? operand.ssa
                            : asTensor(stage, operand, dtype));
    if (llvm::isa<mlir::TensorType>(values.back().getType()))
      tensors.push_back(values.back());
  }
  if (tensors.empty()) {
    values[0] = asTensor(stage, operands[0], dtype);
    tensors.push_back(values[0]);
  }
  auto joint = broadcast(stage, tensors);
  if (!joint)
    return std::nullopt;
  shape = *joint;
  return values;
}

static std::optional<llvm::SmallVector<Operand, 3>> operandsOf(Stage &stage, llvm::StringRef name,
                                                               llvm::ArrayRef<Value> arguments) {
  llvm::SmallVector<Operand, 3> operands;
  for (Value argument : arguments) {
    auto found = operand(stage, argument);
    if (!found) {
      raise(stage, "TypeError", name + "(): an argument must be a Tensor or a number");
      return std::nullopt;
    }
    operands.push_back(*found);
  }
  return operands;
}

/// Integers divided by zero raise, as eager does on the CPU. The divisor is zero in the dtype that
/// divides: 256 is zero as an int8.
static bool checkDivisor(Stage &stage, const Operand &divisor, int dtype) {
  if (!dtypes::isIntegral(dtype))
    return true;
  static constexpr llvm::StringLiteral Message = "ZeroDivisionError";
  if (!divisor.isNumber) {
    mlir::Value divisors = asTensor(stage, divisor, dtype);
    mlir::Value zero = emitElementwise(
        stage, CmpOp::getOperationName(), {divisors, constantInt(stage, 0)},
        shapeOf(stage, divisors), LITH_BOOL8,
        stage.builder().getNamedAttr("predicate", stage.builder().getStringAttr("eq")));
    auto type = mlir::RankedTensorType::get({}, stage.builder().getI1Type());
    mlir::Value any = AnyOp::create(stage.builder(), stage.loc(), type, zero,
                                    stage.builder().getDenseI64ArrayAttr({}), false);
    mlir::Value found = rt<ItemBoolOp>(stage, {any}, stage.builder().getI1Type());
    return found && check(stage,
                          UnaryOp::create(stage.builder(), stage.loc(), found.getType(),
                                          UnaryKind::lnot, found),
                          "RuntimeError", Message);
  }
  if (!divisor.ssa.getType().isInteger(64))
    return true;
  int64_t bits = 8 * static_cast<int64_t>(lith_dtype_bytes(static_cast<lith_dtype>(dtype)));
  mlir::Value low = bits == 64 ? divisor.ssa
                               : intBinary(stage, BinaryKind::band, divisor.ssa,
                                           constantInt(stage, (int64_t(1) << bits) - 1));
  return check(stage, intCompare(stage, CompareKind::ne, low, constantInt(stage, 0)),
               "RuntimeError", Message);
}

/// What powers of ints and bools raise.
static bool checkPower(Stage &stage, const Operand &exponent, int dtype) {
  if (dtype == LITH_BOOL8 && !exponent.isNumber) {
    raise(stage, "NotImplementedError", "\"pow\" not implemented for 'Bool'");
    return false;
  }
  return !exponent.isNumber || !exponent.ssa.getType().isInteger(64) ||
         check(stage, intCompare(stage, CompareKind::ge, exponent.ssa, constantInt(stage, 0)),
               "RuntimeError", "Integers to negative integer powers are not allowed.");
}

Result elementwise(Stage &stage, const ops::Operator &op, llvm::ArrayRef<Value> arguments) {
  if (anyMapped(stage, arguments))
    return mapElements(stage, arguments, [&](llvm::ArrayRef<Value> wholes) {
      return elementwise(stage, op, wholes);
    });
  bool isLayout = ops::describes<InOrderOp>(op) || ops::describes<InFormatOp>(op);
  if (isLayout && llvm::all_of(arguments, [&](Value each) { return isContiguous(stage, each); }))
    return arguments[0];
  auto operands = operandsOf(stage, op.name, arguments);
  if (!operands)
    return std::nullopt;
  bool isWhere = ops::describes<WhereOp>(op);
  llvm::ArrayRef<Operand> promotedOperands(*operands);
  if (isWhere)
    promotedOperands = promotedOperands.drop_front();
  int dtype = computeDtype(stage, op, promotedOperands);
  bool hasBool = llvm::any_of(*operands, [](const Operand &o) { return o.dtype == LITH_BOOL8; });
  if (!accepts(op.domain, dtype) || (isSubtraction(op) && hasBool))
    return refuseDtype(stage, op, *operands, dtype);
  if (op.divides && !checkDivisor(stage, operands->back(), dtype))
    return std::nullopt;
  if (ops::describes<PowOp>(op) && dtypes::isIntegral(dtype) &&
      !checkPower(stage, operands->back(), dtype))
    return std::nullopt;
  bool rounding = op.domain == ops::Domain::RealNumber && arguments.size() == 1;
  if (rounding && dtypes::isIntegral(dtype)) {
    mlir::Value whole = asTensor(stage, (*operands)[0], dtype);
    return newTensor(stage, CloneOp::create(stage.builder(), stage.loc(), whole.getType(), whole));
  }
  if (ops::describes<ConjOp>(op) && !dtypes::isComplex(dtype))
    return arguments[0];
  Shape shape;
  std::optional<SSAs> values;
  if (isWhere) {
    SSAs tensors{asTensor(stage, (*operands)[0], LITH_BOOL8),
                 asTensor(stage, (*operands)[1], dtype), asTensor(stage, (*operands)[2], dtype)};
    auto joint = broadcast(stage, tensors);
    if (!joint)
      return std::nullopt;
    shape = *joint;
    values = tensors;
  } else {
    values = unified(stage, *operands, kernelDtype(*operands, dtype, op.exact), shape, op.exact);
    if (!values)
      return std::nullopt;
  }
  int result = op.dtypeRule == ops::DtypeRule::Real   ? dtypes::realOf(dtype)
               : op.dtypeRule == ops::DtypeRule::Bool ? LITH_BOOL8
                                                      : dtype;
  mlir::Value elements = emitElementwise(stage, "lith." + std::string(op.name), *values, shape,
                                         kernelDtype(*operands, result, op.exact));
  Value made = newTensor(stage, cast(stage, elements, result),
                         !dtypes::isIntegral(result) && needsGrad(stage, arguments));
  record(stage, op, arguments, made);
  return made;
}

bool checkInPlace(Stage &stage, const ops::Operator &op, llvm::ArrayRef<Value> arguments) {
  bool promotes =
      op.dtypeRule == ops::DtypeRule::Promote || op.dtypeRule == ops::DtypeRule::PromoteFloat;
  if (!promotes || arguments.size() != 2 || !stage.isTensor(arguments[0]) ||
      !(stage.isTensor(arguments[1]) || isNumber(stage, arguments[1])))
    return true;
  auto operands = operandsOf(stage, op.name, arguments);
  int from = computeDtype(stage, op, *operands), to = (*operands)[0].dtype;
  if (dtypes::canCast(from, to))
    return true;
  raise(stage, "RuntimeError",
        "result type " + llvm::Twine(dtypes::className(from)) +
            " can't be cast to the desired output type " + llvm::Twine(dtypes::className(to)));
  return false;
}

Result compareElements(Stage &stage, llvm::StringRef predicate, Value left, Value right) {
  if (anyMapped(stage, {left, right}))
    return mapElements(stage, {left, right}, [&](llvm::ArrayRef<Value> wholes) {
      return compareElements(stage, predicate, wholes[0], wholes[1]);
    });
  auto operands = operandsOf(stage, predicate, {left, right});
  if (!operands)
    return std::nullopt;
  int dtype = promoted(stage, *operands);
  if (dtypes::isComplex(dtype) && predicate != "eq" && predicate != "ne")
    return raise(stage, "NotImplementedError",
                 "\"" + predicate + "_cpu\" not implemented for '" +
                     llvm::Twine(dtypes::className(dtype)) + "'");
  Shape shape;
  auto values = unified(stage, *operands, dtype, shape);
  if (!values)
    return std::nullopt;
  return newTensor(stage,
                   emitElementwise(stage, CmpOp::getOperationName(), *values, shape, LITH_BOOL8,
                                   stage.builder().getNamedAttr(
                                       "predicate", stage.builder().getStringAttr(predicate))));
}

static bool isEmpty(mlir::RankedTensorType type) { return llvm::is_contained(type.getShape(), 0); }

Result storeOut(Stage &stage, Value target, Value result) {
  if (!stage.isTensor(result) || !stage.isTensor(target))
    return result;
  auto type = tensorTypeOf(stage, target);
  mlir::Value contents = tensorContents(stage, result);
  if (isEmpty(type) && shapeOf(stage, contents) != shapeOf(stage, tensorContents(stage, target)) &&
      dtypes::canCast(dtypeOf(stage, result), dtypeOf(stage, target))) {
    Value made = newTensor(stage, cast(stage, contents, dtypeOf(stage, target)));
    takeGeometry(stage, target, made);
    return target;
  }
  rt<CheckWrittenOp>(stage, {tensorContents(stage, target)});
  return storeResult(stage, target, result, Store::Out);
}

Result storeResult(Stage &stage, Value target, Value result, Store store) {
  if (!stage.isTensor(result))
    return result;
  if (!checkMayWrite(stage, target, result))
    return std::nullopt;
  int from = dtypeOf(stage, result), to = dtypeOf(stage, target);
  if (!dtypes::canCast(from, to))
    return raise(stage, "RuntimeError",
                 "result type " + llvm::Twine(dtypes::className(from)) +
                     " can't be cast to the desired output type " +
                     llvm::Twine(dtypes::className(to)));
  mlir::Value contents = cast(stage, tensorContents(stage, result), to);
  if (!checkBroadcastsTo(stage, contents, tensorContents(stage, target), store))
    return std::nullopt;
  write(stage, target, contents);
  recordWrite(stage, target, result);
  return target;
}

} // namespace lith::stage::tensor
