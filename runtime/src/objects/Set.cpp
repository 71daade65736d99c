// Set.cpp: sets with CPython's probing and growth, so that a set of numbers
// iterates in the order that Python shows.
#include "objects/Containers.h"

#include <cstring>

using namespace lith;

namespace {

constexpr uint64_t Dummy = ~uint64_t(0); // hash of a deleted place; no key hashes to -1
constexpr int LinearProbes = 9;

bool isFree(const lith_set_entry &entry) { return isNull(entry.key) && entry.hash != Dummy; }

lith_set_entry *newTable(lith_ctx *ctx, int64_t slots) {
  size_t bytes = slots * sizeof(lith_set_entry);
  auto *table = static_cast<lith_set_entry *>(allocate(ctx, bytes));
  std::memset(static_cast<void *>(table), 0, bytes);
  return table;
}

// The place of `key`, or the free one where the search ended; null with an exception pending.
lith_set_entry *probe(lith_ctx *ctx, lith_set *set, lith_value key, uint64_t hash) {
  uint64_t mask = static_cast<uint64_t>(set->mask), perturb = hash, at = hash & mask;
  for (;;) {
    int64_t probes = static_cast<int64_t>(at) + LinearProbes <= set->mask ? LinearProbes : 0;
    for (lith_set_entry *entry = &set->table[at]; probes >= 0; ++entry, --probes) {
      if (isFree(*entry))
        return entry;
      if (entry->hash == hash && !isNull(entry->key)) {
        int same = equal(ctx, entry->key, key);
        if (same < 0)
          return nullptr;
        if (same)
          return entry;
      }
    }
    perturb >>= 5;
    at = (at * 5 + 1 + perturb) & mask;
  }
}

void insertClean(lith_set_entry *table, uint64_t mask, lith_set_entry moved) {
  uint64_t perturb = moved.hash, at = moved.hash & mask;
  for (;;) {
    int64_t probes = at + LinearProbes <= mask ? LinearProbes : 0;
    for (lith_set_entry *entry = &table[at]; probes >= 0; ++entry, --probes)
      if (isNull(entry->key)) {
        *entry = moved;
        return;
      }
    perturb >>= 5;
    at = (at * 5 + 1 + perturb) & mask;
  }
}

void resize(lith_ctx *ctx, lith_set *set, int64_t minimum) {
  int64_t slots = 8;
  while (slots <= minimum)
    slots *= 2;
  lith_set_entry *table = newTable(ctx, slots);
  for (int64_t i = 0; i <= set->mask; ++i)
    if (!isNull(set->table[i].key))
      insertClean(table, static_cast<uint64_t>(slots - 1), set->table[i]);
  deallocate(ctx, set->table, (set->mask + 1) * sizeof(lith_set_entry));
  set->table = table;
  set->mask = slots - 1;
  set->fill = set->length;
}

} // namespace

lith_set *lith::newSet(lith_ctx *ctx, bool frozen) {
  auto *set = static_cast<lith_set *>(allocate(ctx, sizeof(lith_set)));
  initialize(set->head, LITH_SET);
  set->head.flags = frozen;
  set->length = set->fill = 0;
  set->mask = 7;
  set->table = newTable(ctx, 8);
  return set;
}

int lith::findElement(lith_ctx *ctx, lith_set *set, lith_value key) {
  uint64_t hash;
  if (!hashOf(ctx, key, hash))
    return -1;
  lith_set_entry *entry = probe(ctx, set, key, hash);
  return entry ? !isNull(entry->key) : -1;
}

bool lith::insert(lith_ctx *ctx, lith_set *set, lith_value key) {
  uint64_t hash;
  if (!hashOf(ctx, key, hash))
    return false;
  lith_set_entry *entry = probe(ctx, set, key, hash);
  if (!entry)
    return false;
  if (!isNull(entry->key))
    return true;
  *entry = {hash, retained(key)};
  ++set->length;
  ++set->fill;
  if (set->fill * 5 >= set->mask * 3)
    resize(ctx, set, set->length > 50000 ? set->length * 2 : set->length * 4);
  return true;
}

int lith::removeElement(lith_ctx *ctx, lith_set *set, lith_value key) {
  uint64_t hash;
  if (!hashOf(ctx, key, hash))
    return -1;
  lith_set_entry *entry = probe(ctx, set, key, hash);
  if (!entry)
    return -1;
  if (isNull(entry->key))
    return 0;
  lith_value old = entry->key;
  *entry = {Dummy, nullValue()};
  --set->length;
  release(ctx, old);
  return 1;
}

void lith::clear(lith_ctx *ctx, lith_set *set) {
  lith_set_entry *table = set->table;
  int64_t mask = set->mask;
  set->table = newTable(ctx, 8);
  set->mask = 7;
  set->length = set->fill = 0;
  for (int64_t i = 0; i <= mask; ++i)
    release(ctx, table[i].key);
  deallocate(ctx, table, (mask + 1) * sizeof(lith_set_entry));
}

const lith_set_entry *lith::nextElement(const lith_set *set, int64_t *position) {
  for (int64_t i = *position; i <= set->mask; ++i)
    if (!isNull(set->table[i].key)) {
      *position = i + 1;
      return &set->table[i];
    }
  *position = set->mask + 1;
  return nullptr;
}

// As CPython merges: an equal table when the source has no deleted places, else in order.
lith_set *lith::copySet(lith_ctx *ctx, const lith_set *set, bool frozen) {
  lith_set *copy = newSet(ctx, frozen);
  if ((copy->fill + set->length) * 5 >= copy->mask * 3)
    resize(ctx, copy, set->length * 2);
  if (set->fill == set->length && copy->mask == set->mask) {
    for (int64_t i = 0; i <= set->mask; ++i) {
      copy->table[i] = set->table[i];
      retained(copy->table[i].key);
    }
  } else {
    int64_t position = 0;
    while (const lith_set_entry *entry = nextElement(set, &position))
      insertClean(copy->table, static_cast<uint64_t>(copy->mask),
                  {entry->hash, retained(entry->key)});
  }
  copy->length = copy->fill = set->length;
  return copy;
}

extern "C" {

lith_set *lith_rt_set_new(lith_ctx *ctx, int64_t count, const lith_value *values) {
  lith_set *set = newSet(ctx, false);
  for (int64_t i = 0; i < count; ++i)
    if (!insert(ctx, set, values[i])) {
      release(ctx, set);
      return nullptr;
    }
  return set;
}

int64_t lith_rt_set_length(lith_ctx *, lith_set *set) { return set->length; }

void lith_rt_set_add(lith_ctx *ctx, lith_set *set, lith_value key) { insert(ctx, set, key); }

bool lith_rt_set_discard(lith_ctx *ctx, lith_set *set, lith_value key) {
  return removeElement(ctx, set, key) > 0;
}

void lith_rt_set_remove(lith_ctx *ctx, lith_set *set, lith_value key) {
  if (removeElement(ctx, set, key) == 0)
    lith_rt_raise_key(ctx, LITH_CLASS_KeyError, key);
}

bool lith_rt_set_contains(lith_ctx *ctx, lith_set *set, lith_value key) {
  return findElement(ctx, set, key) > 0;
}

} // extern "C"
