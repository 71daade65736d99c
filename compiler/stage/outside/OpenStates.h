// OpenStates.h: lists and dicts that a saved program changes, and keeps for its next call.
#ifndef LITH_STAGE_OUTSIDE_OPENSTATES_H
#define LITH_STAGE_OUTSIDE_OPENSTATES_H

#include "stage/Stage.h"

namespace lith::stage {

/// Whether the list or dict there, no argument, is one of run time from the entry on, since this
/// program or another one of its file changes it.
bool isStateContainer(Stage &, const contract::Path &path);
/// Before a write to an object is refused in a saved program: starts again with a list or dict
/// as its state, unless that has been tried.
void openState(Stage &, Value object);
/// A dict that is state, as one of run time. Null: its keys are known, or it has no types.
ObjectPtr openDict(Stage &, host::Handle dict, const contract::Path &path, Address address);
/// The number of the input that gives the container of this place, whose part `value` can take: one
/// of its kind that the program has made.
std::optional<unsigned> containerInput(Stage &, const contract::Path &path, Value before,
                                       Value value);
/// When all is staged: what containers that are state may hold then is what the next call, and
/// other programs of the file, find in them.
void noteStates(Stage &);

} // namespace lith::stage

#endif // LITH_STAGE_OUTSIDE_OPENSTATES_H
