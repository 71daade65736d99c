// Matrices.h: the matrices of a tensor's last two dimensions, as Eigen sees them.
//
// Results lie column by column, as LAPACK's do, and so have the strides that PyTorch's have.
#ifndef LITH_OPS_MATRICES_H
#define LITH_OPS_MATRICES_H

#include "kernels/Operands.h"
#include "ops/Tensors.h"

#include <Eigen/Dense>

namespace lith::ops {

template <typename T> using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <typename T> using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

inline int64_t rowsOf(const lith_tensor *tensor) { return tensor->sizes[tensor->head.rank - 2]; }
inline int64_t columnsOf(const lith_tensor *tensor) { return tensor->sizes[tensor->head.rank - 1]; }
/// How many matrices.
inline int64_t batchOf(const lith_tensor *tensor) {
  return countOf({tensor->sizes, size_t(tensor->head.rank - 2)});
}

/// Matrix `i` of a tensor that lies column by column.
template <typename T> Eigen::Map<Matrix<T>> matrixAt(const Tensor &tensor, int64_t i) {
  int64_t rows = rowsOf(tensor.get()), columns = columnsOf(tensor.get());
  return {dataOf<T>(tensor.get()) + i * rows * columns, rows, columns};
}
/// Line `i` of a contiguous tensor, of the last dimension.
template <typename T> Eigen::Map<Vector<T>> vectorAt(const Tensor &tensor, int64_t i) {
  int64_t size = columnsOf(tensor.get());
  return {dataOf<T>(tensor.get()) + i * size, size};
}

/// A tensor for each matrix of the batch of `tensor`: of `sizes` in place of the last two
/// dimensions, not initialised.
lith_tensor *perMatrix(lith_ctx *ctx, const lith_tensor *tensor, int dtype,
                       std::initializer_list<int64_t> sizes);
/// The same of matrices that lie column by column, of the dtype of `tensor`.
lith_tensor *matricesFor(lith_ctx *ctx, const lith_tensor *tensor, int64_t rows, int64_t columns);
/// A copy column by column, which may be overwritten.
lith_tensor *copiedByColumns(lith_ctx *ctx, const lith_tensor *tensor);
/// The tensor column by column: itself (retained) or a copy.
lith_tensor *byColumns(lith_ctx *ctx, lith_tensor *tensor);

/// Calls `use(T(), i)` with a value of float or double for each matrix of the batch, on several
/// threads where they have much to do.
template <typename Use> void forMatrices(const lith_tensor *tensor, Use use) {
  int64_t rows = rowsOf(tensor), columns = columnsOf(tensor);
  int64_t cost = std::max<int64_t>(1, rows * columns * std::min(rows, columns));
  kernels::share(batchOf(tensor), std::max<int64_t>(1, 30000 / cost),
                 [&](int64_t begin, int64_t end) {
                   for (int64_t i = begin; i < end; ++i)
                     tensor->head.dtype == LITH_FLOAT64 ? use(double(), i) : use(float(), i);
                 });
}

/// A tuple of tensors, which it retains.
lith_tuple *tupleOf(lith_ctx *ctx, std::initializer_list<const Tensor *> tensors);

} // namespace lith::ops

#endif // LITH_OPS_MATRICES_H
