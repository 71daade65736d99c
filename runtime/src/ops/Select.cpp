// Select.cpp: elements by their rank in a line: the top k, the k-th, the median, the most frequent.
//
// Which of equal elements is found is part of a result. Eager leaves it to the algorithms of the
// C++ library and to a partition of its own; the same ones run here, with less work around them.
#include "ops/Lines.h"

#include <algorithm>

using namespace lith;
using namespace lith::ops;

namespace {

/// The last of the heap gives way to an element that comes before it; one place behind is for that.
void replaceLast(std::vector<Item> &heap, Item item) {
  if (item.key >= heap[0].key)
    return;
  heap.back() = item;
  std::pop_heap(heap.begin(), heap.end(), isBefore);
}

/// The first `keep` elements in order, as std::partial_sort finds them. That passes over all that
/// are not before the last of those found so far, which is seen here for a block at a time.
template <typename T>
std::vector<Item> partOf(const T *row, const Line &line, int64_t keep, bool descending) {
  constexpr int64_t Block = 64;
  auto key = [&](int64_t i) { return orderedKey(row[i * line.step], descending); };
  std::vector<Item> heap(size_t(keep) + 1); // one place for the element that comes in
  for (int64_t i = 0; i < keep; ++i)
    heap[size_t(i)] = {key(i), i};
  auto end = heap.begin() + keep;
  std::make_heap(heap.begin(), end, isBefore);
  for (int64_t begin = keep; begin < line.size; begin += Block) {
    int64_t stop = std::min(begin + Block, line.size);
    auto least = key(begin);
    for (int64_t i = begin + 1; i < stop; ++i)
      least = std::min(least, key(i));
    if (least >= heap[0].key)
      continue;
    for (int64_t i = begin; i < stop; ++i)
      replaceLast(heap, {key(i), i});
  }
  std::sort_heap(heap.begin(), end, isBefore);
  return heap;
}

/// Moves the element that comes after k others in order to place k, by Hoare's partition around
/// the median of three.
void quickSelect(std::vector<Item> &items, int64_t k) {
  auto isAfter = [&](int64_t a, int64_t b) { return items[size_t(a)].key > items[size_t(b)].key; };
  auto swap = [&](int64_t a, int64_t b) { std::swap(items[size_t(a)], items[size_t(b)]); };
  int64_t left = 0, right = int64_t(items.size()) - 1;
  while (right > left + 1) {
    swap((left + right) >> 1, left + 1);
    if (isAfter(left + 1, right))
      swap(left + 1, right);
    if (isAfter(left, right))
      swap(left, right);
    if (isAfter(left + 1, left))
      swap(left + 1, left);
    int64_t i = left + 1, j = right;
    while (true) {
      do
        ++i;
      while (isAfter(left, i));
      do
        --j;
      while (isAfter(j, left));
      if (j < i)
        break;
      swap(i, j);
    }
    swap(left, j);
    if (j <= k)
      left = i;
    if (j >= k)
      right = j - 1;
  }
  if (right == left + 1 && isAfter(left, right))
    swap(left, right);
}

/// The first k elements, in order where asked for.
const std::vector<Item> &cutAt(std::vector<Item> &items, int64_t k, bool sorted) {
  auto last = items.begin() + k - 1;
  std::nth_element(items.begin(), last, items.end(), isBefore);
  if (sorted)
    std::sort(items.begin(), last, isBefore);
  return items;
}

/// How many elements of a line are no NaN, and the first one that is, or the size.
template <typename T> std::pair<int64_t, int64_t> numbersIn(const T *row, const Line &line) {
  int64_t count = 0, first = line.size;
  for (int64_t i = 0; i < line.size; ++i) {
    bool isNumber = true;
    if constexpr (isFloating<T>)
      isNumber = Accumulate<T>(row[i * line.step]) == Accumulate<T>(row[i * line.step]);
    count += isNumber;
    if (!isNumber && first == line.size)
      first = i;
  }
  return {count, first};
}

} // namespace

extern "C" {

lith_tensor *lith_rt_topk_index(lith_ctx *ctx, lith_tensor *tensor, int64_t k, int64_t dim,
                                bool largest, bool sorted) {
  if (k < 0 || k > sizeOfLine(tensor, dim)) {
    raise(ctx, LITH_CLASS_RuntimeError, "selected index k out of range");
    return nullptr;
  }
  return indicesOfLines(ctx, tensor, dim, k, [&](auto &sorter, const auto *row, const Line &line) {
    auto put = [&](const auto &items) {
      for (int64_t i = 0; i < k; ++i)
        line.put(i, items[size_t(i)].index);
    };
    if (k == 0)
      return;
    if (k * 64 <= line.size) {
      put(partOf(row, line, k, largest));
      return;
    }
    put(cutAt(sorter.load(row, line.step, line.size, largest), k, sorted));
  });
}

lith_tensor *lith_rt_kth_index(lith_ctx *ctx, lith_tensor *tensor, int64_t k, int64_t dim) {
  return indicesOfLines(ctx, tensor, dim, 1, [&](auto &sorter, const auto *row, const Line &line) {
    auto &items = sorter.load(row, line.step, line.size, false);
    quickSelect(items, k);
    line.put(0, items[size_t(k)].index);
  });
}

lith_tensor *lith_rt_median_index(lith_ctx *ctx, lith_tensor *tensor, int64_t dim, bool skipNaN) {
  return indicesOfLines(ctx, tensor, dim, 1, [&](auto &sorter, const auto *row, const Line &line) {
    auto [numbers, firstNaN] = numbersIn(row, line);
    if (numbers == 0 || (numbers < line.size && !skipNaN)) {
      line.put(0, firstNaN);
      return;
    }
    auto &items = sorter.load(row, line.step, line.size, false);
    int64_t rank = (numbers - 1) / 2;
    quickSelect(items, rank);
    // As many of its equals stand before it as smaller ones leave of the rank.
    uint64_t key = items[size_t(rank)].key;
    for (const auto &item : items)
      rank -= item.key < key;
    for (int64_t i = 0;; ++i)
      if (orderedKey(row[i * line.step], false) == key && rank-- == 0) {
        line.put(0, i);
        break;
      }
  });
}

lith_tensor *lith_rt_mode_index(lith_ctx *ctx, lith_tensor *tensor, int64_t dim) {
  return indicesOfLines(ctx, tensor, dim, 1, [&](auto &sorter, const auto *row, const Line &line) {
    const auto &items = sorter.sortUnstably(row, line.step, line.size, false);
    int64_t best = 0, run = 0;
    for (size_t i = 0; i < items.size(); ++i) {
      ++run;
      if (i + 1 < items.size() && items[i].key == items[i + 1].key)
        continue;
      if (run > best) {
        best = run;
        line.put(0, items[i].index);
      }
      run = 0;
    }
  });
}
}
