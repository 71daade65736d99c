// Tensor.cpp: a tensor made here is two blocks of the pool: its header, and one
// with the storage in front of the elements.
#include "tensor/Tensor.h"
#include "tensor/Layout.h"

#include <lith/program.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace lith;

namespace {

lith_storage *newStorage(lith_ctx *ctx, int64_t bytes) {
  void *block = allocate(ctx, 64 + static_cast<size_t>(bytes));
  if (!block)
    return nullptr;
  auto *storage = static_cast<lith_storage *>(block);
  initialize(storage->head, LITH_STORAGE);
  storage->bytes = bytes;
  storage->data = static_cast<char *>(block) + 64;
  storage->drop = nullptr;
  storage->owner = nullptr;
  storage->writes = 0;
  return storage;
}

lith_tensor *newHeader(lith_ctx *ctx, int dtype, size_t rank) {
  auto *tensor = static_cast<lith_tensor *>(allocate(ctx, sizeof(lith_tensor)));
  if (!tensor)
    return nullptr;
  initialize(tensor->head, LITH_TENSOR);
  tensor->head.dtype = static_cast<uint8_t>(dtype);
  tensor->head.rank = static_cast<uint8_t>(rank);
  tensor->handle = nullptr;
  tensor->node = nullptr;
  tensor->port = 0;
  return tensor;
}

struct External {
  lith_storage storage;
  void (*drop)(void *);
};

void dropExternal(lith_storage *storage) {
  auto *external = reinterpret_cast<External *>(storage);
  if (external->drop)
    external->drop(storage->owner);
  giveShared(external, sizeof(External));
}

void raiseImpossible(lith_ctx *ctx, std::span<const int64_t> sizes, int64_t bytes, bool fits) {
  std::string text = sizesText(sizes);
  for (int64_t size : sizes)
    if (size < 0)
      return raisef(ctx, LITH_CLASS_RuntimeError,
                    "Trying to create tensor with negative dimension %lld: %s",
                    static_cast<long long>(size), text.c_str());
  if (!fits)
    return raisef(ctx, LITH_CLASS_RuntimeError, "Storage size calculation overflowed with sizes=%s",
                  text.c_str());
  raisef(ctx, LITH_CLASS_RuntimeError,
         "DefaultCPUAllocator: can't allocate memory: you tried to allocate %lld bytes. Error code "
         "12 (Cannot allocate memory)",
         static_cast<long long>(bytes));
}

} // namespace

std::string lith::sizesText(std::span<const int64_t> sizes) {
  std::string text = "[";
  for (size_t i = 0; i < sizes.size(); ++i)
    text += (i ? ", " : "") + std::to_string(sizes[i]);
  return text + "]";
}

/// Whether the storage of a tensor that has its own places has room for its elements alone.
static bool fillsItsStorage(const lith_tensor *tensor) {
  return tensor->storage->bytes == elementCount(tensor) * elementBytes(tensor);
}

static void setRowMajor(lith_tensor *tensor) {
  int64_t stride = 1;
  for (int d = tensor->head.rank; d-- > 0;) {
    tensor->strides[d] = stride;
    stride *= tensor->sizes[d] > 1 ? tensor->sizes[d] : 1;
  }
}

lith_tensor *lith::newTensor(lith_ctx *ctx, lith_dtype dtype, std::span<const int64_t> sizes) {
  int64_t count = 1, bytes = 0;
  bool fits = sizes.size() <= LITH_MAX_RANK;
  for (int64_t size : sizes)
    fits = fits && size >= 0 && !__builtin_mul_overflow(count, size, &count);
  fits = fits && !__builtin_mul_overflow(count, elementBytes(dtype), &bytes);
  lith_storage *storage = fits ? newStorage(ctx, bytes) : nullptr;
  lith_tensor *tensor = storage ? newHeader(ctx, dtype, sizes.size()) : nullptr;
  if (!tensor) {
    release(ctx, storage);
    if (ctx)
      raiseImpossible(ctx, sizes, bytes, fits);
    return nullptr;
  }
  tensor->storage = storage;
  tensor->data = storage->data;
  std::copy(sizes.begin(), sizes.end(), tensor->sizes);
  setRowMajor(tensor);
  return tensor;
}

lith_tensor *lith::viewTensor(lith_ctx *ctx, lith_tensor *base, std::span<const int64_t> sizes,
                              std::span<const int64_t> strides, int64_t offset) {
  lith_tensor *tensor = newHeader(ctx, base->head.dtype, sizes.size());
  tensor->storage = retained(base->storage);
  tensor->data = base->data + offset * elementBytes(base);
  tensor->head.flags = base->head.flags & LITH_TENSOR_OWN_HISTORY;
  for (size_t d = 0; d < sizes.size(); ++d) {
    tensor->sizes[d] = sizes[d];
    tensor->strides[d] = strides[d];
  }
  return tensor;
}

lith_tensor *lith::copyInOrder(lith_ctx *ctx, const lith_tensor *tensor) {
  lith_tensor *copy = newTensor(ctx, static_cast<lith_dtype>(tensor->head.dtype),
                                {tensor->sizes, tensor->head.rank});
  if (copy)
    copyElements(copy, tensor);
  return copy;
}

bool lith::becomeNew(lith_ctx *ctx, lith_tensor *tensor) {
  if (!lith_rt_tensor_unique(ctx, tensor) || tensor->handle || !isContiguous(tensor) ||
      !fillsItsStorage(tensor))
    return false;
  forgetHistory(ctx, tensor);
  setRowMajor(tensor);
  return true;
}

lith_tensor *lith::cloneTensor(lith_ctx *ctx, const lith_tensor *tensor) {
  return copyAs(ctx, tensor, layoutOfCopy(tensor));
}

lith_tensor *lith::copyAs(lith_ctx *ctx, const lith_tensor *tensor, const MemoryLayout &layout) {
  lith_tensor *copy = newTensor(ctx, static_cast<lith_dtype>(tensor->head.dtype),
                                {tensor->sizes, tensor->head.rank});
  if (!copy)
    return nullptr;
  std::copy_n(layout.strides, layout.rank, copy->strides);
  copyElements(copy, tensor);
  return copy;
}

lith_tensor *lith::makeTensor(lith_ctx *ctx, lith_dtype dtype, std::span<const int64_t> sizes,
                              std::span<const int64_t> strides, void *data, void *owner,
                              void (*drop)(void *owner)) {
  auto *external = static_cast<External *>(takeShared(sizeof(External)));
  lith_tensor *tensor = external ? newHeader(ctx, dtype, sizes.size()) : nullptr;
  if (!tensor)
    return nullptr;
  int64_t extent = 1;
  for (size_t d = 0; d < sizes.size(); ++d) {
    tensor->sizes[d] = sizes[d];
    tensor->strides[d] = strides[d];
    extent += (sizes[d] - 1) * (strides[d] > 0 ? strides[d] : 0);
  }
  initialize(external->storage.head, LITH_STORAGE);
  external->storage.bytes = extent > 0 ? extent * elementBytes(dtype) : 0;
  external->storage.data = static_cast<char *>(data);
  external->storage.drop = dropExternal;
  external->storage.owner = owner;
  external->storage.writes = 0;
  external->drop = drop;
  tensor->storage = &external->storage;
  tensor->data = static_cast<char *>(data);
  return tensor;
}

int64_t lith::dtypeBytes(int dtype) { return elementBytes(dtype); }

const char *lith::dtypeName(int dtype) {
  switch (dtype) {
  case LITH_UINT8:
    return "uint8";
  case LITH_INT8:
    return "int8";
  case LITH_INT16:
    return "int16";
  case LITH_INT32:
    return "int32";
  case LITH_INT64:
    return "int64";
  case LITH_FLOAT16:
    return "float16";
  case LITH_FLOAT32:
    return "float32";
  case LITH_FLOAT64:
    return "float64";
  case LITH_COMPLEX64:
    return "complex64";
  case LITH_COMPLEX128:
    return "complex128";
  case LITH_BOOL8:
    return "bool";
  case LITH_BFLOAT16:
    return "bfloat16";
  default:
    return nullptr;
  }
}

/// Whether each element has a place of its own in memory, as those of an expanded tensor or of
/// overlapping windows have not.
bool lith::mayOverlap(const lith_tensor *a, const lith_tensor *b) {
  auto bounds = [](const lith_tensor *t, const char *&low, const char *&high) {
    int64_t least = 0, most = 0;
    for (int d = 0; d < t->head.rank; ++d)
      (t->strides[d] < 0 ? least : most) += t->strides[d] * (t->sizes[d] - 1);
    low = t->data + least * elementBytes(t);
    high = t->data + (most + 1) * elementBytes(t);
  };
  const char *aLow, *aHigh, *bLow, *bHigh;
  bounds(a, aLow, aHigh);
  bounds(b, bLow, bHigh);
  return aLow < bHigh && bLow < aHigh;
}

extern "C" {

lith_tensor *lith_rt_tensor_empty(lith_ctx *ctx, int64_t dtype, int64_t rank,
                                  const int64_t *sizes) {
  return newTensor(ctx, static_cast<lith_dtype>(dtype), {sizes, static_cast<size_t>(rank)});
}

lith_tensor *lith_rt_tensor_view(lith_ctx *ctx, lith_tensor *base, int64_t rank,
                                 const int64_t *sizes, const int64_t *strides, int64_t offset) {
  size_t n = static_cast<size_t>(rank);
  return viewTensor(ctx, base, {sizes, n}, {strides, n}, offset);
}

lith_tensor *lith_rt_tensor_contiguous(lith_ctx *ctx, lith_tensor *tensor) {
  return isContiguous(tensor) ? retained(tensor) : copyInOrder(ctx, tensor);
}

lith_tensor *lith_rt_laid_like(lith_ctx *ctx, lith_tensor *tensor, lith_tensor *like) {
  MemoryLayout wanted = layoutOfCopy(like);
  if (std::equal(wanted.strides, wanted.strides + wanted.rank, tensor->strides))
    return retained(tensor);
  return copyAs(ctx, tensor, wanted);
}

lith_tensor *lith_rt_in_format_of(lith_ctx *ctx, lith_tensor *tensor, lith_tensor *like) {
  if (!isChannelsLast(like) || isChannelsLast(tensor))
    return retained(tensor);
  return copyChannelsLast(ctx, tensor);
}

lith_tensor *lith_rt_tensor_clone(lith_ctx *ctx, lith_tensor *tensor) {
  return cloneTensor(ctx, tensor);
}

bool lith_rt_tensor_unique(lith_ctx *, lith_tensor *tensor) {
  return __atomic_load_n(&tensor->head.refs, __ATOMIC_ACQUIRE) == 1 &&
         __atomic_load_n(&tensor->storage->head.refs, __ATOMIC_ACQUIRE) == 1 &&
         !tensor->storage->drop && hasOwnPlaces(MemoryLayout(tensor));
}

lith_tensor *lith_rt_tensor_own(lith_ctx *ctx, lith_tensor *tensor) {
  if (lith_rt_tensor_unique(ctx, tensor) && fillsItsStorage(tensor)) {
    forgetHistory(ctx, tensor);
    return tensor;
  }
  lith_tensor *copy = cloneTensor(ctx, tensor);
  release(ctx, tensor);
  return copy;
}

void lith_rt_tensor_copy_into(lith_ctx *ctx, lith_tensor *destination, lith_tensor *source) {
  if (elementCount(destination) == 0)
    return;
  if (mayOverlap(destination, source)) {
    Owned<lith_tensor> copy(ctx, cloneTensor(ctx, source));
    if (copy)
      copyElements(destination, copy.get());
    return;
  }
  copyElements(destination, source);
}

} // extern "C"
