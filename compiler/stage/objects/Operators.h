// Operators.h: arithmetic of numbers of run time, tensors and containers, and the user's __add__
// and the like.
#ifndef LITH_STAGE_OBJECTS_OPERATORS_H
#define LITH_STAGE_OBJECTS_OPERATORS_H

#include "stage/Stage.h"

namespace lith::stage {

bool isNumber(Stage &, Value value);
bool isString(Stage &, Value value);
Result unsupportedOperands(Stage &, llvm::StringRef symbol, Value left, Value right);
Result userBinary(Stage &, llvm::StringRef method, llvm::StringRef reflected,
                  llvm::StringRef inPlace, Value left, Value right, bool isInPlace);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_OPERATORS_H
