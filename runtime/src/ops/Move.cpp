// Move.cpp: elements moved as they are: concatenation, padding, flips, triangles.
#include "ops/Tensors.h"
#include "tensor/Layout.h"

#include <algorithm>
#include <vector>

using namespace lith;
using namespace lith::ops;

/// Copies `source` to the part of `result` that begins `offset` elements behind its start. False:
/// no memory, an exception is set.
static bool copyInto(lith_ctx *ctx, lith_tensor *result, const lith_tensor *source,
                     int64_t offset) {
  Tensor part(ctx, lith_rt_tensor_view(ctx, result, source->head.rank, source->sizes,
                                       result->strides, offset));
  if (part)
    copyElements(part.get(), source);
  return bool(part);
}

extern "C" {

lith_tensor *lith_rt_concat(lith_ctx *ctx, int64_t dim, int64_t n, lith_tensor *const *tensors) {
  Sizes sizes(tensors[0]);
  for (int64_t i = 1; i < n; ++i) {
    for (int d = 0; d < sizes.rank; ++d)
      if (d != dim && tensors[i]->sizes[d] != sizes.values[d]) {
        raisef(
            ctx, LITH_CLASS_RuntimeError,
            "Sizes of tensors must match except in dimension %lld. Expected size %lld but got size "
            "%lld for tensor number %lld in the list.",
            (long long)dim, (long long)sizes.values[d], (long long)tensors[i]->sizes[d],
            (long long)i);
        return nullptr;
      }
    sizes.values[dim] += tensors[i]->sizes[dim];
  }
  Tensor result(ctx, empty(ctx, tensors[0]->head.dtype, sizes.span()));
  if (!result)
    return nullptr;
  Split whole(result.get(), dim);
  int64_t bytes = elementBytes(result.get()), row = whole.size * whole.inner * bytes;
  char *at = result->data;
  for (int64_t i = 0; i < n; ++i) {
    const lith_tensor *source = tensors[i];
    int64_t part = source->sizes[dim] * whole.inner * bytes;
    if (isContiguous(source))
      for (int64_t outer = 0; part && outer < whole.outer; ++outer)
        std::memcpy(at + outer * row, source->data + outer * part, size_t(part));
    else if (!copyInto(ctx, result.get(), source, (at - result->data) / bytes))
      return nullptr;
    at += part;
  }
  bool isLast = std::all_of(tensors, tensors + n, isChannelsLast);
  return isLast ? copyChannelsLast(ctx, result.get()) : result.take();
}

lith_tensor *lith_rt_concat_list(lith_ctx *ctx, lith_list *list, int64_t dim, bool isStack) {
  if (list->length == 0) {
    raise(ctx, isStack ? LITH_CLASS_RuntimeError : LITH_CLASS_ValueError,
          isStack ? "stack expects a non-empty TensorList"
                  : "torch.cat(): expected a non-empty list of Tensors");
    return nullptr;
  }
  const auto *first = as<lith_tensor>(list->items[0]);
  std::vector<lith_tensor *> tensors;
  for (int64_t i = 0; i < list->length && !ctx->pending; ++i) {
    auto *tensor = as<lith_tensor>(list->items[i]);
    bool sameRank = tensor->head.rank == first->head.rank;
    if (isStack && !(sameRank && std::ranges::equal(sizesOf(tensor), sizesOf(first))))
      raisef(
          ctx, LITH_CLASS_RuntimeError,
          "stack expects each tensor to be equal size, but got %s at entry 0 and %s at entry %lld",
          sizesText(sizesOf(first)).c_str(), sizesText(sizesOf(tensor)).c_str(), (long long)i);
    else if (!sameRank)
      raisef(ctx, LITH_CLASS_RuntimeError,
             "Tensors must have same number of dimensions: got %d and %d", first->head.rank,
             tensor->head.rank);
    else
      tensors.push_back(isStack ? lith_rt_unsqueeze(ctx, tensor, dim) : retained(tensor));
  }
  lith_tensor *result =
      ctx->pending ? nullptr : lith_rt_concat(ctx, dim, int64_t(tensors.size()), tensors.data());
  for (lith_tensor *tensor : tensors)
    release(ctx, tensor);
  return result;
}

lith_tensor *lith_rt_pad(lith_ctx *ctx, lith_tensor *tensor, lith_value value, int64_t,
                         const int64_t *amounts) {
  Sizes sizes(tensor);
  int rank = sizes.rank;
  int64_t from[LITH_MAX_RANK], to[LITH_MAX_RANK], length[LITH_MAX_RANK];
  bool isEmpty = false;
  for (int d = 0; d < rank; ++d) {
    int64_t before = amounts[2 * d], after = amounts[2 * d + 1];
    sizes.values[d] += before + after;
    if (sizes.values[d] < 0) {
      raise(ctx, LITH_CLASS_RuntimeError, "narrow(): length must be non-negative.");
      return nullptr;
    }
    from[d] = std::max<int64_t>(-before, 0);
    to[d] = std::max<int64_t>(before, 0);
    length[d] = std::min(tensor->sizes[d] - from[d], sizes.values[d] - to[d]);
    isEmpty |= length[d] <= 0;
  }
  Tensor result(ctx, lith_rt_full(ctx, tensor->head.dtype, value, rank, sizes.values));
  if (!result || isEmpty)
    return result.take();
  // The part of the result that the tensor fills is a view of it.
  Sizes inside;
  int64_t source = 0, target = 0;
  for (int d = 0; d < rank; ++d) {
    inside.add(length[d]);
    source += from[d] * tensor->strides[d];
    target += to[d] * result->strides[d];
  }
  Tensor in(ctx, lith_rt_tensor_view(ctx, tensor, rank, inside.values, tensor->strides, source));
  if (!in || !copyInto(ctx, result.get(), in.get(), target))
    return nullptr;
  return result.take();
}

lith_tensor *lith_rt_pad_index(lith_ctx *ctx, int64_t size, int64_t before, int64_t after,
                               int64_t mode) {
  int64_t length = size + before + after;
  int64_t most = mode == 0 ? size - 1 : mode == 1 ? INT64_MAX : size;
  if (length < 0 || size == 0 || before > most || after > most) {
    raise(ctx, LITH_CLASS_RuntimeError, "pad: the padding is larger than this mode allows");
    return nullptr;
  }
  lith_tensor *result = empty(ctx, LITH_INT64, {&length, 1});
  if (!result)
    return nullptr;
  for (int64_t i = 0; i < length; ++i) {
    int64_t at = i - before;
    if (mode == 0)
      at = at < 0 ? -at : at >= size ? 2 * (size - 1) - at : at;
    else if (mode == 1)
      at = std::clamp<int64_t>(at, 0, size - 1);
    else
      at = (at % size + size) % size;
    dataOf<int64_t>(result)[i] = at;
  }
  return result;
}

lith_tensor *lith_rt_flip(lith_ctx *ctx, lith_tensor *tensor, int64_t n, const int64_t *dims) {
  // A view with negative strides, copied.
  int64_t strides[LITH_MAX_RANK], offset = 0;
  std::memcpy(strides, tensor->strides, sizeof strides);
  for (int64_t i = 0; i < n; ++i) {
    if (tensor->sizes[dims[i]] == 0)
      continue;
    offset += (tensor->sizes[dims[i]] - 1) * strides[dims[i]];
    strides[dims[i]] = -strides[dims[i]];
  }
  Tensor view(ctx,
              lith_rt_tensor_view(ctx, tensor, tensor->head.rank, tensor->sizes, strides, offset));
  Tensor result(ctx, view ? empty(ctx, tensor->head.dtype, sizesOf(tensor)) : nullptr);
  if (!result)
    return nullptr;
  copyElements(result.get(), view.get());
  return result.take();
}

lith_tensor *lith_rt_triangle(lith_ctx *ctx, lith_tensor *tensor, int64_t diagonal, bool upper) {
  if (tensor->head.rank < 2) {
    raise(ctx, LITH_CLASS_RuntimeError, "tril and triu need a tensor of rank 2 or more");
    return nullptr;
  }
  Tensor result(ctx, copyInOrder(ctx, tensor));
  if (!result)
    return nullptr;
  int64_t rows = tensor->sizes[tensor->head.rank - 2],
          columns = tensor->sizes[tensor->head.rank - 1];
  int64_t bytes = elementBytes(tensor), count = countOf(tensor);
  for (int64_t row = 0; columns && row < count / columns; ++row) {
    int64_t middle = row % rows + diagonal;
    int64_t begin = upper ? 0 : std::clamp<int64_t>(middle + 1, 0, columns);
    int64_t end = upper ? std::clamp<int64_t>(middle, 0, columns) : columns;
    if (begin < end)
      std::memset(result->data + (row * columns + begin) * bytes, 0, size_t((end - begin) * bytes));
  }
  return result.take();
}
}
