// Ranges.cpp: range objects, of known bounds and of bounds of run time.
#include "stage/objects/Ranges.h"
#include "stage/Impl.h"
#include "stage/builtins/Support.h"

namespace lith::stage {

using namespace lith::syntax;
using Form = IteratorObject::Form;

// How many numbers there are, where the bounds are known.
static std::optional<uint64_t> knownLength(Stage &s, Value range) {
  auto parts = range.tuple().elements;
  auto start = s.asInt(parts[0]), stop = s.asInt(parts[1]), step = s.asInt(parts[2]);
  if (!start || !stop || !step)
    return std::nullopt;
  if (*step > 0 ? *start >= *stop : *start <= *stop)
    return 0;
  uint64_t span =
      *step > 0 ? uint64_t(*stop) - uint64_t(*start) : uint64_t(*start) - uint64_t(*stop);
  return (span - 1) / (*step > 0 ? uint64_t(*step) : 0 - uint64_t(*step)) + 1;
}

// Of more numbers than an int counts, the most that it does: nobody reaches the end.
Result Stage::rangeLength(Value range) {
  auto parts = range.tuple().elements;
  if (auto known = knownLength(*this, range))
    return integer(int64_t(std::min<uint64_t>(*known, INT64_MAX)));
  auto start = asInt(parts[0]), step = asInt(parts[2]);
  if (start == 0 && step == 1) {
    mlir::Value end = toInt(parts[1]);
    mlir::Value zero = constantInt(0);
    mlir::Value positive = ir::CompareOp::create(builder(), loc(), ir::CompareKind::gt, end, zero);
    return intScalar(ir::ChooseOp::create(builder(), loc(), positive, end, zero));
  }
  return intScalar(rt("value_length", {toBox(range)}, builder().getI64Type()));
}

// len(range(start, stop, step))
Result lengthOfRange(Stage &s, Value range) {
  if (auto known = knownLength(s, range); known && *known > INT64_MAX)
    return s.raise("OverflowError", "Python int too large to convert to C ssize_t");
  return s.rangeLength(range);
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
