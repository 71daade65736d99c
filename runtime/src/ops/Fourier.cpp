// Fourier.cpp: discrete Fourier transforms along dimensions of tensors.
//
// A pass over the tensor for each dimension, wherever its elements lie in memory. The lines of a
// pass are shared among threads.
#include "kernels/Operands.h"
#include "kernels/transforms/Transforms.h"
#include "ops/Tensors.h"

using namespace lith;
using namespace lith::ops;
using lith::kernels::Lines;
using lith::kernels::Transforms;

namespace {

std::vector<ptrdiff_t> byteStrides(const lith_tensor *tensor) {
  std::vector<ptrdiff_t> strides(tensor->strides, tensor->strides + tensor->head.rank);
  for (ptrdiff_t &stride : strides)
    stride *= elementBytes(tensor);
  return strides;
}

/// One pass along a dimension.
struct Pass {
  const lith_tensor *from, *to;
  const lith_tensor *whole; ///< whose sizes count: `from` or `to`
  int64_t dim;
  bool inverse;
  double factor;
};

/// Calls `use` with lines, on several threads, until all of the pass have been seen.
template <typename Use> void shareLines(const Pass &pass, Use use) {
  constexpr int64_t Elements = 20000, Lanes = 16;
  const int64_t *sizes = pass.whole->sizes;
  int rank = pass.whole->head.rank;
  auto fromStrides = byteStrides(pass.from), toStrides = byteStrides(pass.to);
  Lines all{{sizes, sizes + rank}, fromStrides,      toStrides,    pass.from->data,
            pass.to->data,         size_t(pass.dim), pass.inverse, pass.factor};
  if (countOf(pass.whole) == 0)
    return;
  int64_t split = pass.dim; // the largest other dimension, if there is one
  for (int64_t d = 0; d < rank; ++d)
    if (d != pass.dim && (split == pass.dim || sizes[d] > sizes[split]))
      split = d;
  if (split == pass.dim)
    return use(all);
  int64_t each = countOf(pass.whole) / sizes[split];
  int64_t grain = (Elements / each + Lanes) / Lanes * Lanes;
  kernels::share(sizes[split], grain, [&](int64_t begin, int64_t end) {
    Lines lines = all;
    lines.sizes[size_t(split)] = size_t(end - begin);
    lines.from += begin * fromStrides[size_t(split)];
    lines.to += begin * toStrides[size_t(split)];
    use(lines);
  });
}

/// The other half of a transform of real lines, its mirror image.
template <typename T> void mirror(const lith_tensor *result, int64_t dim) {
  Split split(result, dim);
  auto *data = dataOf<std::complex<T>>(result);
  for (int64_t outer = 0; outer < split.outer; ++outer)
    for (int64_t k = 1; 2 * k < split.size; ++k) {
      auto *from = data + (outer * split.size + k) * split.inner;
      auto *to = data + (outer * split.size + split.size - k) * split.inner;
      for (int64_t i = 0; i < split.inner; ++i)
        to[i] = std::conj(from[i]);
    }
}

bool isDouble(const lith_tensor *tensor) {
  return tensor->head.dtype == LITH_FLOAT64 || tensor->head.dtype == LITH_COMPLEX128;
}

/// A tensor of the sizes of another one but for a dimension.
lith_tensor *resized(lith_ctx *ctx, int dtype, const lith_tensor *tensor, int64_t dim,
                     int64_t size) {
  Sizes sizes(tensor);
  sizes.values[dim] = size;
  return empty(ctx, dtype, sizes.span());
}

} // namespace

extern "C" {

lith_tensor *lith_rt_fft(lith_ctx *ctx, lith_tensor *tensor, bool inverse, double factor, int64_t n,
                         const int64_t *dims) {
  Tensor result(ctx, empty(ctx, tensor->head.dtype, sizesOf(tensor)));
  if (!result)
    return nullptr;
  Pass pass{tensor, result.get(), tensor, 0, inverse, factor};
  for (int64_t i = 0; i < n; ++i) {
    pass.dim = dims[i];
    shareLines(pass,
               isDouble(tensor) ? Transforms<double>::ofComplex : Transforms<float>::ofComplex);
    pass.from = result.get();
    pass.factor = 1;
  }
  return result.take();
}

lith_tensor *lith_rt_rfft(lith_ctx *ctx, lith_tensor *tensor, int64_t dim, int64_t size,
                          bool inverse, double factor) {
  int dtype = isDouble(tensor) ? LITH_COMPLEX128 : LITH_COMPLEX64;
  Tensor result(ctx, resized(ctx, dtype, tensor, dim, size));
  if (!result)
    return nullptr;
  shareLines({tensor, result.get(), tensor, dim, inverse, factor},
             isDouble(tensor) ? Transforms<double>::ofReal : Transforms<float>::ofReal);
  if (size == tensor->sizes[dim])
    isDouble(tensor) ? mirror<double>(result.get(), dim) : mirror<float>(result.get(), dim);
  return result.take();
}

lith_tensor *lith_rt_irfft(lith_ctx *ctx, lith_tensor *tensor, int64_t dim, int64_t size,
                           double factor) {
  int dtype = isDouble(tensor) ? LITH_FLOAT64 : LITH_FLOAT32;
  Tensor result(ctx, resized(ctx, dtype, tensor, dim, size));
  if (!result)
    return nullptr;
  shareLines({tensor, result.get(), result.get(), dim, true, factor},
             isDouble(tensor) ? Transforms<double>::toReal : Transforms<float>::toReal);
  return result.take();
}
}
