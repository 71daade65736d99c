// Element.h: single elements of tensors as Python numbers.
#ifndef LITH_TENSOR_ELEMENT_H
#define LITH_TENSOR_ELEMENT_H

#include "tensor/Tensor.h"

namespace lith {

float halfToFloat(uint16_t bits);
uint16_t floatToHalf(float value);
inline float bfloatToFloat(uint16_t bits) {
  return __builtin_bit_cast(float, static_cast<uint32_t>(bits) << 16);
}
/// To the nearest, ties to even.
inline uint16_t floatToBfloat(float value) {
  uint32_t bits = __builtin_bit_cast(uint32_t, value);
  return value != value ? 0x7fc0 : static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

inline bool isFloatDtype(int dtype) { return lith_dtype_is_floating(dtype); }
inline bool isComplexDtype(int dtype) { return lith_dtype_is_complex(dtype); }

/// The element at `at` of a tensor of `dtype`: bool, int, float or (owned) complex.
lith_value elementAt(lith_ctx *ctx, int dtype, const char *at);
/// A real element as a double; ints of more than 53 bits are rounded.
double elementAsDouble(int dtype, const char *at);
int64_t elementAsInt(int dtype, const char *at);
/// x.item(): RuntimeError unless the tensor has one element.
lith_value itemOf(lith_ctx *ctx, const lith_tensor *tensor);
/// tensor[index] along the first dimension, as a view; IndexError.
lith_tensor *selectFirst(lith_ctx *ctx, lith_tensor *tensor, int64_t index);

} // namespace lith

#endif // LITH_TENSOR_ELEMENT_H
