// Scatter.cpp: gather, scatter and their like: an index tensor along one dimension.
#include "ops/Places.h"

#include <algorithm>

using namespace lith;
using namespace lith::ops;

namespace {

/// How many elements of `index` along the last dimension point to neighbours: all where it is the
/// same along it.
int64_t neighbours(const lith_tensor *index, int64_t dim) {
  int last = index->head.rank - 1;
  return last >= 0 && dim != last && index->strides[last] == 0
             ? std::max<int64_t>(index->sizes[last], 1)
             : 1;
}

/// Where in the contiguous tensor `sizes` the elements of `index` point along `dim`, the first one
/// of `neighbours` each, and where the same coordinates are in a tensor of the strides `other`:
/// use(place, other place), in the order of the index.
template <typename Use>
[[gnu::always_inline]] inline bool forEachPlace(lith_ctx *ctx, const lith_tensor *index,
                                                std::span<const int64_t> sizes, int64_t dim,
                                                const int64_t *other, Use use) {
  int64_t strides[LITH_MAX_RANK + 1] = {1};
  int rank = int(sizes.size());
  for (int d = rank - 1, step = 0; d >= 0; --d, ++step)
    strides[d] = step == 0 ? 1 : strides[d + 1] * sizes[d + 1];
  int last = std::max(rank - 1, 0);
  bool isScalar = index->head.rank == 0;
  int64_t size = rank ? sizes[dim] : 1, step = rank ? strides[dim] : 0;
  int64_t length = isScalar ? 1 : index->sizes[last], together = neighbours(index, dim);
  int64_t apart = isScalar ? 0 : index->strides[last] * together;
  int64_t otherStep = isScalar ? 0 : other[last] * together, own = dim == last ? 0 : together;
  Walk walk(sizesOf(index).first(isScalar ? 0 : size_t(last)));
  for (int64_t i = 0, n = countOf(index); i < n; i += length, walk.next()) {
    int64_t row = 0, otherRow = 0; // where they start, without what the index says
    const int64_t *indices = dataOf<int64_t>(index);
    for (int d = 0; d < last && !isScalar; ++d) {
      row += d == dim ? 0 : walk.at[d] * strides[d];
      otherRow += walk.at[d] * other[d];
      indices += walk.at[d] * index->strides[d];
    }
    for (int64_t x = 0; x < length; x += together) {
      int64_t found = *indices;
      if (uint64_t(found) >= uint64_t(size)) {
        raisef(ctx, LITH_CLASS_RuntimeError,
               "index %lld is out of bounds for dimension %lld with size %lld", (long long)found,
               (long long)dim, (long long)size);
        return false;
      }
      use(row + found * step, otherRow);
      indices += apart;
      row += own;
      otherRow += otherStep;
    }
  }
  return true;
}

enum IndexUse { Gather, Scatter };
bool checkNotLarger(lith_ctx *ctx, const lith_tensor *index, const lith_tensor *tensor, int64_t dim,
                    IndexUse what) {
  int rank = std::max<int>(tensor->head.rank, 1), indexRank = std::max<int>(index->head.rank, 1);
  if (countOf(index) == 0)
    return true;
  bool fits = rank == indexRank;
  int at = 0;
  for (; fits && at < index->head.rank && at < tensor->head.rank; ++at)
    fits = at == dim || index->sizes[at] <= tensor->sizes[at];
  if (!fits && what == Gather)
    raisef(ctx, LITH_CLASS_RuntimeError,
           "Size does not match at dimension %d expected index %s to be no larger than self %s "
           "apart from dimension %lld",
           at - 1, sizesText(sizesOf(index)).c_str(), sizesText(sizesOf(tensor)).c_str(),
           (long long)dim);
  else if (!fits)
    raisef(ctx, LITH_CLASS_RuntimeError,
           "scatter: the index is larger than the tensor outside of dimension %lld",
           (long long)dim);
  return fits;
}

} // namespace

extern "C" {

lith_tensor *lith_rt_index_select(lith_ctx *ctx, lith_tensor *tensor, int64_t dim,
                                  lith_tensor *indexTensor) {
  Tensor self(ctx, contiguous(ctx, tensor)), index(ctx, contiguous(ctx, indexTensor));
  if (!self || !index)
    return nullptr;
  Sizes sizes;
  for (int64_t d = 0; d < dim; ++d)
    sizes.add(tensor->sizes[d]);
  for (int64_t size : sizesOf(index.get()))
    sizes.add(size);
  for (int64_t d = dim + 1; d < tensor->head.rank; ++d)
    sizes.add(tensor->sizes[d]);
  Tensor result(ctx, empty(ctx, tensor->head.dtype, sizes.span()));
  if (!result)
    return nullptr;
  Split split(self.get(), dim);
  int64_t count = countOf(index.get()), row = split.inner * elementBytes(tensor);
  const int64_t *indices = dataOf<int64_t>(index.get());
  for (int64_t i = 0; i < count; ++i)
    if (indices[i] < 0 || indices[i] >= split.size) {
      if (tensor->head.rank > 1 && countOf(tensor) == 0)
        raise(ctx, LITH_CLASS_RuntimeError,
              "index_select(): self indexing axis dim should be positive");
      else if (dim > 0)
        raisef(ctx, LITH_CLASS_RuntimeError,
               "INDICES element is out of DATA bounds, id=%lld axis_dim=%lld",
               (long long)indices[i], (long long)split.size);
      else
        raise(ctx, LITH_CLASS_IndexError, "index out of range in self");
      return nullptr;
    }
  char *out = result->data;
  if (split.inner == 1) {
    dispatchSize(tensor->head.dtype, [&](auto zero) {
      using T = decltype(zero);
      T *to = reinterpret_cast<T *>(out);
      for (int64_t outer = 0; outer < split.outer; ++outer, to += count)
        for (int64_t i = 0; i < count; ++i)
          to[i] = dataOf<T>(self.get())[outer * split.size + indices[i]];
    });
    return result.take();
  }
  for (int64_t outer = 0; outer < split.outer; ++outer)
    for (int64_t i = 0; i < count; ++i, out += row)
      std::memcpy(out, self->data + (outer * split.size + indices[i]) * row, size_t(row));
  return result.take();
}

lith_tensor *lith_rt_gather(lith_ctx *ctx, lith_tensor *tensor, int64_t dim,
                            lith_tensor *indexTensor) {
  if (!checkNotLarger(ctx, indexTensor, tensor, dim, Gather))
    return nullptr;
  Tensor self(ctx, contiguous(ctx, tensor));
  Tensor result(ctx, self ? empty(ctx, tensor->head.dtype, sizesOf(indexTensor)) : nullptr);
  if (!result)
    return nullptr;
  int64_t together = neighbours(indexTensor, dim);
  bool done = dispatchSize(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    const T *from = dataOf<T>(self.get());
    T *to = dataOf<T>(result.get());
    return forEachPlace(ctx, indexTensor, sizesOf(tensor), dim, result->strides,
                        [=](int64_t place, int64_t other) {
                          if (together == 1)
                            to[other] = from[place];
                          else
                            std::copy_n(from + place, together, to + other);
                        });
  });
  return done ? result.take() : nullptr;
}

lith_tensor *lith_rt_scatter(lith_ctx *ctx, lith_tensor *tensor, int64_t dim,
                             lith_tensor *indexTensor, lith_tensor *sourceTensor, int64_t how) {
  Tensor self(ctx, owned(ctx, tensor));
  if (!self || !checkNotLarger(ctx, indexTensor, self.get(), dim, Scatter) ||
      (countOf(indexTensor) && !checkNotLarger(ctx, indexTensor, sourceTensor, -1, Scatter)))
    return nullptr;
  int64_t together = neighbours(indexTensor, dim);
  int64_t step = together > 1 ? sourceTensor->strides[sourceTensor->head.rank - 1] : 0;
  // Places are found before they are used, so that finding them depends on no type.
  constexpr size_t Most = 256;
  int64_t places[Most], others[Most];
  size_t count = 0;
  auto put = [&] {
    dispatch(self->head.dtype, [&](auto zero) {
      using T = decltype(zero);
      for (size_t i = 0; i < count; ++i) {
        T *to = dataOf<T>(self.get()) + places[i];
        const T *from = dataOf<T>(sourceTensor) + others[i];
        if (std::is_same_v<T, float> && Reduce(how) == Reduce::Add)
          for (int64_t k = 0; k < together; ++k)
            to[k] = reduced(Reduce::Add, to[k], from[k * step]);
        else
#pragma clang loop vectorize(disable) unroll(disable)
          for (int64_t k = 0; k < together; ++k)
            to[k] = reduced(Reduce(how), to[k], from[k * step]);
      }
    });
  };
  bool done = forEachPlace(ctx, indexTensor, sizesOf(self.get()), dim, sourceTensor->strides,
                           [&](int64_t place, int64_t other) {
                             places[count] = place;
                             others[count] = other;
                             if (++count == Most) {
                               put();
                               count = 0;
                             }
                           });
  if (done)
    put();
  return done ? self.take() : nullptr;
}

lith_tensor *lith_rt_index_add(lith_ctx *ctx, lith_tensor *tensor, int64_t dim,
                               lith_tensor *indexTensor, lith_tensor *sourceTensor) {
  Tensor self(ctx, owned(ctx, tensor)), index(ctx, contiguous(ctx, indexTensor));
  Tensor source(ctx, contiguous(ctx, sourceTensor));
  if (!self || !index || !source)
    return nullptr;
  Split to(self.get(), dim), from(source.get(), dim);
  int64_t count = countOf(index.get());
  if (from.size != count || from.outer != to.outer || from.inner != to.inner) {
    raise(ctx, LITH_CLASS_RuntimeError,
          "index_add: the source does not have the sizes of the indexed part");
    return nullptr;
  }
  const int64_t *indices = dataOf<int64_t>(index.get());
  for (int64_t i = 0; i < count; ++i)
    if (indices[i] < 0 || indices[i] >= to.size) {
      raisef(ctx, LITH_CLASS_RuntimeError,
             "index %lld is out of bounds for dimension %lld with size %lld", (long long)indices[i],
             (long long)dim, (long long)to.size);
      return nullptr;
    }
  dispatch(self->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    const T *in = dataOf<T>(source.get());
    for (int64_t outer = 0; outer < to.outer; ++outer)
      for (int64_t i = 0; i < count; ++i) {
        T *out = dataOf<T>(self.get()) + (outer * to.size + indices[i]) * to.inner;
        for (int64_t k = 0; k < to.inner; ++k)
          out[k] = reduced(Reduce::Add, out[k], *in++);
      }
  });
  return self.take();
}
}
