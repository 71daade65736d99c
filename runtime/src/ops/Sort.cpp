// Sort.cpp: ordering items by their keys.
#include "ops/Sort.h"

#include <algorithm>
#include <utility>

namespace lith::ops {

void Sorter::orderStably() {
  if (int64_t(items.size()) >= Many) {
    countDigits();
    return;
  }
  std::sort(items.begin(), items.end(), [](const Item &a, const Item &b) {
    return a.key < b.key || (a.key == b.key && a.index < b.index);
  });
}

void Sorter::order() { std::sort(items.begin(), items.end(), isBefore); }

bool Sorter::hasEquals() const {
  auto isSame = [](const Item &a, const Item &b) { return a.key == b.key; };
  return std::adjacent_find(items.begin(), items.end(), isSame) != items.end();
}

void Sorter::countDigits() {
  uint64_t differing = 0; // bits that some keys have and others lack
  for (const Item &item : items)
    differing |= item.key ^ items[0].key;
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

} // namespace lith::ops
