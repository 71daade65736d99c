// Half.cpp: conversion element by element, in the order of memory where that has no gaps.
#include "kernels/Half.h"
#include "tensor/Element.h"

#include <algorithm>
#include <numeric>

using namespace lith;

namespace {

/// Whether the elements fill their memory in some order of the dimensions.
bool isDense(const lith_tensor *tensor) {
  int rank = tensor->head.rank, order[LITH_MAX_RANK];
  std::iota(order, order + rank, 0);
  std::sort(order, order + rank,
            [&](int a, int b) { return tensor->strides[a] < tensor->strides[b]; });
  int64_t expected = 1;
  for (int i = 0; i < rank; ++i) {
    if (tensor->sizes[order[i]] == 1)
      continue;
    if (tensor->strides[order[i]] != expected)
      return false;
    expected *= tensor->sizes[order[i]];
  }
  return elementCount(tensor) > 0;
}

#if defined(__x86_64__)
[[gnu::target("avx2,f16c")]] void widen(const uint16_t *from, float *to, int64_t n) {
  auto *halves = reinterpret_cast<const _Float16 *>(from);
  for (int64_t i = 0; i < n; ++i)
    to[i] = float(halves[i]);
}
[[gnu::target("avx2,f16c")]] void narrow(const float *from, uint16_t *to, int64_t n) {
  auto *halves = reinterpret_cast<_Float16 *>(to);
  for (int64_t i = 0; i < n; ++i)
    halves[i] = _Float16(from[i]);
}
bool hasHalves() {
  static const bool has = __builtin_cpu_supports("f16c") && __builtin_cpu_supports("avx2");
  return has;
}
#else
void widen(const uint16_t *, float *, int64_t) {}
void narrow(const float *, uint16_t *, int64_t) {}
bool hasHalves() { return false; }
#endif

} // namespace

lith_tensor *lith::kernels::widened(lith_ctx *ctx, lith_tensor *tensor) {
  bool dense = isDense(tensor);
  Owned<lith_tensor> flat(ctx, dense ? retained(tensor) : lith_rt_tensor_contiguous(ctx, tensor));
  lith_tensor *wide =
      flat ? newTensor(ctx, LITH_FLOAT32, {tensor->sizes, tensor->head.rank}) : nullptr;
  if (!wide)
    return nullptr;
  auto *from = reinterpret_cast<const uint16_t *>(flat->data);
  auto *to = reinterpret_cast<float *>(wide->data);
  int64_t n = elementCount(tensor);
  if (tensor->head.dtype == LITH_BFLOAT16)
    for (int64_t i = 0; i < n; ++i)
      to[i] = bfloatToFloat(from[i]);
  else if (hasHalves())
    widen(from, to, n);
  else
    for (int64_t i = 0; i < n; ++i)
      to[i] = halfToFloat(from[i]);
  if (dense)
    std::copy_n(tensor->strides, tensor->head.rank, wide->strides);
  return wide;
}

lith_tensor *lith::kernels::narrowed(lith_ctx *ctx, lith_tensor *wide, lith_dtype dtype) {
  lith_tensor *result = newTensor(ctx, dtype, {wide->sizes, wide->head.rank});
  if (!result)
    return nullptr;
  auto *from = reinterpret_cast<const float *>(wide->data);
  auto *to = reinterpret_cast<uint16_t *>(result->data);
  int64_t n = elementCount(wide);
  if (dtype == LITH_FLOAT16 && hasHalves())
    narrow(from, to, n);
  else
    for (int64_t i = 0; i < n; ++i)
      to[i] = dtype == LITH_BFLOAT16 ? floatToBfloat(from[i]) : floatToHalf(from[i]);
  std::copy_n(wide->strides, wide->head.rank, result->strides);
  return result;
}

void lith::kernels::roundAsHalf(float *values, int64_t count, lith_dtype dtype) {
  uint16_t halves[256];
  for (int64_t i = 0; i < count; i += 256, values += 256) {
    int64_t n = std::min<int64_t>(256, count - i);
    if (dtype == LITH_FLOAT16 && hasHalves()) {
      narrow(values, halves, n);
      widen(halves, values, n);
      continue;
    }
    for (int64_t j = 0; j < n; ++j)
      values[j] = dtype == LITH_BFLOAT16 ? bfloatToFloat(floatToBfloat(values[j]))
                                         : halfToFloat(floatToHalf(values[j]));
  }
}
