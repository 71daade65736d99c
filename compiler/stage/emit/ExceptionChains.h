// ExceptionChains.h: causes and contexts of exceptions, and the way out of handlers.
#ifndef LITH_STAGE_EMIT_EXCEPTIONCHAINS_H
#define LITH_STAGE_EMIT_EXCEPTIONCHAINS_H

#include "stage/Stage.h"

namespace lith::stage {

/// An exception that is raised now has the one being handled as its context.
void setContext(Stage &, Value exception);
/// exception.__context__ = context
void setContext(Stage &, Value exception, Value context);

/// The same of one that an operation raised, unless something that it called has set it.
void setContextOfCaught(Stage &, mlir::Value exception);

/// Where operations in a handler go that raise and are not caught.
mlir::Block *blockThatLeaves(Stage &);

/// Sets the cause and the context of what has been made of a known exception.
void setLinks(Stage &, mlir::Value made, Value exception);

} // namespace lith::stage

#endif // LITH_STAGE_EMIT_EXCEPTIONCHAINS_H
