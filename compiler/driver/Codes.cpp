// Codes.cpp: matrices in 8 bits, and how far they are from the matrix.

#include "driver/Computed.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>
#include <lith/abi.h>

using namespace lith;
using driver::Computed;

namespace {

constexpr int64_t Lanes = 16; ///< sums and maxima side by side, so that vectors compute them

/// A row in codes: element i is about scale * codes[i].
struct Coded {
  std::vector<float> row, codes; ///< filled up with zeros
  float scale = 0;               ///< 0 for a row of zeros, and one that is not finite

  explicit Coded(int64_t length) : row(llvm::alignTo<LITH_CODE_STEP>(length)), codes(row.size()) {}
  void read(const host::TensorInfo &matrix, int64_t index);
  /// The length of row - factor * codes, from above.
  float distance(float factor) const;
};

void Coded::read(const host::TensorInfo &matrix, int64_t index) {
  const auto *from = static_cast<const float *>(matrix.data) + index * matrix.strides[0];
  int64_t length = matrix.sizes[1], stride = matrix.strides[1];
  if (stride == 1)
    std::copy_n(from, length, row.data());
  else
    for (int64_t i = 0; i < length; ++i)
      row[i] = from[i * stride];
  float largest[Lanes] = {}, none[Lanes] = {};
  for (size_t i = 0; i < row.size(); i += Lanes)
    for (int64_t lane = 0; lane < Lanes; ++lane) {
      float element = std::fabs(row[i + lane]);
      largest[lane] = element > largest[lane] ? element : largest[lane];
      none[lane] += row[i + lane] * 0; // NaN where an element is not finite
    }
  scale = *std::max_element(largest, largest + Lanes) / 127;
  bool isFinite = std::all_of(none, none + Lanes, [](float sum) { return sum == 0; });
  if (!isFinite || !std::isnormal(scale))
    scale = 0;
  constexpr float Whole = 12582912; // 1.5 * 2^23: what is added to it is rounded
  float factor = scale > 0 ? 1 / scale : 0;
  for (size_t i = 0; i < row.size(); ++i)
    codes[i] = scale > 0 ? row[i] * factor + Whole - Whole : 0;
}

float Coded::distance(float factor) const {
  float squares[Lanes] = {};
  for (size_t i = 0; i < row.size(); i += Lanes)
    for (int64_t lane = 0; lane < Lanes; ++lane) {
      float off = row[i + lane] - factor * codes[i + lane];
      squares[lane] += off * off;
    }
  double sum = 0;
  for (float part : squares)
    sum += part;
  // Differences are rounded beside the largest element; squares may vanish.
  return float(std::sqrt(sum) * 1.0001 + double(row.size()) * (127.0 * factor * 0x1p-22 + 1e-19));
}

Constant describe(lith_dtype dtype, std::vector<int64_t> sizes) {
  Constant constant;
  constant.tag = LITH_TENSOR;
  constant.dtype = dtype;
  constant.sizes = std::move(sizes);
  return constant;
}

void fillCodes(const host::TensorInfo &matrix, char *to) {
  Coded coded(matrix.sizes[1]);
  for (int64_t row = 0; row < matrix.sizes[0]; ++row) {
    coded.read(matrix, row);
    for (float code : coded.codes)
      *to++ = char(int8_t(code));
  }
}

void fillBounds(const host::TensorInfo &matrix, const std::optional<host::TensorInfo> &added,
                float *to) {
  int64_t rows = matrix.sizes[0];
  Coded coded(matrix.sizes[1]);
  for (int64_t row = 0; row < rows; ++row) {
    coded.read(matrix, row);
    float rest = coded.distance(coded.scale);
    to[row] = coded.scale;
    to[rows + row] = rest;
    to[2 * rows + row] = coded.distance(0) + rest;
    to[3 * rows + row] =
        added ? static_cast<const float *>(added->data)[row * added->strides[0]] : 0;
  }
}

} // namespace

Computed driver::codesOf(const host::TensorInfo &matrix) {
  auto padded = int64_t(llvm::alignTo<LITH_CODE_STEP>(matrix.sizes[1]));
  return {describe(LITH_INT8, {matrix.sizes[0], padded}),
          [matrix](char *to) { fillCodes(matrix, to); }};
}

Computed driver::boundsOf(const host::TensorInfo &matrix,
                          const std::optional<host::TensorInfo> &added) {
  return {describe(LITH_FLOAT32, {4, matrix.sizes[0]}),
          [matrix, added](char *to) { fillBounds(matrix, added, reinterpret_cast<float *>(to)); }};
}
