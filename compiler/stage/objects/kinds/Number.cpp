// Number.cpp: int, float, bool and complex.
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Numbers.h"
#include "stage/objects/Operators.h"
#include "stage/objects/Texts.h"

namespace lith::stage {

using namespace lith::syntax;

static Result truthOfNumber(Stage &s, Value value) {
  if (isBoolean(s, value))
    return value;
  if (value.isStatic())
    return s.boolean(!*s.asBool(s.ofHandle(s.host.apply("not", {value.handle()}).value)));
  if (value.isScalar(ScalarType::Complex))
    return s.boolScalar(rtPlain(s, "value_truth", {toBox(s, value)}, s.builder().getI1Type()));
  Value zero = isFloat(s, value) ? s.real(0) : s.integer(0);
  return compareNumbers(s, syntax::CmpOperator::NotEq, value, zero);
}

// Two numbers, one of which is a constant int past 64 bits: an int of run time is to it as zero is,
// a float is compared with the float that it is.
static Result compareLong(Stage &s, CmpOperator op, Value left, Value right) {
  Value &number = isLong(s, left) ? left : right, &other = isLong(s, left) ? right : left;
  if (!other.isStatic() && isFloat(s, other)) {
    Result real = longAsFloat(s, number);
    if (!real || !s.host.equal(real->handle(), number.handle()))
      refuse(s, diag::Kind::UnsupportedExpression,
             {"a number of run time with an int past 64 bits"});
    number = *real;
    return compareNumbers(s, op, left, right);
  }
  if (!other.isStatic())
    other = s.integer(0);
  return hostResult(
      s, s.host.apply(std::string_view(namesOf(op).symbol), {left.handle(), right.handle()}));
}

// Whether two numbers, one of which is complex, have the same parts.
static Result sameParts(Stage &s, Value left, Value right) {
  auto same = [&](llvm::StringRef part) -> Result {
    Result a = getattr(s, left, s.intern(part)), b = getattr(s, right, s.intern(part));
    return a && b ? compareNumbers(s, CmpOperator::Eq, *a, *b) : std::nullopt;
  };
  Result real = same("real"), imaginary = same("imag");
  return choose(s, *real, [&] { return imaginary; }, [&]() -> Result { return s.boolean(false); });
}

static Result compareNumber(Stage &s, CmpOperator op, Value left, Value right) {
  bool isPlain = isPlainNumber(s, left), isOtherPlain = isPlainNumber(s, right);
  if (isPlain && isOtherPlain)
    return compareNumbers(s, op, left, right);
  if ((isLong(s, left) && isOtherPlain) || (isPlain && isLong(s, right)))
    return compareLong(s, op, left, right);
  if (!isNumber(s, left) || !isNumber(s, right))
    return Value();
  if (left.isStatic() && right.isStatic())
    return compareConstants(s, op, left, right);
  bool areComplex = isComplexNumber(s, left) || isComplexNumber(s, right);
  return areComplex && isEquality(op) ? ofEquality(s, op, sameParts(s, left, right)) : Value();
}

static Result textOfNumber(Stage &s, Value value) {
  if (value.isStatic())
    return s.string(s.host.repr(value.handle()));
  if (value.isScalar(ScalarType::Complex))
    return reprAtRunTime(s, value);
  llvm::StringRef function = value.isScalar(ScalarType::Int)     ? "int_str"
                             : value.isScalar(ScalarType::Float) ? "float_str"
                                                                 : "bool_str";
  return s.strScalar(rtPlain(s, function, {value.ssa()}, ir::StrType::get(&s.context)));
}

static Result unaryOfNumber(Stage &s, UnaryOperator op, Value number) {
  if (number.isStatic())
    return hostResult(s, s.host.apply(std::string_view(namesOf(op).symbol), {number.handle()}));
  bool isReal = isFloat(s, number), isComplex = number.isScalar(ScalarType::Complex);
  if (op == UnaryOperator::Invert && (isReal || isComplex))
    return noUnary(s, op, number);
  if (op == UnaryOperator::UAdd)
    return isReal || isComplex ? number : s.intScalar(toInt(s, number));
  if (isComplex) // -x is -0 - x, zeros with their signs included
    return binary(s, Operator::Sub, Value::ofStatic(s.host.complexNumber({-0.0, -0.0})), number);
  auto kind = op == UnaryOperator::USub ? ir::UnaryKind::neg : ir::UnaryKind::invert;
  mlir::Value value = ir::UnaryOp::create(s.builder(), s.loc(), kind,
                                          isReal ? toFloat(s, number) : toInt(s, number));
  if (ir::mayRaise(value.getDefiningOp()))
    mayRaise(s);
  return isReal ? s.floatScalar(value) : s.intScalar(value);
}

const Slots numberKind = {.truth = truthOfNumber,
                          .compare = compareNumber,
                          .unary = unaryOfNumber,
                          .repr = textOfNumber,
                          .format = formatOfValue};

} // namespace lith::stage
