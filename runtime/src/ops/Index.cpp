// Index.cpp: reading and writing at places that tensors of indices, one a dimension, and masks
// name.
#include "ops/Places.h"

#include <algorithm>
#include <vector>

using namespace lith;
using namespace lith::ops;

namespace {

/// What `index` and `index_put` address: offsets in a contiguous tensor.
struct Places {
  std::vector<int64_t> offsets; ///< of each indexed block, in the order of the broadcast index
  Sizes indexSizes;             ///< of the broadcast index
  Sizes before,
      after; ///< sizes of whole dimensions before the result's index dimensions, and after
  std::vector<int64_t> beforeOffsets, afterOffsets;
  int64_t run = 1; ///< elements side by side at each of the last offsets
};

std::vector<int64_t> offsetsOf(const Sizes &sizes, const std::vector<int64_t> &strides) {
  std::vector<int64_t> offsets(size_t(countOf(sizes.span())));
  Walk walk(sizes.span());
  for (int64_t &offset : offsets) {
    offset = 0;
    for (int d = 0; d < sizes.rank; ++d)
      offset += walk.at[d] * strides[size_t(d)];
    walk.next();
  }
  return offsets;
}

/// Masks become one index tensor per dimension; a null stays null.
bool expandMasks(lith_ctx *ctx, const lith_tensor *self, int64_t n, lith_tensor *const *indices,
                 std::vector<std::vector<int64_t>> &lists, std::vector<Sizes> &shapes,
                 std::vector<bool> &isIndexed) {
  for (int64_t i = 0; i < n; ++i) {
    if (!indices[i]) {
      lists.emplace_back();
      shapes.emplace_back();
      isIndexed.push_back(false);
      continue;
    }
    Tensor index(ctx, contiguous(ctx, indices[i]));
    if (!index)
      return false;
    if (index->head.dtype != LITH_BOOL8) {
      const int64_t *data = dataOf<int64_t>(index.get());
      lists.emplace_back(data, data + countOf(index.get()));
      shapes.emplace_back(index.get());
      isIndexed.push_back(true);
      continue;
    }
    int rank = index->head.rank;
    size_t first = lists.size();
    lists.resize(first + size_t(rank));
    const bool *mask = dataOf<bool>(index.get());
    Walk walk(sizesOf(index.get()));
    for (int64_t e = 0, count = countOf(index.get()); e < count; ++e, walk.next())
      for (int d = 0; mask[e] && d < rank; ++d)
        lists[first + size_t(d)].push_back(walk.at[d]);
    for (int d = 0; d < rank; ++d) {
      if (int(first) + d >= self->head.rank || index->sizes[d] != self->sizes[first + size_t(d)]) {
        raise(ctx, LITH_CLASS_IndexError,
              "the mask does not have the sizes of the dimensions that it indexes");
        return false;
      }
      Sizes shape;
      shape.add(int64_t(lists[first].size()));
      shapes.push_back(shape);
      isIndexed.push_back(true);
    }
  }
  return true;
}

bool broadcastShapes(lith_ctx *ctx, const std::vector<Sizes> &shapes,
                     const std::vector<bool> &isIndexed, Sizes &joint) {
  for (size_t i = 0; i < shapes.size(); ++i)
    if (isIndexed[i])
      joint.rank = std::max(joint.rank, shapes[i].rank);
  std::fill(joint.values, joint.values + joint.rank, 1);
  for (size_t i = 0; i < shapes.size(); ++i)
    for (int d = 0; isIndexed[i] && d < shapes[i].rank; ++d) {
      int64_t &size = joint.values[joint.rank - shapes[i].rank + d], own = shapes[i].values[d];
      if (own != 1 && size != 1 && own != size) {
        std::string text;
        for (size_t k = 0; k < shapes.size(); ++k)
          if (isIndexed[k])
            text += (text.empty() ? "" : ", ") + sizesText(shapes[k].span());
        raisef(ctx, LITH_CLASS_IndexError,
               "shape mismatch: indexing tensors could not be broadcast together with shapes %s",
               text.c_str());
        return false;
      }
      if (own != 1)
        size = own;
    }
  return true;
}

/// Where a mask alone is true, if the dimensions that it indexes, from `dim` on, are one run of
/// elements equally far apart. False: it is not that case.
bool resolveMask(lith_ctx *ctx, const lith_tensor *self, lith_tensor *mask, int64_t dim,
                 Places &places) {
  int rank = mask->head.rank, last = int(dim) + rank - 1;
  bool fits = mask->head.dtype == LITH_BOOL8 && rank > 0 && last < self->head.rank;
  for (int d = 0; fits && d < rank; ++d) {
    int64_t own = dim + d;
    fits = mask->sizes[d] == self->sizes[own] &&
           (own == last || self->strides[own] == self->strides[own + 1] * self->sizes[own + 1]);
  }
  Tensor flat(ctx, fits ? contiguous(ctx, mask) : nullptr);
  if (!flat)
    return false;
  const bool *chosen = dataOf<bool>(flat.get());
  int64_t count = countOf(mask), found = std::count(chosen, chosen + count, true), next = 0;
  places.indexSizes.add(found);
  places.offsets.resize(size_t(found) + 1); // one more to write to, instead of a branch
  for (int64_t i = 0; i < count; ++i) {
    places.offsets[size_t(next)] = i * self->strides[last];
    next += chosen[i];
  }
  places.offsets.pop_back();
  return true;
}

bool resolve(lith_ctx *ctx, const lith_tensor *self, int64_t n, lith_tensor *const *indices,
             Places &places) {
  std::vector<std::vector<int64_t>> lists;
  std::vector<Sizes> shapes;
  std::vector<bool> isIndexed;
  auto *only = std::find_if(indices, indices + n, [](lith_tensor *index) { return index; });
  bool isMask = only != indices + n &&
                std::count(only + 1, indices + n, nullptr) == n - 1 - (only - indices) &&
                resolveMask(ctx, self, *only, only - indices, places);
  if (isMask) {
    isIndexed.resize(size_t(only - indices), false);
    isIndexed.resize(isIndexed.size() + (*only)->head.rank, true);
  } else if (!expandMasks(ctx, self, n, indices, lists, shapes, isIndexed) ||
             !broadcastShapes(ctx, shapes, isIndexed, places.indexSizes)) {
    return false;
  }
  isIndexed.resize(self->head.rank, false);
  size_t first = 0, last = 0, count = 0;
  for (size_t d = 0; d < isIndexed.size(); ++d)
    if (isIndexed[d]) {
      first = count++ ? first : d;
      last = d;
    }
  bool together = count && last - first + 1 == count;
  std::vector<int64_t> beforeStrides, afterStrides;
  for (size_t d = 0; d < isIndexed.size(); ++d) {
    if (isIndexed[d])
      continue;
    bool isBefore = together && d < first;
    (isBefore ? places.before : places.after).add(self->sizes[d]);
    (isBefore ? beforeStrides : afterStrides).push_back(self->strides[d]);
  }
  places.beforeOffsets = offsetsOf(places.before, beforeStrides);
  Sizes apart = places.after;
  while (apart.rank && afterStrides[size_t(apart.rank) - 1] == places.run)
    places.run *= apart.values[--apart.rank];
  places.afterOffsets = offsetsOf(apart, afterStrides);
  if (!isMask)
    places.offsets.assign(size_t(countOf(places.indexSizes.span())), 0);
  for (size_t d = 0, number = 0; d < lists.size(); ++d) {
    if (!isIndexed[d])
      continue;
    if (self->sizes[d] == 0 && !places.offsets.empty()) {
      raise(ctx, LITH_CLASS_IndexError, "index is out of bounds for dimension with size 0");
      return false;
    }
    Walk walk(places.indexSizes.span());
    const Sizes &shape = shapes[d];
    for (int64_t &offset : places.offsets) {
      int64_t element = 0;
      for (int k = 0; k < shape.rank; ++k)
        element = element * shape.values[k] +
                  (shape.values[k] == 1 ? 0 : walk.at[places.indexSizes.rank - shape.rank + k]);
      int64_t index = wrapIndex(ctx, lists[d][size_t(element)], self->sizes[d], int64_t(number));
      if (index < 0)
        return false;
      offset += index * self->strides[d];
      walk.next();
    }
    ++number; // errors count the dimensions that have an index
  }
  return true;
}

Sizes resultSizes(const Places &places) {
  Sizes sizes = places.before;
  for (int64_t size : places.indexSizes.span())
    sizes.add(size);
  for (int64_t size : places.after.span())
    sizes.add(size);
  return sizes;
}

/// Puts `values` (which broadcast) at the places of `self`, in its memory.
bool putAt(lith_ctx *ctx, lith_tensor *self, lith_tensor *values, bool accumulate, int64_t n,
           lith_tensor *const *indices) {
  Places places;
  if (!resolve(ctx, self, n, indices, places))
    return false;
  Sizes sizes = resultSizes(places);
  int added = sizes.rank - values->head.rank;
  bool fits = added >= 0;
  for (int d = 0; fits && d < values->head.rank; ++d)
    fits = values->sizes[d] == 1 || values->sizes[d] == sizes.values[added + d];
  if (!fits) {
    raisef(ctx, LITH_CLASS_RuntimeError,
           "shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of "
           "shape %s",
           sizesText(sizesOf(values)).c_str(), sizesText(sizes.span()).c_str());
    return false;
  }
  bool isOne = countOf(values) == 1;
  Tensor wide(ctx, isOne ? nullptr : lith_rt_expand(ctx, values, sizes.rank, sizes.values));
  Tensor source(ctx, isOne  ? contiguous(ctx, values)
                     : wide ? contiguous(ctx, wide.get())
                            : nullptr);
  if (!source)
    return false;
  dispatch(self->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    T *to = dataOf<T>(self);
    const T *from = dataOf<T>(source.get());
    for (int64_t before : places.beforeOffsets)
      for (int64_t offset : places.offsets)
        for (int64_t after : places.afterOffsets) {
          T *run = to + before + offset + after;
          for (int64_t i = 0; i < places.run; ++i, from += !isOne)
            run[i] = reduced(accumulate ? Reduce::Add : Reduce::Set, run[i], *from);
        }
  });
  return true;
}

} // namespace

extern "C" {

lith_tensor *lith_rt_index(lith_ctx *ctx, lith_tensor *tensor, int64_t n,
                           lith_tensor *const *indices) {
  Places places;
  if (!resolve(ctx, tensor, n, indices, places))
    return nullptr;
  lith_tensor *result = empty(ctx, tensor->head.dtype, resultSizes(places).span());
  if (!result)
    return nullptr;
  dispatchSize(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    T *to = dataOf<T>(result);
    const T *from = dataOf<T>(tensor);
    for (int64_t before : places.beforeOffsets)
      for (int64_t offset : places.offsets)
        for (int64_t after : places.afterOffsets) {
          const T *run = from + before + offset + after;
          if (places.run == 1)
            *to++ = *run;
          else
            to = std::copy_n(run, places.run, to);
        }
  });
  return laidAsTaken(ctx, result, tensor, n, indices, places.before.rank, places.indexSizes.rank);
}

lith_tensor *lith_rt_index_put(lith_ctx *ctx, lith_tensor *tensor, lith_tensor *values,
                               bool accumulate, int64_t n, lith_tensor *const *indices) {
  Tensor self(ctx, lith_rt_tensor_own(ctx, tensor)); // of any strides, which stay
  return self && putAt(ctx, self.get(), values, accumulate, n, indices) ? self.take() : nullptr;
}

void lith_rt_index_put_storage(lith_ctx *ctx, lith_tensor *tensor, lith_tensor *values,
                               bool accumulate, int64_t n, lith_tensor *const *indices) {
  putAt(ctx, tensor, values, accumulate, n, indices);
}

lith_tensor *lith_rt_masked_scatter(lith_ctx *ctx, lith_tensor *tensor, lith_tensor *maskTensor,
                                    lith_tensor *sourceTensor) {
  Tensor self(ctx, owned(ctx, tensor)), mask(ctx, contiguous(ctx, maskTensor));
  Tensor source(ctx, contiguous(ctx, sourceTensor));
  if (!self || !mask || !source)
    return nullptr;
  int64_t used = 0, available = countOf(source.get()), count = countOf(self.get());
  const bool *chosen = dataOf<bool>(mask.get());
  if (std::count(chosen, chosen + count, true) > available) {
    raise(ctx, LITH_CLASS_RuntimeError,
          "masked_scatter: the source has fewer elements than the mask chooses");
    return nullptr;
  }
  dispatchSize(self->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < count; ++i)
      if (chosen[i])
        dataOf<T>(self.get())[i] = dataOf<T>(source.get())[used++];
  });
  return self.take();
}

lith_tensor *lith_rt_nonzero(lith_ctx *ctx, lith_tensor *tensor) {
  Tensor self(ctx, contiguous(ctx, tensor));
  if (!self)
    return nullptr;
  std::vector<int64_t> found;
  dispatch(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    const T *data = dataOf<T>(self.get());
    int64_t n = countOf(tensor), next = 0;
    found.resize(size_t(std::count_if(data, data + n, convert<bool, T>)) + 1);
    for (int64_t i = 0; i < n; ++i) {
      found[size_t(next)] = i;
      next += convert<bool>(data[i]);
    }
    found.pop_back();
  });
  int rank = tensor->head.rank;
  const int64_t count = int64_t(found.size()), sizes[2] = {count, rank};
  lith_tensor *result = empty(ctx, LITH_INT64, sizes);
  if (!result)
    return nullptr;
  // One dimension's coordinates after the other, as PyTorch has them.
  result->strides[0] = 1;
  result->strides[1] = count;
  int64_t *out = dataOf<int64_t>(result);
  int64_t length = rank ? tensor->sizes[rank - 1] : 1, row = 0;
  Walk walk(sizesOf(tensor).first(size_t(std::max(rank - 1, 0))));
  for (int64_t i = 0; rank && i < count; ++i) {
    for (; found[size_t(i)] - row >= length; row += length)
      walk.next();
    for (int d = 0; d < rank - 1; ++d)
      out[d * count + i] = walk.at[d];
    out[(rank - 1) * count + i] = found[size_t(i)] - row;
  }
  return result;
}
}
