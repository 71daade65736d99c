// ConvolutionTest.cpp: the parts of a convolution on every vector unit of this processor.
#include "kernels/products/Product.h"

#include <gtest/gtest.h>
#include <numeric>

using namespace lith::kernels;

namespace {

template <typename T> char *bytes(std::vector<T> &values) {
  return reinterpret_cast<char *>(values.data());
}
template <typename T> std::vector<T> counting(int64_t count) {
  std::vector<T> values(count);
  std::iota(values.begin(), values.end(), T(1));
  return values;
}

template <typename T> void checkPad(const ProductKernels &kernels, int64_t count, int64_t before) {
  int64_t rows = 3, length = 2 * before + count;
  std::vector<T> from = counting<T>(rows * count), to(rows * length + kernels.lanes, T(-1));
  kernels.pad({bytes(from), bytes(to), rows, count, before, length});
  for (int64_t i = 0; i < rows * length; ++i) {
    int64_t x = i % length - before;
    T want = x >= 0 && x < count ? from[i / length * count + x] : T(0);
    ASSERT_EQ(to[i], want) << count << " + 2 * " << before << " at " << i;
  }
}

/// Two channels and two taps, rows of 5 places of which a panel holds all.
template <typename T> void checkUnfold(const ProductKernels &kernels) {
  int64_t w = sizeof(T), places = 20, plane = 40;
  std::vector<T> planes = counting<T>(2 * plane), panel(4 * PanelColumns + kernels.lanes);
  std::vector<int64_t> taps{0, 3 * w};
  std::vector<Piece> pieces;
  for (int64_t row = 0; row < places / 5; ++row)
    for (int64_t at = 0; at < 5; at += kernels.lanes)
      pieces.push_back({(row * 8 + at) * w, (row * 5 + at) * w, std::min(kernels.lanes, 5 - at)});
  kernels.unfold({bytes(planes), plane * w, 2, taps.data(), 2, pieces.data(),
                  int64_t(pieces.size()), bytes(panel)});
  for (int64_t k = 0; k < 4; ++k)
    for (int64_t i = 0; i < places; ++i)
      ASSERT_EQ(panel[k * PanelColumns + i], planes[k / 2 * plane + k % 2 * 3 + i / 5 * 8 + i % 5])
          << k << ", " << i;
}

template <typename T>
void checkFilter(const ProductKernels &kernels, int64_t columns, bool biased) {
  int64_t w = sizeof(T), rows = 7, length = columns + 2;
  std::vector<T> plane = counting<T>((rows + 1) * length), to(rows * columns);
  std::vector<T> weights{T(2), T(-1), T(0.5)};
  std::vector<int64_t> taps{0, 2 * w, (length + 1) * w};
  T bias = T(100);
  kernels.filter({bytes(plane), length * w, rows, columns, taps.data(), weights.data(), 3,
                  biased ? &bias : nullptr, bytes(to)});
  for (int64_t i = 0; i < rows * columns; ++i) {
    int64_t at = i / columns * length + i % columns;
    T want = plane[at] * 2 - plane[at + 2] + plane[at + length + 1] / 2 + (biased ? bias : T(0));
    ASSERT_EQ(to[i], want) << columns << " columns at " << i;
  }
}

template <typename T> void checkAll(const ProductKernels &kernels) {
  for (int64_t count : {1, 7, 8, 16, 35, 64})
    for (int64_t before : {0, 1, 5, 20})
      checkPad<T>(kernels, count, before);
  checkUnfold<T>(kernels);
  for (int64_t columns : {1, 4, 7, 16, 17, 40, 64, 70, 130})
    for (bool biased : {false, true})
      checkFilter<T>(kernels, columns, biased);
}

void checkUnit(const ProductUnit &unit) {
  checkAll<float>(unit.single);
  checkAll<double>(unit.twice);
}

TEST(Convolution, Baseline) { checkUnit(baselineProducts); }
#if defined(__x86_64__)
TEST(Convolution, Avx2) {
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    checkUnit(avx2Products);
}
TEST(Convolution, Avx512) {
  if (&products() == &avx512Products)
    checkUnit(avx512Products);
}
#endif

} // namespace
