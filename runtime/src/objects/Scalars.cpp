// Scalars.cpp: Python's arithmetic on ints and floats where machine instructions differ.
// An int that leaves 64 bits raises; it never wraps.
#include "core/Object.h"
#include "objects/Str.h"
#include "text/Text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numeric>

using namespace lith;

namespace {

constexpr char Overflow[] = "integer result of this operation leaves 64 bits";

int64_t overflow(lith_ctx *ctx) {
  raise(ctx, LITH_CLASS_OverflowError, Overflow);
  return 0;
}

uint64_t magnitude(int64_t value) {
  return value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
}

// An integral double as int64, or OverflowError.
int64_t toInt(lith_ctx *ctx, double value) {
  if (std::isnan(value)) {
    raise(ctx, LITH_CLASS_ValueError, "cannot convert float NaN to integer");
    return 0;
  }
  if (std::isinf(value)) {
    raise(ctx, LITH_CLASS_OverflowError, "cannot convert float infinity to integer");
    return 0;
  }
  if (value < -9223372036854775808.0 || value >= 9223372036854775808.0)
    return overflow(ctx);
  return static_cast<int64_t>(value);
}

double domainError(lith_ctx *ctx) {
  raise(ctx, LITH_CLASS_ValueError, "math domain error");
  return 0;
}

// What math.f(x) answers, given f(x): errors where a finite x gave no finite number.
double checked(lith_ctx *ctx, double x, double result, bool canOverflow) {
  if (std::isnan(result) && !std::isnan(x))
    return domainError(ctx);
  if (std::isinf(result) && std::isfinite(x)) {
    if (!canOverflow)
      return domainError(ctx);
    raise(ctx, LITH_CLASS_OverflowError, "math range error");
    return 0;
  }
  return result;
}

// Correctly rounded numerator / denominator, also where both exceed 53 bits.
double divideExact(uint64_t numerator, uint64_t denominator) {
  constexpr uint64_t Exact = uint64_t(1) << 53;
  if (numerator <= Exact && denominator <= Exact)
    return static_cast<double>(numerator) / static_cast<double>(denominator);
  // 64 or more significant bits of the quotient, the lowest one sticky.
  int shift = 63 + std::countl_zero(numerator) - std::countl_zero(denominator) + 1;
  if (shift < 0)
    shift = 0;
  if (int limit = std::min(64 + std::countl_zero(numerator), 127); shift > limit)
    shift = limit;
  unsigned __int128 scaled = static_cast<unsigned __int128>(numerator) << shift;
  unsigned __int128 quotient = scaled / denominator;
  if (scaled % denominator)
    quotient |= 1;
  int bits = 128 - (quotient >> 64 ? std::countl_zero(static_cast<uint64_t>(quotient >> 64))
                                   : 64 + std::countl_zero(static_cast<uint64_t>(quotient)));
  int drop = bits > 64 ? bits - 64 : 0;
  uint64_t top = static_cast<uint64_t>(quotient >> drop);
  if (quotient & ((static_cast<unsigned __int128>(1) << drop) - 1))
    top |= 1;
  return std::ldexp(static_cast<double>(top), drop - shift);
}

// Rounded to a multiple of 10^zeros, halves to even.
double roundToTens(double value, int zeros) {
  std::string exact = formatDouble(value, 'e', 0, false);
  int exponent = std::atoi(exact.c_str() + exact.find('e') + 1);
  // The digits in front of the place; printf rounds them exactly.
  if (std::fabs(value) < std::pow(10.0, exponent))
    --exponent;
  int digits = exponent + 1 - zeros;
  double result;
  if (digits > 0) {
    parseFloat(formatDouble(value, 'e', digits - 1, false), result);
    return result;
  }
  double half, unit;
  parseFloat("5e" + std::to_string(zeros - 1), half);
  parseFloat("1e" + std::to_string(zeros), unit);
  return std::copysign(std::fabs(value) > half ? unit : 0.0, value);
}

} // namespace

extern "C" {

int64_t lith_rt_int_pow(lith_ctx *ctx, int64_t base, int64_t exponent) {
  int64_t result = 1;
  if (base == 1 || exponent == 0)
    return 1;
  if (base == -1)
    return exponent & 1 ? -1 : 1;
  if (base == 0)
    return 0;
  while (exponent > 0) {
    if (exponent & 1 && __builtin_mul_overflow(result, base, &result))
      return overflow(ctx);
    exponent >>= 1;
    if (exponent && __builtin_mul_overflow(base, base, &base))
      return overflow(ctx);
  }
  return result;
}

double lith_rt_int_pow_float(lith_ctx *ctx, int64_t base, int64_t exponent) {
  if (base == 0) {
    raise(ctx, LITH_CLASS_ZeroDivisionError, "0.0 cannot be raised to a negative power");
    return 0;
  }
  return std::pow(static_cast<double>(base), static_cast<double>(exponent));
}

int64_t lith_rt_int_floordiv(lith_ctx *ctx, int64_t a, int64_t b) {
  if (b == 0) {
    raise(ctx, LITH_CLASS_ZeroDivisionError, "integer division or modulo by zero");
    return 0;
  }
  if (b == -1)
    return a == INT64_MIN ? overflow(ctx) : -a;
  return a / b - (a % b != 0 && (a ^ b) < 0);
}

int64_t lith_rt_int_mod(lith_ctx *ctx, int64_t a, int64_t b) {
  if (b == 0) {
    raise(ctx, LITH_CLASS_ZeroDivisionError, "integer modulo by zero");
    return 0;
  }
  if (b == -1)
    return 0;
  int64_t rest = a % b;
  return rest != 0 && (rest ^ b) < 0 ? rest + b : rest;
}

double lith_rt_int_truediv(lith_ctx *ctx, int64_t a, int64_t b) {
  if (b == 0) {
    raise(ctx, LITH_CLASS_ZeroDivisionError, "division by zero");
    return 0;
  }
  double quotient = divideExact(magnitude(a), magnitude(b));
  return (a < 0) != (b < 0) ? -quotient : quotient;
}

int64_t lith_rt_int_lshift(lith_ctx *ctx, int64_t a, int64_t b) {
  if (b < 0) {
    raise(ctx, LITH_CLASS_ValueError, "negative shift count");
    return 0;
  }
  if (a == 0)
    return 0;
  if (b > 63)
    return overflow(ctx);
  int64_t result = static_cast<int64_t>(static_cast<uint64_t>(a) << b);
  return result >> b == a ? result : overflow(ctx);
}

int64_t lith_rt_int_rshift(lith_ctx *ctx, int64_t a, int64_t b) {
  if (b < 0) {
    raise(ctx, LITH_CLASS_ValueError, "negative shift count");
    return 0;
  }
  return a >> (b > 63 ? 63 : b);
}

int64_t lith_rt_int_round(lith_ctx *ctx, int64_t value, int64_t digits) {
  if (digits >= 0)
    return value;
  if (digits < -19)
    return 0;
  __int128 unit = 1;
  for (int64_t i = digits; i < 0; ++i)
    unit *= 10;
  __int128 rest = value % unit;
  if (rest < 0)
    rest += unit;
  __int128 low = value - rest;
  bool up = 2 * rest > unit || (2 * rest == unit && (low / unit) % 2 != 0);
  __int128 result = up ? low + unit : low;
  return result == static_cast<int64_t>(result) ? static_cast<int64_t>(result) : overflow(ctx);
}

int64_t lith_rt_int_pow_mod(lith_ctx *ctx, int64_t base, int64_t exponent, int64_t modulus) {
  if (modulus == 0) {
    raise(ctx, LITH_CLASS_ValueError, "pow() 3rd argument cannot be 0");
    return 0;
  }
  __int128 m = modulus < 0 ? -static_cast<__int128>(modulus) : modulus;
  __int128 b = base % m;
  if (b < 0)
    b += m;
  if (exponent < 0) { // the inverse, by Euclid
    __int128 r0 = m, r1 = b, t0 = 0, t1 = 1;
    while (r1) {
      __int128 q = r0 / r1;
      r0 = std::exchange(r1, r0 - q * r1);
      t0 = std::exchange(t1, t0 - q * t1);
    }
    if (r0 != 1) {
      raise(ctx, LITH_CLASS_ValueError, "base is not invertible for the given modulus");
      return 0;
    }
    b = t0 < 0 ? t0 + m : t0;
  }
  unsigned __int128 um = static_cast<unsigned __int128>(m), result = 1 % um,
                    square = static_cast<unsigned __int128>(b);
  for (uint64_t e = magnitude(exponent); e; e >>= 1) {
    if (e & 1)
      result = result * square % um;
    square = square * square % um;
  }
  __int128 signedResult = static_cast<__int128>(result);
  if (modulus < 0 && signedResult != 0)
    signedResult -= m;
  return static_cast<int64_t>(signedResult);
}

int64_t lith_rt_int_bit_length(lith_ctx *, int64_t value) {
  return std::bit_width(magnitude(value));
}

int64_t lith_rt_int_gcd(lith_ctx *ctx, int64_t a, int64_t b) {
  uint64_t result = std::gcd(magnitude(a), magnitude(b));
  return result >> 63 ? overflow(ctx) : static_cast<int64_t>(result);
}

int64_t lith_rt_int_isqrt(lith_ctx *ctx, int64_t value) {
  if (value < 0) {
    raise(ctx, LITH_CLASS_ValueError, "isqrt() argument must be nonnegative");
    return 0;
  }
  auto root = static_cast<int64_t>(std::sqrt(static_cast<double>(value)));
  while (static_cast<__int128>(root) * root > value)
    --root;
  while (static_cast<__int128>(root + 1) * (root + 1) <= value)
    ++root;
  return root;
}

int64_t lith_rt_int_factorial(lith_ctx *ctx, int64_t n) {
  if (n < 0) {
    raise(ctx, LITH_CLASS_ValueError, "factorial() not defined for negative values");
    return 0;
  }
  if (n > 20)
    return overflow(ctx);
  int64_t result = 1;
  for (int64_t i = 2; i <= n; ++i)
    result *= i;
  return result;
}

int64_t lith_rt_int_comb(lith_ctx *ctx, int64_t n, int64_t k) {
  if (n < 0 || k < 0) {
    raise(ctx, LITH_CLASS_ValueError,
          n < 0 ? "n must be a non-negative integer" : "k must be a non-negative integer");
    return 0;
  }
  if (k > n)
    return 0;
  if (k > n - k)
    k = n - k;
  __int128 result = 1;
  for (int64_t i = 0; i < k; ++i) {
    result = result * (n - i) / (i + 1);
    if (result > INT64_MAX)
      return overflow(ctx);
  }
  return static_cast<int64_t>(result);
}

double lith_rt_float_truediv(lith_ctx *ctx, double a, double b) {
  if (b == 0) {
    raise(ctx, LITH_CLASS_ZeroDivisionError, "float division by zero");
    return 0;
  }
  return a / b;
}

double lith_rt_float_mod(lith_ctx *ctx, double a, double b) {
  if (b == 0) {
    raise(ctx, LITH_CLASS_ZeroDivisionError, "float modulo");
    return 0;
  }
  double rest = std::fmod(a, b);
  if (rest == 0)
    return std::copysign(0.0, b);
  return (rest < 0) != (b < 0) ? rest + b : rest;
}

double lith_rt_float_floordiv(lith_ctx *ctx, double a, double b) {
  if (b == 0) {
    raise(ctx, LITH_CLASS_ZeroDivisionError, "float floor division by zero");
    return 0;
  }
  double rest = std::fmod(a, b), quotient = (a - rest) / b;
  if (rest != 0 && (rest < 0) != (b < 0))
    quotient -= 1;
  if (quotient == 0)
    return std::copysign(0.0, a / b);
  double whole = std::floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}

bool lith_rt_pow_is_complex(lith_ctx *, double a, double b) {
  return a < 0 && std::isfinite(a) && std::isfinite(b) && b != std::floor(b);
}

double lith_rt_float_pow(lith_ctx *ctx, double a, double b) {
  if (b == 0 || a == 1)
    return 1;
  if (std::isnan(a) || std::isnan(b))
    return std::nan("");
  if (a == 0 && b < 0 && std::isfinite(b)) {
    raise(ctx, LITH_CLASS_ZeroDivisionError, "0.0 cannot be raised to a negative power");
    return 0;
  }
  if (lith_rt_pow_is_complex(ctx, a, b))
    return domainError(ctx);
  double result = std::pow(a, b);
  if (std::isinf(result) && std::isfinite(a) && std::isfinite(b)) {
    lith_value items[] = {box(int64_t(34)), nullValue()};
    Owned<lith_str> text(ctx, makeStr(ctx, "Numerical result out of range"));
    items[1] = {LITH_STR, reinterpret_cast<uint64_t>(text.get())};
    Owned<lith_tuple> args(ctx, lith_rt_tuple_new(ctx, 2, items));
    lith_rt_raise(ctx, lith_rt_exception_new(ctx, LITH_CLASS_OverflowError, args.get()));
    return 0;
  }
  return result;
}

// Correctly rounded, as Python does it: through the decimal digits.
double lith_rt_float_round(lith_ctx *ctx, double value, int64_t digits) {
  if (!std::isfinite(value) || digits > 323)
    return value;
  if (digits < -308)
    return std::copysign(0.0, value);
  double result;
  if (digits >= 0) {
    parseFloat(formatDouble(value, 'f', static_cast<int>(digits), false), result);
  } else {
    result = roundToTens(value, static_cast<int>(-digits));
  }
  if (std::isinf(result)) {
    raise(ctx, LITH_CLASS_OverflowError, "rounded value too large to represent");
    return 0;
  }
  return result;
}

int64_t lith_rt_float_round_int(lith_ctx *ctx, double value) {
  return toInt(ctx, std::nearbyint(value));
}
int64_t lith_rt_float_to_int(lith_ctx *ctx, double value) { return toInt(ctx, std::trunc(value)); }
bool lith_rt_float_is_integer(lith_ctx *, double value) {
  return std::isfinite(value) && value == std::floor(value);
}

int64_t lith_rt_int_compare_float(lith_ctx *, int64_t a, double b) {
  if (std::isnan(b))
    return 2;
  if (b >= 9223372036854775808.0)
    return -1;
  if (b < -9223372036854775808.0)
    return 1;
  auto whole = static_cast<int64_t>(b);
  if (a != whole)
    return a < whole ? -1 : 1;
  double fraction = b - static_cast<double>(whole);
  return fraction > 0 ? -1 : fraction < 0 ? 1 : 0;
}

int64_t lith_rt_math_floor(lith_ctx *ctx, double value) { return toInt(ctx, std::floor(value)); }
int64_t lith_rt_math_ceil(lith_ctx *ctx, double value) { return toInt(ctx, std::ceil(value)); }
int64_t lith_rt_math_trunc(lith_ctx *ctx, double value) { return toInt(ctx, std::trunc(value)); }

#define LITH_MATH(name, function, canOverflow)                                                     \
  double lith_rt_math_##name(lith_ctx *ctx, double x) {                                            \
    return checked(ctx, x, function(x), canOverflow);                                              \
  }
LITH_MATH(sqrt, std::sqrt, false)
LITH_MATH(exp, std::exp, true)
LITH_MATH(exp2, std::exp2, true)
LITH_MATH(expm1, std::expm1, true)
LITH_MATH(log, std::log, false)
LITH_MATH(log2, std::log2, false)
LITH_MATH(log10, std::log10, false)
LITH_MATH(log1p, std::log1p, false)
LITH_MATH(sin, std::sin, false)
LITH_MATH(cos, std::cos, false)
LITH_MATH(tan, std::tan, false)
LITH_MATH(asin, std::asin, false)
LITH_MATH(acos, std::acos, false)
LITH_MATH(atan, std::atan, false)
LITH_MATH(sinh, std::sinh, true)
LITH_MATH(cosh, std::cosh, true)
LITH_MATH(tanh, std::tanh, false)
LITH_MATH(asinh, std::asinh, false)
LITH_MATH(acosh, std::acosh, false)
LITH_MATH(atanh, std::atanh, false)
LITH_MATH(erf, std::erf, false)
LITH_MATH(erfc, std::erfc, false)
LITH_MATH(fabs, std::fabs, false)
LITH_MATH(cbrt, std::cbrt, false)
#undef LITH_MATH

double lith_rt_math_gamma(lith_ctx *ctx, double x) {
  if (x == std::floor(x) && std::isfinite(x)) {
    if (x <= 0)
      return domainError(ctx);
    if (x <= 23) { // exact products
      double product = 1;
      for (double i = 2; i < x; ++i)
        product *= i;
      return product;
    }
  }
  if (std::isinf(x) && x < 0)
    return domainError(ctx);
  return checked(ctx, x, std::tgamma(x), true);
}
double lith_rt_math_lgamma(lith_ctx *ctx, double x) {
  if (x == std::floor(x) && x <= 0 && std::isfinite(x))
    return domainError(ctx);
  return checked(ctx, x, std::lgamma(x), true);
}
double lith_rt_math_degrees(lith_ctx *, double x) { return x * (180.0 / M_PI); }
double lith_rt_math_radians(lith_ctx *, double x) { return x * (M_PI / 180.0); }

double lith_rt_math_pow(lith_ctx *ctx, double a, double b) {
  double result = std::pow(a, b);
  if (std::isfinite(a) && std::isfinite(b)) {
    if (std::isnan(result) || (std::isinf(result) && a == 0))
      return domainError(ctx);
    if (std::isinf(result)) {
      raise(ctx, LITH_CLASS_OverflowError, "math range error");
      return 0;
    }
  }
  return result;
}
double lith_rt_math_fmod(lith_ctx *ctx, double a, double b) {
  double result = std::fmod(a, b);
  return std::isnan(result) && !std::isnan(a) && !std::isnan(b) ? domainError(ctx) : result;
}
double lith_rt_math_remainder(lith_ctx *ctx, double a, double b) {
  double result = std::remainder(a, b);
  return std::isnan(result) && !std::isnan(a) && !std::isnan(b) ? domainError(ctx) : result;
}
double lith_rt_math_atan2(lith_ctx *, double a, double b) { return std::atan2(a, b); }
double lith_rt_math_hypot(lith_ctx *, double a, double b) { return std::hypot(a, b); }
double lith_rt_math_copysign(lith_ctx *, double a, double b) { return std::copysign(a, b); }
double lith_rt_math_log_base(lith_ctx *ctx, double x, double base) {
  double numerator = lith_rt_math_log(ctx, x);
  double denominator = ctx->pending ? 0 : lith_rt_math_log(ctx, base);
  return ctx->pending ? 0 : lith_rt_float_truediv(ctx, numerator, denominator);
}
bool lith_rt_math_isclose(lith_ctx *ctx, double a, double b, double relative, double absolute) {
  if (relative < 0 || absolute < 0) {
    raise(ctx, LITH_CLASS_ValueError, "tolerances must be non-negative");
    return false;
  }
  if (a == b)
    return true;
  if (std::isinf(a) || std::isinf(b))
    return false;
  double difference = std::fabs(b - a);
  return difference <= std::fabs(relative * b) || difference <= std::fabs(relative * a) ||
         difference <= absolute;
}

} // extern "C"
