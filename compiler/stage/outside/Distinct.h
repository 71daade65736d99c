// Distinct.h: outside objects that a program tells apart.
#ifndef LITH_STAGE_DISTINCT_H
#define LITH_STAGE_DISTINCT_H

#include "stage/Stage.h"

namespace lith::stage {

/// Guards that what is written or compared of outside objects is not another one of them.
void guardDistinct(Stage &s);

} // namespace lith::stage

#endif // LITH_STAGE_DISTINCT_H
