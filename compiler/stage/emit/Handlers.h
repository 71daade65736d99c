// Handlers.h: which exceptions a `try` may take.
#ifndef LITH_STAGE_EMIT_HANDLERS_H
#define LITH_STAGE_EMIT_HANDLERS_H

#include "stage/Stage.h"

namespace lith::stage {

/// Where what the operation raises may be handled first.
Raising wayOfRaise(Stage &, mlir::Operation *op);
Raising wayOfRaise(Stage &, Value exception);
/// Whether the exception is certainly no instance of the class.
bool neverMatches(Stage &, Value exception, Value cls);

/// The handlers of a `try`, where all of them name built-in classes.
std::optional<Handlers> handlersOf(Stage &stage, const syntax::Try *statement);

} // namespace lith::stage

#endif // LITH_STAGE_EMIT_HANDLERS_H
