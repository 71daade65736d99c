// Calls.h: f(*args, **keywords), and what calling each kind of object does.
#ifndef LITH_STAGE_CALLS_CALLS_H
#define LITH_STAGE_CALLS_CALLS_H

#include "stage/Stage.h"

namespace lith::stage {

Result evalCall(Stage &, const syntax::Call *expression);
Result callPrimitive(Stage &, const Primitive &primitive, Arguments arguments);
Value partialOf(Stage &, host::Handle handle);
Result callHost(Stage &, Value callee, Arguments arguments);
Result hostResult(Stage &, const host::Outcome &outcome);
Value ofFresh(Stage &, host::Handle handle);
bool areConstants(Stage &, const Arguments &arguments);

} // namespace lith::stage

#endif // LITH_STAGE_CALLS_CALLS_H
