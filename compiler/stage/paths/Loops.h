// Loops.h: a loop of the program, to a fixed point.
#ifndef LITH_STAGE_PATHS_LOOPS_H
#define LITH_STAGE_PATHS_LOOPS_H

#include "stage/Stage.h"

namespace lith::stage {

enum class LoopEnd { Done, Dead, LostPrecision, Fills };

LoopEnd runLoop(Stage &, Site site, bool unrollable, llvm::function_ref<bool(Edges &)> trip,
                Edges &exhausted, bool peelable = false);
bool hasOneOutcome(Stage &, const syntax::Expr *test);

} // namespace lith::stage

#endif // LITH_STAGE_PATHS_LOOPS_H
