// MethodResults.h: special methods of the user's, and what they may give where Python asks for a
// class.
#ifndef LITH_STAGE_CLASSES_METHODRESULTS_H
#define LITH_STAGE_CLASSES_METHODRESULTS_H

#include "stage/Stage.h"

namespace lith::stage {

/// A special method of a value, as built-in functions look for it: `__getattr__` is not asked.
Result specialMethod(Stage &, Value value, llvm::StringRef name);
/// What a special method gave, where that has to be of a built-in type: of another one, TypeError
/// with the message for its name.
Result resultOfMethod(Stage &, Result given, llvm::StringRef type,
                      llvm::function_ref<std::string(llvm::StringRef)> message);
/// The same of `__int__` and `__index__`: an int, no bool.
Result wholeOfMethod(Stage &, Result given, llvm::StringRef method);
/// The same of `__str__` and `__repr__`.
Result textOfMethod(Stage &, Result given, llvm::StringRef method);

} // namespace lith::stage

#endif // LITH_STAGE_CLASSES_METHODRESULTS_H
