// Batch.h: the matrices of two batches that broadcast.
#ifndef LITH_KERNELS_BATCH_H
#define LITH_KERNELS_BATCH_H

#include "kernels/Matmul.h"

#include <algorithm>

namespace lith::kernels {

/// Batch dimensions of both operands, broadcast; strides in bytes.
struct Batch {
  int rank = 0;
  int64_t sizes[LITH_MAX_RANK] = {}, left[LITH_MAX_RANK] = {}, right[LITH_MAX_RANK] = {};
  int64_t count = 1;
};

/// Without `rhs`: one matrix for the whole batch.
inline Batch batchOf(const lith_tensor *lhs, const lith_tensor *rhs) {
  Batch batch;
  int right = rhs ? rhs->head.rank : 2;
  batch.rank = std::max(int(lhs->head.rank), right) - 2;
  int64_t width = elementBytes(lhs);
  for (int d = 0; d < batch.rank; ++d) {
    int l = d - (batch.rank - (lhs->head.rank - 2)), r = d - (batch.rank - (right - 2));
    int64_t ls = l < 0 ? 1 : lhs->sizes[l], rs = r < 0 ? 1 : rhs->sizes[r];
    batch.sizes[d] = ls != 1 ? ls : rs;
    batch.left[d] = ls == 1 ? 0 : lhs->strides[l] * width;
    batch.right[d] = rs == 1 ? 0 : rhs->strides[r] * width;
    batch.count *= batch.sizes[d];
  }
  return batch;
}

inline Matrix matrixOf(const lith_tensor *t) {
  int rank = t->head.rank;
  int64_t width = elementBytes(t);
  return {t->data, t->sizes[rank - 2], t->sizes[rank - 1], t->strides[rank - 2] * width,
          t->strides[rank - 1] * width};
}

/// One matrix of all rows where the right operand is the same for the whole batch and the left
/// one's rows follow each other.
inline bool foldRows(Batch &batch, Matrix &a) {
  int64_t rows = a.rows, stride = a.rowStride;
  for (int d = batch.rank - 1; d >= 0; --d) {
    if (batch.sizes[d] == 1)
      continue;
    if (batch.right[d] != 0 || (rows != 1 && batch.left[d] != stride * rows))
      return false;
    if (rows == 1)
      stride = batch.left[d];
    rows *= batch.sizes[d];
  }
  a.rows = rows;
  a.rowStride = stride;
  batch = Batch{};
  return true;
}

/// Folds the rows as foldRows does. Where many small matrices that are multiplied with the same one
/// cannot be folded as they lie, `copy` gets a copy of the left operand that can. False: it could
/// not be made, an exception is pending.
inline bool foldOrCopy(lith_ctx *ctx, lith_tensor *lhs, const lith_tensor *rhs, Batch &batch,
                       Matrix &a, Owned<lith_tensor> &copy) {
  constexpr int64_t Many = 128; // rows for which a matrix pays for its own copy of the right one
  if (batch.count == 1 || foldRows(batch, a) || a.rows >= Many ||
      std::any_of(batch.right, batch.right + batch.rank, [](int64_t stride) { return stride; }))
    return true;
  copy.reset(lith_rt_tensor_contiguous(ctx, lhs));
  if (!copy)
    return false;
  batch = batchOf(copy.get(), rhs);
  a = matrixOf(copy.get());
  foldRows(batch, a);
  return true;
}

template <typename Body>
void forEachMatrix(const Batch &batch, int64_t begin, int64_t end, Body body) {
  for (int64_t i = begin; i < end; ++i) {
    int64_t rest = i, left = 0, right = 0;
    for (int d = batch.rank - 1; d >= 0; --d) {
      int64_t index = rest % batch.sizes[d];
      rest /= batch.sizes[d];
      left += index * batch.left[d];
      right += index * batch.right[d];
    }
    body(i, left, right);
  }
}

} // namespace lith::kernels

#endif // LITH_KERNELS_BATCH_H
