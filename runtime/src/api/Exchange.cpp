// Exchange.cpp: tensors in and out: own, borrowed, DLPack.
#include "core/Object.h"
#include "tensor/Tensor.h"

#include <lith/dlpack.h>
#include <lith/lith_c.h>
#include <lith/program.h>

using namespace lith;

namespace {

struct TypePair {
  lith_dtype dtype;
  DLDataType type;
};
constexpr TypePair Types[] = {
    {LITH_UINT8, {kDLUInt, 8, 1}},         {LITH_INT8, {kDLInt, 8, 1}},
    {LITH_INT16, {kDLInt, 16, 1}},         {LITH_INT32, {kDLInt, 32, 1}},
    {LITH_INT64, {kDLInt, 64, 1}},         {LITH_FLOAT16, {kDLFloat, 16, 1}},
    {LITH_FLOAT32, {kDLFloat, 32, 1}},     {LITH_FLOAT64, {kDLFloat, 64, 1}},
    {LITH_COMPLEX64, {kDLComplex, 64, 1}}, {LITH_COMPLEX128, {kDLComplex, 128, 1}},
    {LITH_BOOL8, {kDLBool, 8, 1}},         {LITH_BFLOAT16, {kDLBfloat, 16, 1}},
};

void dropManaged(void *owner) {
  auto *managed = static_cast<DLManagedTensor *>(owner);
  if (managed->deleter)
    managed->deleter(managed);
}

// What lith_to_dlpack gives away: the structure and the tensor that it keeps.
struct Export {
  DLManagedTensor managed;
  lith_tensor *tensor;
};

void dropExport(DLManagedTensor *self) {
  auto *own = static_cast<Export *>(self->manager_ctx);
  release(nullptr, own->tensor);
  delete own;
}

} // namespace

DLDataType lith::dlpackType(int dtype) {
  for (const TypePair &pair : Types)
    if (pair.dtype == dtype)
      return pair.type;
  return {};
}

int lith::dtypeOfDLPack(DLDataType type) {
  for (const TypePair &pair : Types)
    if (pair.type.code == type.code && pair.type.bits == type.bits && type.lanes == 1)
      return pair.dtype;
  return -1;
}

extern "C" {

lith_value lith_make_tensor(lith_dtype dtype, const int64_t *shape, size_t rank) {
  if (elementBytes(dtype) == 0 || rank > LITH_MAX_RANK)
    return nullValue();
  lith_tensor *tensor = newTensor(nullptr, dtype, {shape, rank});
  return tensor ? box(tensor) : nullValue();
}

lith_value lith_wrap_tensor(lith_dtype dtype, const int64_t *shape, const int64_t *strides,
                            size_t rank, void *data, void *owner, void (*drop)(void *owner)) {
  if (elementBytes(dtype) == 0 || rank > LITH_MAX_RANK)
    return nullValue();
  int64_t contiguous[LITH_MAX_RANK], stride = 1;
  for (size_t d = rank; d-- > 0;) {
    if (shape[d] < 0)
      return nullValue();
    contiguous[d] = stride;
    stride *= shape[d] > 1 ? shape[d] : 1;
  }
  lith_tensor *tensor = makeTensor(nullptr, dtype, {shape, rank},
                                   {strides ? strides : contiguous, rank}, data, owner, drop);
  return tensor ? box(tensor) : nullValue();
}

lith_dtype lith_tensor_dtype(lith_value tensor) {
  return static_cast<lith_dtype>(objectOf(tensor)->dtype);
}
size_t lith_tensor_rank(lith_value tensor) { return objectOf(tensor)->rank; }
const int64_t *lith_tensor_shape(lith_value tensor) { return as<lith_tensor>(tensor)->sizes; }
const int64_t *lith_tensor_strides(lith_value tensor) { return as<lith_tensor>(tensor)->strides; }
void *lith_tensor_data(lith_value tensor) { return as<lith_tensor>(tensor)->data; }

lith_value lith_tensor_contiguous(lith_value tensor) {
  auto *from = as<lith_tensor>(tensor);
  lith_tensor *result = isContiguous(from) ? retained(from) : copyInOrder(nullptr, from);
  return result ? box(result) : nullValue();
}

const char *lith_dtype_name(lith_dtype dtype) { return dtypeName(dtype); }

lith_value lith_from_dlpack(DLManagedTensor *managed) {
  const DLTensor &from = managed->dl_tensor;
  int dtype = dtypeOfDLPack(from.dtype);
  if ((from.device.device_type != kDLCPU && from.device.device_type != kDLCUDAHost) ||
      from.ndim < 0 || from.ndim > LITH_MAX_RANK || dtype < 0)
    return nullValue();
  return lith_wrap_tensor(static_cast<lith_dtype>(dtype), from.shape, from.strides,
                          static_cast<size_t>(from.ndim),
                          static_cast<char *>(from.data) + from.byte_offset, managed, dropManaged);
}

DLManagedTensor *lith_to_dlpack(lith_value value) {
  if (value.tag != LITH_TENSOR)
    return nullptr;
  auto *tensor = as<lith_tensor>(value);
  DLDataType type = dlpackType(tensor->head.dtype);
  if (type.lanes == 0)
    return nullptr;
  auto *result = new Export{
      {{tensor->data, {kDLCPU, 0}, tensor->head.rank, type, tensor->sizes, tensor->strides, 0},
       nullptr,
       dropExport},
      retained(tensor)};
  result->managed.manager_ctx = result;
  return &result->managed;
}

void lith_set_num_threads(int count) { setNumThreads(count); }
int lith_num_threads(void) { return numThreads(); }

} // extern "C"
