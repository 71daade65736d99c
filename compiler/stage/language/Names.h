// Names.h: reading, binding and deleting names.
#ifndef LITH_STAGE_LANGUAGE_NAMES_H
#define LITH_STAGE_LANGUAGE_NAMES_H

#include "stage/Stage.h"

namespace lith::stage {

Result defined(Stage &, Value value, llvm::function_ref<void()> missing);
Value without(Stage &, Value value, size_t index);
Value cellContents(Stage &, Value cell);
void setCell(Stage &, Value cell, Value value);

} // namespace lith::stage

#endif // LITH_STAGE_LANGUAGE_NAMES_H
