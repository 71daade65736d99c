// IteratorCounts.cpp: how many elements an iterator has left, where that is known.
#include "stage/Protocols.h"
#include "stage/classes/TypeNames.h"
#include "stage/objects/Iteration.h"

namespace lith::stage {

using Form = IteratorObject::Form;
using Count = std::optional<int64_t>;

// Of a list that a program may still change, none of run time.
static Count countOfList(const ListObject *list, int64_t position) {
  if (list->isRuntime())
    return std::nullopt;
  return std::max<int64_t>(int64_t(list->elements.size()) - position, 0);
}

static Count countOfSequence(Stage &s, const IteratorObject &object, int64_t position) {
  Value source = object.sources[0];
  if (auto *list = s.find<ListObject>(source))
    return countOfList(list, position);
  if (source.isTuple())
    return int64_t(source.tuple().elements.size()) - position;
  if (s.asStr(source))
    return int64_t(s.host.count(source.handle())) - position;
  return std::nullopt;
}

static Count countOfContainer(Stage &s, const IteratorObject &object, int64_t position) {
  switch (object.form) {
  case Form::Keys:
  case Form::Values:
  case Form::Items: {
    auto *dict = s.find<DictObject>(object.sources[0]);
    bool isKnown = dict && !dict->isRuntime();
    return isKnown ? Count(int64_t(dict->entries.size()) - position) : Count();
  }
  case Form::Set:
    return int64_t(object.sources[1].tuple().elements.size()) - position;
  case Form::Deque: {
    auto *list = s.find<ListObject>(payloadOf(s, object.sources[0]));
    bool isKnown = list && !list->isRuntime(); // null: one of several
    return isKnown ? Count(int64_t(list->elements.size()) - position) : Count();
  }
  case Form::Reversed:
    return position + 1;
  default:
    return std::nullopt;
  }
}

// The least of them, as far as they are known.
static Count leastCount(Stage &s, llvm::ArrayRef<Value> iterators, bool &isRange) {
  Count least;
  for (Value source : iterators)
    if (auto count = knownCount(s, source, isRange))
      least = least ? std::min(*least, *count) : *count;
  return least;
}

Count knownCount(Stage &s, Value value, bool &isRange) {
  const IteratorObject *object = s.find<IteratorObject>(value);
  if (!object) // one of several, which an iterator pulls from
    return std::nullopt;
  auto position = object->position.isUndefined() ? std::nullopt : s.asInt(object->position);
  switch (object->form) {
  case Form::Zip:
    return leastCount(s, std::vector<Value>(object->sources), isRange);
  case Form::Enumerate:
    return knownCount(s, object->sources[0], isRange);
  case Form::Map:
  case Form::Filter:
    return knownCount(s, object->sources[1], isRange);
  case Form::Sequence:
    if (!object->extra.isUndefined() || !position)
      return std::nullopt;
    if (!s.isTensor(object->sources[0])) {
      isRange = false;
      return countOfSequence(s, *object, *position);
    }
    [[fallthrough]];
  case Form::Range: {
    auto size = s.asInt(object->sources[1]);
    return size && position ? Count(*size - *position) : std::nullopt;
  }
  case Form::Keys:
  case Form::Values:
  case Form::Items:
  case Form::Set:
  case Form::Deque:
  case Form::Reversed:
    isRange = false;
    return position ? countOfContainer(s, *object, *position) : std::nullopt;
  default:
    return std::nullopt;
  }
}

} // namespace lith::stage
