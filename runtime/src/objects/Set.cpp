// Set.cpp: sets with CPython's probing and growth, so that a set of numbers
// iterates in the order that Python shows.
#include "objects/Containers.h"
#include "objects/Str.h"

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

// The place of `key`, or where it goes: the last deleted place that was passed, else the free one
// where the search ended; null with an exception pending.
lith_set_entry *probe(lith_ctx *ctx, lith_set *set, lith_value key, uint64_t hash) {
  uint64_t mask = static_cast<uint64_t>(set->mask), perturb = hash, at = hash & mask;
  lith_set_entry *deleted = nullptr;
  for (;;) {
    int64_t probes = static_cast<int64_t>(at) + LinearProbes <= set->mask ? LinearProbes : 0;
    for (lith_set_entry *entry = &set->table[at]; probes >= 0; ++entry, --probes) {
      if (isFree(*entry))
        return deleted ? deleted : entry;
      if (isNull(entry->key))
        deleted = entry;
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

// All of these keep CPython's order of the table, which a program can see.

lith_set *lith::newSet(lith_ctx *ctx, bool frozen) {
  auto *set = static_cast<lith_set *>(allocate(ctx, sizeof(lith_set)));
  initialize(set->head, LITH_SET);
  set->head.flags = frozen;
  set->length = set->fill = set->finger = 0;
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
  bool wasFree = isFree(*entry);
  *entry = {hash, retained(key)};
  ++set->length;
  if (!wasFree)
    return true;
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
  set->length = set->fill = set->finger = 0;
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

void lith::makeRoom(lith_ctx *ctx, lith_set *set, int64_t more) {
  if ((set->fill + more) * 5 >= set->mask * 3)
    resize(ctx, set, (set->length + more) * 2);
}

bool lith::merge(lith_ctx *ctx, lith_set *set, const lith_set *other) {
  if (set == other || other->length == 0)
    return true;
  makeRoom(ctx, set, other->length);
  int64_t position = 0;
  if (set->fill > 0) {
    while (const lith_set_entry *entry = nextElement(other, &position))
      if (!insert(ctx, set, entry->key))
        return false;
    return true;
  }
  // An equal table when the source has no deleted places, else in order.
  if (other->fill == other->length && set->mask == other->mask)
    for (int64_t i = 0; i <= other->mask; ++i) {
      set->table[i] = other->table[i];
      retained(set->table[i].key);
    }
  else
    while (const lith_set_entry *entry = nextElement(other, &position))
      insertClean(set->table, static_cast<uint64_t>(set->mask),
                  {entry->hash, retained(entry->key)});
  set->length = set->fill = other->length;
  return true;
}

lith_set *lith::copySet(lith_ctx *ctx, const lith_set *set, bool frozen) {
  lith_set *copy = newSet(ctx, frozen);
  merge(ctx, copy, set); // nothing is compared, so nothing raises
  return copy;
}

void lith::dropDeleted(lith_ctx *ctx, lith_set *set) {
  if (set->fill - set->length > set->mask / 4)
    resize(ctx, set, set->length > 50000 ? set->length * 2 : set->length * 4);
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

lith_set *lith_rt_set_frozen(lith_ctx *, lith_set *set) {
  set->head.flags |= 1;
  return retained(set);
}

lith_value lith_rt_set_pop(lith_ctx *ctx, lith_set *set) {
  if (set->length == 0) {
    OwnedValue message(ctx, boxStr(ctx, "pop from an empty set"));
    lith_rt_raise_key(ctx, LITH_CLASS_KeyError, message.get());
    return nullValue();
  }
  int64_t at = set->finger & set->mask;
  while (isNull(set->table[at].key))
    at = at == set->mask ? 0 : at + 1;
  lith_value key = set->table[at].key;
  set->table[at] = {Dummy, nullValue()};
  --set->length;
  set->finger = at + 1; // the next pop goes on from here
  return key;
}

bool lith_rt_set_contains(lith_ctx *ctx, lith_set *set, lith_value key) {
  return findElement(ctx, set, key) > 0;
}

} // extern "C"
