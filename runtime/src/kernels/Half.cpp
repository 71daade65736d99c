// Half.cpp: conversion element by element.
#include "kernels/Half.h"
#include "tensor/Element.h"

using namespace lith;

lith_tensor *lith::kernels::widened(lith_ctx *ctx, lith_tensor *tensor) {
  Owned<lith_tensor> flat(ctx, lith_rt_tensor_contiguous(ctx, tensor));
  lith_tensor *wide =
      flat ? newTensor(ctx, LITH_FLOAT32, {tensor->sizes, tensor->head.rank}) : nullptr;
  if (!wide)
    return nullptr;
  auto *from = reinterpret_cast<const uint16_t *>(flat->data);
  auto *to = reinterpret_cast<float *>(wide->data);
  bool isBfloat = tensor->head.dtype == LITH_BFLOAT16;
  for (int64_t i = 0, n = elementCount(tensor); i < n; ++i)
    to[i] = isBfloat ? bfloatToFloat(from[i]) : halfToFloat(from[i]);
  return wide;
}

lith_tensor *lith::kernels::narrowed(lith_ctx *ctx, lith_tensor *wide, lith_dtype dtype) {
  lith_tensor *result = newTensor(ctx, dtype, {wide->sizes, wide->head.rank});
  if (!result)
    return nullptr;
  auto *from = reinterpret_cast<const float *>(wide->data);
  auto *to = reinterpret_cast<uint16_t *>(result->data);
  for (int64_t i = 0, n = elementCount(wide); i < n; ++i)
    to[i] = dtype == LITH_BFLOAT16 ? floatToBfloat(from[i]) : floatToHalf(from[i]);
  return result;
}
