// Boxes.cpp: values with their tags. Boxing changes no reference count: a box is
// another form of the reference that it was made of.

#include "codegen/host/FunctionEmitter.h"

#include <lith/abi.h>

using namespace mlir;
using namespace lith::codegen;

llvm::Value *FunctionEmitter::makeBox(llvm::Value *tag, llvm::Value *bits) {
  llvm::Value *box = llvm::PoisonValue::get(program.boxType);
  return b.CreateInsertValue(b.CreateInsertValue(box, tag, 0), bits, 1);
}

llvm::Value *FunctionEmitter::box(llvm::Value *value, Type type) {
  int tag = ir::tagOf(type);
  if (tag < 0)
    return value;
  llvm::Type *word = b.getInt64Ty();
  llvm::Value *kind = b.getInt64(tag);
  if (value->getType()->isPointerTy()) // what only other paths make is null
    kind = b.CreateSelect(b.CreateIsNull(value), b.getInt64(LITH_NULL), kind);
  llvm::Value *bits = value->getType()->isPointerTy()  ? b.CreatePtrToInt(value, word)
                      : value->getType()->isDoubleTy() ? b.CreateBitCast(value, word)
                                                       : b.CreateZExtOrTrunc(value, word);
  return makeBox(kind, bits);
}

llvm::Value *FunctionEmitter::unbox(llvm::Value *box, Type type) {
  if (isa<ir::BoxType>(type))
    return box;
  llvm::Value *bits = b.CreateExtractValue(box, 1);
  llvm::Type *target = this->type(type);
  return target->isPointerTy()  ? b.CreateIntToPtr(bits, target)
         : target->isDoubleTy() ? b.CreateBitCast(bits, target)
                                : b.CreateTrunc(bits, target);
}

llvm::Value *FunctionEmitter::constant(int64_t index) {
  llvm::Value *at =
      b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), context(), offsetof(lith_ctx, constants));
  llvm::Value *table = b.CreateLoad(b.getPtrTy(), at);
  return b.CreateLoad(program.boxType, b.CreateConstInBoundsGEP1_64(program.boxType, table, index));
}

static FunctionEmitter &host(Emitter &emitter) { return static_cast<FunctionEmitter &>(emitter); }

static void emitBox(Emitter &emitter, Operation *op) {
  Value operand = op->getOperand(0);
  emitter.set(op->getResult(0), host(emitter).box(emitter.get(operand), operand.getType()));
}

static void emitUnbox(Emitter &emitter, Operation *op) {
  llvm::Value *box = emitter.get(op->getOperand(0));
  emitter.set(op->getResult(0), host(emitter).unbox(box, op->getResult(0).getType()));
}

static void emitTag(Emitter &emitter, Operation *op) {
  llvm::Value *box = emitter.get(op->getOperand(0));
  emitter.set(op->getResult(0), emitter.b.CreateExtractValue(box, 0));
}

/// The null of any type is zero: the tag LITH_NULL too.
static void emitNull(Emitter &emitter, Operation *op) {
  static_assert(LITH_NULL == 0);
  Value result = op->getResult(0);
  emitter.set(result, llvm::Constant::getNullValue(emitter.type(result.getType())));
}

void lith::codegen::addBoxHandlers(HandlerTable &handlers) {
  handlers[lith::ir::BoxOp::getOperationName()] = emitBox;
  handlers[lith::ir::UnboxOp::getOperationName()] = emitUnbox;
  handlers[lith::ir::TagOp::getOperationName()] = emitTag;
  handlers[lith::ir::UndefOp::getOperationName()] = emitNull;
  handlers[lith::ir::NullOp::getOperationName()] = emitNull;
}
