// ContainerWrites.h: x[i] = value, del x[i], and dicts updated.
#ifndef LITH_STAGE_OBJECTS_CONTAINERWRITES_H
#define LITH_STAGE_OBJECTS_CONTAINERWRITES_H

#include "stage/Stage.h"

namespace lith::stage {

void append(Stage &, Value list, Value element);
bool extend(Stage &, Value list, Value other);
Result checkHashable(Stage &, Value key);
bool updateDict(Stage &, Value dict, Value other);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_CONTAINERWRITES_H
