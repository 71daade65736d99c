// Ambient.h: values that calls inherit without naming them: grad mode, default dtype, autocast.
#ifndef LITH_STAGE_OUTSIDE_AMBIENT_H
#define LITH_STAGE_OUTSIDE_AMBIENT_H

#include "stage/Stage.h"

namespace lith::stage {

void setAmbient(Stage &, llvm::StringRef name, Value value);
/// Refuses, where the program ends, what it leaves to those who come after the call.
void checkAmbientRestored(Stage &);

} // namespace lith::stage

#endif // LITH_STAGE_OUTSIDE_AMBIENT_H
