// Transposed.cpp: transposed convolution: a product, whose rows are then spread over the result.
#include "kernels/Matmul.h"
#include "kernels/Operands.h"
#include "kernels/convolution/Convolution.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

using namespace lith;
using namespace lith::kernels;
using lith::ops::Inside;
using lith::ops::Window;

namespace {

/// Where a tap puts the first place of a row, of a plane and of the input, and which places of a
/// row it puts inside of the result.
struct Tap {
  int64_t z, y, x;
  Inside inside;
};
std::vector<Tap> tapsOf(const Window &w) {
  std::vector<Tap> taps;
  for (int64_t z = 0; z < w.size[0]; ++z)
    for (int64_t y = 0; y < w.size[1]; ++y)
      for (int64_t x = 0; x < w.size[2]; ++x) {
        auto first = [&](int d, int64_t tap) { return tap * w.dilation[d] - w.padding[d]; };
        taps.push_back({first(0, z), first(1, y), first(2, x),
                        Inside(first(2, x), w.stride[2], w.in[2], w.out[2])});
      }
  return taps;
}

/// Adds to the result what each place of the input spreads through one tap: elements of `from`,
/// `step` apart.
template <typename T>
void spread(const Window &w, const Tap &tap, const T *from, int64_t step, T *result) {
  for (int64_t z = 0; z < w.out[0]; ++z)
    for (int64_t y = 0; y < w.out[1]; ++y, from += w.out[2] * step) {
      int64_t a = tap.z + z * w.stride[0], b = tap.y + y * w.stride[1];
      if (a < 0 || a >= w.in[0] || b < 0 || b >= w.in[1])
        continue;
      T *to = result + (a * w.in[1] + b) * w.in[2] + tap.x;
      for (int64_t x = tap.inside.begin; x < tap.inside.end; ++x)
        to[x * w.stride[2]] += from[x * step];
    }
}

Matrix transposeOf(const Matrix &m) {
  return {m.data, m.columns, m.rows, m.columnStride, m.rowStride};
}

/// For each image and group: spread = weight^T * input, a row for each tap of each output channel.
/// Of planes smaller than a panel, which would leave most lanes of the kernel empty, its transpose.
template <typename T> void transposed(const Convolution &c) {
  const Window &w = c.window;
  const ProductKernels &kernels = std::is_same_v<T, double> ? products().twice : products().single;
  int64_t channels = c.input->sizes[1] / c.groups, outputs = c.result->sizes[1] / c.groups;
  int64_t planeFrom = w.planeOut(), planeTo = w.planeIn(), taps = w.taps(), rows = outputs * taps;
  auto bytes = [](int64_t count) { return count * int64_t(sizeof(T)); };
  bool isSmall = planeFrom < PanelColumns;
  int64_t line = 64 / int64_t(sizeof(T)); // between places, lest all be in one set of the cache
  int64_t tapStep = isSmall ? 1 : planeFrom, placeStep = isSmall ? rows + line : 1;
  size_t size = size_t(bytes(isSmall ? placeStep * planeFrom : rows * planeFrom));
  std::vector<Tap> places = tapsOf(w);
  auto *rowsOfTaps = static_cast<T *>(takeShared(size));
  for (int64_t i = 0; i < c.input->sizes[0] * c.groups; ++i) {
    int64_t group = i % c.groups;
    auto *result = reinterpret_cast<T *>(c.result->data) + i * outputs * planeTo;
    for (int64_t o = 0; o < outputs; ++o)
      std::fill_n(result + o * planeTo, planeTo,
                  c.bias ? reinterpret_cast<const T *>(c.bias->data)[group * outputs + o] : T(0));
    Matrix a{c.weight->data + bytes(group * channels * rows), rows, channels, bytes(1),
             bytes(rows)};
    Matrix b{c.input->data + bytes(i * channels * planeFrom), channels, planeFrom, bytes(planeFrom),
             bytes(1)};
    Matrix all{reinterpret_cast<char *>(rowsOfTaps), rows, planeFrom, bytes(tapStep),
               bytes(placeStep)};
    if (isSmall)
      multiplyShared(kernels, transposeOf(b), transposeOf(a), transposeOf(all));
    else
      multiplyShared(kernels, a, b, all);
    for (int64_t row = 0; row < rows; ++row)
      spread(w, places[size_t(row % taps)], rowsOfTaps + row * tapStep, placeStep,
             result + row / taps * planeTo);
  }
  giveShared(rowsOfTaps, size);
}

} // namespace

void lith::kernels::convolveTransposed(const Convolution &convolution) {
  if (convolution.input->head.dtype == LITH_FLOAT64)
    transposed<double>(convolution);
  else
    transposed<float>(convolution);
}
