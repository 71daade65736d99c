// Sort.h: the order of elements, by keys that compare as unsigned integers.
//
//   -1.5, NaN, 0.0, -0.0    =>    keys 0x403fffff, 0xffffffff, 0x80000000, 0x80000000
//
// Keys and indices are moved together, so that comparing needs no look at the elements: a few at a
// time by std::sort, more by counting one digit of the keys after the other, the lowest first,
// which keeps the order of equals. A digit that all keys share is skipped.
#ifndef LITH_OPS_SORT_H
#define LITH_OPS_SORT_H

#include "ops/Tensors.h"

#include <algorithm>
#include <bit>
#include <utility>
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

/// Sorts lines of one element type; keeps its memory from line to line.
template <typename T> class Sorter {
public:
  using Key = KeyBits<sizeof(T)>;
  struct Item {
    Key key;
    int64_t index;
  };

  static bool isBefore(const Item &a, const Item &b) { return a.key < b.key; }

  /// The elements row[i * step] as they stand.
  std::vector<Item> &load(const T *row, int64_t step, int64_t n, bool descending) {
    items.resize(size_t(n));
    for (int64_t i = 0; i < n; ++i) {
      Key key = keyOf(row[i * step]);
      items[size_t(i)] = {descending ? Key(~key) : key, i};
    }
    return items;
  }

  /// The elements in order; equals by their index.
  const std::vector<Item> &sort(const T *row, int64_t step, int64_t n, bool descending) {
    load(row, step, n, descending);
    if (n < Many)
      std::sort(items.begin(), items.end(), [](const Item &a, const Item &b) {
        return a.key < b.key || (a.key == b.key && a.index < b.index);
      });
    else
      countDigits();
    return items;
  }

  /// The elements in order, equals as std::sort leaves them: so does eager without stable=True.
  const std::vector<Item> &sortUnstably(const T *row, int64_t step, int64_t n, bool descending) {
    auto isSame = [](const Item &a, const Item &b) { return a.key == b.key; };
    if (n >= Many) {
      sort(row, step, n, descending);
      if (std::adjacent_find(items.begin(), items.end(), isSame) == items.end())
        return items;
    }
    load(row, step, n, descending);
    std::sort(items.begin(), items.end(), isBefore);
    return items;
  }

private:
  static constexpr int64_t Many = 512;
  static constexpr int DigitBits = sizeof(T) == 1 ? 8 : 11;
  static constexpr int Digits = (8 * int(sizeof(T)) + DigitBits - 1) / DigitBits;
  static constexpr size_t Values = size_t(1) << DigitBits;

  static size_t digit(Key key, int at) { return size_t(key >> (at * DigitBits)) & (Values - 1); }

  void countDigits() {
    Key differing = 0; // bits that some keys have and others lack
    for (const Item &item : items)
      differing |= Key(item.key ^ items[0].key);
    other.resize(items.size());
    for (int d = 0; d < Digits; ++d) {
      if (digit(differing, d) == 0)
        continue;
      size_t begin[Values] = {}, at = 0;
      for (const Item &item : items)
        ++begin[digit(item.key, d)];
      for (size_t &value : begin)
        at += std::exchange(value, at);
      for (const Item &item : items)
        other[begin[digit(item.key, d)]++] = item;
      items.swap(other);
    }
  }

  std::vector<Item> items, other;
};

} // namespace lith::ops

#endif // LITH_OPS_SORT_H
