// Baseline.cpp: matrix products on vectors of 16 bytes, which every processor has.
#include "kernels/products/Product.h"

#include <cstring>
#include <utility>

namespace lith::kernels {
namespace {

template <typename T> struct Vectors {
  using Element = T;
  typedef T V __attribute__((vector_size(16)));
  using Mask = int; // lanes that count
  static constexpr int Lanes = 16 / sizeof(T), Width = 2, DotRows = 2;
  static V load(const char *at) {
    V x;
    std::memcpy(&x, at, sizeof(V));
    return x;
  }
  static void store(char *at, V x) { std::memcpy(at, &x, sizeof(V)); }
  static Mask mask(int64_t n) { return n <= 0 ? 0 : n < Lanes ? int(n) : Lanes; }
  static V loadPart(const char *at, Mask mask) {
    V x{};
    std::memcpy(&x, at, size_t(mask) * sizeof(T));
    return x;
  }
  static void storePart(char *at, V x, Mask mask) { std::memcpy(at, &x, size_t(mask) * sizeof(T)); }
  static V multiplyAdd(V x, V y, V z) { return x * y + z; }
  static V splat(T x) { return V{} + x; }
};

#include "kernels/products/ProductKernels.inc"

} // namespace

extern const ProductUnit baselineProducts{kernelsOf<Vectors<float>>(),
                                          kernelsOf<Vectors<double>>()};

} // namespace lith::kernels
