// Special.cpp: functions of mathematics that are too rare for a kernel.
#include "ops/Tensors.h"

#include <limits>

using namespace lith;
using namespace lith::ops;

namespace {

template <typename F> lith_tensor *mapped(lith_ctx *ctx, lith_tensor *tensor, F f) {
  lith_tensor *result = cloneTensor(ctx, tensor); // in the order of its memory, without gaps
  if (!result)
    return nullptr;
  dispatchReal(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0, n = countOf(result); i < n; ++i)
      dataOf<T>(result)[i] = convert<T>(f(convert<double>(dataOf<T>(result)[i])));
  });
  return result;
}

/// Giles's approximation, then two steps of Newton's iteration on erf.
double inverseErf(double y) {
  if (y <= -1 || y >= 1)
    return y == 1    ? std::numeric_limits<double>::infinity()
           : y == -1 ? -std::numeric_limits<double>::infinity()
                     : std::numeric_limits<double>::quiet_NaN();
  double w = -std::log((1 - y) * (1 + y)), x;
  if (w < 5) {
    w -= 2.5;
    x = 2.81022636e-08;
    for (double c : {3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503,
                     -0.00417768164, 0.246640727, 1.50140941})
      x = c + x * w;
  } else {
    w = std::sqrt(w) - 3;
    x = -0.000200214257;
    for (double c : {0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613,
                     0.00943887047, 1.00167406, 2.83297682})
      x = c + x * w;
  }
  x *= y;
  for (int i = 0; i < 2; ++i)
    x -= (std::erf(x) - y) / (2 / std::sqrt(M_PI) * std::exp(-x * x));
  return x;
}

/// Recurrence up to 10, then the asymptotic series.
double digamma(double x) {
  if (x == 0)
    return std::copysign(std::numeric_limits<double>::infinity(), -x);
  if (x < 0) {
    if (x == std::trunc(x))
      return std::numeric_limits<double>::quiet_NaN();
    return digamma(1 - x) - M_PI / std::tan(M_PI * (x - std::trunc(x)));
  }
  double sum = 0;
  for (; x < 10; ++x)
    sum -= 1 / x;
  double z = 1 / (x * x), series = 8.33333333333333333333e-2;
  for (double c :
       {-2.10927960927960927961e-2, 7.57575757575757575758e-3, -4.16666666666666666667e-3,
        3.96825396825396825397e-3, -8.33333333333333333333e-3, 8.33333333333333333333e-2})
    series = c + series * z;
  return sum + std::log(x) - 0.5 / x - series * z;
}

} // namespace

extern "C" {
lith_tensor *lith_rt_erfinv(lith_ctx *ctx, lith_tensor *tensor) {
  return mapped(ctx, tensor, inverseErf);
}
lith_tensor *lith_rt_digamma(lith_ctx *ctx, lith_tensor *tensor) {
  return mapped(ctx, tensor, digamma);
}
}
