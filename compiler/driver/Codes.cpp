// Codes.cpp: matrices in 8 bits, and how far they are from the matrix.

#include "driver/Computed.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <cstring>
#include <lith/abi.h>

using namespace lith;
using driver::Computed;

namespace {

/// Rows of a matrix of float in the host's memory.
class Rows {
public:
  explicit Rows(const host::TensorInfo &matrix)
      : data(static_cast<const float *>(matrix.data)), count(matrix.sizes[0]),
        length(matrix.sizes[1]), rowStride(matrix.strides[0]), stride(matrix.strides[1]) {}
  float at(int64_t row, int64_t i) const { return data[row * rowStride + i * stride]; }
  /// What 1 of a row's code stands for; 0 for a row of zeros and one that is not finite.
  float scale(int64_t row) const {
    float largest = 0;
    for (int64_t i = 0; i < length; ++i) {
      if (!std::isfinite(at(row, i)))
        return 0;
      largest = std::max(largest, std::fabs(at(row, i)));
    }
    float scale = largest / 127;
    return std::isnormal(scale) ? scale : 0;
  }
  static int8_t code(float element, float scale) {
    return scale > 0 ? int8_t(std::lrint(element / scale)) : int8_t(0);
  }

  const float *data;
  int64_t count, length;

private:
  int64_t rowStride, stride;
};

/// A bound from above that a float holds.
float above(double value) { return float(value * 1.000001); }

Constant describe(lith_dtype dtype, std::vector<int64_t> sizes) {
  Constant constant;
  constant.tag = LITH_TENSOR;
  constant.dtype = dtype;
  constant.sizes = std::move(sizes);
  return constant;
}

void fillCodes(const Rows &rows, char *to) {
  auto padded = int64_t(llvm::alignTo<LITH_CODE_STEP>(rows.length));
  std::memset(to, 0, size_t(rows.count * padded));
  for (int64_t row = 0; row < rows.count; ++row, to += padded) {
    float scale = rows.scale(row);
    for (int64_t i = 0; i < rows.length; ++i)
      to[i] = Rows::code(rows.at(row, i), scale);
  }
}

void fillBounds(const Rows &rows, const std::optional<host::TensorInfo> &added, float *to) {
  for (int64_t row = 0; row < rows.count; ++row) {
    float scale = rows.scale(row);
    double rest = 0, whole = 0;
    for (int64_t i = 0; i < rows.length; ++i) {
      double element = rows.at(row, i), off = element - double(scale) * Rows::code(element, scale);
      rest += off * off;
      whole += element * element;
    }
    to[row] = scale;
    to[rows.count + row] = above(std::sqrt(rest));
    to[2 * rows.count + row] = above(std::sqrt(whole) + std::sqrt(rest));
    to[3 * rows.count + row] =
        added ? static_cast<const float *>(added->data)[row * added->strides[0]] : 0;
  }
}

} // namespace

Computed driver::codesOf(const host::TensorInfo &matrix) {
  auto padded = int64_t(llvm::alignTo<LITH_CODE_STEP>(matrix.sizes[1]));
  return {describe(LITH_INT8, {matrix.sizes[0], padded}),
          [rows = Rows(matrix)](char *to) { fillCodes(rows, to); }};
}

Computed driver::boundsOf(const host::TensorInfo &matrix,
                          const std::optional<host::TensorInfo> &added) {
  return {describe(LITH_FLOAT32, {4, matrix.sizes[0]}), [rows = Rows(matrix), added](char *to) {
            fillBounds(rows, added, reinterpret_cast<float *>(to));
          }};
}
