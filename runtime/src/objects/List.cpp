// List.cpp: lists. Every change goes through splice or append.
#include "objects/Containers.h"
#include "objects/Iterator.h"
#include "objects/Str.h"

#include <cstring>

using namespace lith;

namespace {

void reserve(lith_ctx *ctx, lith_list *list, int64_t wanted) {
  if (wanted <= list->capacity)
    return;
  int64_t capacity = list->capacity + list->capacity / 2 + 4;
  if (capacity < wanted)
    capacity = wanted;
  auto *items = static_cast<lith_value *>(allocate(ctx, capacity * sizeof(lith_value)));
  if (list->items) {
    std::memcpy(items, list->items, list->length * sizeof(lith_value));
    deallocate(ctx, list->items, list->capacity * sizeof(lith_value));
  }
  list->items = items;
  list->capacity = capacity;
}

// Makes a negative index count from the end; false with IndexError pending.
bool resolve(lith_ctx *ctx, const lith_list *list, int64_t &index, const char *message) {
  if (index < 0)
    index += list->length;
  if (index >= 0 && index < list->length)
    return true;
  raise(ctx, LITH_CLASS_IndexError, message);
  return false;
}

} // namespace

lith_list *lith::newList(lith_ctx *ctx, int64_t capacity) {
  auto *list = static_cast<lith_list *>(allocate(ctx, sizeof(lith_list)));
  initialize(list->head, LITH_LIST);
  list->length = list->capacity = 0;
  list->items = nullptr;
  reserve(ctx, list, capacity);
  return list;
}

void lith::append(lith_ctx *ctx, lith_list *list, lith_value value) {
  reserve(ctx, list, list->length + 1);
  list->items[list->length++] = value;
}

void lith::splice(lith_ctx *ctx, lith_list *list, int64_t at, int64_t removed, int64_t count) {
  // Dropped last: a destructor must not see the list half changed.
  std::vector<lith_value> dropped(list->items + at, list->items + at + removed);
  reserve(ctx, list, list->length - removed + count);
  std::memmove(list->items + at + count, list->items + at + removed,
               (list->length - at - removed) * sizeof(lith_value));
  list->length += count - removed;
  for (int64_t i = 0; i < count; ++i)
    list->items[at + i] = nullValue();
  for (lith_value value : dropped)
    release(ctx, value);
}

extern "C" {

lith_list *lith_rt_list_new(lith_ctx *ctx, int64_t count, const lith_value *values) {
  lith_list *list = newList(ctx, count);
  for (int64_t i = 0; i < count; ++i)
    list->items[i] = retained(values[i]);
  list->length = count;
  return list;
}

int64_t lith_rt_list_length(lith_ctx *, lith_list *list) { return list->length; }

void lith_rt_list_append(lith_ctx *ctx, lith_list *list, lith_value value) {
  append(ctx, list, value);
}

lith_value lith_rt_list_get(lith_ctx *ctx, lith_list *list, int64_t index) {
  return resolve(ctx, list, index, "list index out of range") ? retained(list->items[index])
                                                              : nullValue();
}

lith_list *lith_rt_list_column(lith_ctx *ctx, lith_list *rows, int64_t index) {
  lith_list *column = lith_rt_list_new(ctx, 0, nullptr);
  for (int64_t i = 0; i < rows->length; ++i)
    append(ctx, column, retained(as<lith_tuple>(rows->items[i])->items[index]));
  return column;
}

lith_value lith_rt_tuple_item(lith_ctx *ctx, lith_list *list, int64_t index) {
  return resolve(ctx, list, index, "tuple index out of range") ? retained(list->items[index])
                                                               : nullValue();
}

void lith_rt_list_set(lith_ctx *ctx, lith_list *list, int64_t index, lith_value value) {
  if (resolve(ctx, list, index, "list assignment index out of range"))
    std::swap(list->items[index], value);
  release(ctx, value);
}

void lith_rt_list_delete(lith_ctx *ctx, lith_list *list, int64_t index) {
  if (resolve(ctx, list, index, "list assignment index out of range"))
    splice(ctx, list, index, 1, 0);
}

void lith_rt_list_insert(lith_ctx *ctx, lith_list *list, int64_t index, lith_value value) {
  if (index < 0)
    index = index + list->length < 0 ? 0 : index + list->length;
  if (index > list->length)
    index = list->length;
  splice(ctx, list, index, 0, 1);
  list->items[index] = value;
}

lith_value lith_rt_list_pop(lith_ctx *ctx, lith_list *list, int64_t index) {
  if (list->length == 0) {
    raise(ctx, LITH_CLASS_IndexError, "pop from empty list");
    return nullValue();
  }
  if (!resolve(ctx, list, index, "pop index out of range"))
    return nullValue();
  lith_value value = std::exchange(list->items[index], nullValue());
  if (index == list->length - 1)
    --list->length;
  else
    splice(ctx, list, index, 1, 0);
  return value;
}

void lith_rt_list_extend(lith_ctx *ctx, lith_list *list, lith_value from) {
  if (from.tag == LITH_LIST || from.tag == LITH_TUPLE) {
    // Also right for list.extend(itself): the count is taken first.
    int64_t count = lengthOf(ctx, from);
    reserve(ctx, list, list->length + count);
    const lith_value *items =
        from.tag == LITH_LIST ? as<lith_list>(from)->items : as<lith_tuple>(from)->items;
    for (int64_t i = 0; i < count; ++i)
      list->items[list->length++] = retained(items[i]);
    return;
  }
  forEach(ctx, from, [&](lith_value value) {
    append(ctx, list, retained(value));
    return true;
  });
}

int64_t lith_rt_list_index(lith_ctx *ctx, lith_list *list, lith_value value) {
  for (int64_t i = 0; i < list->length; ++i) {
    int same = equal(ctx, list->items[i], value);
    if (same < 0)
      return 0;
    if (same)
      return i;
  }
  if (Owned<lith_str> text(ctx, lith_rt_value_repr(ctx, value)); text)
    raise(ctx, LITH_CLASS_ValueError, std::string(textOf(text.get())) + " is not in list");
  return 0;
}

void lith_rt_list_remove(lith_ctx *ctx, lith_list *list, lith_value value) {
  for (int64_t i = 0; i < list->length; ++i) {
    int same = equal(ctx, list->items[i], value);
    if (same < 0)
      return;
    if (same)
      return splice(ctx, list, i, 1, 0);
  }
  raise(ctx, LITH_CLASS_ValueError, "list.remove(x): x not in list");
}

int64_t lith_rt_list_count(lith_ctx *ctx, lith_list *list, lith_value value) {
  int64_t count = 0;
  for (int64_t i = 0; i < list->length; ++i) {
    int same = equal(ctx, list->items[i], value);
    if (same < 0)
      return 0;
    count += same;
  }
  return count;
}

bool lith_rt_list_contains(lith_ctx *ctx, lith_list *list, lith_value value) {
  for (int64_t i = 0; i < list->length; ++i)
    if (int same = equal(ctx, list->items[i], value))
      return same > 0;
  return false;
}

void lith_rt_list_clear(lith_ctx *ctx, lith_list *list) { splice(ctx, list, 0, list->length, 0); }

lith_list *lith_rt_list_copy(lith_ctx *ctx, lith_list *list) {
  return lith_rt_list_new(ctx, list->length, list->items);
}

void lith_rt_list_reverse(lith_ctx *, lith_list *list) {
  for (int64_t i = 0, j = list->length - 1; i < j; ++i, --j)
    std::swap(list->items[i], list->items[j]);
}

// As in Python the list is empty while its elements are compared.
void lith_rt_list_sort(lith_ctx *ctx, lith_list *list, bool reverse) {
  lith_list taken = *list;
  list->items = nullptr;
  list->length = list->capacity = 0;
  sortValues(ctx, nullptr, taken.items, taken.length, reverse);
  list->items = taken.items;
  list->length = taken.length;
  list->capacity = taken.capacity;
}

void lith_rt_list_sort_by(lith_ctx *ctx, lith_list *list, lith_list *keys, bool reverse) {
  if (keys->length == list->length)
    sortValues(ctx, list->items, keys->items, list->length, reverse);
  else
    raise(ctx, LITH_CLASS_ValueError, "list modified during sort");
}

lith_list *lith_rt_list_slice(lith_ctx *ctx, lith_list *list, int64_t start, int64_t stop,
                              int64_t step) {
  SliceRange range;
  if (!adjustSlice(ctx, list->length, start, stop, step, range))
    return nullptr;
  lith_list *part = newList(ctx, range.count);
  for (int64_t i = 0; i < range.count; ++i)
    part->items[i] = retained(list->items[range.start + i * range.step]);
  part->length = range.count;
  return part;
}

lith_list *lith_rt_list_concat(lith_ctx *ctx, lith_list *a, lith_list *b) {
  lith_list *result = newList(ctx, a->length + b->length);
  lith_rt_list_extend(ctx, result, {LITH_LIST, reinterpret_cast<uint64_t>(a)});
  lith_rt_list_extend(ctx, result, {LITH_LIST, reinterpret_cast<uint64_t>(b)});
  return result;
}

lith_list *lith_rt_list_repeat(lith_ctx *ctx, lith_list *list, int64_t times) {
  int64_t total = 0;
  if (times < 0)
    times = 0;
  if (__builtin_mul_overflow(list->length, times, &total) || total > (int64_t(1) << 36)) {
    raise(ctx, LITH_CLASS_MemoryError, "");
    return nullptr;
  }
  lith_list *result = newList(ctx, total);
  for (int64_t i = 0; i < total; ++i)
    result->items[i] = retained(list->items[i % list->length]);
  result->length = total;
  return result;
}

lith_list *lith_rt_list_from_tuple(lith_ctx *ctx, lith_tuple *tuple) {
  return lith_rt_list_new(ctx, tuple->length, tuple->items);
}

} // extern "C"
