// TypeNames.h: type(x), its name, and the relations of classes.
#ifndef LITH_STAGE_CLASSES_TYPENAMES_H
#define LITH_STAGE_CLASSES_TYPENAMES_H

#include "stage/Protocols.h"

namespace lith::stage {

/// The built-in value inside an instance of a subclass of a built-in type; else the value itself.
/// An exception is none: its arguments are no value that it stands for.
Value payloadOf(Stage &, Value value);

/// An iterator or getter of the library whose class in Python is not the one that `typeOf` gives:
/// generators and functions of the prelude stand for it, or it is over what decides.
bool isOfLibrary(Stage &, Value value);

/// A built-in class by name; null: the host has none.
inline host::Handle builtinClass(Stage &s, llvm::StringRef name) {
  Value cls = builtinType(s, name);
  return cls.isStatic() ? cls.handle() : nullptr;
}

} // namespace lith::stage

#endif // LITH_STAGE_CLASSES_TYPENAMES_H
