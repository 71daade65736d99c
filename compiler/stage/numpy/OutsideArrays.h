// OutsideArrays.h: arrays of NumPy that existed before the call.
#ifndef LITH_STAGE_NUMPY_OUTSIDEARRAYS_H
#define LITH_STAGE_NUMPY_OUTSIDEARRAYS_H

#include "stage/Stage.h"

namespace lith::stage {

void registerOutsideArrays(Registry &registry);

} // namespace lith::stage

#endif // LITH_STAGE_NUMPY_OUTSIDEARRAYS_H
