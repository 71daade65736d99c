// Weights.cpp: the gradient of a convolution's weight, without a copy of the whole unfolded input.
//
//   for some images at once, each group, some channels, each panel of 64 places (Panels.h):
//     sums[k, output] += panel[k, :] * gradient[output, :]
//
// Channels are so few that their sums and a panel stay in the first-level cache. The gradient's
// places are packed as rows of outputs once for all channels; of few outputs, which would leave
// most lanes of such a row empty, they are dot products with the panel's rows.
#include "kernels/Matmul.h"
#include "kernels/convolution/Convolution.h"
#include "kernels/convolution/Panels.h"

using namespace lith;
using namespace lith::kernels;
using lith::ops::Window;

namespace {

/// A panel of 64 places: where its columns come from.
struct Columns {
  int64_t count;
  std::vector<Part> parts;
  std::vector<Piece> pieces;
};

template <typename T> class WindowSums {
public:
  explicit WindowSums(const WeightGradient &g)
      : g(g), w(g.window), panels(w, g.input->sizes[1]), kernels(kernelsFor<T>()),
        images(g.input->sizes[0]), channels(g.input->sizes[1] / g.groups),
        outputs(g.gradient->sizes[1] / g.groups), depth(channels * w.taps()),
        blocks((outputs + PanelColumns - 1) / PanelColumns),
        block((PanelColumns + kernels.lanes) * PanelColumns) {}

  void run() {
    if (w.planeOut() == 1 && w.planeIn() == w.taps() && panels.laidOut().isIdentity())
      return multiplyWhole();
    int64_t step = panels.step(images), most = (step * w.planeOut() - 1) / PanelColumns + 1;
    Buffer<T> laid(panels.room(step)), sums(g.groups * depth * outputs);
    Buffer<T> rows(isNarrow() ? 0 : g.groups * most * blocks * block);
    std::fill_n(sums.data(), g.groups * depth * outputs, T(0));
    for (int64_t image = 0; image < images; image += step) {
      int64_t count = std::min(step, images - image);
      const T *from =
          reinterpret_cast<const T *>(g.input->data) + image * g.input->sizes[1] * w.planeIn();
      const T *planes = panels.lay(from, count, laid.data());
      std::vector<Columns> all = columnsOf(image, count);
      if (!isNarrow())
        packAll(all, rows.data());
      addAll(all, planes, rows.data(), sums.data());
    }
    turn(sums.data());
  }

private:
  bool isNarrow() const { return outputs < kernels.lanes / 2; }
  T *result(int64_t group) const {
    return reinterpret_cast<T *>(g.result->data) + group * outputs * depth;
  }
  const T *gradientAt(int64_t group, const Part &part) const {
    return reinterpret_cast<const T *>(g.gradient->data) +
           (part.image * g.groups + group) * outputs * w.planeOut() + part.place;
  }

  std::vector<Columns> columnsOf(int64_t image, int64_t count) const {
    std::vector<Columns> all;
    int64_t places = count * w.planeOut();
    for (int64_t first = 0; first < places; first += PanelColumns) {
      Columns columns{std::min(PanelColumns, places - first), {}, {}};
      columns.parts = panels.partsOf(image, first, columns.count);
      columns.pieces = panels.piecesOf(columns.parts, image);
      all.push_back(std::move(columns));
    }
    return all;
  }

  /// For each group, panel and block of 64 outputs: a row of outputs for each place.
  void packAll(const std::vector<Columns> &all, T *rows) const {
    int64_t number = int64_t(all.size()), cost = outputs * PanelColumns;
    share(g.groups * number, std::max<int64_t>(1, 100000 / cost), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        for (const Part &part : all[size_t(i % number)].parts)
          for (int64_t at = 0; at < blocks; ++at)
            kernels.pack(charsOf(gradientAt(i / number, part) + at * PanelColumns * w.planeOut()),
                         bytesOf<T>(w.planeOut()),
                         charsOf(rows + (i * blocks + at) * block + part.column * PanelColumns),
                         part.count, std::min(PanelColumns, outputs - at * PanelColumns));
    });
  }

  /// Adds what these images give to the sums, [group, k, output].
  void addAll(const std::vector<Columns> &all, const T *planes, const T *rows, T *sums) const {
    constexpr int64_t Rows = 96; // of the sums, at once
    int64_t step = std::min(channels, std::max<int64_t>(1, Rows / w.taps()));
    int64_t parts = (channels + step - 1) / step;
    int64_t cost = step * w.taps() * outputs * int64_t(all.size()) * PanelColumns;
    share(g.groups * parts, std::max<int64_t>(1, 2000000 / (cost + 1)),
          [&](int64_t begin, int64_t end) {
            Buffer<T> panel(step * w.taps() * PanelColumns + kernels.lanes);
            for (int64_t i = begin; i < end; ++i) {
              int64_t group = i / parts, first = i % parts * step;
              int64_t count = std::min(step, channels - first);
              T *to = sums + (group * depth + first * w.taps()) * outputs;
              for (size_t at = 0; at < all.size(); ++at) {
                panels.unfold(planes + (group * channels + first) * panels.length(), count,
                              all[at].pieces, panel.data());
                int64_t place = (group * int64_t(all.size()) + int64_t(at)) * blocks * block;
                isNarrow() ? addDots(group, all[at], panel.data(), count, to)
                           : addProducts(all[at], panel.data(), count, rows + place, to);
              }
            }
          });
  }

  void addProducts(const Columns &columns, const T *panel, int64_t count, const T *rows,
                   T *to) const {
    for (int64_t at = 0; at < blocks; ++at) {
      Product product{charsOf(panel),
                      charsOf(rows + at * block),
                      charsOf(to + at * PanelColumns),
                      count * w.taps(),
                      std::min(PanelColumns, outputs - at * PanelColumns),
                      columns.count,
                      bytesOf<T>(PanelColumns),
                      bytesOf<T>(1),
                      bytesOf<T>(PanelColumns),
                      bytesOf<T>(outputs),
                      true};
      kernels.outer(product);
    }
  }

  void addDots(int64_t group, const Columns &columns, const T *panel, int64_t count, T *to) const {
    for (const Part &part : columns.parts) {
      Product product{charsOf(panel + part.column),
                      charsOf(gradientAt(group, part)),
                      charsOf(to),
                      count * w.taps(),
                      outputs,
                      part.count,
                      bytesOf<T>(PanelColumns),
                      bytesOf<T>(1),
                      bytesOf<T>(w.planeOut()),
                      bytesOf<T>(outputs),
                      true};
      kernels.dot(product);
    }
  }

  /// From a row for each k to one for each output.
  void turn(const T *sums) const {
    for (int64_t group = 0; group < g.groups; ++group, sums += depth * outputs)
      for (int64_t o = 0; o < outputs; ++o)
        for (int64_t k = 0; k < depth; ++k)
          result(group)[o * depth + k] = sums[k * outputs + o];
  }

  /// Windows that see the whole of an image: one product over the images.
  void multiplyWhole() const {
    int64_t from = g.groups * outputs, to = g.groups * depth;
    for (int64_t group = 0; group < g.groups; ++group) {
      const T *gradient = reinterpret_cast<const T *>(g.gradient->data) + group * outputs;
      const T *input = reinterpret_cast<const T *>(g.input->data) + group * depth;
      multiplyShared(kernels, {charsOf(gradient), outputs, images, bytesOf<T>(1), bytesOf<T>(from)},
                     {charsOf(input), images, depth, bytesOf<T>(to), bytesOf<T>(1)},
                     {charsOf(result(group)), outputs, depth, bytesOf<T>(depth), bytesOf<T>(1)});
    }
  }

  const WeightGradient &g;
  const Window &w;
  const Panels<T> panels;
  const ProductKernels &kernels;
  const int64_t images, channels, outputs; // channels of a group
  const int64_t depth, blocks, block;      // of 64 outputs; elements of a packed one
};

} // namespace

void lith::kernels::sumWindows(const WeightGradient &weight) {
  if (weight.input->head.dtype == LITH_FLOAT64)
    WindowSums<double>(weight).run();
  else
    WindowSums<float>(weight).run();
}
