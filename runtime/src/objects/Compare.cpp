// Compare.cpp: equality, order, truth, length and membership of boxes.
#include "objects/Containers.h"
#include "objects/Iterator.h"
#include "objects/Nesting.h"
#include "objects/Str.h"
#include "tensor/Element.h"
#include "tensor/TensorHooks.h"

#include <cmath>

using namespace lith;

namespace {

struct Items {
  const lith_value *values;
  int64_t count;
};
Items itemsOf(lith_value value) {
  if (value.tag == LITH_LIST)
    return {as<lith_list>(value)->items, as<lith_list>(value)->length};
  return {as<lith_tuple>(value)->items, as<lith_tuple>(value)->length};
}

bool identical(lith_value a, lith_value b) { return a.tag == b.tag && a.bits == b.bits; }

// PyObject_RichCompareBool: identity, or equality.
int same(lith_ctx *ctx, lith_value a, lith_value b) {
  return identical(a, b) ? 1 : equal(ctx, a, b);
}

// -1, 0, 1, or 2 when a NaN is involved.
int orderNumbers(lith_value a, lith_value b) {
  if (isIntegral(a) && isIntegral(b))
    return (intOf(a) > intOf(b)) - (intOf(a) < intOf(b));
  if (a.tag == LITH_FLOAT && b.tag == LITH_FLOAT) {
    double x = floatOf(a), y = floatOf(b);
    return x < y ? -1 : x > y ? 1 : x == y ? 0 : 2;
  }
  if (isIntegral(a))
    return static_cast<int>(lith_rt_int_compare_float(nullptr, intOf(a), floatOf(b)));
  int order = static_cast<int>(lith_rt_int_compare_float(nullptr, intOf(b), floatOf(a)));
  return order == 2 ? 2 : -order;
}

int equalItems(lith_ctx *ctx, Items a, Items b) {
  if (a.count != b.count)
    return 0;
  Nesting nesting(ctx);
  if (nesting.exceeded())
    return -1;
  for (int64_t i = 0; i < a.count; ++i)
    if (int result = same(ctx, a.values[i], b.values[i]); result <= 0)
      return result;
  return 1;
}

int equalDicts(lith_ctx *ctx, lith_dict *a, lith_dict *b) {
  if (a->length != b->length)
    return 0;
  Nesting nesting(ctx);
  if (nesting.exceeded())
    return -1;
  for (int64_t i = 0; i < a->fill; ++i) {
    if (isNull(a->entries[i].key))
      continue;
    lith_dict_entry *other = findEntry(ctx, b, a->entries[i].key);
    if (!other)
      return ctx->pending ? -1 : 0;
    if (int result = same(ctx, a->entries[i].value, other->value); result <= 0)
      return result;
  }
  return 1;
}

// Every element of `a` is in `b`.
int isSubset(lith_ctx *ctx, lith_set *a, lith_set *b) {
  if (a->length > b->length)
    return 0;
  int64_t position = 0;
  while (const lith_set_entry *entry = nextElement(a, &position))
    if (int found = findElement(ctx, b, entry->key); found <= 0)
      return found;
  return 1;
}

bool asComplex(lith_value value, double &re, double &im) {
  if (isNumber(value)) {
    re = numberOf(value);
    im = 0;
    return true;
  }
  if (value.tag != LITH_COMPLEX)
    return false;
  re = as<lith_complex>(value)->re;
  im = as<lith_complex>(value)->im;
  return true;
}

// A dict's keys or items seen as a set.
lith_set *viewAsSet(lith_ctx *ctx, lith_value value) {
  if (value.tag == LITH_SET)
    return retained(as<lith_set>(value));
  if (value.tag == LITH_VIEW && as<lith_view>(value)->part != 1)
    return lith_rt_value_set(ctx, value);
  return nullptr;
}

int equalTensors(lith_ctx *ctx, lith_value a, lith_value b) {
  if (!tensorHooks.compare)
    return a.tag == b.tag && a.bits == b.bits;
  OwnedValue result(ctx, tensorHooks.compare(ctx, LITH_EQ, a, b));
  return ctx->pending ? -1 : truthOf(ctx, result.get());
}

int unorderable(lith_ctx *ctx, lith_compare_op op, lith_value a, lith_value b) {
  static const char *const Symbols[] = {"<", "<=", "==", "!=", ">", ">="};
  raisef(ctx, LITH_CLASS_TypeError, "'%s' not supported between instances of '%s' and '%s'",
         Symbols[op], typeName(ctx, a), typeName(ctx, b));
  return -1;
}

bool holds(lith_compare_op op, int order) {
  switch (op) {
  case LITH_LT:
    return order == -1;
  case LITH_LE:
    return order == -1 || order == 0;
  case LITH_GT:
    return order == 1;
  case LITH_GE:
    return order == 1 || order == 0;
  case LITH_EQ:
    return order == 0;
  case LITH_NE:
    return order != 0;
  }
  return false;
}

int compareItems(lith_ctx *ctx, lith_compare_op op, Items a, Items b) {
  Nesting nesting(ctx);
  if (nesting.exceeded())
    return -1;
  for (int64_t i = 0; i < a.count && i < b.count; ++i) {
    int result = same(ctx, a.values[i], b.values[i]);
    if (result < 0)
      return -1;
    if (!result)
      return compare(ctx, op, a.values[i], b.values[i]);
  }
  return holds(op, a.count < b.count ? -1 : a.count > b.count ? 1 : 0);
}

int compareSets(lith_ctx *ctx, lith_compare_op op, lith_set *a, lith_set *b) {
  switch (op) {
  case LITH_LE:
    return isSubset(ctx, a, b);
  case LITH_LT:
    return a->length < b->length ? isSubset(ctx, a, b) : 0;
  case LITH_GE:
    return isSubset(ctx, b, a);
  default:
    return b->length < a->length ? isSubset(ctx, b, a) : 0;
  }
}

// A function is told by its cells and its own object, which come first; a bound method by the
// function and what it is bound to.
int sameClosure(lith_ctx *ctx, const lith_closure *a, const lith_closure *b) {
  if (a->code != b->code || a->count != b->count)
    return 0;
  auto isOwn = [](lith_value value) { return value.tag == LITH_CELL || value.tag == LITH_RECORD; };
  for (int32_t i = 0; i < a->count; ++i) {
    lith_value x = a->captured[i], y = b->captured[i];
    if (i > 0 && isOwn(a->captured[0]) && !isOwn(x))
      return 1; // defaults
    bool areFunctions = x.tag == LITH_CLOSURE && y.tag == LITH_CLOSURE;
    if (!(areFunctions ? equal(ctx, x, y) : identical(x, y)))
      return 0;
  }
  return 1;
}

} // namespace

int lith::equal(lith_ctx *ctx, lith_value a, lith_value b) {
  if (isNumber(a) && isNumber(b))
    return orderNumbers(a, b) == 0;
  if (a.tag == LITH_TENSOR || b.tag == LITH_TENSOR)
    return a.tag == b.tag && a.bits == b.bits ? 1 : equalTensors(ctx, a, b);
  if (hasKeyMethods(ctx, a) || hasKeyMethods(ctx, b))
    return equalByMethod(ctx, a, b);
  double aRe, aIm, bRe, bIm;
  if (asComplex(a, aRe, aIm) && asComplex(b, bRe, bIm))
    return aRe == bRe && aIm == bIm;
  if (a.tag != b.tag) {
    if (a.tag != LITH_VIEW && b.tag != LITH_VIEW)
      return 0;
    Owned<lith_set> left(ctx, viewAsSet(ctx, a)), right(ctx, viewAsSet(ctx, b));
    if (!left || !right)
      return ctx->pending ? -1 : 0;
    return left->length == right->length ? isSubset(ctx, left.get(), right.get()) : 0;
  }
  if (a.bits == b.bits)
    return 1;
  switch (a.tag) {
  case LITH_STR:
    return textOf(a) == textOf(b);
  case LITH_BYTES:
    return bytesOf(a) == bytesOf(b);
  case LITH_LIST:
  case LITH_TUPLE:
    return equalItems(ctx, itemsOf(a), itemsOf(b));
  case LITH_DICT:
    return equalDicts(ctx, as<lith_dict>(a), as<lith_dict>(b));
  case LITH_SET:
    return as<lith_set>(a)->length == as<lith_set>(b)->length
               ? isSubset(ctx, as<lith_set>(a), as<lith_set>(b))
               : 0;
  case LITH_VIEW: {
    Owned<lith_set> left(ctx, viewAsSet(ctx, a)), right(ctx, viewAsSet(ctx, b));
    if (!left || !right)
      return ctx->pending ? -1 : 0;
    return left->length == right->length ? isSubset(ctx, left.get(), right.get()) : 0;
  }
  case LITH_RANGE: {
    auto *x = as<lith_range>(a), *y = as<lith_range>(b);
    int64_t n = rangeLength(x);
    return n == rangeLength(y) &&
           (n == 0 || (x->start == y->start && (n == 1 || x->step == y->step)));
  }
  case LITH_CLOSURE:
    return sameClosure(ctx, as<lith_closure>(a), as<lith_closure>(b));
  case LITH_SLICE:
    return equalItems(ctx, {&as<lith_slice>(a)->start, 3}, {&as<lith_slice>(b)->start, 3});
  default:
    return 0;
  }
}

int lith::compare(lith_ctx *ctx, lith_compare_op op, lith_value a, lith_value b) {
  if (op == LITH_EQ || op == LITH_NE) {
    int result = equal(ctx, a, b);
    return result < 0 ? result : result == (op == LITH_EQ);
  }
  if (isNumber(a) && isNumber(b))
    return holds(op, orderNumbers(a, b));
  if ((a.tag == LITH_TENSOR || b.tag == LITH_TENSOR) && tensorHooks.compare) {
    OwnedValue result(ctx, tensorHooks.compare(ctx, op, a, b));
    return ctx->pending ? -1 : truthOf(ctx, result.get());
  }
  if (a.tag == LITH_VIEW || b.tag == LITH_VIEW) {
    Owned<lith_set> left(ctx, viewAsSet(ctx, a)), right(ctx, viewAsSet(ctx, b));
    if (ctx->pending)
      return -1;
    return left && right ? compareSets(ctx, op, left.get(), right.get())
                         : unorderable(ctx, op, a, b);
  }
  if (a.tag != b.tag)
    return unorderable(ctx, op, a, b);
  switch (a.tag) {
  case LITH_STR:
  case LITH_BYTES: {
    int order = a.tag == LITH_STR ? textOf(a).compare(textOf(b)) : bytesOf(a).compare(bytesOf(b));
    return holds(op, (order > 0) - (order < 0));
  }
  case LITH_LIST:
  case LITH_TUPLE:
    return compareItems(ctx, op, itemsOf(a), itemsOf(b));
  case LITH_SET:
    return compareSets(ctx, op, as<lith_set>(a), as<lith_set>(b));
  default:
    return unorderable(ctx, op, a, b);
  }
}

int lith::truthOf(lith_ctx *ctx, lith_value value) {
  switch (value.tag) {
  case LITH_NULL:
  case LITH_NONE:
    return 0;
  case LITH_BOOL:
  case LITH_INT:
    return value.bits != 0;
  case LITH_FLOAT:
    return floatOf(value) != 0;
  case LITH_COMPLEX:
    return as<lith_complex>(value)->re != 0 || as<lith_complex>(value)->im != 0;
  case LITH_STR:
  case LITH_BYTES:
  case LITH_LIST:
  case LITH_TUPLE:
  case LITH_DICT:
  case LITH_SET:
  case LITH_RANGE:
  case LITH_VIEW:
    return lengthOf(ctx, value) != 0;
  case LITH_TENSOR: {
    int64_t count = elementCount(as<lith_tensor>(value));
    if (count != 1) {
      raise(ctx, LITH_CLASS_RuntimeError,
            count == 0 ? "Boolean value of Tensor with no values is ambiguous"
                       : "Boolean value of Tensor with more than one value is ambiguous");
      return -1;
    }
    OwnedValue item(ctx, itemOf(ctx, as<lith_tensor>(value)));
    return truthOf(ctx, item.get());
  }
  default:
    return 1;
  }
}

int64_t lith::lengthOf(lith_ctx *ctx, lith_value value) {
  switch (value.tag) {
  case LITH_STR:
    return as<lith_str>(value)->length;
  case LITH_BYTES:
    return as<lith_bytes>(value)->bytes;
  case LITH_LIST:
    return as<lith_list>(value)->length;
  case LITH_TUPLE:
    return as<lith_tuple>(value)->length;
  case LITH_DICT:
    return as<lith_dict>(value)->length;
  case LITH_SET:
    return as<lith_set>(value)->length;
  case LITH_VIEW:
    return as<lith_view>(value)->dict->length;
  case LITH_RANGE:
    return rangeLength(as<lith_range>(value));
  case LITH_TENSOR:
    if (as<lith_tensor>(value)->head.rank > 0)
      return as<lith_tensor>(value)->sizes[0];
    raise(ctx, LITH_CLASS_TypeError, "len() of a 0-d tensor");
    return -1;
  default:
    raisef(ctx, LITH_CLASS_TypeError, "object of type '%s' has no len()", typeName(ctx, value));
    return -1;
  }
}

int lith::containsValue(lith_ctx *ctx, lith_value container, lith_value item) {
  switch (container.tag) {
  case LITH_STR:
    if (item.tag != LITH_STR) {
      raisef(ctx, LITH_CLASS_TypeError, "'in <string>' requires string as left operand, not %s",
             typeName(ctx, item));
      return -1;
    }
    return textOf(container).find(textOf(item)) != std::string_view::npos;
  case LITH_DICT:
    return findEntry(ctx, as<lith_dict>(container), item) ? 1 : ctx->pending ? -1 : 0;
  case LITH_SET:
    return findElement(ctx, as<lith_set>(container), item);
  case LITH_RANGE:
    if (isIntegral(item)) {
      auto *range = as<lith_range>(container);
      int64_t value = intOf(item);
      bool inside = range->step > 0 ? value >= range->start && value < range->stop
                                    : value <= range->start && value > range->stop;
      return inside && (static_cast<__int128>(value) - range->start) % range->step == 0;
    }
    break;
  case LITH_VIEW:
    if (as<lith_view>(container)->part == 0)
      return containsValue(
          ctx, {LITH_DICT, reinterpret_cast<uint64_t>(as<lith_view>(container)->dict)}, item);
    break;
  case LITH_TENSOR: { // (tensor == item).any()
    if (!tensorHooks.compare)
      break;
    OwnedValue result(ctx, tensorHooks.compare(ctx, LITH_EQ, container, item));
    if (ctx->pending)
      return -1;
    Owned<lith_tensor> flat(ctx, lith_rt_tensor_contiguous(ctx, as<lith_tensor>(result.get())));
    for (int64_t i = 0; i < elementCount(flat.get()); ++i)
      if (flat->data[i])
        return 1;
    return 0;
  }
  case LITH_LIST:
  case LITH_TUPLE:
  case LITH_BYTES:
  case LITH_ITERATOR:
    break;
  default:
    raisef(ctx, LITH_CLASS_TypeError, "argument of type '%s' is not iterable",
           typeName(ctx, container));
    return -1;
  }
  int found = 0;
  bool ok = forEach(ctx, container, [&](lith_value element) {
    found = same(ctx, element, item);
    return found == 0;
  });
  return ok ? found : -1;
}

extern "C" {

bool lith_rt_value_truth(lith_ctx *ctx, lith_value value) { return truthOf(ctx, value) > 0; }

int64_t lith_rt_value_length(lith_ctx *ctx, lith_value value) {
  int64_t length = lengthOf(ctx, value);
  return length < 0 ? 0 : length;
}

bool lith_rt_value_identical(lith_ctx *ctx, lith_value a, lith_value b) {
  if (a.tag == LITH_TENSOR && b.tag == LITH_TENSOR && a.bits != b.bits)
    return as<lith_tensor>(a)->handle && as<lith_tensor>(a)->handle == as<lith_tensor>(b)->handle;
  if (a.tag == LITH_STR && b.tag == LITH_STR) // a value: equal ones are one
    return lith_rt_str_equal(ctx, as<lith_str>(a), as<lith_str>(b));
  return identical(a, b);
}

int64_t lith_rt_value_identity(lith_ctx *, lith_value value) {
  const void *handle = value.tag == LITH_TENSOR ? as<lith_tensor>(value)->handle : nullptr;
  return static_cast<int64_t>(handle ? reinterpret_cast<uintptr_t>(handle) : value.bits);
}

bool lith_rt_value_equal(lith_ctx *ctx, lith_value a, lith_value b) { return same(ctx, a, b) > 0; }

lith_value lith_rt_value_compare(lith_ctx *ctx, int64_t op, lith_value a, lith_value b) {
  auto kind = static_cast<lith_compare_op>(op);
  if ((a.tag == LITH_TENSOR || b.tag == LITH_TENSOR) && tensorHooks.compare)
    return tensorHooks.compare(ctx, kind, a, b);
  int result = compare(ctx, kind, a, b);
  return result < 0 ? nullValue() : box(result != 0);
}

bool lith_rt_value_contains(lith_ctx *ctx, lith_value container, lith_value item) {
  return containsValue(ctx, container, item) > 0;
}

} // extern "C"
