// Create.cpp: tensors from numbers, and between dtypes.
#include "ops/Tensors.h"

#include "objects/Iterator.h"

using namespace lith;
using namespace lith::ops;

namespace {

/// Large tensors by copies of a block, for which the C library has the processor's best stores.
template <typename T> void fillWith(T *data, T element, int64_t count) {
  constexpr int64_t Block = 4096 / sizeof(T);
  std::fill_n(data, std::min(count, Block), element);
  for (int64_t at = Block; at < count; at += Block)
    std::memcpy(data + at, data, size_t(std::min(Block, count - at)) * sizeof(T));
}

template <typename T> T elementOf(lith_value value) {
  switch (value.tag) {
  case LITH_FLOAT:
    return convert<T>(floatOf(value));
  case LITH_COMPLEX: {
    auto *number = as<lith_complex>(value);
    return convert<T>(std::complex<double>(number->re, number->im));
  }
  default:
    return convert<T>(intOf(value));
  }
}

template <typename T, typename Start> void fillRange(lith_tensor *tensor, Start start, Start step) {
  T *data = dataOf<T>(tensor);
  for (int64_t i = 0, n = tensor->sizes[0]; i < n; ++i)
    data[i] = convert<T>(Start(start + Start(i) * step));
}

template <typename Start>
lith_tensor *range(lith_ctx *ctx, int64_t dtype, Start start, Start step, int64_t length) {
  if (!checkSizes(ctx, 1, &length))
    return nullptr;
  lith_tensor *result = empty(ctx, int(dtype), {&length, 1});
  if (result)
    dispatch(int(dtype), [&](auto zero) { fillRange<decltype(zero)>(result, start, step); });
  return result;
}

/// The sizes of nested lists, from their first elements; the number of elements so far.
bool nestedSizes(lith_ctx *ctx, lith_value value, Sizes &sizes) {
  while (value.tag == LITH_LIST || value.tag == LITH_TUPLE) {
    int64_t length =
        value.tag == LITH_LIST ? as<lith_list>(value)->length : as<lith_tuple>(value)->length;
    if (sizes.rank == LITH_MAX_RANK) {
      raise(ctx, LITH_CLASS_ValueError, "lists are nested deeper than 8");
      return false;
    }
    sizes.add(length);
    if (length == 0)
      return true;
    value =
        value.tag == LITH_LIST ? as<lith_list>(value)->items[0] : as<lith_tuple>(value)->items[0];
  }
  return true; // a tensor is an element
}

/// The dtype that torch.tensor infers: float over int over bool.
int inferredDtype(lith_value value, int sofar) {
  switch (value.tag) {
  case LITH_LIST:
  case LITH_TUPLE: {
    bool isList = value.tag == LITH_LIST;
    int64_t length = isList ? as<lith_list>(value)->length : as<lith_tuple>(value)->length;
    const lith_value *items = isList ? as<lith_list>(value)->items : as<lith_tuple>(value)->items;
    for (int64_t i = 0; i < length; ++i)
      sofar = inferredDtype(items[i], sofar);
    return sofar;
  }
  case LITH_TENSOR:
    return sofar < 0 ? as<lith_tensor>(value)->head.dtype : sofar;
  case LITH_FLOAT:
    return sofar == LITH_COMPLEX64 ? sofar : LITH_FLOAT32;
  case LITH_COMPLEX:
    return LITH_COMPLEX64;
  case LITH_INT:
    return sofar < 0 || sofar == LITH_BOOL8 ? LITH_INT64 : sofar;
  default:
    return sofar < 0 ? LITH_BOOL8 : sofar;
  }
}

bool raiseLength(lith_ctx *ctx, int64_t wanted, int depth, int64_t length) {
  char got[32] = "";
  if (length >= 0)
    std::snprintf(got, sizeof got, " (got %lld)", static_cast<long long>(length));
  raisef(ctx, LITH_CLASS_ValueError, "expected sequence of length %lld at dim %d%s",
         static_cast<long long>(wanted), depth, got);
  return false;
}

/// A tensor among the elements: a number where one belongs, else a sequence of these sizes.
template <typename T>
bool fillFrom(lith_ctx *ctx, lith_tensor *tensor, std::span<const int64_t> sizes, T *&at,
              int depth) {
  std::span<const int64_t> own = sizesOf(tensor);
  if (!sizes.empty() && own.empty()) {
    raise(ctx, LITH_CLASS_TypeError, "not a sequence");
    return false;
  }
  for (size_t i = 0; i < sizes.size(); ++i)
    if (int64_t length = i < own.size() ? own[i] : -1; length != sizes[i])
      return raiseLength(ctx, sizes[i], depth + int(i), length);
  int64_t wanted = 1;
  for (int64_t size : sizes)
    wanted *= size;
  Tensor flat(ctx, contiguous(ctx, tensor));
  return flat && dispatch(flat->head.dtype, [&](auto zero) {
           using From = decltype(zero);
           constexpr bool isIndex = std::is_integral_v<T> && !std::is_same_v<T, bool>;
           if (countOf(flat.get()) != wanted || (isIndex && !std::is_integral_v<From>)) {
             if constexpr (isIndex)
               raise(ctx, LITH_CLASS_TypeError,
                     "only integer tensors of a single element can be converted to an index");
             else
               raise(ctx, LITH_CLASS_ValueError,
                     "only one element tensors can be converted to Python scalars");
             return false;
           }
           auto *from = dataOf<From>(flat.get());
           for (int64_t i = 0; i < wanted; ++i)
             *at++ = convert<T>(from[i]);
           return true;
         });
}

template <typename T>
bool fillNested(lith_ctx *ctx, lith_value value, std::span<const int64_t> sizes, T *&at,
                int depth = 0) {
  if (value.tag == LITH_TENSOR)
    return fillFrom(ctx, as<lith_tensor>(value), sizes, at, depth);
  if (sizes.empty()) {
    if (!isNumber(value) && value.tag != LITH_COMPLEX) {
      raisef(ctx, LITH_CLASS_TypeError, "a tensor cannot hold a %s", typeName(ctx, value));
      return false;
    }
    *at++ = elementOf<T>(value);
    return true;
  }
  bool isList = value.tag == LITH_LIST;
  int64_t length = isList                    ? as<lith_list>(value)->length
                   : value.tag == LITH_TUPLE ? as<lith_tuple>(value)->length
                                             : -1;
  if (length != sizes[0])
    return raiseLength(ctx, sizes[0], depth, length);
  const lith_value *items = isList ? as<lith_list>(value)->items : as<lith_tuple>(value)->items;
  for (int64_t i = 0; i < length; ++i)
    if (!fillNested(ctx, items[i], sizes.subspan(1), at, depth + 1))
      return false;
  return true;
}

/// Numbers between two, symmetric about the middle, each rounded as PyTorch's computation in that
/// dtype does.
class Steps {
public:
  Steps(int dtype, double start, double end, int64_t count) : dtype(dtype), count(count) {
    first = rounded(start);
    last = rounded(end);
    step = count > 1 ? rounded(rounded(last - first) / rounded(double(count - 1))) : 0;
  }
  [[gnu::noinline]] double at(int64_t i) const {
    bool isFirstHalf = i < count / 2 || count == 1;
    double far = rounded(step * rounded(double(isFirstHalf ? i : count - i - 1)));
    return rounded(isFirstHalf ? first + far : last - far);
  }

private:
  [[gnu::noinline]] double rounded(double value) const {
    auto single = float(value);
    return dtype == LITH_FLOAT32    ? double(single)
           : dtype == LITH_FLOAT16  ? double(float(convert<Half>(single)))
           : dtype == LITH_BFLOAT16 ? double(float(convert<BFloat16>(single)))
                                    : value;
  }
  int dtype;
  int64_t count;
  double first, last, step;
};

} // namespace

extern "C" {

lith_tensor *lith_rt_full(lith_ctx *ctx, int64_t dtype, lith_value value, int64_t n,
                          const int64_t *sizes) {
  if (!checkSizes(ctx, n, sizes))
    return nullptr;
  lith_tensor *result = empty(ctx, int(dtype), {sizes, size_t(n)});
  if (result)
    dispatch(int(dtype), [&](auto zero) {
      using T = decltype(zero);
      fillWith(dataOf<T>(result), elementOf<T>(value), countOf(result));
    });
  return result;
}

lith_tensor *lith_rt_arange_int(lith_ctx *ctx, int64_t dtype, int64_t start, int64_t step,
                                int64_t length) {
  return range<int64_t>(ctx, dtype, start, step, length);
}
lith_tensor *lith_rt_arange_float(lith_ctx *ctx, int64_t dtype, double start, double step,
                                  int64_t length) {
  return range<double>(ctx, dtype, start, step, length);
}

lith_tensor *lith_rt_linspace(lith_ctx *ctx, int64_t dtype, double start, double end,
                              int64_t steps) {
  if (!checkSizes(ctx, 1, &steps))
    return nullptr;
  lith_tensor *result = empty(ctx, int(dtype), {&steps, 1});
  if (!result)
    return nullptr;
  Steps of(int(dtype), start, end, steps);
  dispatch(int(dtype), [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < steps; ++i)
      dataOf<T>(result)[i] = convert<T>(of.at(i));
  });
  return result;
}

/// `wanted`: the dtype, or -1; above it in bits 8 to 15 the rank if the program counts on one, and
/// in bit 16 whether the elements have to make this dtype, which other elements would not.
lith_tensor *lith_rt_tensor_of_values(lith_ctx *ctx, int64_t wanted, lith_value value) {
  Sizes sizes;
  if (!nestedSizes(ctx, value, sizes))
    return nullptr;
  int64_t dtype = wanted < 0 ? wanted : wanted & 0xff, rank = wanted < 0 ? 0 : wanted >> 8 & 0xff;
  if (rank != 0 && sizes.rank != rank) {
    raise(ctx, LITH_CLASS_NotImplementedError,
          "torch.tensor of nested lists that only run time knows to be empty");
    return nullptr;
  }
  bool isFloat = dtype != LITH_INT64 && dtype != LITH_BOOL8; // 16: the default dtype
  if (wanted > 0 && wanted >> 16 &&
      inferredDtype(value, -1) != (isFloat ? int64_t(LITH_FLOAT32) : dtype)) {
    raise(ctx, LITH_CLASS_NotImplementedError,
          "torch.tensor of a list that only run time knows to hold no number of its widest type; "
          "give a dtype");
    return nullptr;
  }
  if (dtype < 0)
    dtype = inferredDtype(value, -1);
  if (dtype < 0)
    dtype = LITH_FLOAT32;
  Tensor result(ctx, empty(ctx, int(dtype), sizes.span()));
  if (!result)
    return nullptr;
  bool filled = dispatch(int(dtype), [&](auto zero) {
    auto *at = dataOf<decltype(zero)>(result.get());
    return fillNested(ctx, value, sizes.span(), at);
  });
  return filled ? result.take() : nullptr;
}

lith_tensor *lith_rt_cast_tensor(lith_ctx *ctx, lith_tensor *tensor, int64_t dtype) {
  if (tensor->head.dtype == dtype)
    return retained(tensor);
  Tensor source(ctx, contiguous(ctx, tensor));
  lith_tensor *result = source ? empty(ctx, int(dtype), sizesOf(tensor)) : nullptr;
  if (!result)
    return nullptr;
  int64_t count = countOf(result);
  dispatch(int(dtype), [&](auto to) {
    dispatch(source->head.dtype, [&](auto from) {
      using To = decltype(to);
      using From = decltype(from);
      To *out = dataOf<To>(result);
      const From *in = dataOf<From>(source.get());
      for (int64_t i = 0; i < count; ++i)
        out[i] = convert<To>(in[i]);
    });
  });
  return result;
}
}
