// Geometry.cpp: views as functions, for code without a kernel or an inlined form.
#include "ops/Tensors.h"
#include "tensor/Layout.h"

#include <algorithm>

using namespace lith;
using namespace lith::ops;

namespace {

lith_tensor *viewOf(lith_ctx *ctx, lith_tensor *base, const Sizes &sizes, const int64_t *strides,
                    int64_t offset) {
  return lith_rt_tensor_view(ctx, base, sizes.rank, sizes.values, strides, offset);
}

} // namespace

bool lith::ops::viewStrides(const lith_tensor *tensor, int64_t rank, const int64_t *sizes,
                            int64_t *strides) {
  if (countOf(tensor) == 0) {
    for (int64_t dim = rank - 1, step = 1; dim >= 0; --dim) {
      strides[dim] = step;
      step *= sizes[dim] > 0 ? sizes[dim] : 1;
    }
    return true;
  }
  // Dimensions of the tensor that are contiguous with each other form chunks; each
  // chunk has to be covered by whole dimensions of the view.
  int64_t viewDim = rank - 1,
          chunkStride = tensor->head.rank ? tensor->strides[tensor->head.rank - 1] : 1;
  int64_t chunk = 1, covered = 1;
  for (int dim = tensor->head.rank - 1; dim >= 0; --dim) {
    chunk *= tensor->sizes[dim];
    bool chunkEnds = dim == 0 || (tensor->sizes[dim - 1] != 1 &&
                                  tensor->strides[dim - 1] != chunk * chunkStride);
    if (!chunkEnds)
      continue;
    while (viewDim >= 0 && (covered < chunk || sizes[viewDim] == 1)) {
      strides[viewDim] = covered * chunkStride;
      covered *= sizes[viewDim];
      --viewDim;
    }
    if (covered != chunk)
      return false;
    if (dim > 0) {
      chunkStride = tensor->strides[dim - 1];
      chunk = covered = 1;
    }
  }
  while (viewDim >= 0 && sizes[viewDim] == 1)
    strides[viewDim--] = 1;
  return viewDim < 0;
}

extern "C" {

void lith_rt_check_view(lith_ctx *ctx, lith_tensor *tensor, int64_t n, const int64_t *sizes) {
  int64_t strides[LITH_MAX_RANK];
  if (!viewStrides(tensor, n, sizes, strides))
    raise(ctx, LITH_CLASS_RuntimeError,
          "view size is not compatible with input tensor's size and stride (at least one dimension "
          "spans across two contiguous subspaces). Use .reshape(...) instead.");
}

lith_tensor *lith_rt_reshape(lith_ctx *ctx, lith_tensor *tensor, int64_t n, const int64_t *sizes) {
  int64_t strides[LITH_MAX_RANK];
  if (viewStrides(tensor, n, sizes, strides))
    return lith_rt_tensor_view(ctx, tensor, n, sizes, strides, 0);
  Tensor copy(ctx, contiguous(ctx, tensor));
  if (!copy)
    return nullptr;
  viewStrides(copy.get(), n, sizes, strides);
  return lith_rt_tensor_view(ctx, copy.get(), n, sizes, strides, 0);
}
// Of a value the strides may be any: what was checked are those that eager would have.
lith_tensor *lith_rt_view(lith_ctx *ctx, lith_tensor *tensor, int64_t n, const int64_t *sizes) {
  return lith_rt_reshape(ctx, tensor, n, sizes);
}

lith_tensor *lith_rt_contiguous(lith_ctx *ctx, lith_tensor *tensor) {
  return lith_rt_tensor_contiguous(ctx, tensor);
}
lith_tensor *lith_rt_clone(lith_ctx *ctx, lith_tensor *tensor) {
  return lith_rt_tensor_clone(ctx, tensor);
}

lith_tensor *lith_rt_permute(lith_ctx *ctx, lith_tensor *tensor, int64_t n, const int64_t *dims) {
  Sizes sizes;
  int64_t strides[LITH_MAX_RANK];
  for (int64_t i = 0; i < n; ++i) {
    sizes.add(tensor->sizes[dims[i]]);
    strides[i] = tensor->strides[dims[i]];
  }
  return viewOf(ctx, tensor, sizes, strides, 0);
}

lith_tensor *lith_rt_expand(lith_ctx *ctx, lith_tensor *tensor, int64_t n, const int64_t *wanted) {
  int64_t strides[LITH_MAX_RANK], added = n - tensor->head.rank;
  for (int64_t i = 0; i < n; ++i) {
    int64_t own = i - added;
    strides[i] = own < 0 || (tensor->sizes[own] == 1 && wanted[i] != 1) ? 0 : tensor->strides[own];
  }
  for (int64_t i = added - 1; i >= 0; --i)
    if (wanted[i] == 1)
      strides[i] = i + 1 == n ? 1 : wanted[i + 1] * strides[i + 1];
  return lith_rt_tensor_view(ctx, tensor, n, wanted, strides, 0);
}

lith_tensor *lith_rt_slice(lith_ctx *ctx, lith_tensor *tensor, int64_t start, int64_t length,
                           int64_t step, int64_t dim) {
  Sizes sizes(tensor);
  int64_t strides[LITH_MAX_RANK];
  std::memcpy(strides, tensor->strides, sizeof strides);
  sizes.values[dim] = length;
  strides[dim] *= step;
  return viewOf(ctx, tensor, sizes, strides, start * tensor->strides[dim]);
}

lith_tensor *lith_rt_select(lith_ctx *ctx, lith_tensor *tensor, int64_t index, int64_t dim) {
  Sizes sizes(tensor);
  int64_t strides[LITH_MAX_RANK];
  std::memcpy(strides, tensor->strides, sizeof strides);
  int64_t offset = (index < 0 ? index + sizes.values[dim] : index) * strides[dim];
  sizes.remove(int(dim));
  std::memmove(strides + dim, strides + dim + 1, (sizes.rank - dim) * sizeof(int64_t));
  return viewOf(ctx, tensor, sizes, strides, offset);
}

lith_tensor *lith_rt_unsqueeze(lith_ctx *ctx, lith_tensor *tensor, int64_t dim) {
  Sizes sizes;
  int64_t strides[LITH_MAX_RANK];
  for (int64_t i = 0; i <= tensor->head.rank; ++i) {
    int64_t own = i - (i > dim);
    strides[i] = i == dim
                     ? (dim < tensor->head.rank ? tensor->sizes[dim] * tensor->strides[dim] : 1)
                     : tensor->strides[own];
    sizes.add(i == dim ? 1 : tensor->sizes[own]);
  }
  return viewOf(ctx, tensor, sizes, strides, 0);
}

lith_tensor *lith_rt_squeeze(lith_ctx *ctx, lith_tensor *tensor, int64_t n, const int64_t *dims) {
  Sizes sizes;
  int64_t strides[LITH_MAX_RANK];
  for (int64_t i = 0; i < tensor->head.rank; ++i) {
    if (std::find(dims, dims + n, i) != dims + n)
      continue;
    strides[sizes.rank] = tensor->strides[i];
    sizes.add(tensor->sizes[i]);
  }
  return viewOf(ctx, tensor, sizes, strides, 0);
}

void lith_rt_check_strided(lith_ctx *ctx, lith_tensor *tensor, int64_t n, const int64_t *geometry) {
  int64_t rank = (n - 1) / 2, first = geometry[n - 1], last = first;
  bool isSound = first >= 0;
  for (int64_t i = 0; i < rank; ++i) {
    isSound = isSound && geometry[i] >= 0 && geometry[rank + i] >= 0;
    last += (geometry[i] - 1) * geometry[rank + i];
  }
  int64_t end = (last + 1) * elementBytes(tensor);
  if (!isSound || (countOf({geometry, size_t(rank)}) > 0 && end > tensor->storage->bytes))
    raise(ctx, LITH_CLASS_RuntimeError, "these sizes and strides reach outside of the storage");
}

lith_tensor *lith_rt_as_strided(lith_ctx *ctx, lith_tensor *tensor, int64_t n,
                                const int64_t *geometry) {
  int64_t rank = (n - 1) / 2;
  int64_t own = (tensor->data - tensor->storage->data) / elementBytes(tensor);
  return lith_rt_tensor_view(ctx, tensor, rank, geometry, geometry + rank, geometry[n - 1] - own);
}

lith_tensor *lith_rt_diagonal(lith_ctx *ctx, lith_tensor *tensor, int64_t offset, int64_t dim1,
                              int64_t dim2) {
  int64_t rows = tensor->sizes[dim1], columns = tensor->sizes[dim2];
  int64_t length =
      offset >= 0 ? std::min(rows, columns - offset) : std::min(rows + offset, columns);
  length = std::max<int64_t>(length, 0);
  int64_t start = offset >= 0 ? offset * tensor->strides[dim2] : -offset * tensor->strides[dim1];
  Sizes sizes;
  int64_t strides[LITH_MAX_RANK];
  for (int64_t i = 0; i < tensor->head.rank; ++i) {
    if (i == dim1 || i == dim2)
      continue;
    strides[sizes.rank] = tensor->strides[i];
    sizes.add(tensor->sizes[i]);
  }
  strides[sizes.rank] = tensor->strides[dim1] + tensor->strides[dim2];
  sizes.add(length);
  return viewOf(ctx, tensor, sizes, strides, length ? start : 0);
}

lith_tensor *lith_rt_unfold(lith_ctx *ctx, lith_tensor *tensor, int64_t window, int64_t step,
                            int64_t dim) {
  Sizes sizes(tensor);
  int64_t strides[LITH_MAX_RANK];
  std::memcpy(strides, tensor->strides, sizeof strides);
  if (sizes.rank == LITH_MAX_RANK) {
    raise(ctx, LITH_CLASS_RuntimeError, "a tensor has at most 8 dimensions");
    return nullptr;
  }
  strides[sizes.rank] = tensor->head.rank ? tensor->strides[dim] : 1;
  sizes.add(window);
  if (tensor->head.rank) {
    sizes.values[dim] = (tensor->sizes[dim] - window) / step + 1;
    strides[dim] *= step;
  }
  return viewOf(ctx, tensor, sizes, strides, 0);
}

// Elements of another width take or give bytes along the last dimension, whose stride is 1.
lith_tensor *lith_rt_view_dtype(lith_ctx *ctx, lith_tensor *tensor, int64_t dtype) {
  int64_t own = elementBytes(tensor), wanted = elementBytes(int(dtype));
  Sizes sizes(tensor);
  int64_t strides[LITH_MAX_RANK];
  for (int i = 0; i < sizes.rank; ++i)
    strides[i] = tensor->strides[i] * own / wanted;
  if (own != wanted) {
    sizes.values[sizes.rank - 1] = sizes.values[sizes.rank - 1] * own / wanted;
    strides[sizes.rank - 1] = 1;
  }
  lith_tensor *view = lith_rt_tensor_view(ctx, tensor, sizes.rank, sizes.values, strides, 0);
  view->head.dtype = uint8_t(dtype);
  return view;
}

bool lith_rt_is_contiguous(lith_ctx *, lith_tensor *tensor) { return isContiguous(tensor); }
int64_t lith_rt_stride(lith_ctx *, lith_tensor *tensor, int64_t dim) {
  return tensor->strides[dim];
}
int64_t lith_rt_storage_offset(lith_ctx *, lith_tensor *tensor) {
  return (tensor->data - tensor->storage->data) / elementBytes(tensor);
}
bool lith_rt_is_aligned(lith_ctx *, lith_tensor *tensor, int64_t bytes) {
  return reinterpret_cast<uintptr_t>(tensor->data) % uintptr_t(bytes) == 0;
}
int64_t lith_rt_numel(lith_ctx *, lith_tensor *tensor) { return countOf(tensor); }
int64_t lith_rt_rank(lith_ctx *, lith_tensor *tensor) { return tensor->head.rank; }

int64_t lith_rt_slice_start(lith_ctx *, int64_t start, int64_t, int64_t size) {
  if (start == LITH_NO_INDEX)
    return 0;
  return std::clamp<int64_t>(start < 0 ? start + size : start, 0, size);
}

int64_t lith_rt_slice_length(lith_ctx *, int64_t start, int64_t stop, int64_t step, int64_t size) {
  int64_t end =
      stop == LITH_NO_INDEX ? size : std::clamp<int64_t>(stop < 0 ? stop + size : stop, 0, size);
  return end > start ? (end - start - 1) / step + 1 : 0;
}

int64_t lith_rt_infer_size(lith_ctx *ctx, int64_t elements, int64_t n, const int64_t *sizes) {
  int64_t open = -1, product = 1;
  for (int64_t i = 0; i < n; ++i) {
    if (sizes[i] == -1 && open >= 0) {
      raise(ctx, LITH_CLASS_RuntimeError, "only one dimension can be inferred");
      return 0;
    }
    if (sizes[i] < -1) {
      raisef(ctx, LITH_CLASS_RuntimeError, "invalid shape dimension %lld at index %lld of shape %s",
             (long long)sizes[i], (long long)i, sizesText({sizes, size_t(n)}).c_str());
      return 0;
    }
    if (sizes[i] == -1)
      open = i;
    else if (product >= 0 && __builtin_mul_overflow(product, sizes[i], &product))
      product = -1;
  }
  if (open >= 0 && product == 0 && elements == 0) {
    raisef(ctx, LITH_CLASS_RuntimeError,
           "cannot reshape tensor of 0 elements into shape %s because the unspecified dimension "
           "size -1 can be any value and is ambiguous",
           sizesText({sizes, size_t(n)}).c_str());
    return 0;
  }
  if (open < 0 ? product != elements : product <= 0 || elements % product != 0) {
    raisef(ctx, LITH_CLASS_RuntimeError, "shape '%s' is invalid for input of size %lld",
           sizesText({sizes, size_t(n)}).c_str(), static_cast<long long>(elements));
    return 0;
  }
  return open < 0 ? elements : elements / product;
}
}
