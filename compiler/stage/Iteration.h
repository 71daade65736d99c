// Iteration.h: iterators that have a file of their own.
#ifndef LITH_STAGE_ITERATION_H
#define LITH_STAGE_ITERATION_H

#include "stage/Impl.h"

namespace lith::stage {

/// The next result of iter(function, sentinel); paths that have met the sentinel go to `exhausted`.
Result nextOfSentinel(Stage &, Value iterator, Edges &exhausted);

} // namespace lith::stage

#endif // LITH_STAGE_ITERATION_H
