// Dicts.h: what dicts and instances around a dict share (kinds/Dict.cpp).
#ifndef LITH_STAGE_OBJECTS_DICTS_H
#define LITH_STAGE_OBJECTS_DICTS_H

#include "stage/Stage.h"

namespace lith::stage {

/// Whether it is a view of a dict through which nobody writes, `types.MappingProxyType`.
bool isMappingProxy(Stage &, Value value);
/// dict[key], where `owner` is the instance around the dict, or the dict: its class's `__missing__`
/// is called for a key that is not there.
Result itemOfDict(Stage &, Value dict, Value key, Value owner);
/// instance[index] by the built-in value inside, one of several perhaps.
Result itemInside(Stage &, Value instance, Value payload, Value index);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_DICTS_H
