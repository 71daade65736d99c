// Objects.cpp: tensor objects and reference counts.

#include "codegen/host/FunctionEmitter.h"

using namespace mlir;
using namespace lith::codegen;

static void emitDim(Emitter &emitter, Operation *op) {
  auto dim = cast<lith::ir::DimOp>(op);
  emitter.set(dim, emitter.sizeOf(emitter.get(dim.getOperand()), dim.getDim()));
}

/// The same object under another type.
static void emitForward(Emitter &emitter, Operation *op) {
  emitter.set(op->getResult(0), emitter.get(op->getOperand(0)));
}

static void emitNewStorage(Emitter &emitter, Operation *op) {
  emitter.set(op->getResult(0), emitter.callRuntime("tensor_own", emitter.get(op->getOperand(0))));
  emitter.exitIfRaised(op);
}

static void emitLoad(Emitter &emitter, Operation *op) {
  llvm::Value *storage = emitter.get(op->getOperand(0));
  if (cast<lith::ir::LoadOp>(op).getAlias()) {
    emitter.set(op->getResult(0), storage);
    return;
  }
  emitter.set(op->getResult(0), emitter.callRuntime("tensor_clone", storage));
  emitter.exitIfRaised(op);
}

static void emitRetain(Emitter &emitter, Operation *op) {
  Value object = op->getOperand(0);
  emitter.retain(emitter.get(object), object.getType());
}

static void emitRelease(Emitter &emitter, Operation *op) {
  Value object = op->getOperand(0);
  emitter.release(emitter.get(object), object.getType());
}

static void emitReleaseOthers(Emitter &base, Operation *op) {
  static_cast<FunctionEmitter &>(base).releaseOthers(op->getOperands());
}

void lith::codegen::addObjectHandlers(HandlerTable &handlers) {
  handlers[lith::ir::DimOp::getOperationName()] = emitDim;
  handlers[lith::ir::RefineOp::getOperationName()] = emitForward;
  handlers[lith::ir::NewStorageOp::getOperationName()] = emitNewStorage;
  handlers[lith::ir::LoadOp::getOperationName()] = emitLoad;
  handlers[lith::ir::RetainOp::getOperationName()] = emitRetain;
  handlers[lith::ir::ReleaseOp::getOperationName()] = emitRelease;
  handlers[lith::ir::ReleaseOthersOp::getOperationName()] = emitReleaseOthers;
}
