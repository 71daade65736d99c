// Systems.cpp: triangular and orthogonal factors of matrices, and systems of linear equations.
//
// Pivots, signs and the numbers that tell of failure are those of LAPACK.
#include "ops/Matrices.h"

using namespace lith;
using namespace lith::ops;

namespace {

/// Both factors in place of the matrix, the order of its rows and the sign of that. Gives the first
/// pivot that is 0, from 1 on, or 0. This part of Eigen takes more rows than columns; of a wide
/// matrix, the columns behind the square follow from its factors.
template <typename T>
int32_t decompose(Eigen::Map<Matrix<T>> a, Eigen::Map<Vector<int64_t>> order, T &sign) {
  auto steps = std::min(a.rows(), a.cols());
  std::vector<int> exchanged(static_cast<size_t>(steps));
  int exchanges = 0;
  Eigen::Index failed = -1;
  if (steps)
    failed = Eigen::internal::partial_lu_impl<T, Eigen::ColMajor, int>::blocked_lu(
        a.rows(), steps, a.data(), a.rows(), exchanged.data(), exchanges);
  auto rest = a.rightCols(a.cols() - steps);
  order.setLinSpaced(order.size(), 0, order.size() - 1);
  for (Eigen::Index k = 0; k < steps; ++k) {
    std::swap(order[k], order[exchanged[size_t(k)]]);
    rest.row(k).swap(rest.row(exchanged[size_t(k)]));
  }
  if (rest.cols())
    a.leftCols(steps).template triangularView<Eigen::UnitLower>().solveInPlace(rest);
  sign = T(exchanges % 2 ? -1 : 1);
  return int32_t(failed + 1);
}

/// The lower triangle L of A = L L^T in place, zeros above; the order of the minor that is not
/// positive, or 0.
template <typename T> int32_t factorise(Eigen::Map<Matrix<T>> a) {
  if (a.size() == 0) // which need not be square
    return 0;
  Eigen::Index failed = Eigen::internal::llt_inplace<T, Eigen::Lower>::blocked(a);
  for (Eigen::Index i = 0; i < a.rows() && failed < 0; ++i)
    if (std::isnan(a(i, i)))
      failed = i;
  a.template triangularView<Eigen::StrictlyUpper>().setZero();
  return int32_t(failed + 1);
}

/// b becomes the solution of a x = b.
template <typename T>
void substitute(const Eigen::Map<Matrix<T>> &a, const Eigen::Map<Matrix<T>> &b, bool upper,
                bool unit) {
  if (upper)
    unit ? a.template triangularView<Eigen::UnitUpper>().solveInPlace(b)
         : a.template triangularView<Eigen::Upper>().solveInPlace(b);
  else
    unit ? a.template triangularView<Eigen::UnitLower>().solveInPlace(b)
         : a.template triangularView<Eigen::Lower>().solveInPlace(b);
}

} // namespace

extern "C" {

lith_tuple *lith_rt_lu(lith_ctx *ctx, lith_tensor *tensor) {
  Tensor self(ctx, copiedByColumns(ctx, tensor));
  Tensor order(ctx, perMatrix(ctx, tensor, LITH_INT64, {rowsOf(tensor)}));
  Tensor signs(ctx, perMatrix(ctx, tensor, tensor->head.dtype, {}));
  Tensor failures(ctx, perMatrix(ctx, tensor, LITH_INT32, {}));
  if (!self || !order || !signs || !failures)
    return nullptr;
  forMatrices(tensor, [&](auto zero, int64_t i) {
    using T = decltype(zero);
    dataOf<int32_t>(failures.get())[i] =
        decompose(matrixAt<T>(self, i), vectorAt<int64_t>(order, i), dataOf<T>(signs.get())[i]);
  });
  return tupleOf(ctx, {&self, &order, &signs, &failures});
}

lith_tuple *lith_rt_cholesky(lith_ctx *ctx, lith_tensor *tensor) {
  Tensor self(ctx, copiedByColumns(ctx, tensor));
  Tensor failures(ctx, perMatrix(ctx, tensor, LITH_INT32, {}));
  if (!self || !failures)
    return nullptr;
  forMatrices(tensor, [&](auto zero, int64_t i) {
    dataOf<int32_t>(failures.get())[i] = factorise(matrixAt<decltype(zero)>(self, i));
  });
  return tupleOf(ctx, {&self, &failures});
}

lith_tensor *lith_rt_solve_triangular(lith_ctx *ctx, lith_tensor *factor, lith_tensor *right,
                                      bool upper, bool unit) {
  Tensor a(ctx, byColumns(ctx, factor)), b(ctx, copiedByColumns(ctx, right));
  if (!a || !b)
    return nullptr;
  forMatrices(right, [&](auto zero, int64_t i) {
    using T = decltype(zero);
    substitute(matrixAt<T>(a, i), matrixAt<T>(b, i), upper, unit);
  });
  return b.take();
}

lith_tuple *lith_rt_qr(lith_ctx *ctx, lith_tensor *tensor, int64_t size) {
  Tensor self(ctx, byColumns(ctx, tensor));
  Tensor q(ctx, matricesFor(ctx, tensor, rowsOf(tensor), size));
  Tensor r(ctx, matricesFor(ctx, tensor, size, columnsOf(tensor)));
  if (!self || !q || !r)
    return nullptr;
  forMatrices(tensor, [&](auto zero, int64_t i) {
    using T = decltype(zero);
    auto a = matrixAt<T>(self, i), orthogonal = matrixAt<T>(q, i), triangle = matrixAt<T>(r, i);
    orthogonal.setIdentity();
    triangle.setZero();
    if (a.size() == 0)
      return;
    Eigen::HouseholderQR<Matrix<T>> qr(a);
    qr.householderQ().applyThisOnTheLeft(orthogonal);
    for (int64_t j = 0; j < a.cols(); ++j)
      triangle.col(j).head(std::min(j + 1, size)) =
          qr.matrixQR().col(j).head(std::min(j + 1, size));
    if (!triangle.allFinite()) // a column without a length has no direction
      triangle = triangle.unaryExpr([](T x) { return x - x == 0 ? x : T(NAN); });
  });
  return tupleOf(ctx, {&q, &r});
}

lith_tuple *lith_rt_lstsq(lith_ctx *ctx, lith_tensor *tensor, lith_tensor *right, double limit) {
  Tensor a(ctx, byColumns(ctx, tensor)), b(ctx, byColumns(ctx, right));
  Tensor ranks(ctx, perMatrix(ctx, tensor, LITH_INT64, {}));
  Tensor solution(ctx, matricesFor(ctx, right, columnsOf(tensor), columnsOf(right)));
  if (!a || !b || !ranks || !solution)
    return nullptr;
  forMatrices(tensor, [&](auto zero, int64_t i) {
    using T = decltype(zero);
    auto from = matrixAt<T>(a, i), to = matrixAt<T>(solution, i);
    dataOf<int64_t>(ranks.get())[i] = 0;
    to.setZero();
    if (from.size() == 0)
      return;
    Eigen::CompleteOrthogonalDecomposition<Matrix<T>> factors(from.rows(), from.cols());
    factors.setThreshold(T(limit));
    factors.compute(from);
    dataOf<int64_t>(ranks.get())[i] = factors.rank();
    to = factors.solve(matrixAt<T>(b, i));
  });
  return tupleOf(ctx, {&solution, &ranks});
}
}
