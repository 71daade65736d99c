// ClassAttributes.h: attributes of classes, and of the objects that stand for themselves: modules,
// functions and other constants.
#ifndef LITH_STAGE_CLASSES_CLASSATTRIBUTES_H
#define LITH_STAGE_CLASSES_CLASSATTRIBUTES_H

#include "stage/Stage.h"

namespace lith::stage {

Result findClassAttribute(Stage &, Value cls, llvm::StringRef name);
Result findStaticAttribute(Stage &, Value object, llvm::StringRef name);
Result findCallableAttribute(Stage &, Value object, llvm::StringRef name);

} // namespace lith::stage

#endif // LITH_STAGE_CLASSES_CLASSATTRIBUTES_H
