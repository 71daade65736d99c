// SingularValues.cpp: singular values and their vectors.
#include "ops/Matrices.h"

using namespace lith;
using namespace lith::ops;

namespace {

/// What eager makes of a matrix that is not finite: it fails where there is a NaN; infinite ones
/// have values that are NaN.
template <typename T> int32_t notFinite(const Eigen::Map<Matrix<T>> &a, Eigen::Map<Vector<T>> s) {
  s.setConstant(std::numeric_limits<T>::quiet_NaN());
  return a.hasNaN();
}

/// The factors of a matrix, of u and vh as many columns and rows as they have: 0, or 1 where it
/// failed.
template <typename T>
int32_t solveSingular(const Eigen::Map<Matrix<T>> &a, Eigen::Map<Matrix<T>> u,
                      Eigen::Map<Vector<T>> s, Eigen::Map<Matrix<T>> vh) {
  if (a.size() == 0) {
    u.setIdentity();
    vh.setIdentity();
    return 0;
  }
  bool isFull = u.rows() == u.cols() && vh.rows() == vh.cols();
  Eigen::BDCSVD<Matrix<T>> svd(a, isFull ? Eigen::ComputeFullU | Eigen::ComputeFullV
                                         : Eigen::ComputeThinU | Eigen::ComputeThinV);
  if (svd.info() != Eigen::Success) {
    u.setConstant(std::numeric_limits<T>::quiet_NaN());
    vh.setConstant(std::numeric_limits<T>::quiet_NaN());
    return notFinite<T>(a, s);
  }
  u = svd.matrixU();
  s = svd.singularValues();
  vh = svd.matrixV().transpose();
  return 0;
}

} // namespace

extern "C" {

lith_tuple *lith_rt_svd(lith_ctx *ctx, lith_tensor *tensor, int64_t left, int64_t right) {
  int64_t rows = rowsOf(tensor), columns = columnsOf(tensor);
  Tensor self(ctx, byColumns(ctx, tensor));
  Tensor u(ctx, matricesFor(ctx, tensor, rows, left));
  Tensor s(ctx, perMatrix(ctx, tensor, tensor->head.dtype, {std::min(rows, columns)}));
  Tensor vh(ctx, matricesFor(ctx, tensor, right, columns));
  Tensor failures(ctx, perMatrix(ctx, tensor, LITH_INT32, {}));
  if (!self || !u || !s || !vh || !failures)
    return nullptr;
  forMatrices(tensor, [&](auto zero, int64_t i) {
    using T = decltype(zero);
    dataOf<int32_t>(failures.get())[i] = solveSingular<T>(matrixAt<T>(self, i), matrixAt<T>(u, i),
                                                          vectorAt<T>(s, i), matrixAt<T>(vh, i));
  });
  return tupleOf(ctx, {&u, &s, &vh, &failures});
}

lith_tuple *lith_rt_svdvals(lith_ctx *ctx, lith_tensor *tensor) {
  Tensor self(ctx, byColumns(ctx, tensor));
  int64_t least = std::min(rowsOf(tensor), columnsOf(tensor));
  Tensor s(ctx, perMatrix(ctx, tensor, tensor->head.dtype, {least}));
  Tensor failures(ctx, perMatrix(ctx, tensor, LITH_INT32, {}));
  if (!self || !s || !failures)
    return nullptr;
  forMatrices(tensor, [&](auto zero, int64_t i) {
    using T = decltype(zero);
    auto a = matrixAt<T>(self, i);
    dataOf<int32_t>(failures.get())[i] = 0;
    if (a.size() == 0)
      return;
    Eigen::BDCSVD<Matrix<T>> svd(a);
    if (svd.info() == Eigen::Success)
      vectorAt<T>(s, i) = svd.singularValues();
    else
      dataOf<int32_t>(failures.get())[i] = notFinite<T>(a, vectorAt<T>(s, i));
  });
  return tupleOf(ctx, {&s, &failures});
}
}
