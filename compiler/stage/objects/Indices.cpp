// Indices.cpp: what stands in brackets: positions and slices.
#include "stage/objects/Indices.h"
#include "stage/Arrays.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/classes/MethodResults.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Numbers.h"
#include "stage/runtime/Records.h"

#include <algorithm>

namespace lith::stage {

static constexpr int64_t NoIndex = INT64_MIN; // a bound of a slice that is left out, at run time

bool isIndex(Stage &s, Value value) {
  return value.isScalar(ScalarType::Int) || value.isScalar(ScalarType::Bool) || s.asInt(value);
}

// The elements that a known slice names; empty when its bounds are of run time.
std::optional<llvm::SmallVector<size_t>> sliceIndices(Stage &s, Value slice, size_t size) {
  int64_t n = static_cast<int64_t>(size);
  auto elements = slice.tuple().elements;
  for (Value element : elements)
    if (!s.isNone(element) && !s.asInt(element))
      return std::nullopt;
  int64_t step = s.isNone(elements[2]) ? 1 : *s.asInt(elements[2]);
  if (step == 0)
    return std::nullopt;
  step = std::clamp<int64_t>(step, -n - 1, n + 1); // further is out of the sequence, too
  auto bound = [&](Value value, int64_t missing) {
    if (s.isNone(value))
      return missing;
    int64_t index = *s.asInt(value);
    if (index < 0)
      index += n;
    return step > 0 ? std::clamp<int64_t>(index, 0, n) : std::clamp<int64_t>(index, -1, n - 1);
  };
  int64_t start = bound(elements[0], step > 0 ? 0 : n - 1);
  int64_t stop = bound(elements[1], step > 0 ? n : -1);
  llvm::SmallVector<size_t> indices;
  for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step)
    indices.push_back(static_cast<size_t>(i));
  return indices;
}

llvm::SmallVector<mlir::Value> sliceOperands(Stage &s, Value slice) {
  llvm::SmallVector<mlir::Value> operands;
  for (Value element : slice.tuple().elements)
    operands.push_back(s.isNone(element) ? constantInt(s, NoIndex) : toInt(s, element));
  return operands;
}

bool definesIndex(Stage &s, Value value) {
  return s.find<InstanceObject>(value) &&
         (definesMethod(s, typeOf(s, value), "__index__") || isIndex(s, payloadOf(s, value)));
}

// An int of a class of the user's is its own index.
Result indexOfInstance(Stage &s, Value instance) {
  if (Value number = payloadOf(s, instance); isIndex(s, number))
    return number;
  return wholeOfMethod(s, callMethod(s, instance, "__index__", {}), "__index__");
}

// x.__index__() of a tensor or instance; else the value itself.
Result indexValue(Stage &s, Value value) {
  if (auto answer = askHost(s, Slot::Index, value, value))
    return hostResult(s, *answer);
  auto *number = s.find<InstanceObject>(value);
  bool isBoolOfNumpy = number && number->cls == builtinType(s, "numpy.bool"); // is no index
  if (!isForeign(s, value) && !isBoolOfNumpy)
    value = pythonNumber(s, value);
  if (s.isTensor(value))
    return tensorToIndex(s, value);
  return definesIndex(s, value) ? indexOfInstance(s, value) : Result(value);
}

// Bounds by `change`, but None as it is.
static Result changedBounds(Stage &s, Value slice, llvm::function_ref<Result(Value)> change) {
  llvm::SmallVector<Value> bounds;
  for (Value bound : slice.tuple().elements) {
    Result number = s.isNone(bound) ? Result(bound) : change(bound);
    if (!number)
      return number;
    bounds.push_back(*number);
  }
  return s.structure(TupleData::Form::Slice, bounds);
}

Result plainSlice(Stage &s, Value index) {
  if (!isSlice(index) ||
      llvm::none_of(index.tuple().elements, [&](Value bound) { return definesIndex(s, bound); }))
    return index;
  return changedBounds(s, index, [&](Value bound) {
    return definesIndex(s, bound) ? indexOfInstance(s, bound) : Result(bound);
  });
}

static Result boundOfSlice(Stage &s, Value bound) {
  if (isIndex(s, bound) || s.isNone(bound) || (bound.isBox() && bound.types()->isAny()))
    return bound;
  if (bound.isUnion() || bound.isBox())
    return forEachAlternative(s, bound, [&](Value one) { return boundOfSlice(s, one); });
  Result number = indexValue(s, bound);
  if (!number || isIndex(s, *number))
    return number;
  return raise(s, "TypeError",
               "slice indices must be integers or None or have an __index__ method");
}

Result sequenceIndex(Stage &s, llvm::StringRef sequence, Value index) {
  if (isSlice(index)) {
    bool isPlain = llvm::all_of(index.tuple().elements,
                                [&](Value bound) { return s.isNone(bound) || isIndex(s, bound); });
    return isPlain ? Result(index)
                   : changedBounds(s, index, [&](Value bound) { return boundOfSlice(s, bound); });
  }
  Result whole = indexValue(s, index);
  if (!whole || isIndex(s, *whole))
    return whole;
  if (isLong(s, *whole))
    return raise(s, "IndexError", "cannot fit 'int' into an index-sized integer");
  std::string name = typeName(s, *whole);
  if (sequence == "string")
    return raise(s, "TypeError", "string indices must be integers, not '" + name + "'");
  return raise(s, "TypeError", sequence + " indices must be integers or slices, not " + name);
}

} // namespace lith::stage
