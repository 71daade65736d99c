// Transposed.cpp: transposed convolution: a product, whose rows are then spread over the result.
// With strides of 1 it is a convolution with the window turned around.
#include "kernels/Matmul.h"
#include "kernels/convolution/Panels.h"

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
  auto bytes = bytesOf<T>;
  bool isSmall = planeFrom < PanelColumns;
  int64_t line = 64 / int64_t(sizeof(T)); // between places, lest all be in one set of the cache
  int64_t tapStep = isSmall ? 1 : planeFrom, placeStep = isSmall ? rows + line : 1;
  std::vector<Tap> places = tapsOf(w);
  Buffer<T> rowsOfTaps(isSmall ? placeStep * planeFrom : rows * planeFrom);
  for (int64_t i = 0; i < c.input->sizes[0] * c.groups; ++i) {
    int64_t group = i % c.groups;
    auto *result = reinterpret_cast<T *>(c.result->data) + i * outputs * planeTo;
    for (int64_t o = 0; o < outputs; ++o)
      std::fill_n(result + o * planeTo, planeTo,
                  c.bias ? reinterpret_cast<const T *>(c.bias->data)[group * outputs + o] : T(0));
    Matrix a{charsOf(c.weight + bytes(group * channels * rows)), rows, channels, bytes(1),
             bytes(rows)};
    Matrix b{c.input->data + bytes(i * channels * planeFrom), channels, planeFrom, bytes(planeFrom),
             bytes(1)};
    Matrix all{charsOf(rowsOfTaps.data()), rows, planeFrom, bytes(tapStep), bytes(placeStep)};
    if (isSmall)
      multiplyShared(kernels, transposeOf(b), transposeOf(a), transposeOf(all));
    else
      multiplyShared(kernels, a, b, all);
    for (int64_t row = 0; row < rows; ++row)
      spread(w, places[size_t(row % taps)], rowsOfTaps.data() + row * tapStep, placeStep,
             result + row / taps * planeTo);
  }
}

/// Whether it is a convolution, and one with enough outputs to multiply with, or with nothing to
/// multiply.
bool isTurnable(const Convolution &c) {
  constexpr int64_t Few = 8;
  const Window &w = c.window;
  int64_t outputs = c.result->sizes[1] / c.groups;
  bool all = outputs >= Few || c.input->sizes[1] == c.groups;
  for (int d = 0; d < ops::Spatial; ++d)
    all &= w.stride[d] == 1 && w.extra[d] == 0 && w.padding[d] <= w.dilation[d] * (w.size[d] - 1);
  return all;
}

template <typename T> void turned(const Convolution &c) {
  int64_t inputs = c.input->sizes[1] / c.groups, outputs = c.result->sizes[1] / c.groups;
  int64_t taps = c.window.taps();
  Buffer<T> weight(c.groups * outputs * inputs * taps);
  auto *from = reinterpret_cast<const T *>(c.weight);
  T *to = weight.data();
  for (int64_t group = 0; group < c.groups; ++group, from += inputs * outputs * taps)
    for (int64_t o = 0; o < outputs; ++o)
      for (int64_t i = 0; i < inputs; ++i, to += taps)
        std::reverse_copy(from + (i * outputs + o) * taps, from + (i * outputs + o + 1) * taps, to);
  Convolution convolution = c;
  Window &w = convolution.window;
  for (int d = 0; d < ops::Spatial; ++d) {
    std::swap(w.in[d], w.out[d]);
    w.padding[d] = w.dilation[d] * (w.size[d] - 1) - w.padding[d];
  }
  convolution.weight = charsOf(weight.data());
  convolve(convolution);
}

template <typename T> void run(const Convolution &c) {
  isTurnable(c) ? turned<T>(c) : transposed<T>(c);
}

} // namespace

void lith::kernels::convolveTransposed(const Convolution &convolution) {
  if (convolution.input->head.dtype == LITH_FLOAT64)
    run<double>(convolution);
  else
    run<float>(convolution);
}
