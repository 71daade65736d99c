// SetMethods.cpp: set and frozenset: construction and methods.
//
// A known set has constant elements; one that is not known now makes the set one of run time.
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/PlainTypes.h"
#include "stage/emit/Values.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Contents.h"
#include "stage/objects/Sets.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Elements.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

static const SetObject &setOf(Stage &s, Value self) { return *s.find<SetObject>(self); }
static mlir::Value pointerOf(Stage &s, Value self) { return setOf(s, self).runtime.ssa(); }

static size_t placeOf(Stage &s, Value self, Value item) {
  auto &elements = setOf(s, self).elements;
  for (size_t i = 0; i < elements.size(); ++i)
    if (sameKey(s, elements[i], item))
      return i;
  return elements.size();
}

// Readies the set for `item`; false: TypeError was raised.
static bool prepare(Stage &s, Value self, Value item) {
  if (!checkHashable(s, item))
    return false;
  if (!setOf(s, self).isRuntime() && !isConstantKey(s, item))
    makeRuntime(s, self);
  return true;
}

static bool addItem(Stage &s, Value self, Value item) {
  if (!prepare(s, self, item))
    return false;
  if (setOf(s, self).isRuntime()) {
    mlir::Value box = elementFor(s, item, setOf(s, self).element);
    checkKey(s, item);
    rt(s, "set_add", {pointerOf(s, self), box});
  } else if (placeOf(s, self, item) == setOf(s, self).elements.size()) {
    SetObject &set = s.write<SetObject>(self);
    set.elements.push_back(item);
    set.model = nullptr;
  }
  return true;
}

static Result add(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "set.add", {{"/self"}, {"/item"}});
  if (!args)
    return std::nullopt;
  Value self = payloadOf(s, (*args)[0]);
  bool wasKnown = !setOf(s, self).isRuntime();
  size_t count = setOf(s, self).elements.size();
  if (!addItem(s, self, (*args)[1]))
    return std::nullopt;
  if (!wasKnown || setOf(s, self).isRuntime() || setOf(s, self).elements.size() != count)
    contentsChanged(s, self);
  return s.none();
}

Result soughtElement(Stage &s, Value item) {
  auto *set = s.find<SetObject>(payloadOf(s, item));
  return set && !set->frozen ? call(s, builtinType(s, "frozenset"), item) : Result(item);
}

static Result discard(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "set.discard", {{"/self"}, {"/item"}});
  if (!args)
    return std::nullopt;
  Value self = payloadOf(s, (*args)[0]), item = (*args)[1];
  bool required = info.primitive.data != nullptr;
  Result sought = soughtElement(s, item);
  if (!sought || !prepare(s, self, *sought))
    return std::nullopt;
  if (required && *sought != item) { // the exception names the item
    Result found = contains(s, self, *sought);
    Result there = choose(
        s, *found, [&]() -> Result { return s.none(); },
        [&] { return raiseClass(s, "KeyError", item); });
    if (!there)
      return std::nullopt;
  }
  item = *sought;
  if (setOf(s, self).isRuntime()) {
    if (required)
      rt(s, "set_remove", {pointerOf(s, self), toBox(s, item)});
    else
      rt(s, "set_discard", {pointerOf(s, self), toBox(s, item)}, i1Type(s));
  } else if (size_t place = placeOf(s, self, item); place < setOf(s, self).elements.size()) {
    SetObject &set = s.write<SetObject>(self);
    set.elements.erase(set.elements.begin() + ptrdiff_t(place));
    set.model = nullptr;
  } else if (required) {
    Result exception = call(s, Value::ofStatic(builtinClass(s, "KeyError")), {item});
    return exception ? raiseValue(s, *exception) : std::nullopt;
  } else {
    return s.none();
  }
  contentsChanged(s, self);
  return s.none();
}

static Value emptySet(Stage &s) {
  auto object = std::make_shared<SetObject>();
  object->site = site(s);
  return s.make(std::move(object));
}

static bool isRuntimeContainer(Stage &s, Value value) {
  return (s.find<SetObject>(value) || s.find<ListObject>(value) || s.find<DictObject>(value)) &&
         isRuntime(*s.state.heap.find(value.address()));
}

static bool fill(Stage &s, Value set, Value iterable) {
  if (auto *source = s.find<SetObject>(iterable); source && !source->isRuntime()) {
    copyElements(s, set, iterable);
    return true;
  }
  if (isRuntimeContainer(s, iterable)) {
    makeRuntime(s, set);
    mergeInto(s, set, iterable);
    return true;
  }
  std::optional<std::vector<Value>> elements;
  Result rest = collect(s, iterable, elements);
  if (!rest)
    return false;
  if (!elements)
    return callPrelude(s, "set_update", {set, *rest}).has_value();
  for (Value element : *elements)
    if (!addItem(s, set, element))
      return false;
  return true;
}

// A set that nobody else has becomes a frozenset.
static Value frozenOf(Stage &s, Value made) {
  SetObject &set = s.write<SetObject>(made);
  set.frozen = true;
  if (set.isRuntime())
    set.runtime = Value::raw(rt(s, "set_frozen", set.runtime.ssa(), ir::SetType::get(&s.context)));
  return made;
}

static Result makeSet(Stage &s, const CallInfo &info) {
  bool frozen = info.primitive.data != nullptr;
  auto args = bindArguments(s, info, frozen ? "frozenset" : "set", {{"/iterable", true}});
  if (!args)
    return std::nullopt;
  if (auto *given = frozen ? s.find<SetObject>((*args)[0]) : nullptr; given && given->frozen)
    return (*args)[0];
  Value made = frozen ? emptySet(s) : newContainer(s, emptySet(s));
  if (!(*args)[0].isUndefined() && !fill(s, made, (*args)[0]))
    return std::nullopt;
  return frozen ? frozenOf(s, made) : made;
}

static Result clear(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "set.clear", {{"/self"}});
  if (!args)
    return std::nullopt;
  Value self = payloadOf(s, (*args)[0]);
  if (setOf(s, self).isRuntime())
    return callPrelude(s, "set_clear", {self});
  s.write<SetObject>(self).elements.clear();
  s.write<SetObject>(self).model = nullptr;
  contentsChanged(s, self);
  return s.none();
}

static Result pop(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "set.pop", {{"/self"}});
  if (!args)
    return std::nullopt;
  Value self = payloadOf(s, (*args)[0]);
  if (!setOf(s, self).isRuntime())
    return callPrelude(s, "set_pop", {self});
  Value element = popElement(s, self);
  contentsChanged(s, self);
  return element;
}

// prim.frozen(set)
static Result freeze(Stage &s, const CallInfo &info) {
  return frozenOf(s, info.args.positional[0]);
}

void registerSetMethods(Registry &registry) {
  static const char mark = 0;
  registry.add("builtins.set", makeSet);
  registry.add("builtins.frozenset", makeSet, &mark);
  registry.add("set.add", add);
  registry.add("set.discard", discard);
  registry.add("set.remove", discard, &mark);
  registry.add("set.clear", clear);
  registry.add("set.pop", pop);
  registry.add("prim.frozen", freeze);
}

} // namespace lith::stage
