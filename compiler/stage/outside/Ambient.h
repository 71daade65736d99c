// Ambient.h: values that calls inherit without naming them: grad mode, default dtype, autocast.
#ifndef LITH_STAGE_OUTSIDE_AMBIENT_H
#define LITH_STAGE_OUTSIDE_AMBIENT_H

#include "stage/Stage.h"

namespace lith::stage {

/// The value on this path; that of before the call under a guard.
Value ambient(Stage &, llvm::StringRef name);
void setAmbient(Stage &, llvm::StringRef name, Value value);

} // namespace lith::stage

#endif // LITH_STAGE_OUTSIDE_AMBIENT_H
