// ConvWeight.cpp: the gradient of a convolution's weight.
#include "kernels/Half.h"
#include "kernels/convolution/Convolution.h"
#include "ops/Tensors.h"

#include <algorithm>
#include <cstring>

using namespace lith;
using namespace lith::ops;

namespace {

/// `geometry`: stride, padding, dilation of each spatial dimension.
Window windowOf(const lith_tensor *input, const lith_tensor *gradient,
                std::span<const int64_t> sizes, const int64_t *geometry) {
  Window w;
  int64_t spatial = int64_t(sizes.size()) - 2;
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t d = Spatial - spatial + i;
    w.size[d] = sizes[size_t(2 + i)];
    w.stride[d] = geometry[3 * i], w.padding[d] = geometry[3 * i + 1];
    w.dilation[d] = geometry[3 * i + 2];
    w.in[d] = input->sizes[2 + i], w.out[d] = gradient->sizes[2 + i];
  }
  return w;
}

/// Whether all windows lie in the padded input, and batches and channels are as many.
bool fits(const Window &w, int64_t groups, const lith_tensor *input, const lith_tensor *gradient,
          std::span<const int64_t> sizes) {
  bool isFitting = input->sizes[0] == gradient->sizes[0] && gradient->sizes[1] == sizes[0] &&
                   input->sizes[1] == sizes[1] * groups && sizes[0] % groups == 0;
  for (int d = 0; d < Spatial; ++d)
    isFitting &= (w.out[d] - 1) * w.stride[d] + w.dilation[d] * (w.size[d] - 1) + 1 <=
                 w.in[d] + 2 * w.padding[d];
  return isFitting;
}

lith_tensor *sums(lith_ctx *ctx, lith_tensor *inputTensor, lith_tensor *gradientTensor,
                  std::span<const int64_t> sizes, const int64_t *geometry) {
  int64_t groups = sizes[1] > 0 ? std::max<int64_t>(1, inputTensor->sizes[1] / sizes[1]) : 1;
  Window w = windowOf(inputTensor, gradientTensor, sizes, geometry);
  if (!fits(w, groups, inputTensor, gradientTensor, sizes))
    return raise(ctx, LITH_CLASS_RuntimeError, "the gradient of a convolution has other sizes"),
           nullptr;
  Tensor input(ctx, contiguous(ctx, inputTensor)), gradient(ctx, contiguous(ctx, gradientTensor));
  Tensor result(ctx, input && gradient ? newTensor(ctx, lith_dtype(inputTensor->head.dtype), sizes)
                                       : nullptr);
  if (!result)
    return nullptr;
  bool isEmpty = countOf(sizesOf(input.get())) == 0 || countOf(sizesOf(gradient.get())) == 0;
  int64_t count = countOf(sizesOf(result.get()));
  if (isEmpty)
    std::memset(result->data, 0, size_t(count * elementBytes(inputTensor->head.dtype)));
  else if (count > 0)
    kernels::sumWindows({w, groups, input.get(), gradient.get(), result.get()});
  return result.take();
}

} // namespace

extern "C" lith_tensor *lith_rt_conv_weight(lith_ctx *ctx, lith_tensor *input,
                                            lith_tensor *gradient, int64_t count,
                                            const int64_t *geometry) {
  std::span<const int64_t> sizes(geometry, size_t(input->head.rank));
  if (!kernels::isHalf(input->head.dtype))
    return sums(ctx, input, gradient, sizes, geometry + sizes.size());
  Tensor wideInput(ctx, kernels::widened(ctx, input));
  Tensor wide(ctx, wideInput ? kernels::widened(ctx, gradient) : nullptr);
  Tensor sum(ctx, wide ? sums(ctx, wideInput.get(), wide.get(), sizes, geometry + sizes.size())
                       : nullptr);
  return sum ? kernels::narrowed(ctx, sum.get(), lith_dtype(input->head.dtype)) : nullptr;
}
