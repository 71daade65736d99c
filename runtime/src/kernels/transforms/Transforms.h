// Transforms.h: Fourier transforms of lines, by pocketfft.
//
// The library is compiled once for float (Single.cpp), whose lines go side by side, as many as a
// vector has lanes, and once for double (Double.cpp), line by line.
#ifndef LITH_KERNELS_TRANSFORMS_TRANSFORMS_H
#define LITH_KERNELS_TRANSFORMS_TRANSFORMS_H

#include <cstddef>
#include <vector>

namespace lith::kernels {

/// Lines along a dimension of two tensors. The sizes are those of the tensor that has all elements
/// of a line: of two complex ones either, otherwise the real one. The other has half of them and
/// one.
struct Lines {
  std::vector<size_t> sizes;
  const std::vector<ptrdiff_t> &fromStrides, &toStrides; ///< in bytes
  const char *from;
  char *to; ///< of complex lines, `from` may be the same place with the same strides
  size_t dim;
  bool inverse;
  double factor;
};

template <typename T> struct Transforms {
  static void ofComplex(const Lines &lines);
  static void ofReal(const Lines &lines);
  static void toReal(const Lines &lines);
};

} // namespace lith::kernels

#endif // LITH_KERNELS_TRANSFORMS_TRANSFORMS_H
