// Paths.h: paths that part and meet; what the other rooms ask of paths/.
#ifndef LITH_STAGE_PATHS_H
#define LITH_STAGE_PATHS_H

#include "stage/Stage.h"

namespace lith::stage {

/// Continues in a new block after all edges (one edge continues as it is); `extra` receives the
/// joined values that travelled along. False: there was no edge.
bool join(Stage &, Edges &&edges, llvm::SmallVectorImpl<Value> &extra);
bool join(Stage &, Edges &&edges);
void splitUnion(Stage &, Value value, llvm::function_ref<void(size_t, Value)> arm);
void condition(Stage &, const syntax::Expr *test, Edges &whenTrue, Edges &whenFalse);
/// Runs `run` for each alternative of a union or box, as an arm of its own, and joins the
/// results; for any other value just runs it.
Result forEachAlternative(Stage &, Value value, llvm::function_ref<Result(Value)> run);
/// if condition: yes else: no, where condition is a Static or Scalar bool; joins the results.
Result choose(Stage &, Value condition, llvm::function_ref<Result()> yes,
              llvm::function_ref<Result()> no);
void truncateFrames(Edges &edges, size_t count);

// --- generators that a path leaves or holds

/// Whether the way to the `yield` where it goes on leads through the statement that is being
/// staged.
bool isResuming(Stage &stage);
bool leadsInto(Stage &stage, syntax::Seq<syntax::Stmt *> body);
/// Refuses one that is dropped while it may stand there.
void checkForgotten(Stage &stage, const Object &object);
/// The objects that a value refers to (Suspension.cpp).
void addReferences(Value value, llvm::SmallVectorImpl<Address> &into);
void checkEnded(Stage &stage);

} // namespace lith::stage

#endif // LITH_STAGE_PATHS_H
