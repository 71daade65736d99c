// insertion.h: the first steps of Python's list.sort, comparison by comparison: of elements that
// have no total order, such as NaN, these decide the result.
#ifndef LITH_INSERTION_H
#define LITH_INSERTION_H

#include <cstdint>

namespace lith {

/// Python sorts fewer elements than these by insertion alone.
inline constexpr int64_t LeastMergedRun = 64;

/// How many elements from `low` on are in order already; a run that strictly descends is turned.
///
/// `Items` has less(i, j), whether the element at i is less than that at j; reverse(low, high); and
/// insert(from, to), which moves the element at `from` down to `to`, and those between up.
template <typename Items> int64_t runLength(Items &items, int64_t low, int64_t high) {
  if (high - low < 2)
    return high - low;
  int64_t end = low + 2;
  bool descends = items.less(low + 1, low);
  while (end < high && items.less(end, end - 1) == descends)
    ++end;
  if (descends)
    items.reverse(low, end);
  return end - low;
}

/// Sorts [low, high), of which the elements before `start` are in order.
template <typename Items>
void insertByHalves(Items &items, int64_t low, int64_t start, int64_t high) {
  for (; start < high; ++start) {
    int64_t left = low, right = start;
    while (left < right) {
      int64_t middle = left + ((right - left) >> 1);
      if (items.less(start, middle))
        right = middle;
      else
        left = middle + 1;
    }
    items.insert(start, left);
  }
}

} // namespace lith

#endif // LITH_INSERTION_H
