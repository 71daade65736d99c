// Items.cpp: x[key], x[key] = value and del x[key] on boxes.
#include "objects/Containers.h"
#include "objects/Iterator.h"
#include "objects/Str.h"
#include "tensor/Element.h"
#include "tensor/TensorHooks.h"

using namespace lith;

namespace {

struct SliceBounds {
  int64_t start, stop, step;
};

// Bounds of a slice object; None leaves one out.
bool boundsOf(lith_ctx *ctx, lith_slice *slice, SliceBounds &bounds) {
  int64_t *out[] = {&bounds.start, &bounds.stop, &bounds.step};
  const lith_value *values = &slice->start;
  for (int i = 0; i < 3; ++i) {
    if (values[i].tag == LITH_NONE) {
      *out[i] = LITH_NO_INDEX;
      continue;
    }
    if (!isIntegral(values[i]) && values[i].tag != LITH_TENSOR) {
      raise(ctx, LITH_CLASS_TypeError,
            "slice indices must be integers or None or have an __index__ method");
      return false;
    }
    *out[i] = lith_rt_value_index(ctx, values[i]);
    if (ctx->pending)
      return false;
    if (*out[i] == LITH_NO_INDEX)
      *out[i] = LITH_NO_INDEX + 1; // both lie before every element
  }
  return true;
}

template <typename T> lith_value boxed(T *object) { return object ? box(object) : nullValue(); }

lith_value sliceOf(lith_ctx *ctx, lith_value value, lith_slice *slice) {
  SliceBounds b;
  if (!boundsOf(ctx, slice, b))
    return nullValue();
  switch (value.tag) {
  case LITH_STR:
    return boxed(lith_rt_str_slice(ctx, as<lith_str>(value), b.start, b.stop, b.step));
  case LITH_LIST:
    return boxed(lith_rt_list_slice(ctx, as<lith_list>(value), b.start, b.stop, b.step));
  case LITH_TUPLE:
    return boxed(lith_rt_tuple_slice(ctx, as<lith_tuple>(value), b.start, b.stop, b.step));
  default:
    break;
  }
  SliceRange range;
  if (!adjustSlice(ctx, lengthOf(ctx, value), b.start, b.stop, b.step, range))
    return nullValue();
  if (value.tag == LITH_RANGE) {
    auto *from = as<lith_range>(value);
    int64_t start = from->start + range.start * from->step, step = from->step * range.step;
    int64_t stop = from->start + range.stop * from->step;
    return lith_rt_range_new(ctx, start, stop, step);
  }
  std::string out;
  for (int64_t i = 0; i < range.count; ++i)
    out += bytesOf(value)[static_cast<size_t>(range.start + i * range.step)];
  return box(makeBytes(ctx, out));
}

// A sequence's index; false with TypeError pending.
bool indexOf(lith_ctx *ctx, lith_value container, lith_value key, int64_t &index) {
  if (!isIntegral(key) && key.tag != LITH_TENSOR) {
    const char *name = container.tag == LITH_STR     ? "string"
                       : container.tag == LITH_BYTES ? "byte"
                                                     : typeName(ctx, container);
    // Python 3.11 words it differently for str.
    if (container.tag == LITH_STR)
      raisef(ctx, LITH_CLASS_TypeError, "string indices must be integers, not '%s'",
             typeName(ctx, key));
    else
      raisef(ctx, LITH_CLASS_TypeError, "%s indices must be integers or slices, not %s", name,
             typeName(ctx, key));
    return false;
  }
  index = lith_rt_value_index(ctx, key);
  return !ctx->pending;
}

lith_value elementOf(lith_ctx *ctx, lith_value container, int64_t index) {
  switch (container.tag) {
  case LITH_LIST:
    return lith_rt_list_get(ctx, as<lith_list>(container), index);
  case LITH_TUPLE:
    return lith_rt_tuple_get(ctx, as<lith_tuple>(container), index);
  case LITH_STR:
    return boxed(lith_rt_str_get(ctx, as<lith_str>(container), index));
  default:
    break;
  }
  int64_t length = lengthOf(ctx, container);
  if (index < 0)
    index += length;
  if (index < 0 || index >= length) {
    raise(ctx, LITH_CLASS_IndexError,
          container.tag == LITH_RANGE ? "range object index out of range" : "index out of range");
    return nullValue();
  }
  if (container.tag == LITH_RANGE)
    return box(as<lith_range>(container)->start + index * as<lith_range>(container)->step);
  return box(static_cast<int64_t>(static_cast<unsigned char>(bytesOf(container)[index])));
}

void setSlice(lith_ctx *ctx, lith_list *list, lith_slice *slice, lith_value value) {
  SliceBounds b;
  SliceRange range;
  if (!boundsOf(ctx, slice, b) || !adjustSlice(ctx, list->length, b.start, b.stop, b.step, range))
    return;
  if (value.tag != LITH_LIST && value.tag != LITH_TUPLE) {
    // Ask first, so that the message is that of an assignment.
    if (!isReference(value) || value.tag == LITH_RECORD || value.tag == LITH_COMPLEX) {
      raise(ctx, LITH_CLASS_TypeError,
            range.step == 1 ? "can only assign an iterable"
                            : "must assign iterable to extended slice");
      return;
    }
  }
  Owned<lith_list> from(ctx, lith_rt_value_list(ctx, value)); // a copy: the source may be the list
  if (!from)
    return;
  if (range.step == 1) {
    splice(ctx, list, range.start, range.count, from->length);
    for (int64_t i = 0; i < from->length; ++i)
      list->items[range.start + i] = retained(from->items[i]);
    return;
  }
  if (from->length != range.count) {
    raisef(ctx, LITH_CLASS_ValueError,
           "attempt to assign sequence of size %lld to extended slice of size %lld",
           static_cast<long long>(from->length), static_cast<long long>(range.count));
    return;
  }
  for (int64_t i = 0; i < range.count; ++i) {
    lith_value old = retained(from->items[i]);
    std::swap(list->items[range.start + i * range.step], old);
    release(ctx, old);
  }
}

void deleteSlice(lith_ctx *ctx, lith_list *list, lith_slice *slice) {
  SliceBounds b;
  SliceRange range;
  if (!boundsOf(ctx, slice, b) || !adjustSlice(ctx, list->length, b.start, b.stop, b.step, range))
    return;
  if (range.step < 0) { // from the end, so that indices stay valid
    for (int64_t i = 0; i < range.count; ++i)
      splice(ctx, list, range.start + i * range.step, 1, 0);
    return;
  }
  for (int64_t i = range.count; i-- > 0;)
    splice(ctx, list, range.start + i * range.step, 1, 0);
}

void refuse(lith_ctx *ctx, lith_value container, const char *what) {
  raisef(ctx, LITH_CLASS_TypeError, "'%s' object %s", typeName(ctx, container), what);
}

} // namespace

extern "C" {

lith_value lith_rt_value_get_item(lith_ctx *ctx, lith_value container, lith_value key) {
  switch (container.tag) {
  case LITH_DICT:
    return lith_rt_dict_get(ctx, as<lith_dict>(container), key);
  case LITH_TENSOR:
    if (isIntegral(key) && key.tag == LITH_INT)
      return boxed(selectFirst(ctx, as<lith_tensor>(container), intOf(key)));
    if (tensorHooks.getItem)
      return tensorHooks.getItem(ctx, as<lith_tensor>(container), key);
    break;
  case LITH_LIST:
  case LITH_TUPLE:
  case LITH_STR:
  case LITH_BYTES:
  case LITH_RANGE: {
    if (key.tag == LITH_SLICE)
      return sliceOf(ctx, container, as<lith_slice>(key));
    int64_t index;
    return indexOf(ctx, container, key, index) ? elementOf(ctx, container, index) : nullValue();
  }
  default:
    break;
  }
  refuse(ctx, container, "is not subscriptable");
  return nullValue();
}

void lith_rt_value_set_item(lith_ctx *ctx, int64_t, const lith_value *values) {
  lith_value container = values[0], key = values[1], value = values[2];
  int64_t index;
  switch (container.tag) {
  case LITH_DICT:
    store(ctx, as<lith_dict>(container), key, value);
    return;
  case LITH_LIST:
    if (key.tag == LITH_SLICE)
      return setSlice(ctx, as<lith_list>(container), as<lith_slice>(key), value);
    if (indexOf(ctx, container, key, index))
      lith_rt_list_set(ctx, as<lith_list>(container), index, retained(value));
    return;
  case LITH_TENSOR:
    if (tensorHooks.setItem)
      return tensorHooks.setItem(ctx, as<lith_tensor>(container), key, value);
    break;
  default:
    break;
  }
  refuse(ctx, container, "does not support item assignment");
}

void lith_rt_value_delete_item(lith_ctx *ctx, lith_value container, lith_value key) {
  int64_t index;
  switch (container.tag) {
  case LITH_DICT:
    return lith_rt_dict_delete(ctx, as<lith_dict>(container), key);
  case LITH_LIST:
    if (key.tag == LITH_SLICE)
      return deleteSlice(ctx, as<lith_list>(container), as<lith_slice>(key));
    if (indexOf(ctx, container, key, index))
      lith_rt_list_delete(ctx, as<lith_list>(container), index);
    return;
  case LITH_TUPLE:
  case LITH_STR:
  case LITH_BYTES:
  case LITH_RANGE:
  case LITH_TENSOR:
    return refuse(ctx, container, "doesn't support item deletion");
  default:
    return refuse(ctx, container, "does not support item deletion");
  }
}

} // extern "C"
