// Convert.cpp: int(), float(), list(), sum(), sorted() and their like on boxes.
#include "objects/Containers.h"
#include "objects/Iterator.h"
#include "objects/Str.h"
#include "tensor/Element.h"
#include "text/Text.h"

#include <cmath>

using namespace lith;

namespace {

// The least (or greatest) element; LITH_NULL when there is none or with an exception pending.
lith_value extreme(lith_ctx *ctx, lith_value iterable, lith_compare_op op) {
  lith_value best = nullValue();
  bool ok = forEach(ctx, iterable, [&](lith_value value) {
    int better = 1;
    if (!isNull(best)) {
      OwnedValue result(ctx, lith_rt_value_compare(ctx, op, value, best));
      better = ctx->pending ? -1 : truthOf(ctx, result.get());
    }
    if (better > 0)
      release(ctx, std::exchange(best, retained(value)));
    return better >= 0;
  });
  if (ok)
    return best;
  release(ctx, best);
  return nullValue();
}

lith_value minOrMax(lith_ctx *ctx, lith_value iterable, lith_value fallback, lith_compare_op op) {
  lith_value best = extreme(ctx, iterable, op);
  if (!isNull(best) || ctx->pending)
    return best;
  if (isNull(fallback))
    raisef(ctx, LITH_CLASS_ValueError, "%s() arg is an empty sequence",
           op == LITH_LT ? "min" : "max");
  return retained(fallback);
}

lith_set *setFrom(lith_ctx *ctx, lith_value value, bool frozen) {
  if (value.tag == LITH_SET)
    return frozen && (objectOf(value)->flags & 1) ? retained(as<lith_set>(value))
                                                  : copySet(ctx, as<lith_set>(value), frozen);
  Owned<lith_set> set(ctx, newSet(ctx, frozen));
  bool ok =
      forEach(ctx, value, [&](lith_value element) { return insert(ctx, set.get(), element); });
  return ok ? set.take() : nullptr;
}

bool complexFromText(std::string_view text, double &re, double &im) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  if (text.size() > 1 && text.front() == '(' && text.back() == ')')
    text = text.substr(1, text.size() - 2);
  re = im = 0;
  if (text.empty())
    return false;
  if ((text.back() | 0x20) != 'j')
    return parseFloat(text, re);
  text.remove_suffix(1);
  size_t split = text.size();
  while (split > 0 && !((text[split - 1] == '+' || text[split - 1] == '-') &&
                        (split < 2 || (text[split - 2] | 0x20) != 'e')))
    --split;
  std::string_view imaginary = split > 0 ? text.substr(split - 1) : text;
  if (split > 1 && !parseFloat(text.substr(0, split - 1), re))
    return false;
  if (imaginary.empty() || imaginary == "+" || imaginary == "-") {
    im = imaginary == "-" ? -1 : 1;
    return true;
  }
  return parseFloat(imaginary, im);
}

} // namespace

extern "C" {

// The element of a tensor that int() or float() converts.
static lith_value numberOfTensor(lith_ctx *ctx, const lith_tensor *tensor, const char *type) {
  if (elementCount(tensor) != 1)
    raise(ctx, LITH_CLASS_ValueError,
          "only one element tensors can be converted to Python scalars");
  else if (isComplexDtype(tensor->head.dtype))
    raisef(ctx, LITH_CLASS_RuntimeError, "value cannot be converted to type %s without overflow",
           type);
  else
    return itemOf(ctx, tensor);
  return nullValue();
}

int64_t lith_rt_value_int(lith_ctx *ctx, lith_value value) {
  switch (value.tag) {
  case LITH_BOOL:
  case LITH_INT:
    return intOf(value);
  case LITH_FLOAT:
    return lith_rt_float_to_int(ctx, floatOf(value));
  case LITH_STR:
    return lith_rt_int_parse(ctx, as<lith_str>(value), 10);
  case LITH_TENSOR: {
    lith_value item = numberOfTensor(ctx, as<lith_tensor>(value), "int64_t");
    return ctx->pending ? 0 : lith_rt_value_int(ctx, item);
  }
  default:
    raisef(ctx, LITH_CLASS_TypeError,
           "int() argument must be a string, a bytes-like object or a real number, not '%s'",
           typeName(ctx, value));
    return 0;
  }
}

double lith_rt_value_float(lith_ctx *ctx, lith_value value) {
  switch (value.tag) {
  case LITH_BOOL:
  case LITH_INT:
  case LITH_FLOAT:
    return numberOf(value);
  case LITH_STR:
    return lith_rt_float_parse(ctx, as<lith_str>(value));
  case LITH_TENSOR: {
    lith_value item = numberOfTensor(ctx, as<lith_tensor>(value), "double");
    return ctx->pending ? 0 : lith_rt_value_float(ctx, item);
  }
  default:
    raisef(ctx, LITH_CLASS_TypeError,
           "float() argument must be a string or a real number, not '%s'", typeName(ctx, value));
    return 0;
  }
}

int64_t lith_rt_value_index(lith_ctx *ctx, lith_value value) {
  if (isIntegral(value))
    return intOf(value);
  if (value.tag == LITH_TENSOR) {
    auto *tensor = as<lith_tensor>(value);
    if (elementCount(tensor) == 1 && !isFloatDtype(tensor->head.dtype) &&
        !isComplexDtype(tensor->head.dtype))
      return elementAsInt(tensor->head.dtype, tensor->data);
    raise(ctx, LITH_CLASS_TypeError,
          "only integer tensors of a single element can be converted to an index");
    return 0;
  }
  raisef(ctx, LITH_CLASS_TypeError, "'%s' object cannot be interpreted as an integer",
         typeName(ctx, value));
  return 0;
}

lith_value lith_rt_value_complex(lith_ctx *ctx, lith_value re, lith_value im) {
  double parts[2][2] = {};
  if (re.tag == LITH_STR && isNull(im)) {
    if (complexFromText(textOf(re), parts[0][0], parts[0][1]))
      return box(lith_rt_complex_new(ctx, parts[0][0], parts[0][1]));
    raise(ctx, LITH_CLASS_ValueError, "complex() arg is a malformed string");
    return nullValue();
  }
  lith_value values[] = {re, im};
  for (int i = 0; i < 2; ++i) {
    if (isNull(values[i]))
      continue;
    if (values[i].tag == LITH_COMPLEX) {
      parts[i][0] = as<lith_complex>(values[i])->re;
      parts[i][1] = as<lith_complex>(values[i])->im;
    } else if (isNumber(values[i])) {
      parts[i][0] = numberOf(values[i]);
    } else {
      raisef(ctx, LITH_CLASS_TypeError,
             i == 0 ? "complex() first argument must be a string or a number, not '%s'"
                    : "complex() second argument must be a number, not '%s'",
             typeName(ctx, values[i]));
      return nullValue();
    }
  }
  return box(lith_rt_complex_new(ctx, parts[0][0] - parts[1][1], parts[0][1] + parts[1][0]));
}

lith_value lith_rt_value_round(lith_ctx *ctx, lith_value value, lith_value digits) {
  bool whole = digits.tag == LITH_NONE || isNull(digits);
  int64_t count = whole ? 0 : lith_rt_value_index(ctx, digits);
  if (ctx->pending)
    return nullValue();
  lith_value result;
  if (isIntegral(value))
    result = box(whole ? intOf(value) : lith_rt_int_round(ctx, intOf(value), count));
  else if (value.tag == LITH_FLOAT)
    result = whole ? box(lith_rt_float_round_int(ctx, floatOf(value)))
                   : box(lith_rt_float_round(ctx, floatOf(value), count));
  else {
    raisef(ctx, LITH_CLASS_TypeError, "type %s doesn't define __round__ method",
           typeName(ctx, value));
    return nullValue();
  }
  return ctx->pending ? nullValue() : result;
}

lith_tuple *lith_rt_value_divmod(lith_ctx *ctx, lith_value a, lith_value b) {
  if (!isNumber(a) || !isNumber(b)) {
    raisef(ctx, LITH_CLASS_TypeError, "unsupported operand type(s) for divmod(): '%s' and '%s'",
           typeName(ctx, a), typeName(ctx, b));
    return nullptr;
  }
  if (isIntegral(a) && isIntegral(b) ? intOf(b) == 0 : numberOf(b) == 0) {
    raise(ctx, LITH_CLASS_ZeroDivisionError,
          isIntegral(a) && isIntegral(b) ? "integer division or modulo by zero" : "float divmod()");
    return nullptr;
  }
  lith_value quotient = lith_rt_value_binary(ctx, LITH_FLOORDIV, a, b);
  lith_value rest = ctx->pending ? nullValue() : lith_rt_value_binary(ctx, LITH_MOD, a, b);
  return ctx->pending ? nullptr : makePair(ctx, quotient, rest);
}

lith_list *lith_rt_value_list(lith_ctx *ctx, lith_value value) {
  Owned<lith_list> list(ctx, newList(ctx, 0));
  lith_rt_list_extend(ctx, list.get(), value);
  return ctx->pending ? nullptr : list.take();
}

lith_tuple *lith_rt_value_tuple(lith_ctx *ctx, lith_value value) {
  if (value.tag == LITH_TUPLE)
    return retained(as<lith_tuple>(value));
  Owned<lith_list> list(ctx, lith_rt_value_list(ctx, value));
  return list ? makeTuple(ctx, list->items, list->length) : nullptr;
}

lith_set *lith_rt_value_set(lith_ctx *ctx, lith_value value) { return setFrom(ctx, value, false); }
lith_set *lith_rt_value_frozenset(lith_ctx *ctx, lith_value value) {
  return setFrom(ctx, value, true);
}

lith_dict *lith_rt_value_dict(lith_ctx *ctx, lith_value value) {
  Owned<lith_dict> dict(ctx, newDict(ctx));
  return update(ctx, dict.get(), value) ? dict.take() : nullptr;
}

lith_list *lith_rt_value_sorted(lith_ctx *ctx, lith_value value, bool reverse) {
  Owned<lith_list> list(ctx, lith_rt_value_list(ctx, value));
  if (!list)
    return nullptr;
  return sortValues(ctx, nullptr, list->items, list->length, reverse) ? list.take() : nullptr;
}

lith_value lith_rt_value_sum(lith_ctx *ctx, lith_value iterable, lith_value start) {
  if (start.tag == LITH_STR) {
    raise(ctx, LITH_CLASS_TypeError, "sum() can't sum strings [use ''.join(seq) instead]");
    return nullValue();
  }
  lith_value total = retained(start);
  bool ok = forEach(ctx, iterable, [&](lith_value value) {
    lith_value next = lith_rt_value_binary(ctx, LITH_ADD, total, value);
    release(ctx, total);
    total = next;
    return !ctx->pending;
  });
  if (ok)
    return total;
  release(ctx, total);
  return nullValue();
}

lith_value lith_rt_value_min(lith_ctx *ctx, lith_value iterable, lith_value fallback) {
  return minOrMax(ctx, iterable, fallback, LITH_LT);
}
lith_value lith_rt_value_max(lith_ctx *ctx, lith_value iterable, lith_value fallback) {
  return minOrMax(ctx, iterable, fallback, LITH_GT);
}

bool lith_rt_value_any(lith_ctx *ctx, lith_value iterable) {
  bool found = false;
  forEach(ctx, iterable, [&](lith_value value) {
    found = truthOf(ctx, value) != 0;
    return !found;
  });
  return found && !ctx->pending;
}

bool lith_rt_value_all(lith_ctx *ctx, lith_value iterable) {
  bool all = true;
  forEach(ctx, iterable, [&](lith_value value) {
    all = truthOf(ctx, value) > 0;
    return all;
  });
  return all && !ctx->pending;
}

lith_tuple *lith_rt_value_unpack(lith_ctx *ctx, lith_value value, int64_t expected, int64_t star) {
  if (!isReference(value) || value.tag == LITH_RECORD || value.tag == LITH_COMPLEX) {
    raisef(ctx, LITH_CLASS_TypeError, "cannot unpack non-iterable %s object", typeName(ctx, value));
    return nullptr;
  }
  Owned<lith_iterator> source(ctx, iterate(ctx, value));
  if (!source)
    return nullptr;
  Owned<lith_list> taken(ctx, newList(ctx, expected));
  // At most one more than wanted: an endless iterator must not be drained.
  while (star >= 0 || taken->length <= expected) {
    lith_value element = next(ctx, source.get());
    if (isNull(element))
      break;
    append(ctx, taken.get(), element);
  }
  if (ctx->pending)
    return nullptr;
  int64_t needed = star < 0 ? expected : expected - 1;
  if (star < 0 && taken->length > expected) {
    raisef(ctx, LITH_CLASS_ValueError, "too many values to unpack (expected %lld)",
           static_cast<long long>(expected));
    return nullptr;
  }
  if (taken->length < needed) {
    raisef(ctx, LITH_CLASS_ValueError, "not enough values to unpack (expected %s%lld, got %lld)",
           star < 0 ? "" : "at least ", static_cast<long long>(needed),
           static_cast<long long>(taken->length));
    return nullptr;
  }
  if (star < 0)
    return makeTuple(ctx, taken->items, expected);
  int64_t middle = taken->length - needed;
  lith_tuple *result = newTuple(ctx, expected);
  for (int64_t i = 0; i < expected; ++i)
    if (i != star)
      result->items[i] = retained(taken->items[i < star ? i : i - 1 + middle]);
  result->items[star] = box(lith_rt_list_new(ctx, middle, taken->items + star));
  return result;
}

} // extern "C"
