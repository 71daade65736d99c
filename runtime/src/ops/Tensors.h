// Tensors.h: what the tensor functions of the runtime share: elements of every
// dtype as C++ types, making tensors, walking geometries.
#ifndef LITH_OPS_TENSORS_H
#define LITH_OPS_TENSORS_H

#include "tensor/Element.h"
#include "tensor/Tensor.h"

#include <lith/program.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

namespace lith::ops {

//===-- Elements --------------------------------------------------------===//

/// IEEE half precision, computed with in float.
struct Half {
  uint16_t bits;
  Half() = default;
  Half(float value) : bits(floatToHalf(value)) {}
  operator float() const { return halfToFloat(bits); }
};
/// The upper half of a float, rounded to nearest even.
struct BFloat16 {
  uint16_t bits;
  BFloat16() = default;
  BFloat16(float value) : bits(floatToBfloat(value)) {}
  operator float() const { return bfloatToFloat(bits); }
};

template <typename T> inline constexpr bool isComplex = false;
template <typename T> inline constexpr bool isComplex<std::complex<T>> = true;
template <typename T>
inline constexpr bool isFloating =
    std::is_floating_point_v<T> || std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;
/// The type that sums and products of T are computed in.
template <typename T>
using Accumulate =
    std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, float, T>;

template <typename To, typename From> To convert(From value) {
  if constexpr (std::is_same_v<To, bool>) {
    return value != From(0);
  } else if constexpr (isComplex<To>) {
    using Part = typename To::value_type;
    if constexpr (isComplex<From>)
      return To(Part(value.real()), Part(value.imag()));
    else
      return To(Part(value), 0);
  } else if constexpr (isComplex<From>) {
    return convert<To>(value.real());
  } else if constexpr (isFloating<From> && std::is_integral_v<To>) {
    double wide = double(value);
    // Outside of int64 the result is what the processor gives: the least value.
    int64_t whole =
        wide >= -9223372036854775808.0 && wide < 9223372036854775808.0 ? int64_t(wide) : INT64_MIN;
    return To(whole);
  } else if constexpr (std::is_same_v<To, Half> || std::is_same_v<To, BFloat16>) {
    return To(float(value));
  } else {
    return To(value);
  }
}

/// Calls `f` with a value of the dtype's C++ type.
template <typename F> auto dispatch(int dtype, F f) {
  switch (dtype) {
  case LITH_UINT8:
    return f(uint8_t());
  case LITH_INT8:
    return f(int8_t());
  case LITH_INT16:
    return f(int16_t());
  case LITH_INT32:
    return f(int32_t());
  case LITH_INT64:
    return f(int64_t());
  case LITH_FLOAT16:
    return f(Half());
  case LITH_BFLOAT16:
    return f(BFloat16());
  case LITH_FLOAT64:
    return f(double());
  case LITH_COMPLEX64:
    return f(std::complex<float>());
  case LITH_COMPLEX128:
    return f(std::complex<double>());
  case LITH_BOOL8:
    return f(bool());
  default:
    return f(float());
  }
}
/// The same without complex dtypes, for what needs an order.
template <typename F> auto dispatchReal(int dtype, F f) {
  switch (dtype) {
  case LITH_COMPLEX64:
  case LITH_COMPLEX128:
    return f(float());
  default:
    return dispatch(dtype, [&](auto zero) {
      if constexpr (isComplex<decltype(zero)>)
        return f(float());
      else
        return f(zero);
    });
  }
}
/// The same by size only, for moving elements.
template <typename F> auto dispatchSize(int dtype, F f) {
  struct Wide {
    uint64_t halves[2];
  };
  switch (elementBytes(dtype)) {
  case 1:
    return f(uint8_t());
  case 2:
    return f(uint16_t());
  case 4:
    return f(uint32_t());
  case 8:
    return f(uint64_t());
  default:
    return f(Wide());
  }
}

//===-- Tensors ---------------------------------------------------------===//

using Tensor = Owned<lith_tensor>;

inline std::span<const int64_t> sizesOf(const lith_tensor *tensor) {
  return {tensor->sizes, tensor->head.rank};
}
inline int64_t countOf(std::span<const int64_t> sizes) {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}
inline int64_t countOf(const lith_tensor *tensor) { return elementCount(tensor); }
template <typename T> T *dataOf(const lith_tensor *tensor) {
  return reinterpret_cast<T *>(tensor->data);
}

/// A contiguous tensor, not initialised; null with an exception pending.
lith_tensor *empty(lith_ctx *ctx, int dtype, std::span<const int64_t> sizes);
/// The tensor with row-major strides: itself (retained) or a copy.
lith_tensor *contiguous(lith_ctx *ctx, lith_tensor *tensor);
/// Takes over a reference; gives a contiguous tensor that nobody else sees.
lith_tensor *owned(lith_ctx *ctx, lith_tensor *tensor);

/// Elements before, at and after a dimension of a contiguous tensor.
struct Split {
  int64_t outer = 1, size = 1, inner = 1;
  Split(const lith_tensor *tensor, int64_t dim) {
    if (tensor->head.rank == 0)
      return;
    size = tensor->sizes[dim];
    for (int64_t i = 0; i < dim; ++i)
      outer *= tensor->sizes[i];
    for (int64_t i = dim + 1; i < tensor->head.rank; ++i)
      inner *= tensor->sizes[i];
  }
};

/// Sizes as a small array that functions build results from.
struct Sizes {
  int64_t values[LITH_MAX_RANK] = {};
  int rank = 0;
  Sizes() = default;
  explicit Sizes(const lith_tensor *tensor) : rank(tensor->head.rank) {
    std::memcpy(values, tensor->sizes, sizeof values);
  }
  void add(int64_t size) { values[rank++] = size; }
  void remove(int at) {
    std::memmove(values + at, values + at + 1, (--rank - at) * sizeof(int64_t));
  }
  std::span<const int64_t> span() const { return {values, size_t(rank)}; }
};

/// tensor[indices], whose elements are in `result` in row-major order (taken over), at the strides
/// that PyTorch gives it: `before` of its dimensions lie before those of the index.
lith_tensor *laidAsTaken(lith_ctx *ctx, lith_tensor *result, const lith_tensor *tensor, int64_t n,
                         lith_tensor *const *indices, int before, int indexRank);

/// The strides under which the tensor's memory shows `sizes`; false when there are none.
bool viewStrides(const lith_tensor *tensor, int64_t rank, const int64_t *sizes, int64_t *strides);

/// False, with RuntimeError pending, where a size is negative.
bool checkSizes(lith_ctx *ctx, int64_t n, const int64_t *sizes);
/// An int64 index wrapped into 0 .. size - 1; -1 with IndexError pending when it lies outside.
int64_t wrapIndex(lith_ctx *ctx, int64_t index, int64_t size, int64_t dim);

} // namespace lith::ops

#endif // LITH_OPS_TENSORS_H
