// Containers.h: items of values of every kind.
#ifndef LITH_STAGE_OBJECTS_CONTAINERS_H
#define LITH_STAGE_OBJECTS_CONTAINERS_H

#include "stage/Stage.h"

namespace lith::stage {

std::vector<Value> listElements(Stage &, Value list);
std::vector<std::pair<Value, Value>> dictEntries(Stage &, Value dict, bool all = false);
Value runtimeTuple(Stage &, Value elements, mlir::Value whole = {});
bool isIndex(Stage &, Value value);
std::optional<llvm::SmallVector<size_t>> sliceIndices(Stage &, Value slice, size_t size);
Result indexValue(Stage &, Value value);
Value runtimeList(Stage &, mlir::Value ssa, uint64_t element);
std::optional<size_t> findEntry(Stage &, Value dict, Value key);
bool isConstantKey(Stage &, Value key);
Value lookedUp(Stage &, Value key);
/// Whether it is one of several such instances: a look-up takes them one by one.
bool isOneOfValues(Stage &, Value key);
Result dictLookup(Stage &, Value dict, Value key);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_CONTAINERS_H
