// Descriptors.h: class attributes that act when they are read.
#ifndef LITH_STAGE_DESCRIPTORS_H
#define LITH_STAGE_DESCRIPTORS_H

#include "stage/Stage.h"

namespace lith::stage {

/// `fromkeys`, which makes an instance of the class that it is asked of.
bool isFromKeys(Stage &, Value function);

/// What a staticmethod or classmethod that the program made has of its function; undefined:
/// nothing.
Result attributeOfWrapped(Stage &, Value object, llvm::StringRef name);

Result bindAttribute(Stage &, Value attribute, Value object, Value cls);

} // namespace lith::stage

#endif // LITH_STAGE_DESCRIPTORS_H
