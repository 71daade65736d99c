// Dict.cpp: insertion-ordered dicts: a dense array of entries and an open-addressed
// table of entry numbers, as in CPython's compact dict.
#include "objects/Containers.h"
#include "objects/Iterator.h"
#include "objects/Str.h"

#include <algorithm>
#include <cstring>

using namespace lith;

namespace {

constexpr int32_t Empty = -1, Deleted = -2;
constexpr int64_t Absent = -1, Failed = -2;

// Number of the entry that holds `key`, Absent or Failed; `slot` is where the
// table names it, or where it would.
int64_t locate(lith_ctx *ctx, lith_dict *dict, lith_value key, uint64_t hash, int64_t &slot) {
  slot = -1;
  if (!dict->index)
    return Absent;
  uint64_t mask = static_cast<uint64_t>(dict->slots - 1), perturb = hash, at = hash & mask;
  for (;;) {
    int32_t number = dict->index[at];
    if (number == Empty) {
      if (slot < 0)
        slot = static_cast<int64_t>(at);
      return Absent;
    }
    if (number == Deleted) {
      if (slot < 0)
        slot = static_cast<int64_t>(at);
    } else if (dict->entries[number].hash == hash) {
      int same = equal(ctx, dict->entries[number].key, key);
      if (same < 0)
        return Failed;
      if (same) {
        slot = static_cast<int64_t>(at);
        return number;
      }
    }
    perturb >>= 5;
    at = (at * 5 + perturb + 1) & mask;
  }
}

// Moves the live entries into tables with room for `wanted`.
void rebuild(lith_ctx *ctx, lith_dict *dict, int64_t wanted) {
  int64_t slots = 8;
  while (slots * 2 / 3 < wanted)
    slots *= 2;
  int64_t capacity = slots * 2 / 3;
  auto *index = static_cast<int32_t *>(allocate(ctx, slots * sizeof(int32_t)));
  auto *entries = static_cast<lith_dict_entry *>(allocate(ctx, capacity * sizeof(lith_dict_entry)));
  for (int64_t i = 0; i < slots; ++i)
    index[i] = Empty;
  int64_t fill = 0;
  for (int64_t i = 0; i < dict->fill; ++i) {
    if (isNull(dict->entries[i].key))
      continue;
    uint64_t hash = dict->entries[i].hash, perturb = hash, at = hash & (slots - 1);
    while (index[at] != Empty) {
      perturb >>= 5;
      at = (at * 5 + perturb + 1) & (slots - 1);
    }
    index[at] = static_cast<int32_t>(fill);
    entries[fill++] = dict->entries[i];
  }
  if (dict->index) {
    deallocate(ctx, dict->index, dict->slots * sizeof(int32_t));
    deallocate(ctx, dict->entries, dict->capacity * sizeof(lith_dict_entry));
  }
  dict->index = index;
  dict->entries = entries;
  dict->slots = slots;
  dict->capacity = capacity;
  dict->fill = dict->used = fill;
}

// [key, value] out of one element of dict(iterable of pairs).
bool storePair(lith_ctx *ctx, lith_dict *dict, lith_value pair, int64_t position) {
  if (pair.tag == LITH_INT || pair.tag == LITH_FLOAT || pair.tag == LITH_BOOL ||
      pair.tag == LITH_NONE) {
    raisef(ctx, LITH_CLASS_TypeError,
           "cannot convert dictionary update sequence element #%lld to a sequence",
           static_cast<long long>(position));
    return false;
  }
  Owned<lith_list> items(ctx, lith_rt_value_list(ctx, pair));
  if (!items)
    return false;
  if (items->length != 2) {
    raisef(ctx, LITH_CLASS_ValueError,
           "dictionary update sequence element #%lld has length %lld; 2 is required",
           static_cast<long long>(position), static_cast<long long>(items->length));
    return false;
  }
  return store(ctx, dict, items->items[0], items->items[1]);
}

} // namespace

lith_dict *lith::newDict(lith_ctx *ctx) {
  auto *dict = static_cast<lith_dict *>(allocate(ctx, sizeof(lith_dict)));
  std::memset(static_cast<void *>(dict), 0, sizeof *dict);
  initialize(dict->head, LITH_DICT);
  return dict;
}

lith_dict_entry *lith::findEntry(lith_ctx *ctx, lith_dict *dict, lith_value key) {
  uint64_t hash;
  int64_t slot;
  if (!hashOf(ctx, key, hash))
    return nullptr;
  int64_t number = locate(ctx, dict, key, hash, slot);
  return number >= 0 ? &dict->entries[number] : nullptr;
}

bool lith::store(lith_ctx *ctx, lith_dict *dict, lith_value key, lith_value value) {
  uint64_t hash;
  int64_t slot;
  if (!hashOf(ctx, key, hash))
    return false;
  int64_t number = locate(ctx, dict, key, hash, slot);
  if (number == Failed)
    return false;
  retained(value);
  if (number >= 0) {
    std::swap(dict->entries[number].value, value);
    release(ctx, value);
    return true;
  }
  if (std::max(dict->fill, dict->used) >= dict->capacity) {
    rebuild(ctx, dict, dict->length * 2 + 1);
    locate(ctx, dict, key, hash, slot);
  }
  dict->used += dict->index[slot] == Empty;
  dict->index[slot] = static_cast<int32_t>(dict->fill);
  dict->entries[dict->fill++] = {hash, retained(key), value};
  ++dict->length;
  return true;
}

lith_value lith::takeEntry(lith_ctx *ctx, lith_dict *dict, lith_value key) {
  uint64_t hash;
  int64_t slot;
  if (!hashOf(ctx, key, hash))
    return nullValue();
  int64_t number = locate(ctx, dict, key, hash, slot);
  if (number < 0)
    return nullValue();
  lith_dict_entry &entry = dict->entries[number];
  dict->index[slot] = Deleted;
  lith_value old = std::exchange(entry.key, nullValue());
  lith_value value = std::exchange(entry.value, nullValue());
  --dict->length;
  while (dict->fill > 0 && isNull(dict->entries[dict->fill - 1].key))
    --dict->fill;
  release(ctx, old);
  return value;
}

bool lith::update(lith_ctx *ctx, lith_dict *dict, lith_value from) {
  if (from.tag == LITH_DICT) {
    auto *other = as<lith_dict>(from);
    for (int64_t i = 0; i < other->fill; ++i)
      if (!isNull(other->entries[i].key) &&
          !store(ctx, dict, other->entries[i].key, other->entries[i].value))
        return false;
    return true;
  }
  int64_t position = 0;
  return forEach(ctx, from,
                 [&](lith_value pair) { return storePair(ctx, dict, pair, position++); });
}

extern "C" {

lith_dict *lith_rt_dict_new(lith_ctx *ctx, int64_t count, const lith_value *values) {
  lith_dict *dict = newDict(ctx);
  for (int64_t i = 0; i + 1 < count; i += 2)
    if (!store(ctx, dict, values[i], values[i + 1])) {
      release(ctx, dict);
      return nullptr;
    }
  return dict;
}

int64_t lith_rt_dict_length(lith_ctx *, lith_dict *dict) { return dict->length; }

void lith_rt_dict_set(lith_ctx *ctx, lith_dict *dict, lith_value key, lith_value value) {
  store(ctx, dict, key, value);
}

lith_value lith_rt_dict_find(lith_ctx *ctx, lith_dict *dict, lith_value key) {
  lith_dict_entry *entry = findEntry(ctx, dict, key);
  return entry ? retained(entry->value) : nullValue();
}

lith_value lith_rt_dict_get(lith_ctx *ctx, lith_dict *dict, lith_value key) {
  lith_dict_entry *entry = findEntry(ctx, dict, key);
  if (entry)
    return retained(entry->value);
  if (!ctx->pending)
    lith_rt_raise_key(ctx, LITH_CLASS_KeyError, key);
  return nullValue();
}

lith_value lith_rt_dict_get_default(lith_ctx *ctx, lith_dict *dict, lith_value key,
                                    lith_value fallback) {
  lith_dict_entry *entry = findEntry(ctx, dict, key);
  if (ctx->pending)
    return nullValue();
  return retained(entry ? entry->value : fallback);
}

bool lith_rt_dict_contains(lith_ctx *ctx, lith_dict *dict, lith_value key) {
  return findEntry(ctx, dict, key) != nullptr;
}

void lith_rt_dict_delete(lith_ctx *ctx, lith_dict *dict, lith_value key) {
  lith_value value = takeEntry(ctx, dict, key);
  if (isNull(value) && !ctx->pending)
    lith_rt_raise_key(ctx, LITH_CLASS_KeyError, key);
  release(ctx, value);
}

lith_value lith_rt_dict_pop(lith_ctx *ctx, lith_dict *dict, lith_value key, lith_value fallback) {
  lith_value value = takeEntry(ctx, dict, key);
  if (!isNull(value) || ctx->pending)
    return value;
  if (isNull(fallback))
    lith_rt_raise_key(ctx, LITH_CLASS_KeyError, key);
  return retained(fallback);
}

lith_value lith_rt_dict_set_default(lith_ctx *ctx, lith_dict *dict, lith_value key,
                                    lith_value fallback) {
  lith_dict_entry *entry = findEntry(ctx, dict, key);
  if (entry)
    return retained(entry->value);
  if (ctx->pending || !store(ctx, dict, key, fallback))
    return nullValue();
  return retained(fallback);
}

void lith_rt_dict_update(lith_ctx *ctx, lith_dict *dict, lith_value from) {
  update(ctx, dict, from);
}

void lith_rt_dict_clear(lith_ctx *ctx, lith_dict *dict) {
  lith_dict *taken = newDict(ctx);
  std::swap(taken->index, dict->index);
  std::swap(taken->entries, dict->entries);
  std::swap(taken->slots, dict->slots);
  std::swap(taken->capacity, dict->capacity);
  std::swap(taken->fill, dict->fill);
  std::swap(taken->used, dict->used);
  std::swap(taken->length, dict->length);
  release(ctx, taken);
}

lith_dict *lith_rt_dict_copy(lith_ctx *ctx, lith_dict *dict) {
  lith_dict *copy = newDict(ctx);
  update(ctx, copy, {LITH_DICT, reinterpret_cast<uint64_t>(dict)});
  return copy;
}

lith_value lith_rt_dict_view(lith_ctx *ctx, lith_dict *dict, int64_t part) {
  auto *view = static_cast<lith_view *>(allocate(ctx, sizeof(lith_view)));
  initialize(view->head, LITH_VIEW);
  view->part = part;
  view->dict = retained(dict);
  return box(view);
}

} // extern "C"
