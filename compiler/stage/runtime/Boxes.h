// Boxes.h: abstract values as values of run time: boxing, and known containers that become runtime
// ones.
#ifndef LITH_STAGE_RUNTIME_BOXES_H
#define LITH_STAGE_RUNTIME_BOXES_H

#include "stage/Stage.h"

namespace lith::stage {

/// Tensors that are not known here may share this storage: a write to it restarts staging with
/// the fact that keeps them apart.
void markShared(Stage &, Address storage, FactKind fact, Site site);
/// A tensor that nobody reads or writes any more: what has the box alone decides of its memory.
mlir::Value boxLast(Stage &, Value tensor);
/// To be called before each write of a storage.
void beforeWrite(Stage &, Address storage);
/// A known object inside `value` that has to become one of run time before it can be boxed.
std::optional<Value> firstKnown(Stage &, Value value);
bool isRuntime(const Object &container);
/// Of runtime containers that meet.
void uniteElementTypes(Stage &, const Object &a, const Object &b);
/// Which is not one.
void requireCell(Stage &, Address storage);
bool isContainer(Stage &, Value value);
void growTypes(Stage &, TypeVariable variable, Value value);
/// What the one container holds is put into the other.
void flowTypes(Stage &, TypeVariable from, TypeVariable to);
/// The type variable of a copy of a container that is made here.
TypeVariable variableOfCopy(Stage &, TypeVariable source);
void setRuntimeEntry(Stage &, Value dict, Value key, Value element);
int64_t opaqueIndex(Stage &, host::Handle handle);
/// Its length is known only then.
bool isTupleOfRunTime(Stage &, Value value);

} // namespace lith::stage

#endif // LITH_STAGE_RUNTIME_BOXES_H
