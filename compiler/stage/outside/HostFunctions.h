// HostFunctions.h: calls of the host's functions on constants.
#ifndef LITH_STAGE_OUTSIDE_HOSTFUNCTIONS_H
#define LITH_STAGE_OUTSIDE_HOSTFUNCTIONS_H

#include "stage/Stage.h"

namespace lith::stage {

/// Calls a built-in callable of the host (by dotted name, such as "builtins.str.upper") on
/// constants; an exception that it raises is raised in the program.
Result callHost(Stage &, host::Handle callable, llvm::ArrayRef<Value> args,
                llvm::ArrayRef<std::pair<llvm::StringRef, Value>> keywords = {});

/// `pin` of what a function of the host reads. A text of the caller's that was another one in eight
/// programs is refused.
host::Handle pinForHost(Stage &, Value value, std::string_view reader);

/// Refuses what NumPy would warn of or raise in each call, as `np.errstate` around it says: the
/// host computes where such a thing always raises.
void checkSilent(Stage &, const host::Outcome &outcome, llvm::StringRef what);

} // namespace lith::stage

#endif // LITH_STAGE_OUTSIDE_HOSTFUNCTIONS_H
