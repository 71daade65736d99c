// Numbers.cpp: what arithmetic on numbers accepts, when it may raise, and its
// value on constants. A fold happens only where nothing is raised.

#include "ir/Dialect.h"

#include <cmath>

using namespace mlir;
using namespace lith::ir;

static Attribute integer(MLIRContext *context, int64_t value) {
  return IntegerAttr::get(IntegerType::get(context, 64), value);
}
static Attribute real(MLIRContext *context, double value) {
  return FloatAttr::get(Float64Type::get(context), value);
}
static Attribute boolean(MLIRContext *context, bool value) { return BoolAttr::get(context, value); }

/// The constant int operand, if it is one. Bools are i1 and not ints here.
static std::optional<int64_t> asInt(Attribute attribute) {
  auto value = dyn_cast_or_null<IntegerAttr>(attribute);
  if (!value || !value.getType().isInteger(64))
    return std::nullopt;
  return value.getInt();
}
static std::optional<bool> asBool(Attribute attribute) {
  auto value = dyn_cast_or_null<BoolAttr>(attribute);
  return value ? std::optional(value.getValue()) : std::nullopt;
}
static std::optional<double> asFloat(Attribute attribute) {
  auto value = dyn_cast_or_null<FloatAttr>(attribute);
  return value ? std::optional(value.getValueAsDouble()) : std::nullopt;
}
static std::optional<int64_t> constantInt(Value value) {
  IntegerAttr attribute;
  return matchPattern(value, m_Constant(&attribute)) ? asInt(attribute) : std::nullopt;
}
static std::optional<double> constantFloat(Value value) {
  FloatAttr attribute;
  return matchPattern(value, m_Constant(&attribute)) ? asFloat(attribute) : std::nullopt;
}

static void raises(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Write::get());
}

//===-- unary -----------------------------------------------------------===//

LogicalResult UnaryOp::verify() {
  Type type = getType();
  bool accepted = false;
  switch (getKind()) {
  case UnaryKind::neg:
  case UnaryKind::abs:
    accepted = !type.isInteger(1);
    break;
  case UnaryKind::invert:
    accepted = type.isInteger(64);
    break;
  case UnaryKind::lnot:
    accepted = type.isInteger(1);
    break;
  default:
    accepted = type.isF64();
  }
  return accepted ? success() : emitOpError("C1: is not defined on ") << type;
}

void UnaryOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  bool overflows = getType().isInteger(64) && getKind() != UnaryKind::invert;
  if (!getSafe() && (overflows || getKind() == UnaryKind::sqrt))
    raises(effects);
}

OpFoldResult UnaryOp::fold(FoldAdaptor adaptor) {
  if (isAskedAbout(*this))
    return {};
  MLIRContext *context = getContext();
  Attribute operand = adaptor.getOperand();
  if (auto value = asBool(operand))
    return boolean(context, !*value);
  if (auto value = asInt(operand)) {
    if (getKind() == UnaryKind::invert)
      return integer(context, ~*value);
    if (*value == INT64_MIN)
      return {};
    return integer(context, getKind() == UnaryKind::neg ? -*value : std::abs(*value));
  }
  auto value = asFloat(operand);
  if (!value)
    return {};
  switch (getKind()) {
  case UnaryKind::neg:
    return real(context, -*value);
  case UnaryKind::abs:
    return real(context, std::fabs(*value));
  case UnaryKind::floor:
    return real(context, std::floor(*value));
  case UnaryKind::ceil:
    return real(context, std::ceil(*value));
  case UnaryKind::trunc:
    return real(context, std::trunc(*value));
  case UnaryKind::sqrt:
    return *value < 0 ? OpFoldResult() : OpFoldResult(real(context, std::sqrt(*value)));
  default:
    return {};
  }
}

//===-- binary ----------------------------------------------------------===//

static Type binaryResult(BinaryKind kind, Type operand) {
  if (kind == BinaryKind::truediv)
    return Float64Type::get(operand.getContext());
  return operand;
}

void BinaryOp::build(OpBuilder &builder, OperationState &state, BinaryKind kind, Value lhs,
                     Value rhs) {
  build(builder, state, binaryResult(kind, lhs.getType()), kind, lhs, rhs);
}

LogicalResult BinaryOp::verify() {
  Type type = getLhs().getType();
  switch (getKind()) {
  case BinaryKind::band:
  case BinaryKind::bor:
  case BinaryKind::bxor:
    if (type.isF64())
      return emitOpError("C2: is not defined on ") << type;
    break;
  case BinaryKind::shl:
  case BinaryKind::shr:
    if (!type.isInteger(64))
      return emitOpError("C2: is not defined on ") << type;
    break;
  default:
    if (type.isInteger(1))
      return emitOpError("C1: is not defined on ") << type;
  }
  if (getType() != binaryResult(getKind(), type))
    return emitOpError("C3: does not give ") << getType();
  return success();
}

void BinaryOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (getSafe())
    return;
  std::optional<int64_t> divisor = constantInt(getRhs());
  bool isInt = getLhs().getType().isInteger(64);
  switch (getKind()) {
  case BinaryKind::add:
  case BinaryKind::sub:
  case BinaryKind::mul:
    if (isInt)
      raises(effects);
    return;
  case BinaryKind::floordiv:
    if (!divisor || *divisor == 0 || *divisor == -1) {
      auto real = constantFloat(getRhs());
      if (!real || *real == 0)
        raises(effects);
    }
    return;
  case BinaryKind::truediv:
  case BinaryKind::mod:
    if (!divisor || *divisor == 0) {
      auto real = constantFloat(getRhs());
      if (!real || *real == 0)
        raises(effects);
    }
    return;
  case BinaryKind::shr:
    if (!divisor || *divisor < 0)
      raises(effects);
    return;
  case BinaryKind::shl:
  case BinaryKind::pow:
    raises(effects);
    return;
  default:
    return;
  }
}

static int64_t floorDivide(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}

/// The int result, none where it is not an int or Python raises.
static std::optional<int64_t> evaluate(BinaryKind kind, int64_t a, int64_t b) {
  int64_t result;
  switch (kind) {
  case BinaryKind::add:
    return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
  case BinaryKind::sub:
    return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
  case BinaryKind::mul:
    return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
  case BinaryKind::floordiv:
    return b == 0 || b == -1 ? std::nullopt : std::optional(floorDivide(a, b));
  case BinaryKind::mod:
    return b == 0 || b == -1 ? std::nullopt : std::optional(a - floorDivide(a, b) * b);
  case BinaryKind::band:
    return a & b;
  case BinaryKind::bor:
    return a | b;
  case BinaryKind::bxor:
    return a ^ b;
  case BinaryKind::shr:
    return b < 0 ? std::nullopt : std::optional(a >> std::min<int64_t>(b, 63));
  case BinaryKind::minimum:
    return std::min(a, b);
  case BinaryKind::maximum:
    return std::max(a, b);
  default:
    return std::nullopt;
  }
}

static std::optional<double> evaluate(BinaryKind kind, double a, double b) {
  switch (kind) {
  case BinaryKind::add:
    return a + b;
  case BinaryKind::sub:
    return a - b;
  case BinaryKind::mul:
    return a * b;
  case BinaryKind::truediv:
    return b == 0 ? std::nullopt : std::optional(a / b);
  default:
    return std::nullopt;
  }
}

OpFoldResult BinaryOp::fold(FoldAdaptor adaptor) {
  if (isAskedAbout(*this))
    return {};
  MLIRContext *context = getContext();
  auto a = asInt(adaptor.getLhs()), b = asInt(adaptor.getRhs());
  if (a && b) {
    auto value = evaluate(getKind(), *a, *b);
    return value ? OpFoldResult(integer(context, *value)) : OpFoldResult();
  }
  if (auto x = asFloat(adaptor.getLhs()), y = asFloat(adaptor.getRhs()); x && y) {
    auto value = evaluate(getKind(), *x, *y);
    return value ? OpFoldResult(real(context, *value)) : OpFoldResult();
  }
  // A bool that decides, or that leaves it to the other one.
  bool ors = getKind() == BinaryKind::bor, isOfBools = ors || getKind() == BinaryKind::band;
  if (isOfBools && getLhs().getType() == getRhs().getType()) {
    if (auto left = asBool(adaptor.getLhs()))
      return *left == ors ? OpFoldResult(boolean(context, ors)) : OpFoldResult(getRhs());
    if (auto right = asBool(adaptor.getRhs()))
      return *right == ors ? OpFoldResult(boolean(context, ors)) : OpFoldResult(getLhs());
  }
  // Identities on ints, which cannot raise.
  bool adds = getKind() == BinaryKind::add, subtracts = getKind() == BinaryKind::sub,
       multiplies = getKind() == BinaryKind::mul;
  if ((b == 0 && (adds || subtracts)) || (b == 1 && multiplies))
    return getLhs();
  if ((a == 0 && adds) || (a == 1 && multiplies))
    return getRhs();
  return {};
}

//===-- compare, convert, choose ----------------------------------------===//

template <typename T> static bool holds(CompareKind kind, T a, T b) {
  switch (kind) {
  case CompareKind::eq:
    return a == b;
  case CompareKind::ne:
    return a != b;
  case CompareKind::lt:
    return a < b;
  case CompareKind::le:
    return a <= b;
  case CompareKind::gt:
    return a > b;
  case CompareKind::ge:
    return a >= b;
  }
  return false;
}

OpFoldResult CompareOp::fold(FoldAdaptor adaptor) {
  MLIRContext *context = getContext();
  if (auto a = asInt(adaptor.getLhs()), b = asInt(adaptor.getRhs()); a && b)
    return boolean(context, holds(getKind(), *a, *b));
  if (auto a = asFloat(adaptor.getLhs()), b = asFloat(adaptor.getRhs()); a && b)
    return boolean(context, holds(getKind(), *a, *b));
  if (auto a = asBool(adaptor.getLhs()), b = asBool(adaptor.getRhs()); a && b)
    return boolean(context, holds<int>(getKind(), *a, *b));
  if (getLhs() == getRhs() && !getLhs().getType().isF64())
    return boolean(context, holds(getKind(), 0, 0));
  return {};
}

LogicalResult ConvertOp::verify() {
  if (getOperand().getType() == getType())
    return emitOpError("C1: converts ") << getType() << " to itself";
  return success();
}

void ConvertOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (getOperand().getType().isF64() && getType().isInteger(64))
    raises(effects);
}

OpFoldResult ConvertOp::fold(FoldAdaptor adaptor) {
  if (isAskedAbout(*this))
    return {};
  MLIRContext *context = getContext();
  Type to = getType();
  if (auto value = asBool(adaptor.getOperand()))
    return to.isF64() ? real(context, *value) : integer(context, *value);
  if (auto value = asInt(adaptor.getOperand()))
    return to.isF64() ? real(context, double(*value)) : boolean(context, *value != 0);
  if (auto value = asFloat(adaptor.getOperand())) {
    if (to.isInteger(1))
      return boolean(context, *value != 0);
    if (std::fabs(*value) < 9.2e18) // nan and what 64 bits cannot hold raise
      return integer(context, int64_t(*value));
  }
  return {};
}

OpFoldResult ChooseOp::fold(FoldAdaptor adaptor) {
  if (auto condition = asBool(adaptor.getCondition()))
    return *condition ? getYes() : getNo();
  return getYes() == getNo() ? OpFoldResult(getYes()) : OpFoldResult();
}
