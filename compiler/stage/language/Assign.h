// Assign.h: binding and deleting targets: names, attributes, items, unpacking.
#ifndef LITH_STAGE_LANGUAGE_ASSIGN_H
#define LITH_STAGE_LANGUAGE_ASSIGN_H

#include "stage/Stage.h"

namespace lith::stage {

bool execAssign(Stage &, const syntax::Assign *statement);
bool execAugAssign(Stage &, const syntax::AugAssign *statement);
bool deleteTarget(Stage &, const syntax::Expr *target);

} // namespace lith::stage

#endif // LITH_STAGE_LANGUAGE_ASSIGN_H
