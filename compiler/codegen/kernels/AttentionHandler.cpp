// AttentionHandler.cpp: lith.attention, whose mask may be missing.
#include "codegen/kernels/Handlers.h"
#include "ops/TensorOps.h"

using namespace lith::codegen;

static void emitAttention(Emitter &emitter, mlir::Operation *op) {
  auto attention = mlir::cast<lith::ir::AttentionOp>(op);
  llvm::Value *mask = attention.getMask() ? emitter.get(attention.getMask())
                                          : llvm::ConstantPointerNull::get(emitter.b.getPtrTy());
  emitter.set(op->getResult(0),
              emitter.callRuntime("attention", {emitter.get(attention.getQuery()),
                                                emitter.get(attention.getKey()),
                                                emitter.get(attention.getValue()), mask,
                                                emitter.get(attention.getScale()),
                                                emitter.b.getInt1(attention.getCausal())}));
}

void lith::codegen::addAttentionHandlers(HandlerTable &handlers) {
  handlers[lith::ir::AttentionOp::getOperationName()] = emitAttention;
}
