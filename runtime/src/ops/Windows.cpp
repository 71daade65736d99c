// Windows.cpp: convolution over 1 to 3 spatial dimensions.
//
// It is computed over three spatial dimensions; missing ones have size 1.
#include "kernels/Half.h"
#include "kernels/convolution/Convolution.h"
#include "ops/Tensors.h"

#include <memory>

using namespace lith;
using namespace lith::ops;

namespace {

/// Adds into one output plane the convolution of one input plane with one filter plane, row by row.
template <typename T, typename A>
void convolvePlane(const Window &w, const T *input, const T *filter, A *output) {
  int64_t tap = 0;
  for (int64_t k = 0; k < w.size[0]; ++k)
    for (int64_t i = 0; i < w.size[1]; ++i)
      for (int64_t j = 0; j < w.size[2]; ++j, ++tap) {
        A weight = A(filter[tap]);
        for (int64_t z = 0; z < w.out[0]; ++z) {
          int64_t a = z * w.stride[0] - w.padding[0] + k * w.dilation[0];
          if (a < 0 || a >= w.in[0])
            continue;
          for (int64_t y = 0; y < w.out[1]; ++y) {
            int64_t b = y * w.stride[1] - w.padding[1] + i * w.dilation[1];
            if (b < 0 || b >= w.in[1])
              continue;
            int64_t shift = j * w.dilation[2] - w.padding[2], step = w.stride[2];
            Inside inside(shift, step, w.in[2], w.out[2]);
            const T *in = input + (a * w.in[1] + b) * w.in[2] + shift;
            A *out = output + (z * w.out[1] + y) * w.out[2];
            for (int64_t x = inside.begin; x < inside.end; ++x)
              out[x] = A(out[x] + weight * A(in[x * step]));
          }
        }
      }
}

/// The same for a transposed convolution: each input element is spread over the output.
template <typename T, typename A>
void spreadPlane(const Window &w, const T *input, const T *filter, A *output) {
  // `w` describes the convolution from output to input: roles of in and out are exchanged.
  forOutputs(w, [&](int64_t z, int64_t y, int64_t x, int64_t at) {
    A value = A(input[at]);
    forWindow(w, z, y, x, [&](int64_t place, int64_t tap) {
      if (place >= 0)
        output[place] = A(output[place] + value * A(filter[tap]));
    });
  });
}

template <typename T>
void convolve(const Window &w, bool transposed, int64_t groups, const lith_tensor *input,
              const lith_tensor *weight, const lith_tensor *bias, lith_tensor *result) {
  using A = Accumulate<T>;
  int64_t batch = input->sizes[0], inChannels = input->sizes[1], outChannels = result->sizes[1];
  int64_t planeIn = transposed ? w.planeOut() : w.planeIn(),
          planeOut = transposed ? w.planeIn() : w.planeOut();
  int64_t taps = w.size[0] * w.size[1] * w.size[2];
  int64_t inGroup = inChannels / groups, outGroup = outChannels / groups;
  std::unique_ptr<A[]> plane(new A[static_cast<size_t>(planeOut)]);
  for (int64_t n = 0; n < batch; ++n)
    for (int64_t o = 0; o < outChannels; ++o) {
      int64_t group = o / outGroup;
      std::fill_n(plane.get(), planeOut, bias ? A(dataOf<T>(bias)[o]) : A(0));
      for (int64_t c = 0; c < inGroup; ++c) {
        const T *in = dataOf<T>(input) + (n * inChannels + group * inGroup + c) * planeIn;
        const T *filter =
            dataOf<T>(weight) +
            (transposed ? (group * inGroup + c) * outGroup + o % outGroup : o * inGroup + c) * taps;
        transposed ? spreadPlane(w, in, filter, plane.get())
                   : convolvePlane(w, in, filter, plane.get());
      }
      T *out = dataOf<T>(result) + (n * outChannels + o) * planeOut;
      for (int64_t i = 0; i < planeOut; ++i)
        out[i] = T(plane[i]);
    }
}

/// What a convolution of no elements gives.
template <typename T> void fill(const lith_tensor *bias, lith_tensor *result) {
  int64_t channels = result->sizes[1], count = countOf(sizesOf(result));
  int64_t plane = count > 0 ? count / (result->sizes[0] * channels) : 0;
  T *to = dataOf<T>(result);
  for (int64_t at = 0; at < count; ++at)
    to[at] = bias ? dataOf<T>(bias)[at / plane % channels] : T(0);
}

void raiseTooSmall(lith_ctx *ctx, const Window &w, bool transposed, int spatial) {
  if (transposed) { // eager computes it over two dimensions at least
    int count = std::max(spatial, 2);
    raisef(ctx, LITH_CLASS_RuntimeError,
           "Given input size per channel: (%s). Calculated output size per channel: (%s). Output "
           "size is too small",
           joinedSizes(w.in, count, " x ").c_str(), joinedSizes(w.out, count, " x ").c_str());
    return;
  }
  int64_t padded[Spatial], reach[Spatial];
  for (int d = 0; d < Spatial; ++d) {
    padded[d] = w.in[d] + 2 * w.padding[d];
    reach[d] = w.dilation[d] * (w.size[d] - 1) + 1;
  }
  raisef(ctx, LITH_CLASS_RuntimeError,
         "Calculated padded input size per channel: (%s). Kernel size: (%s). Kernel size can't be "
         "greater than actual input size",
         joinedSizes(padded, spatial, " x ").c_str(), joinedSizes(reach, spatial, " x ").c_str());
}

} // namespace

extern "C" {

lith_tensor *lith_rt_conv(lith_ctx *ctx, lith_tensor *inputTensor, lith_tensor *weightTensor,
                          lith_tensor *biasTensor, int64_t count, const int64_t *geometry) {
  if (kernels::isHalf(inputTensor->head.dtype)) {
    Tensor input(ctx, kernels::widened(ctx, inputTensor));
    Tensor weight(ctx, input ? kernels::widened(ctx, weightTensor) : nullptr);
    Tensor bias(ctx, weight && biasTensor ? kernels::widened(ctx, biasTensor) : nullptr);
    if (!weight || (biasTensor && !bias))
      return nullptr;
    Tensor result(ctx, lith_rt_conv(ctx, input.get(), weight.get(), bias.get(), count, geometry));
    return result ? kernels::narrowed(ctx, result.get(), lith_dtype(inputTensor->head.dtype))
                  : nullptr;
  }
  bool transposed = geometry[0] != 0;
  int64_t groups = geometry[1], spatial = inputTensor->head.rank - 2;
  Window w;
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t d = Spatial - spatial + i;
    const int64_t *g = geometry + 2 + 4 * i;
    w.size[d] = weightTensor->sizes[2 + i];
    w.stride[d] = g[0], w.padding[d] = g[1], w.dilation[d] = g[2], w.extra[d] = g[3];
    int64_t size = inputTensor->sizes[2 + i], reach = w.dilation[d] * (w.size[d] - 1) + 1;
    w.in[d] = size;
    w.out[d] = transposed                ? (size - 1) * g[0] - 2 * g[1] + reach + g[3]
               : size + 2 * g[1] < reach ? -1
                                         : (size + 2 * g[1] - reach) / g[0] + 1;
  }
  if (isTooSmall(w)) {
    raiseTooSmall(ctx, w, transposed, int(spatial));
    return nullptr;
  }
  int64_t channels = transposed ? weightTensor->sizes[1] * groups : weightTensor->sizes[0];
  Tensor input(ctx, contiguous(ctx, inputTensor)), weight(ctx, contiguous(ctx, weightTensor));
  Tensor bias(ctx, biasTensor ? contiguous(ctx, biasTensor) : nullptr);
  Tensor result(ctx, input && weight
                         ? windowResult(ctx, inputTensor, inputTensor->head.dtype, channels, w)
                         : nullptr);
  if (!result)
    return nullptr;
  if (transposed)
    for (int d = 0; d < Spatial; ++d)
      std::swap(w.in[d], w.out[d]);
  int dtype = inputTensor->head.dtype;
  bool isEmpty = countOf(sizesOf(result.get())) == 0 || channels == 0 || input->sizes[1] == 0;
  if (!isEmpty && (dtype == LITH_FLOAT32 || dtype == LITH_FLOAT64)) {
    kernels::Convolution convolution{w,          groups,      input.get(), weight->data,
                                     bias.get(), result.get()};
    transposed ? kernels::convolveTransposed(convolution) : kernels::convolve(convolution);
    return result.take();
  }
  dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (isFloating<T>) // of others the kernels have computed
      fill<T>(bias.get(), result.get());
    else
      convolve<T>(w, transposed, groups, input.get(), weight.get(), bias.get(), result.get());
  });
  return result.take();
}
}
