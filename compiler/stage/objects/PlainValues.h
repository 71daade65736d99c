// PlainValues.h: texts and numbers of classes that derive from str, int, float or complex, where
// code in C takes a text or a number.
#ifndef LITH_STAGE_OBJECTS_PLAINVALUES_H
#define LITH_STAGE_OBJECTS_PLAINVALUES_H

#include "stage/Stage.h"

namespace lith::stage {

/// The text or number inside an instance, as of a member of an IntEnum, also where it is one of
/// several; any other value as it is.
Result plainValue(Stage &, Value value);
/// The same of each argument, and of what tuples and known lists among them hold. False: the
/// path ended.
bool makePlain(Stage &, Arguments &arguments);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_PLAINVALUES_H
