// Managers.h: managers that only put ambient values back, as torch.no_grad does. What is raised in
// their `with` goes past it, to where it is handled, so that nothing in it needs a way to a
// handler.
#ifndef LITH_STAGE_EMIT_MANAGERS_H
#define LITH_STAGE_EMIT_MANAGERS_H

#include "stage/Stage.h"

namespace lith::stage {

/// Whether the record of its `__exit__` says so.
bool onlyRestores(Stage &, const Manager &);
/// Leaves the managers on the way of an exception, on the current path.
void leaveManagers(Stage &, const Raising &way);
/// The same in `state`, where each is left as it was the last time; else false.
bool leaveAsBefore(const Raising &way, State &state);

} // namespace lith::stage

#endif // LITH_STAGE_EMIT_MANAGERS_H
