// Random.cpp: random tensors, drawn in the order of PyTorch's CPU generator.
#include "ops/Generators.h"
#include "ops/Tensors.h"
#include "tensor/Layout.h"

#include <lith/random.h>

#include <algorithm>
#include <limits>
#include <vector>

using namespace lith;
using namespace lith::ops;

namespace {

/// Sixteen uniform numbers become normal ones by pairs (Box and Muller).
template <typename T> void normalSixteen(T *data) {
  for (int i = 0; i < 8; ++i) {
    T first = T(1) - data[i], second = data[i + 8];
    T radius = std::sqrt(T(-2) * std::log(first)), angle = T(2 * M_PI) * second;
    data[i] = radius * std::cos(angle);
    data[i + 8] = radius * std::sin(angle);
  }
}

template <typename T> void fillNormal(Drawing &generator, T *data, int64_t n, bool isBySixteen) {
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    if (n >= 16) {
      auto draw = [&](int64_t from, int64_t to) {
        for (int64_t i = from; i < to; ++i)
          data[i] = generator->uniformOf<T>();
      };
      if (!isBySixteen)
        draw(0, n);
      for (int64_t i = 0; i + 15 < n; i += 16) {
        if (isBySixteen)
          draw(i, i + 16);
        normalSixteen(data + i);
      }
      if (n % 16) {
        draw(n - 16, n);
        normalSixteen(data + n - 16);
      }
      return;
    }
  }
  for (int64_t i = 0; i < n; ++i)
    data[i] = convert<T>(generator->normal());
}

template <typename Fill>
lith_tensor *filled(lith_ctx *ctx, int64_t dtype, int64_t n, const int64_t *sizes, Fill fill) {
  lith_tensor *result =
      checkSizes(ctx, n, sizes) ? empty(ctx, int(dtype), {sizes, size_t(n)}) : nullptr;
  if (!result)
    return nullptr;
  Drawing generator(ctx);
  if (ctx && ctx->pending) { // the host's
    release(ctx, result);
    return nullptr;
  }
  dispatch(int(dtype),
           [&](auto zero) { fill(generator, dataOf<decltype(zero)>(result), countOf(result)); });
  return result;
}

/// A type as PyTorch's messages name it.
template <typename T> constexpr const char *typeText() {
  return std::is_same_v<T, bool>      ? "bool"
         : std::is_same_v<T, uint8_t> ? "unsigned char"
         : std::is_same_v<T, int8_t>  ? "signed char"
         : std::is_same_v<T, int16_t> ? "short int"
         : std::is_same_v<T, int32_t> ? "int"
                                      : "long int";
}

/// Bounds that the dtype holds, as PyTorch moves them; raises where there are none, or integers
/// between them that the dtype does not have.
template <typename T> bool fitBounds(lith_ctx *ctx, int64_t &low, int64_t &high) {
  auto isBelow = [&](const char *words) {
    if (low >= high)
      raisef(ctx, LITH_CLASS_RuntimeError,
             "random_ expects 'from'%s to be less than 'to'%s, but got from=%lld >= to=%lld", words,
             words, (long long)low, (long long)high);
    return low < high;
  };
  if (!isBelow(""))
    return false;
  if constexpr (isFloating<T>) {
    constexpr int digits = std::is_same_v<T, double>     ? 53
                           : std::is_same_v<T, float>    ? 24
                           : std::is_same_v<T, BFloat16> ? 8
                                                         : 11;
    auto spacing = [&](int64_t at) { // of numbers of the dtype there
      return int64_t(1) << (63 - __builtin_clzll(uint64_t(std::abs(at))) - digits + 1);
    };
    auto held = [](int64_t bound) { return __int128(convert<double>(convert<T>(bound))); };
    if (__int128 next = held(low + 1); next < low)
      low = int64_t(next + spacing(low + 1));
    if (__int128 last = held(high - 1); last >= high)
      high = int64_t(last - spacing(high - 1));
    return isBelow(" casted to dtype");
  } else {
    auto isInside = [&](const char *name, int64_t bound) {
      bool fits = bound >= int64_t(std::numeric_limits<T>::lowest()) &&
                  bound <= int64_t(std::numeric_limits<T>::max());
      if (!fits)
        raisef(ctx, LITH_CLASS_RuntimeError, "%s is out of bounds for %s", name, typeText<T>());
      return fits;
    };
    return isInside("from", low) && isInside("to - 1", high - 1);
  }
}

} // namespace

extern "C" {

lith_tensor *lith_rt_random(lith_ctx *ctx, int64_t dtype, int64_t n, const int64_t *sizes) {
  return filled(ctx, dtype, n, sizes, [](Drawing &generator, auto *data, int64_t count) {
    using T = std::remove_pointer_t<decltype(data)>;
    if constexpr (isFloating<T>)
      for (int64_t i = 0; i < count; ++i)
        data[i] = generator->uniformOf<T>();
  });
}

lith_tensor *lith_rt_random_normal(lith_ctx *ctx, int64_t dtype, int64_t n, const int64_t *sizes) {
  bool isOneByOne = dtype & DrawsOneByOne, isBySixteen = dtype & DrawsBySixteen;
  dtype &= 0xff;
  return filled(ctx, dtype, n, sizes, [=](Drawing &generator, auto *data, int64_t count) {
    using T = std::remove_pointer_t<decltype(data)>;
    if constexpr (isFloating<T>) {
      if (!isOneByOne)
        return fillNormal(generator, data, count, isBySixteen);
      for (int64_t i = 0; i < count; ++i)
        data[i] = convert<T>(generator->normal());
    }
  });
}

lith_tensor *lith_rt_random_int(lith_ctx *ctx, int64_t dtype, int64_t low, int64_t high, int64_t n,
                                const int64_t *sizes) {
  // 2**63 as a bound above is the least number, which none has.
  bool isAll = low == 0 && high == std::numeric_limits<int64_t>::min();
  bool fits = isAll || dispatchReal(int(dtype), [&](auto zero) {
                return fitBounds<decltype(zero)>(ctx, low, high);
              });
  if (!fits)
    return nullptr;
  uint64_t range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  return filled(ctx, dtype, n, sizes, [&](Drawing &generator, auto *data, int64_t count) {
    using T = std::remove_pointer_t<decltype(data)>;
    for (int64_t i = 0; i < count; ++i) {
      uint64_t bits = range >> 28 ? generator->bits64() : generator->bits32();
      data[i] = convert<T>(static_cast<int64_t>(bits % range) + low);
    }
  });
}

lith_tensor *lith_rt_random_bernoulli(lith_ctx *ctx, lith_tensor *tensor, int64_t dtype) {
  Tensor p(ctx, contiguous(ctx, tensor));
  if (!p)
    return nullptr;
  return filled(ctx, dtype, tensor->head.rank, tensor->sizes,
                [&](Drawing &generator, auto *data, int64_t count) {
                  using T = std::remove_pointer_t<decltype(data)>;
                  dispatchReal(p->head.dtype, [&](auto zero) {
                    using P = decltype(zero);
                    for (int64_t i = 0; i < count; ++i) {
                      double chance = convert<double>(dataOf<P>(p.get())[i]);
                      double drawn = std::is_same_v<P, double> ? generator->uniform()
                                                               : generator->uniformOf<float>();
                      data[i] = convert<T>(int64_t(drawn < chance));
                    }
                  });
                });
}

lith_tensor *lith_rt_in_memory_order(lith_ctx *ctx, lith_tensor *values, lith_tensor *like) {
  Tensor flat(ctx, contiguous(ctx, values));
  if (!flat)
    return nullptr;
  MemoryLayout layout = layoutOfCopy(like);
  size_t rank = size_t(layout.rank);
  return viewTensor(ctx, flat.get(), {layout.sizes, rank}, {layout.strides, rank}, 0);
}

lith_tensor *lith_rt_random_permutation(lith_ctx *ctx, int64_t n) {
  lith_tensor *result = checkSizes(ctx, 1, &n) ? empty(ctx, LITH_INT64, {&n, 1}) : nullptr;
  if (!result)
    return nullptr;
  Drawing generator(ctx);
  int64_t *data = dataOf<int64_t>(result);
  for (int64_t i = 0; i < n; ++i)
    data[i] = i;
  for (int64_t i = 0; i < n - 1; ++i)
    std::swap(data[i], data[i + int64_t(generator->bits32() % uint64_t(n - i))]);
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
  Drawing generator(ctx);
  for (int64_t row = 0; row < rows; ++row) {
    std::vector<double> left(dataOf<double>(weights.get()) + row * columns,
                             dataOf<double>(weights.get()) + (row + 1) * columns);
    for (int64_t i = 0; i < count; ++i) {
      double total = 0;
      const char *wrong = nullptr;
      for (double weight : left) {
        wrong = wrong                ? wrong
                : !(weight >= 0)     ? "encountering probability entry < 0"
                : std::isinf(weight) ? "encountering probability entry = infinity or NaN"
                                     : nullptr;
        total += weight;
      }
      if (wrong || !(total > 0)) {
        raisef(ctx, LITH_CLASS_RuntimeError, "invalid multinomial distribution (%s)",
               wrong ? wrong : "sum of probabilities <= 0");
        return nullptr;
      }
      double at = generator->uniform() * total;
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
