// Conditions.h: branching on values: if, ternary, and, or, not; and what a test says about the
// variables that it tests.
#ifndef LITH_STAGE_PATHS_CONDITIONS_H
#define LITH_STAGE_PATHS_CONDITIONS_H

#include "stage/Stage.h"

namespace lith::stage {

/// Runs `run` for each alternative of a union or box, as an arm of its own, and joins the
/// results; for any other value just runs it.
Result forEachAlternative(Stage &, Value value, llvm::function_ref<Result(Value)> run);
/// if condition: yes else: no, where condition is a Static or Scalar bool; joins the results.
Result choose(Stage &, Value condition, llvm::function_ref<Result()> yes,
              llvm::function_ref<Result()> no);
void splitUnion(Stage &, Value value, llvm::function_ref<void(size_t, Value)> arm);
void condition(Stage &, const syntax::Expr *test, Edges &whenTrue, Edges &whenFalse);
bool execIf(Stage &, const syntax::If *statement);
Result evalIfExp(Stage &, const syntax::IfExp *expression);
Result evalBoolOp(Stage &, const syntax::BoolOp *expression);

} // namespace lith::stage

#endif // LITH_STAGE_PATHS_CONDITIONS_H
