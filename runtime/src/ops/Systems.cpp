// Systems.cpp: decompositions of matrices and systems of linear equations, batch by batch.
//
// Pivots, signs and the numbers that tell of failure are those of LAPACK.
#include "ops/Tensors.h"

#include <algorithm>
#include <numeric>
#include <vector>

using namespace lith;
using namespace lith::ops;

namespace {

/// One matrix in row-major memory.
template <typename T> struct Matrix {
  T *data;
  int64_t rows, columns;
  T &operator()(int64_t i, int64_t j) const { return data[i * columns + j]; }
};

/// Calls `use(matrix, number)` for each matrix of the last two dimensions of contiguous memory.
template <typename T, typename Use> void forMatrices(const lith_tensor *tensor, Use use) {
  int64_t rows = tensor->sizes[tensor->head.rank - 2],
          columns = tensor->sizes[tensor->head.rank - 1];
  int64_t count = rows * columns ? countOf(tensor) / (rows * columns) : 0;
  for (int64_t i = 0; i < count; ++i)
    use(Matrix<T>{dataOf<T>(tensor) + i * rows * columns, rows, columns}, i);
}

/// A copy that may be overwritten.
lith_tensor *copied(lith_ctx *ctx, lith_tensor *tensor) { return owned(ctx, retained(tensor)); }

/// A tensor for each matrix of the batch: of `sizes` in place of the last two dimensions.
lith_tensor *perMatrix(lith_ctx *ctx, const lith_tensor *tensor, int dtype,
                       std::initializer_list<int64_t> sizes) {
  Sizes all(tensor);
  all.rank -= 2;
  for (int64_t size : sizes)
    all.add(size);
  return empty(ctx, dtype, all.span());
}

/// Rows exchanged so that the largest factor of each column leads: their order, and its sign. Gives
/// the first column that has none, from 1 on, or 0.
template <typename T> int32_t decompose(const Matrix<T> &a, int64_t *order, T &sign) {
  int32_t failed = 0;
  sign = T(1);
  std::iota(order, order + a.rows, 0);
  for (int64_t k = 0, n = std::min(a.rows, a.columns); k < n; ++k) {
    int64_t best = k;
    for (int64_t i = k + 1; i < a.rows; ++i)
      if (std::abs(a(i, k)) > std::abs(a(best, k)))
        best = i;
    if (a(best, k) == T(0)) {
      failed = failed ? failed : int32_t(k + 1);
      continue;
    }
    if (best != k) {
      std::swap_ranges(&a(k, 0), &a(k, 0) + a.columns, &a(best, 0));
      std::swap(order[k], order[best]);
      sign = -sign;
    }
    for (int64_t i = k + 1; i < a.rows; ++i) {
      T factor = a(i, k) /= a(k, k);
      for (int64_t j = k + 1; j < a.columns; ++j)
        a(i, j) -= factor * a(k, j);
    }
  }
  return failed;
}

/// The lower triangle L of A = L L^T in place; the order of the minor that is not positive, or 0.
template <typename T> int32_t factorise(const Matrix<T> &a) {
  for (int64_t j = 0; j < a.rows; ++j) {
    for (int64_t k = 0; k < j; ++k)
      a(j, j) -= a(j, k) * a(j, k);
    if (!(a(j, j) > T(0)))
      return int32_t(j + 1);
    a(j, j) = std::sqrt(a(j, j));
    for (int64_t i = j + 1; i < a.rows; ++i) {
      for (int64_t k = 0; k < j; ++k)
        a(i, j) -= a(i, k) * a(j, k);
      a(i, j) /= a(j, j);
    }
  }
  return 0;
}

/// b becomes the solution of a x = b for a triangular a.
template <typename T>
void substitute(const Matrix<T> &a, const Matrix<T> &b, bool upper, bool unit) {
  for (int64_t step = 0; step < a.rows; ++step) {
    int64_t i = upper ? a.rows - 1 - step : step;
    int64_t begin = upper ? i + 1 : 0, end = upper ? a.rows : i;
    for (int64_t k = begin; k < end; ++k)
      for (int64_t j = 0; j < b.columns; ++j)
        b(i, j) -= a(i, k) * b(k, j);
    for (int64_t j = 0; j < b.columns && !unit; ++j)
      b(i, j) /= a(i, i);
  }
}

/// Reflects the rows from `top` on of columns from `left` on at the plane of `v` (v[0] is 1).
template <typename T>
void reflect(const Matrix<T> &a, const std::vector<T> &v, T tau, int64_t top, int64_t left) {
  for (int64_t j = left; j < a.columns; ++j) {
    T sum(0);
    for (size_t i = 0; i < v.size(); ++i)
      sum += v[i] * a(top + int64_t(i), j);
    for (size_t i = 0; i < v.size(); ++i)
      a(top + int64_t(i), j) -= tau * sum * v[i];
  }
}

/// a becomes its upper triangle; q, square and the identity, the orthogonal factor.
template <typename T> void triangulate(const Matrix<T> &a, const Matrix<T> &q) {
  std::vector<std::pair<std::vector<T>, T>> planes;
  for (int64_t k = 0, n = std::min(a.rows, a.columns); k < n; ++k) {
    std::vector<T> v;
    T below(0);
    for (int64_t i = k; i < a.rows; ++i) {
      v.push_back(a(i, k));
      below += i > k ? a(i, k) * a(i, k) : T(0);
    }
    T tau(0);
    if (below != T(0)) {
      T length = std::copysign(std::sqrt(v[0] * v[0] + below), -v[0]);
      tau = (length - v[0]) / length;
      for (size_t i = 1; i < v.size(); ++i)
        v[i] /= v[0] - length;
      v[0] = T(1);
      reflect(a, v, tau, k, k);
      for (int64_t i = k + 1; i < a.rows; ++i)
        a(i, k) = T(0);
    }
    planes.emplace_back(std::move(v), tau);
  }
  for (auto k = int64_t(planes.size()) - 1; k >= 0; --k)
    if (planes[size_t(k)].second != T(0))
      reflect(q, planes[size_t(k)].first, planes[size_t(k)].second, k, k);
}

/// Rotates pairs of rows of u (and of v alike) until they are orthogonal (Jacobi).
template <typename T> void orthogonalise(const Matrix<T> &u, const Matrix<T> &v) {
  auto rotate = [](T *a, T *b, int64_t n, T cosine, T sine) {
    for (int64_t i = 0; i < n; ++i) {
      T x = a[i], y = b[i];
      a[i] = cosine * x - sine * y;
      b[i] = sine * x + cosine * y;
    }
  };
  bool isDone = false;
  for (int sweep = 0; sweep < 60 && !isDone; ++sweep) {
    isDone = true;
    for (int64_t p = 0; p < u.rows; ++p)
      for (int64_t q = p + 1; q < u.rows; ++q) {
        T *a = &u(p, 0), *b = &u(q, 0);
        T own = std::inner_product(a, a + u.columns, a, T(0)),
          theirs = std::inner_product(b, b + u.columns, b, T(0)),
          both = std::inner_product(a, a + u.columns, b, T(0));
        if (std::abs(both) <= std::numeric_limits<T>::epsilon() * std::sqrt(own * theirs))
          continue;
        isDone = false;
        T ratio = (theirs - own) / (2 * both);
        T tangent = std::copysign(T(1), ratio) / (std::abs(ratio) + std::hypot(T(1), ratio));
        T cosine = 1 / std::hypot(T(1), tangent);
        rotate(a, b, u.columns, cosine, cosine * tangent);
        rotate(&v(p, 0), &v(q, 0), v.columns, cosine, cosine * tangent);
      }
  }
}

/// Calls `f` with a value of float or double.
template <typename F> void dispatchFloat(int dtype, F f) {
  dtype == LITH_FLOAT64 ? f(double()) : f(float());
}

lith_tuple *tupleOf(lith_ctx *ctx, const Tensor &a, const Tensor &b) {
  lith_value items[2] = {box(a.get()), box(b.get())};
  return lith_rt_tuple_new(ctx, 2, items);
}

/// Matrices of `rows` with ones on the diagonal, one for each of the batch.
template <typename T> void makeIdentity(const Tensor &tensor) {
  std::fill_n(dataOf<T>(tensor.get()), countOf(tensor.get()), T(0));
  forMatrices<T>(tensor.get(), [](const Matrix<T> &m, int64_t) {
    for (int64_t i = 0; i < m.rows; ++i)
      m(i, i) = T(1);
  });
}

} // namespace

extern "C" {

lith_tuple *lith_rt_lu(lith_ctx *ctx, lith_tensor *tensor) {
  int64_t rows = tensor->sizes[tensor->head.rank - 2];
  Tensor self(ctx, copied(ctx, tensor)), failures(ctx, perMatrix(ctx, tensor, LITH_INT32, {}));
  Tensor order(ctx, perMatrix(ctx, tensor, LITH_INT64, {rows}));
  Tensor signs(ctx, perMatrix(ctx, tensor, tensor->head.dtype, {}));
  if (!self || !failures || !order || !signs)
    return nullptr;
  dispatchFloat(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    std::fill_n(dataOf<int32_t>(failures.get()), countOf(failures.get()), 0);
    std::fill_n(dataOf<T>(signs.get()), countOf(signs.get()), T(1));
    forMatrices<T>(self.get(), [&](const Matrix<T> &m, int64_t i) {
      dataOf<int32_t>(failures.get())[i] =
          decompose(m, dataOf<int64_t>(order.get()) + i * rows, dataOf<T>(signs.get())[i]);
    });
  });
  lith_value items[4] = {box(self.get()), box(order.get()), box(signs.get()), box(failures.get())};
  return lith_rt_tuple_new(ctx, 4, items);
}

lith_tuple *lith_rt_cholesky(lith_ctx *ctx, lith_tensor *tensor) {
  Tensor self(ctx, copied(ctx, tensor)), failures(ctx, perMatrix(ctx, tensor, LITH_INT32, {}));
  if (!self || !failures)
    return nullptr;
  std::fill_n(dataOf<int32_t>(failures.get()), countOf(failures.get()), 0);
  dispatchFloat(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    forMatrices<T>(self.get(), [&](const Matrix<T> &m, int64_t i) {
      dataOf<int32_t>(failures.get())[i] = factorise(m);
      for (int64_t row = 0; row < m.rows; ++row)
        std::fill(&m(row, 0) + row + 1, &m(row, 0) + m.columns, T(0));
    });
  });
  return tupleOf(ctx, self, failures);
}

lith_tensor *lith_rt_solve_triangular(lith_ctx *ctx, lith_tensor *factor, lith_tensor *right,
                                      bool upper, bool unit) {
  Tensor a(ctx, contiguous(ctx, factor)), b(ctx, a ? copied(ctx, right) : nullptr);
  if (!b)
    return nullptr;
  int64_t n = factor->sizes[factor->head.rank - 1];
  dispatchFloat(factor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    forMatrices<T>(b.get(), [&](const Matrix<T> &m, int64_t i) {
      substitute(Matrix<T>{dataOf<T>(a.get()) + i * n * n, n, n}, m, upper, unit);
    });
  });
  return b.take();
}

lith_tuple *lith_rt_qr(lith_ctx *ctx, lith_tensor *tensor) {
  int64_t rows = tensor->sizes[tensor->head.rank - 2];
  Tensor r(ctx, copied(ctx, tensor));
  Tensor q(ctx, perMatrix(ctx, tensor, tensor->head.dtype, {rows, rows}));
  if (!r || !q)
    return nullptr;
  dispatchFloat(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    makeIdentity<T>(q);
    forMatrices<T>(r.get(), [&](const Matrix<T> &m, int64_t i) {
      triangulate(m, Matrix<T>{dataOf<T>(q.get()) + i * rows * rows, rows, rows});
    });
  });
  return tupleOf(ctx, q, r);
}

lith_tuple *lith_rt_jacobi(lith_ctx *ctx, lith_tensor *tensor) {
  int64_t rows = tensor->sizes[tensor->head.rank - 2];
  Tensor u(ctx, copied(ctx, tensor));
  Tensor v(ctx, perMatrix(ctx, tensor, tensor->head.dtype, {rows, rows}));
  if (!u || !v)
    return nullptr;
  dispatchFloat(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    makeIdentity<T>(v);
    forMatrices<T>(u.get(), [&](const Matrix<T> &m, int64_t i) {
      orthogonalise(m, Matrix<T>{dataOf<T>(v.get()) + i * rows * rows, rows, rows});
    });
  });
  return tupleOf(ctx, u, v);
}
}
