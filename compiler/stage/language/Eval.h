// Eval.h: dispatch of expressions, and the simple ones.
#ifndef LITH_STAGE_LANGUAGE_EVAL_H
#define LITH_STAGE_LANGUAGE_EVAL_H

#include "stage/Stage.h"

namespace lith::stage {

Result evalConstant(Stage &, const syntax::ConstantValue &constant);
bool evalElements(Stage &, syntax::Seq<syntax::Expr *> expressions, std::vector<Value> &out,
                  Value &runtime);

} // namespace lith::stage

#endif // LITH_STAGE_LANGUAGE_EVAL_H
