// Texts.h: str(x), repr(x), format(x, spec).
#ifndef LITH_STAGE_OBJECTS_TEXTS_H
#define LITH_STAGE_OBJECTS_TEXTS_H

#include "stage/Stage.h"

namespace lith::stage {

/// What BaseException.__repr__ gives.
Result exceptionRepr(Stage &, Value exception);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_TEXTS_H
