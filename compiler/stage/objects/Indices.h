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

/// Whether it is an instance whose class has `__index__` (Containers.cpp).
bool definesIndex(Stage &, Value value);
/// x.__index__() of such an instance.
Result indexOfInstance(Stage &, Value instance);
/// A slice whose bounds are ints or None where `__index__` of instances gives them; another index
/// as it is (Containers.cpp). Empty: `__index__` raised.
Result plainSlice(Stage &, Value index);
/// bytes[index] of constant bytes (ContainerOperators.cpp).
Result bytesItem(Stage &, Value bytes, Value index);

} // namespace lith::stage

#endif // LITH_STAGE_INDICES_H
