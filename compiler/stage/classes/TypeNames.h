// TypeNames.h: type(x), its name, and the relations of classes.
#ifndef LITH_STAGE_CLASSES_TYPENAMES_H
#define LITH_STAGE_CLASSES_TYPENAMES_H

#include "stage/Stage.h"

namespace lith::stage {

Value builtinType(Stage &, llvm::StringRef name);
bool isClass(Stage &, Value value);
bool isException(Stage &, Value value);
std::string className(Stage &, Value cls);
std::string typeName(Stage &, Value value);
Value payloadOf(Stage &, Value value);

} // namespace lith::stage

#endif // LITH_STAGE_CLASSES_TYPENAMES_H
