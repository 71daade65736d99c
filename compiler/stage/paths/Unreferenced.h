// Unreferenced.h: containers that nothing refers to any more, where paths meet.
#ifndef LITH_STAGE_UNREFERENCED_H
#define LITH_STAGE_UNREFERENCED_H

#include "stage/Stage.h"

namespace lith::stage {

/// Takes the lists, dicts and sets of known form away in which these paths differ and to which no
/// variable and no object of theirs refers: a list that grew in a `try` need not become one of run
/// time on each way to a handler that does not read it. To be called between statements, where the
/// activation's `heldBefore` holds.
void forgetUnreferenced(Stage &stage, Edges &edges);

} // namespace lith::stage

#endif // LITH_STAGE_UNREFERENCED_H
