// Bytes.cpp: bytes, which are constants.
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Texts.h"

namespace lith::stage {

static Value numbersOf(Stage &s, Value bytes) {
  std::vector<Value> numbers;
  for (char byte : s.host.asStr(bytes.handle()))
    numbers.push_back(s.integer(static_cast<unsigned char>(byte)));
  return s.tuple(numbers);
}

static Result lengthOfBytes(Stage &s, Value bytes) {
  return s.integer(int64_t(s.host.asStr(bytes.handle()).size()));
}

// A number is one of the bytes, bytes are a part of them.
static Result bytesContain(Stage &s, Value bytes, Value item) {
  if (item.isUnion())
    return forEachAlternative(s, item, [&](Value one) { return bytesContain(s, bytes, one); });
  if (item.isStatic())
    return hostResult(
        s, runInHost(s, lookup(s, "operator.contains"), {bytes.handle(), item.handle()}, {}));
  if (item.isScalar(ScalarType::Int)) {
    mlir::Value limits[] = {constantInt(s, 0), constantInt(s, 255)};
    for (auto [kind, limit] :
         {std::pair(ir::CompareKind::ge, limits[0]), {ir::CompareKind::le, limits[1]}})
      if (!check(s, ir::CompareOp::create(s.builder(), s.loc(), kind, item.ssa(), limit),
                 "ValueError", "byte must be in range(0, 256)"))
        return std::nullopt;
  }
  return contains(s, numbersOf(s, bytes), item);
}

static Result iteratorOfBytes(Stage &s, Value bytes) {
  return sequenceIterator(s, numbersOf(s, bytes));
}

// A part is made by the host.
static Result itemOfBytes(Stage &s, Value bytes, Value index) {
  Result plain = sequenceIndex(s, "byte", index);
  if (!plain)
    return plain;
  if (plain->isScalar(ScalarType::Int))
    return callPrelude(s, "bytes_item", {numbersOf(s, bytes), *plain});
  host::Handle key = pin(s, *plain, "a part of bytes");
  return hostResult(s, s.host.apply("[]", {bytes.handle(), key}));
}

static Result compareBytes(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  return left.isStatic() && right.isStatic() ? compareConstants(s, op, left, right) : Value();
}

const Slots bytesKind = {.truth = truthByLength,
                         .length = lengthOfBytes,
                         .contains = bytesContain,
                         .iterator = iteratorOfBytes,
                         .getitem = itemOfBytes,
                         .compare = compareBytes,
                         .repr = reprOfConstant};

} // namespace lith::stage
