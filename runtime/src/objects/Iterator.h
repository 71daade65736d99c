// Iterator.h: the state of every kind of iterator.
#ifndef LITH_OBJECTS_ITERATOR_H
#define LITH_OBJECTS_ITERATOR_H

#include "core/Object.h"

enum class lith_iterator_kind : uint8_t {
  Sequence, // list, tuple, str, bytes, tensor: by position, the length is asked each time
  Reversed, // the same from the end
  Range,
  Dict, // keys, values or items by `step`
  DictReversed,
  Set,
  Enumerate, // (count, element of children[0])
  Zip        // tuples of the children's elements
};

struct lith_iterator {
  lith_object head; // flags: lith_iterator_kind; dtype: 1 when exhausted or, of a zip, strict
  int32_t child_count;
  int32_t exhausted;
  lith_value source;
  int64_t position; // next element, byte offset in a str, count of an enumerate
  int64_t limit;    // dict and set: the length seen at the start; range: elements left
  int64_t step;
  int64_t left; // dict: how many entries it had at the start, less those taken
  lith_iterator *children[];

  lith_iterator_kind sort() const { return static_cast<lith_iterator_kind>(head.flags); }
};

namespace lith {

inline size_t iteratorBytes(int64_t children) {
  return sizeof(lith_iterator) + static_cast<size_t>(children) * sizeof(lith_iterator *);
}

/// iter(value); null with an exception pending.
lith_iterator *iterate(lith_ctx *ctx, lith_value value);
/// The next element, or LITH_NULL at the end or with an exception pending.
lith_value next(lith_ctx *ctx, lith_iterator *iterator);

/// Calls `use` with each element (borrowed) of an iterable until it returns false;
/// false when an exception is pending.
template <typename Use> bool forEach(lith_ctx *ctx, lith_value iterable, Use use) {
  Owned<lith_iterator> iterator(ctx, iterate(ctx, iterable));
  if (!iterator)
    return false;
  for (;;) {
    OwnedValue element(ctx, next(ctx, iterator.get()));
    if (isNull(element.get()) || !use(element.get()))
      return !ctx->pending;
  }
}

} // namespace lith

#endif // LITH_OBJECTS_ITERATOR_H
