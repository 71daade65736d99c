// Tuple.cpp: tuples. Immutable once filled.
#include "objects/Containers.h"
#include "objects/Str.h"

using namespace lith;

lith_tuple *lith::newTuple(lith_ctx *ctx, int64_t length) {
  auto *tuple =
      static_cast<lith_tuple *>(allocate(ctx, sizeof(lith_tuple) + length * sizeof(lith_value)));
  initialize(tuple->head, LITH_TUPLE);
  tuple->length = length;
  for (int64_t i = 0; i < length; ++i)
    tuple->items[i] = nullValue();
  return tuple;
}

lith_tuple *lith::makeTuple(lith_ctx *ctx, const lith_value *items, int64_t length) {
  lith_tuple *tuple = newTuple(ctx, length);
  for (int64_t i = 0; i < length; ++i)
    tuple->items[i] = retained(items[i]);
  return tuple;
}

lith_tuple *lith::makePair(lith_ctx *ctx, lith_value first, lith_value second) {
  lith_value items[] = {first, second};
  return makeTuple(ctx, items, 2);
}

extern "C" {

lith_tuple *lith_rt_tuple_new(lith_ctx *ctx, int64_t count, const lith_value *values) {
  return makeTuple(ctx, values, count);
}

lith_tuple *lith_rt_tuple_subclass(lith_ctx *ctx, int64_t subclass, int64_t count,
                                   const lith_value *values) {
  lith_tuple *tuple = makeTuple(ctx, values, count);
  tuple->head.dtype = static_cast<uint8_t>(subclass);
  tuple->head.rank = static_cast<uint8_t>(subclass >> 8);
  return tuple;
}

int64_t lith_rt_tuple_length(lith_ctx *, lith_tuple *tuple) { return tuple->length; }

lith_value lith_rt_tuple_get(lith_ctx *ctx, lith_tuple *tuple, int64_t index) {
  if (index < 0)
    index += tuple->length;
  if (index >= 0 && index < tuple->length)
    return retained(tuple->items[index]);
  raise(ctx, LITH_CLASS_IndexError, "tuple index out of range");
  return nullValue();
}

lith_tuple *lith_rt_tuple_slice(lith_ctx *ctx, lith_tuple *tuple, int64_t start, int64_t stop,
                                int64_t step) {
  SliceRange range;
  if (!adjustSlice(ctx, tuple->length, start, stop, step, range))
    return nullptr;
  if (range.step == 1 && range.count == tuple->length)
    return retained(tuple);
  lith_tuple *part = newTuple(ctx, range.count);
  for (int64_t i = 0; i < range.count; ++i)
    part->items[i] = retained(tuple->items[range.start + i * range.step]);
  return part;
}

lith_tuple *lith_rt_tuple_concat(lith_ctx *ctx, lith_tuple *a, lith_tuple *b) {
  lith_tuple *result = newTuple(ctx, a->length + b->length);
  for (int64_t i = 0; i < a->length; ++i)
    result->items[i] = retained(a->items[i]);
  for (int64_t i = 0; i < b->length; ++i)
    result->items[a->length + i] = retained(b->items[i]);
  return result;
}

lith_tuple *lith_rt_tuple_repeat(lith_ctx *ctx, lith_tuple *tuple, int64_t times) {
  int64_t total = 0;
  if (times < 0)
    times = 0;
  if (__builtin_mul_overflow(tuple->length, times, &total) || total > (int64_t(1) << 36)) {
    raise(ctx, LITH_CLASS_MemoryError, "");
    return nullptr;
  }
  lith_tuple *result = newTuple(ctx, total);
  for (int64_t i = 0; i < total; ++i)
    result->items[i] = retained(tuple->items[i % tuple->length]);
  return result;
}

lith_tuple *lith_rt_tuple_from_list(lith_ctx *ctx, lith_list *list) {
  return makeTuple(ctx, list->items, list->length);
}

} // extern "C"
