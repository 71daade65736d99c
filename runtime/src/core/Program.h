// Program.h: what the runtime asks of the tables of the running program.
#ifndef LITH_CORE_PROGRAM_H
#define LITH_CORE_PROGRAM_H

#include "core/Context.h"

#include <lith/objects.h>
#include <lith/program.h>

namespace lith {

/// Name of a built-in exception class or a class of the program.
const char *className(lith_ctx *ctx, int classId);
/// Its name without the module.
const char *shortClassName(lith_ctx *ctx, int classId);
/// The name of a field of a class of the program; empty when it has no such field.
std::string_view fieldName(lith_ctx *ctx, int classId, int64_t index);
/// issubclass(derived, base).
bool isSubclass(lith_ctx *ctx, int derived, int base);
/// Index of a field of the class's records; -1: none.
int fieldIndex(lith_ctx *ctx, int classId, std::string_view name);
const char *opaqueTypeName(lith_ctx *ctx, int64_t index);
std::string_view opaqueRepr(lith_ctx *ctx, int64_t index);

} // namespace lith

#endif // LITH_CORE_PROGRAM_H
