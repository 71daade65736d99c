// Distinct.h: outside objects that a program tells apart.
#ifndef LITH_STAGE_DISTINCT_H
#define LITH_STAGE_DISTINCT_H

#include "stage/Stage.h"

namespace lith::stage {

/// Whether a runtime form of this outside container becomes its contents when the call ends: in a
/// saved program only what the caller passes is there.
bool isMirrored(Stage &s, Address container);

/// Guards that what is written or compared of outside objects is not another one of them.
void guardDistinct(Stage &s);

} // namespace lith::stage

#endif // LITH_STAGE_DISTINCT_H
