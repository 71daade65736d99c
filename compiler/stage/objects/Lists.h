// Lists.h: what lists and tuples of run time share (kinds/List.cpp).
#ifndef LITH_STAGE_OBJECTS_LISTS_H
#define LITH_STAGE_OBJECTS_LISTS_H

#include "stage/Stage.h"

namespace lith::stage {

Result lengthOfList(Stage &, Value list);
/// Of a list or a tuple of run time.
Result itemOfList(Stage &, Value list, Value index);
Result listContains(Stage &, Value list, Value item);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_LISTS_H
