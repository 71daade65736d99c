// Detach.cpp: see Detach.h.
#include "artifact/Detach.h"

#include "objects/Containers.h"
#include "objects/Str.h"
#include "tensor/Tensor.h"

#include <lith/program.h>

namespace lith {

lith_value copyOfTensor(lith_value value) {
  lith_value copy = box(cloneTensor(nullptr, as<lith_tensor>(value)));
  objectOf(copy)->flags = objectOf(value)->flags;
  return copy;
}

static lith_value copyOf(lith_value value) {
  switch (value.tag) {
  case LITH_TENSOR:
    return copyOfTensor(value);
  case LITH_STR:
    return boxStr(nullptr, textOf(value));
  case LITH_BYTES:
    return box(makeBytes(nullptr, bytesOf(value)));
  case LITH_COMPLEX:
    return box(
        lith_rt_complex_new(nullptr, as<lith_complex>(value)->re, as<lith_complex>(value)->im));
  case LITH_TUPLE:
    return box(makeTuple(nullptr, as<lith_tuple>(value)->items, as<lith_tuple>(value)->length));
  case LITH_RANGE: {
    auto *range = as<lith_range>(value);
    return lith_rt_range_new(nullptr, range->start, range->stop, range->step);
  }
  case LITH_SLICE:
    return lith_rt_slice_new(nullptr, 3, &as<lith_slice>(value)->start);
  case LITH_SET:
    return box(copySet(nullptr, as<lith_set>(value), objectOf(value)->flags & 1));
  default:
    return value;
  }
}

Detacher::~Detacher() {
  for (lith_value value : replaced)
    release(nullptr, value);
}

bool Detacher::isShared(lith_value value) {
  return objectOf(value)->refs < 0 ||
         (value.tag == LITH_TENSOR && as<lith_tensor>(value)->storage->head.refs < 0);
}

lith_value Detacher::detach(lith_value value) {
  lith_value result = detachOne(value);
  while (!pending.empty()) {
    lith_value next = pending.back();
    pending.pop_back();
    detachParts(next);
  }
  return result;
}

void Detacher::detach(lith_exception *exception) {
  for (; exception; exception = exception->cause) {
    if (exception->args)
      exception->args = as<lith_tuple>(detach(box(exception->args)));
    if (exception->attributes)
      exception->attributes = as<lith_record>(detach(box(exception->attributes)));
    detach(exception->context);
  }
}

lith_value Detacher::detachOne(lith_value value) {
  if (!isReference(value))
    return value;
  auto [known, isNew] = done.try_emplace(objectOf(value), value);
  if (!isNew && known->second.bits == value.bits)
    return value;
  if (!isShared(value)) {
    pending.push_back(value);
    return value;
  }
  replaced.push_back(value); // its address stays its own
  if (isNew) {
    lith_value copy = copyOf(value);
    done[objectOf(value)] = copy;
    if (copy.bits != value.bits)
      pending.push_back(copy);
    return copy;
  }
  return retained(known->second);
}

void Detacher::detachAll(lith_value *values, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    values[i] = detachOne(values[i]);
}

void Detacher::detachParts(lith_value value) {
  switch (value.tag) {
  case LITH_LIST:
    return detachAll(as<lith_list>(value)->items, as<lith_list>(value)->length);
  case LITH_TUPLE:
    return detachAll(as<lith_tuple>(value)->items, as<lith_tuple>(value)->length);
  case LITH_SLICE:
    return detachAll(&as<lith_slice>(value)->start, 3);
  case LITH_DICT:
    for (int64_t i = 0; i < as<lith_dict>(value)->fill; ++i)
      detachAll(&as<lith_dict>(value)->entries[i].key, 2);
    return;
  case LITH_SET:
    for (int64_t i = 0; as<lith_set>(value)->table && i <= as<lith_set>(value)->mask; ++i)
      as<lith_set>(value)->table[i].key = detach(as<lith_set>(value)->table[i].key);
    return;
  case LITH_RECORD:
    return detachAll(as<lith_record>(value)->fields, as<lith_record>(value)->count);
  case LITH_CELL:
    return detachAll(&as<lith_cell>(value)->value, 1);
  case LITH_EXCEPTION:
    return detach(as<lith_exception>(value));
  default:
    return;
  }
}

} // namespace lith
