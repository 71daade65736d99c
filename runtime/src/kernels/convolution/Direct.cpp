// Direct.cpp: convolution without a copy of the whole unfolded input.
//
//   for some images at once, each group, each panel of 64 places of the result (Panels.h):
//     result[:, panel] = weight * panel + bias
//
// A panel stays in the second-level cache; making it costs a vector's store for as many
// multiply-adds of vectors as there are output channels. A handful of places are dot products with
// the rows of the weight instead, bound by reading it. Patches, which do not overlap, are copied
// whole, and are the rows of a matrix that the weight is multiplied with. With one channel in a
// group there is nothing to multiply with, so rows of the result are sums of shifted rows.
#include "kernels/Matmul.h"
#include "kernels/convolution/Panels.h"

#include <algorithm>
#include <cstring>

using namespace lith;
using namespace lith::kernels;
using lith::ops::Window;

namespace {

template <typename T> class Convolver {
public:
  explicit Convolver(const Convolution &c)
      : c(c), w(c.window), panels(w, c.input->sizes[1]), layout(panels.laidOut()),
        kernels(kernelsFor<T>()), images(c.input->sizes[0]), channels(c.input->sizes[1] / c.groups),
        outputs(c.result->sizes[1] / c.groups), planeIn(w.planeIn()), planeOut(w.planeOut()),
        depth(channels * w.taps()) {}

  void run() {
    if (channels == 1 && outputs <= FewOutputs)
      return runFilters();
    if (planeOut == 1 || images * planeOut <= FewPlaces)
      return runDots();
    if (isPatches())
      return runPatches();
    int64_t step = panels.step(images);
    Buffer<T> laid(panels.room(step));
    for (int64_t image = 0; image < images; image += step) {
      int64_t count = std::min(step, images - image);
      runPanels(image, count, panels.lay(inputAt(image, 0), count, laid.data()));
    }
  }

private:
  static constexpr int64_t FewPlaces = 8;  // for which panels would be mostly empty
  static constexpr int64_t FewOutputs = 4; // for which panels would not pay

  const T *inputAt(int64_t image, int64_t group) const {
    return reinterpret_cast<const T *>(c.input->data) +
           (image * c.groups + group) * channels * planeIn;
  }
  T *resultAt(int64_t image, int64_t group) const {
    return reinterpret_cast<T *>(c.result->data) + (image * c.groups + group) * outputs * planeOut;
  }
  const T *weightOf(int64_t group) const {
    return reinterpret_cast<const T *>(c.weight) + group * outputs * depth;
  }
  const T *biasOf(int64_t group) const {
    return c.bias ? reinterpret_cast<const T *>(c.bias->data) + group * outputs : nullptr;
  }

  /// The results of `count` images.
  void runPanels(int64_t image, int64_t count, const T *planes) const {
    int64_t places = count * planeOut, number = (places + PanelColumns - 1) / PanelColumns;
    int64_t step = std::max<int64_t>(1, Panels<T>::Depth / w.taps()); // channels at once
    int64_t work = outputs * depth * PanelColumns + 1;
    share(c.groups * number, std::max<int64_t>(1, 2000000 / work), [&](int64_t begin, int64_t end) {
      Buffer<T> panel(std::min(channels, step) * w.taps() * PanelColumns + kernels.lanes);
      for (int64_t i = begin; i < end; ++i) {
        int64_t group = i / number, first = i % number * PanelColumns;
        int64_t columns = std::min(PanelColumns, places - first);
        std::vector<Part> parts = panels.partsOf(image, first, columns);
        std::vector<Piece> pieces = panels.piecesOf(parts, image);
        const T *from = planes + group * channels * panels.length();
        if (parts.size() == 1) {
          T *to = resultAt(parts[0].image, group) + parts[0].place;
          runPanel(group, from, pieces, columns, panel.data(), to, planeOut);
          continue;
        }
        Buffer<T> tile(outputs * PanelColumns);
        runPanel(group, from, pieces, columns, panel.data(), tile.data(), PanelColumns);
        for (int64_t o = 0; o < outputs; ++o)
          for (const Part &part : parts)
            std::copy_n(tile.data() + o * PanelColumns + part.column, part.count,
                        resultAt(part.image, group) + o * planeOut + part.place);
      }
    });
  }

  void runPanel(int64_t group, const T *planes, const std::vector<Piece> &pieces, int64_t columns,
                T *panel, T *to, int64_t toStep) const {
    if (const T *bias = biasOf(group))
      for (int64_t o = 0; o < outputs; ++o)
        std::fill_n(to + o * toStep, columns, bias[o]);
    int64_t taps = w.taps(), step = std::max<int64_t>(1, Panels<T>::Depth / taps);
    for (int64_t channel = 0; channel < channels; channel += step) {
      int64_t count = std::min(step, channels - channel);
      panels.unfold(planes + channel * panels.length(), count, pieces, panel);
      Product product{charsOf(weightOf(group) + channel * taps),
                      charsOf(panel),
                      charsOf(to),
                      outputs,
                      columns,
                      count * taps,
                      bytesOf<T>(depth),
                      bytesOf<T>(1),
                      bytesOf<T>(PanelColumns),
                      bytesOf<T>(toStep),
                      c.bias || channel > 0};
      kernels.outer(product);
    }
  }

  /// Whether windows do not overlap, lie within the input and have rows that are worth copying.
  bool isPatches() const {
    constexpr int64_t Long = 4, Deep = 128, Many = 48; // Many: outputs that share packed patches
    bool fits = w.size[2] >= Long && w.dilation[2] == 1 && depth >= Deep && outputs >= Many;
    for (int d = 0; d < ops::Spatial; ++d)
      fits &= w.stride[d] >= w.size[d] && w.padding[d] == 0 && w.extra[d] == 0;
    return fits;
  }

  void runPatches() const {
    Buffer<T> rows(planeOut * depth);
    auto bytes = bytesOf<T>;
    for (int64_t i = 0; i < images * c.groups; ++i) {
      int64_t image = i / c.groups, group = i % c.groups;
      T *to = rows.data();
      ops::forOutputs(w, [&](int64_t z, int64_t y, int64_t x, int64_t) {
        const T *from = inputAt(image, group) + x * w.stride[2] +
                        (z * w.stride[0] * w.in[1] + y * w.stride[1]) * w.in[2];
        for (int64_t channel = 0; channel < channels; ++channel, from += planeIn)
          for (int64_t k = 0; k < w.size[0]; ++k)
            for (int64_t j = 0; j < w.size[1]; ++j, to += w.size[2])
              std::copy_n(from + (k * w.dilation[0] * w.in[1] + j * w.dilation[1]) * w.in[2],
                          w.size[2], to);
      });
      T *result = resultAt(image, group);
      multiplyShared(kernels, {charsOf(weightOf(group)), outputs, depth, bytes(depth), bytes(1)},
                     {charsOf(rows.data()), depth, planeOut, bytes(1), bytes(depth)},
                     {charsOf(result), outputs, planeOut, bytes(planeOut), bytes(1)});
      for (int64_t o = 0; c.bias && o < outputs; ++o)
        for (int64_t place = 0; place < planeOut; ++place)
          result[o * planeOut + place] += biasOf(group)[o];
    }
  }

  /// The places as rows, multiplied with the weight's rows.
  void runDots() const {
    int64_t places = images * planeOut, length = layout.planeLength();
    bool isPlain = layout.isIdentity() && planeIn == w.taps(); // one place, which sees all
    Buffer<T> rows(isPlain ? 0 : places * depth), plane(layout.isIdentity() ? 0 : length);
    Buffer<T> products(planeOut == 1 ? 0 : places * outputs);
    for (int64_t group = 0; group < c.groups; ++group) {
      const T *from = inputAt(0, group);
      int64_t rowStep = c.groups * depth;
      if (!isPlain) {
        gather(group, rows.data(), plane.data());
        from = rows.data();
        rowStep = depth;
      }
      T *to = planeOut == 1 ? resultAt(0, group) : products.data();
      int64_t toStep = planeOut == 1 ? c.groups * outputs : outputs;
      auto bytes = bytesOf<T>;
      multiplyShared(kernels, {charsOf(from), places, depth, bytes(rowStep), bytes(1)},
                     {charsOf(weightOf(group)), depth, outputs, bytes(1), bytes(depth)},
                     {charsOf(to), places, outputs, bytes(toStep), bytes(1)});
      const T *bias = biasOf(group);
      for (int64_t i = 0; i < places; ++i)
        for (int64_t o = 0; o < outputs; ++o)
          resultAt(i / planeOut, group)[o * planeOut + i % planeOut] =
              to[i * toStep + o] + (bias ? bias[o] : T(0));
    }
  }
  /// What each place sees, side by side.
  void gather(int64_t group, T *rows, T *laid) const {
    for (int64_t image = 0; image < images; ++image)
      for (int64_t channel = 0; channel < channels; ++channel) {
        const T *plane = inputAt(image, group) + channel * planeIn;
        if (!layout.isIdentity()) {
          layout.lay(plane, laid);
          plane = laid;
        }
        for (int64_t place = 0; place < planeOut; ++place) {
          int64_t row = place / w.out[2];
          const T *from = plane + layout.offsetOf(row / w.out[1], row % w.out[1], place % w.out[2]);
          T *to = rows + (image * planeOut + place) * depth + channel * w.taps();
          for (int64_t tap : layout.taps())
            *to++ = from[tap / int64_t(sizeof(T))];
        }
      }
  }

  /// Each output plane from the one input plane of its group.
  void runFilters() const {
    int64_t work = outputs * planeOut * w.taps() + 1, slice = w.out[1] * w.out[2];
    share(images * c.groups, std::max<int64_t>(1, 1000000 / work), [&](int64_t begin, int64_t end) {
      Buffer<T> laid(layout.isIdentity() ? 0 : layout.planeLength());
      for (int64_t i = begin; i < end; ++i) {
        int64_t group = i % c.groups;
        const T *plane = inputAt(i / c.groups, group);
        if (!layout.isIdentity()) {
          layout.lay(plane, laid.data());
          plane = laid.data();
        }
        for (int64_t o = 0; o < outputs; ++o)
          for (int64_t z = 0; z < w.out[0]; ++z)
            kernels.filter({reinterpret_cast<const char *>(plane + layout.offsetOf(z, 0, 0)),
                            bytesOf<T>(layout.rowStep()), w.out[1], w.out[2], layout.taps().data(),
                            weightOf(group) + o * depth, w.taps(),
                            c.bias ? biasOf(group) + o : nullptr,
                            reinterpret_cast<char *>(resultAt(i / c.groups, group) + o * planeOut +
                                                     z * slice)});
      }
    });
  }

  const Convolution &c;
  const Window &w;
  const Panels<T> panels;
  const Layout<T> &layout;
  const ProductKernels &kernels;
  const int64_t images, channels, outputs; // channels of a group
  const int64_t planeIn, planeOut, depth;
};

} // namespace

void lith::kernels::convolve(const Convolution &convolution) {
  if (convolution.input->head.dtype == LITH_FLOAT64)
    Convolver<double>(convolution).run();
  else
    Convolver<float>(convolution).run();
}
