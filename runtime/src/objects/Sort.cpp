// Sort.cpp: the stable sort of lists. It only asks `<`, and stays inside its
// arrays whatever the comparisons answer (NaN, exceptions).
#include "objects/Containers.h"

#include <algorithm>
#include <vector>

using namespace lith;

namespace {

struct Sorter {
  lith_ctx *ctx;
  lith_value *values, *keys; // `values` may be null
  std::vector<lith_value> otherValues, otherKeys;
  bool failed = false;

  bool less(lith_value a, lith_value b) {
    if (failed)
      return false;
    if (a.tag == LITH_INT && b.tag == LITH_INT)
      return intOf(a) < intOf(b);
    int result = compare(ctx, LITH_LT, a, b);
    failed = result < 0;
    return result > 0;
  }

  void insertionSort(int64_t low, int64_t high) {
    for (int64_t i = low + 1; i < high; ++i) {
      lith_value key = keys[i], value = values ? values[i] : nullValue();
      int64_t j = i;
      for (; j > low && less(key, keys[j - 1]); --j) {
        keys[j] = keys[j - 1];
        if (values)
          values[j] = values[j - 1];
      }
      keys[j] = key;
      if (values)
        values[j] = value;
    }
  }

  void merge(int64_t low, int64_t middle, int64_t high) {
    std::copy(keys + low, keys + middle, otherKeys.begin());
    if (values)
      std::copy(values + low, values + middle, otherValues.begin());
    int64_t left = 0, leftEnd = middle - low, right = middle, out = low;
    while (left < leftEnd) {
      bool takeRight = right < high && less(keys[right], otherKeys[left]);
      keys[out] = takeRight ? keys[right] : otherKeys[left];
      if (values)
        values[out] = takeRight ? values[right] : otherValues[left];
      ++out;
      ++(takeRight ? right : left);
    }
  }
};

} // namespace

bool lith::sortValues(lith_ctx *ctx, lith_value *values, lith_value *keys, int64_t count,
                      bool reverse) {
  constexpr int64_t Run = 16;
  Sorter sorter{ctx, values, keys, {}, {}};
  auto flip = [&] {
    std::reverse(keys, keys + count);
    if (values)
      std::reverse(values, values + count);
  };
  if (reverse)
    flip();
  for (int64_t low = 0; low < count; low += Run)
    sorter.insertionSort(low, std::min(low + Run, count));
  if (count > Run) {
    sorter.otherKeys.resize(count);
    if (values)
      sorter.otherValues.resize(count);
  }
  for (int64_t width = Run; width < count && !sorter.failed; width *= 2)
    for (int64_t low = 0; low + width < count; low += 2 * width)
      sorter.merge(low, low + width, std::min(low + 2 * width, count));
  if (reverse)
    flip();
  return !sorter.failed;
}
