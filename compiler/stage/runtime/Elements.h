// Elements.h: elements that go into containers of run time, and come out.
#ifndef LITH_STAGE_RUNTIME_ELEMENTS_H
#define LITH_STAGE_RUNTIME_ELEMENTS_H

#include "stage/Stage.h"

namespace lith::stage {

/// An element read from a runtime container whose elements are described by `variable`.
Value elementOf(Stage &, mlir::Value box, TypeVariable variable);
/// To be called before `value` is put into a runtime container: its boxed form.
mlir::Value elementFor(Stage &, Value value, TypeVariable variable);
/// A list that run time makes here, with elements of these types.
Value newRuntimeList(Stage &, mlir::Value list, const TypeSet *elements);

} // namespace lith::stage

#endif // LITH_STAGE_RUNTIME_ELEMENTS_H
