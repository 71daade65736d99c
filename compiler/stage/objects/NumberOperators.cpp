// NumberOperators.cpp: arithmetic of numbers, of which at least one is of run time.
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Numbers.h"
#include "stage/objects/Operators.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

using namespace lith::syntax;

// A negative float to a fractional power is complex.
static Result floatPower(Stage &s, Operator op, Value left, Value right,
                         llvm::function_ref<Value()> plain) {
  if (op != Operator::Pow)
    return plain();
  auto exponent = s.asFloat(right);
  auto base = s.asFloat(left);
  if ((exponent && *exponent == std::floor(*exponent)) || (base && *base >= 0))
    return plain();
  Value isComplex = s.boolScalar(
      rtPlain(s, "pow_is_complex", {toFloat(s, left), toFloat(s, right)}, s.builder().getI1Type()));
  return choose(
      s, isComplex,
      [&]() -> Result {
        mlir::Value box =
            rt(s, "value_binary", {constantInt(s, 6), toBox(s, left), toBox(s, right)},
               ir::BoxType::get(&s.context));
        Type complex{};
        complex.kind = Type::Kind::Complex;
        return unbox(s, box, typeSet(s, complex));
      },
      [&]() -> Result { return plain(); });
}

// Numbers of which at least one is of run time.
static Result scalarBinary(Stage &s, Operator op, Value left, Value right) {
  const OperatorNames &names = namesOf(op);
  bool floats = isFloat(s, left) || isFloat(s, right);
  bool bools = isBoolean(s, left) && isBoolean(s, right);
  bool bitwise = op == Operator::BitAnd || op == Operator::BitOr || op == Operator::BitXor;
  bool shift = op == Operator::LShift || op == Operator::RShift;
  if (op == Operator::MatMult || (floats && (bitwise || shift)))
    return Value();
  ir::BinaryKind kind = *names.kind;
  auto emit = [&](mlir::Value a, mlir::Value b, mlir::Type type) {
    mlir::Value value = ir::BinaryOp::create(s.builder(), s.loc(), type, kind, a, b);
    if (ir::mayRaise(value.getDefiningOp()))
      mayRaise(s);
    return value;
  };
  if (bools && bitwise)
    return s.boolScalar(emit(toBool(s, left), toBool(s, right), s.builder().getI1Type()));
  if (floats)
    return floatPower(s, op, left, right, [&] {
      return s.floatScalar(emit(toFloat(s, left), toFloat(s, right), s.builder().getF64Type()));
    });
  if (op == Operator::Div)
    return s.floatScalar(emit(toInt(s, left), toInt(s, right), s.builder().getF64Type()));
  if (op == Operator::Pow) // a negative exponent gives a float
    return choose(
        s, *compare(s, CmpOperator::GtE, right, s.integer(0)),
        [&]() -> Result {
          return s.intScalar(emit(toInt(s, left), toInt(s, right), s.builder().getI64Type()));
        },
        [&]() -> Result {
          return s.floatScalar(
              rt(s, "int_pow_float", {toInt(s, left), toInt(s, right)}, s.builder().getF64Type()));
        });
  return s.intScalar(emit(toInt(s, left), toInt(s, right), s.builder().getI64Type()));
}

// One of two numbers is complex.
static Result complexBinary(Stage &s, Operator op, Value left, Value right) {
  if (isLong(s, left) || isLong(s, right))
    refuse(s, diag::Kind::UnsupportedExpression, {"a number of run time with an int past 64 bits"});
  mlir::Value box =
      rt(s, "value_binary", {constantInt(s, namesOf(op).runtime), toBox(s, left), toBox(s, right)},
         ir::BoxType::get(&s.context));
  Type complex{};
  complex.kind = Type::Kind::Complex;
  bool isComplex = isComplexNumber(s, left) || isComplexNumber(s, right);
  return unbox(s, box, isComplex ? typeSet(s, complex) : s.facts.types.any());
}

Result numberBinary(Stage &s, Operator op, Value left, Value right) {
  bool arePlain = isPlainNumber(s, left) && isPlainNumber(s, right);
  return arePlain ? scalarBinary(s, op, left, right) : complexBinary(s, op, left, right);
}

} // namespace lith::stage
