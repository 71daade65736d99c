// Trace.h: LITH_TRACE=stage, a line on the error output for each thing that staging finds out:
// attempts, facts, why it starts again, guards, trips of unrolled loops.
//
// Who writes a line asks `s.traces` first, so that nothing is paid for a trace that nobody reads.
#ifndef LITH_STAGE_EMIT_TRACE_H
#define LITH_STAGE_EMIT_TRACE_H

#include "contract/Guard.h"
#include "stage/Stage.h"

namespace lith::stage {

/// Whether `stage` is one of the words of the environment's LITH_TRACE, divided by commas.
bool isTraced();
/// Writes "file:line: text", with the user's line that is being staged.
void trace(Stage &, const llvm::Twine &text);
void traceGuard(Stage &, const contract::Guard &guard);
/// The user's line and columns of an operation; none: it has no line of a file.
std::optional<std::pair<std::string, diag::Range>> placeOf(mlir::LocationAttr at);
/// "file:line" of the same; empty: there is none.
std::string lineOf(mlir::LocationAttr at);

} // namespace lith::stage

#endif // LITH_STAGE_EMIT_TRACE_H
