// Constants.cpp: numbers are immediates, the rest is read from the program's tables.

#include "codegen/host/FunctionEmitter.h"

#include <lith/abi.h>

using namespace mlir;
using namespace lith::codegen;

static void emitConstant(Emitter &base, Operation *op) {
  auto &emitter = static_cast<FunctionEmitter &>(base);
  auto constant = cast<lith::ir::ConstantOp>(op);
  Attribute value = constant.getValue();
  llvm::IRBuilder<> &b = emitter.b;
  llvm::Value *result;
  if (auto integer = dyn_cast<IntegerAttr>(value))
    result =
        llvm::ConstantInt::get(emitter.type(constant.getType()), integer.getValue().getZExtValue());
  else if (auto real = dyn_cast<FloatAttr>(value))
    result = llvm::ConstantFP::get(b.getDoubleTy(), real.getValue());
  else if (auto text = dyn_cast<StringAttr>(value))
    result =
        emitter.unbox(emitter.constant(emitter.program.stringConstant(text)), constant.getType());
  else if (auto parts = dyn_cast<DenseF64ArrayAttr>(value))
    result = emitter.unbox(emitter.constant(emitter.program.complexConstant(parts[0], parts[1])),
                           constant.getType());
  else if (auto place = dyn_cast<LocationAttr>(value))
    result = b.getInt64(emitter.program.location(place));
  else
    result = emitter.makeBox(b.getInt64(LITH_NONE), b.getInt64(0));
  emitter.set(constant, result);
}

template <typename Op> static void emitTensor(Emitter &base, Operation *op) {
  auto &emitter = static_cast<FunctionEmitter &>(base);
  auto constant = cast<Op>(op);
  emitter.set(constant, emitter.unbox(emitter.constant(constant.getIndex()), constant.getType()));
}

static void emitOpaque(Emitter &base, Operation *op) {
  auto &emitter = static_cast<FunctionEmitter &>(base);
  int64_t index = cast<lith::ir::OpaqueOp>(op).getIndex();
  emitter.set(op->getResult(0),
              emitter.makeBox(emitter.b.getInt64(LITH_OPAQUE), emitter.b.getInt64(index)));
}

static void emitState(Emitter &base, Operation *op) {
  auto &emitter = static_cast<FunctionEmitter &>(base);
  llvm::IRBuilder<> &b = emitter.b;
  llvm::Value *at =
      b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), emitter.context(), offsetof(lith_ctx, state));
  llvm::Type *boxType = emitter.program.boxType;
  llvm::Value *entry = b.CreateConstInBoundsGEP1_64(boxType, b.CreateLoad(b.getPtrTy(), at),
                                                    cast<lith::ir::StateOp>(op).getIndex());
  emitter.set(op->getResult(0),
              emitter.unbox(b.CreateLoad(boxType, entry), op->getResult(0).getType()));
}

static void emitData(Emitter &emitter, Operation *op) {
  emitter.set(op->getResult(0), emitter.data(cast<lith::ir::DataOp>(op).getBytes()));
}

static void emitFunctionPointer(Emitter &base, Operation *op) {
  auto &emitter = static_cast<FunctionEmitter &>(base);
  auto pointer = cast<lith::ir::FunctionPointerOp>(op);
  auto module = op->getParentOfType<ModuleOp>();
  auto callee = module.lookupSymbol<func::FuncOp>(pointer.getCallee());
  emitter.set(pointer, emitter.program.function(callee));
}

void lith::codegen::addConstantHandlers(HandlerTable &handlers) {
  handlers[lith::ir::ConstantOp::getOperationName()] = emitConstant;
  handlers[lith::ir::ConstTensorOp::getOperationName()] = emitTensor<lith::ir::ConstTensorOp>;
  handlers[lith::ir::PackedTensorOp::getOperationName()] = emitTensor<lith::ir::PackedTensorOp>;
  handlers[lith::ir::OpaqueOp::getOperationName()] = emitOpaque;
  handlers[lith::ir::StateOp::getOperationName()] = emitState;
  handlers[lith::ir::DataOp::getOperationName()] = emitData;
  handlers[lith::ir::FunctionPointerOp::getOperationName()] = emitFunctionPointer;
}
