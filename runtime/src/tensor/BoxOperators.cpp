// BoxOperators.cpp: operators on tensors whose dtype and rank are known at run time
// only: elements of lists, results of dispatch. PyTorch's broadcasting and promotion;
// each element is computed in int64, double or complex, which rounds as its dtype does.
#include "ops/Tensors.h"
#include "tensor/TensorHooks.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace lith;

namespace {

enum Category { Bools, Ints, Floats, Complexes };

Category categoryOf(int dtype) {
  return dtype == LITH_BOOL8     ? Bools
         : isComplexDtype(dtype) ? Complexes
         : isFloatDtype(dtype)   ? Floats
                                 : Ints;
}

int promote(int a, int b) {
  if (a == b)
    return a;
  Category left = categoryOf(a), right = categoryOf(b);
  if (left > right)
    std::swap(a, b);
  if (left != right) {
    if (std::max(left, right) == Complexes && (a == LITH_FLOAT64))
      return LITH_COMPLEX128;
    return b;
  }
  if (left == Ints) {
    if (a == LITH_UINT8 || b == LITH_UINT8) {
      int other = a == LITH_UINT8 ? b : a;
      return other == LITH_INT8 ? LITH_INT16 : other;
    }
    return elementBytes(a) > elementBytes(b) ? a : b;
  }
  if (elementBytes(a) == elementBytes(b))
    return LITH_FLOAT32; // half with bfloat16
  return elementBytes(a) > elementBytes(b) ? a : b;
}

// An operand; a number takes part as a tensor of rank 0 and lower priority.
struct Operand {
  lith_tensor *tensor = nullptr;
  lith_value number{};

  int dtype() const {
    if (tensor)
      return tensor->head.dtype;
    switch (number.tag) {
    case LITH_BOOL:
      return LITH_BOOL8;
    case LITH_INT:
      return LITH_INT64;
    case LITH_FLOAT:
      return LITH_FLOAT32;
    default:
      return LITH_COMPLEX64;
    }
  }
  int priority() const { return !tensor ? 0 : tensor->head.rank == 0 ? 1 : 2; }
};

bool asOperand(lith_value value, Operand &operand) {
  if (value.tag == LITH_TENSOR)
    operand.tensor = as<lith_tensor>(value);
  else if (isNumber(value) || value.tag == LITH_COMPLEX)
    operand.number = value;
  else
    return false;
  return true;
}

// PyTorch's result type: the higher priority wins unless the other has a higher category.
int resultDtype(const Operand &a, const Operand &b) {
  const Operand &strong = a.priority() >= b.priority() ? a : b;
  const Operand &weak = &strong == &a ? b : a;
  if (strong.priority() == weak.priority())
    return promote(a.dtype(), b.dtype());
  if (categoryOf(weak.dtype()) <= categoryOf(strong.dtype()))
    return strong.dtype();
  return weak.priority() == 0 && categoryOf(weak.dtype()) == Complexes &&
                 strong.dtype() == LITH_FLOAT64
             ? LITH_COMPLEX128
             : weak.dtype();
}

bool broadcastSizes(lith_ctx *ctx, const Operand &a, const Operand &b,
                    std::vector<int64_t> &sizes) {
  int rankA = a.tensor ? a.tensor->head.rank : 0, rankB = b.tensor ? b.tensor->head.rank : 0;
  int rank = std::max(rankA, rankB);
  sizes.resize(static_cast<size_t>(rank));
  for (int d = 1; d <= rank; ++d) {
    int64_t left = d <= rankA ? a.tensor->sizes[rankA - d] : 1;
    int64_t right = d <= rankB ? b.tensor->sizes[rankB - d] : 1;
    if (left != right && left != 1 && right != 1) {
      raisef(ctx, LITH_CLASS_RuntimeError,
             "The size of tensor a (%lld) must match the size of tensor b (%lld) at non-singleton "
             "dimension %d",
             static_cast<long long>(left), static_cast<long long>(right), rank - d);
      return false;
    }
    sizes[static_cast<size_t>(rank - d)] = left == 1 ? right : left;
  }
  return true;
}

// The element of an operand at a place of the broadcast result.
const char *elementOf(const lith_tensor *tensor, const std::vector<int64_t> &place) {
  int64_t offset = 0;
  size_t skip = place.size() - tensor->head.rank;
  for (int d = 0; d < tensor->head.rank; ++d)
    if (tensor->sizes[d] != 1)
      offset += place[skip + static_cast<size_t>(d)] * tensor->strides[d];
  return tensor->data + offset * elementBytes(tensor);
}

template <typename T> T load(const Operand &operand, const std::vector<int64_t> &place) {
  if (operand.tensor)
    return ops::dispatch(operand.dtype(), [&](auto zero) {
      decltype(zero) value;
      std::memcpy(&value, elementOf(operand.tensor, place), sizeof value);
      return ops::convert<T>(value);
    });
  if (operand.number.tag == LITH_COMPLEX)
    return ops::convert<T>(std::complex<double>(as<lith_complex>(operand.number)->re,
                                                as<lith_complex>(operand.number)->im));
  return isIntegral(operand.number) ? ops::convert<T>(intOf(operand.number))
                                    : ops::convert<T>(floatOf(operand.number));
}

bool advance(std::vector<int64_t> &place, const std::vector<int64_t> &sizes) {
  for (size_t d = sizes.size(); d-- > 0;) {
    if (++place[d] < sizes[d])
      return true;
    place[d] = 0;
  }
  return false;
}

// One result tensor of `dtype` from `compute(a, b)` on elements of type T.
template <typename T, typename Compute>
lith_value elementwise(lith_ctx *ctx, int dtype, const Operand &a, const Operand &b,
                       Compute compute) {
  std::vector<int64_t> sizes;
  if (!broadcastSizes(ctx, a, b, sizes))
    return nullValue();
  lith_tensor *result = newTensor(ctx, static_cast<lith_dtype>(dtype), sizes);
  if (!result)
    return nullValue();
  std::vector<int64_t> place(sizes.size());
  char *at = result->data;
  for (int64_t left = elementCount(result); left > 0; --left, advance(place, sizes)) {
    auto value = compute(load<T>(a, place), load<T>(b, place));
    ops::dispatch(dtype, [&](auto zero) {
      zero = ops::convert<decltype(zero)>(value);
      std::memcpy(at, &zero, sizeof zero);
    });
    at += elementBytes(dtype);
  }
  return box(result);
}

lith_value refuse(lith_ctx *ctx, const char *message) {
  raise(ctx, LITH_CLASS_RuntimeError, message);
  return nullValue();
}

int64_t wrap(uint64_t value) { return static_cast<int64_t>(value); }

// The number as an element of `dtype`: 256 is 0 as an int8.
int64_t asElement(int dtype, int64_t number) {
  return ops::dispatch(dtype, [&](auto zero) {
    return ops::convert<int64_t>(ops::convert<decltype(zero)>(number));
  });
}

lith_value intBinary(lith_ctx *ctx, lith_binary_op op, int dtype, const Operand &a,
                     const Operand &b) {
  bool byZero = false, negative = false;
  lith_value result = elementwise<int64_t>(ctx, dtype, a, b, [&](int64_t x, int64_t y) -> int64_t {
    x = asElement(dtype, x);
    y = asElement(dtype, y);
    auto ux = static_cast<uint64_t>(x), uy = static_cast<uint64_t>(y);
    switch (op) {
    case LITH_ADD:
      return wrap(ux + uy);
    case LITH_SUB:
      return wrap(ux - uy);
    case LITH_MUL:
      return wrap(ux * uy);
    case LITH_AND:
      return x & y;
    case LITH_OR:
      return x | y;
    case LITH_XOR:
      return x ^ y;
    case LITH_LSHIFT:
      return uy > 63 ? 0 : wrap(ux << uy);
    case LITH_RSHIFT:
      return x >> (uy > 63 ? 63 : uy);
    case LITH_POW: {
      negative = negative || y < 0;
      uint64_t power = 1;
      for (uint64_t e = y < 0 ? 0 : uy; e; e >>= 1, ux *= ux)
        if (e & 1)
          power *= ux;
      return wrap(power);
    }
    default: {
      if (y == 0 || y == -1) {
        byZero = byZero || y == 0;
        return op == LITH_FLOORDIV && y ? wrap(0 - ux) : 0;
      }
      int64_t rest = x % y;
      bool adjust = rest != 0 && (rest ^ y) < 0;
      return op == LITH_MOD ? rest + (adjust ? y : 0) : x / y - adjust;
    }
    }
  });
  if (!byZero && !negative)
    return result;
  release(ctx, result);
  return refuse(ctx, byZero ? "ZeroDivisionError"
                            : "Integers to negative integer powers are not allowed.");
}

/// What floating point and complex numbers share.
template <typename T> T fieldOperation(lith_binary_op op, T x, T y) {
  switch (op) {
  case LITH_ADD:
    return x + y;
  case LITH_SUB:
    return x - y;
  case LITH_MUL:
    return x * y;
  case LITH_TRUEDIV:
    return x / y;
  default:
    return std::pow(x, y);
  }
}

lith_value floatBinary(lith_ctx *ctx, lith_binary_op op, int dtype, const Operand &a,
                       const Operand &b) {
  return elementwise<double>(ctx, dtype, a, b, [&](double x, double y) -> double {
    if (op != LITH_FLOORDIV && op != LITH_MOD)
      return fieldOperation(op, x, y);
    if (y == 0)
      return op == LITH_MOD ? std::nan("") : x / y;
    double rest = std::fmod(x, y);
    bool adjust = rest != 0 && (rest < 0) != (y < 0);
    if (op == LITH_MOD)
      return adjust ? rest + y : rest;
    double quotient = (x - rest) / y - adjust, whole = std::floor(quotient);
    return quotient == 0 ? std::copysign(0.0, x / y) : quotient - whole > 0.5 ? whole + 1 : whole;
  });
}

lith_value complexBinary(lith_ctx *ctx, lith_binary_op op, int dtype, const Operand &a,
                         const Operand &b) {
  if (op == LITH_FLOORDIV || op == LITH_MOD)
    return refuse(ctx, "floor division and remainder have no complex dtype");
  using Complex = std::complex<double>;
  return elementwise<Complex>(ctx, dtype, a, b,
                              [&](Complex x, Complex y) { return fieldOperation(op, x, y); });
}

lith_value unsupported(lith_ctx *ctx, const char *what, lith_value a, lith_value b) {
  raisef(ctx, LITH_CLASS_TypeError, "unsupported operand type(s) for %s: '%s' and '%s'", what,
         typeName(ctx, a), typeName(ctx, b));
  return nullValue();
}

lith_value binary(lith_ctx *ctx, lith_binary_op op, lith_value left, lith_value right) {
  static const char *const Symbols[] = {"+",  "-",  "*", "/", "//", "%", "** or pow()",
                                        "<<", ">>", "&", "|", "^",  "@"};
  Operand a, b;
  if (!asOperand(left, a) || !asOperand(right, b))
    return unsupported(ctx, Symbols[op], left, right);
  if (op == LITH_MATMUL) {
    if (!a.tensor || !b.tensor)
      return unsupported(ctx, Symbols[op], left, right);
    lith_tensor *product = lith_rt_matmul(ctx, a.tensor, b.tensor);
    return product ? box(product) : nullValue();
  }
  int dtype = resultDtype(a, b);
  Category category = categoryOf(dtype);
  bool bitwise =
      op == LITH_AND || op == LITH_OR || op == LITH_XOR || op == LITH_LSHIFT || op == LITH_RSHIFT;
  if (bitwise && category > Ints)
    return refuse(ctx, "bitwise operators take integer and bool tensors only");
  if (op == LITH_SUB && category == Bools)
    return refuse(ctx, "Subtraction, the `-` operator, with two bool tensors is not supported. Use "
                       "the `^` or `logical_xor()` operator instead.");
  if (op == LITH_TRUEDIV && category <= Ints) {
    dtype = LITH_FLOAT32;
    category = Floats;
  }
  if (category == Complexes)
    return complexBinary(ctx, op, dtype, a, b);
  return category == Floats ? floatBinary(ctx, op, dtype, a, b) : intBinary(ctx, op, dtype, a, b);
}

template <typename T> bool holds(lith_compare_op op, T x, T y) {
  switch (op) {
  case LITH_LT:
    return x < y;
  case LITH_LE:
    return x <= y;
  case LITH_EQ:
    return x == y;
  case LITH_NE:
    return x != y;
  case LITH_GT:
    return x > y;
  default:
    return x >= y;
  }
}

lith_value compareTensors(lith_ctx *ctx, lith_compare_op op, lith_value left, lith_value right) {
  static const char *const Symbols[] = {"<", "<=", "==", "!=", ">", ">="};
  Operand a, b;
  if (!asOperand(left, a) || !asOperand(right, b)) {
    if (op == LITH_EQ || op == LITH_NE)
      return box(op == LITH_NE);
    raisef(ctx, LITH_CLASS_TypeError, "'%s' not supported between instances of '%s' and '%s'",
           Symbols[op], typeName(ctx, left), typeName(ctx, right));
    return nullValue();
  }
  Category category = categoryOf(resultDtype(a, b));
  if (category == Complexes) {
    if (op != LITH_EQ && op != LITH_NE)
      return refuse(ctx, "complex tensors have no order");
    using Complex = std::complex<double>;
    return elementwise<Complex>(ctx, LITH_BOOL8, a, b,
                                [&](Complex x, Complex y) { return (x == y) == (op == LITH_EQ); });
  }
  if (category == Floats)
    return elementwise<double>(ctx, LITH_BOOL8, a, b,
                               [&](double x, double y) { return holds(op, x, y); });
  return elementwise<int64_t>(ctx, LITH_BOOL8, a, b,
                              [&](int64_t x, int64_t y) { return holds(op, x, y); });
}

lith_value inplace(lith_ctx *ctx, lith_binary_op op, lith_value left, lith_value right) {
  OwnedValue result(ctx, binary(ctx, op, left, right));
  if (isNull(result.get()))
    return nullValue();
  auto *target = as<lith_tensor>(left), *value = as<lith_tensor>(result.get());
  if (categoryOf(value->head.dtype) > categoryOf(target->head.dtype))
    return refuse(ctx, "the result's dtype cannot be cast to that of the tensor written in place");
  if (value->head.rank != target->head.rank ||
      !std::equal(value->sizes, value->sizes + value->head.rank, target->sizes))
    return refuse(ctx, "output with this shape doesn't match the broadcast shape");
  Owned<lith_tensor> cast(ctx, lith_rt_cast_tensor(ctx, value, target->head.dtype));
  if (!cast)
    return nullValue();
  lith_rt_tensor_copy_into(ctx, target, cast.get());
  return retained(left);
}

lith_value unary(lith_ctx *ctx, lith_unary_op op, lith_tensor *tensor) {
  Operand a, none;
  a.tensor = tensor;
  none.number = box(int64_t(0));
  int dtype = tensor->head.dtype;
  if (op == LITH_POS)
    return box(retained(tensor));
  if (op == LITH_INVERT) {
    if (dtype == LITH_BOOL8)
      return elementwise<int64_t>(ctx, dtype, a, none, [](int64_t x, int64_t) { return !x; });
    if (categoryOf(dtype) != Ints)
      return refuse(ctx, "~ takes integer and bool tensors only");
    return elementwise<int64_t>(ctx, dtype, a, none, [](int64_t x, int64_t) { return ~x; });
  }
  if (op == LITH_NEG && dtype == LITH_BOOL8)
    return refuse(ctx, "Negation, the `-` operator, on a bool tensor is not supported. If you are "
                       "trying to invert a mask, use the `~` or `logical_not()` operator instead.");
  if (isComplexDtype(dtype)) {
    using Complex = std::complex<double>;
    if (op == LITH_ABS)
      return elementwise<Complex>(ctx, dtype == LITH_COMPLEX64 ? LITH_FLOAT32 : LITH_FLOAT64, a,
                                  none, [](Complex x, Complex) { return std::abs(x); });
    return elementwise<Complex>(ctx, dtype, a, none, [](Complex x, Complex) { return -x; });
  }
  if (isFloatDtype(dtype))
    return elementwise<double>(
        ctx, dtype, a, none, [op](double x, double) { return op == LITH_NEG ? -x : std::fabs(x); });
  return elementwise<int64_t>(ctx, dtype, a, none, [op](int64_t x, int64_t) {
    return op == LITH_NEG || x < 0 ? wrap(0 - static_cast<uint64_t>(x)) : x;
  });
}

} // namespace

const TensorHooks lith::tensorHooks = {
    .binary = binary,
    .inplace = inplace,
    .unary = unary,
    .compare = compareTensors,
    .getItem = nullptr,
    .setItem = nullptr,
    .method = nullptr,
};
