// Containers.h: lists, tuples, dicts and sets, as the runtime itself uses them.
//
// Functions that compare keys or elements may raise; they then return a value
// that their comment names and leave the exception pending.
#ifndef LITH_OBJECTS_CONTAINERS_H
#define LITH_OBJECTS_CONTAINERS_H

#include "core/Object.h"

namespace lith {

lith_list *newList(lith_ctx *ctx, int64_t capacity);
/// Appends; the reference to `value` moves into the list.
void append(lith_ctx *ctx, lith_list *list, lith_value value);
/// Makes room for `count` elements in place of `removed` ones at `at` and drops those;
/// the new places hold LITH_NULL.
void splice(lith_ctx *ctx, lith_list *list, int64_t at, int64_t removed, int64_t count);

/// A tuple of `length` elements, all LITH_NULL.
lith_tuple *newTuple(lith_ctx *ctx, int64_t length);
lith_tuple *makeTuple(lith_ctx *ctx, const lith_value *items, int64_t length);
lith_tuple *makePair(lith_ctx *ctx, lith_value first, lith_value second);

lith_dict *newDict(lith_ctx *ctx);
/// The entry of `key`; null when absent or with an exception pending.
lith_dict_entry *findEntry(lith_ctx *ctx, lith_dict *dict, lith_value key);
/// Stores a copy of both references; false with an exception pending.
bool store(lith_ctx *ctx, lith_dict *dict, lith_value key, lith_value value);
/// Takes the entry out; LITH_NULL when absent or with an exception pending.
lith_value takeEntry(lith_ctx *ctx, lith_dict *dict, lith_value key);
/// Merges a mapping or an iterable of pairs; false with an exception pending.
bool update(lith_ctx *ctx, lith_dict *dict, lith_value from);

lith_set *newSet(lith_ctx *ctx, bool frozen);
/// 1 found, 0 not, -1 with an exception pending.
int findElement(lith_ctx *ctx, lith_set *set, lith_value key);
/// Adds a copy of the reference; false with an exception pending.
bool insert(lith_ctx *ctx, lith_set *set, lith_value key);
/// 1 removed, 0 absent, -1 with an exception pending.
int removeElement(lith_ctx *ctx, lith_set *set, lith_value key);
void clear(lith_ctx *ctx, lith_set *set);
/// The first element in the table's order at or after `*position`, which moves past it.
const lith_set_entry *nextElement(const lith_set *set, int64_t *position);
/// Makes room as CPython does before it adds the elements of a set or dict.
void makeRoom(lith_ctx *ctx, lith_set *set, int64_t more);
/// Adds the elements of another set; false with an exception pending.
bool merge(lith_ctx *ctx, lith_set *set, const lith_set *other);
/// Makes the table anew where many places are of elements that were removed.
void dropDeleted(lith_ctx *ctx, lith_set *set);
lith_set *copySet(lith_ctx *ctx, const lith_set *set, bool frozen);

/// a == b, element by element where they are containers: 1, 0, or -1 with an exception pending.
int equal(lith_ctx *ctx, lith_value a, lith_value b);
/// a < b and so on by lith_compare_op: 1, 0, or -1 with an exception pending.
int compare(lith_ctx *ctx, lith_compare_op op, lith_value a, lith_value b);
/// hash(value); false with TypeError pending.
bool hashOf(lith_ctx *ctx, lith_value value, uint64_t &hash);

/// Whether functions of the program say what the object equals and hashes as (KeyMethods.cpp).
bool hasKeyMethods(lith_ctx *ctx, lith_value value);
/// False: it raised.
bool hashByMethod(lith_ctx *ctx, lith_value value, uint64_t &hash);
/// 0, 1 or -1; one of the two has key methods.
int equalByMethod(lith_ctx *ctx, lith_value a, lith_value b);
/// 1, 0, or -1 with an exception pending.
int truthOf(lith_ctx *ctx, lith_value value);
/// len(value), or -1 with TypeError pending.
int64_t lengthOf(lith_ctx *ctx, lith_value value);
int containsValue(lith_ctx *ctx, lith_value container, lith_value item);
int64_t rangeLength(const lith_range *range);
/// Sorts `keys` and, in the same order, `values` (may be null); stable. False with an exception
/// pending.
bool sortValues(lith_ctx *ctx, lith_value *values, lith_value *keys, int64_t count, bool reverse);

} // namespace lith

#endif // LITH_OBJECTS_CONTAINERS_H
