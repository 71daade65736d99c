// Bags.cpp: sums of rows, bag by bag.
#include "ops/Tensors.h"

#include <algorithm>

using namespace lith;
using namespace lith::ops;

namespace {

/// Whether the bags and what they name exist; else an exception is set, in PyTorch's words, which
/// are others for double.
bool isValid(lith_ctx *ctx, std::span<const int64_t> index, std::span<const int64_t> offsets,
             const lith_tensor *matrix) {
  int64_t rows = matrix->sizes[0], last = 0;
  for (size_t i = 0; i < index.size(); ++i) {
    if (index[i] >= 0 && index[i] < rows)
      continue;
    if (matrix->head.dtype == LITH_FLOAT64)
      raisef(ctx, LITH_CLASS_RuntimeError,
             "embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be %lld",
             (long long)index[i]);
    else
      raisef(ctx, LITH_CLASS_RuntimeError,
             "Index %zu of input takes value %lld which is not in the valid range [0, %lld)", i,
             (long long)index[i], (long long)rows);
    return false;
  }
  for (int64_t offset : offsets) {
    if (offset < last || offset > int64_t(index.size())) {
      raise(ctx, LITH_CLASS_RuntimeError, "the offsets of bags have to be in order");
      return false;
    }
    last = offset;
  }
  return true;
}

/// `Sum`: in which the elements of a bag are added up, before the result rounds once.
template <typename T, typename Sum> struct Bags {
  const T *rows;
  int64_t width;
  const int64_t *index;

  void sum(std::span<const int64_t> offsets, T *to) const {
    for (size_t bag = 0; bag + 1 < offsets.size(); ++bag, to += width)
      for (int64_t first = 0; first < width; first += Columns) {
        int64_t columns = std::min(Columns, width - first);
        if (columns == Columns) // as many as stay in registers
          sum(offsets[bag], offsets[bag + 1], first, Columns, to);
        else
          sum(offsets[bag], offsets[bag + 1], first, columns, to);
      }
  }

private:
  static constexpr int64_t Columns = 32;

  [[gnu::always_inline]] void sum(int64_t begin, int64_t end, int64_t first, int64_t columns,
                                  T *to) const {
    Sum sums[Columns] = {};
    for (int64_t i = begin; i < end; ++i)
      for (int64_t k = 0; k < columns; ++k)
        sums[k] += Sum(rows[index[i] * width + first + k]);
    std::copy_n(sums, columns, to + first);
  }
};

} // namespace

extern "C" lith_tensor *lith_rt_bag_sum(lith_ctx *ctx, lith_tensor *matrix,
                                        lith_tensor *indexTensor, lith_tensor *offsetsTensor) {
  Tensor self(ctx, contiguous(ctx, matrix)), index(ctx, contiguous(ctx, indexTensor));
  Tensor offsets(ctx, contiguous(ctx, offsetsTensor));
  if (!self || !index || !offsets)
    return nullptr;
  auto numbers = [](const Tensor &t) {
    return std::span(dataOf<const int64_t>(t.get()), size_t(countOf(t.get())));
  };
  if (!isValid(ctx, numbers(index), numbers(offsets), matrix))
    return nullptr;
  int64_t sizes[] = {offsets->sizes[0] - 1, matrix->sizes[1]};
  Tensor result(ctx, empty(ctx, matrix->head.dtype, sizes));
  if (!result)
    return nullptr;
  auto sum = [&](auto element, auto sumOf) {
    Bags<decltype(element), decltype(sumOf)> bags{dataOf<decltype(element)>(self.get()), sizes[1],
                                                  dataOf<int64_t>(index.get())};
    bags.sum(numbers(offsets), dataOf<decltype(element)>(result.get()));
  };
  switch (matrix->head.dtype) {
  case LITH_FLOAT32:
    sum(0.0F, 0.0F);
    break;
  case LITH_FLOAT64:
    sum(0.0, 0.0);
    break;
  case LITH_FLOAT16:
    sum(Half(), 0.0F);
    break;
  default:
    sum(BFloat16(), 0.0F);
  }
  return result.take();
}
