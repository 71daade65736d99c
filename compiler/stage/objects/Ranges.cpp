// Ranges.cpp: range objects, of known bounds and of bounds of run time.
#include "stage/objects/Ranges.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Stage.h"
#include "stage/emit/Emit.h"
#include "stage/objects/Comparisons.h"

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
Result rangeLength(Stage &s, Value range) {
  auto parts = range.tuple().elements;
  if (auto known = knownLength(s, range))
    return s.integer(int64_t(std::min<uint64_t>(*known, INT64_MAX)));
  auto start = s.asInt(parts[0]), step = s.asInt(parts[2]);
  if (start == 0 && step == 1) {
    mlir::Value end = toInt(s, parts[1]);
    mlir::Value zero = constantInt(s, 0);
    mlir::Value positive =
        ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::gt, end, zero);
    return s.intScalar(ir::ChooseOp::create(s.builder(), s.loc(), positive, end, zero));
  }
  return s.intScalar(rt(s, "value_length", {toBox(s, range)}, s.builder().getI64Type()));
}

// len(range(start, stop, step))
Result lengthOfRange(Stage &s, Value range) {
  if (auto known = knownLength(s, range); known && *known > INT64_MAX)
    return raise(s, "OverflowError", "Python int too large to convert to C ssize_t");
  return rangeLength(s, range);
}

Value rangeElement(Stage &s, Value range, Value position) {
  auto parts = range.tuple().elements;
  Value offset = *scalarOrConstant(s, Operator::Mult, position, parts[2]);
  return *scalarOrConstant(s, Operator::Add, parts[0], offset);
}

// Arithmetic on positions, which stay inside 64 bits.
Result scalarOrConstant(Stage &s, Operator op, Value left, Value right) {
  auto a = s.asInt(left), b = s.asInt(right);
  if (a && b)
    return s.integer(op == Operator::Add ? *a + *b : *a * *b);
  if (op == Operator::Add && (a == 0 || b == 0))
    return a == 0 ? right : left;
  if (op == Operator::Mult && (a == 1 || b == 1))
    return a == 1 ? right : left;
  return s.intScalar(
      ir::BinaryOp::create(s.builder(), s.loc(), s.builder().getI64Type(),
                           op == Operator::Add ? ir::BinaryKind::add : ir::BinaryKind::mul,
                           toInt(s, left), toInt(s, right)));
}

Result rangeItem(Stage &s, Value range, Value index) {
  if (index.isTuple())
    return callPrelude(s, "range_slice", {range, index});
  Result size = rangeLength(s, range);
  if (!size)
    return size;
  Result negative = compareNumbers(s, CmpOperator::Lt, index, s.integer(0));
  Result position = choose(
      s, *negative, [&] { return binary(s, Operator::Add, index, *size); },
      [&]() -> Result { return index; });
  if (!position)
    return position;
  Result low = compareNumbers(s, CmpOperator::GtE, *position, s.integer(0));
  Result high = compareNumbers(s, CmpOperator::Lt, *position, *size);
  Result inside = choose(s, *low, [&] { return high; }, [&] { return low; });
  return choose(
      s, *inside, [&]() -> Result { return rangeElement(s, range, *position); },
      [&] { return raise(s, "IndexError", "range object index out of range"); });
}

Result rangeContains(Stage &s, Value range, Value item) {
  auto parts = range.tuple().elements;
  auto start = s.asInt(parts[0]), stop = s.asInt(parts[1]), step = s.asInt(parts[2]),
       value = s.asInt(item);
  if (start && stop && step && value)
    return s.boolean(
        (*step > 0 ? *value >= *start && *value < *stop : *value <= *start && *value > *stop) &&
        (*value - *start) % *step == 0);
  return s.boolScalar(
      rt(s, "value_contains", {toBox(s, range), toBox(s, item)}, s.builder().getI1Type()));
}

} // namespace lith::stage
