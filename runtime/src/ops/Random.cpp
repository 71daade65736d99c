// Random.cpp: random tensors from a Mersenne twister, drawn in the order of
// PyTorch's CPU generator, so that one seed gives the same numbers.
#include "ops/Tensors.h"

#include <algorithm>
#include <mutex>
#include <random>
#include <vector>

using namespace lith;
using namespace lith::ops;

namespace {

/// One generator for the process, as PyTorch's default generator is.
struct Generator {
  std::mutex lock;
  std::mt19937 engine{5489};
  bool hasNormal = false;
  double nextNormal = 0;

  uint32_t bits32() { return static_cast<uint32_t>(engine()); }
  uint64_t bits64() {
    uint64_t high = bits32();
    return high << 32 | bits32();
  }
  double uniform() { return double(bits64() & ((uint64_t(1) << 53) - 1)) * 0x1p-53; }
  template <typename T> T uniformOf() {
    if constexpr (std::is_same_v<T, double>)
      return uniform();
    else if constexpr (std::is_same_v<T, Half>)
      return Half(float(bits32() & 0x7ff) * 0x1p-11f);
    else if constexpr (std::is_same_v<T, BFloat16>)
      return BFloat16(float(bits32() & 0xff) * 0x1p-8f);
    else
      return T(float(bits32() & 0xffffff) * 0x1p-24f);
  }
  double normal() {
    if (hasNormal) {
      hasNormal = false;
      return nextNormal;
    }
    double angle = 2 * M_PI * uniform(), radius = std::sqrt(-2 * std::log1p(-uniform()));
    hasNormal = true;
    nextNormal = radius * std::sin(angle);
    return radius * std::cos(angle);
  }
};
Generator generator;

/// Sixteen uniform numbers become normal ones by pairs (Box and Muller).
template <typename T> void normalSixteen(T *data) {
  for (int i = 0; i < 8; ++i) {
    T first = T(1) - data[i], second = data[i + 8];
    T radius = std::sqrt(T(-2) * std::log(first)), angle = T(2 * M_PI) * second;
    data[i] = radius * std::cos(angle);
    data[i + 8] = radius * std::sin(angle);
  }
}

template <typename T> void fillNormal(T *data, int64_t n) {
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    if (n >= 16) {
      for (int64_t i = 0; i < n; ++i)
        data[i] = generator.uniformOf<T>();
      for (int64_t i = 0; i + 15 < n; i += 16)
        normalSixteen(data + i);
      if (n % 16) {
        for (int64_t i = n - 16; i < n; ++i)
          data[i] = generator.uniformOf<T>();
        normalSixteen(data + n - 16);
      }
      return;
    }
  }
  for (int64_t i = 0; i < n; ++i)
    data[i] = convert<T>(generator.normal());
}

template <typename Fill>
lith_tensor *filled(lith_ctx *ctx, int64_t dtype, int64_t n, const int64_t *sizes, Fill fill) {
  lith_tensor *result = empty(ctx, int(dtype), {sizes, size_t(n)});
  if (!result)
    return nullptr;
  std::lock_guard guard(generator.lock);
  dispatch(int(dtype), [&](auto zero) { fill(dataOf<decltype(zero)>(result), countOf(result)); });
  return result;
}

} // namespace

extern "C" {

void lith_rt_random_seed(lith_ctx *, int64_t seed) {
  std::lock_guard guard(generator.lock);
  generator.engine.seed(static_cast<uint32_t>(seed));
  generator.hasNormal = false;
}

lith_tensor *lith_rt_random(lith_ctx *ctx, int64_t dtype, int64_t n, const int64_t *sizes) {
  return filled(ctx, dtype, n, sizes, [](auto *data, int64_t count) {
    using T = std::remove_pointer_t<decltype(data)>;
    if constexpr (isFloating<T>)
      for (int64_t i = 0; i < count; ++i)
        data[i] = generator.uniformOf<T>();
  });
}

lith_tensor *lith_rt_random_normal(lith_ctx *ctx, int64_t dtype, int64_t n, const int64_t *sizes) {
  return filled(ctx, dtype, n, sizes, [](auto *data, int64_t count) {
    using T = std::remove_pointer_t<decltype(data)>;
    if constexpr (isFloating<T>)
      fillNormal(data, count);
  });
}

lith_tensor *lith_rt_random_int(lith_ctx *ctx, int64_t dtype, int64_t low, int64_t high, int64_t n,
                                const int64_t *sizes) {
  if (low >= high) {
    raise(ctx, LITH_CLASS_RuntimeError, "random integers need a lower bound below the upper one");
    return nullptr;
  }
  uint64_t range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  return filled(ctx, dtype, n, sizes, [&](auto *data, int64_t count) {
    using T = std::remove_pointer_t<decltype(data)>;
    for (int64_t i = 0; i < count; ++i) {
      uint64_t bits = range >> 32 ? generator.bits64() : generator.bits32();
      data[i] = convert<T>(static_cast<int64_t>(bits % range) + low);
    }
  });
}

lith_tensor *lith_rt_random_bernoulli(lith_ctx *ctx, lith_tensor *tensor, int64_t dtype) {
  Tensor p(ctx, contiguous(ctx, tensor));
  if (!p)
    return nullptr;
  return filled(ctx, dtype, tensor->head.rank, tensor->sizes, [&](auto *data, int64_t count) {
    using T = std::remove_pointer_t<decltype(data)>;
    dispatchReal(p->head.dtype, [&](auto zero) {
      using P = decltype(zero);
      for (int64_t i = 0; i < count; ++i) {
        double chance = convert<double>(dataOf<P>(p.get())[i]);
        double drawn =
            std::is_same_v<P, double> ? generator.uniform() : generator.uniformOf<float>();
        data[i] = convert<T>(int64_t(drawn < chance));
      }
    });
  });
}

lith_tensor *lith_rt_random_permutation(lith_ctx *ctx, int64_t n) {
  lith_tensor *result = empty(ctx, LITH_INT64, {&n, 1});
  if (!result)
    return nullptr;
  std::lock_guard guard(generator.lock);
  int64_t *data = dataOf<int64_t>(result);
  for (int64_t i = 0; i < n; ++i)
    data[i] = i;
  for (int64_t i = 0; i < n - 1; ++i)
    std::swap(data[i], data[i + int64_t(generator.bits32() % uint64_t(n - i))]);
  return result;
}

lith_tensor *lith_rt_multinomial(lith_ctx *ctx, lith_tensor *tensor, int64_t count,
                                 bool replacement) {
  Tensor wide(ctx, lith_rt_cast_tensor(ctx, tensor, LITH_FLOAT64));
  Tensor weights(ctx, wide ? contiguous(ctx, wide.get()) : nullptr);
  if (!weights)
    return nullptr;
  Sizes sizes(tensor);
  int64_t columns = sizes.values[sizes.rank - 1],
          rows = countOf(tensor) / std::max<int64_t>(columns, 1);
  sizes.values[sizes.rank - 1] = count;
  if (!replacement && count > columns) {
    raise(ctx, LITH_CLASS_RuntimeError, "more samples than categories without replacement");
    return nullptr;
  }
  Tensor result(ctx, empty(ctx, LITH_INT64, sizes.span()));
  if (!result)
    return nullptr;
  std::lock_guard guard(generator.lock);
  for (int64_t row = 0; row < rows; ++row) {
    std::vector<double> left(dataOf<double>(weights.get()) + row * columns,
                             dataOf<double>(weights.get()) + (row + 1) * columns);
    for (int64_t i = 0; i < count; ++i) {
      double total = 0;
      for (double weight : left)
        total += weight;
      if (!(total > 0) || total - total != 0) {
        raise(ctx, LITH_CLASS_RuntimeError,
              "the weights must be finite, not negative, and have a positive sum");
        return nullptr;
      }
      double at = generator.uniform() * total;
      int64_t chosen = 0;
      while (chosen + 1 < columns && at >= left[size_t(chosen)])
        at -= left[size_t(chosen++)];
      dataOf<int64_t>(result.get())[row * count + i] = chosen;
      if (!replacement)
        left[size_t(chosen)] = 0;
    }
  }
  return result.take();
}
}
