// ArgmaxLinear.cpp: the largest element of a row times a constant matrix, most of which is not
// read.
//
// The matrix in codes of 8 bits (LITH_CODE_STEP in lith/abi.h) bounds each element of the product:
// by the lengths of the row and of what the codes leave of a row of the matrix (Cauchy and
// Schwarz), and by how the sums may be rounded. Elements whose upper bound reaches the largest
// lower bound, a few of many thousands, are computed from the matrix itself. What is not a number
// has no bounds and is computed. Bound by the bandwidth of the codes, a quarter of the matrix.
#include "kernels/Batch.h"
#include "kernels/Matmul.h"
#include "kernels/Operands.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

using namespace lith;
using namespace lith::kernels;

namespace {

/// The row, and the same as integers times a step.
struct Row {
  const float *data;
  int64_t k, padded;
  int16_t *words; ///< padded with zeros
  float step = 0;
  float length = 0, error = 0; ///< at least: of the row; of what is lost between a row and its sums

  void quantise();
};

void Row::quantise() {
  // The sums of all products with codes of up to 127 fit 32 bits.
  double most = std::min<double>(16383, double(INT32_MAX) / 127 / double(padded));
  double largest = 0, squares = 0;
  for (int64_t i = 0; i < k; ++i) {
    largest = std::max(largest, std::fabs(double(data[i])));
    squares += double(data[i]) * data[i];
  }
  std::fill_n(words, padded, int16_t(0));
  length = float(std::sqrt(squares) * 1.00001);
  if (std::isfinite(squares) && most >= 1) {
    step = float(largest / std::floor(most));
    if (step < FLT_MIN)
      step = 0; // nothing is lost by words of 0, as `error` tells
  }
  if (step > 0)
    for (int64_t i = 0; i < k; ++i)
      words[i] = int16_t(std::lrint(data[i] / step));
  // A word is half a step off, or, where there are none, its element; a sum of floats loses a unit
  // of the last place at each of its terms.
  double lost = step > 0 ? step * 0.51 * std::sqrt(double(k)) : length;
  error = float(lost + length * double(k + 16) * 0x1p-23);
}

constexpr int64_t Lanes = 16; ///< maxima side by side, so that vectors compute them

/// The largest lower and the largest upper bound of some elements; NaN where one has no bounds.
struct Range {
  float low, high;
};

/// Bounds of elements [begin, end), each upper one in `upper`.
Range bound(const Row &row, const float *bounds, int64_t n, int64_t begin, int64_t end,
            const int32_t *sums, float *upper) {
  const float *scales = bounds, *rests = bounds + n, *lengths = bounds + 2 * n,
              *added = bounds + 3 * n;
  float low[Lanes], high[Lanes], none[Lanes] = {};
  std::fill_n(low, Lanes, -INFINITY);
  std::fill_n(high, Lanes, -INFINITY);
  auto step = [&](int64_t i, int64_t lane) {
    float value = scales[i] * row.step * float(sums[i - begin]) + added[i];
    float off = rests[i] * row.length + lengths[i] * row.error + std::fabs(added[i]) * 0x1p-22f;
    float most = value + off, least = value - off;
    upper[i] = most;
    low[lane] = least > low[lane] ? least : low[lane];
    high[lane] = most > high[lane] ? most : high[lane];
    none[lane] += most * 0; // NaN where there is no bound
  };
  int64_t i = begin;
  for (; i + Lanes <= end; i += Lanes)
    for (int64_t lane = 0; lane < Lanes; ++lane)
      step(i + lane, lane);
  for (; i < end; ++i)
    step(i, 0);
  Range range{*std::max_element(low, low + Lanes), *std::max_element(high, high + Lanes)};
  for (float sum : none)
    range.high += sum;
  return range;
}

/// What every row is multiplied with.
struct Scored {
  char *matrix; ///< [n, k], or its transpose in panels
  bool isPacked;
  const float *bounds;
  const int8_t *codes;
  int64_t n, k, padded;
  bool zeroUnlessFinite;

  PackedMatrix packed() const { return {matrix, k, n, 4}; }
  /// to[rows, n] = from[rows, k] times the transpose.
  void multiply(const float *from, int64_t rows, float *to) const;
  /// One element of the product with a row.
  float element(const float *row, int64_t index) const;
  const float *added() const { return bounds + 3 * n; }
  /// The result of a row whose largest element lies there.
  int64_t indexOf(int64_t best, float largest) const {
    return zeroUnlessFinite && !std::isfinite(largest) ? 0 : best;
  }
};

Matrix matrixAt(float *data, int64_t rows, int64_t columns) {
  return {reinterpret_cast<char *>(data), rows, columns, columns * 4, 4};
}
Matrix rowsAt(const float *data, int64_t rows, int64_t columns) {
  return matrixAt(const_cast<float *>(data), rows, columns); // only read
}

void Scored::multiply(const float *from, int64_t rows, float *to) const {
  Matrix left = rowsAt(from, rows, k), result = matrixAt(to, rows, n);
  if (isPacked)
    multiplyPacked(products().single, left, packed(), result);
  else
    multiplyShared(products().single, left, {matrix, k, n, 4, k * 4}, result);
}

float Scored::element(const float *row, int64_t index) const {
  int64_t panel = index / PanelColumns;
  Matrix column{matrix + index * k * 4, k, 1, 4, k * 4};
  if (isPacked)
    column = {const_cast<char *>(packed().panel(panel)) + index % PanelColumns * 4, k, 1,
              packed().stride(panel), 4};
  float value;
  lith::kernels::multiply(products().single, rowsAt(row, 1, k), column, matrixAt(&value, 1, 1));
  return value + added()[index];
}

/// Of a row of the product; added to in place.
int64_t argmaxOf(float *elements, const Scored &scored) {
  float most[Lanes];
  std::fill_n(most, Lanes, -INFINITY);
  int64_t n = scored.n, whole = n / Lanes * Lanes;
  bool isOrdered = true;
  for (int64_t i = 0; i < n; ++i) {
    elements[i] += scored.added()[i];
    isOrdered &= elements[i] == elements[i];
  }
  for (int64_t i = 0; i < whole; i += Lanes)
    for (int64_t lane = 0; lane < Lanes; ++lane)
      most[lane] = elements[i + lane] > most[lane] ? elements[i + lane] : most[lane];
  float largest = *std::max_element(most, most + Lanes);
  for (int64_t i = whole; i < n; ++i)
    largest = elements[i] > largest ? elements[i] : largest;
  const float *at = isOrdered
                        ? std::find(elements, elements + n, largest)
                        : std::find_if(elements, elements + n, [](float x) { return x != x; });
  return scored.indexOf(at - elements, *at);
}

/// Several rows by their product with the matrix.
void argmaxMultiplied(const float *rows, int64_t count, const Scored &scored, int64_t *indices) {
  int64_t n = scored.n, most = std::max<int64_t>(32, (int64_t(4) << 20) / n);
  size_t bytes = size_t(std::min(count, most) * n) * sizeof(float);
  auto *product = static_cast<float *>(takeShared(bytes));
  for (int64_t begin = 0; begin < count; begin += most) {
    int64_t step = std::min(most, count - begin);
    scored.multiply(rows + begin * scored.k, step, product);
    for (int64_t row = 0; row < step; ++row)
      indices[begin + row] = argmaxOf(product + row * n, scored);
  }
  giveShared(product, bytes);
}

constexpr int64_t Block = 128; ///< elements whose bounds are computed together

/// Among the elements that may be the largest; -1 where those are too many to compute one by one.
int64_t choose(const float *row, const Scored &scored, const Range *ranges, const float *upper) {
  int64_t best = -1, left = scored.n / 16 + 1, blocks = (scored.n + Block - 1) / Block;
  float low = -INFINITY, largest = -INFINITY;
  for (int64_t block = 0; block < blocks; ++block)
    low = std::max(low, ranges[block].low);
  for (int64_t i = 0; i < scored.n; ++i) {
    if (i % Block == 0 && ranges[i / Block].high < low)
      i += Block - 1;
    else if (!(upper[i] < low)) {
      if (left-- == 0)
        return -1;
      float value = scored.element(row, i);
      if (std::isnan(value))
        return scored.indexOf(i, value);
      if (best < 0 || value > largest) {
        best = i;
        largest = value;
      }
    }
  }
  return scored.indexOf(best, largest);
}

/// One row by the codes.
int64_t argmaxBounded(const float *data, const Scored &scored) {
  int64_t n = scored.n, padded = scored.padded, blocks = (n + Block - 1) / Block;
  size_t bytes =
      size_t(n) * sizeof(float) + size_t(blocks) * sizeof(Range) + size_t(padded) * sizeof(int16_t);
  void *scratch = takeShared(bytes);
  auto *upper = static_cast<float *>(scratch);
  auto *ranges = reinterpret_cast<Range *>(upper + n);
  Row row{data, scored.k, padded, reinterpret_cast<int16_t *>(ranges + blocks)};
  row.quantise();
  bool backwards = walksBackwards(scored.codes);
  share(blocks, std::max<int64_t>(1, (int64_t(4) << 20) / (Block * padded)),
        [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            int64_t block = backwards ? begin + end - 1 - i : i;
            int64_t first = block * Block, last = std::min(first + Block, n);
            int32_t sums[Block];
            products().dotCodes(scored.codes + first * padded, last - first, row.words, padded,
                                sums);
            ranges[block] = bound(row, scored.bounds, n, first, last, sums, upper);
          }
        });
  int64_t index = choose(data, scored, ranges, upper);
  giveShared(scratch, bytes);
  if (index < 0)
    argmaxMultiplied(data, 1, scored, &index);
  return index;
}

} // namespace

extern "C" lith_tensor *lith_rt_argmax_linear(lith_ctx *ctx, lith_tensor *x, lith_tensor *codes,
                                              lith_tensor *bounds, lith_tensor *matrix,
                                              bool zeroUnlessFinite) {
  constexpr int64_t MostBounded = 3; // rows that take less by the codes than together
  int rank = x->head.rank - 1;
  lith_tensor *result = newTensor(ctx, LITH_INT64, {x->sizes, size_t(rank)});
  Owned<lith_tensor> flat(ctx, result ? lith_rt_tensor_contiguous(ctx, x) : nullptr);
  if (!flat) {
    if (result)
      release(ctx, result);
    return nullptr;
  }
  Scored scored{matrix->data,
                matrix->head.rank == 1,
                reinterpret_cast<const float *>(bounds->data),
                reinterpret_cast<const int8_t *>(codes->data),
                bounds->sizes[1],
                x->sizes[rank],
                codes->sizes[1],
                zeroUnlessFinite};
  int64_t count = elementCount(result);
  const auto *rows = reinterpret_cast<const float *>(flat->data);
  auto *indices = reinterpret_cast<int64_t *>(result->data);
  if (count > MostBounded)
    argmaxMultiplied(rows, count, scored, indices);
  else
    for (int64_t i = 0; i < count; ++i)
      indices[i] = argmaxBounded(rows + i * scored.k, scored);
  return result;
}
