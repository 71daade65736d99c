// PlainTypes.h: types of the IR and of run time without parameters.
#ifndef LITH_STAGE_EMIT_PLAINTYPES_H
#define LITH_STAGE_EMIT_PLAINTYPES_H

#include "stage/Stage.h"

namespace lith::stage {

/// A type without parameters.
Type plainType(Type::Kind kind);
mlir::Type boxType(Stage &);
mlir::Type i64Type(Stage &);
mlir::Type i1Type(Stage &);
mlir::Type f64Type(Stage &);
mlir::Type strType(Stage &);
mlir::Type listType(Stage &);

} // namespace lith::stage

#endif // LITH_STAGE_EMIT_PLAINTYPES_H
