// GeneratorBody.h: what a generator runs.
#ifndef LITH_STAGE_MODEL_GENERATORBODY_H
#define LITH_STAGE_MODEL_GENERATORBODY_H

#include "stage/model/Values.h"
#include "syntax/Ast.h"

namespace lith::stage {

/// What a generator object runs: a function, or a generator expression. Its sources are the slots
/// of the frame, what is held where it stopped (GeneratorRun::held) and what it returned; of an
/// expression the cells and the first iterable.
struct GeneratorBody {
  const syntax::Expr *expression = nullptr;
  const FunctionCode *code = nullptr;
  Value globals, ownerClass;
  Site site{}; ///< where the generator was made
  bool operator==(const GeneratorBody &) const = default;
};

} // namespace lith::stage

#endif // LITH_STAGE_MODEL_GENERATORBODY_H
