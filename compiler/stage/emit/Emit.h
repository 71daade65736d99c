// Emit.h: operations at the end of the current path.
#ifndef LITH_STAGE_EMIT_EMIT_H
#define LITH_STAGE_EMIT_EMIT_H

#include "stage/Stage.h"

namespace lith::stage {

mlir::Value constantInt(Stage &, int64_t value);
mlir::Value constantFloat(Stage &, double value);
mlir::Value constantBool(Stage &, bool value);
/// A number or string as an SSA value of this type, converted from its static value; int to float
/// and bool to int where Python's arithmetic does so. The value must be of a type that allows it.
mlir::Value toInt(Stage &, Value value);
mlir::Value toFloat(Stage &, Value value);
mlir::Value toBool(Stage &, Value value);
mlir::Value toStr(Stage &, Value value);
/// Calls a runtime function of functions.def. In a `try` what it raises goes to the handler, so
/// null means that the path ended; without a result type the result is not to be used.
mlir::Value rt(Stage &, llvm::StringRef callee, mlir::ValueRange operands, mlir::Type result = {});
/// The same for a function that never raises.
mlir::Value rtPlain(Stage &, llvm::StringRef callee, mlir::ValueRange operands,
                    mlir::Type result = {});
/// The same for an operation that calls the runtime, by its name and by its class.
mlir::Value callRuntime(Stage &, llvm::StringRef operation, mlir::ValueRange operands,
                        mlir::Type result);
template <typename Op> mlir::Value rt(Stage &s, mlir::ValueRange operands, mlir::Type result = {}) {
  return callRuntime(s, Op::getOperationName(), operands, result);
}
/// To be called right after building an operation that may raise.
void mayRaise(Stage &);
/// Raises when `condition` is false; false: it always is, the path ended. {0} ... are operands.
bool check(Stage &, mlir::Value condition, llvm::StringRef exception, llvm::StringRef message,
           llvm::ArrayRef<Value> operands = {});
mlir::Block *newBlock(Stage &);
/// Forks `state`.
void branch(Stage &, mlir::Value condition, State &whenTrue, State &whenFalse);

} // namespace lith::stage

#endif // LITH_STAGE_EMIT_EMIT_H
