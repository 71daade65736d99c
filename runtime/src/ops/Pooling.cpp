// Pooling.cpp: the largest element and the mean of windows over 1 to 3 spatial dimensions.
//
// A row of the result is made from the rows of the input that its windows reach, a tap at a time,
// so that the processor works on neighbouring places at once.
#include "kernels/Operands.h"
#include "ops/Tensors.h"
#include "ops/Window.h"

#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

using namespace lith;
using namespace lith::ops;

namespace {

int64_t pooledSize(int64_t size, int64_t window, int64_t stride, int64_t padding, int64_t dilation,
                   bool ceil) {
  int64_t span = size + 2 * padding - dilation * (window - 1) - 1;
  if (span < 0)
    return ceil && span + stride > 0 ? 1 : 0;
  int64_t result = (span + (ceil ? stride - 1 : 0)) / stride + 1;
  // The last window starts inside the input or its left padding.
  return ceil && (result - 1) * stride >= size + padding ? result - 1 : result;
}

/// The geometry of a maximum: ceil mode, then per spatial dimension window, stride, padding,
/// dilation.
Window maximumWindow(const lith_tensor *tensor, const int64_t *geometry) {
  int64_t spatial = tensor->head.rank - 2;
  Window w;
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t d = Spatial - spatial + i;
    const int64_t *g = geometry + 1 + 4 * i;
    w.size[d] = g[0], w.stride[d] = g[1], w.padding[d] = g[2], w.dilation[d] = g[3];
    w.in[d] = tensor->sizes[2 + i];
    w.out[d] = pooledSize(w.in[d], g[0], g[1], g[2], g[3], geometry[0] != 0);
  }
  return w;
}

/// Calls `body(plane)` for each plane of the result, on several threads where that pays.
template <typename Body> void forPlanes(const lith_tensor *result, const Window &w, Body body) {
  int64_t work = w.planeOut() * w.taps() + 1;
  kernels::share(result->sizes[0] * result->sizes[1], std::max<int64_t>(1, 100000 / work),
                 [&](int64_t begin, int64_t end) {
                   for (int64_t plane = begin; plane < end; ++plane)
                     body(plane);
                 });
}

/// Calls `body` with the step where that is a common one, so that it is a constant there; else, and
/// for integers, which are pooled rarely, 0.
template <typename T, typename Body> void withStep(int64_t step, Body body) {
  if constexpr (std::is_integral_v<T>)
    body(std::integral_constant<int, 0>());
  else if (step == 1)
    body(std::integral_constant<int, 1>());
  else if (step == 2)
    body(std::integral_constant<int, 2>());
  else if (step == 4)
    body(std::integral_constant<int, 4>());
  else
    body(std::integral_constant<int, 0>());
}

/// Calls `body` for each tap that a row of the result sees inside of the plane: the offset in the
/// plane of what the first place of the row sees, which may lie before it, the places of the row
/// that see something, and the number of the tap.
template <typename Body> void forTaps(const Window &w, int64_t z, int64_t y, Body body) {
  for (int64_t k = 0; k < w.size[0]; ++k)
    for (int64_t i = 0; i < w.size[1]; ++i) {
      int64_t a = z * w.stride[0] - w.padding[0] + k * w.dilation[0];
      int64_t b = y * w.stride[1] - w.padding[1] + i * w.dilation[1];
      if (a < 0 || a >= w.in[0] || b < 0 || b >= w.in[1])
        continue;
      for (int64_t j = 0; j < w.size[2]; ++j) {
        int64_t shift = j * w.dilation[2] - w.padding[2];
        body((a * w.in[1] + b) * w.in[2] + shift, Inside(shift, w.stride[2], w.in[2], w.out[2]),
             (k * w.size[1] + i) * w.size[2] + j);
      }
    }
}

/// Joins into a row of the result all that its windows see.
template <typename T, typename A, typename Join>
void joinRow(const Window &w, const T *plane, int64_t z, int64_t y, A *row, Join join) {
  forTaps(w, z, y, [&](int64_t at, const Inside &range, int64_t) {
    withStep<T>(w.stride[2], [&](auto known) {
      int64_t step = known ? int64_t(known) : w.stride[2];
      for (int64_t i = range.begin; i < range.end; ++i)
        row[i] = join(row[i], A(plane[at + i * step]));
    });
  });
}

/// Below every other number.
template <typename A> constexpr A lowest() {
  if constexpr (std::numeric_limits<A>::has_infinity)
    return -std::numeric_limits<A>::infinity();
  else
    return std::numeric_limits<A>::lowest();
}

template <typename T> void largestOfPlane(const Window &w, const T *plane, T *to) {
  using A = Accumulate<T>;
  std::unique_ptr<A[]> row(new A[size_t(w.out[2])]);
  for (int64_t z = 0; z < w.out[0]; ++z)
    for (int64_t y = 0; y < w.out[1]; ++y, to += w.out[2]) {
      std::fill_n(row.get(), w.out[2], lowest<A>());
      // NaN is larger than everything.
      joinRow(w, plane, z, y, row.get(), [](A a, A b) { return b > a || b != b ? b : a; });
      std::copy_n(row.get(), w.out[2], to);
    }
}

/// Where the largest elements are, too. Of equals the first, but the last NaN.
template <typename T>
void placesOfPlane(const Window &w, const T *plane, T *values, int64_t *places) {
  using A = Accumulate<T>;
  auto width = static_cast<size_t>(w.out[2]);
  std::unique_ptr<A[]> best(new A[width]);
  std::unique_ptr<int32_t[]> taken(new int32_t[width]); // the tap
  std::vector<int64_t> starts(static_cast<size_t>(w.taps()));
  for (int64_t z = 0; z < w.out[0]; ++z)
    for (int64_t y = 0; y < w.out[1]; ++y, values += w.out[2], places += w.out[2]) {
      A *row = std::fill_n(best.get(), width, lowest<A>()) - width;
      int32_t *taps = std::fill_n(taken.get(), width, -1) - width;
      forTaps(w, z, y, [&](int64_t at, const Inside &range, int64_t tap) {
        starts[size_t(tap)] = at;
        withStep<T>(w.stride[2], [&](auto known) {
          int64_t step = known ? int64_t(known) : w.stride[2];
          for (int64_t i = range.begin; i < range.end; ++i) {
            A element = A(plane[at + i * step]);
            bool isTaken = (taps[i] < 0) | (element > row[i]) | (element != element);
            row[i] = isTaken ? element : row[i];
            taps[i] = isTaken ? int32_t(tap) : taps[i];
          }
        });
      });
      for (int64_t i = 0; i < w.out[2]; ++i) {
        places[i] = taps[i] < 0 ? -1 : starts[size_t(taps[i])] + i * w.stride[2];
        values[i] = plane[std::max<int64_t>(places[i], 0)];
      }
    }
}

/// How many places each window counts along one dimension: those inside, or also the padding.
std::vector<int64_t> countsOf(const Window &w, int d, bool countPadding) {
  std::vector<int64_t> counts;
  for (int64_t at = 0; at < w.out[d]; ++at) {
    int64_t begin = at * w.stride[d] - w.padding[d];
    // A window that reaches past the right padding counts only up to it.
    int64_t end = std::min(begin + w.size[d], w.in[d] + w.padding[d]);
    if (!countPadding) {
      begin = std::max<int64_t>(begin, 0);
      end = std::min(end, w.in[d]);
    }
    counts.push_back(end - begin);
  }
  return counts;
}

template <typename T>
void meansOfPlane(const Window &w, const std::vector<int64_t> *counts, int64_t divisor,
                  const T *plane, T *to) {
  using A = Accumulate<T>;
  std::unique_ptr<A[]> row(new A[size_t(w.out[2])]);
  for (int64_t z = 0; z < w.out[0]; ++z)
    for (int64_t y = 0; y < w.out[1]; ++y, to += w.out[2]) {
      std::fill_n(row.get(), w.out[2], A(0));
      joinRow(w, plane, z, y, row.get(), [](A a, A b) { return A(a + b); });
      int64_t outer = counts[0][size_t(z)] * counts[1][size_t(y)];
      for (int64_t x = 0; x < w.out[2]; ++x)
        to[x] = T(A(row[x] / convert<A>(divisor ? divisor : outer * counts[2][size_t(x)])));
    }
}

/// In several partial sums, so that they do not wait for one another.
template <typename A, typename T> A sumOf(const T *from, int64_t n) {
  constexpr int64_t Lanes = 16;
  A sum(0);
  int64_t i = 0;
  if (n >= 2 * Lanes) {
    A lanes[Lanes] = {};
    for (; i + Lanes <= n; i += Lanes)
      for (int64_t lane = 0; lane < Lanes; ++lane)
        lanes[lane] = A(lanes[lane] + A(from[i + lane]));
    for (int64_t half = Lanes / 2; half > 0; half /= 2)
      for (int64_t lane = 0; lane < half; ++lane)
        lanes[lane] = A(lanes[lane] + lanes[lane + half]);
    sum = lanes[0];
  }
  for (; i < n; ++i)
    sum = A(sum + A(from[i]));
  return sum;
}

/// The windows of one dimension that is split into parts.
struct Parts {
  Parts(const Window &w, int d) : in(w.in[d]), out(w.out[d]) {}
  int64_t begin(int64_t at) const { return at * in / out; }
  int64_t end(int64_t at) const { return ((at + 1) * in + out - 1) / out; }
  int64_t in, out;
};

template <typename T> void partMeansOfPlane(const Window &w, const T *plane, T *to) {
  using A = Accumulate<T>;
  if (w.planeOut() == 1) {
    *to = T(A(sumOf<A>(plane, w.planeIn()) / convert<A>(w.planeIn())));
    return;
  }
  Parts slices(w, 0), rows(w, 1), places(w, 2);
  for (int64_t z = 0; z < w.out[0]; ++z)
    for (int64_t y = 0; y < w.out[1]; ++y)
      for (int64_t x = 0; x < w.out[2]; ++x) {
        int64_t first = places.begin(x), length = places.end(x) - first;
        int64_t top = rows.begin(y), height = rows.end(y) - top;
        A sum(0);
        for (int64_t a = slices.begin(z); a < slices.end(z); ++a) {
          const T *from = plane + (a * w.in[1] + top) * w.in[2] + first;
          if (length == w.in[2]) {
            sum = A(sum + sumOf<A>(from, height * length));
            continue;
          }
          for (int64_t b = 0; b < height; ++b)
            for (int64_t i = 0; i < length; ++i)
              sum = A(sum + A(from[b * w.in[2] + i]));
        }
        int64_t count = (slices.end(z) - slices.begin(z)) * height * length;
        *to++ = T(A(sum / convert<A>(count)));
      }
}

template <typename T> void partMaximaOfPlane(const Window &w, const T *plane, T *to, int64_t *at) {
  using A = Accumulate<T>;
  Parts slices(w, 0), rows(w, 1), places(w, 2);
  for (int64_t z = 0; z < w.out[0]; ++z)
    for (int64_t y = 0; y < w.out[1]; ++y)
      for (int64_t x = 0; x < w.out[2]; ++x) {
        int64_t best = -1;
        for (int64_t a = slices.begin(z); a < slices.end(z); ++a)
          for (int64_t b = rows.begin(y); b < rows.end(y); ++b)
            for (int64_t c = places.begin(x); c < places.end(x); ++c) {
              int64_t place = (a * w.in[1] + b) * w.in[2] + c;
              // NaN is larger than everything.
              if (best < 0 || A(plane[place]) > A(plane[best]) ||
                  A(plane[place]) != A(plane[place]))
                best = place;
            }
        *to++ = plane[best];
        *at++ = best;
      }
}

/// A result of `sizes` for an input of any spatial rank.
Window partsWindow(const lith_tensor *tensor, int64_t spatial, const int64_t *sizes) {
  Window w;
  for (int64_t i = 0; i < spatial; ++i) {
    w.in[Spatial - spatial + i] = tensor->sizes[2 + i];
    w.out[Spatial - spatial + i] = sizes[i];
  }
  return w;
}

/// The operand of a pooling as contiguous memory, and room for its result.
struct Pooling {
  Pooling(lith_ctx *ctx, lith_tensor *tensor, const Window &w)
      : self(ctx, contiguous(ctx, tensor)),
        result(ctx, self ? windowResult(ctx, tensor, tensor->head.dtype, tensor->sizes[1], w)
                         : nullptr) {}

  /// Calls `make(plane of the operand, plane of the result)` for each plane.
  template <typename T, typename Make> void run(const Window &w, Make make) {
    forPlanes(result.get(), w, [&](int64_t plane) {
      make(dataOf<T>(self.get()) + plane * w.planeIn(),
           dataOf<T>(result.get()) + plane * w.planeOut());
    });
  }

  Tensor self, result;
};

} // namespace

extern "C" {

lith_tuple *lith_rt_max_pool(lith_ctx *ctx, lith_tensor *tensor, int64_t, const int64_t *geometry) {
  Window w = maximumWindow(tensor, geometry);
  if (isEmptyPooling(ctx, tensor, w))
    return nullptr;
  Tensor self(ctx, contiguous(ctx, tensor));
  Tensor values(ctx, windowResult(ctx, tensor, tensor->head.dtype, tensor->sizes[1], w));
  Tensor indices(ctx, windowResult(ctx, tensor, LITH_INT64, tensor->sizes[1], w));
  if (!self || !values || !indices)
    return nullptr;
  dispatchReal(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    forPlanes(values.get(), w, [&](int64_t plane) {
      placesOfPlane(w, dataOf<T>(self.get()) + plane * w.planeIn(),
                    dataOf<T>(values.get()) + plane * w.planeOut(),
                    dataOf<int64_t>(indices.get()) + plane * w.planeOut());
    });
  });
  lith_value items[2] = {box(values.get()), box(indices.get())};
  return lith_rt_tuple_new(ctx, 2, items);
}

lith_tensor *lith_rt_max_pool_values(lith_ctx *ctx, lith_tensor *tensor, int64_t,
                                     const int64_t *geometry) {
  Window w = maximumWindow(tensor, geometry);
  if (tensor->head.rank == 3 && isTooSmall(w)) {
    raisef(ctx, LITH_CLASS_RuntimeError, "max_pool1d() Invalid computed output size: %lld",
           (long long)w.out[Spatial - 1]);
    return nullptr;
  }
  if (isEmptyPooling(ctx, tensor, w))
    return nullptr;
  Pooling pooling(ctx, tensor, w);
  if (!pooling.result)
    return nullptr;
  dispatchReal(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    pooling.run<T>(w, [&](const T *from, T *to) { largestOfPlane(w, from, to); });
  });
  return pooling.result.take();
}

lith_tensor *lith_rt_avg_pool(lith_ctx *ctx, lith_tensor *tensor, int64_t,
                              const int64_t *geometry) {
  int64_t spatial = tensor->head.rank - 2;
  Window w;
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t d = Spatial - spatial + i;
    const int64_t *g = geometry + 3 + 3 * i;
    w.size[d] = g[0], w.stride[d] = g[1], w.padding[d] = g[2];
    w.in[d] = tensor->sizes[2 + i];
    w.out[d] = pooledSize(w.in[d], g[0], g[1], g[2], 1, geometry[0] != 0);
  }
  if (isEmptyPooling(ctx, tensor, w))
    return nullptr;
  Pooling pooling(ctx, tensor, w);
  if (!pooling.result)
    return nullptr;
  std::vector<int64_t> counts[Spatial];
  for (int d = 0; d < Spatial; ++d)
    counts[d] = countsOf(w, d, geometry[1] != 0);
  dispatch(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (isFloating<T> || std::is_same_v<T, int64_t>) // others raise before
      pooling.run<T>(w,
                     [&](const T *from, T *to) { meansOfPlane(w, counts, geometry[2], from, to); });
  });
  return pooling.result.take();
}

lith_tensor *lith_rt_adaptive_avg_pool(lith_ctx *ctx, lith_tensor *tensor, int64_t spatial,
                                       const int64_t *sizes) {
  Window w = partsWindow(tensor, spatial, sizes);
  Pooling pooling(ctx, tensor, w);
  if (!pooling.result)
    return nullptr;
  dispatch(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (isFloating<T> || isComplex<T>) // others raise before
      pooling.run<T>(w, [&](const T *from, T *to) { partMeansOfPlane(w, from, to); });
  });
  return pooling.result.take();
}

lith_tuple *lith_rt_adaptive_max_pool(lith_ctx *ctx, lith_tensor *tensor, int64_t spatial,
                                      const int64_t *sizes) {
  Window w = partsWindow(tensor, spatial, sizes);
  Pooling pooling(ctx, tensor, w);
  Tensor indices(ctx, windowResult(ctx, tensor, LITH_INT64, tensor->sizes[1], w));
  if (!pooling.result || !indices)
    return nullptr;
  dispatchReal(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    pooling.run<T>(w, [&](const T *from, T *to) {
      partMaximaOfPlane(w, from, to,
                        dataOf<int64_t>(indices.get()) + (to - dataOf<T>(pooling.result.get())));
    });
  });
  lith_value items[2] = {box(pooling.result.get()), box(indices.get())};
  return lith_rt_tuple_new(ctx, 2, items);
}
}
