// Imports.h: modules by name.
#ifndef LITH_STAGE_IMPORTS_H
#define LITH_STAGE_IMPORTS_H

#include "stage/Stage.h"

namespace lith::stage {

/// The module, which is imported where nobody has done so; an outcome with neither value nor
/// exception: a host that cannot import.
host::Outcome importedModule(Stage &, const std::string &dotted);

bool execImport(Stage &, const syntax::Stmt *statement);

} // namespace lith::stage

#endif // LITH_STAGE_IMPORTS_H
