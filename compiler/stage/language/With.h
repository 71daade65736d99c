// With.h: with, ways out of a block that run something first, and generators as managers.
#ifndef LITH_STAGE_LANGUAGE_WITH_H
#define LITH_STAGE_LANGUAGE_WITH_H

#include "stage/Stage.h"

namespace lith::stage {

bool guarded(Stage &, llvm::function_ref<bool()> body, llvm::function_ref<Result(Value)> leave,
             Value manager = {}, Manager *restores = nullptr);
bool execWith(Stage &, const syntax::With *statement, size_t index);

} // namespace lith::stage

#endif // LITH_STAGE_LANGUAGE_WITH_H
