// Names.h: reading, binding and deleting names.
#ifndef LITH_STAGE_LANGUAGE_NAMES_H
#define LITH_STAGE_LANGUAGE_NAMES_H

#include "stage/Stage.h"

namespace lith::stage {

Value without(Stage &, Value value, size_t index);
void setCell(Stage &, Value cell, Value value);

} // namespace lith::stage

#endif // LITH_STAGE_LANGUAGE_NAMES_H
