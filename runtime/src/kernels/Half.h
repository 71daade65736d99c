// Half.h: f16 and bf16 tensors as float ones, for drivers that compute in float.
#ifndef LITH_KERNELS_HALF_H
#define LITH_KERNELS_HALF_H

#include "tensor/Tensor.h"

namespace lith::kernels {

inline bool isHalf(int dtype) { return dtype == LITH_FLOAT16 || dtype == LITH_BFLOAT16; }

/// A float copy without gaps, of the same strides where the tensor has none; null with RuntimeError
/// pending.
lith_tensor *widened(lith_ctx *ctx, lith_tensor *tensor);
/// A copy of a float tensor without gaps, rounded to f16 or bf16, of the same strides.
lith_tensor *narrowed(lith_ctx *ctx, lith_tensor *wide, lith_dtype dtype);

/// Floats as they are when f16 or bf16 has kept them.
void roundAsHalf(float *values, int64_t count, lith_dtype dtype);

} // namespace lith::kernels

#endif // LITH_KERNELS_HALF_H
