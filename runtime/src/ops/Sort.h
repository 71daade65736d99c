// Sort.h: the order of elements, by keys that compare as unsigned integers.
//
//   -1.5, NaN, 0.0, -0.0    =>    keys 0x403fffff, 0xffffffff, 0x80000000, 0x80000000
//
// Keys and indices are moved together, so that comparing needs no look at the elements: a few at a
// time by std::sort, more by counting one digit of the keys after the other, the lowest first,
// which keeps the order of equals. A digit that all keys share is skipped, as are those above the
// width of an element.
#ifndef LITH_OPS_SORT_H
#define LITH_OPS_SORT_H

#include "ops/Tensors.h"

#include <bit>
#include <vector>

namespace lith::ops {

template <size_t Bytes>
using KeyBits = std::conditional_t<
    Bytes == 8, uint64_t,
    std::conditional_t<Bytes == 4, uint32_t, std::conditional_t<Bytes == 2, uint16_t, uint8_t>>>;

/// Orders as the values do; NaN is above everything, zeros are equal.
template <typename T> KeyBits<sizeof(T)> keyOf(T value) {
  using Key = KeyBits<sizeof(T)>;
  constexpr Key Sign = Key(Key(1) << (8 * sizeof(T) - 1));
  Key bits = std::bit_cast<Key>(value);
  if constexpr (isFloating<T>) {
    auto wide = Accumulate<T>(value);
    if (wide != wide)
      return Key(~Key(0));
    if (wide == 0)
      bits = 0;
    return Key(bits & Sign ? ~bits : bits | Sign);
  } else if constexpr (std::is_signed_v<T>) {
    return Key(bits ^ Sign);
  } else {
    return bits;
  }
}

/// An element of a line: its key, widened so that all dtypes share one code, and where it stood.
struct Item {
  uint64_t key;
  int64_t index;
};
inline bool isBefore(const Item &a, const Item &b) { return a.key < b.key; }

/// The key of an element among others; descending, the largest one comes first.
template <typename T> KeyBits<sizeof(T)> orderedKey(T value, bool descending) {
  using Key = KeyBits<sizeof(T)>;
  Key key = keyOf(value);
  return descending ? Key(~key) : key;
}

/// Sorts lines; keeps its memory from line to line.
class Sorter {
public:
  /// The elements row[i * step] as they stand.
  template <typename T>
  std::vector<Item> &load(const T *row, int64_t step, int64_t n, bool descending) {
    items.resize(size_t(n));
    for (int64_t i = 0; i < n; ++i)
      items[size_t(i)] = {orderedKey(row[i * step], descending), i};
    return items;
  }

  /// The elements in order; equals by their index.
  template <typename T>
  const std::vector<Item> &sort(const T *row, int64_t step, int64_t n, bool descending) {
    load(row, step, n, descending);
    orderStably();
    return items;
  }

  /// The elements in order, equals as std::sort leaves them: so does eager without stable=True.
  template <typename T>
  const std::vector<Item> &sortUnstably(const T *row, int64_t step, int64_t n, bool descending) {
    load(row, step, n, descending);
    if (n >= Many) {
      orderStably();
      if (!hasEquals())
        return items;
      load(row, step, n, descending);
    }
    order();
    return items;
  }

private:
  static constexpr int64_t Many = 512;
  static constexpr int DigitBits = 11, Digits = (64 + DigitBits - 1) / DigitBits;
  static constexpr size_t Values = size_t(1) << DigitBits;

  static size_t digit(uint64_t key, int at) {
    return size_t(key >> (at * DigitBits)) & (Values - 1);
  }

  void orderStably();
  void order();
  void countDigits();
  bool hasEquals() const;

  std::vector<Item> items, other;
};

} // namespace lith::ops

#endif // LITH_OPS_SORT_H
