// Elementwise.h: one elementwise operator on vectors, with PyTorch's semantics.
//
// Integers wrap; division and remainder of integers by zero give zero (the program checks before);
// f16 and bf16 are computed in float and rounded once per operator.
#ifndef LITH_CODEGEN_KERNELS_ELEMENTWISE_H
#define LITH_CODEGEN_KERNELS_ELEMENTWISE_H

#include "codegen/kernels/Graph.h"
#include "codegen/kernels/VectorBuilder.h"

namespace lith::codegen {

/// The lanes of one value; `im` only for complex ones.
struct Lanes {
  llvm::Value *re = nullptr;
  llvm::Value *im = nullptr;
};

/// Whether emitElementwise knows `op` on operands of `dtype`.
bool supportsElementwise(KernelOp op, lith_dtype dtype);

/// Emits `node` (not an input, constant or reduction). Operands have the node's operand type,
/// except for the condition of `where` (bool) and the source of `cast`.
Lanes emitElementwise(VectorBuilder &v, const Node &node, llvm::ArrayRef<Lanes> operands);

/// Converts lanes between types as Tensor.to does.
Lanes emitCast(VectorBuilder &v, Lanes x, lith_dtype from, lith_dtype to);

namespace detail {
llvm::Value *emitFloatUnary(VectorBuilder &v, KernelOp op, llvm::Value *x);
llvm::Value *emitFloatBinary(VectorBuilder &v, KernelOp op, llvm::Value *x, llvm::Value *y);
llvm::Value *emitIntegerUnary(VectorBuilder &v, KernelOp op, llvm::Value *x, bool isUnsigned);
llvm::Value *emitIntegerBinary(VectorBuilder &v, KernelOp op, llvm::Value *x, llvm::Value *y,
                               bool isUnsigned);
llvm::Value *emitBoolean(VectorBuilder &v, KernelOp op, llvm::ArrayRef<Lanes> operands);
Lanes emitComplex(VectorBuilder &v, KernelOp op, llvm::ArrayRef<Lanes> operands);
} // namespace detail

} // namespace lith::codegen

#endif // LITH_CODEGEN_KERNELS_ELEMENTWISE_H
