// Ranges.h: range objects.
#ifndef LITH_STAGE_RANGES_H
#define LITH_STAGE_RANGES_H

#include "stage/Stage.h"

namespace lith::stage {

/// len(range): raises OverflowError where no int counts its numbers.
Result lengthOfRange(Stage &, Value range);

} // namespace lith::stage

#endif // LITH_STAGE_RANGES_H
