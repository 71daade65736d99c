// Dataclasses.h: instances of dataclasses: what a generated __init__ does.
#ifndef LITH_STAGE_CLASSES_DATACLASSES_H
#define LITH_STAGE_CLASSES_DATACLASSES_H

#include "stage/Stage.h"

namespace lith::stage {

std::optional<Value> dataclassFields(Stage &, Value cls);
bool initDataclass(Stage &, Value object, Value cls, const Arguments &arguments);

} // namespace lith::stage

#endif // LITH_STAGE_CLASSES_DATACLASSES_H
