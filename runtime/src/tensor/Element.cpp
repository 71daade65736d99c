// Element.cpp: see Element.h.
#include "tensor/Element.h"

#include <cstring>

using namespace lith;

float lith::halfToFloat(uint16_t bits) {
  return static_cast<float>(__builtin_bit_cast(_Float16, bits));
}
uint16_t lith::floatToHalf(float value) {
  return __builtin_bit_cast(uint16_t, static_cast<_Float16>(value));
}

template <typename T> static T load(const char *at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

double lith::elementAsDouble(int dtype, const char *at) {
  switch (dtype) {
  case LITH_FLOAT32:
    return load<float>(at);
  case LITH_FLOAT64:
    return load<double>(at);
  case LITH_FLOAT16:
    return halfToFloat(load<uint16_t>(at));
  case LITH_BFLOAT16:
    return bfloatToFloat(load<uint16_t>(at));
  default:
    return static_cast<double>(elementAsInt(dtype, at));
  }
}

int64_t lith::elementAsInt(int dtype, const char *at) {
  switch (dtype) {
  case LITH_UINT8:
    return load<uint8_t>(at);
  case LITH_INT8:
    return load<int8_t>(at);
  case LITH_INT16:
    return load<int16_t>(at);
  case LITH_INT32:
    return load<int32_t>(at);
  case LITH_INT64:
    return load<int64_t>(at);
  case LITH_BOOL8:
    return load<uint8_t>(at) != 0;
  default:
    return static_cast<int64_t>(elementAsDouble(dtype, at));
  }
}

lith_value lith::elementAt(lith_ctx *ctx, int dtype, const char *at) {
  if (dtype == LITH_BOOL8)
    return box(elementAsInt(dtype, at) != 0);
  if (dtype == LITH_COMPLEX64)
    return box(lith_rt_complex_new(ctx, load<float>(at), load<float>(at + 4)));
  if (dtype == LITH_COMPLEX128)
    return box(lith_rt_complex_new(ctx, load<double>(at), load<double>(at + 8)));
  return isFloatDtype(dtype) ? box(elementAsDouble(dtype, at)) : box(elementAsInt(dtype, at));
}

lith_value lith::itemOf(lith_ctx *ctx, const lith_tensor *tensor) {
  int64_t count = elementCount(tensor);
  if (count == 1)
    return elementAt(ctx, tensor->head.dtype, tensor->data);
  raisef(ctx, LITH_CLASS_RuntimeError, "a Tensor with %lld elements cannot be converted to Scalar",
         static_cast<long long>(count));
  return nullValue();
}

lith_tensor *lith::selectFirst(lith_ctx *ctx, lith_tensor *tensor, int64_t index) {
  int rank = tensor->head.rank;
  if (rank == 0) {
    raise(ctx, LITH_CLASS_IndexError,
          "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in "
          "C++ to convert a 0-dim tensor to a number");
    return nullptr;
  }
  int64_t at = index < 0 ? index + tensor->sizes[0] : index;
  if (at < 0 || at >= tensor->sizes[0]) {
    raisef(ctx, LITH_CLASS_IndexError, "index %lld is out of bounds for dimension 0 with size %lld",
           static_cast<long long>(index), static_cast<long long>(tensor->sizes[0]));
    return nullptr;
  }
  size_t inner = static_cast<size_t>(rank - 1);
  return viewTensor(ctx, tensor, {tensor->sizes + 1, inner}, {tensor->strides + 1, inner},
                    at * tensor->strides[0]);
}
