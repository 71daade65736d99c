// Emitter.h: what the handler of an operation needs to write LLVM IR for it.
//
// The host program is written block by block, operation by operation; a table
// gives the handler for each operation's name. Operations without one become
// runtime calls (see ir/README.md). Kernels register theirs in addKernelHandlers.
//
// Ownership at run time: a handler gives an owned reference for each counted
// result. Operands are borrowed, except those for which ir::consumes holds: those
// the handler must pass on, reuse or release.
//
// Raising: after an operation for which ir::mayRaise holds, the emitter tests for
// a pending exception itself. A handler that calls something which may raise in
// between (an allocation) calls exitIfRaised after it.
#ifndef LITH_CODEGEN_EMITTER_H
#define LITH_CODEGEN_EMITTER_H

#include "ir/Dialect.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace llvm {
class TargetMachine;
}

namespace lith::codegen {

class Emitter {
public:
  virtual ~Emitter() = default;

  llvm::IRBuilder<> &b; ///< stands where the operation's code goes
  llvm::Module &module;
  const llvm::TargetMachine &target;

  // --- values
  /// Numbers are i64, double and i1; counted values pointers; a box {i64 tag, i64 bits}.
  virtual llvm::Value *get(mlir::Value value) = 0;
  virtual void set(mlir::Value value, llvm::Value *llvm) = 0;
  virtual llvm::Type *type(mlir::Type type) = 0;
  /// The call's lith_ctx*.
  virtual llvm::Value *context() = 0;

  // --- calls
  /// Calls lith_rt_<name>(ctx, arguments...) as the table declares it, with C-level arguments (a
  /// count and a pointer for each array, i1 for bools). Gives the result as an SSA value, null for
  /// none.
  virtual llvm::Value *callRuntime(llvm::StringRef name,
                                   llvm::ArrayRef<llvm::Value *> arguments) = 0;
  /// Leaves the function, or goes to the handler of `op`, when an exception is pending.
  virtual void exitIfRaised(mlir::Operation *op) = 0;
  virtual void retain(llvm::Value *value, mlir::Type type) = 0;
  virtual void release(llvm::Value *value, mlir::Type type) = 0;

  // --- memory
  /// A slot in the function's frame, made once at its entry; reused by nothing else.
  virtual llvm::AllocaInst *slot(llvm::Type *type, unsigned count = 1) = 0;
  /// A frame slot that holds these values (all of one type).
  virtual llvm::Value *array(llvm::ArrayRef<llvm::Value *> values) = 0;
  /// Constant bytes of the object, zero-terminated.
  virtual llvm::Constant *data(llvm::StringRef bytes) = 0;

  // --- fields of a lith_tensor*
  llvm::Value *dataOf(llvm::Value *tensor);
  llvm::Value *sizeOf(llvm::Value *tensor, unsigned dim);
  llvm::Value *strideOf(llvm::Value *tensor, unsigned dim);
  /// i64 const* of all sizes, and of all strides.
  llvm::Value *sizesOf(llvm::Value *tensor);
  llvm::Value *stridesOf(llvm::Value *tensor);

  /// Functions that handlers have written into the module, by a key of their structure.
  llvm::StringMap<llvm::Function *> &kernels;

protected:
  Emitter(llvm::IRBuilder<> &builder, llvm::Module &module, const llvm::TargetMachine &target,
          llvm::StringMap<llvm::Function *> &kernels)
      : b(builder), module(module), target(target), kernels(kernels) {}
};

/// Writes the code of one operation and sets its results.
using Handler = void (*)(Emitter &emitter, mlir::Operation *op);
using HandlerTable = llvm::StringMap<Handler>;

/// codegen/kernels: lith.group and the heavy tensor operators.
void addKernelHandlers(HandlerTable &handlers);

} // namespace lith::codegen

#endif // LITH_CODEGEN_EMITTER_H
