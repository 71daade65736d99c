// Functions.h: making functions, binding arguments, and staging a body inline.
#ifndef LITH_STAGE_CALLS_FUNCTIONS_H
#define LITH_STAGE_CALLS_FUNCTIONS_H

#include "stage/Stage.h"

namespace lith::stage {

bool execFunctionDef(Stage &, const syntax::FunctionDef *definition);
Result makeFunction(Stage &, const syntax::Node *node, const syntax::Arguments *args);
Value hostFunction(Stage &, host::Handle function);
void pushFrame(Stage &, const FunctionCode &code, llvm::ArrayRef<Value> cells);
Result callFunction(Stage &, const CallableData &function, Arguments arguments);
void pushBound(Stage &, const CallableData &function, llvm::ArrayRef<Value> bound);
Result runBody(Stage &, Activation &inner);

} // namespace lith::stage

#endif // LITH_STAGE_CALLS_FUNCTIONS_H
