// Matrices.cpp: making tensors of matrices.
#include "ops/Matrices.h"

namespace lith::ops {

lith_tensor *perMatrix(lith_ctx *ctx, const lith_tensor *tensor, int dtype,
                       std::initializer_list<int64_t> sizes) {
  Sizes all(tensor);
  all.rank -= 2;
  for (int64_t size : sizes)
    all.add(size);
  return empty(ctx, dtype, all.span());
}

lith_tensor *matricesFor(lith_ctx *ctx, const lith_tensor *tensor, int64_t rows, int64_t columns) {
  lith_tensor *result = perMatrix(ctx, tensor, tensor->head.dtype, {rows, columns});
  if (result) {
    result->strides[result->head.rank - 2] = 1;
    result->strides[result->head.rank - 1] = std::max<int64_t>(1, rows);
  }
  return result;
}

lith_tensor *copiedByColumns(lith_ctx *ctx, const lith_tensor *tensor) {
  lith_tensor *result = matricesFor(ctx, tensor, rowsOf(tensor), columnsOf(tensor));
  if (result)
    copyElements(result, tensor);
  return result;
}

lith_tensor *byColumns(lith_ctx *ctx, lith_tensor *tensor) {
  int64_t expected = 1;
  int last = tensor->head.rank - 1;
  bool isSo = true;
  for (int i = last; i >= 0; --i) {
    int d = i == last ? last - 1 : i == last - 1 ? last : i;
    isSo &= tensor->sizes[d] == 1 || tensor->strides[d] == expected;
    expected *= tensor->sizes[d];
  }
  return isSo ? retained(tensor) : copiedByColumns(ctx, tensor);
}

lith_tuple *tupleOf(lith_ctx *ctx, std::initializer_list<const Tensor *> tensors) {
  lith_value items[4];
  int64_t count = 0;
  for (const Tensor *tensor : tensors)
    items[count++] = box(tensor->get());
  return lith_rt_tuple_new(ctx, count, items);
}

} // namespace lith::ops
