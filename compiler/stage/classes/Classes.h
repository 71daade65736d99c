// Classes.h: making instances, class statements and super().
#ifndef LITH_STAGE_CLASSES_CLASSES_H
#define LITH_STAGE_CLASSES_CLASSES_H

#include "stage/Stage.h"

namespace lith::stage {

Result instantiate(Stage &, Value cls, Arguments arguments, bool byMetaclass = false);
/// Whether the value is a class that existed before the call, of another class than `type`.
bool hasMetaclass(Stage &, Value cls);
/// Whether a class keeps an attribute in a slot, by what it has under the name.
bool isMemberDescriptor(Stage &, Value entry);
Value metaMethod(Stage &, Value cls, llvm::StringRef name);
Value tupleMethod(Stage &, Value value, llvm::StringRef name);
/// A special method of a tensor's class that somebody has replaced, under guard; undefined: it is
/// PyTorch's, or the code is the prelude's, which means that.
Value tensorMethod(Stage &, Value value, llvm::StringRef name);
/// What somebody has put in the place of a method of a class of PyTorch, under guard; undefined: it
/// is PyTorch's.
Value methodInPlace(Stage &, Value cls, llvm::StringRef name);
bool callSpecial(Stage &, const syntax::Call *expression, Result &result);
Result makeSuper(Stage &, Value cls, Value self);
Result findSuperAttribute(Stage &, Value object, llvm::StringRef name);
/// Undefined: it has none of this name. Nothing: `__getattr__` has to be called.
std::optional<Value> moduleEntry(Stage &, Value object, llvm::StringRef name);
Result attributesDict(Stage &, Value object, bool withSlots = false);

} // namespace lith::stage

#endif // LITH_STAGE_CLASSES_CLASSES_H
