// Write.cpp: writes through views. `value` has the destination's dtype, or is a
// number, and broadcasts to its sizes.
#include "tensor/Element.h"
#include "tensor/Tensor.h"

#include <cstring>

using namespace lith;

namespace {

/// The number as one element of `dtype`, at most 16 bytes.
void encode(lith_value value, int dtype, char *out) {
  auto put = [out](const auto &element) { std::memcpy(out, &element, sizeof element); };
  if (value.tag == LITH_COMPLEX) {
    auto *number = as<lith_complex>(value);
    if (dtype == LITH_COMPLEX64) {
      float parts[2] = {float(number->re), float(number->im)};
      return put(parts);
    }
    double parts[2] = {number->re, number->im};
    return put(parts);
  }
  double real = numberOf(value);
  // Outside of int64 the result is what the processor gives.
  int64_t whole = value.tag != LITH_FLOAT            ? intOf(value)
                  : real >= -0x1p63 && real < 0x1p63 ? int64_t(real)
                                                     : INT64_MIN;
  switch (dtype) {
  case LITH_BOOL8:
    return put(uint8_t(value.tag == LITH_FLOAT ? real != 0 : whole != 0));
  case LITH_UINT8:
  case LITH_INT8:
    return put(uint8_t(whole));
  case LITH_INT16:
    return put(int16_t(whole));
  case LITH_INT32:
    return put(int32_t(whole));
  case LITH_INT64:
    return put(whole);
  case LITH_FLOAT16:
    return put(floatToHalf(float(real)));
  case LITH_BFLOAT16:
    return put(floatToBfloat(float(real)));
  case LITH_FLOAT64:
    return put(real);
  case LITH_COMPLEX64: {
    float parts[2] = {float(real), 0};
    return put(parts);
  }
  case LITH_COMPLEX128: {
    double parts[2] = {real, 0};
    return put(parts);
  }
  default:
    return put(float(real));
  }
}

/// `source` seen with the sizes of `destination`: aligned at the right, repeated where it has
/// size 1.
lith_tensor broadcast(const lith_tensor *source, const lith_tensor *destination) {
  lith_tensor view = *source;
  int added = destination->head.rank - source->head.rank;
  view.head.rank = destination->head.rank;
  for (int d = 0; d < destination->head.rank; ++d) {
    int from = d - added;
    bool isNew = from < 0 || source->sizes[from] != destination->sizes[d];
    view.sizes[d] = destination->sizes[d];
    view.strides[d] = isNew ? 0 : source->strides[from];
  }
  return view;
}

void write(lith_ctx *ctx, lith_tensor *destination, lith_value value) {
  if (elementCount(destination) == 0)
    return;
  if (value.tag != LITH_TENSOR) {
    alignas(16) char element[16];
    encode(value, destination->head.dtype, element);
    lith_tensor single{};
    single.head.dtype = destination->head.dtype;
    single.data = element;
    lith_tensor repeated = broadcast(&single, destination);
    copyElements(destination, &repeated);
    return;
  }
  lith_tensor view = broadcast(as<lith_tensor>(value), destination);
  if (view.storage == destination->storage) // which both copy from and write may reach
    lith_rt_tensor_copy_into(ctx, destination, &view);
  else
    copyElements(destination, &view);
}

bool isSole(const lith_tensor *base, const lith_tensor *view) {
  auto refs = [](const lith_object &head) { return __atomic_load_n(&head.refs, __ATOMIC_ACQUIRE); };
  bool isSame = base == view;
  return refs(base->head) == (isSame ? 2 : 1) && (isSame || refs(view->head) == 1) &&
         refs(base->storage->head) == (isSame ? 1 : 2) && !base->storage->drop;
}

/// What `view` is of `base`, of a contiguous copy of it. `base` may have any strides: its elements
/// are found again by their offset, so the copy covers all that the base reaches. The two may have
/// different dtypes.
lith_tensor *copyBase(lith_ctx *ctx, const lith_tensor *base, const lith_tensor *view,
                      lith_tensor **newView) {
  int64_t reach = 1, width = elementBytes(base);
  for (int d = 0; d < base->head.rank; ++d)
    reach += (base->sizes[d] - 1) * base->strides[d];
  lith_tensor *memory = newTensor(ctx, static_cast<lith_dtype>(base->head.dtype), {&reach, 1});
  if (!memory)
    return nullptr;
  std::memcpy(memory->data, base->data, size_t(reach * width));
  Owned<lith_tensor> owner(ctx, memory);
  *newView =
      viewTensor(ctx, memory, {view->sizes, view->head.rank}, {view->strides, view->head.rank}, 0);
  (*newView)->data += view->data - base->data;
  (*newView)->head.dtype = view->head.dtype;
  return viewTensor(ctx, memory, {base->sizes, base->head.rank}, {base->strides, base->head.rank},
                    0);
}

} // namespace

extern "C" {

lith_tensor *lith_rt_insert(lith_ctx *ctx, lith_tensor *base, lith_tensor *view, lith_value value) {
  Owned<lith_tensor> oldView(ctx, view);
  if (elementCount(view) == 0)
    return base;
  if (isSole(base, view)) {
    write(ctx, view, value);
    forgetHistory(ctx, base);
    return base;
  }
  Owned<lith_tensor> oldBase(ctx, base);
  lith_tensor *target = nullptr;
  lith_tensor *copy = copyBase(ctx, base, view, &target);
  if (!copy)
    return nullptr;
  write(ctx, target, value);
  release(ctx, target);
  return copy;
}

void lith_rt_store(lith_ctx *ctx, lith_tensor *storage, lith_value value) {
  write(ctx, storage, value);
}

} // extern "C"
