// Facts.cpp: relations and ranges of ints.

#include "passes/implied/Facts.h"
#include "ir/RuntimeTable.h"

using namespace mlir;
using namespace lith::ir;
using namespace lith::passes;

/// No tensor, list or string has more elements.
static constexpr int64_t maximalLength = int64_t(1) << 48;

unsigned Facts::holdsFor(CompareKind kind) {
  switch (kind) {
  case CompareKind::eq:
    return Equal;
  case CompareKind::ne:
    return Less | Greater;
  case CompareKind::lt:
    return Less;
  case CompareKind::le:
    return Less | Equal;
  case CompareKind::gt:
    return Greater;
  case CompareKind::ge:
    return Greater | Equal;
  }
  return Any;
}

Range Facts::range(Value value) {
  if (ranges.count(value))
    return ranges.lookup(value);
  IntegerAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return {constant.getInt(), constant.getInt()};
  Operation *op = value.getDefiningOp();
  auto call = dyn_cast_or_null<RuntimeCall>(op);
  bool isLength = call && call.getFunction().has(RuntimeFunction::Length);
  if (isLength || isa_and_nonnull<DimOp>(op))
    return {0, maximalLength};
  if (auto convert = dyn_cast_or_null<ConvertOp>(op);
      convert && convert.getOperand().getType().isInteger(1))
    return {0, 1};
  return {};
}

unsigned Facts::relation(Value a, Value b) {
  if (a == b)
    return Equal;
  unsigned possible = relations.count({a, b}) ? relations.lookup({a, b}) : unsigned(Any);
  Range x = range(a), y = range(b);
  if (x.low >= y.high)
    possible &= ~Less;
  if (x.high <= y.low)
    possible &= ~Greater;
  if (x.low > y.high || x.high < y.low)
    possible &= ~Equal;
  return possible;
}

void Facts::refine(Value value, int64_t low, int64_t high) {
  Range old = range(value);
  Range now{std::max(old.low, low), std::min(old.high, high)};
  if (now.low <= now.high && (now.low != old.low || now.high != old.high))
    ranges.insert(value, now);
}

void Facts::relate(Value a, Value b, unsigned possible) {
  possible &= relation(a, b);
  unsigned mirrored =
      (possible & Equal) | (possible & Less ? Greater : 0) | (possible & Greater ? Less : 0);
  relations.insert({a, b}, possible);
  relations.insert({b, a}, mirrored);
  Range x = range(a), y = range(b);
  if (!(possible & Greater)) { // a <= b, or a < b
    int64_t strict = !(possible & Equal);
    if (y.high > INT64_MIN)
      refine(a, INT64_MIN, y.high - strict);
    if (x.low < INT64_MAX)
      refine(b, x.low + strict, INT64_MAX);
  }
  if (!(possible & Less)) {
    int64_t strict = !(possible & Equal);
    if (y.low < INT64_MAX)
      refine(a, y.low + strict, INT64_MAX);
    if (x.high > INT64_MIN)
      refine(b, INT64_MIN, x.high - strict);
  }
}

void Facts::assume(Value condition, bool value) {
  known.insert(condition, value);
  Operation *op = condition.getDefiningOp();
  if (auto compare = dyn_cast_or_null<CompareOp>(op)) {
    unsigned holds = holdsFor(compare.getKind());
    if (compare.getLhs().getType().isInteger(64))
      relate(compare.getLhs(), compare.getRhs(), value ? holds : Any & ~holds);
  } else if (auto unary = dyn_cast_or_null<UnaryOp>(op)) {
    known.insert(unary.getOperand(), !value);
  } else if (auto binary = dyn_cast_or_null<BinaryOp>(op)) {
    bool isBoth = binary.getKind() == (value ? BinaryKind::band : BinaryKind::bor);
    for (Value operand : isBoth ? binary->getOperands() : OperandRange(nullptr, 0)) {
      known.insert(operand, value);
      if (auto compare = operand.getDefiningOp<CompareOp>())
        if (compare.getLhs().getType().isInteger(64))
          relate(compare.getLhs(), compare.getRhs(),
                 value ? holdsFor(compare.getKind()) : Any & ~holdsFor(compare.getKind()));
    }
  }
}

std::optional<bool> Facts::decide(Value condition) {
  if (known.count(condition))
    return known.lookup(condition);
  return std::nullopt;
}

std::optional<bool> Facts::decide(CompareOp compare) {
  if (!compare.getLhs().getType().isInteger(64))
    return std::nullopt;
  unsigned possible = relation(compare.getLhs(), compare.getRhs());
  unsigned holds = holdsFor(compare.getKind());
  if (!(possible & ~holds))
    return true;
  if (!(possible & holds))
    return false;
  return std::nullopt;
}
