// Ranges.cpp: range objects, of known bounds and of bounds of run time.
#include "stage/Impl.h"
#include "stage/builtins/Support.h"

namespace lith::stage {

using namespace lith::syntax;
using Form = IteratorObject::Form;

// len(range(start, stop, step))
Result Stage::rangeLength(Value range) {
  auto parts = range.tuple().elements;
  auto start = asInt(parts[0]), stop = asInt(parts[1]), step = asInt(parts[2]);
  if (start && stop && step) {
    int64_t n =
        *step > 0 ? (*stop - *start + *step - 1) / *step : (*start - *stop - *step - 1) / -*step;
    return integer(std::max<int64_t>(n, 0));
  }
  if (start == 0 && step == 1) {
    mlir::Value end = toInt(parts[1]);
    mlir::Value zero = constantInt(0);
    mlir::Value positive = ir::CompareOp::create(builder(), loc(), ir::CompareKind::gt, end, zero);
    return intScalar(ir::ChooseOp::create(builder(), loc(), positive, end, zero));
  }
  return intScalar(rt("value_length", {toBox(range)}, builder().getI64Type()));
}

Value Stage::rangeElement(Value range, Value position) {
  auto parts = range.tuple().elements;
  Value offset = *scalarOrConstant(Operator::Mult, position, parts[2]);
  return *scalarOrConstant(Operator::Add, parts[0], offset);
}

// Arithmetic on positions, which stay inside 64 bits.
Result Stage::scalarOrConstant(Operator op, Value left, Value right) {
  auto a = asInt(left), b = asInt(right);
  if (a && b)
    return integer(op == Operator::Add ? *a + *b : *a * *b);
  if (op == Operator::Add && (a == 0 || b == 0))
    return a == 0 ? right : left;
  if (op == Operator::Mult && (a == 1 || b == 1))
    return a == 1 ? right : left;
  return intScalar(ir::BinaryOp::create(
      builder(), loc(), builder().getI64Type(),
      op == Operator::Add ? ir::BinaryKind::add : ir::BinaryKind::mul, toInt(left), toInt(right)));
}

Result Stage::rangeItem(Value range, Value index) {
  if (index.isTuple())
    return callPrelude(*this, "range_slice", {range, index});
  Result size = rangeLength(range);
  if (!size)
    return size;
  Result negative = compareNumbers(CmpOperator::Lt, index, integer(0));
  Result position = choose(
      *negative, [&] { return binary(Operator::Add, index, *size); },
      [&]() -> Result { return index; });
  if (!position)
    return position;
  Result low = compareNumbers(CmpOperator::GtE, *position, integer(0));
  Result high = compareNumbers(CmpOperator::Lt, *position, *size);
  Result inside = choose(*low, [&] { return high; }, [&] { return low; });
  return choose(
      *inside, [&]() -> Result { return rangeElement(range, *position); },
      [&] { return raise("IndexError", "range object index out of range"); });
}

Result Stage::rangeContains(Value range, Value item) {
  auto parts = range.tuple().elements;
  auto start = asInt(parts[0]), stop = asInt(parts[1]), step = asInt(parts[2]), value = asInt(item);
  if (start && stop && step && value)
    return boolean(
        (*step > 0 ? *value >= *start && *value < *stop : *value <= *start && *value > *stop) &&
        (*value - *start) % *step == 0);
  return boolScalar(rt("value_contains", {toBox(range), toBox(item)}, builder().getI1Type()));
}

} // namespace lith::stage
