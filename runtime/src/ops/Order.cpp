// Order.cpp: extremes, running folds, sorting, sets of values.
#include "ops/Lines.h"
#include "ops/Tensors.h"

#include <algorithm>
#include <vector>

using namespace lith;
using namespace lith::ops;

namespace {

/// NaN is above everything, as PyTorch sorts.
template <typename T> bool isLess(T a, T b) {
  if constexpr (isFloating<T>) {
    auto x = Accumulate<T>(a), y = Accumulate<T>(b);
    return x < y || (y != y && x == x);
  } else {
    return a < b;
  }
}
template <typename T> bool isSame(T a, T b) {
  if constexpr (isFloating<T>)
    return Accumulate<T>(a) == Accumulate<T>(b);
  else
    return a == b;
}

template <typename T> bool isNaN([[maybe_unused]] const T *data, [[maybe_unused]] int64_t i) {
  if constexpr (isFloating<T>)
    return Accumulate<T>(data[i]) != Accumulate<T>(data[i]);
  return false;
}

/// Calls `use(row, stride)` for each line along `dim` of a contiguous tensor.
template <typename T, typename Use>
void forEachLine(const lith_tensor *tensor, const Split &split, Use use) {
  for (int64_t outer = 0; outer < split.outer; ++outer)
    for (int64_t inner = 0; inner < split.inner; ++inner)
      use(dataOf<T>(tensor) + outer * split.size * split.inner + inner,
          outer * split.size * split.inner + inner);
}

/// Whether `value` replaces `best` in a search for the extreme; NaN wins and stays.
template <typename T> bool improves(T best, T value, bool largest) {
  if constexpr (isFloating<T>) {
    auto a = Accumulate<T>(best), b = Accumulate<T>(value);
    return (a == a) & ((b != b) | (largest ? b > a : b < a)); // no branches: it runs in vectors
  } else {
    return largest ? value > best : value < best;
  }
}

template <typename T> void scanLine(const T *in, T *out, const Split &split, int64_t kind) {
  using A = Accumulate<T>;
  A sofar = kind == 1 ? A(1) : A(0);
  if constexpr (isFloating<T>)
    if (kind == 2)
      sofar = -std::numeric_limits<A>::infinity();
  for (int64_t i = 0; i < split.size; ++i) {
    A value = A(in[i * split.inner]);
    if (kind == 1) {
      sofar = A(sofar * value);
    } else if (kind == 0) {
      sofar = A(sofar + value);
    } else if constexpr (isFloating<T>) {
      // log(exp(a) + exp(b)) without overflow
      A low = std::min(sofar, value), high = std::max(sofar, value);
      sofar = std::isnan(value)                ? value
              : low == high && std::isinf(low) ? low
                                               : A(high + std::log1p(std::exp(low - high)));
    }
    out[i * split.inner] = T(sofar);
  }
}

/// The first place of sorted numbers that does not lie before the value, by halving as eager does
/// it: also what it finds among numbers that are not sorted, or NaN, is the same.
template <typename T> int64_t placeOf(const T *numbers, int64_t end, T value, bool right) {
  int64_t start = 0;
  auto wanted = Accumulate<T>(value);
  while (start < end) {
    int64_t middle = start + (end - start) / 2;
    auto number = Accumulate<T>(numbers[middle]);
    if (right ? number > wanted : number >= wanted)
      end = middle;
    else
      start = middle + 1;
  }
  return start;
}

lith_tensor *vectorOf(lith_ctx *ctx, int dtype, int64_t length) {
  return empty(ctx, dtype, {&length, 1});
}

} // namespace

extern "C" {

lith_tensor *lith_rt_scan(lith_ctx *ctx, lith_tensor *tensor, int64_t dim, int64_t kind) {
  Tensor self(ctx, contiguous(ctx, tensor));
  Tensor result(ctx, self ? empty(ctx, tensor->head.dtype, sizesOf(tensor)) : nullptr);
  if (!result)
    return nullptr;
  Split split(self.get(), dim);
  dispatch(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    forEachLine<T>(self.get(), split, [&](const T *row, int64_t offset) {
      scanLine(row, dataOf<T>(result.get()) + offset, split, kind);
    });
  });
  return result.take();
}

lith_tensor *lith_rt_scan_index(lith_ctx *ctx, lith_tensor *tensor, int64_t dim, bool largest) {
  Tensor self(ctx, contiguous(ctx, tensor));
  Tensor result(ctx, self ? empty(ctx, LITH_INT64, sizesOf(tensor)) : nullptr);
  if (!result)
    return nullptr;
  Split split(self.get(), dim);
  dispatchReal(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    forEachLine<T>(self.get(), split, [&](const T *row, int64_t offset) {
      int64_t best = 0, *out = dataOf<int64_t>(result.get()) + offset;
      for (int64_t i = 0; i < split.size; ++i) {
        T value = row[i * split.inner];
        // Of equals the last one counts.
        if (improves(row[best * split.inner], value, largest) ||
            !(isLess(value, row[best * split.inner]) || isLess(row[best * split.inner], value)))
          best = i;
        out[i * split.inner] = best;
      }
    });
  });
  return result.take();
}

lith_tensor *lith_rt_argsort(lith_ctx *ctx, lith_tensor *tensor, int64_t dim, bool descending,
                             bool stable) {
  // Long vectors of integers are the one thing that eager sorts by digits.
  constexpr int64_t Long = 32768;
  bool isInteger = tensor->head.dtype <= LITH_INT64;
  if (tensor->head.rank == 1 && isInteger && !descending && tensor->sizes[0] >= Long)
    stable = true;
  return indicesOfLines(ctx, tensor, dim, sizeOfLine(tensor, dim),
                        [&](auto &sorter, const auto *row, const Line &line) {
                          const auto &items =
                              stable ? sorter.sort(row, line.step, line.size, descending)
                                     : sorter.sortUnstably(row, line.step, line.size, descending);
                          for (int64_t i = 0; i < line.size; ++i)
                            line.put(i, items[size_t(i)].index);
                        });
}

lith_tuple *lith_rt_unique(lith_ctx *ctx, lith_tensor *tensor, bool consecutive) {
  Tensor self(ctx, contiguous(ctx, tensor));
  if (!self)
    return nullptr;
  int64_t n = countOf(tensor);
  std::vector<int64_t> first, counts;
  Tensor inverse(ctx, empty(ctx, LITH_INT64, sizesOf(tensor)));
  if (!inverse)
    return nullptr;
  return dispatchReal(tensor->head.dtype, [&](auto zero) -> lith_tuple * {
    using T = decltype(zero);
    const T *data = dataOf<T>(self.get());
    auto take = [&](int64_t i, bool isNew) {
      if (isNew) {
        first.push_back(i);
        counts.push_back(0);
      }
      ++counts.back();
      dataOf<int64_t>(inverse.get())[i] = int64_t(first.size()) - 1;
    };
    Sorter sorter;
    if (consecutive) {
      for (int64_t i = 0; i < n; ++i)
        take(i, i == 0 || !isSame(data[i - 1], data[i]));
    } else {
      // Every NaN is a value of its own.
      uint64_t last = 0;
      for (const auto &item : sorter.sort(data, 1, n, false)) {
        take(item.index, first.empty() || item.key != last || isNaN(data, item.index));
        last = item.key;
      }
    }
    Tensor values(ctx, vectorOf(ctx, tensor->head.dtype, int64_t(first.size())));
    Tensor number(ctx, vectorOf(ctx, LITH_INT64, int64_t(first.size())));
    if (!values || !number)
      return nullptr;
    for (size_t i = 0; i < first.size(); ++i) {
      dataOf<T>(values.get())[i] = data[first[i]];
      dataOf<int64_t>(number.get())[i] = counts[i];
    }
    lith_value items[3] = {box(values.get()), box(inverse.get()), box(number.get())};
    return lith_rt_tuple_new(ctx, 3, items);
  });
}

lith_tensor *lith_rt_searchsorted(lith_ctx *ctx, lith_tensor *sequence, lith_tensor *tensor,
                                  bool right) {
  Tensor sorted(ctx, contiguous(ctx, sequence)), values(ctx, contiguous(ctx, tensor));
  Tensor result(ctx, sorted && values ? empty(ctx, LITH_INT64, sizesOf(tensor)) : nullptr);
  if (!result)
    return nullptr;
  int64_t length = sequence->head.rank ? sequence->sizes[sequence->head.rank - 1] : 1;
  int64_t columns = tensor->head.rank ? tensor->sizes[tensor->head.rank - 1] : 1,
          count = countOf(tensor);
  dispatchReal(sequence->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < count; ++i) {
      const T *begin =
          dataOf<T>(sorted.get()) + (sequence->head.rank > 1 ? i / columns * length : 0);
      dataOf<int64_t>(result.get())[i] = placeOf(begin, length, dataOf<T>(values.get())[i], right);
    }
  });
  return result.take();
}

lith_tensor *lith_rt_bincount(lith_ctx *ctx, lith_tensor *tensor, int64_t minlength) {
  Tensor self(ctx, contiguous(ctx, tensor));
  if (!self)
    return nullptr;
  const int64_t *data = dataOf<int64_t>(self.get());
  int64_t count = countOf(tensor), length = minlength;
  for (int64_t i = 0; i < count; ++i) {
    if (data[i] < 0) {
      raise(ctx, LITH_CLASS_RuntimeError,
            "bincount only supports 1-d non-negative integral inputs.");
      return nullptr;
    }
    length = std::max(length, data[i] + 1);
  }
  lith_tensor *result = vectorOf(ctx, LITH_INT64, length);
  if (!result)
    return nullptr;
  std::fill_n(dataOf<int64_t>(result), length, 0);
  for (int64_t i = 0; i < count; ++i)
    ++dataOf<int64_t>(result)[data[i]];
  return result;
}

lith_tensor *lith_rt_repeat_index(lith_ctx *ctx, lith_tensor *repeats) {
  Tensor self(ctx, contiguous(ctx, repeats));
  if (!self)
    return nullptr;
  const int64_t *data = dataOf<int64_t>(self.get());
  int64_t count = countOf(repeats), total = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (data[i] < 0) {
      raise(ctx, LITH_CLASS_RuntimeError, "repeats can not be negative");
      return nullptr;
    }
    total += data[i];
  }
  lith_tensor *result = vectorOf(ctx, LITH_INT64, total);
  if (!result)
    return nullptr;
  int64_t *out = dataOf<int64_t>(result);
  for (int64_t i = 0; i < count; ++i)
    out = std::fill_n(out, data[i], i);
  return result;
}
}
