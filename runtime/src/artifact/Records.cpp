// Records.cpp: results for those who have no classes: instances as dicts of their fields.
#include "core/Object.h"
#include "objects/Containers.h"
#include "objects/Str.h"

#include <lith/artifact.h>

using namespace lith;

/// A named tuple as a dict of its elements.
static lith_value ofElements(lith_value tuple, const std::vector<std::string> &names) {
  Context scratch;
  lith_dict *dict = newDict(nullptr);
  const lith_value *items = as<lith_tuple>(tuple)->items;
  for (size_t i = 0; i < names.size() && i < size_t(as<lith_tuple>(tuple)->length); ++i) {
    OwnedValue key(nullptr, boxStr(nullptr, names[i]));
    store(&scratch, dict, key.get(), items[i]);
  }
  return box(dict);
}

static lith_value withoutRecord(lith_record *record, const Image &image) {
  Context scratch;
  size_t id = static_cast<size_t>(record->class_id - LITH_FIRST_PROGRAM_CLASS);
  if (id < image.classes.size() && !image.classes[id].elements.empty() && record->count > 0 &&
      record->fields[record->count - 1].tag == LITH_TUPLE) {
    OwnedValue items(nullptr, withoutRecords(retained(record->fields[record->count - 1]), image));
    return ofElements(items.get(), image.classes[id].elements);
  }
  size_t names = id < image.classes.size() ? image.classes[id].fields.size() : 0;
  if (names == 0 && record->count == 1 && record->fields[0].tag == LITH_TUPLE) // a size
    return withoutRecords(retained(record->fields[0]), image);
  // Of a mapping, its entries, and the attributes that are no entries.
  bool isMapping =
      static_cast<size_t>(record->count) == names + 1 && record->fields[names].tag == LITH_DICT;
  lith_dict *dict = isMapping ? lith_rt_dict_copy(&scratch, as<lith_dict>(record->fields[names]))
                              : newDict(nullptr);
  withoutRecords(box(dict), image);
  for (size_t i = 0; i < static_cast<size_t>(record->count) - isMapping; ++i) {
    std::string name = i < names ? image.classes[id].fields[i] : "value";
    if (isNull(record->fields[i]) || name.starts_with(' ')) // of the compiler
      continue;
    OwnedValue key(nullptr, boxStr(nullptr, name));
    if (isMapping && findEntry(&scratch, dict, key.get()))
      continue;
    OwnedValue value(nullptr, withoutRecords(retained(record->fields[i]), image));
    store(&scratch, dict, key.get(), value.get());
  }
  return box(dict);
}

lith_value lith::withoutRecords(lith_value value, const Image &image) {
  switch (value.tag) {
  case LITH_RECORD: {
    OwnedValue old(nullptr, value);
    return withoutRecord(as<lith_record>(value), image);
  }
  case LITH_LIST:
    for (int64_t i = 0; i < as<lith_list>(value)->length; ++i)
      as<lith_list>(value)->items[i] = withoutRecords(as<lith_list>(value)->items[i], image);
    return value;
  case LITH_TUPLE: {
    if (objectOf(value)->refs > 0)
      for (int64_t i = 0; i < as<lith_tuple>(value)->length; ++i)
        as<lith_tuple>(value)->items[i] = withoutRecords(as<lith_tuple>(value)->items[i], image);
    auto id = static_cast<size_t>(lith_tuple_class(as<lith_tuple>(value)) - 2);
    if (id >= image.classes.size() || image.classes[id].elements.empty())
      return value;
    OwnedValue items(nullptr, value);
    return ofElements(items.get(), image.classes[id].elements);
  }
  case LITH_DICT:
    for (int64_t i = 0; i < as<lith_dict>(value)->fill; ++i)
      if (!isNull(as<lith_dict>(value)->entries[i].key))
        as<lith_dict>(value)->entries[i].value =
            withoutRecords(as<lith_dict>(value)->entries[i].value, image);
    return value;
  default:
    return value;
  }
}
