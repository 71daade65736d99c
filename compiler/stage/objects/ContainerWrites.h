// ContainerWrites.h: lists that grow, and dicts updated.
#ifndef LITH_STAGE_OBJECTS_CONTAINERWRITES_H
#define LITH_STAGE_OBJECTS_CONTAINERWRITES_H

#include "stage/Stage.h"

namespace lith::stage {

bool extend(Stage &, Value list, Value other);
Result checkHashable(Stage &, Value key);

/// The method `keys`, which makes a mapping of an object; undefined where `hasattr` finds none.
Result keysMethod(Stage &, Value value);
/// Gives a dict the entries of a mapping that is no dict, or whose `__iter__` is the user's, by
/// `keys` and `__getitem__`; false: the path ended; none: it is no such mapping.
std::optional<bool> updateByKeys(Stage &, Value dict, Value source);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_CONTAINERWRITES_H
