// Fields.cpp: reading a lith_tensor from generated code.

#include "codegen/Emitter.h"

#include <lith/abi.h>

using namespace lith::codegen;
using llvm::Value;

/// Read where it stands: a tensor may be released afterwards, so the load may not move behind that
/// (it is not marked as invariant).
static Value *loadField(llvm::IRBuilder<> &b, llvm::Type *type, Value *address) {
  return b.CreateLoad(type, address);
}

static Value *at(llvm::IRBuilder<> &b, Value *tensor, size_t offset) {
  return b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), tensor, offset);
}

Value *Emitter::dataOf(Value *tensor) {
  return loadField(b, b.getPtrTy(), at(b, tensor, offsetof(lith_tensor, data)));
}

Value *Emitter::sizeOf(Value *tensor, unsigned dim) {
  return loadField(b, b.getInt64Ty(), at(b, tensor, offsetof(lith_tensor, sizes) + dim * 8));
}

Value *Emitter::strideOf(Value *tensor, unsigned dim) {
  return loadField(b, b.getInt64Ty(), at(b, tensor, offsetof(lith_tensor, strides) + dim * 8));
}

Value *Emitter::sizesOf(Value *tensor) { return at(b, tensor, offsetof(lith_tensor, sizes)); }

Value *Emitter::stridesOf(Value *tensor) { return at(b, tensor, offsetof(lith_tensor, strides)); }
