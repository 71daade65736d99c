// MapTest.cpp: map kernels: broadcasting, tails, integers, narrow types.
#include "Harness.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

using namespace lith;
using namespace lith::codegen;
using test::Kernel;

namespace {

Graph binary(KernelOp op, lith_dtype dtype) {
  Graph graph;
  uint32_t a = graph.input(dtype), b = graph.input(dtype);
  graph.outputs = {graph.add(op, dtype, {a, b})};
  return graph;
}

TEST(Map, EveryLength) {
  Kernel kernel(binary(KernelOp::Add, LITH_FLOAT32));
  std::vector<float> a(1000), b(1000), r(1001);
  for (int i = 0; i < 1000; ++i)
    a[i] = float(i), b[i] = float(1000 * i);
  for (int64_t n : {0, 1, 5, 15, 16, 17, 63, 64, 65, 200, 333})
    for (int64_t as : {0, 4})
      for (int64_t bs : {0, 4}) {
        std::fill(r.begin(), r.end(), -1.f);
        kernel.map({a.data(), b.data(), r.data()}, {as, bs, 4}, n);
        for (int64_t i = 0; i < n; ++i)
          ASSERT_EQ(r[i], a[i * as / 4] + b[i * bs / 4]) << n << " " << as << " " << bs;
        ASSERT_EQ(r[n], -1.f);
      }
}

template <typename T> void integers(lith_dtype dtype) {
  std::vector<T> values = {0,
                           1,
                           T(-1),
                           2,
                           T(-2),
                           3,
                           T(-3),
                           7,
                           T(-7),
                           100,
                           T(-100),
                           std::numeric_limits<T>::max(),
                           std::numeric_limits<T>::min()};
  std::vector<T> a, b;
  for (T x : values)
    for (T y : values)
      a.push_back(x), b.push_back(y);
  std::vector<T> r(a.size());
  auto run = [&](KernelOp op) {
    Kernel(binary(op, dtype))
        .map({a.data(), b.data(), r.data()}, {sizeof(T), sizeof(T), sizeof(T)}, int64_t(a.size()));
  };
  auto check = [&](KernelOp op, auto want) {
    run(op);
    for (size_t i = 0; i < a.size(); ++i)
      ASSERT_EQ(r[i], T(want(__int128(a[i]), __int128(b[i]))))
          << spellingOf(op) << " " << int64_t(a[i]) << " " << int64_t(b[i]) << " dtype " << dtype;
  };
  using W = __int128;
  check(KernelOp::Add, [](W x, W y) { return x + y; });
  check(KernelOp::Mul, [](W x, W y) { return x * y; });
  check(KernelOp::Sub, [](W x, W y) { return x - y; });
  check(KernelOp::TruncDivide, [](W x, W y) { return y ? x / y : 0; });
  check(KernelOp::FloorDivide,
        [](W x, W y) { return y ? x / y - (x % y && (x % y < 0) != (y < 0)) : 0; });
  check(KernelOp::Remainder, [](W x, W y) { return y ? (x % y + y) % y : 0; });
  check(KernelOp::Fmod, [](W x, W y) { return y ? x % y : 0; });
  check(KernelOp::Maximum, [](W x, W y) { return std::max(x, y); });
  check(KernelOp::BitwiseXor, [](W x, W y) { return x ^ y; });
  run(KernelOp::Pow);
  for (size_t i = 0; i < a.size(); ++i) {
    if (b[i] < 0 || b[i] > 100)
      continue;
    uint64_t want = 1;
    for (int64_t k = 0; k < int64_t(b[i]); ++k)
      want *= uint64_t(a[i]);
    ASSERT_EQ(r[i], T(want)) << int64_t(a[i]) << " ** " << int64_t(b[i]);
  }
}

TEST(Map, Integers) {
  integers<uint8_t>(LITH_UINT8);
  integers<int8_t>(LITH_INT8);
  integers<int16_t>(LITH_INT16);
  integers<int32_t>(LITH_INT32);
  integers<int64_t>(LITH_INT64);
}

TEST(Map, FloatDivisionAndRemainder) {
  std::vector<float> values = {0.f,  -0.f, 1.f, -1.f,  0.3f,     -0.3f,
                               2.5f, -7.f, 7.f, 1e30f, INFINITY, NAN};
  std::vector<float> a, b;
  for (float x : values)
    for (float y : values)
      a.push_back(x), b.push_back(y);
  std::vector<float> r(a.size());
  Kernel(binary(KernelOp::Remainder, LITH_FLOAT32))
      .map({a.data(), b.data(), r.data()}, {4, 4, 4}, int64_t(a.size()));
  for (size_t i = 0; i < a.size(); ++i) {
    float want = std::fmod(a[i], b[i]);
    if (want != 0 && (b[i] < 0) != (want < 0))
      want += b[i];
    if (std::isnan(want))
      ASSERT_TRUE(std::isnan(r[i]));
    else
      ASSERT_EQ(r[i], want) << a[i] << " % " << b[i];
  }
}

TEST(Map, Bfloat16RoundsPerOperator) {
  Graph graph;
  uint32_t a = graph.input(LITH_BFLOAT16), s = graph.input(LITH_FLOAT64, true);
  uint32_t product = graph.add(KernelOp::Mul, LITH_BFLOAT16, {a, s});
  graph.outputs = {graph.add(KernelOp::Add, LITH_BFLOAT16, {product, a})};
  Kernel kernel(graph);
  auto round = [](float x) {
    uint32_t bits;
    std::memcpy(&bits, &x, 4);
    bits = (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000;
    std::memcpy(&x, &bits, 4);
    return x;
  };
  std::vector<uint16_t> in(300), out(300);
  for (int i = 0; i < 300; ++i)
    in[i] = uint16_t(0x3f00 + i);
  double scale = 0.1;
  kernel.map({in.data(), &scale, out.data()}, {2, 0, 2}, 300);
  for (int i = 0; i < 300; ++i) {
    uint32_t bits = uint32_t(in[i]) << 16, got = uint32_t(out[i]) << 16;
    float x, y;
    std::memcpy(&x, &bits, 4);
    std::memcpy(&y, &got, 4);
    ASSERT_EQ(y, round(round(x * 0.1f) + x));
  }
}

TEST(Map, CastsBoolAndWhere) {
  Graph graph;
  uint32_t a = graph.input(LITH_FLOAT32), b = graph.input(LITH_INT64);
  uint32_t test = graph.add(KernelOp::Gt, LITH_FLOAT32, {a, graph.constant(LITH_FLOAT32, 0.5)});
  uint32_t half = graph.cast(a, LITH_FLOAT16);
  graph.nodes.push_back(
      {KernelOp::Where, LITH_INT64, LITH_INT64, {test, b, graph.cast(a, LITH_INT64)}, 0});
  uint32_t chosen = uint32_t(graph.nodes.size()) - 1;
  graph.outputs = {test, half, chosen};
  for (const char *features : {"", "-avx512f,-avx512bw,-avx512vl,-avx512dq"}) {
    Kernel kernel(graph, features);
    std::vector<float> x(77);
    std::vector<int64_t> y(77), r(77);
    std::vector<uint8_t> t(77);
    std::vector<_Float16> h(77);
    for (int i = 0; i < 77; ++i)
      x[i] = float(i - 30) * 0.7f, y[i] = i * 1000;
    kernel.map({x.data(), y.data(), t.data(), h.data(), r.data()}, {4, 8, 1, 2, 8}, 77);
    for (int i = 0; i < 77; ++i) {
      ASSERT_EQ(t[i], x[i] > 0.5f);
      ASSERT_EQ(float(h[i]), float(_Float16(x[i])));
      ASSERT_EQ(r[i], x[i] > 0.5f ? y[i] : int64_t(x[i]));
    }
  }
}

TEST(Map, Complex) {
  Graph graph = binary(KernelOp::Mul, LITH_COMPLEX64);
  Kernel kernel(graph);
  std::vector<float> a(2 * 37), b(2 * 37), r(2 * 37);
  for (int i = 0; i < 74; ++i)
    a[i] = float(i % 7), b[i] = float(i % 5) - 2;
  kernel.map({a.data(), b.data(), r.data()}, {8, 8, 8}, 37);
  for (int i = 0; i < 37; ++i) {
    ASSERT_EQ(r[2 * i], a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1]);
    ASSERT_EQ(r[2 * i + 1], a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i]);
  }
}

} // namespace
