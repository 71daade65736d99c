// Sort.cpp: the stable sort of lists. It only asks `<`, and stays inside its
// arrays whatever the comparisons answer (NaN, exceptions).
#include "objects/Containers.h"

#include <lith/insertion.h>

#include <algorithm>
#include <vector>

using namespace lith;

namespace {

struct Sorter {
  lith_ctx *ctx;
  lith_value *values, *keys; // `values` may be null
  std::vector<lith_value> otherValues, otherKeys;
  bool failed = false;

  bool isLess(lith_value a, lith_value b) {
    if (failed)
      return false;
    if (a.tag == LITH_INT && b.tag == LITH_INT)
      return intOf(a) < intOf(b);
    int result = compare(ctx, LITH_LT, a, b);
    failed = result < 0;
    return result > 0;
  }
  bool less(int64_t i, int64_t j) { return isLess(keys[i], keys[j]); }
  void reverse(int64_t low, int64_t high) {
    std::reverse(keys + low, keys + high);
    if (values)
      std::reverse(values + low, values + high);
  }
  void insert(int64_t from, int64_t to) {
    std::rotate(keys + to, keys + from, keys + from + 1);
    if (values)
      std::rotate(values + to, values + from, values + from + 1);
  }

  void merge(int64_t low, int64_t middle, int64_t high) {
    std::copy(keys + low, keys + middle, otherKeys.begin());
    if (values)
      std::copy(values + low, values + middle, otherValues.begin());
    int64_t left = 0, leftEnd = middle - low, right = middle, out = low;
    while (left < leftEnd) {
      bool takeRight = right < high && isLess(keys[right], otherKeys[left]);
      keys[out] = takeRight ? keys[right] : otherKeys[left];
      if (values)
        values[out] = takeRight ? values[right] : otherValues[left];
      ++out;
      ++(takeRight ? right : left);
    }
  }

  // Where runs begin, each of `least` elements or more but the last, and the end.
  std::vector<int64_t> makeRuns(int64_t count, int64_t least) {
    std::vector<int64_t> starts;
    for (int64_t low = 0; low < count;) {
      starts.push_back(low);
      int64_t sorted = low + runLength(*this, low, count);
      int64_t end = std::max(sorted, std::min(low + least, count));
      insertByHalves(*this, low, sorted, end);
      low = end;
    }
    starts.push_back(count);
    return starts;
  }

  void mergeNeighbours(std::vector<int64_t> &starts) {
    std::vector<int64_t> left;
    size_t i = 0;
    for (; i + 2 < starts.size(); i += 2) {
      merge(starts[i], starts[i + 1], starts[i + 2]);
      left.push_back(starts[i]);
    }
    left.insert(left.end(), starts.begin() + static_cast<std::ptrdiff_t>(i), starts.end());
    starts = std::move(left);
  }
};

// So many that a power of two of such runs make up the list, or a bit more.
int64_t leastRun(int64_t count) {
  int64_t rest = 0;
  for (; count >= LeastMergedRun; count >>= 1)
    rest |= count & 1;
  return count + rest;
}

} // namespace

bool lith::sortValues(lith_ctx *ctx, lith_value *values, lith_value *keys, int64_t count,
                      bool reverse) {
  Sorter sorter{ctx, values, keys, {}, {}};
  if (reverse)
    sorter.reverse(0, count);
  std::vector<int64_t> starts = sorter.makeRuns(count, leastRun(count));
  if (starts.size() > 2) {
    sorter.otherKeys.resize(count);
    if (values)
      sorter.otherValues.resize(count);
  }
  while (starts.size() > 2 && !sorter.failed)
    sorter.mergeNeighbours(starts);
  if (reverse)
    sorter.reverse(0, count);
  return !sorter.failed;
}
