// Object.cpp: the end of objects, and the names of their types.
#include "core/Object.h"

#include "core/Program.h"
#include "grad/Node.h"
#include "objects/Iterator.h"

#include <vector>

using namespace lith;

namespace {

template <typename T> T *self(lith_object *object) { return reinterpret_cast<T *>(object); }

void freeStorage(lith_ctx *ctx, lith_storage *storage) {
  if (storage->drop)
    storage->drop(storage);
  else
    deallocate(ctx, storage, 64 + static_cast<size_t>(storage->bytes));
}

/// A tensor without a history, as loops make and free them and nodes save them, needs no list.
void destroyPlain(lith_ctx *ctx, lith_tensor *tensor) {
  lith_storage *storage = tensor->storage;
  deallocate(ctx, tensor, sizeof(lith_tensor));
  if (storage && dropReference(&storage->head))
    freeStorage(ctx, storage);
}

bool isPlain(lith_object *object) {
  return object->kind == LITH_TENSOR && !self<lith_tensor>(object)->node;
}

// Objects whose last reference has gone and that are still to be freed: a list,
// not recursion, so that a chain of a million nested tuples can be dropped.
class Dying {
public:
  explicit Dying(lith_ctx *ctx) : ctx(ctx) {}
  void add(lith_object *object) {
    if (object && dropReference(object)) {
      if (isPlain(object))
        destroyPlain(ctx, self<lith_tensor>(object));
      else if (count < Inline)
        fixed[count++] = object;
      else
        more.push_back(object);
    }
  }
  void add(lith_value value) {
    if (isReference(value))
      add(objectOf(value));
  }
  template <typename T> void add(T *object) {
    if (object)
      add(&object->head);
  }
  void add(const lith_value *values, int64_t n) {
    for (int64_t i = 0; i < n; ++i)
      add(values[i]);
  }
  lith_object *next() {
    if (!more.empty()) {
      lith_object *object = more.back();
      more.pop_back();
      return object;
    }
    return count ? fixed[--count] : nullptr;
  }

private:
  static constexpr int Inline = 16;
  lith_ctx *ctx;
  lith_object *fixed[Inline];
  int count = 0;
  std::vector<lith_object *> more;
};

void freeDict(lith_ctx *ctx, lith_dict *dict, Dying &dying) {
  for (int64_t i = 0; i < dict->fill; ++i) {
    dying.add(dict->entries[i].key);
    dying.add(dict->entries[i].value);
  }
  if (dict->entries)
    deallocate(ctx, dict->entries, dict->capacity * sizeof(lith_dict_entry));
  if (dict->index)
    deallocate(ctx, dict->index, dict->slots * sizeof(int32_t));
  deallocate(ctx, dict, sizeof(lith_dict));
}

void freeSet(lith_ctx *ctx, lith_set *set, Dying &dying) {
  for (int64_t i = 0; set->table && i <= set->mask; ++i)
    dying.add(set->table[i].key);
  if (set->table)
    deallocate(ctx, set->table, (set->mask + 1) * sizeof(lith_set_entry));
  deallocate(ctx, set, sizeof(lith_set));
}

void freeException(lith_ctx *ctx, lith_exception *exception, Dying &dying) {
  dying.add(exception->args);
  dying.add(exception->cause);
  dying.add(exception->context);
  dying.add(exception->attributes);
  if (exception->locations)
    deallocate(ctx, exception->locations, exception->location_capacity * sizeof(int32_t));
  deallocate(ctx, exception, sizeof(lith_exception));
}

void freeNode(lith_ctx *ctx, lith_node *node, Dying &dying) {
  dying.add(node->saved, node->savedCount);
  for (lith_edge &edge : node->edges())
    dying.add(edge.node);
  freeNodeItself(ctx, node);
}

void freeIterator(lith_ctx *ctx, lith_iterator *iterator, Dying &dying) {
  dying.add(iterator->source);
  for (int32_t i = 0; i < iterator->child_count; ++i)
    dying.add(iterator->children[i]);
  deallocate(ctx, iterator, iteratorBytes(iterator->child_count));
}

void freeOne(lith_ctx *ctx, lith_object *object, Dying &dying) {
  switch (object->kind) {
  case LITH_TENSOR:
    dying.add(self<lith_tensor>(object)->storage);
    dying.add(self<lith_tensor>(object)->node);
    return deallocate(ctx, object, sizeof(lith_tensor));
  case LITH_STORAGE:
    return freeStorage(ctx, self<lith_storage>(object));
  case LITH_STR:
    return deallocate(ctx, object, sizeof(lith_str) + self<lith_str>(object)->bytes + 1);
  case LITH_BYTES:
    return deallocate(ctx, object, sizeof(lith_bytes) + self<lith_bytes>(object)->bytes + 1);
  case LITH_TUPLE: {
    lith_tuple *tuple = self<lith_tuple>(object);
    dying.add(tuple->items, tuple->length);
    return deallocate(ctx, tuple, sizeof(lith_tuple) + tuple->length * sizeof(lith_value));
  }
  case LITH_LIST: {
    lith_list *list = self<lith_list>(object);
    dying.add(list->items, list->length);
    if (list->items)
      deallocate(ctx, list->items, list->capacity * sizeof(lith_value));
    return deallocate(ctx, list, sizeof(lith_list));
  }
  case LITH_DICT:
    return freeDict(ctx, self<lith_dict>(object), dying);
  case LITH_SET:
    return freeSet(ctx, self<lith_set>(object), dying);
  case LITH_RECORD: {
    lith_record *record = self<lith_record>(object);
    dying.add(record->fields, record->count);
    return deallocate(ctx, record, sizeof(lith_record) + record->count * sizeof(lith_value));
  }
  case LITH_CELL:
    dying.add(self<lith_cell>(object)->value);
    return deallocate(ctx, object, sizeof(lith_cell));
  case LITH_CLOSURE: {
    lith_closure *closure = self<lith_closure>(object);
    dying.add(closure->captured, closure->count);
    return deallocate(ctx, closure, sizeof(lith_closure) + closure->count * sizeof(lith_value));
  }
  case LITH_SLICE: {
    lith_slice *slice = self<lith_slice>(object);
    dying.add(&slice->start, 3);
    return deallocate(ctx, slice, sizeof(lith_slice));
  }
  case LITH_VIEW:
    dying.add(self<lith_view>(object)->dict);
    return deallocate(ctx, object, sizeof(lith_view));
  case LITH_EXCEPTION:
    return freeException(ctx, self<lith_exception>(object), dying);
  case LITH_ITERATOR:
    return freeIterator(ctx, self<lith_iterator>(object), dying);
  case LITH_NODE:
    return freeNode(ctx, self<lith_node>(object), dying);
  case LITH_COMPLEX:
    return deallocate(ctx, object, sizeof(lith_complex));
  case LITH_RANGE:
    return deallocate(ctx, object, sizeof(lith_range));
  default:
    return;
  }
}

const char *iteratorTypeName(const lith_iterator *iterator) {
  switch (iterator->sort()) {
  case lith_iterator_kind::Sequence:
    switch (iterator->source.tag) {
    case LITH_LIST:
      return "list_iterator";
    case LITH_TUPLE:
      return "tuple_iterator";
    case LITH_STR:
      return "str_iterator";
    default:
      return "iterator";
    }
  case lith_iterator_kind::Reversed:
    return iterator->source.tag == LITH_LIST ? "list_reverseiterator" : "reversed";
  case lith_iterator_kind::Range:
    return "range_iterator";
  case lith_iterator_kind::Dict:
  case lith_iterator_kind::DictReversed:
    return iterator->step == 0   ? "dict_keyiterator"
           : iterator->step == 1 ? "dict_valueiterator"
                                 : "dict_itemiterator";
  case lith_iterator_kind::Set:
    return "set_iterator";
  case lith_iterator_kind::Enumerate:
    return "enumerate";
  case lith_iterator_kind::Zip:
    return "zip";
  }
  return "iterator";
}

} // namespace

void lith::destroy(lith_ctx *ctx, lith_object *object) {
  if (isPlain(object))
    return destroyPlain(ctx, self<lith_tensor>(object));
  Dying dying(ctx);
  freeOne(ctx, object, dying);
  while (lith_object *next = dying.next())
    freeOne(ctx, next, dying);
}

const char *lith::typeName(lith_ctx *ctx, lith_value value) {
  switch (value.tag) {
  case LITH_NONE:
    return "NoneType";
  case LITH_BOOL:
    return "bool";
  case LITH_INT:
    return "int";
  case LITH_FLOAT:
    return "float";
  case LITH_COMPLEX:
    return "complex";
  case LITH_STR:
    return "str";
  case LITH_TENSOR:
    return "Tensor";
  case LITH_LIST:
    return "list";
  case LITH_TUPLE: {
    int subclass = lith_tuple_class(as<lith_tuple>(value));
    return subclass == 0   ? "tuple"
           : subclass == 1 ? "torch.Size"
                           : shortClassName(ctx, LITH_FIRST_PROGRAM_CLASS + subclass - 2);
  }
  case LITH_DICT:
    return "dict";
  case LITH_SET:
    return objectOf(value)->flags & 1 ? "frozenset" : "set";
  case LITH_RECORD:
    return shortClassName(ctx, as<lith_record>(value)->class_id);
  case LITH_EXCEPTION:
    return className(ctx, as<lith_exception>(value)->class_id);
  case LITH_CELL:
    return "cell";
  case LITH_RANGE:
    return "range";
  case LITH_ITERATOR:
    return iteratorTypeName(as<lith_iterator>(value));
  case LITH_CLOSURE:
    return "function";
  case LITH_BYTES:
    return "bytes";
  case LITH_SLICE:
    return "slice";
  case LITH_VIEW: {
    static const char *const Names[] = {"dict_keys", "dict_values", "dict_items"};
    return Names[as<lith_view>(value)->part];
  }
  case LITH_OPAQUE:
    return opaqueTypeName(ctx, intOf(value));
  default:
    return "object";
  }
}

extern "C" {
void lith_rt_retain(lith_ctx *, lith_object *object) {
  if (object)
    retain(object);
}
void lith_rt_release(lith_ctx *ctx, lith_object *object) { release(ctx, object); }
void lith_rt_retain_value(lith_ctx *, lith_value value) { retained(value); }
void lith_rt_release_value(lith_ctx *ctx, lith_value value) { release(ctx, value); }

void lith_rt_release_homes(lith_ctx *ctx, const void *homes, int64_t count, const void *forms,
                           int64_t keptCount, const void *kept) {
  auto *words = static_cast<uint64_t *>(const_cast<void *>(homes));
  auto *form = static_cast<const char *>(forms);
  auto *keep = static_cast<const int32_t *>(kept), *end = keep + keptCount;
  for (int64_t i = 0; i < count; ++i) {
    if (keep != end && *keep == i) {
      ++keep;
      continue;
    }
    uint64_t word = form[i] == LITH_HOME_REST ? 0 : words[i];
    if (!word)
      continue;
    words[i] = 0;
    if (form[i] == LITH_HOME_OBJECT)
      release(ctx, reinterpret_cast<lith_object *>(word));
    else
      release(ctx, lith_value{lith_tag(word), words[i + 1]});
  }
}
}
