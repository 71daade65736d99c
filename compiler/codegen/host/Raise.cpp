// Raise.cpp: checks, pending exceptions and the way out of a function.
//
// An uncaught exception leaves through cold code: its location is added to the
// traceback, what the function owns is released, the caller sees ctx->pending.

#include "codegen/host/FunctionEmitter.h"

#include "llvm/IR/MDBuilder.h"

#include <lith/objects.h>

using namespace mlir;
using namespace lith::codegen;

llvm::Value *FunctionEmitter::isRaised() {
  static_assert(offsetof(lith_ctx, pending) == 0);
  return b.CreateIsNotNull(b.CreateLoad(b.getPtrTy(), context()));
}

llvm::MDNode *lith::codegen::unlikely(llvm::LLVMContext &context) {
  return llvm::MDBuilder(context).createBranchWeights(1, 1 << 20);
}

void FunctionEmitter::exitIfRaised(Operation *op) {
  auto *cold = llvm::BasicBlock::Create(b.getContext(), "", function);
  auto *next = llvm::BasicBlock::Create(b.getContext(), "", function);
  b.CreateCondBr(isRaised(), cold, next, unlikely(b.getContext()));
  b.SetInsertPoint(cold);
  leave(op);
  b.SetInsertPoint(next);
}

void FunctionEmitter::raiseIf(llvm::Value *condition, Operation *op,
                              llvm::function_ref<void()> raise, llvm::StringRef key) {
  auto *cold = llvm::BasicBlock::Create(b.getContext(), "", function);
  auto *next = llvm::BasicBlock::Create(b.getContext(), "", function);
  b.CreateCondBr(condition, cold, next, unlikely(b.getContext()));
  b.SetInsertPoint(cold);
  bool isHandled = op->getNextNode() && isa<ir::RaisedOp>(op->getNextNode());
  Block *handler = catcherOf(op);
  if (isHandled && !handler) {
    raise();
    b.CreateBr(next); // which asks
  } else {
    noteLocation(op);
    if (key.empty())
      raise();
    b.CreateBr(sharedExit(handler, key, raise));
  }
  b.SetInsertPoint(next);
}

void FunctionEmitter::noteLocation(Operation *op) {
  if (!location)
    location = slot(b.getInt64Ty(), 1);
  // Volatile, so that it stays in memory: a register would be merged from thousands of places.
  b.CreateStore(b.getInt64(program.location(op->getLoc())), location, /*isVolatile=*/true);
}

void FunctionEmitter::leave(Operation *op) {
  noteLocation(op);
  b.CreateBr(sharedExit(nullptr, "", nullptr));
}

llvm::BasicBlock *FunctionEmitter::sharedExit(Block *handler, llvm::StringRef key,
                                              llvm::function_ref<void()> raise) {
  OwnedChain::Node node = handler ? 0 : owned.node();
  llvm::BasicBlock *&known = sharedExits[{handler, node, llvm::CachedHashStringRef(key)}];
  if (known)
    return known;
  llvm::IRBuilder<>::InsertPointGuard guard(b);
  llvm::BasicBlock *block = known = llvm::BasicBlock::Create(b.getContext(), "", function);
  b.SetInsertPoint(block);
  if (!key.empty()) {
    raise();
    b.CreateBr(sharedExit(handler, "", nullptr));
  } else {
    callRuntime("traceback", b.CreateLoad(b.getInt64Ty(), location));
    b.CreateBr(handler ? blocks[handler] : exitBlock(node));
  }
  return block;
}

void FunctionEmitter::returnRaised() {
  if (isEntry)
    b.CreateRet(b.getInt32(1));
  else if (function->getReturnType()->isVoidTy())
    b.CreateRetVoid();
  else
    b.CreateRet(llvm::Constant::getNullValue(function->getReturnType()));
}

llvm::BasicBlock *FunctionEmitter::exitBlock(OwnedChain::Node node) {
  llvm::BasicBlock *&known = exits[node];
  if (known)
    return known;
  llvm::IRBuilder<>::InsertPointGuard guard(b);
  // Newest first, down to a block that exists; written in this order, without recursion.
  llvm::BasicBlock *first = known = llvm::BasicBlock::Create(b.getContext(), "", function);
  if (isLong)
    return first; // written when all homes are known
  while (true) {
    b.SetInsertPoint(exits[node]);
    if (!node)
      break;
    Value value = owned.valueOf(node);
    release(get(value), value.getType());
    node = owned.parentOf(node);
    llvm::BasicBlock *&next = exits[node];
    bool exists = next != nullptr;
    if (!exists)
      next = llvm::BasicBlock::Create(b.getContext(), "", function);
    b.CreateBr(next);
    if (exists)
      return first;
  }
  returnRaised();
  return first;
}

void FunctionEmitter::raiseFormat(llvm::StringRef exception, llvm::StringRef message,
                                  llvm::ArrayRef<llvm::Value *> arguments) {
  int id = ir::exceptionClass(exception);
  assert(id >= 0 && "verified");
  llvm::Value *text = b.CreateExtractValue(constant(program.stringConstant(message)), 1);
  callRuntime("raise_format", {b.getInt64(id), b.CreateIntToPtr(text, b.getPtrTy()),
                               b.getInt64(arguments.size()), array(arguments)});
}

static void emitCheck(Emitter &base, Operation *op) {
  auto &emitter = static_cast<FunctionEmitter &>(base);
  auto check = cast<lith::ir::CheckOp>(op);
  std::string key =
      check.getArgs().empty() ? (check.getException() + check.getMessage()).str() : "";
  auto raise = [&] {
    llvm::SmallVector<llvm::Value *> arguments;
    for (Value argument : check.getArgs())
      arguments.push_back(emitter.box(emitter.get(argument), argument.getType()));
    emitter.raiseFormat(check.getException(), check.getMessage(), arguments);
  };
  emitter.raiseIf(emitter.b.CreateNot(emitter.get(check.getCondition())), op, raise, key);
}

// An exception that was raised before keeps the place where that was.
void FunctionEmitter::raise(ir::RaiseOp op) {
  if (!location)
    location = slot(b.getInt64Ty(), 1);
  llvm::Value *place =
      callRuntime("raise_at", {get(op.getException()), b.getInt64(program.location(op.getLoc()))});
  b.CreateStore(place, location, /*isVolatile=*/true);
  b.CreateBr(sharedExit(nullptr, "", nullptr));
}

// The number that the host changes when a signal comes is read in each trip, and nothing else done.
static void emitPoll(Emitter &base, Operation *op) {
  auto &emitter = static_cast<FunctionEmitter &>(base);
  auto &b = emitter.b;
  llvm::LLVMContext &context = b.getContext();
  llvm::Function *function = b.GetInsertBlock()->getParent();
  auto *cold = llvm::BasicBlock::Create(context, "", function);
  auto *next = llvm::BasicBlock::Create(context, "", function);
  llvm::Value *place =
      b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), emitter.context(), offsetof(lith_ctx, signals));
  llvm::Value *signals =
      b.CreateLoad(b.getInt32Ty(), b.CreateLoad(b.getPtrTy(), place), /*isVolatile=*/true);
  b.CreateCondBr(b.CreateIsNotNull(signals), cold, next, unlikely(context));
  b.SetInsertPoint(cold);
  emitter.callRuntime("check_signals", {});
  emitter.exitIfRaised(op);
  b.CreateBr(next);
  b.SetInsertPoint(next);
}

void lith::codegen::addRaiseHandlers(HandlerTable &handlers) {
  handlers[lith::ir::CheckOp::getOperationName()] = emitCheck;
  handlers[lith::ir::PollOp::getOperationName()] = emitPoll;
}
