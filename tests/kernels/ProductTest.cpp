// ProductTest.cpp: matrix products of every shape of tile, against sums in double.
#include "kernels/products/Product.h"
#include "TensorTest.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace lith;
using namespace lith::kernels;

namespace {

template <typename T> void check(const ProductKernels &kernels, int64_t m, int64_t n, int64_t k) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  auto value = [](double x) { return std::is_integral_v<T> ? double(int(x * 10) + 50) : x; };
  std::vector<T> a(m * k), b(k * n), bt(k * n), c(m * n), d(m * n);
  for (T &x : a)
    x = T(value(normal(random)));
  for (int64_t i = 0; i < k; ++i)
    for (int64_t j = 0; j < n; ++j)
      b[i * n + j] = bt[j * k + i] = T(value(normal(random)));
  int64_t w = sizeof(T);
  auto at = [](std::vector<T> &v) { return reinterpret_cast<char *>(v.data()); };
  Product outer{at(a), at(b), at(c), m, n, k, k * w, w, n * w, n * w};
  Product dot{at(a), at(bt), at(d), m, n, k, k * w, w, k * w, n * w};
  kernels.outer(outer);
  kernels.dot(dot);
  outer.accumulate = dot.accumulate = dot.backwards = true;
  kernels.outer(outer);
  kernels.dot(dot);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double want = 0;
      for (int64_t l = 0; l < k; ++l)
        want += 2.0 * a[i * k + l] * b[l * n + j];
      ASSERT_NEAR(c[i * n + j], want, 1e-4) << m << "x" << n << "x" << k << " at " << i << "," << j;
      ASSERT_NEAR(d[i * n + j], want, 1e-4) << m << "x" << n << "x" << k << " at " << i << "," << j;
    }
}

template <typename T> void checkShapes(const ProductKernels &kernels) {
  for (int64_t m : {1, 3, 11, 26})
    for (int64_t n : {1, 30, 65, 130})
      for (int64_t k : {1, 5, 40})
        check<T>(kernels, m, n, k);
  check<T>(kernels, 1, 1022, 130); // streamed
}

class Matmul : public test::TensorTest {
protected:
  lith_tensor *make(std::vector<int64_t> sizes, lith_dtype dtype = LITH_FLOAT32) {
    lith_tensor *t = keep(newTensor(&context, dtype, sizes));
    for (int64_t i = 0; i < elementCount(t); ++i) {
      if (dtype == LITH_INT32)
        reinterpret_cast<int32_t *>(t->data)[i] = int32_t(i % 13) - 6;
      else
        reinterpret_cast<float *>(t->data)[i] = float(i % 13) - 6;
    }
    return t;
  }
  lith_tensor *transposed(lith_tensor *t) {
    return TensorTest::transposed(t, t->head.rank - 2, t->head.rank - 1);
  }
  template <typename T> T at(const lith_tensor *t, int64_t batch, int64_t i, int64_t j) {
    int r = t->head.rank;
    int64_t offset = i * t->strides[r - 2] + j * t->strides[r - 1];
    if (r > 2 && t->sizes[r - 3] > 1)
      offset += batch * t->strides[r - 3];
    return reinterpret_cast<T *>(t->data)[offset];
  }
  template <typename T = float> void check(lith_tensor *a, lith_tensor *b) {
    lith_tensor *c = keep(lith_rt_matmul(&context, a, b));
    int64_t m = a->sizes[a->head.rank - 2], k = a->sizes[a->head.rank - 1],
            n = b->sizes[b->head.rank - 1];
    int64_t batches = elementCount(c) / (m * n);
    for (int64_t q = 0; q < batches; ++q)
      for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j) {
          double want = 0;
          for (int64_t l = 0; l < k; ++l)
            want += double(at<T>(a, q, i, l)) * double(at<T>(b, q, l, j));
          ASSERT_EQ(double(reinterpret_cast<T *>(c->data)[(q * m + i) * n + j]), want)
              << m << " " << n << " " << k;
        }
  }
};

TEST_F(Matmul, LayoutsAndBatches) {
  for (int64_t m : {1, 5, 70})
    for (int64_t n : {1, 10, 300})
      for (int64_t k : {1, 33, 1100}) {
        check(make({m, k}), make({k, n}));
        check(make({m, k}), transposed(make({n, k})));
        check(transposed(make({k, m})), make({k, n}));
        check(transposed(make({k, m})), transposed(make({n, k})));
      }
  check(make({3, 5, 7}), make({7, 9}));
  check(make({3, 5, 7}), make({3, 7, 9}));
  check(make({5, 7}), make({3, 7, 9}));
  check(make({3, 5, 7}), transposed(make({1, 9, 7})));
  check<int32_t>(make({3, 5, 7}, LITH_INT32), make({3, 7, 9}, LITH_INT32));
}

TEST_F(Matmul, Packed) {
  for (int64_t m : {1, 5, 70})
    for (int64_t n : {16, 64, 70, 200})
      for (int64_t k : {16, 33, 1100}) {
        int64_t padded = (n + LITH_PANEL_STEP - 1) / LITH_PANEL_STEP * LITH_PANEL_STEP;
        lith_tensor *a = make({m, k}), *b = make({k, n}), *packed = make({k * padded});
        auto *to = reinterpret_cast<float *>(packed->data);
        for (int64_t j = 0; j < n; j += LITH_PANEL_COLUMNS)
          for (int64_t l = 0; l < k; ++l)
            for (int64_t i = j; i < std::min(j + LITH_PANEL_COLUMNS, padded); ++i)
              *to++ = i < n ? at<float>(b, 0, l, i) : 0;
        lith_tensor *want = keep(lith_rt_matmul(&context, a, b));
        lith_tensor *got = keep(lith_rt_matmul_packed(&context, a, packed, n));
        for (int64_t i = 0; i < m * n; ++i)
          ASSERT_EQ(reinterpret_cast<float *>(got->data)[i],
                    reinterpret_cast<float *>(want->data)[i])
              << m << " " << n << " " << k;
      }
}

void checkCodes(const ProductUnit &unit) {
  for (int64_t rows : {1, 3, 4, 9})
    for (int64_t k : {32, 64, 544}) {
      std::vector<int8_t> codes(rows * k);
      std::vector<int16_t> x(k);
      std::vector<int32_t> sums(rows);
      for (int64_t i = 0; i < rows * k; ++i)
        codes[i] = int8_t(i * 37 % 255 - 127);
      for (int64_t i = 0; i < k; ++i)
        x[i] = int16_t(i * 7919 % 32767 - 16383);
      unit.dotCodes(codes.data(), rows, x.data(), k, sums.data());
      for (int64_t row = 0; row < rows; ++row) {
        int32_t want = 0;
        for (int64_t i = 0; i < k; ++i)
          want += codes[row * k + i] * x[i];
        ASSERT_EQ(sums[row], want) << rows << " " << k;
      }
    }
}

void checkUnit(const ProductUnit &unit) {
  checkCodes(unit);
  checkShapes<float>(unit.single);
  checkShapes<double>(unit.twice);
  checkShapes<uint32_t>(unit.int32);
  checkShapes<uint64_t>(unit.int64);
}

TEST(Product, Baseline) { checkUnit(baselineProducts); }
TEST(Product, Avx2) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    GTEST_SKIP();
  checkUnit(avx2Products);
}
TEST(Product, Avx512) {
  if (!__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512dq"))
    GTEST_SKIP();
  checkUnit(avx512Products);
}

} // namespace
