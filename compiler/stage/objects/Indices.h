// Indices.h: what stands in brackets: positions and slices.
#ifndef LITH_STAGE_INDICES_H
#define LITH_STAGE_INDICES_H

#include "stage/Stage.h"

namespace lith::stage {

/// A sequence position that is known, with negative ones counted from the end.
inline std::optional<size_t> position(int64_t index, size_t size) {
  if (index < 0)
    index += static_cast<int64_t>(size);
  if (index < 0 || index >= static_cast<int64_t>(size))
    return std::nullopt;
  return static_cast<size_t>(index);
}

inline bool isSlice(Value value) {
  return value.isTuple() && value.tuple().form == TupleData::Form::Slice;
}

/// Whether it is an instance whose class has `__index__`.
bool definesIndex(Stage &, Value value);
/// x.__index__() of such an instance.
Result indexOfInstance(Stage &, Value instance);
/// x.__index__() of a tensor, a number of NumPy or an instance; another value as it is.
Result indexValue(Stage &, Value value);
/// A slice whose bounds are ints or None where `__index__` of instances gives them; another index
/// as it is. Empty: `__index__` raised.
Result plainSlice(Stage &, Value index);
/// An int, or a slice of ints and None, for a sequence of Python, by the name that TypeError gives
/// it where the index is another.
Result sequenceIndex(Stage &, llvm::StringRef sequence, Value index);
/// The bounds of a slice, as functions of run time take them.
llvm::SmallVector<mlir::Value> sliceOperands(Stage &, Value slice);

} // namespace lith::stage

#endif // LITH_STAGE_INDICES_H
