// Numbers.cpp: the elements of a tensor as Python numbers.
#include "ops/Tensors.h"

using namespace lith;
using namespace lith::ops;

namespace {

/// Raises ValueError unless there is exactly one element: int(tensor) and float(tensor).
bool isSingle(lith_ctx *ctx, const lith_tensor *tensor) {
  if (countOf(tensor) == 1)
    return true;
  raise(ctx, LITH_CLASS_ValueError, "only one element tensors can be converted to Python scalars");
  return false;
}

lith_value nested(lith_ctx *ctx, const lith_tensor *tensor, int dim, const char *at) {
  if (dim == tensor->head.rank)
    return elementAt(ctx, tensor->head.dtype, at);
  int64_t size = tensor->sizes[dim], step = tensor->strides[dim] * elementBytes(tensor);
  Owned<lith_list> list(ctx, lith_rt_list_new(ctx, 0, nullptr));
  for (int64_t i = 0; list && i < size; ++i) {
    OwnedValue element(ctx, nested(ctx, tensor, dim + 1, at + i * step));
    if (isNull(element.get()))
      return nullValue();
    lith_rt_list_append(ctx, list.get(), element.take());
  }
  return list ? box(list.take()) : nullValue();
}

const char *elementFor(const lith_tensor *tensor, int64_t count, const int64_t *indices) {
  int64_t offset = 0;
  for (int64_t d = 0; d < count; ++d)
    offset += (indices[d] < 0 ? indices[d] + tensor->sizes[d] : indices[d]) * tensor->strides[d];
  return tensor->data + offset * elementBytes(tensor);
}

} // namespace

extern "C" {

int64_t lith_rt_element_int(lith_ctx *, lith_tensor *tensor, int64_t count,
                            const int64_t *indices) {
  return elementAsInt(tensor->head.dtype, elementFor(tensor, count, indices));
}

double lith_rt_element_float(lith_ctx *, lith_tensor *tensor, int64_t count,
                             const int64_t *indices) {
  return elementAsDouble(tensor->head.dtype, elementFor(tensor, count, indices));
}

bool lith_rt_element_bool(lith_ctx *, lith_tensor *tensor, int64_t count, const int64_t *indices) {
  const char *at = elementFor(tensor, count, indices);
  return dispatch(tensor->head.dtype, [&](auto zero) {
    return convert<bool>(*reinterpret_cast<const decltype(zero) *>(at));
  });
}

lith_value lith_rt_item(lith_ctx *ctx, lith_tensor *tensor) {
  if (int64_t count = countOf(tensor); count != 1) {
    raisef(ctx, LITH_CLASS_RuntimeError,
           "a Tensor with %lld elements cannot be converted to Scalar", (long long)count);
    return nullValue();
  }
  return elementAt(ctx, tensor->head.dtype, tensor->data);
}

int64_t lith_rt_item_int(lith_ctx *ctx, lith_tensor *tensor) {
  if (!isSingle(ctx, tensor))
    return 0;
  if (isFloatDtype(tensor->head.dtype)) {
    double value = elementAsDouble(tensor->head.dtype, tensor->data);
    if (value != value)
      raise(ctx, LITH_CLASS_ValueError, "cannot convert float NaN to integer");
    else if (std::isinf(value))
      raise(ctx, LITH_CLASS_OverflowError, "cannot convert float infinity to integer");
    return ctx->pending ? 0 : convert<int64_t>(value);
  }
  return elementAsInt(tensor->head.dtype, tensor->data);
}

double lith_rt_item_float(lith_ctx *ctx, lith_tensor *tensor) {
  return isSingle(ctx, tensor) ? elementAsDouble(tensor->head.dtype, tensor->data) : 0;
}

bool lith_rt_item_bool(lith_ctx *ctx, lith_tensor *tensor) {
  if (int64_t count = countOf(tensor); count != 1) {
    raisef(ctx, LITH_CLASS_RuntimeError, "Boolean value of Tensor with %s is ambiguous",
           count ? "more than one value" : "no values");
    return false;
  }
  return dispatch(tensor->head.dtype,
                  [&](auto zero) { return convert<bool>(*dataOf<decltype(zero)>(tensor)); });
}

lith_value lith_rt_tolist(lith_ctx *ctx, lith_tensor *tensor) {
  return nested(ctx, tensor, 0, tensor->data);
}

bool lith_rt_equal(lith_ctx *ctx, lith_tensor *left, lith_tensor *right) {
  if (left->head.rank != right->head.rank ||
      !std::equal(left->sizes, left->sizes + left->head.rank, right->sizes))
    return false;
  Tensor a(ctx, contiguous(ctx, left)), b(ctx, contiguous(ctx, right));
  if (!a || !b)
    return false;
  return dispatch(left->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    const T *x = dataOf<T>(a.get()), *y = dataOf<T>(b.get());
    for (int64_t i = 0, n = countOf(left); i < n; ++i) {
      bool same;
      if constexpr (isComplex<T>)
        same = x[i] == y[i];
      else
        same = Accumulate<T>(x[i]) == Accumulate<T>(y[i]);
      if (!same)
        return false;
    }
    return true;
  });
}
}
