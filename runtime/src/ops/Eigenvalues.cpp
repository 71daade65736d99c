// Eigenvalues.cpp: eigenvalues and eigenvectors of symmetric matrices.
#include "ops/Matrices.h"

using namespace lith;
using namespace lith::ops;

namespace {

/// Eigenvalues, the least first, of what the lower triangle says of a symmetric matrix; its
/// eigenvectors too where there is a place for them. Gives LAPACK's number for a failure, or 0: of
/// up to two rows, what is not finite gives NaN.
template <typename T>
int32_t solveEigen(const Tensor &self, const Tensor &values, const Tensor *vectors, int64_t i) {
  auto a = matrixAt<T>(self, i);
  if (a.rows() == 0)
    return 0;
  Eigen::SelfAdjointEigenSolver<Matrix<T>> solver(a, vectors ? Eigen::ComputeEigenvectors
                                                             : Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success && a.rows() > 2)
    return int32_t(a.rows()) - (vectors ? 1 : 2);
  vectorAt<T>(values, i) = solver.eigenvalues();
  if (vectors)
    matrixAt<T>(*vectors, i) = solver.eigenvectors();
  return 0;
}

} // namespace

extern "C" {

lith_tuple *lith_rt_eigh(lith_ctx *ctx, lith_tensor *tensor) {
  int64_t size = rowsOf(tensor);
  Tensor self(ctx, byColumns(ctx, tensor));
  Tensor values(ctx, perMatrix(ctx, tensor, tensor->head.dtype, {size}));
  Tensor vectors(ctx, matricesFor(ctx, tensor, size, size));
  Tensor failures(ctx, perMatrix(ctx, tensor, LITH_INT32, {}));
  if (!self || !values || !vectors || !failures)
    return nullptr;
  forMatrices(tensor, [&](auto zero, int64_t i) {
    dataOf<int32_t>(failures.get())[i] = solveEigen<decltype(zero)>(self, values, &vectors, i);
  });
  return tupleOf(ctx, {&values, &vectors, &failures});
}

lith_tuple *lith_rt_eigvalsh(lith_ctx *ctx, lith_tensor *tensor) {
  Tensor self(ctx, byColumns(ctx, tensor));
  Tensor values(ctx, perMatrix(ctx, tensor, tensor->head.dtype, {rowsOf(tensor)}));
  Tensor failures(ctx, perMatrix(ctx, tensor, LITH_INT32, {}));
  if (!self || !values || !failures)
    return nullptr;
  forMatrices(tensor, [&](auto zero, int64_t i) {
    dataOf<int32_t>(failures.get())[i] = solveEigen<decltype(zero)>(self, values, nullptr, i);
  });
  return tupleOf(ctx, {&values, &failures});
}
}
