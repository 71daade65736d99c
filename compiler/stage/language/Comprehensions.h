// Comprehensions.h: list, set and dict comprehensions and generator expressions, each in a scope of
// its own.
#ifndef LITH_STAGE_LANGUAGE_COMPREHENSIONS_H
#define LITH_STAGE_LANGUAGE_COMPREHENSIONS_H

#include "stage/Stage.h"

namespace lith::stage {

bool runClauses(Stage &, const syntax::Node *node, size_t index, Value firstIterable,
                llvm::function_ref<bool()> body);
Result inScope(Stage &, const FunctionCode *code, Value cells, Activation *outer,
               llvm::function_ref<Result()> run);
Result evalComprehension(Stage &, const syntax::Expr *expression);

} // namespace lith::stage

#endif // LITH_STAGE_LANGUAGE_COMPREHENSIONS_H
