// Windows.cpp: convolution and pooling over 1 to 3 spatial dimensions.
//
// All are computed over three spatial dimensions; missing ones have size 1.
#include "kernels/convolution/Convolution.h"
#include "kernels/Half.h"
#include "ops/Tensors.h"

#include <algorithm>
#include <memory>

using namespace lith;
using namespace lith::ops;

namespace {

bool isEmptyResult(lith_ctx *ctx, const Window &window) {
  for (int64_t size : window.out)
    if (size < 0 || (size == 0 && window.planeIn() > 0)) {
      raise(ctx, LITH_CLASS_RuntimeError, "the window is larger than the padded input");
      return true;
    }
  return false;
}

lith_tensor *resultOf(lith_ctx *ctx, const lith_tensor *input, int dtype, int64_t channels,
                      const Window &window) {
  Sizes sizes;
  sizes.add(input->sizes[0]);
  sizes.add(channels);
  for (int d = Spatial - (input->head.rank - 2); d < Spatial; ++d)
    sizes.add(window.out[d]);
  return empty(ctx, dtype, sizes.span());
}

/// Calls `use(plane offset in the input or -1 for padding, offset in the window)` for one output
/// place.
template <typename Use> void forWindow(const Window &w, int64_t z, int64_t y, int64_t x, Use use) {
  int64_t tap = 0;
  for (int64_t k = 0; k < w.size[0]; ++k)
    for (int64_t i = 0; i < w.size[1]; ++i)
      for (int64_t j = 0; j < w.size[2]; ++j, ++tap) {
        int64_t a = z * w.stride[0] - w.padding[0] + k * w.dilation[0];
        int64_t b = y * w.stride[1] - w.padding[1] + i * w.dilation[1];
        int64_t c = x * w.stride[2] - w.padding[2] + j * w.dilation[2];
        bool inside = a >= 0 && a < w.in[0] && b >= 0 && b < w.in[1] && c >= 0 && c < w.in[2];
        use(inside ? (a * w.in[1] + b) * w.in[2] + c : -1, tap);
      }
}
template <typename Use> void forOutputs(const Window &w, Use use) {
  int64_t at = 0;
  for (int64_t z = 0; z < w.out[0]; ++z)
    for (int64_t y = 0; y < w.out[1]; ++y)
      for (int64_t x = 0; x < w.out[2]; ++x)
        use(z, y, x, at++);
}

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
            int64_t begin = shift >= 0 ? 0 : (-shift + step - 1) / step;
            int64_t end =
                w.in[2] > shift ? std::min(w.out[2], (w.in[2] - 1 - shift) / step + 1) : 0;
            const T *in = input + (a * w.in[1] + b) * w.in[2] + shift;
            A *out = output + (z * w.out[1] + y) * w.out[2];
            for (int64_t x = begin; x < end; ++x)
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

int64_t pooledSize(int64_t size, int64_t window, int64_t stride, int64_t padding, int64_t dilation,
                   bool ceil) {
  int64_t span = size + 2 * padding - dilation * (window - 1) - 1;
  if (span < 0)
    return ceil && span + stride > 0 ? 1 : 0;
  int64_t result = (span + (ceil ? stride - 1 : 0)) / stride + 1;
  // The last window starts inside the input or its left padding.
  return ceil && (result - 1) * stride >= size + padding ? result - 1 : result;
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
  if (isEmptyResult(ctx, w))
    return nullptr;
  int64_t channels = transposed ? weightTensor->sizes[1] * groups : weightTensor->sizes[0];
  if (inputTensor->sizes[1] !=
      (transposed ? weightTensor->sizes[0] : weightTensor->sizes[1] * groups)) {
    raisef(ctx, LITH_CLASS_RuntimeError,
           "the weight is for %lld input channels, the input has %lld",
           (long long)(transposed ? weightTensor->sizes[0] : weightTensor->sizes[1] * groups),
           (long long)inputTensor->sizes[1]);
    return nullptr;
  }
  Tensor input(ctx, contiguous(ctx, inputTensor)), weight(ctx, contiguous(ctx, weightTensor));
  Tensor bias(ctx, biasTensor ? contiguous(ctx, biasTensor) : nullptr);
  Tensor result(ctx, input && weight
                         ? resultOf(ctx, inputTensor, inputTensor->head.dtype, channels, w)
                         : nullptr);
  if (!result)
    return nullptr;
  if (transposed)
    for (int d = 0; d < Spatial; ++d)
      std::swap(w.in[d], w.out[d]);
  int dtype = inputTensor->head.dtype;
  bool isEmpty = countOf(sizesOf(result.get())) == 0 || channels == 0 || input->sizes[1] == 0;
  if (!isEmpty && (dtype == LITH_FLOAT32 || dtype == LITH_FLOAT64)) {
    kernels::Convolution convolution{w,          groups,      input.get(), weight.get(),
                                     bias.get(), result.get()};
    transposed ? kernels::convolveTransposed(convolution) : kernels::convolve(convolution);
    return result.take();
  }
  dispatch(dtype, [&](auto zero) {
    convolve<decltype(zero)>(w, transposed, groups, input.get(), weight.get(), bias.get(),
                             result.get());
  });
  return result.take();
}

lith_tuple *lith_rt_max_pool(lith_ctx *ctx, lith_tensor *tensor, int64_t, const int64_t *geometry) {
  int64_t spatial = tensor->head.rank - 2;
  Window w;
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t d = Spatial - spatial + i;
    const int64_t *g = geometry + 1 + 4 * i;
    w.size[d] = g[0], w.stride[d] = g[1], w.padding[d] = g[2], w.dilation[d] = g[3];
    w.in[d] = tensor->sizes[2 + i];
    w.out[d] = pooledSize(w.in[d], g[0], g[1], g[2], g[3], geometry[0] != 0);
  }
  if (isEmptyResult(ctx, w))
    return nullptr;
  Tensor self(ctx, contiguous(ctx, tensor));
  Tensor values(ctx, resultOf(ctx, tensor, tensor->head.dtype, tensor->sizes[1], w));
  Tensor indices(ctx, resultOf(ctx, tensor, LITH_INT64, tensor->sizes[1], w));
  if (!self || !values || !indices)
    return nullptr;
  dispatchReal(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t plane = 0, n = tensor->sizes[0] * tensor->sizes[1]; plane < n; ++plane) {
      const T *in = dataOf<T>(self.get()) + plane * w.planeIn();
      forOutputs(w, [&](int64_t z, int64_t y, int64_t x, int64_t at) {
        int64_t best = -1;
        forWindow(w, z, y, x, [&](int64_t place, int64_t) {
          if (place < 0)
            return;
          using A = Accumulate<T>;
          if (best < 0 || A(in[place]) > A(in[best]) || A(in[place]) != A(in[place]))
            best = place;
        });
        dataOf<T>(values.get())[plane * w.planeOut() + at] = in[std::max<int64_t>(best, 0)];
        dataOf<int64_t>(indices.get())[plane * w.planeOut() + at] = best;
      });
    }
  });
  lith_value items[2] = {box(values.get()), box(indices.get())};
  return lith_rt_tuple_new(ctx, 2, items);
}

lith_tensor *lith_rt_avg_pool(lith_ctx *ctx, lith_tensor *tensor, int64_t,
                              const int64_t *geometry) {
  int64_t spatial = tensor->head.rank - 2, divisor = geometry[2];
  bool countPadding = geometry[1] != 0;
  Window w;
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t d = Spatial - spatial + i;
    const int64_t *g = geometry + 3 + 3 * i;
    w.size[d] = g[0], w.stride[d] = g[1], w.padding[d] = g[2];
    w.in[d] = tensor->sizes[2 + i];
    w.out[d] = pooledSize(w.in[d], g[0], g[1], g[2], 1, geometry[0] != 0);
  }
  if (isEmptyResult(ctx, w))
    return nullptr;
  Tensor self(ctx, contiguous(ctx, tensor));
  Tensor result(ctx,
                self ? resultOf(ctx, tensor, tensor->head.dtype, tensor->sizes[1], w) : nullptr);
  if (!result)
    return nullptr;
  // A window that reaches past the right padding counts only up to it.
  auto extent = [&](int d, int64_t at) {
    int64_t begin = at * w.stride[d] - w.padding[d];
    return std::min(begin + w.size[d], w.in[d] + w.padding[d]) - begin;
  };
  dispatch(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    using A = Accumulate<T>;
    for (int64_t plane = 0, n = tensor->sizes[0] * tensor->sizes[1]; plane < n; ++plane) {
      const T *in = dataOf<T>(self.get()) + plane * w.planeIn();
      forOutputs(w, [&](int64_t z, int64_t y, int64_t x, int64_t at) {
        A sum(0);
        int64_t inside = 0;
        forWindow(w, z, y, x, [&](int64_t place, int64_t) {
          if (place >= 0) {
            sum = A(sum + A(in[place]));
            ++inside;
          }
        });
        int64_t count = divisor        ? divisor
                        : countPadding ? extent(0, z) * extent(1, y) * extent(2, x)
                                       : inside;
        dataOf<T>(result.get())[plane * w.planeOut() + at] = T(A(sum / convert<A>(count)));
      });
    }
  });
  return result.take();
}

lith_tensor *lith_rt_adaptive_avg_pool(lith_ctx *ctx, lith_tensor *tensor, int64_t spatial,
                                       const int64_t *sizes) {
  Window w;
  for (int64_t i = 0; i < spatial; ++i) {
    w.in[Spatial - spatial + i] = tensor->sizes[2 + i];
    w.out[Spatial - spatial + i] = sizes[i];
  }
  if (isEmptyResult(ctx, w))
    return nullptr;
  Tensor self(ctx, contiguous(ctx, tensor));
  Tensor result(ctx,
                self ? resultOf(ctx, tensor, tensor->head.dtype, tensor->sizes[1], w) : nullptr);
  if (!result)
    return nullptr;
  dispatch(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    using A = Accumulate<T>;
    auto begin = [&](int d, int64_t at) { return at * w.in[d] / w.out[d]; };
    auto end = [&](int d, int64_t at) { return ((at + 1) * w.in[d] + w.out[d] - 1) / w.out[d]; };
    for (int64_t plane = 0, n = tensor->sizes[0] * tensor->sizes[1]; plane < n; ++plane) {
      const T *in = dataOf<T>(self.get()) + plane * w.planeIn();
      forOutputs(w, [&](int64_t z, int64_t y, int64_t x, int64_t at) {
        A sum(0);
        int64_t count = 0;
        for (int64_t a = begin(0, z); a < end(0, z); ++a)
          for (int64_t b = begin(1, y); b < end(1, y); ++b)
            for (int64_t c = begin(2, x); c < end(2, x); ++c, ++count)
              sum = A(sum + A(in[(a * w.in[1] + b) * w.in[2] + c]));
        dataOf<T>(result.get())[plane * w.planeOut() + at] = T(A(sum / convert<A>(count)));
      });
    }
  });
  return result.take();
}
}
