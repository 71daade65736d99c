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
/// The built-in value inside an instance that stands for itself, as of a member of an IntEnum;
/// undefined: there is none.
Value valueInside(Stage &, host::Handle instance);
/// Whether the class itself has an entry of the name.
bool hasClassEntry(Stage &, host::Handle cls, llvm::StringRef name);

// --- modules, functions and instances

/// The __dict__ of a module or function, as what is written to.
Value namespaceOf(Stage &, host::Handle object);
/// What the object's own namespace has under the name; undefined: nothing.
Value namespaceEntry(Stage &, host::Handle object, llvm::StringRef name);
/// The names in an instance's own namespace, in order.
std::vector<llvm::StringRef> attributeNames(Stage &, Address instance);
/// A C-level attribute of an object that stands for itself; undefined: it has none.
Value slotOf(Stage &, host::Handle object, llvm::StringRef name);
/// The same of one that has an address.
Value slotOfObject(Stage &, Address object, llvm::StringRef name);
/// Whether what a function of torch calls inside is what torch came with, from now on.
bool isAsShipped(Stage &, host::Handle function);
/// What a weak reference refers to, as it is at each call.
Value referentOf(Stage &, host::Handle weak);
/// The code of a function with its defaults.
host::FunctionInfo functionParts(Stage &, host::Handle function);
/// What the function closes over under one of these names; undefined: nothing.
Value closureValue(Stage &, const host::FunctionInfo &function,
                   llvm::ArrayRef<llvm::StringRef> names);
/// What a keyword-only parameter of the function has by default; undefined: nothing.
Value keywordDefault(Stage &, host::Handle function, const host::Parameter &parameter);
/// The module `name` of a package that has it as no attribute; null: it was not imported.
host::Handle innerModule(Stage &, host::Handle package, llvm::StringRef name);
/// Keywords of a functools.partial, in order.
std::vector<std::pair<llvm::StringRef, Value>> partialKeywords(Stage &, host::Handle partial);

// --- what the compiler asks on its own account

/// A class or function of the interpreter or of a library, by the dotted name that the compiler
/// knows it by; null: it was not imported. Not for what a program looks up.
host::Handle lookup(Stage &, llvm::StringRef dottedName);
/// Whether the host is Python 3.`minor` or a later one, whose exceptions have other words.
bool isPython(Stage &, int minor);
/// A C-level attribute that never changes: of a class's layout, a code object, a dtype, a number of
/// NumPy; null: there is none.
host::Handle fixedSlot(Stage &, host::Handle object, llvm::StringRef name);
/// Calls a function of the pure or trusted table (the caller has checked) on constants.
host::Outcome runInHost(Stage &, host::Handle callable, const std::vector<host::Handle> &args,
                        const std::vector<std::pair<std::string, host::Handle>> &keywords = {});
/// The elements of a list, tuple or set that `runInHost` made, which nobody else has.
std::vector<host::Handle> madeElements(Stage &, host::Handle made);
std::vector<std::pair<host::Handle, host::Handle>> madeEntries(Stage &, host::Handle dict);
/// A tensor that `runInHost` made.
host::TensorInfo madeTensor(Stage &, host::Handle tensor);

} // namespace lith::stage

#endif // LITH_STAGE_READING_H
