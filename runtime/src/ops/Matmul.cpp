// Matmul.cpp: matrix products of any dtype and geometry, where no kernel serves.
#include "ops/Tensors.h"

#include <algorithm>
#include <memory>

using namespace lith;
using namespace lith::ops;

namespace {

/// c = a b for one pair of matrices with row and column strides; c is contiguous.
template <typename T>
void multiply(const T *a, const int64_t *sa, const T *b, const int64_t *sb, T *c, int64_t rows,
              int64_t inner, int64_t columns) {
  using A = Accumulate<T>;
  std::unique_ptr<A[]> row(new A[static_cast<size_t>(columns)]);
  for (int64_t i = 0; i < rows; ++i) {
    std::fill_n(row.get(), columns, A(0));
    for (int64_t k = 0; k < inner; ++k) {
      A left = A(a[i * sa[0] + k * sa[1]]);
      for (int64_t j = 0; j < columns; ++j)
        row[j] = A(row[j] + left * A(b[k * sb[0] + j * sb[1]]));
    }
    for (int64_t j = 0; j < columns; ++j)
      c[i * columns + j] = T(row[j]);
  }
}

} // namespace

extern "C" lith_tensor *lith_rt_matmul(lith_ctx *ctx, lith_tensor *a, lith_tensor *b) {
  int rankA = a->head.rank, rankB = b->head.rank, rank = std::max(rankA, rankB);
  Sizes sizes;
  int64_t stepA[LITH_MAX_RANK] = {}, stepB[LITH_MAX_RANK] = {};
  for (int d = 0; d + 2 < rank; ++d) {
    int inA = d - (rank - rankA), inB = d - (rank - rankB);
    int64_t sizeA = inA < 0 ? 1 : a->sizes[inA], sizeB = inB < 0 ? 1 : b->sizes[inB];
    sizes.add(sizeA == 1 ? sizeB : sizeA);
    stepA[d] = sizeA == 1 ? 0 : a->strides[inA];
    stepB[d] = sizeB == 1 ? 0 : b->strides[inB];
  }
  int64_t batch = countOf(sizes.span());
  int64_t rows = a->sizes[rankA - 2], inner = a->sizes[rankA - 1], columns = b->sizes[rankB - 1];
  Sizes batchSizes = sizes;
  sizes.add(rows);
  sizes.add(columns);
  lith_tensor *result = empty(ctx, a->head.dtype, sizes.span());
  if (!result)
    return nullptr;
  dispatch(a->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t n = 0; n < batch; ++n) {
      int64_t rest = n, offsetA = 0, offsetB = 0;
      for (int d = batchSizes.rank - 1; d >= 0; --d) {
        int64_t at = rest % batchSizes.values[d];
        rest /= batchSizes.values[d];
        offsetA += at * stepA[d];
        offsetB += at * stepB[d];
      }
      multiply(dataOf<T>(a) + offsetA, a->strides + rankA - 2, dataOf<T>(b) + offsetB,
               b->strides + rankB - 2, dataOf<T>(result) + n * rows * columns, rows, inner,
               columns);
    }
  });
  return result;
}
