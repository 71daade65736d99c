// Dispatch.cpp: the verbs of Python's data model on values of any kind: boxes are opened and unions
// split here, then the slot of the kind answers.
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"

namespace lith::stage {

// A box of which nothing is known: run time finds out what it holds.
static bool isAny(Value value) { return value.isBox() && value.types()->isAny(); }

static bool hasMethod(Stage &s, Value value, llvm::StringRef method) {
  if (value.isUndefined())
    return false;
  Value cls = typeOf(s, value);
  if (!cls.isStatic())
    return false;
  Value entry = entryBelowObject(s, cls, method);
  return !entry.isUndefined() && !s.isNone(entry);
}

void refuseMethod(Stage &s, Value value, llvm::StringRef method) {
  if (hasMethod(s, value, method))
    refuse(s, diag::Kind::UnsupportedFunction, {typeName(s, value) + "." + method.str()});
}

static Result lacks(Stage &s, Value value, llvm::StringRef method, const llvm::Twine &error) {
  refuseMethod(s, value, method);
  return raise(s, "TypeError", error);
}

Result noLength(Stage &s, Value value) {
  return lacks(s, value, "__len__", "object of type '" + typeName(s, value) + "' has no len()");
}

Result notContainer(Stage &s, Value value) {
  return lacks(s, value, "__contains__",
               "argument of type '" + typeName(s, value) + "' is not iterable");
}

Result notIterable(Stage &s, Value value) {
  return lacks(s, value, "__iter__", "'" + typeName(s, value) + "' object is not iterable");
}

Result notIterator(Stage &s, Value value) {
  return lacks(s, value, "__next__", "'" + typeName(s, value) + "' object is not an iterator");
}

Result notSubscriptable(Stage &s, Value value) {
  return lacks(s, value, "__getitem__", "'" + typeName(s, value) + "' object is not subscriptable");
}

bool noItemAssignment(Stage &s, Value value) {
  std::string error = "'" + typeName(s, value) + "' object does not support item assignment";
  return lacks(s, value, "__setitem__", error).has_value();
}

bool noItemDeletion(Stage &s, Value value, Value index) {
  const Slots &slots = slotsOf(s, value);
  bool isSequence = slots.length && &slots != &classKind && isIndex(s, index);
  std::string error = "'" + typeName(s, value) + "' object " +
                      (isSequence ? "doesn't" : "does not") + " support item deletion";
  return lacks(s, value, "__delitem__", error).has_value();
}

Result truth(Stage &s, Value value) {
  if (isAny(value))
    return s.boolScalar(rt(s, "value_truth", {value.ssa()}, s.builder().getI1Type()));
  return forEachAlternative(s, value, [&](Value one) -> Result {
    if (auto slot = slotsOf(s, one).truth)
      return slot(s, one);
    refuseMethod(s, one, "__bool__");
    refuseMethod(s, one, "__len__");
    return s.boolean(true);
  });
}

Result length(Stage &s, Value value) {
  if (isAny(value))
    return s.intScalar(rt(s, "value_length", {value.ssa()}, s.builder().getI64Type()));
  return forEachAlternative(s, value, [&](Value one) {
    auto slot = slotsOf(s, one).length;
    return slot ? slot(s, one) : noLength(s, one);
  });
}

Result contains(Stage &s, Value container, Value item) {
  if (isAny(container))
    return s.boolScalar(
        rt(s, "value_contains", {container.ssa(), toBox(s, item)}, s.builder().getI1Type()));
  return forEachAlternative(s, container, [&](Value one) {
    const Slots &slots = slotsOf(s, one);
    if (slots.contains)
      return slots.contains(s, one, item);
    return slots.iterator ? containsByElements(s, one, item) : notContainer(s, one);
  });
}

Result iterator(Stage &s, Value iterable) {
  if (isAny(iterable))
    return runtimeIterator(s, iterable.ssa(), s.facts.types.any());
  return forEachAlternative(s, iterable, [&](Value one) {
    auto slot = slotsOf(s, one).iterator;
    return slot ? slot(s, one) : notIterable(s, one);
  });
}

Result next(Stage &s, Value iterator, Edges &exhausted) {
  return forEachAlternative(s, iterator, [&](Value one) {
    auto slot = slotsOf(s, one).next;
    return slot ? slot(s, one, exhausted) : notIterator(s, one);
  });
}

Result getitem(Stage &s, Value object, Value index) {
  if (isAny(object))
    return Value::box(
        rt(s, "value_get_item", {object.ssa(), toBox(s, index)}, ir::BoxType::get(&s.context)),
        s.facts.types.any());
  return forEachAlternative(s, object, [&](Value one) {
    const Slots &slots = slotsOf(s, one);
    if (!slots.getitem || slots.takesOpenIndex)
      return slots.getitem ? slots.getitem(s, one, index) : notSubscriptable(s, one);
    return forEachAlternative(s, index, [&](Value at) { return slots.getitem(s, one, at); });
  });
}

// Runs a verb without a result for each alternative; false: all paths ended.
static bool forEachPath(Stage &s, Value value, llvm::function_ref<bool(Value)> run) {
  auto each = [&](Value one) { return run(one) ? Result(s.none()) : std::nullopt; };
  return forEachAlternative(s, value, each).has_value();
}

bool setitem(Stage &s, Value object, Value index, Value value) {
  if (isAny(object)) {
    rt(s, "value_set_item", {object.ssa(), toBox(s, index), toBox(s, value)});
    return true;
  }
  return forEachPath(s, object, [&](Value one) {
    const Slots &slots = slotsOf(s, one);
    if (!slots.setitem)
      return noItemAssignment(s, one);
    if (slots.takesOpenIndex)
      return slots.setitem(s, one, index, value);
    return forEachPath(s, index, [&](Value at) { return slots.setitem(s, one, at, value); });
  });
}

bool delitem(Stage &s, Value object, Value index) {
  return forEachPath(s, object, [&](Value one) {
    const Slots &slots = slotsOf(s, one);
    if (!slots.delitem)
      return noItemDeletion(s, one, index);
    if (slots.takesOpenIndex || index.isBox())
      return slots.delitem(s, one, index);
    return forEachPath(s, index, [&](Value at) { return slots.delitem(s, one, at); });
  });
}

} // namespace lith::stage
