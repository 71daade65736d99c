// MethodArguments.h: what methods of built-in classes may be called with.
#ifndef LITH_STAGE_CALLS_METHODARGUMENTS_H
#define LITH_STAGE_CALLS_METHODARGUMENTS_H

#include "stage/Stage.h"

namespace lith::stage {

/// A method of a built-in class called through the class, as in `str.lower(x)`, takes instances of
/// it, and a slot as many arguments as it has; false: TypeError was raised.
bool fitsMethod(Stage &, Value method, const Arguments &arguments);
/// Whether a primitive that is a slot of a built-in class, as `int.__neg__`, takes that many
/// arguments, `self` among them, by the signature that it has; false: TypeError was raised.
bool fitsSlot(Stage &, const Primitive &, const Arguments &arguments);

} // namespace lith::stage

#endif // LITH_STAGE_CALLS_METHODARGUMENTS_H
