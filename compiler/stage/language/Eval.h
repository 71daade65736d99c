// Eval.h: dispatch of expressions, and the simple ones.
#ifndef LITH_STAGE_LANGUAGE_EVAL_H
#define LITH_STAGE_LANGUAGE_EVAL_H

#include "stage/Stage.h"

namespace lith::stage {

Result evalConstant(Stage &, const syntax::ConstantValue &constant);

} // namespace lith::stage

#endif // LITH_STAGE_LANGUAGE_EVAL_H
