// Exceptions.h: raise, and exceptions as values: an Instance that the program made, or an SSA
// !lith.exception that an operation raised.
#ifndef LITH_STAGE_CLASSES_EXCEPTIONS_H
#define LITH_STAGE_CLASSES_EXCEPTIONS_H

#include "stage/Stage.h"

namespace lith::stage {

Result raiseValue(Stage &, Value exception);
Result knownExceptionAttribute(Stage &, Value exception, llvm::StringRef name);
Result raiseClass(Stage &, llvm::StringRef exceptionClass, llvm::ArrayRef<Value> arguments);
Result raiseInstance(Stage &, Value cls, llvm::ArrayRef<Value> arguments,
                     std::vector<std::pair<llvm::StringRef, Value>> attributes = {});
bool execRaise(Stage &, const syntax::Raise *statement);
Result exceptionMatches(Stage &, Value exception, Value cls);
Result exceptionAttribute(Stage &, Value exception, llvm::StringRef name);
Result exceptionStr(Stage &, Value exception);
/// exception.args = value; false: the path ended.
bool setArguments(Stage &, Value exception, Value value);
/// exception.__cause__ = value, or __context__; the same.
bool setLink(Stage &, Value exception, llvm::StringRef name, Value value);

} // namespace lith::stage

#endif // LITH_STAGE_CLASSES_EXCEPTIONS_H
