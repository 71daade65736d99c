// Comparisons.h: comparison and identity of values of every kind.
#ifndef LITH_STAGE_OBJECTS_COMPARISONS_H
#define LITH_STAGE_OBJECTS_COMPARISONS_H

#include "stage/Stage.h"

namespace lith::stage {

Result compareNumbers(Stage &, syntax::CmpOperator op, Value left, Value right);
Result sameElements(Stage &, llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_COMPARISONS_H
