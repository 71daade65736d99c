// Attributes.h: x.name, with descriptors, properties and __getattr__, as Python's object and type
// do it.
#ifndef LITH_STAGE_CLASSES_ATTRIBUTES_H
#define LITH_STAGE_CLASSES_ATTRIBUTES_H

#include "stage/Stage.h"

namespace lith::stage {

std::string missingAttribute(Stage &, Value object, llvm::StringRef name);
Result findTensorAttribute(Stage &, Value tensor, llvm::StringRef name);
Result findBuiltinAttribute(Stage &, Value object, llvm::StringRef name);
/// The same of the built-in value inside of an object, whose class it may ask.
Result attributeInside(Stage &, Value object, Value payload, llvm::StringRef name);
/// The names of the elements of a named tuple's class, as a tuple; undefined: they have none.
Value fieldNames(Stage &, Value cls);
Value namedField(Stage &, Value object, llvm::StringRef name);
Result findInstanceAttribute(Stage &, Value object, llvm::StringRef name);
/// Whether the class of the object has a `__class__` of its own, in the place of `object`'s.
bool definesClass(Stage &, Value object);
Value instanceEntry(Stage &, Value object, llvm::StringRef name);

/// Whether one of its alternatives is that there is no value.
bool mayBeUndefined(Value value);

/// Whether the built-in type of the value has this attribute in Python.
bool isAttributeOfType(Stage &, Value object, llvm::StringRef name);

/// Refuses an attribute of an object in C whose type sees to its attributes itself by `method`, as
/// threading.local does.
void refuseOwnRule(Stage &, Value object, llvm::StringRef method);

/// Whether its type has __set__ or __delete__, so that it precedes what the instance holds.
bool isDataDescriptor(Stage &, Value value);

} // namespace lith::stage

#endif // LITH_STAGE_CLASSES_ATTRIBUTES_H
