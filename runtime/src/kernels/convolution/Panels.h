// Panels.h: what the places of a convolution see, unfolded 64 places at a time.
//
//   panel[k, place] = what tap k (a channel and a place in the window) sees there
//
// Small images share panels.
#ifndef LITH_KERNELS_CONVOLUTION_PANELS_H
#define LITH_KERNELS_CONVOLUTION_PANELS_H

#include "kernels/Operands.h"
#include "kernels/convolution/Layout.h"

#include <algorithm>
#include <vector>

namespace lith::kernels {

template <typename T> constexpr int64_t bytesOf(int64_t count) {
  return count * int64_t(sizeof(T));
}
template <typename T> char *charsOf(const T *at) {
  return reinterpret_cast<char *>(const_cast<T *>(at));
}

/// Memory for `count` elements while it lives.
template <typename T> class Buffer {
public:
  explicit Buffer(int64_t count)
      : bytes(size_t(bytesOf<T>(count))), block(static_cast<T *>(takeShared(bytes))) {}
  ~Buffer() { giveShared(block, bytes); }
  Buffer(const Buffer &) = delete;
  T *data() const { return block; }

private:
  size_t bytes;
  T *block;
};

/// Columns of a panel that are places of one image.
struct Part {
  int64_t image, place, count, column;
};

template <typename T> class Panels {
public:
  static constexpr int64_t PlacesAtOnce = 512; // of images that share panels
  static constexpr int64_t Depth = 1024;       // rows of a panel

  /// `planes` of the input in an image.
  Panels(const ops::Window &window, int64_t planes)
      : w(window), layout(window), kernels(kernelsFor<T>()), planes(planes) {}

  const Layout<T> &laidOut() const { return layout; }

  /// Images that are worth unfolding together, of `images`.
  int64_t step(int64_t images) const {
    return std::min(images, std::max<int64_t>(1, PlacesAtOnce / w.planeOut()));
  }
  /// Elements from one plane to the next.
  int64_t length() const { return layout.isIdentity() ? w.planeIn() : layout.planeLength(); }

  /// The planes of `count` images as windows read them: themselves, or `laid`, which has room for
  /// them.
  const T *lay(const T *from, int64_t count, T *laid) const {
    if (layout.isIdentity())
      return from;
    int64_t each = length();
    share(count * planes, std::max<int64_t>(1, 100000 / each), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        layout.lay(from + i * w.planeIn(), laid + i * each);
    });
    return laid;
  }
  /// Elements of `laid` for that many images.
  int64_t room(int64_t images) const {
    return layout.isIdentity() ? 0 : images * planes * length();
  }

  /// Of the panel whose first column is place `first`, counted over images from `image` on.
  std::vector<Part> partsOf(int64_t image, int64_t first, int64_t columns) const {
    std::vector<Part> parts;
    for (int64_t column = 0; column < columns;) {
      int64_t at = first + column, place = at % w.planeOut();
      int64_t count = std::min(w.planeOut() - place, columns - column);
      parts.push_back({image + at / w.planeOut(), place, count, column});
      column += count;
    }
    return parts;
  }

  /// Cut at the ends of rows, or where rows follow each other only by the lanes of a vector; from
  /// image `first` on.
  std::vector<Piece> piecesOf(const std::vector<Part> &parts, int64_t first) const {
    bool isFlat = layout.isIdentity() && w.taps() == 1 && w.stride[0] == 1 && w.stride[1] == 1;
    std::vector<Piece> pieces;
    for (const Part &part : parts) {
      int64_t imageAt = (part.image - first) * planes * length();
      for (int64_t done = 0; done < part.count;) {
        int64_t place = part.place + done, x = place % w.out[2], row = place / w.out[2];
        int64_t count = isFlat ? part.count - done : std::min(w.out[2] - x, part.count - done);
        count = std::min(count, kernels.lanes);
        int64_t from = isFlat ? place : layout.offsetOf(row / w.out[1], row % w.out[1], x);
        pieces.push_back({bytesOf<T>(imageAt + from), bytesOf<T>(part.column + done), count});
        done += count;
      }
    }
    return pieces;
  }

  /// Rows of a panel for the taps of `channels` planes from `plane` on; the panel has room for them
  /// and a vector.
  void unfold(const T *plane, int64_t channels, const std::vector<Piece> &pieces, T *panel) const {
    kernels.unfold({charsOf(plane), bytesOf<T>(length()), channels, layout.taps().data(), w.taps(),
                    pieces.data(), int64_t(pieces.size()), charsOf(panel)});
  }

private:
  const ops::Window &w;
  const Layout<T> layout;
  const ProductKernels &kernels;
  const int64_t planes;
};

} // namespace lith::kernels

#endif // LITH_KERNELS_CONVOLUTION_PANELS_H
