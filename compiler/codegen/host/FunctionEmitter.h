// FunctionEmitter.h: one function of the IR, written as LLVM IR.
//
// Blocks are visited in reverse post-order, so that definitions come before uses;
// block arguments become phis, filled in at the end. Beside the code the emitter
// follows which counted values are owned at each point: an exception that leaves
// the function releases exactly those, through chains of cold blocks that are
// shared by all places with the same owned values.
#ifndef LITH_CODEGEN_HOST_FUNCTIONEMITTER_H
#define LITH_CODEGEN_HOST_FUNCTIONEMITTER_H

#include "codegen/host/Owned.h"
#include "codegen/host/ProgramEmitter.h"

#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/MapVector.h"

#include <map>

namespace lith::codegen {

class FunctionEmitter final : public Emitter {
public:
  /// With `isEntry`, the function gets the signature lith_entry: arguments are unboxed on entry,
  /// results boxed on return.
  FunctionEmitter(ProgramEmitter &program, mlir::func::FuncOp source, llvm::Function *function,
                  bool isEntry);
  void run();

  ProgramEmitter &program;

  llvm::Value *get(mlir::Value value) override;
  void set(mlir::Value value, llvm::Value *llvm) override { values[value] = llvm; }
  llvm::Type *type(mlir::Type type) override { return program.type(type); }
  llvm::Value *context() override { return function->getArg(0); }
  llvm::Value *callRuntime(llvm::StringRef name, llvm::ArrayRef<llvm::Value *> arguments) override;
  void exitIfRaised(mlir::Operation *op) override;
  void retain(llvm::Value *value, mlir::Type type) override;
  void release(llvm::Value *value, mlir::Type type) override;
  /// Releases what is owned but these values.
  void releaseOthers(mlir::ValueRange kept);
  llvm::AllocaInst *slot(llvm::Type *type, unsigned count) override;
  llvm::Value *array(llvm::ArrayRef<llvm::Value *> values) override;
  llvm::Constant *data(llvm::StringRef bytes) override { return program.data(bytes); }

  llvm::Value *callFunction(llvm::Function *callee, llvm::ArrayRef<llvm::Value *> arguments);

  // --- boxes
  llvm::Value *makeBox(llvm::Value *tag, llvm::Value *bits);
  llvm::Value *box(llvm::Value *value, mlir::Type type);
  llvm::Value *unbox(llvm::Value *box, mlir::Type type);
  llvm::Value *constant(int64_t index); ///< ctx->constants[index], a box

  // --- raising
  llvm::Value *isRaised();
  /// A cold block in which `raise` sets an exception, entered when `condition` holds; the code goes
  /// on where it does not. `op` is the operation that raises. A `raise` that always writes the same
  /// gives a `key` by which it is shared.
  void raiseIf(llvm::Value *condition, mlir::Operation *op, llvm::function_ref<void()> raise,
               llvm::StringRef key = "");
  /// Raises a built-in exception; its arguments are boxes.
  void raiseFormat(llvm::StringRef exception, llvm::StringRef message,
                   llvm::ArrayRef<llvm::Value *> arguments);
  /// Leaves the function with the pending exception; `op` adds its location.
  void leave(mlir::Operation *op);
  /// Leaves the function with this exception.
  void raise(ir::RaiseOp op);

private:
  void emitBlock(mlir::Block *block);
  void emitOperation(mlir::Operation &op);
  void emitTerminator(mlir::Operation &op);
  void emitReturn(mlir::func::ReturnOp op);
  void enter();
  /// The LLVM block to jump to for this edge; records the arguments for the phis.
  llvm::BasicBlock *edge(mlir::Block *target, mlir::ValueRange arguments, bool isShared);
  void noteLocation(mlir::Operation *op);
  /// Cold code that, with a key, raises, adds the location and goes to the handler or, where that
  /// is null, leaves.
  llvm::BasicBlock *sharedExit(mlir::Block *handler, llvm::StringRef key,
                               llvm::function_ref<void()> raise);
  /// Where what the operation raises goes in this function, where nothing else is done before.
  mlir::Block *catcherOf(mlir::Operation *op);
  mlir::Block *sameWay(mlir::Block *way);
  /// Whether the branch only asks for what was raised; then it is written.
  bool emitTest(mlir::cf::CondBranchOp branch);
  llvm::BasicBlock *exitBlock(OwnedChain::Node node);
  void returnRaised();
  void own(mlir::Value value);
  void disown(mlir::Value value);
  void storeHome(mlir::Value value, bool isOwned);
  /// Releases what is in the homes, but in these words.
  void releaseHomes(llvm::ArrayRef<int32_t> kept);
  void finishHomes();

  const mlir::func::FuncOp source;
  llvm::Function *const function;
  const bool isEntry;
  llvm::IRBuilder<> builder;
  llvm::DenseMap<mlir::Value, llvm::Value *> values;
  llvm::DenseMap<mlir::Block *, llvm::BasicBlock *> blocks;
  struct Edge {
    llvm::BasicBlock *from;
    mlir::Block *to;
    llvm::SmallVector<llvm::Value *, 4> arguments;
  };
  std::vector<Edge> edges;

  OwnedChain owned; ///< at the current point
  llvm::DenseMap<mlir::Block *, OwnedChain::State> ownedAt;
  llvm::DenseMap<OwnedChain::Node, llvm::BasicBlock *> exits; ///< release all that is owned
  llvm::DenseMap<std::tuple<mlir::Block *, OwnedChain::Node, llvm::CachedHashStringRef>,
                 llvm::BasicBlock *>
      sharedExits;
  std::map<std::vector<const void *>, mlir::Block *> ways; ///< to handlers, by what they do
  llvm::AllocaInst *location = nullptr; ///< where an exception leaves the function
  mlir::Operation *current = nullptr;

  /// A function with many operations notes in memory what it owns, and has one exit: registers that
  /// are needed by thousands of exits, and exits for thousands of states, take too long to compile.
  bool isLong = false;
  llvm::AllocaInst *homes = nullptr; ///< eight-byte words, null where nothing is owned
  unsigned homeWords = 0;
  llvm::SmallVector<llvm::CallInst *> homeReleases; ///< get the homes when all are known
  llvm::MapVector<std::pair<mlir::Value, unsigned>, unsigned> homeOf; ///< and which reference to it

  llvm::AllocaInst *scratch = nullptr; ///< what array() hands out: eight-byte words
  unsigned scratchWords = 0, scratchUsed = 0;
};

/// Of a branch to cold code.
llvm::MDNode *unlikely(llvm::LLVMContext &context);

} // namespace lith::codegen

#endif // LITH_CODEGEN_HOST_FUNCTIONEMITTER_H
