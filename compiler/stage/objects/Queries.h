// Queries.h: bool(x), len(x), x in y.
#ifndef LITH_STAGE_OBJECTS_QUERIES_H
#define LITH_STAGE_OBJECTS_QUERIES_H

#include "stage/Stage.h"

namespace lith::stage {

Result anyEqual(Stage &, llvm::ArrayRef<Value> elements, Value item);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_QUERIES_H
