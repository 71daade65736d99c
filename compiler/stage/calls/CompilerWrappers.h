// CompilerWrappers.h: functions that another compiler has wrapped.
#ifndef LITH_STAGE_CALLS_COMPILERWRAPPERS_H
#define LITH_STAGE_CALLS_COMPILERWRAPPERS_H

#include "stage/Stage.h"

namespace lith::stage {

/// What torch.compile or torch.compiler.disable made this callee of, or a step of an optimizer;
/// undefined: none.
Value behindCompiler(Stage &, host::Handle callee);

} // namespace lith::stage

#endif // LITH_STAGE_CALLS_COMPILERWRAPPERS_H
