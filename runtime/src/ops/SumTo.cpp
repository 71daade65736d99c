// SumTo.cpp: a tensor summed over the dimensions along which another was broadcast to its sizes.
#include "kernels/Half.h"
#include "kernels/Operands.h"
#include "ops/Tensors.h"
#include "tensor/Layout.h"

#include <algorithm>
#include <functional>

using namespace lith;

namespace {

/// Elements of float are summed in double: there may be millions of them.
template <typename T> using Wide = std::conditional_t<std::is_same_v<T, float>, double, T>;

/// The dimensions of a dense tensor of rows, those side by side that are kept, or summed, as one.
struct Walk {
  struct Dimension {
    int64_t size;
    bool isKept;
  };
  std::vector<Dimension> dimensions;

  void add(int64_t size, bool isKept) {
    if (size == 1)
      return;
    if (!dimensions.empty() && dimensions.back().isKept == isKept)
      dimensions.back().size *= size;
    else
      dimensions.push_back({size, isKept});
  }
  int64_t elements(size_t from, bool onlyKept) const {
    int64_t count = 1;
    for (size_t d = from; d < dimensions.size(); ++d)
      count *= dimensions[d].isKept || !onlyKept ? dimensions[d].size : 1;
    return count;
  }
};

/// Adds the elements of dimensions from `d` on, of the last one those from begin to end.
template <typename T>
void addInto(const Walk &walk, size_t d, const T *from, Wide<T> *to, int64_t begin, int64_t end) {
  auto [size, isKept] = walk.dimensions[d];
  if (d + 1 < walk.dimensions.size()) {
    int64_t step = walk.elements(d + 1, false), stepTo = isKept ? walk.elements(d + 1, true) : 0;
    for (int64_t i = 0; i < size; ++i)
      addInto(walk, d + 1, from + i * step, to + i * stepTo, begin, end);
    return;
  }
  if (isKept) {
    for (int64_t i = begin; i < end; ++i)
      to[i] += Wide<T>(from[i]);
    return;
  }
  Wide<T> lanes[8] = {}; // so that vectors add them
  int64_t i = begin;
  for (; i + 8 <= end; i += 8)
    for (int lane = 0; lane < 8; ++lane)
      lanes[lane] += Wide<T>(from[i + lane]);
  for (; i < end; ++i)
    lanes[0] += Wide<T>(from[i]);
  for (Wide<T> lane : lanes)
    *to += lane;
}

/// The first dimension, or the last, is shared among threads where that is kept.
template <typename T> void sumInto(const Walk &walk, const T *from, T *to) {
  constexpr int64_t Grain = 1 << 15;
  std::vector<Wide<T>> sums(size_t(walk.elements(0, true)));
  int64_t all = walk.elements(0, false), last = walk.dimensions.back().size;
  auto grainOf = [&](int64_t count) { return std::max<int64_t>(1, Grain * count / all); };
  if (walk.dimensions.back().isKept) {
    parallelFor(last, std::max<int64_t>(64, grainOf(last)), [&](int64_t begin, int64_t end) {
      addInto<T>(walk, 0, from, sums.data(), begin, end);
    });
  } else if (walk.dimensions.size() > 1) {
    auto [first, isKept] = walk.dimensions[0];
    int64_t step = walk.elements(1, false), stepTo = walk.elements(1, true);
    auto add = [&, isKept = isKept](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        addInto<T>(walk, 1, from + i * step, sums.data() + (isKept ? i * stepTo : 0), 0, last);
    };
    isKept ? parallelFor(first, grainOf(first), add) : add(0, first);
  } else {
    addInto<T>(walk, 0, from, sums.data(), 0, last);
  }
  std::transform(sums.begin(), sums.end(), to, [](Wide<T> sum) { return T(sum); });
}

/// Of a tensor of float, double or integers, or of pairs of them, without gaps.
lith_tensor *sums(lith_ctx *ctx, const lith_tensor *tensor, std::span<const int64_t> sizes) {
  lith_tensor *made = newTensor(ctx, static_cast<lith_dtype>(tensor->head.dtype), sizes);
  if (!made || elementCount(made) == 0)
    return made;
  if (elementCount(tensor) == 0) {
    std::memset(made->data, 0, size_t(elementCount(made) * elementBytes(tensor->head.dtype)));
    return made;
  }
  Walk walk;
  for (size_t d = 0; d < sizes.size(); ++d)
    walk.add(tensor->sizes[d], sizes[d] == tensor->sizes[d]);
  int dtype = tensor->head.dtype;
  if (isComplexDtype(dtype)) {
    walk.add(2, true);
    dtype = dtype == LITH_COMPLEX64 ? LITH_FLOAT32 : LITH_FLOAT64;
  }
  ops::dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
      sumInto(walk, reinterpret_cast<const T *>(tensor->data), reinterpret_cast<T *>(made->data));
  });
  return made;
}

} // namespace

lith_tensor *lith_rt_sum_to(lith_ctx *ctx, lith_tensor *tensor, int64_t rank,
                            const int64_t *sizes) {
  if (std::equal(sizes, sizes + rank, tensor->sizes))
    return retained(tensor);
  for (int64_t d = 0; d < rank; ++d)
    if (sizes[d] != 1 && sizes[d] != tensor->sizes[d])
      return raise(ctx, LITH_CLASS_RuntimeError,
                   "a gradient does not have the sizes of what it is of, nor is it broadcast"),
             nullptr;
  std::span<const int64_t> wanted(sizes, size_t(rank));
  if (!kernels::isHalf(tensor->head.dtype)) {
    Owned<lith_tensor> rows(ctx, lith_rt_tensor_contiguous(ctx, tensor));
    return rows ? sums(ctx, rows.get(), wanted) : nullptr;
  }
  Owned<lith_tensor> wide(ctx, kernels::widened(ctx, tensor));
  Owned<lith_tensor> rows(ctx, wide ? lith_rt_tensor_contiguous(ctx, wide.get()) : nullptr);
  Owned<lith_tensor> sum(ctx, rows ? sums(ctx, rows.get(), wanted) : nullptr);
  auto dtype = static_cast<lith_dtype>(tensor->head.dtype);
  return sum ? kernels::narrowed(ctx, sum.get(), dtype) : nullptr;
}
