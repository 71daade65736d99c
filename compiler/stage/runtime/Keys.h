// Keys.h: keys of dicts and elements of sets whose equality is known when compiling.
#ifndef LITH_STAGE_KEYS_H
#define LITH_STAGE_KEYS_H

#include "stage/Stage.h"

namespace lith::stage {

/// Whether the objects of its class are equal only to themselves.
bool comparesByIdentity(Stage &stage, Value object);

/// Whether methods of the user's say which keys of the class, a subclass of tuple, are equal.
bool hasOwnEquality(Stage &, Value cls);
/// Whether the class derives from a built-in one of constants, as str.
bool derivesFromValue(Stage &stage, host::Handle cls);
/// And its instances compare and hash as the value inside them, as members of IntEnum do.
bool comparesAsValue(Stage &stage, host::Handle cls);

/// Whether a key of a known container is this one; both are such that it is known. The identity of
/// an object that an argument is gets guarded.
bool sameKey(Stage &stage, Value known, Value key);

/// Whether the key and all keys of the dict are members of one enum, each equal to itself only.
bool isMemberAmongMembers(Stage &stage, Value dict, Value key);

/// Notes what of these types, of keys of run time, has `__eq__` or `__hash__` of the user's.
void noteKeyMethods(Stage &stage, const TypeSet *types);
/// At the end: the functions that hash and compare such keys.
void stageKeyMethods(Stage &stage);

} // namespace lith::stage

#endif // LITH_STAGE_KEYS_H
