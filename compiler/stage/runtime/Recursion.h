// Recursion.h: functions that are called in the program, where most are staged
// inline: those that call themselves on conditions of run time.
//
// Their arguments, the variables of their closures and their results are values of
// run time; what each may be is a type variable, as for containers. A body is
// staged once, on a heap that only has what existed before the call.
#ifndef LITH_STAGE_RECURSION_H
#define LITH_STAGE_RECURSION_H

#include "stage/Stage.h"

namespace lith::stage {

bool isProgramFunction(Stage &, const FunctionCode &code);
/// Records that calls of this function are calls of the program; staging restarts.
void makeProgramFunction(Stage &, const FunctionCode &code);
/// Calls it with one value per parameter.
Result callProgramFunction(Stage &, const CallableData &function, llvm::ArrayRef<Value> bound);
/// The function that is called with `count` values of these types each.
mlir::func::FuncOp programFunction(Stage &, const CallableData &function,
                                   llvm::ArrayRef<const TypeSet *> types);
/// At the end: inputs of the program that a function reads become its parameters.
void passCaptured(Stage &);

} // namespace lith::stage

#endif // LITH_STAGE_RECURSION_H
