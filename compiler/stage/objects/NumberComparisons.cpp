// NumberComparisons.cpp: comparison of numbers, exactly as Python's.
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Numbers.h"

namespace lith::stage {

using namespace lith::syntax;

// Whether a number is such that an int may be rounded before it is compared with it.
static bool comparesRounded(Stage &s, Value value) {
  constexpr double Exact = 9007199254740992.0; // ints below it are floats
  auto number = s.asFloat(value);
  return isBoolean(s, value) || (number && !(std::abs(*number) >= Exact));
}

// Of an int with a float, without rounding the int.
static mlir::Value compareExactly(Stage &s, CmpOperator op, Value left, Value right) {
  bool isReversed = isFloat(s, left);
  mlir::Value number = toInt(s, isReversed ? right : left);
  mlir::Value real = toFloat(s, isReversed ? left : right);
  mlir::Value order = rtPlain(s, "int_compare_float", {number, real}, s.builder().getI64Type());
  auto is = [&](ir::CompareKind kind, int64_t other) -> mlir::Value {
    return ir::CompareOp::create(s.builder(), s.loc(), kind, order, constantInt(s, other));
  };
  bool isLess = op == CmpOperator::Lt || op == CmpOperator::LtE;
  if (op == CmpOperator::Eq || op == CmpOperator::NotEq)
    return is(op == CmpOperator::Eq ? ir::CompareKind::eq : ir::CompareKind::ne, 0);
  mlir::Value strictly = is(ir::CompareKind::eq, isLess != isReversed ? -1 : 1);
  if (op == CmpOperator::Lt || op == CmpOperator::Gt)
    return strictly;
  return ir::BinaryOp::create(s.builder(), s.loc(), s.builder().getI1Type(), ir::BinaryKind::bor,
                              strictly, is(ir::CompareKind::eq, 0));
}

Result compareNumbers(Stage &s, CmpOperator op, Value left, Value right) {
  const CompareNames &names = namesOf(op);
  if (left.isStatic() && right.isStatic())
    return hostResult(s, s.host.apply(names.symbol, {left.handle(), right.handle()}));
  bool leftFloat = isFloat(s, left), rightFloat = isFloat(s, right);
  bool bools = isBoolean(s, left) && isBoolean(s, right);
  mlir::Value a, b;
  if (leftFloat != rightFloat && !comparesRounded(s, left) && !comparesRounded(s, right))
    return s.boolScalar(compareExactly(s, op, left, right));
  if (leftFloat || rightFloat) {
    a = toFloat(s, left);
    b = toFloat(s, right);
  } else if (bools && (op == CmpOperator::Eq || op == CmpOperator::NotEq)) {
    a = toBool(s, left);
    b = toBool(s, right);
  } else {
    a = toInt(s, left);
    b = toInt(s, right);
    if (auto difference = (s.sizes.ofInt(a) - s.sizes.ofInt(b)).constant())
      return compareNumbers(s, op, s.integer(*difference), s.integer(0));
  }
  return s.boolScalar(ir::CompareOp::create(s.builder(), s.loc(), names.kind, a, b));
}

} // namespace lith::stage
