// FunctionWrites.h: functions that the program makes, in attributes of outside objects.
#ifndef LITH_STAGE_FUNCTIONWRITES_H
#define LITH_STAGE_FUNCTIONWRITES_H

#include "stage/Stage.h"

namespace lith::stage {

/// The object that stands for a method of an outside object; null for another value.
host::Handle methodHandle(Stage &stage, Value value);

/// Refuses a value that is about to be written to an outside object and is, or may hold, a function
/// that Python has no object for.
void checkHasObject(Stage &stage, Value value);

/// Whether the write of an attribute is not one of the host: of such a function, or of what such a
/// function had replaced.
bool keepsFunction(Stage &stage, Value object, llvm::StringRef name, Value value);

/// At the end of the program: refuses it where such a function stays in an attribute.
void checkFunctionsReplaced(Stage &stage);

} // namespace lith::stage

#endif // LITH_STAGE_FUNCTIONWRITES_H
