// SetMethods.cpp: set and frozenset: construction and methods.
//
// A known set has constant elements; one that is not known now makes the set one of run time.
#include "stage/Keys.h"
#include "stage/Records.h"
#include "stage/builtins/Registration.h"
#include "stage/builtins/Support.h"

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
  if (!s.checkHashable(item))
    return false;
  if (!setOf(s, self).isRuntime() && !s.isConstantKey(item))
    s.makeRuntime(self);
  return true;
}

static bool addItem(Stage &s, Value self, Value item) {
  if (!prepare(s, self, item))
    return false;
  if (setOf(s, self).isRuntime()) {
    mlir::Value box = elementFor(s, item, setOf(s, self).element);
    checkKey(s, item);
    s.rt("set_add", {pointerOf(s, self), box});
  } else if (placeOf(s, self, item) == setOf(s, self).elements.size()) {
    s.write<SetObject>(self).elements.push_back(item);
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

static Result discard(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "set.discard", {{"/self"}, {"/item"}});
  if (!args)
    return std::nullopt;
  Value self = payloadOf(s, (*args)[0]), item = (*args)[1];
  bool required = info.primitive.data != nullptr;
  if (!prepare(s, self, item))
    return std::nullopt;
  if (setOf(s, self).isRuntime()) {
    if (required)
      s.rt("set_remove", {pointerOf(s, self), s.toBox(item)});
    else
      s.rt("set_discard", {pointerOf(s, self), s.toBox(item)}, i1Type(s));
  } else if (size_t place = placeOf(s, self, item); place < setOf(s, self).elements.size()) {
    auto &elements = s.write<SetObject>(self).elements;
    elements.erase(elements.begin() + place);
  } else if (required) {
    Result exception = s.call(Value::ofStatic(builtinClass(s, "KeyError")), {item});
    return exception ? s.raiseValue(*exception) : std::nullopt;
  } else {
    return s.none();
  }
  contentsChanged(s, self);
  return s.none();
}

static Value emptySet(Stage &s) {
  auto object = std::make_shared<SetObject>();
  object->site = s.site();
  return s.make(std::move(object));
}

static bool fill(Stage &s, Value set, Value iterable) {
  std::optional<std::vector<Value>> elements;
  Result rest = s.collect(iterable, elements);
  if (!rest)
    return false;
  if (!elements)
    return callPrelude(s, "set_update", {set, *rest}).has_value();
  for (Value element : *elements)
    if (!addItem(s, set, element))
      return false;
  return true;
}

static Result makeSet(Stage &s, const CallInfo &info) {
  bool frozen = info.primitive.data != nullptr;
  auto args = bindArguments(s, info, frozen ? "frozenset" : "set", {{"/iterable", true}});
  if (!args)
    return std::nullopt;
  Value made = frozen ? emptySet(s) : newContainer(s, emptySet(s));
  if (!(*args)[0].isUndefined() && !fill(s, made, (*args)[0]))
    return std::nullopt;
  if (!frozen)
    return made;
  SetObject &set = s.write<SetObject>(made);
  set.frozen = true;
  if (set.isRuntime())
    set.runtime = Value::raw(s.rt("value_frozenset", {s.toBox(made)}, set.runtime.ssa().getType()));
  return made;
}

static Result clear(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "set.clear", {{"/self"}});
  if (!args)
    return std::nullopt;
  Value self = payloadOf(s, (*args)[0]);
  if (setOf(s, self).isRuntime())
    return callPrelude(s, "set_clear", {self});
  s.write<SetObject>(self).elements.clear();
  contentsChanged(s, self);
  return s.none();
}

static Result pop(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "set.pop", {{"/self"}});
  return args ? callPrelude(s, "set_pop", {(*args)[0]}) : std::nullopt;
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
}

} // namespace lith::stage
