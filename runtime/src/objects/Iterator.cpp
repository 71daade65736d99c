// Iterator.cpp: Python's iteration protocol for the built-in types. Iterators
// look at their container anew at each step, so they see it change as Python's do.
#include "objects/Iterator.h"

#include "objects/Containers.h"
#include "objects/Str.h"
#include "tensor/Element.h"

using namespace lith;

namespace {

lith_iterator *newIterator(lith_ctx *ctx, lith_iterator_kind kind, lith_value source,
                           int32_t children = 0) {
  auto *iterator = static_cast<lith_iterator *>(allocate(ctx, iteratorBytes(children)));
  initialize(iterator->head, LITH_ITERATOR);
  iterator->head.flags = static_cast<uint8_t>(kind);
  iterator->child_count = children;
  iterator->exhausted = 0;
  iterator->source = retained(source);
  iterator->position = iterator->limit = iterator->step = iterator->left = 0;
  for (int32_t i = 0; i < children; ++i)
    iterator->children[i] = nullptr;
  return iterator;
}

lith_value exhaust(lith_ctx *ctx, lith_iterator *iterator) {
  iterator->exhausted = 1;
  release(ctx, std::exchange(iterator->source, nullValue()));
  return nullValue();
}

lith_iterator *iterateDict(lith_ctx *ctx, lith_dict *dict, int64_t part, bool reversed) {
  lith_iterator *iterator =
      newIterator(ctx, reversed ? lith_iterator_kind::DictReversed : lith_iterator_kind::Dict,
                  {LITH_DICT, reinterpret_cast<uint64_t>(dict)});
  iterator->step = part;
  iterator->limit = dict->length;
  iterator->position = reversed ? dict->fill - 1 : 0;
  iterator->left = dict->length;
  return iterator;
}

lith_iterator *iterateRange(lith_ctx *ctx, lith_value source, bool reversed) {
  auto *range = as<lith_range>(source);
  lith_iterator *iterator = newIterator(ctx, lith_iterator_kind::Range, source);
  iterator->limit = rangeLength(range);
  iterator->step = reversed ? -range->step : range->step;
  iterator->position = reversed ? range->start + (iterator->limit - 1) * range->step : range->start;
  return iterator;
}

lith_value nextOfSequence(lith_ctx *ctx, lith_iterator *it) {
  switch (it->source.tag) {
  case LITH_LIST: {
    auto *list = as<lith_list>(it->source);
    return it->position < list->length ? retained(list->items[it->position++]) : exhaust(ctx, it);
  }
  case LITH_TUPLE: {
    auto *tuple = as<lith_tuple>(it->source);
    return it->position < tuple->length ? retained(tuple->items[it->position++]) : exhaust(ctx, it);
  }
  case LITH_STR: {
    auto *text = as<lith_str>(it->source);
    if (it->position >= text->bytes)
      return exhaust(ctx, it);
    const char *from = text->data + it->position, *end = from;
    decode(end);
    it->position += end - from;
    return boxStr(ctx, {from, static_cast<size_t>(end - from)});
  }
  case LITH_BYTES: {
    std::string_view bytes = bytesOf(it->source);
    if (it->position >= static_cast<int64_t>(bytes.size()))
      return exhaust(ctx, it);
    return box(static_cast<int64_t>(static_cast<unsigned char>(bytes[it->position++])));
  }
  default: {
    auto *tensor = as<lith_tensor>(it->source);
    if (it->position >= tensor->sizes[0])
      return exhaust(ctx, it);
    return box(selectFirst(ctx, tensor, it->position++));
  }
  }
}

lith_value nextOfReversed(lith_ctx *ctx, lith_iterator *it) {
  if (it->position < 0 || it->position >= lengthOf(ctx, it->source))
    return exhaust(ctx, it);
  return lith_rt_value_get_item(ctx, it->source, box(it->position--));
}

lith_value nextOfDict(lith_ctx *ctx, lith_iterator *it, int step) {
  auto *dict = as<lith_dict>(it->source);
  if (dict->length != it->limit) {
    raise(ctx, LITH_CLASS_RuntimeError, "dictionary changed size during iteration");
    it->limit = -1; // and so at every later step
    return nullValue();
  }
  while (it->position >= 0 && it->position < dict->fill && isNull(dict->entries[it->position].key))
    it->position += step;
  if (it->position < 0 || it->position >= dict->fill)
    return exhaust(ctx, it);
  if (it->left-- == 0) { // as many as at first, but others
    raise(ctx, LITH_CLASS_RuntimeError, "dictionary keys changed during iteration");
    it->limit = -1;
    return nullValue();
  }
  lith_dict_entry &entry = dict->entries[it->position];
  it->position += step;
  if (it->step == 2)
    return box(makePair(ctx, entry.key, entry.value));
  return retained(it->step == 0 ? entry.key : entry.value);
}

lith_value nextOfSet(lith_ctx *ctx, lith_iterator *it) {
  auto *set = as<lith_set>(it->source);
  if (set->length != it->limit) {
    raise(ctx, LITH_CLASS_RuntimeError, "Set changed size during iteration");
    it->limit = -1;
    return nullValue();
  }
  const lith_set_entry *entry = nextElement(set, &it->position);
  return entry ? retained(entry->key) : exhaust(ctx, it);
}

lith_value nextOfZip(lith_ctx *ctx, lith_iterator *it) {
  if (it->child_count == 0)
    return exhaust(ctx, it);
  Owned<lith_tuple> tuple(ctx, newTuple(ctx, it->child_count));
  for (int32_t i = 0; i < it->child_count; ++i) {
    tuple->items[i] = next(ctx, it->children[i]);
    if (!isNull(tuple->items[i]))
      continue;
    bool strict = it->head.dtype != 0;
    if (ctx->pending || !strict)
      return ctx->pending ? nullValue() : exhaust(ctx, it);
    if (i > 0) {
      raisef(ctx, LITH_CLASS_ValueError, "zip() argument %d is shorter than argument%s%d", i + 1,
             i == 1 ? " " : "s 1-", i);
      return nullValue();
    }
    for (int32_t j = 1; j < it->child_count; ++j) {
      OwnedValue rest(ctx, next(ctx, it->children[j]));
      if (!isNull(rest.get())) {
        raisef(ctx, LITH_CLASS_ValueError, "zip() argument %d is longer than argument%s%d", j + 1,
               j == 1 ? " " : "s 1-", j);
        return nullValue();
      }
    }
    return ctx->pending ? nullValue() : exhaust(ctx, it);
  }
  return box(tuple.take());
}

} // namespace

lith_iterator *lith::iterate(lith_ctx *ctx, lith_value value) {
  switch (value.tag) {
  case LITH_ITERATOR:
    return retained(as<lith_iterator>(value));
  case LITH_DICT:
    return iterateDict(ctx, as<lith_dict>(value), 0, false);
  case LITH_VIEW:
    return iterateDict(ctx, as<lith_view>(value)->dict, as<lith_view>(value)->part, false);
  case LITH_SET: {
    lith_iterator *iterator = newIterator(ctx, lith_iterator_kind::Set, value);
    iterator->limit = as<lith_set>(value)->length;
    return iterator;
  }
  case LITH_RANGE:
    return iterateRange(ctx, value, false);
  case LITH_TENSOR:
    if (as<lith_tensor>(value)->head.rank == 0) {
      raise(ctx, LITH_CLASS_TypeError, "iteration over a 0-d tensor");
      return nullptr;
    }
    [[fallthrough]];
  case LITH_LIST:
  case LITH_TUPLE:
  case LITH_STR:
  case LITH_BYTES:
    return newIterator(ctx, lith_iterator_kind::Sequence, value);
  default:
    raisef(ctx, LITH_CLASS_TypeError, "'%s' object is not iterable", typeName(ctx, value));
    return nullptr;
  }
}

lith_value lith::next(lith_ctx *ctx, lith_iterator *it) {
  if (it->exhausted)
    return nullValue();
  switch (it->sort()) {
  case lith_iterator_kind::Sequence:
    return nextOfSequence(ctx, it);
  case lith_iterator_kind::Reversed:
    return nextOfReversed(ctx, it);
  case lith_iterator_kind::Range: {
    if (it->limit <= 0)
      return exhaust(ctx, it);
    int64_t value = it->position;
    if (--it->limit > 0)
      it->position += it->step;
    return box(value);
  }
  case lith_iterator_kind::Dict:
    return nextOfDict(ctx, it, 1);
  case lith_iterator_kind::DictReversed:
    return nextOfDict(ctx, it, -1);
  case lith_iterator_kind::Set:
    return nextOfSet(ctx, it);
  case lith_iterator_kind::Enumerate: {
    OwnedValue element(ctx, next(ctx, it->children[0]));
    if (isNull(element.get()))
      return nullValue();
    return box(makePair(ctx, box(it->position++), element.get()));
  }
  case lith_iterator_kind::Zip:
    return nextOfZip(ctx, it);
  }
  return nullValue();
}

extern "C" {

lith_iterator *lith_rt_iterator_new(lith_ctx *ctx, lith_value value) { return iterate(ctx, value); }

lith_value lith_rt_iterator_next(lith_ctx *ctx, lith_iterator *iterator) {
  return next(ctx, iterator);
}

lith_iterator *lith_rt_iterator_reversed(lith_ctx *ctx, lith_value value) {
  switch (value.tag) {
  case LITH_DICT:
    return iterateDict(ctx, as<lith_dict>(value), 0, true);
  case LITH_VIEW:
    return iterateDict(ctx, as<lith_view>(value)->dict, as<lith_view>(value)->part, true);
  case LITH_RANGE:
    return iterateRange(ctx, value, true);
  case LITH_LIST:
  case LITH_TUPLE:
  case LITH_STR:
  case LITH_BYTES: {
    lith_iterator *iterator = newIterator(ctx, lith_iterator_kind::Reversed, value);
    iterator->position = lengthOf(ctx, value) - 1;
    return iterator;
  }
  case LITH_TENSOR: // Tensor.__reversed__ flips, and the flipped tensor is iterated
    if (as<lith_tensor>(value)->head.rank > 0) {
      lith_iterator *iterator = newIterator(ctx, lith_iterator_kind::Reversed, value);
      iterator->position = as<lith_tensor>(value)->sizes[0] - 1;
      return iterator;
    }
    raise(ctx, LITH_CLASS_TypeError, "iteration over a 0-d tensor");
    return nullptr;
  default:
    raisef(ctx, LITH_CLASS_TypeError, "'%s' object is not reversible", typeName(ctx, value));
    return nullptr;
  }
}

lith_iterator *lith_rt_iterator_enumerate(lith_ctx *ctx, lith_value value, int64_t start) {
  lith_iterator *inner = iterate(ctx, value);
  if (!inner)
    return nullptr;
  lith_iterator *iterator = newIterator(ctx, lith_iterator_kind::Enumerate, nullValue(), 1);
  iterator->children[0] = inner;
  iterator->position = start;
  return iterator;
}

lith_iterator *lith_rt_iterator_zip(lith_ctx *ctx, bool strict, int64_t count,
                                    const lith_value *values) {
  Owned<lith_iterator> iterator(
      ctx, newIterator(ctx, lith_iterator_kind::Zip, nullValue(), static_cast<int32_t>(count)));
  iterator->head.dtype = strict;
  for (int64_t i = 0; i < count; ++i) {
    iterator->children[i] = iterate(ctx, values[i]);
    if (!iterator->children[i]) {
      if (!isReference(values[i]) || values[i].tag == LITH_RECORD) {
        const char *name = typeName(ctx, values[i]);
        raisef(ctx, LITH_CLASS_TypeError, "'%s' object is not iterable", name);
      }
      return nullptr;
    }
  }
  return iterator.take();
}

} // extern "C"
