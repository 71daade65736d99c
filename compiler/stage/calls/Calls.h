// Calls.h: f(*args, **keywords), and what calling each kind of object does.
#ifndef LITH_STAGE_CALLS_CALLS_H
#define LITH_STAGE_CALLS_CALLS_H

#include "stage/Stage.h"

namespace lith::stage {

Result evalCall(Stage &, const syntax::Call *expression);
/// Refuses an object whose class takes the place of the operators that it is given to.
void refuseOverload(Stage &, Value argument);
/// The arguments of a partial object with those of its call, which replace keywords in their
/// places.
Arguments withPartial(const CallableData &partial, Arguments arguments);

} // namespace lith::stage

#endif // LITH_STAGE_CALLS_CALLS_H
