// Conditions.h: branching on values: if, ternary, and, or, not; and what a test says about the
// variables that it tests.
#ifndef LITH_STAGE_PATHS_CONDITIONS_H
#define LITH_STAGE_PATHS_CONDITIONS_H

#include "stage/Stage.h"

namespace lith::stage {

bool execIf(Stage &, const syntax::If *statement);
Result evalIfExp(Stage &, const syntax::IfExp *expression);
Result evalBoolOp(Stage &, const syntax::BoolOp *expression);

} // namespace lith::stage

#endif // LITH_STAGE_PATHS_CONDITIONS_H
