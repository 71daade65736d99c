// ContainerIteration.cpp: iterators over dicts, sets and deques, which do not bear that their
// container changes meanwhile.
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Ranges.h"
#include "stage/objects/Sets.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

using namespace lith::syntax;
using Form = IteratorObject::Form;

bool isRuntimeDict(Stage &s, Value dict) {
  if (s.facts.has(FactKind::Runtime, s.find<DictObject>(dict)->site))
    makeRuntime(s, dict);
  return s.find<DictObject>(dict)->isRuntime();
}

Value dictIterator(Stage &s, Form form, Value dict) {
  llvm::SmallVector<Value> keys;
  noteOrder(s, dict);
  for (auto &[key, value] : s.find<DictObject>(dict)->entries)
    keys.push_back(key);
  return makeIterator(s, form, {dict, s.tuple(keys)});
}

// A dict with other keys than when the iteration began; one of as many is left to run time, which
// knows the places of the entries.
static bool hasOtherKeys(Stage &s, Value dict, Value before, int64_t position) {
  auto &entries = s.find<DictObject>(dict)->entries;
  auto keys = before.tuple().elements;
  if (entries.size() != keys.size())
    return true;
  for (int64_t i : {position - 1, position})
    if (i >= 0 && i < int64_t(keys.size()) && entries[size_t(i)].first != keys[size_t(i)])
      restart(s, FactKind::Runtime, s.find<DictObject>(dict)->site);
  return false;
}

// A key of before the call as the object that it is: with attributes, read under guard.
static Value asObject(Stage &s, Value key) {
  bool isInstance = key.isStatic() && s.kindOf(key) == host::Kind::Instance;
  return isInstance ? ofOpaque(s, key.handle()) : key;
}

Result nextOfDict(Stage &s, Value value, Edges &exhausted) {
  const IteratorObject *object = s.find<IteratorObject>(value);
  Form form = object->form;
  Value dict = object->sources[0], keys = object->sources[1];
  auto position = s.asInt(object->position);
  if (!s.find<DictObject>(dict)->isRuntime() && !position)
    unrollInnermost(s); // as `zip(a.parameters(), b.parameters())`: each is known trip by trip
  if (s.find<DictObject>(dict)->isRuntime() || !position)
    restart(s, FactKind::Runtime, s.find<DictObject>(dict)->site);
  if (*position != pastAll && hasOtherKeys(s, dict, keys, *position))
    return raise(s, "RuntimeError", "dictionary changed size during iteration");
  auto entries = dictEntries(s, dict);
  if (*position >= static_cast<int64_t>(entries.size())) {
    Edges ends;
    ends.push_back({std::move(s.state), {}});
    endAt(s, value, pastAll, std::move(ends), exhausted);
    return std::nullopt;
  }
  s.write<IteratorObject>(value).position = s.integer(*position + 1);
  Value key = asObject(s, entries[size_t(*position)].first);
  Value element = entries[size_t(*position)].second;
  return form == Form::Keys ? key : form == Form::Values ? element : s.tuple({key, element});
}

Result setIterator(Stage &s, Value set) {
  if (s.facts.has(FactKind::Runtime, s.find<SetObject>(set)->site))
    makeRuntime(s, set);
  const SetObject *object = s.find<SetObject>(set);
  if (object->isRuntime())
    return runtimeIterator(s, toBox(s, set), s.facts.types.read(object->element));
  return makeIterator(s, Form::Set, {set, s.tuple(elementsInOrder(s, set))});
}

Result nextOfSet(Stage &s, Value value, Edges &exhausted) {
  const IteratorObject *object = s.find<IteratorObject>(value);
  const SetObject *set = s.find<SetObject>(object->sources[0]);
  Value elements = object->sources[1];
  if (set->isRuntime())
    restart(s, FactKind::Runtime, set->site);
  int64_t count = int64_t(elements.tuple().elements.size());
  if (int64_t(set->elements.size()) != count && s.asInt(object->position) != pastAll)
    return raise(s, "RuntimeError", "Set changed size during iteration");
  Edges ends;
  Result element = nextPosition(s, value, s.integer(count), ends,
                                [&](Value position) { return getitem(s, elements, position); });
  endAt(s, value, pastAll, std::move(ends), exhausted);
  return element;
}

bool isDeque(Stage &s, Value value) {
  return s.find<InstanceObject>(value) &&
         isSubclass(s, typeOf(s, value), builtinType(s, "collections.deque")).value_or(false);
}

llvm::StringRef changesAttribute(Stage &s) { return s.intern(" changes"); }

Value changesOf(Stage &s, Value deque) { return hiddenAttribute(s, deque, changesAttribute(s)); }

void countChange(Stage &s, Value deque) {
  Value count = *scalarOrConstant(s, Operator::Add, changesOf(s, deque), s.integer(1));
  setChanges(s, deque, count);
}

void setChanges(Stage &s, Value deque, Value count) {
  setHiddenAttribute(s, deque, changesAttribute(s), count);
}

bool checkIndex(Stage &s, Value deque, Value index) {
  return callPrelude(s, "deque_check", {deque, index}).has_value();
}

Value dequeIterator(Stage &s, Value deque) {
  return makeIterator(s, Form::Deque, {deque, changesOf(s, deque)});
}

bool checkUnchanged(Stage &s, Value deque, Value before) {
  Edges changed;
  Result same = compareNumbers(s, CmpOperator::Eq, changesOf(s, deque), before);
  bool goesOn = goOnIf(s, *same, changed);
  State after;
  if (goesOn)
    after = std::move(s.state);
  if (join(s, std::move(changed)))
    raise(s, "RuntimeError", "deque mutated during iteration");
  if (goesOn)
    s.state = std::move(after);
  return goesOn;
}

Result nextOfDeque(Stage &s, Value value, Edges &exhausted) {
  auto sources = s.find<IteratorObject>(value)->sources;
  if (!checkUnchanged(s, sources[0], sources[1]))
    return std::nullopt;
  Value list = payloadOf(s, sources[0]);
  Result size = length(s, list);
  return size ? nextPosition(s, value, *size, exhausted,
                             [&](Value position) { return getitem(s, list, position); })
              : size;
}

} // namespace lith::stage
