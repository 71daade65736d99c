// Values.cpp: values of the C interface.
#include "core/Object.h"
#include "objects/Containers.h"
#include "objects/Str.h"
#include "text/Text.h"

#include <lith/artifact.h>
#include <lith/lith_c.h>

using namespace lith;

namespace {

// Entry `index` of a dict in order; null outside.
lith_dict_entry *entryAt(lith_value value, size_t index) {
  auto *dict = as<lith_dict>(value);
  for (int64_t i = 0; i < dict->fill; ++i)
    if (!isNull(dict->entries[i].key) && index-- == 0)
      return &dict->entries[i];
  return nullptr;
}

template <typename Append> lith_value written(Append append, lith_value value) {
  Context scratch;
  std::string out;
  if (!append(&scratch, out, value)) {
    release(&scratch, std::exchange(scratch.pending, nullptr));
    return nullValue();
  }
  return boxStr(nullptr, out);
}

} // namespace

extern "C" {

void lith_value_retain(lith_value value) { retained(value); }
void lith_value_release(lith_value value) { release(nullptr, value); }

lith_value lith_make_str(const char *utf8, size_t bytes) { return boxStr(nullptr, {utf8, bytes}); }
lith_value lith_make_complex(double re, double im) {
  return box(lith_rt_complex_new(nullptr, re, im));
}
lith_value lith_make_list(const lith_value *items, size_t count) {
  return box(lith_rt_list_new(nullptr, static_cast<int64_t>(count), items));
}
lith_value lith_make_tuple(const lith_value *items, size_t count) {
  return box(makeTuple(nullptr, items, static_cast<int64_t>(count)));
}
lith_value lith_make_named(const char *name, size_t bytes) {
  OwnedValue kind(nullptr, boxStr(nullptr, NamedObject)),
      text(nullptr, boxStr(nullptr, {name, bytes}));
  lith_value parts[] = {kind.get(), text.get()};
  return lith_make_tuple(parts, 2);
}
lith_value lith_make_dict(const lith_value *items, size_t count) {
  Context scratch;
  lith_dict *dict = lith_rt_dict_new(&scratch, static_cast<int64_t>(count), items);
  if (scratch.pending)
    release(&scratch, std::exchange(scratch.pending, nullptr));
  return dict ? box(dict) : nullValue();
}

const char *lith_text(lith_value value, size_t *bytes) {
  if (value.tag != LITH_STR && value.tag != LITH_BYTES)
    return nullptr;
  std::string_view text = value.tag == LITH_STR ? textOf(value) : bytesOf(value);
  if (bytes)
    *bytes = text.size();
  return text.data();
}

void lith_complex_parts(lith_value value, double *re, double *im) {
  *re = as<lith_complex>(value)->re;
  *im = as<lith_complex>(value)->im;
}

size_t lith_length(lith_value value) {
  switch (value.tag) {
  case LITH_LIST:
  case LITH_TUPLE:
  case LITH_DICT:
  case LITH_SET:
    return static_cast<size_t>(lengthOf(nullptr, value));
  case LITH_RECORD:
    return static_cast<size_t>(as<lith_record>(value)->count);
  default:
    return 0;
  }
}

lith_value lith_item(lith_value value, size_t index) {
  if (index >= lith_length(value))
    return nullValue();
  switch (value.tag) {
  case LITH_LIST:
    return as<lith_list>(value)->items[index];
  case LITH_TUPLE:
    return as<lith_tuple>(value)->items[index];
  case LITH_DICT:
    return entryAt(value, index)->value;
  case LITH_RECORD:
    return as<lith_record>(value)->fields[index];
  default: {
    int64_t position = 0;
    const lith_set_entry *entry = nextElement(as<lith_set>(value), &position);
    while (index-- > 0)
      entry = nextElement(as<lith_set>(value), &position);
    return entry->key;
  }
  }
}

lith_value lith_key(lith_value value, size_t index) {
  return value.tag == LITH_DICT && index < lith_length(value) ? entryAt(value, index)->key
                                                              : nullValue();
}

lith_value lith_repr(lith_value value) { return written(appendRepr, value); }
lith_value lith_str_of(lith_value value) { return written(appendStr, value); }

} // extern "C"
