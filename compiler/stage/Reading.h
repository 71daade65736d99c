// Reading.h: what is read of objects that existed before the call, by the way Python looks it up.
// Each of these notes the guards of all that the look-up passed: what was found, and that nothing
// was where it would have been found first.
#ifndef LITH_STAGE_READING_H
#define LITH_STAGE_READING_H

#include "stage/Stage.h"

namespace lith::stage {

// --- classes

/// The classes of a class's method resolution order, itself first.
llvm::ArrayRef<Value> mroOf(Stage &, Value cls);
/// What the class itself has under the name, as the program has set it or as it was before the
/// call; its bases are not asked. Undefined: nothing.
Value hostClassEntry(Stage &, host::Handle cls, llvm::StringRef name);
/// As it was before the call.
Value initialClassEntry(Stage &, host::Handle cls, llvm::StringRef name);
/// The names that the class itself has.
std::vector<host::Handle> classNames(Stage &, host::Handle cls);
Value metaclassOf(Stage &, host::Handle cls);
/// type(object) of an object that stands for itself.
Value classOf(Stage &, host::Handle object);
/// Whether the class itself has an entry of the name.
bool hasClassEntry(Stage &, host::Handle cls, llvm::StringRef name);

// --- modules, functions and instances

/// What the object's own namespace has under the name; undefined: nothing.
Value namespaceEntry(Stage &, host::Handle object, llvm::StringRef name);
/// The names in an instance's own namespace, in order.
std::vector<llvm::StringRef> attributeNames(Stage &, Address instance);
/// A C-level attribute of an object that stands for itself; undefined: it has none.
Value slotOf(Stage &, host::Handle object, llvm::StringRef name);
/// The code of a function with its defaults.
host::FunctionInfo functionParts(Stage &, host::Handle function);
/// What a keyword-only parameter of the function has by default; undefined: nothing.
Value keywordDefault(Stage &, host::Handle function, const host::Parameter &parameter);
/// Keywords of a functools.partial, in order.
std::vector<std::pair<llvm::StringRef, Value>> partialKeywords(Stage &, host::Handle partial);

} // namespace lith::stage

#endif // LITH_STAGE_READING_H
