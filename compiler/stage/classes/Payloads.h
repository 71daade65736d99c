// Payloads.h: the built-in value inside an instance whose class derives from a built-in one.
#ifndef LITH_STAGE_CLASSES_PAYLOADS_H
#define LITH_STAGE_CLASSES_PAYLOADS_H

#include "stage/Stage.h"

namespace lith::stage {

Value emptyPayload(Stage &, Value cls);
Result newInstance(Stage &, Value cls, const Arguments &arguments);
bool initBuiltin(Stage &, Value object, Value cls, const Arguments &arguments);

} // namespace lith::stage

#endif // LITH_STAGE_CLASSES_PAYLOADS_H
