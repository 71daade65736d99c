// Calls.h: f(*args, **keywords), and what calling each kind of object does.
#ifndef LITH_STAGE_CALLS_CALLS_H
#define LITH_STAGE_CALLS_CALLS_H

#include "stage/Stage.h"

namespace lith::stage {

Result evalCall(Stage &, const syntax::Call *expression);
/// The arguments of a partial object with those of its call, which replace keywords in their
/// places.
Arguments withPartial(const CallableData &partial, Arguments arguments);

} // namespace lith::stage

#endif // LITH_STAGE_CALLS_CALLS_H
