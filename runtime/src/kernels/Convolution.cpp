// Convolution.cpp: convolution without a copy of the whole unfolded input.
//
//   for each image, group and panel of 64 places of the result:
//     panel[k, place] = what tap k (a channel and a place in the window) sees there
//     result[:, panel] = weight * panel + bias
//
// A panel stays in the second-level cache; making it costs an element's copy for as many
// multiply-adds as there are output channels. With one channel in and out of a group there is
// nothing to multiply with, so rows of the result are sums of shifted rows of the input.
#include "kernels/Convolution.h"
#include "kernels/Matmul.h"
#include "kernels/Operands.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

using namespace lith;
using namespace lith::kernels;
using lith::ops::Window;

namespace {

/// Places of one row of the result that lie in a panel.
struct Segment {
  int64_t z, y, x, count, column;
};

/// A tap's place in the window.
struct Tap {
  int64_t z, y, x;
};
std::vector<Tap> tapsOf(const Window &w) {
  std::vector<Tap> taps;
  for (int64_t z = 0; z < w.size[0]; ++z)
    for (int64_t y = 0; y < w.size[1]; ++y)
      for (int64_t x = 0; x < w.size[2]; ++x)
        taps.push_back({z, y, x});
  return taps;
}

/// Of `count` places from `first` on, those whose source `start + i * step` is in [0, size).
struct Inside {
  Inside(int64_t start, int64_t step, int64_t size, int64_t count) {
    begin = start >= 0 ? 0 : std::min(count, (-start + step - 1) / step);
    end = start >= size ? begin : std::clamp((size - 1 - start) / step + 1, begin, count);
  }
  int64_t begin, end;
};

template <typename T> class Convolver {
public:
  explicit Convolver(const Convolution &c)
      : c(c), w(c.window), taps(tapsOf(w)),
        kernels(std::is_same_v<T, double> ? products().twice : products().single),
        channels(c.input->sizes[1] / c.groups), outputs(c.result->sizes[1] / c.groups),
        planeIn(w.planeIn()), planeOut(w.planeOut()), depth(channels * w.taps()) {}

  void run() {
    int64_t images = c.input->sizes[0] * c.groups;
    if (channels == 1 && outputs <= 2) {
      int64_t work = outputs * planeOut * w.taps() + 1;
      share(images, std::max<int64_t>(1, 1000000 / work), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          runShifted(i / c.groups, i % c.groups);
      });
      return;
    }
    int64_t panels = (planeOut + PanelColumns - 1) / PanelColumns;
    int64_t work = outputs * depth * PanelColumns + 1;
    share(images * panels, std::max<int64_t>(1, 2000000 / work), [&](int64_t begin, int64_t end) {
      size_t bytes = size_t(std::min(depth, Depth) * PanelColumns) * sizeof(T);
      auto *panel = static_cast<T *>(takeShared(bytes));
      for (int64_t i = begin; i < end; ++i)
        runPanel(i / panels / c.groups, i / panels % c.groups, i % panels * PanelColumns, panel);
      giveShared(panel, bytes);
    });
  }

private:
  static constexpr int64_t Depth = 1024; // rows of a panel

  const T *inputAt(int64_t image, int64_t group) const {
    return reinterpret_cast<const T *>(c.input->data) +
           (image * c.groups + group) * channels * planeIn;
  }
  T *resultAt(int64_t image, int64_t group) const {
    return reinterpret_cast<T *>(c.result->data) + (image * c.groups + group) * outputs * planeOut;
  }
  T biasOf(int64_t output) const {
    return c.bias ? reinterpret_cast<const T *>(c.bias->data)[output] : T(0);
  }

  void runPanel(int64_t image, int64_t group, int64_t place, T *panel) const {
    int64_t columns = std::min(PanelColumns, planeOut - place);
    const T *input = inputAt(image, group);
    T *result = resultAt(image, group) + place;
    const T *weight = reinterpret_cast<const T *>(c.weight->data) + group * outputs * depth;
    if (c.bias)
      for (int64_t o = 0; o < outputs; ++o)
        std::fill_n(result + o * planeOut, columns, biasOf(group * outputs + o));
    std::vector<Segment> segments = segmentsOf(place, columns);
    for (int64_t from = 0; from < depth; from += Depth) {
      int64_t rows = std::min(Depth, depth - from);
      int64_t channel = from / w.taps(), tap = from % w.taps();
      for (int64_t k = 0; k < rows; ++k) {
        fillRow(input + channel * planeIn, taps[size_t(tap)], segments, panel + k * PanelColumns);
        if (++tap == w.taps())
          tap = 0, ++channel;
      }
      auto bytes = [](int64_t count) { return count * int64_t(sizeof(T)); };
      Product product{reinterpret_cast<const char *>(weight + from),
                      reinterpret_cast<const char *>(panel),
                      reinterpret_cast<char *>(result),
                      outputs,
                      columns,
                      rows,
                      bytes(depth),
                      bytes(1),
                      bytes(PanelColumns),
                      bytes(planeOut),
                      c.bias || from > 0};
      kernels.outer(product);
    }
  }

  std::vector<Segment> segmentsOf(int64_t place, int64_t columns) const {
    std::vector<Segment> segments;
    for (int64_t column = 0; column < columns;) {
      int64_t at = place + column, x = at % w.out[2], row = at / w.out[2];
      int64_t count = std::min(w.out[2] - x, columns - column);
      segments.push_back({row / w.out[1], row % w.out[1], x, count, column});
      column += count;
    }
    return segments;
  }

  /// The row of the input that a tap sees from a row of the result; -1 in the padding.
  int64_t sourceRow(const Tap &tap, int64_t z, int64_t y) const {
    int64_t a = z * w.stride[0] - w.padding[0] + tap.z * w.dilation[0];
    int64_t b = y * w.stride[1] - w.padding[1] + tap.y * w.dilation[1];
    bool isInside = a >= 0 && a < w.in[0] && b >= 0 && b < w.in[1];
    return isInside ? a * w.in[1] + b : -1;
  }

  void fillRow(const T *plane, const Tap &tap, const std::vector<Segment> &segments, T *row) const {
    int64_t step = w.stride[2];
    for (const Segment &s : segments) {
      T *to = row + s.column;
      int64_t source = sourceRow(tap, s.z, s.y);
      if (source < 0) {
        std::fill_n(to, s.count, T(0));
        continue;
      }
      const T *from = plane + source * w.in[2];
      int64_t start = s.x * step - w.padding[2] + tap.x * w.dilation[2];
      Inside inside(start, step, w.in[2], s.count);
      std::fill_n(to, inside.begin, T(0));
      if (step == 1)
        std::copy(from + start + inside.begin, from + start + inside.end, to + inside.begin);
      else
        for (int64_t i = inside.begin; i < inside.end; ++i)
          to[i] = from[start + i * step];
      std::fill(to + inside.end, to + s.count, T(0));
    }
  }

  /// Elements of a padded row whose index has the same rest by the stride, side by side.
  int64_t phaseLength() const {
    return (w.in[2] + 2 * w.padding[2] + w.stride[2] - 1) / w.stride[2];
  }

  /// One input plane, its rows padded and split by the stride, and the output planes of its group.
  void runShifted(int64_t image, int64_t group) const {
    int64_t step = w.stride[2], length = phaseLength(), rows = w.in[0] * w.in[1];
    size_t bytes = size_t(rows * length * step) * sizeof(T);
    auto *padded = static_cast<T *>(takeShared(bytes));
    std::fill_n(padded, rows * length * step, T(0));
    const T *from = inputAt(image, group);
    for (int64_t i = 0; i < rows; ++i, from += w.in[2]) {
      T *row = padded + i * length * step;
      for (int64_t phase = 0; phase < step; ++phase) {
        // The first element of the phase that is not padding.
        int64_t index = std::max<int64_t>(0, (w.padding[2] - phase + step - 1) / step);
        for (int64_t x = index * step + phase - w.padding[2]; x < w.in[2]; x += step)
          row[phase * length + index++] = from[x];
      }
    }
    for (int64_t o = 0; o < outputs; ++o) {
      const T *weight =
          reinterpret_cast<const T *>(c.weight->data) + (group * outputs + o) * w.taps();
      T *to = resultAt(image, group) + o * planeOut;
      std::fill_n(to, planeOut, biasOf(group * outputs + o));
      for (int64_t z = 0; z < w.out[0]; ++z)
        for (int64_t y = 0; y < w.out[1]; ++y, to += w.out[2])
          addShifted(padded, weight, z, y, to);
    }
    giveShared(padded, bytes);
  }

  /// Adds to one row of the result what each tap sees.
  void addShifted(const T *padded, const T *weight, int64_t z, int64_t y, T *to) const {
    constexpr int64_t Most = 32; // rows of one sum
    const char *rows[Most];
    T factors[Most];
    int64_t count = 0, last = w.taps() - 1, step = w.stride[2], length = phaseLength();
    for (int64_t k = 0; k <= last; ++k) {
      const Tap &tap = taps[size_t(k)];
      if (int64_t row = sourceRow(tap, z, y); row >= 0) {
        int64_t shift = tap.x * w.dilation[2];
        rows[count] = reinterpret_cast<const char *>(padded + (row * step + shift % step) * length +
                                                     shift / step);
        factors[count++] = weight[k];
      }
      if (count == Most || k == last) {
        kernels.combine(rows, factors, count, reinterpret_cast<char *>(to), w.out[2]);
        count = 0;
      }
    }
  }

  const Convolution &c;
  const Window &w;
  const std::vector<Tap> taps;
  const ProductKernels &kernels;
  const int64_t channels, outputs; // of a group
  const int64_t planeIn, planeOut, depth;
};

/// Adds to the result what each place of the input spreads through one tap.
template <typename T> void spread(const Window &w, const Tap &tap, const T *from, T *result) {
  for (int64_t z = 0; z < w.out[0]; ++z)
    for (int64_t y = 0; y < w.out[1]; ++y, from += w.out[2]) {
      int64_t a = z * w.stride[0] - w.padding[0] + tap.z * w.dilation[0];
      int64_t b = y * w.stride[1] - w.padding[1] + tap.y * w.dilation[1];
      if (a < 0 || a >= w.in[0] || b < 0 || b >= w.in[1])
        continue;
      T *to = result + (a * w.in[1] + b) * w.in[2];
      int64_t start = tap.x * w.dilation[2] - w.padding[2];
      Inside inside(start, w.stride[2], w.in[2], w.out[2]);
      for (int64_t x = inside.begin; x < inside.end; ++x)
        to[start + x * w.stride[2]] += from[x];
    }
}

/// For each image and group: spread = weight^T * input, a row for each tap of each output channel.
template <typename T> void transposed(const Convolution &c) {
  const Window &w = c.window;
  const ProductKernels &kernels = std::is_same_v<T, double> ? products().twice : products().single;
  int64_t channels = c.input->sizes[1] / c.groups, outputs = c.result->sizes[1] / c.groups;
  int64_t planeFrom = w.planeOut(), planeTo = w.planeIn(), taps = w.taps(), rows = outputs * taps;
  auto bytes = [](int64_t count) { return count * int64_t(sizeof(T)); };
  size_t size = size_t(bytes(rows * planeFrom));
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
    Matrix all{reinterpret_cast<char *>(rowsOfTaps), rows, planeFrom, bytes(planeFrom), bytes(1)};
    multiplyShared(kernels, a, b, all);
    for (int64_t row = 0; row < rows; ++row)
      spread(w, places[size_t(row % taps)], rowsOfTaps + row * planeFrom,
             result + row / taps * planeTo);
  }
  giveShared(rowsOfTaps, size);
}

} // namespace

void lith::kernels::convolve(const Convolution &convolution) {
  if (convolution.input->head.dtype == LITH_FLOAT64)
    Convolver<double>(convolution).run();
  else
    Convolver<float>(convolution).run();
}

void lith::kernels::convolveTransposed(const Convolution &convolution) {
  if (convolution.input->head.dtype == LITH_FLOAT64)
    transposed<double>(convolution);
  else
    transposed<float>(convolution);
}
