// Layout.h: the planes of an input as windows read them.
//
// Rows are padded, and with a stride split by the rest of their index, so that what a tap sees from
// neighbouring places of the result lies side by side:
//
//   x0 x1 x2 x3 x4, padding 1, stride 2    =>    0 x1 x3 0 | x0 x2 x4 .
#ifndef LITH_KERNELS_CONVOLUTION_LAYOUT_H
#define LITH_KERNELS_CONVOLUTION_LAYOUT_H

#include "kernels/convolution/Convolution.h"
#include "kernels/products/Product.h"

#include <vector>

namespace lith::kernels {

template <typename T> const ProductKernels &kernelsFor();
template <> inline const ProductKernels &kernelsFor<float>() { return products().single; }
template <> inline const ProductKernels &kernelsFor<double>() { return products().twice; }

template <typename T> class Layout {
public:
  explicit Layout(const ops::Window &window);

  /// The input's planes serve as they are.
  bool isIdentity() const { return identity; }
  /// Elements of a plane, with what a copy may write behind it.
  int64_t planeLength() const { return length; }
  /// Writes one plane of the input as it is laid out.
  void lay(const T *plane, T *to) const;

  /// From the start of a plane to what the first tap sees from a place of the result.
  int64_t offsetOf(int64_t z, int64_t y, int64_t x) const {
    return (z * w.stride[0] * rows[1] + y * w.stride[1]) * rowLength + x;
  }
  /// From there to what each tap sees, in bytes.
  const std::vector<int64_t> &taps() const { return tapOffsets; }
  /// Between what two rows of the result see.
  int64_t rowStep() const { return w.stride[1] * rowLength; }

private:
  /// Elements of a row that have the same rest of their index: the first is `from` in the row of
  /// the input, and goes `first` elements behind `to` in that of the layout, before it are zeros.
  struct Phase {
    int64_t from, to, first, count;
  };

  /// Whether any tap sees what has this index along the dimension, padding included.
  bool isSeen(int dim, int64_t index) const;
  void split();
  void laySplit(const T *row, T *to) const;

  const ops::Window &w;
  bool identity;
  int64_t rows[2];                // padded, of the outer dimensions
  int64_t phaseLength, rowLength; // a row is one phase for each step of the stride
  int64_t length;
  std::vector<int64_t> tapOffsets;
  std::vector<Phase> phases; // those that a tap sees
  std::vector<char> seenRows;
};

} // namespace lith::kernels

#endif // LITH_KERNELS_CONVOLUTION_LAYOUT_H
