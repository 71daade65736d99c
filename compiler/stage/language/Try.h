// Try.h: try statements, and operations of the evaluator that catch what Python code raises.
#ifndef LITH_STAGE_LANGUAGE_TRY_H
#define LITH_STAGE_LANGUAGE_TRY_H

#include "stage/Stage.h"

namespace lith::stage {

bool execTry(Stage &, const syntax::Try *statement);

} // namespace lith::stage

#endif // LITH_STAGE_LANGUAGE_TRY_H
