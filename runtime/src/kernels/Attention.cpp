// Attention.cpp: scaled dot-product attention, one block of queries at a time.
//
//   for each matrix of the batch, each block of query rows:
//     scores = block * key^T             stay in the second-level cache
//     scores = exp(scores * scale + mask - largest), and 1 / their sums
//     result = scores * value / sums
//
// Of half precision all is computed in float, but four dimensions of queries, keys and values of
// one width have their weights rounded before they are summed, as PyTorch's kernel for those has.
// Whole rows of scores are kept, whatever the length; with `causal` only the keys that the block's
// last row sees take part. Masks become rows that are added, -inf where a bool one is false. A
// result of rank 4 has the memory order of the query, as PyTorch's.
#include "kernels/Half.h"
#include "kernels/Matmul.h"
#include "kernels/Operands.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <type_traits>

using namespace lith;
using namespace lith::kernels;

namespace {

/// A tensor's strides in bytes over the result's dimensions; 0 where it broadcasts.
struct Strides {
  Strides(const lith_tensor *t, int rank) {
    for (int d = 0; t && d < t->head.rank; ++d)
      if (t->sizes[d] != 1)
        values[rank - t->head.rank + d] = t->strides[d] * elementBytes(t);
  }
  int64_t values[LITH_MAX_RANK] = {};
};

bool liesInRows(const lith_tensor *t) { return t->strides[t->head.rank - 1] == 1; }

/// A new result. Where keys and values are not shared, and all lie in rows, its dimensions but the
/// last lie in memory in the query's order.
lith_tensor *makeResult(lith_ctx *ctx, const lith_tensor *query, const lith_tensor *key,
                        const lith_tensor *value) {
  int rank = query->head.rank, order[LITH_MAX_RANK];
  int64_t width = value->sizes[rank - 1];
  std::iota(order, order + rank, 0);
  bool isAlike = std::equal(query->sizes, query->sizes + rank - 2, key->sizes) &&
                 std::equal(query->sizes, query->sizes + rank - 2, value->sizes);
  bool areRows = liesInRows(query) && liesInRows(key) && liesInRows(value);
  if (rank == 4 && width == query->sizes[3] && isAlike && areRows)
    std::sort(order, order + rank - 1, [&](int a, int b) {
      int64_t x = query->strides[a], y = query->strides[b];
      return x != y ? x > y : a < b;
    });
  int64_t sizes[LITH_MAX_RANK], strides[LITH_MAX_RANK];
  for (int d = 0; d < rank; ++d)
    sizes[d] = order[d] == rank - 1 ? width : query->sizes[order[d]];
  lith_tensor *result =
      newTensor(ctx, static_cast<lith_dtype>(query->head.dtype), {sizes, size_t(rank)});
  if (!result)
    return nullptr;
  std::copy_n(result->strides, rank, strides);
  for (int d = 0; d < rank; ++d) {
    result->sizes[order[d]] = sizes[d];
    result->strides[order[d]] = strides[d];
  }
  return result;
}

template <typename T> class Attention {
public:
  Attention(const lith_tensor *query, const lith_tensor *key, const lith_tensor *value,
            const lith_tensor *mask, lith_tensor *result, double scale, bool causal,
            lith_dtype weights)
      : query(query), key(key), value(value), mask(mask), result(result), scale(T(scale)),
        causal(causal), weights(weights), rank(query->head.rank), queryStrides(query, rank),
        keyStrides(key, rank), valueStrides(value, rank), maskStrides(mask, rank),
        resultStrides(result, rank),
        kernels(std::is_same_v<T, double> ? products().twice : products().single),
        length(query->sizes[rank - 2]), depth(query->sizes[rank - 1]), keys(key->sizes[rank - 2]),
        width(value->sizes[rank - 1]), row((keys + Pad - 1) / Pad * Pad) {}

  void run() {
    int64_t batch = elementCount(result) / (length * width);
    // Blocks of rows whose scores fit a quarter of a megabyte, in multiples of the products' tiles.
    int64_t most = (256 << 10) / (row * int64_t(sizeof(T))) / 12 * 12;
    int64_t rows = std::min(std::clamp<int64_t>(most, 12, 96), length);
    int64_t blocks = (length + rows - 1) / rows, work = rows * keys * (depth + width + 32);
    size_t bytes = size_t((rows + 1) * row + rows) * sizeof(T) + 64;
    share(batch * blocks, std::max<int64_t>(1, 2000000 / work), [&](int64_t from, int64_t to) {
      auto *memory = static_cast<T *>(takeShared(bytes));
      Block block{memory, memory + rows * row, memory + (rows + 1) * row, 0, 0};
      for (int64_t i = from; i < to; ++i) {
        block.begin = i % blocks * rows;
        block.rows = std::min(rows, length - block.begin);
        runBlock(i / blocks, block);
      }
      giveShared(memory, bytes);
    });
  }

private:
  static constexpr int64_t Pad = 16; // a row of scores is whole vectors

  struct Block {
    T *scores, *added, *factors; // rows of scores, one row of the mask, 1 / sum of each row
    int64_t begin, rows;
  };

  char *placeOf(const lith_tensor *t, const Strides &strides, int64_t index) const {
    char *place = t->data;
    for (int d = rank - 3; d >= 0; --d) {
      place += index % result->sizes[d] * strides.values[d];
      index /= result->sizes[d];
    }
    return place;
  }

  void runBlock(int64_t index, const Block &block) const {
    int64_t seen = causal ? std::min(keys, block.begin + block.rows) : keys, bytes = sizeof(T);
    const int64_t *qs = queryStrides.values + rank - 2, *ks = keyStrides.values + rank - 2,
                  *vs = valueStrides.values + rank - 2, *rs = resultStrides.values + rank - 2;
    Matrix q{placeOf(query, queryStrides, index) + block.begin * qs[0], block.rows, depth, qs[0],
             qs[1]};
    Matrix k{placeOf(key, keyStrides, index), depth, seen, ks[1], ks[0]};
    Matrix s{reinterpret_cast<char *>(block.scores), block.rows, seen, row * bytes, bytes};
    multiply(kernels, q, k, s);
    weigh(mask ? placeOf(mask, maskStrides, index) : nullptr, seen, block);
    if constexpr (std::is_same_v<T, float>)
      if (isHalf(weights))
        roundAsHalf(block.scores, block.rows * row, weights);
    Matrix v{placeOf(value, valueStrides, index), seen, width, vs[0], vs[1]};
    char *out = placeOf(result, resultStrides, index) + block.begin * rs[0];
    multiply(kernels, s, v, {out, block.rows, width, rs[0], bytes});
    for (int64_t i = 0; i < block.rows; ++i)
      for (int64_t j = 0; j < width; ++j)
        reinterpret_cast<T *>(out + i * rs[0])[j] *= block.factors[i];
  }

  /// Scores become weights that are not yet divided by their sums.
  void weigh(const char *maskAt, int64_t seen, const Block &block) const {
    constexpr T Lowest = -std::numeric_limits<T>::infinity();
    int64_t whole = (seen + Pad - 1) / Pad * Pad, maskRow = maskStrides.values[rank - 2];
    for (int64_t i = 0; i < block.rows; ++i) {
      T *scores = block.scores + i * row;
      if (maskAt && (i == 0 || maskRow != 0))
        fillMask(maskAt + (block.begin + i) * maskRow, seen, block.added);
      int64_t own = causal ? std::min(seen, block.begin + i + 1) : seen;
      std::fill(scores + own, scores + whole, Lowest);
      block.factors[i] =
          T(kernels.weigh(reinterpret_cast<char *>(scores), double(scale),
                          maskAt ? reinterpret_cast<char *>(block.added) : nullptr, whole));
    }
  }

  /// What is added to the scores of one row; 0 past the end.
  void fillMask(const char *from, int64_t count, T *to) const {
    constexpr T Lowest = -std::numeric_limits<T>::infinity();
    int64_t step = maskStrides.values[rank - 1];
    std::fill(to + count, to + (count + Pad - 1) / Pad * Pad, T(0));
    if (mask->head.dtype == LITH_BOOL8)
      for (int64_t i = 0; i < count; ++i)
        to[i] = from[i * step] ? T(0) : Lowest;
    else
      for (int64_t i = 0; i < count; ++i)
        to[i] = *reinterpret_cast<const T *>(from + i * step);
  }

  const lith_tensor *query, *key, *value, *mask;
  lith_tensor *result;
  const T scale;
  const bool causal;
  const lith_dtype weights; ///< what they are rounded to
  const int rank;
  const Strides queryStrides, keyStrides, valueStrides, maskStrides, resultStrides;
  const ProductKernels &kernels;
  const int64_t length, depth, keys, width; // L, E, S, Ev
  const int64_t row;                        // elements from one row of scores to the next
};

/// float or double; a mask is bool or of the same dtype.
lith_tensor *attention(lith_ctx *ctx, const lith_tensor *query, const lith_tensor *key,
                       const lith_tensor *value, const lith_tensor *mask, double scale, bool causal,
                       lith_dtype weights) {
  int rank = query->head.rank;
  Owned<lith_tensor> result(ctx, makeResult(ctx, query, key, value));
  if (!result || elementCount(result.get()) == 0)
    return result.take();
  if (key->sizes[rank - 2] == 0)
    std::memset(result->data, 0, size_t(elementCount(result.get()) * elementBytes(result.get())));
  else if (query->head.dtype == LITH_FLOAT64)
    Attention<double>(query, key, value, mask, result.get(), scale, causal, weights).run();
  else
    Attention<float>(query, key, value, mask, result.get(), scale, causal, weights).run();
  return result.take();
}

} // namespace

extern "C" lith_tensor *lith_rt_attention(lith_ctx *ctx, lith_tensor *query, lith_tensor *key,
                                          lith_tensor *value, lith_tensor *mask, double scale,
                                          bool causal) {
  auto dtype = static_cast<lith_dtype>(query->head.dtype);
  int rank = query->head.rank;
  if (!isHalf(dtype))
    return attention(ctx, query, key, value, mask, scale, causal, dtype);
  // Heads that share a key have a dimension of their own.
  bool rounds = rank >= 4 && query->sizes[rank - 1] == value->sizes[rank - 1];
  bool isHalfMask = mask && isHalf(mask->head.dtype);
  Owned<lith_tensor> q(ctx, widened(ctx, query)), k(ctx, q ? widened(ctx, key) : nullptr);
  Owned<lith_tensor> v(ctx, k ? widened(ctx, value) : nullptr);
  Owned<lith_tensor> m(ctx, v && isHalfMask ? widened(ctx, mask) : nullptr);
  if (!v || (isHalfMask && !m))
    return nullptr;
  Owned<lith_tensor> wide(ctx,
                          attention(ctx, q.get(), k.get(), v.get(), isHalfMask ? m.get() : mask,
                                    scale, causal, rounds ? dtype : LITH_FLOAT32));
  return wide ? narrowed(ctx, wide.get(), dtype) : nullptr;
}
