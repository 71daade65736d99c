// Operators.cpp: + - * / and the rest on boxes, by the types that Python allows.
#include "objects/Containers.h"
#include "objects/Iterator.h"
#include "objects/Str.h"
#include "tensor/TensorHooks.h"
#include "text/Text.h"

#include <cmath>
#include <complex>

using namespace lith;

namespace {

const char *const Symbols[] = {"+",  "-",  "*", "/", "//", "%", "** or pow()",
                               "<<", ">>", "&", "|", "^",  "@"};
const char *const InplaceSymbols[] = {
    "+=", "-=", "*=", "/=", "//=", "%=", "**=", "<<=", ">>=", "&=", "|=", "^=", "@="};

bool isSequence(lith_value value) {
  return value.tag == LITH_STR || value.tag == LITH_LIST || value.tag == LITH_TUPLE ||
         value.tag == LITH_BYTES;
}

lith_value unsupported(lith_ctx *ctx, const char *symbol, lith_value a, lith_value b) {
  const char *left = typeName(ctx, a), *right = typeName(ctx, b);
  if (symbol[0] == '+' && a.tag == LITH_BYTES)
    raisef(ctx, LITH_CLASS_TypeError, "can't concat %s to bytes", right);
  else if (symbol[0] == '+' && isSequence(a) && (a.tag != LITH_LIST || !symbol[1]))
    raisef(ctx, LITH_CLASS_TypeError, "can only concatenate %s (not \"%s\") to %s", left, right,
           left);
  else if (symbol[0] == '*' && symbol[1] != '*' && (isSequence(a) || isSequence(b)))
    raisef(ctx, LITH_CLASS_TypeError, "can't multiply sequence by non-int of type '%s'",
           isSequence(a) ? right : left);
  else
    raisef(ctx, LITH_CLASS_TypeError, "unsupported operand type(s) for %s: '%s' and '%s'", symbol,
           left, right);
  return nullValue();
}

lith_value overflow(lith_ctx *ctx) {
  raise(ctx, LITH_CLASS_OverflowError, "integer result of this operation leaves 64 bits");
  return nullValue();
}

// The value unless an exception is pending.
template <typename T> lith_value unlessRaised(lith_ctx *ctx, T value) {
  return ctx->pending ? nullValue() : box(value);
}

lith_value complexPow(lith_ctx *ctx, std::complex<double> a, std::complex<double> b) {
  if (b == 0.0)
    return box(lith_rt_complex_new(ctx, 1, 0));
  if (a == 0.0) {
    if (b.imag() != 0 || b.real() < 0) {
      raise(ctx, LITH_CLASS_ZeroDivisionError, "0.0 to a negative or complex power");
      return nullValue();
    }
    return box(lith_rt_complex_new(ctx, 0, 0));
  }
  std::complex<double> result;
  double n = b.real();
  if (b.imag() == 0 && n == std::floor(n) && std::fabs(n) <= 100) {
    // Small integral powers by repeated multiplication, as CPython does.
    auto times = static_cast<int>(std::fabs(n));
    result = 1;
    std::complex<double> square = a;
    for (int mask = 1; mask <= times; mask <<= 1) {
      if (times & mask)
        result *= square;
      square *= square;
    }
    if (n < 0)
      result = 1.0 / result;
  } else {
    double length = std::pow(std::abs(a), b.real()), angle = std::arg(a), phase = angle * b.real();
    if (b.imag() != 0) {
      length *= std::exp(-angle * b.imag());
      phase += b.imag() * std::log(std::abs(a));
    }
    result = {length * std::cos(phase), length * std::sin(phase)};
  }
  if (std::isinf(result.real()) || std::isinf(result.imag())) {
    raise(ctx, LITH_CLASS_OverflowError, "complex exponentiation");
    return nullValue();
  }
  return box(lith_rt_complex_new(ctx, result.real(), result.imag()));
}

lith_value intBinary(lith_ctx *ctx, lith_binary_op op, int64_t a, int64_t b) {
  int64_t result;
  switch (op) {
  case LITH_ADD:
    return __builtin_add_overflow(a, b, &result) ? overflow(ctx) : box(result);
  case LITH_SUB:
    return __builtin_sub_overflow(a, b, &result) ? overflow(ctx) : box(result);
  case LITH_MUL:
    return __builtin_mul_overflow(a, b, &result) ? overflow(ctx) : box(result);
  case LITH_TRUEDIV:
    return unlessRaised(ctx, lith_rt_int_truediv(ctx, a, b));
  case LITH_FLOORDIV:
    return unlessRaised(ctx, lith_rt_int_floordiv(ctx, a, b));
  case LITH_MOD:
    return unlessRaised(ctx, lith_rt_int_mod(ctx, a, b));
  case LITH_POW:
    return b < 0 ? unlessRaised(ctx, lith_rt_int_pow_float(ctx, a, b))
                 : unlessRaised(ctx, lith_rt_int_pow(ctx, a, b));
  case LITH_LSHIFT:
    return unlessRaised(ctx, lith_rt_int_lshift(ctx, a, b));
  case LITH_RSHIFT:
    return unlessRaised(ctx, lith_rt_int_rshift(ctx, a, b));
  case LITH_AND:
    return box(a & b);
  case LITH_OR:
    return box(a | b);
  case LITH_XOR:
    return box(a ^ b);
  case LITH_MATMUL:
    break;
  }
  return unsupported(ctx, Symbols[op], box(a), box(b));
}

lith_value floatBinary(lith_ctx *ctx, lith_binary_op op, lith_value left, lith_value right) {
  double a = numberOf(left), b = numberOf(right);
  switch (op) {
  case LITH_ADD:
    return box(a + b);
  case LITH_SUB:
    return box(a - b);
  case LITH_MUL:
    return box(a * b);
  case LITH_TRUEDIV:
    return unlessRaised(ctx, lith_rt_float_truediv(ctx, a, b));
  case LITH_FLOORDIV:
    return unlessRaised(ctx, lith_rt_float_floordiv(ctx, a, b));
  case LITH_MOD:
    return unlessRaised(ctx, lith_rt_float_mod(ctx, a, b));
  case LITH_POW:
    if (lith_rt_pow_is_complex(ctx, a, b))
      return complexPow(ctx, a, b);
    return unlessRaised(ctx, lith_rt_float_pow(ctx, a, b));
  default:
    return unsupported(ctx, Symbols[op], left, right);
  }
}

std::complex<double> complexOf(lith_value value) {
  if (value.tag == LITH_COMPLEX)
    return {as<lith_complex>(value)->re, as<lith_complex>(value)->im};
  return {numberOf(value), 0};
}

// CPython's division: scaled by the larger part of the divisor.
bool divide(std::complex<double> a, std::complex<double> b, double &re, double &im) {
  double absRe = std::fabs(b.real()), absIm = std::fabs(b.imag());
  if (absRe >= absIm) {
    if (absRe == 0)
      return false;
    double ratio = b.imag() / b.real(), denominator = b.real() + b.imag() * ratio;
    re = (a.real() + a.imag() * ratio) / denominator;
    im = (a.imag() - a.real() * ratio) / denominator;
  } else {
    double ratio = b.real() / b.imag(), denominator = b.real() * ratio + b.imag();
    re = (a.real() * ratio + a.imag()) / denominator;
    im = (a.imag() * ratio - a.real()) / denominator;
  }
  return true;
}

lith_value complexBinary(lith_ctx *ctx, lith_binary_op op, lith_value left, lith_value right) {
  std::complex<double> a = complexOf(left), b = complexOf(right);
  double re = 0, im = 0;
  switch (op) {
  case LITH_ADD:
    return box(lith_rt_complex_new(ctx, a.real() + b.real(), a.imag() + b.imag()));
  case LITH_SUB:
    return box(lith_rt_complex_new(ctx, a.real() - b.real(), a.imag() - b.imag()));
  case LITH_MUL:
    return box(lith_rt_complex_new(ctx, a.real() * b.real() - a.imag() * b.imag(),
                                   a.real() * b.imag() + a.imag() * b.real()));
  case LITH_TRUEDIV:
    if (divide(a, b, re, im))
      return box(lith_rt_complex_new(ctx, re, im));
    raise(ctx, LITH_CLASS_ZeroDivisionError, "complex division by zero");
    return nullValue();
  case LITH_POW:
    return complexPow(ctx, a, b);
  default:
    return unsupported(ctx, Symbols[op], left, right);
  }
}

lith_value repeat(lith_ctx *ctx, lith_value sequence, int64_t times) {
  switch (sequence.tag) {
  case LITH_STR: {
    lith_str *text = lith_rt_str_repeat(ctx, as<lith_str>(sequence), times);
    return text ? box(text) : nullValue();
  }
  case LITH_LIST: {
    lith_list *list = lith_rt_list_repeat(ctx, as<lith_list>(sequence), times);
    return list ? box(list) : nullValue();
  }
  case LITH_TUPLE: {
    lith_tuple *tuple = lith_rt_tuple_repeat(ctx, as<lith_tuple>(sequence), times);
    return tuple ? box(tuple) : nullValue();
  }
  default: {
    std::string out;
    for (int64_t i = 0; i < times; ++i)
      out += bytesOf(sequence);
    return box(makeBytes(ctx, out));
  }
  }
}

lith_value concat(lith_ctx *ctx, lith_value a, lith_value b) {
  if (a.tag != b.tag) {
    if (a.tag == LITH_BYTES)
      raisef(ctx, LITH_CLASS_TypeError, "can't concat %s to bytes", typeName(ctx, b));
    else
      raisef(ctx, LITH_CLASS_TypeError, "can only concatenate %s (not \"%s\") to %s",
             typeName(ctx, a), typeName(ctx, b), typeName(ctx, a));
    return nullValue();
  }
  switch (a.tag) {
  case LITH_STR:
    return box(lith_rt_str_concat(ctx, as<lith_str>(a), as<lith_str>(b)));
  case LITH_LIST:
    return box(lith_rt_list_concat(ctx, as<lith_list>(a), as<lith_list>(b)));
  case LITH_TUPLE:
    return box(lith_rt_tuple_concat(ctx, as<lith_tuple>(a), as<lith_tuple>(b)));
  default:
    return box(makeBytes(ctx, std::string(bytesOf(a)) + std::string(bytesOf(b))));
  }
}

bool isSetOperator(lith_binary_op op) {
  return op == LITH_OR || op == LITH_AND || op == LITH_SUB || op == LITH_XOR;
}

// Sets, and dict views as sets; LITH_NULL without exception where the operands are none.
lith_value setLikeBinary(lith_ctx *ctx, lith_binary_op op, lith_value a, lith_value b) {
  auto isSetLike = [](lith_value v) {
    return v.tag == LITH_SET || (v.tag == LITH_VIEW && as<lith_view>(v)->part != 1);
  };
  if (!isSetOperator(op) || !isSetLike(a) || !isSetLike(b))
    return nullValue();
  Owned<lith_set> left(ctx,
                       a.tag == LITH_SET ? retained(as<lith_set>(a)) : lith_rt_value_set(ctx, a));
  Owned<lith_set> right(ctx,
                        b.tag == LITH_SET ? retained(as<lith_set>(b)) : lith_rt_value_set(ctx, b));
  lith_set *made =
      left && right ? lith_rt_set_operation(ctx, op, left.get(), right.get()) : nullptr;
  return made ? box(made) : nullValue();
}

lith_value binary(lith_ctx *ctx, lith_binary_op op, lith_value a, lith_value b,
                  const char *symbol) {
  if (isNumber(a) && isNumber(b)) {
    if (isIntegral(a) && isIntegral(b)) {
      if (a.tag == LITH_BOOL && b.tag == LITH_BOOL &&
          (op == LITH_AND || op == LITH_OR || op == LITH_XOR))
        return box(intOf(intBinary(ctx, op, intOf(a), intOf(b))) != 0);
      return op == LITH_MATMUL ? unsupported(ctx, symbol, a, b)
                               : intBinary(ctx, op, intOf(a), intOf(b));
    }
    return floatBinary(ctx, op, a, b);
  }
  if ((a.tag == LITH_TENSOR || b.tag == LITH_TENSOR) && tensorHooks.binary)
    return tensorHooks.binary(ctx, op, a, b);
  if ((a.tag == LITH_COMPLEX || isNumber(a)) && (b.tag == LITH_COMPLEX || isNumber(b)))
    return complexBinary(ctx, op, a, b);
  if (op == LITH_MOD && a.tag == LITH_STR) {
    lith_str *text = lith_rt_str_percent(ctx, as<lith_str>(a), b);
    return text ? box(text) : nullValue();
  }
  if (op == LITH_ADD && isSequence(a))
    return concat(ctx, a, b);
  if (op == LITH_MUL && (isSequence(a) || isSequence(b))) {
    lith_value sequence = isSequence(a) ? a : b, times = isSequence(a) ? b : a;
    if (isIntegral(times))
      return repeat(ctx, sequence, intOf(times));
    raisef(ctx, LITH_CLASS_TypeError, "can't multiply sequence by non-int of type '%s'",
           typeName(ctx, times));
    return nullValue();
  }
  if (op == LITH_OR && a.tag == LITH_DICT && b.tag == LITH_DICT) {
    lith_dict *merged = lith_rt_dict_copy(ctx, as<lith_dict>(a));
    update(ctx, merged, b);
    return box(merged);
  }
  lith_value set = setLikeBinary(ctx, op, a, b);
  return isNull(set) && !ctx->pending ? unsupported(ctx, symbol, a, b) : set;
}

// Changes the set `a` to `a op b`.
bool setInplace(lith_ctx *ctx, lith_binary_op op, lith_value a, lith_value b) {
  lith_rt_set_operation_in(ctx, op, as<lith_set>(a), as<lith_set>(b));
  return !ctx->pending;
}

lith_value unaryNumber(lith_ctx *ctx, lith_unary_op op, lith_value value) {
  int64_t number = intOf(value);
  switch (op) {
  case LITH_NEG:
    return number == INT64_MIN ? overflow(ctx) : box(-number);
  case LITH_ABS:
    return number == INT64_MIN ? overflow(ctx) : box(number < 0 ? -number : number);
  case LITH_INVERT:
    return box(~number);
  case LITH_POS:
    return box(number);
  }
  return nullValue();
}

} // namespace

extern "C" {

lith_value lith_rt_value_binary(lith_ctx *ctx, int64_t op, lith_value a, lith_value b) {
  return binary(ctx, static_cast<lith_binary_op>(op), a, b, Symbols[op]);
}

lith_value lith_rt_value_inplace(lith_ctx *ctx, int64_t op, lith_value a, lith_value b) {
  auto kind = static_cast<lith_binary_op>(op);
  switch (a.tag) {
  case LITH_TENSOR:
    if (tensorHooks.inplace)
      return tensorHooks.inplace(ctx, kind, a, b);
    break;
  case LITH_LIST:
    if (kind == LITH_ADD) {
      lith_rt_list_extend(ctx, as<lith_list>(a), b);
      return ctx->pending ? nullValue() : retained(a);
    }
    if (kind == LITH_MUL && isIntegral(b)) {
      OwnedValue repeated(ctx, repeat(ctx, a, intOf(b)));
      if (isNull(repeated.get()))
        return nullValue();
      std::swap(as<lith_list>(a)->items, as<lith_list>(repeated.get())->items);
      std::swap(as<lith_list>(a)->length, as<lith_list>(repeated.get())->length);
      std::swap(as<lith_list>(a)->capacity, as<lith_list>(repeated.get())->capacity);
      return retained(a);
    }
    break;
  case LITH_DICT:
    if (kind == LITH_OR)
      return update(ctx, as<lith_dict>(a), b) ? retained(a) : nullValue();
    break;
  case LITH_SET:
    if (b.tag == LITH_SET && !(objectOf(a)->flags & 1) && isSetOperator(kind))
      return setInplace(ctx, kind, a, b) ? retained(a) : nullValue();
    break;
  default:
    break;
  }
  return binary(ctx, kind, a, b, InplaceSymbols[op]);
}

lith_value lith_rt_value_unary(lith_ctx *ctx, int64_t op, lith_value value) {
  static const char *const Names[] = {"unary -", "unary +", "unary ~", "abs()"};
  auto kind = static_cast<lith_unary_op>(op);
  if (isIntegral(value))
    return unaryNumber(ctx, kind, value);
  if (value.tag == LITH_FLOAT && kind != LITH_INVERT) {
    double number = floatOf(value);
    return box(kind == LITH_NEG ? -number : kind == LITH_ABS ? std::fabs(number) : number);
  }
  if (value.tag == LITH_COMPLEX && kind != LITH_INVERT) {
    auto *z = as<lith_complex>(value);
    if (kind == LITH_ABS)
      return box(std::hypot(z->re, z->im));
    return kind == LITH_NEG ? box(lith_rt_complex_new(ctx, -z->re, -z->im)) : retained(value);
  }
  if (value.tag == LITH_TENSOR && tensorHooks.unary)
    return tensorHooks.unary(ctx, kind, as<lith_tensor>(value));
  raisef(ctx, LITH_CLASS_TypeError, "bad operand type for %s: '%s'", Names[op],
         typeName(ctx, value));
  return nullValue();
}

} // extern "C"
