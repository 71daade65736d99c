// RowTest.cpp: reductions and groups around them.
#include "Harness.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace lith;
using namespace lith::codegen;
using test::Kernel;

namespace {

std::vector<float> noise(size_t n, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> x(n);
  for (float &e : x)
    e = normal(random);
  return x;
}

TEST(Row, Softmax) {
  Graph graph;
  graph.kind = GraphKind::Row;
  uint32_t x = graph.input(LITH_FLOAT32);
  uint32_t e =
      graph.add(KernelOp::Exp, LITH_FLOAT32,
                {graph.add(KernelOp::Sub, LITH_FLOAT32, {x, graph.reduce(ReduceKind::Max, x)})});
  graph.outputs = {graph.add(KernelOp::Div, LITH_FLOAT32, {e, graph.reduce(ReduceKind::Sum, e)})};
  for (const char *features : {"", "-avx512f,-avx512bw,-avx512vl,-avx512dq"}) {
    Kernel kernel(graph, features);
    for (int64_t n : {1, 7, 16, 63, 64, 100, 1000}) {
      std::vector<float> in = noise(3 * n), out(3 * n);
      kernel.row({in.data(), out.data()}, {n * 4, n * 4}, {4, 4}, 3, {n, n, n});
      for (int r = 0; r < 3; ++r) {
        double sum = 0, top = -INFINITY;
        for (int64_t i = 0; i < n; ++i)
          top = std::max(top, double(in[r * n + i]));
        for (int64_t i = 0; i < n; ++i)
          sum += std::exp(in[r * n + i] - top);
        for (int64_t i = 0; i < n; ++i)
          ASSERT_NEAR(out[r * n + i], std::exp(in[r * n + i] - top) / sum, 3e-7);
      }
    }
  }
}

TEST(Row, SumsStayAccurate) {
  Graph graph;
  graph.kind = GraphKind::Row;
  graph.outputs = {graph.reduce(ReduceKind::Sum, graph.input(LITH_FLOAT32))};
  Kernel kernel(graph);
  std::vector<float> in(10000000, 0.1f);
  float out = 0;
  kernel.row({in.data(), &out}, {0, 0}, {4, 0}, 1, {10000000, 10000000});
  EXPECT_NEAR(out, 0.1f * 1e7, 1);
}

TEST(Row, ExtremaAndIndices) {
  for (auto [value, index, sign] : {std::tuple{ReduceKind::Max, ReduceKind::ArgMax, 1.f},
                                    std::tuple{ReduceKind::Min, ReduceKind::ArgMin, -1.f}}) {
    Graph graph;
    graph.kind = GraphKind::Row;
    uint32_t x = graph.input(LITH_FLOAT32);
    graph.outputs = {graph.reduce(value, x), graph.reduce(index, x)};
    Kernel kernel(graph);
    for (int64_t n : {1, 3, 16, 40, 200, 1000}) {
      std::vector<float> in = noise(n, unsigned(n));
      for (float &e : in)
        e = std::round(e * 4); // ties
      auto run = [&](float want, int64_t wantIndex) {
        float top = 0;
        int64_t at = -1;
        kernel.row({in.data(), &top, &at}, {0, 0, 0}, {4, 0, 0}, 1, {n, n, n});
        if (std::isnan(want))
          EXPECT_TRUE(std::isnan(top));
        else
          EXPECT_EQ(top, want);
        EXPECT_EQ(at, wantIndex) << n;
      };
      auto best = std::max_element(in.begin(), in.end(),
                                   [s = sign](float a, float b) { return a * s < b * s; });
      run(*best, best - in.begin());
      std::fill(in.begin(), in.end(), -sign * INFINITY);
      run(-sign * INFINITY, 0);
      in[n / 2] = NAN;
      in[n - 1] = NAN;
      run(NAN, n / 2);
    }
  }
}

TEST(Row, LayerNorm) {
  Graph graph;
  graph.kind = GraphKind::Row;
  lith_dtype f = LITH_FLOAT32;
  uint32_t x = graph.input(f), w = graph.input(f), b = graph.input(f),
           n = graph.input(LITH_INT64, true);
  uint32_t mean = graph.add(KernelOp::Div, f, {graph.reduce(ReduceKind::Sum, x), n});
  uint32_t d = graph.add(KernelOp::Sub, f, {x, mean});
  uint32_t var = graph.add(KernelOp::Div, f,
                           {graph.reduce(ReduceKind::Sum, graph.add(KernelOp::Mul, f, {d, d})), n});
  uint32_t r =
      graph.add(KernelOp::Rsqrt, f, {graph.add(KernelOp::Add, f, {var, graph.constant(f, 1e-5)})});
  uint32_t y = graph.add(KernelOp::Mul, f, {graph.add(KernelOp::Mul, f, {d, r}), w});
  graph.outputs = {graph.add(KernelOp::Add, f, {y, b}), mean};
  Kernel kernel(graph);
  int64_t count = 384;
  std::vector<float> in = noise(2 * count), weight = noise(count, 2), bias = noise(count, 3),
                     out(2 * count), m(2);
  kernel.row({in.data(), weight.data(), bias.data(), &count, out.data(), m.data()},
             {count * 4, 0, 0, 0, count * 4, 4}, {4, 4, 4, 0, 4, 0}, 2, {count, count, count});
  for (int row = 0; row < 2; ++row) {
    double sum = 0, square = 0;
    for (int64_t i = 0; i < count; ++i)
      sum += in[row * count + i];
    sum /= double(count);
    for (int64_t i = 0; i < count; ++i)
      square += std::pow(in[row * count + i] - sum, 2);
    EXPECT_NEAR(m[row], sum, 1e-6);
    for (int64_t i = 0; i < count; ++i)
      ASSERT_NEAR(out[row * count + i],
                  (in[row * count + i] - sum) / std::sqrt(square / double(count) + 1e-5) *
                          weight[i] +
                      bias[i],
                  1e-5);
  }
}

TEST(Column, SumMaxAndIndex) {
  Graph graph;
  graph.kind = GraphKind::Column;
  uint32_t x = graph.input(LITH_FLOAT32), s = graph.input(LITH_FLOAT32);
  uint32_t y = graph.add(KernelOp::Mul, LITH_FLOAT32, {x, s});
  graph.outputs = {graph.reduce(ReduceKind::Sum, y), graph.reduce(ReduceKind::Max, y),
                   graph.reduce(ReduceKind::ArgMin, y)};
  Kernel kernel(graph);
  for (int64_t rows : {1, 2, 127, 128, 300})
    for (int64_t columns : {1, 15, 16, 64, 100}) {
      std::vector<float> in = noise(rows * columns), sum(columns), top(columns);
      std::vector<int64_t> at(columns);
      float scale = 2;
      kernel.column({in.data(), &scale, sum.data(), top.data(), at.data()},
                    {columns * 4, 0, 0, 0, 0}, {4, 0, 4, 4, 8}, rows, columns);
      for (int64_t j = 0; j < columns; ++j) {
        double total = 0;
        float most = -INFINITY;
        int64_t least = 0;
        for (int64_t i = 0; i < rows; ++i) {
          float e = in[i * columns + j] * 2;
          total += e;
          most = std::max(most, e);
          if (e < in[least * columns + j] * 2)
            least = i;
        }
        ASSERT_NEAR(sum[j], total, 1e-4);
        ASSERT_EQ(top[j], most);
        ASSERT_EQ(at[j], least);
      }
    }
}

} // namespace
