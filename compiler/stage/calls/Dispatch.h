// Dispatch.h: functools.singledispatch.
#ifndef LITH_STAGE_CALLS_DISPATCH_H
#define LITH_STAGE_CALLS_DISPATCH_H

#include "stage/Stage.h"

namespace lith::stage {

/// The function that functools.singledispatch has for a class, where `function` is the `dispatch`
/// of a generic function.
std::optional<Result> dispatch(Stage &, host::Handle function, const Arguments &);

} // namespace lith::stage

#endif // LITH_STAGE_CALLS_DISPATCH_H
