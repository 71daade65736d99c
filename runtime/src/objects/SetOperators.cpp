// SetOperators.cpp: | & - ^ of sets and what merges into one, element by element in the order that
// CPython takes, so that the result iterates as Python shows it.
#include "objects/Containers.h"
#include "objects/Iterator.h"

#include <utility>

using namespace lith;

namespace {

/// Into `result`: the elements of `walked` that are in `other`, or that are not.
bool select(lith_ctx *ctx, lith_set *result, lith_set *walked, lith_set *other, bool wanted) {
  int64_t position = 0;
  while (const lith_set_entry *entry = nextElement(walked, &position)) {
    int found = findElement(ctx, other, entry->key);
    if (found < 0 || ((found > 0) == wanted && !insert(ctx, result, entry->key)))
      return false;
  }
  return true;
}

bool intersect(lith_ctx *ctx, lith_set *result, lith_set *a, lith_set *b) {
  if (b->length > a->length) // the smaller one is walked
    std::swap(a, b);
  return select(ctx, result, b, a, true);
}

bool subtractFrom(lith_ctx *ctx, lith_set *set, lith_set *other) {
  if (set == other) {
    clear(ctx, set);
    return true;
  }
  Owned<lith_set> common(ctx, retained(other));
  if (other->length >> 3 > set->length) {
    common.reset(newSet(ctx, false));
    if (!intersect(ctx, common.get(), set, other))
      return false;
  }
  int64_t position = 0;
  while (const lith_set_entry *entry = nextElement(common.get(), &position))
    if (removeElement(ctx, set, entry->key) < 0)
      return false;
  dropDeleted(ctx, set);
  return true;
}

bool exclusive(lith_ctx *ctx, lith_set *set, lith_set *other) {
  if (set == other) {
    clear(ctx, set);
    return true;
  }
  int64_t position = 0;
  while (const lith_set_entry *entry = nextElement(other, &position)) {
    int removed = removeElement(ctx, set, entry->key);
    if (removed < 0 || (removed == 0 && !insert(ctx, set, entry->key)))
      return false;
  }
  return true;
}

bool operate(lith_ctx *ctx, int64_t op, lith_set *result, lith_set *a, lith_set *b) {
  switch (op) {
  case LITH_OR:
    return merge(ctx, result, a) && merge(ctx, result, b);
  case LITH_AND:
    return intersect(ctx, result, a, b);
  case LITH_XOR:
    return merge(ctx, result, b) && exclusive(ctx, result, a);
  default:
    if (a->length >> 2 > b->length)
      return merge(ctx, result, a) && subtractFrom(ctx, result, b);
    return select(ctx, result, a, b, false);
  }
}

} // namespace

extern "C" {

lith_set *lith_rt_set_operation(lith_ctx *ctx, int64_t op, lith_set *a, lith_set *b) {
  Owned<lith_set> result(ctx, newSet(ctx, a->head.flags & 1));
  return operate(ctx, op, result.get(), a, b) ? result.take() : nullptr;
}

void lith_rt_set_operation_in(lith_ctx *ctx, int64_t op, lith_set *set, lith_set *other) {
  if (op == LITH_OR) {
    merge(ctx, set, other);
  } else if (op == LITH_SUB) {
    subtractFrom(ctx, set, other);
  } else if (op == LITH_XOR) {
    exclusive(ctx, set, other);
  } else {
    Owned<lith_set> common(ctx, newSet(ctx, false));
    if (!intersect(ctx, common.get(), set, other))
      return;
    std::swap(set->length, common->length);
    std::swap(set->fill, common->fill);
    std::swap(set->mask, common->mask);
    std::swap(set->table, common->table);
  }
}

void lith_rt_set_merge(lith_ctx *ctx, lith_set *set, lith_value from) {
  if (from.tag == LITH_SET) {
    merge(ctx, set, as<lith_set>(from));
    return;
  }
  if (from.tag == LITH_DICT)
    makeRoom(ctx, set, as<lith_dict>(from)->length);
  forEach(ctx, from, [&](lith_value element) { return insert(ctx, set, element); });
}

} // extern "C"
