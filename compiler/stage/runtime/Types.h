// Types.h: boxes to values and back, by type.
#ifndef LITH_STAGE_RUNTIME_TYPES_H
#define LITH_STAGE_RUNTIME_TYPES_H

#include "stage/Stage.h"
#include "stage/model/Types.h"

namespace lith::stage {

/// A box that holds lists in `depth` levels, with elements of one type.
Value nestedLists(Stage &, mlir::Value box, int64_t depth, Type element);

/// A type without parts.
Type simpleType(Type::Kind kind);
const TypeSet *typeSet(Stage &, llvm::ArrayRef<Type> types);
const TypeSet *typesOf(Stage &, Value value);
/// A precise value where one type remains.
Value unbox(Stage &, mlir::Value box, const TypeSet *types);
/// Like forEachAlternative for a box: tests its tag, dtype and rank.
Result forEachType(Stage &, Value box, llvm::function_ref<Result(Value)> run);

} // namespace lith::stage

#endif // LITH_STAGE_RUNTIME_TYPES_H
