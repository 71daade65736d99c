// MathTest.cpp: mathematical functions over dense ranges and special values, against the C library
// in a wider type.
#include "Harness.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace lith;
using namespace lith::codegen;
using test::Kernel;

namespace {

std::vector<float> samples() {
  std::vector<float> x = {0.f,    -0.f,    1.f,      -1.f,    INFINITY, -INFINITY, NAN,
                          1e-45f, -1e-45f, 1e-38f,   3.4e38f, -3.4e38f, 88.72f,    88.73f,
                          -87.4f, -103.9f, -104.f,   0.5f,    2.f,      3.f,       1e5f,
                          -1e5f,  1e10f,   48039.5f, -127.f,  128.f,    127.9f,    -150.f};
  std::mt19937 random(1);
  std::uniform_real_distribution<float> near(-2, 2), mid(-20, 20), far(-110, 110), log(-44, 38);
  for (int i = 0; i < 20000; ++i) {
    x.push_back(near(random));
    x.push_back(mid(random));
    x.push_back(far(random));
    float magnitude = std::pow(10.f, log(random));
    x.push_back(i % 2 ? magnitude : -magnitude);
  }
  return x;
}

/// Distance in units of the last place of float.
double ulps(float got, double want) {
  float nearest = float(want);
  if (std::isnan(want))
    return std::isnan(got) ? 0 : INFINITY;
  if (std::isinf(nearest) || std::isinf(got))
    return got == nearest || (std::isinf(got) && std::abs(nearest) > 3.4e38f) ? 0 : INFINITY;
  if (want == 0)
    return got == 0 && std::signbit(got) == std::signbit(want) ? 0 : INFINITY;
  float magnitude = std::abs(nearest);
  double unit = double(std::nextafter(magnitude, INFINITY)) - magnitude;
  if (std::isinf(unit))
    unit = magnitude - double(std::nextafter(magnitude, 0.f));
  return std::abs(double(got) - want) / unit;
}

template <typename T> Kernel unaryKernel(KernelOp op, const char *features) {
  Graph graph;
  lith_dtype dtype = sizeof(T) == 4 ? LITH_FLOAT32 : LITH_FLOAT64;
  graph.outputs = {graph.add(op, dtype, {graph.input(dtype)})};
  return Kernel(graph, features);
}

struct Case {
  KernelOp op;
  double (*reference)(double);
  double bound;
};

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

const Case cases[] = {
    {KernelOp::Exp, std::exp, 1.1},     {KernelOp::Exp2, std::exp2, 1.5},
    {KernelOp::Expm1, std::expm1, 2},   {KernelOp::Log, std::log, 1.5},
    {KernelOp::Log2, std::log2, 1},     {KernelOp::Log10, std::log10, 1},
    {KernelOp::Log1p, std::log1p, 2},   {KernelOp::Tanh, std::tanh, 2},
    {KernelOp::Sigmoid, sigmoid, 2.5},  {KernelOp::Erf, std::erf, 2.3},
    {KernelOp::Sin, std::sin, 1.6},     {KernelOp::Cos, std::cos, 1.6},
    {KernelOp::Tan, std::tan, 1},       {KernelOp::Asin, std::asin, 2.3},
    {KernelOp::Acos, std::acos, 1.6},   {KernelOp::Atan, std::atan, 2.3},
    {KernelOp::Sinh, std::sinh, 2.5},   {KernelOp::Cosh, std::cosh, 2.5},
    {KernelOp::Asinh, std::asinh, 2.5}, {KernelOp::Acosh, std::acosh, 2.5},
    {KernelOp::Atanh, std::atanh, 2.5}, {KernelOp::Lgamma, std::lgamma, 8},
};

void checkFloat(const Case &c, const char *features) {
  std::vector<float> x = samples(), y(x.size());
  unaryKernel<float>(c.op, features).map({x.data(), y.data()}, {4, 4}, int64_t(x.size()));
  double worst = 0;
  size_t at = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    // The exponential in it overflows before the quotient underflows, as in PyTorch.
    if (c.op == KernelOp::Sigmoid && x[i] < -88.72f)
      continue;
    if (double error = ulps(y[i], c.reference(double(x[i]))); !(error <= worst))
      worst = error, at = i;
  }
  EXPECT_LE(worst, c.bound) << spellingOf(c.op) << "(" << x[at] << ") = " << y[at] << ", not "
                            << c.reference(double(x[at]));
}

TEST(Math, Float) {
  for (const Case &c : cases)
    checkFloat(c, "");
}

TEST(Math, FloatOnNarrowVectors) {
  for (const Case &c : cases)
    checkFloat(c, "-avx512f,-avx512bw,-avx512vl,-avx512dq");
}

TEST(Math, Double) {
  std::vector<float> narrow = samples();
  std::vector<double> x(narrow.begin(), narrow.end()), y(x.size());
  for (const Case &c : cases) {
    unaryKernel<double>(c.op, "").map({x.data(), y.data()}, {8, 8}, int64_t(x.size()));
    double worst = 0;
    size_t at = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      double want = c.reference(x[i]);
      double error = std::isnan(want) ? (std::isnan(y[i]) ? 0 : INFINITY)
                     : want == y[i]   ? 0
                                      : std::abs(y[i] - want) / std::max(std::abs(want), 1e-300);
      if (!(error <= worst))
        worst = error, at = i;
    }
    EXPECT_LE(worst, 1e-15) << spellingOf(c.op) << "(" << x[at] << ") = " << y[at];
  }
}

TEST(Math, Pow) {
  Graph graph;
  uint32_t a = graph.input(LITH_FLOAT32), b = graph.input(LITH_FLOAT32);
  graph.outputs = {graph.add(KernelOp::Pow, LITH_FLOAT32, {a, b})};
  Kernel kernel(graph);
  const float edges[] = {0.f,  -0.f,  1.f,    -1.f,     2.f,       -2.f, 0.5f,   -0.5f, 3.f,
                         -3.f, 1e30f, -1e30f, INFINITY, -INFINITY, NAN,  1e-40f, 127.f, 16777217.f};
  std::vector<float> x, y;
  for (float p : edges)
    for (float q : edges)
      x.push_back(p), y.push_back(q);
  std::mt19937 random(2);
  std::uniform_real_distribution<float> base(0, 10), exponent(-30, 30);
  for (int i = 0; i < 10000; ++i)
    x.push_back(base(random)), y.push_back(exponent(random));
  std::vector<float> r(x.size());
  kernel.map({x.data(), y.data(), r.data()}, {4, 4, 4}, int64_t(x.size()));
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_LE(ulps(r[i], std::pow(double(x[i]), double(y[i]))), 1)
        << x[i] << " ** " << y[i] << " = " << r[i];
}

} // namespace
