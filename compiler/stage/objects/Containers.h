// Containers.h: items of values of every kind.
#ifndef LITH_STAGE_OBJECTS_CONTAINERS_H
#define LITH_STAGE_OBJECTS_CONTAINERS_H

#include "stage/Stage.h"

namespace lith::stage {

std::optional<llvm::SmallVector<size_t>> sliceIndices(Stage &, Value slice, size_t size);
Result indexValue(Stage &, Value value);
bool isConstantKey(Stage &, Value key);
/// Whether it is one of several such instances: a look-up takes them one by one.
bool isOneOfValues(Stage &, Value key);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_CONTAINERS_H
