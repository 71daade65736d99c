// ProductHandlers.cpp: matrix products.
#include "codegen/kernels/Handlers.h"
#include "codegen/kernels/Kernels.h"

using namespace mlir;
using namespace lith::codegen;

namespace {
using Builder = llvm::Function *(llvm::Module &, llvm::StringRef, lith_dtype, KernelTarget);

llvm::Value *kernelOf(Emitter &emitter, const char *name, lith_dtype dtype, Builder *build) {
  std::string symbol = std::string(name) + (dtype == LITH_FLOAT64 ? "_f64" : "_f32");
  llvm::Function *&kernel = emitter.kernels[symbol];
  if (!kernel)
    kernel = build(emitter.module, symbol, dtype, kernelTargetOf(emitter.target));
  return kernel;
}

void emitMatmul(Emitter &emitter, Operation *op) {
  auto type = lith::ir::tensorType(op->getResult(0).getType());
  ProductCode code = productCode(emitter, lith_dtype(lith::ir::dtypeOf(type.getElementType())));
  emitter.set(op->getResult(0),
              emitter.callRuntime("kernel_matmul",
                                  {code.outer, code.dot, code.pack, emitter.get(op->getOperand(0)),
                                   emitter.get(op->getOperand(1))}));
  emitter.exitIfRaised(op);
}
} // namespace

ProductCode lith::codegen::productCode(Emitter &emitter, lith_dtype dtype) {
  if (!isFloating(dtype)) {
    llvm::Value *none = llvm::ConstantPointerNull::get(emitter.b.getPtrTy());
    return {none, none, none};
  }
  lith_dtype computed = dtype == LITH_FLOAT64 ? LITH_FLOAT64 : LITH_FLOAT32;
  return {kernelOf(emitter, "product_outer", computed, buildOuterProductKernel),
          kernelOf(emitter, "product_dot", computed, buildDotProductKernel),
          kernelOf(emitter, "product_pack", computed, buildPackKernel)};
}

void lith::codegen::addProductHandlers(HandlerTable &handlers) {
  handlers["lith.matmul"] = emitMatmul;
}
