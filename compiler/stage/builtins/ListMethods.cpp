// ListMethods.cpp: list.append ... list.sort, on known lists and on those of run time.
#include "stage/Boxing.h"
#include "stage/Protocols.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/emit/Emit.h"
#include "stage/emit/PlainTypes.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Contents.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Elements.h"
#include "stage/runtime/Records.h"

#include <lith/insertion.h>

#include <numeric>

namespace lith::stage {

static const ListObject &listOf(Stage &s, Value self) { return *s.find<ListObject>(self); }

static void appendItem(Stage &s, Value self, Value item) {
  if (listOf(s, self).isRuntime()) {
    mlir::Value box = elementFor(s, item, listOf(s, self).element);
    rtPlain(s, "list_append", {listOf(s, self).runtime.ssa(), box});
  } else {
    s.write<ListObject>(self).elements.push_back(item);
  }
  contentsChanged(s, self);
}

static Result append(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "list.append", {{"/self"}, {"/object"}});
  if (!args)
    return std::nullopt;
  appendItem(s, loadedPayloadOf(s, (*args)[0]), (*args)[1]);
  return s.none();
}

// Whether what gives the elements runs, or ends, between one element and the next.
static bool isLazy(Stage &s, Value iterable) {
  return !iterable.isTuple() && !iterable.isUnion() && !iterable.isBox() &&
         !isContainer(s, iterable);
}

// An element after the other: who gives them sees those before it in the list.
static Result extendByEach(Stage &s, Value self, Value iterable) {
  bool isDone = forEach(s, iterable, idOf<Site>(site(s), "extend"), [&](Value element) {
    appendItem(s, self, element);
    return true;
  });
  return isDone ? Result(s.none()) : std::nullopt;
}

static Result extend(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "list.extend", {{"/self"}, {"/iterable"}});
  if (!args)
    return std::nullopt;
  Value self = loadedPayloadOf(s, (*args)[0]);
  if (isLazy(s, (*args)[1]))
    return extendByEach(s, self, (*args)[1]);
  std::optional<std::vector<Value>> elements;
  Result rest = collect(s, (*args)[1], elements);
  if (!rest)
    return std::nullopt;
  if (!elements && !listOf(s, self).isRuntime())
    makeRuntime(s, self);
  if (!elements) {
    const ListObject &source = listOf(s, *rest);
    flowTypes(s, source.element, listOf(s, self).element);
    rt(s, "list_extend", {listOf(s, self).runtime.ssa(), toBox(s, *rest)});
  } else if (listOf(s, self).isRuntime()) {
    for (Value element : *elements) {
      mlir::Value box = elementFor(s, element, listOf(s, self).element);
      rtPlain(s, "list_append", {listOf(s, self).runtime.ssa(), box});
    }
  } else {
    auto &place = s.write<ListObject>(self).elements;
    place.insert(place.end(), elements->begin(), elements->end());
  }
  contentsChanged(s, self);
  return s.none();
}

static Result insert(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "insert", {{"/self"}, {"/index"}, {"/object"}});
  if (!args)
    return std::nullopt;
  Value self = loadedPayloadOf(s, (*args)[0]), item = (*args)[2];
  auto index = s.asInt((*args)[1]);
  if (!index && !listOf(s, self).isRuntime())
    makeRuntime(s, self);
  if (listOf(s, self).isRuntime()) {
    mlir::Value box = elementFor(s, item, listOf(s, self).element);
    rtPlain(s, "list_insert", {listOf(s, self).runtime.ssa(), toInt(s, (*args)[1]), box});
  } else {
    auto &elements = s.write<ListObject>(self).elements;
    int64_t size = elements.size(), at = *index < 0 ? std::max<int64_t>(0, *index + size) : *index;
    elements.insert(elements.begin() + std::min(at, size), item);
  }
  contentsChanged(s, self);
  return s.none();
}

static Result pop(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "pop", {{"/self"}, {"/index", true}});
  if (!args)
    return std::nullopt;
  Value self = loadedPayloadOf(s, (*args)[0]);
  Value at = (*args)[1].isUndefined() ? s.integer(-1) : (*args)[1];
  auto index = s.asInt(at);
  if (!index && !listOf(s, self).isRuntime())
    makeRuntime(s, self);
  if (listOf(s, self).isRuntime()) {
    mlir::Value box = rt(s, "list_pop", {listOf(s, self).runtime.ssa(), toInt(s, at)}, boxType(s));
    Value item = elementOf(s, box, listOf(s, self).element);
    contentsChanged(s, self);
    return item;
  }
  int64_t size = listOf(s, self).elements.size();
  if (size == 0)
    return raise(s, "IndexError", "pop from empty list");
  int64_t place = *index < 0 ? *index + size : *index;
  if (place < 0 || place >= size)
    return raise(s, "IndexError", "pop index out of range");
  auto &elements = s.write<ListObject>(self).elements;
  Value item = elements[place];
  elements.erase(elements.begin() + place);
  contentsChanged(s, self);
  return item;
}

// The place of the first element equal to `item` in a known list: -1 when there is none, -2 when
// only run time can tell. Empty: the path ended.
static std::optional<int64_t> findKnown(Stage &s, Value self, Value item, int64_t from,
                                        int64_t to) {
  for (int64_t i = from; i < to; ++i) {
    Value element = listOf(s, self).elements[i];
    if (!(element == item) && (!isConstant(s, element) || !isConstant(s, item)))
      return -2;
    Result same = equalItems(s, element, item);
    if (!same)
      return std::nullopt;
    if (s.asBool(*same) == true)
      return i;
  }
  return -1;
}

static Result remove(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "list.remove", {{"/self"}, {"/value"}});
  if (!args)
    return std::nullopt;
  Value self = loadedPayloadOf(s, (*args)[0]), item = (*args)[1];
  if (!listOf(s, self).isRuntime()) {
    auto place = findKnown(s, self, item, 0, listOf(s, self).elements.size());
    if (!place)
      return std::nullopt;
    if (*place == -1)
      return raise(s, "ValueError", "list.remove(x): x not in list");
    if (*place >= 0) {
      auto &elements = s.write<ListObject>(self).elements;
      elements.erase(elements.begin() + *place);
      contentsChanged(s, self);
      return s.none();
    }
    makeRuntime(s, self);
  }
  if (mayHoldRecords(s, self, {"__eq__"}) || mayHoldRecords(s, item, {"__eq__"})) {
    if (!callPrelude(s, "list_remove", {self, item}))
      return std::nullopt;
    contentsChanged(s, self);
    return s.none();
  }
  rt(s, "list_remove", {listOf(s, self).runtime.ssa(), toBox(s, item)});
  contentsChanged(s, self);
  return s.none();
}

static Result index(Stage &s, const CallInfo &info) {
  auto args =
      bindArguments(s, info, "index", {{"/self"}, {"/value"}, {"/start", true}, {"/stop", true}});
  if (!args)
    return std::nullopt;
  Value self = loadedPayloadOf(s, (*args)[0]), item = (*args)[1];
  bool whole = (*args)[2].isUndefined() && (*args)[3].isUndefined();
  bool plain = !mayHoldRecords(s, self, {"__eq__"}) && !mayHoldRecords(s, item, {"__eq__"});
  if (whole && plain && listOf(s, self).isRuntime())
    return s.intScalar(
        rt(s, "list_index", {listOf(s, self).runtime.ssa(), toBox(s, item)}, i64Type(s)));
  if (whole && !listOf(s, self).isRuntime()) {
    auto place = findKnown(s, self, item, 0, listOf(s, self).elements.size());
    if (!place)
      return std::nullopt;
    if (*place >= 0)
      return s.integer(*place);
  }
  llvm::SmallVector<Value> given{self, item};
  for (Value bound : llvm::drop_begin(*args, 2))
    if (!bound.isUndefined())
      given.push_back(bound);
  return callPrelude(s, "list_index", given);
}

static Result count(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "list.count", {{"/self"}, {"/value"}});
  if (!args)
    return std::nullopt;
  Value self = loadedPayloadOf(s, (*args)[0]);
  bool plain = !mayHoldRecords(s, self, {"__eq__"}) && !mayHoldRecords(s, (*args)[1], {"__eq__"});
  if (plain && listOf(s, self).isRuntime())
    return s.intScalar(
        rt(s, "list_count", {listOf(s, self).runtime.ssa(), toBox(s, (*args)[1])}, i64Type(s)));
  return callPrelude(s, "list_count", {self, (*args)[1]});
}

static Result clear(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "list.clear", {{"/self"}});
  if (!args)
    return std::nullopt;
  Value self = loadedPayloadOf(s, (*args)[0]);
  if (listOf(s, self).isRuntime())
    rtPlain(s, "list_clear", {listOf(s, self).runtime.ssa()});
  else
    s.write<ListObject>(self).elements.clear();
  contentsChanged(s, self);
  return s.none();
}

static Value copyOf(Stage &s, Value self) {
  const ListObject &list = listOf(s, self);
  if (!list.isRuntime())
    return s.list(std::vector<Value>(list.elements));
  TypeVariable element = variableOfCopy(s, list.element);
  return runtimeList(s, rtPlain(s, "list_copy", {list.runtime.ssa()}, listType(s)), element);
}

static Result copy(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "list.copy", {{"/self"}});
  return args ? Result(copyOf(s, loadedPayloadOf(s, (*args)[0]))) : std::nullopt;
}

static Result reverse(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "list.reverse", {{"/self"}});
  if (!args)
    return std::nullopt;
  Value self = loadedPayloadOf(s, (*args)[0]);
  if (listOf(s, self).isRuntime()) {
    rtPlain(s, "list_reverse", {listOf(s, self).runtime.ssa()});
  } else {
    auto &elements = s.write<ListObject>(self).elements;
    std::reverse(elements.begin(), elements.end());
  }
  contentsChanged(s, self);
  return s.none();
}

namespace {

/// Places of constants, which the host compares.
struct ConstantOrder {
  Stage &s;
  llvm::ArrayRef<Value> keys;
  std::vector<size_t> order;
  bool failed = false;

  bool less(int64_t i, int64_t j) {
    host::Outcome less =
        s.host.apply("<", {s.toHandle(keys[order[i]]), s.toHandle(keys[order[j]])});
    failed |= !less.ok();
    host::Outcome isNot = less.ok() ? s.host.apply("not", {less.value}) : less;
    return isNot.ok() && s.asBool(s.ofHandle(isNot.value)) == false;
  }
  void reverse(int64_t low, int64_t high) {
    std::reverse(order.begin() + low, order.begin() + high);
  }
  void insert(int64_t from, int64_t to) {
    std::rotate(order.begin() + to, order.begin() + from, order.begin() + from + 1);
  }
};

} // namespace

// The order that sorting by constant keys gives; none when the host cannot compare two of them, and
// of many.
static std::optional<std::vector<size_t>> orderOf(Stage &s, llvm::ArrayRef<Value> keys,
                                                  bool reverse) {
  auto count = static_cast<int64_t>(keys.size());
  if (count >= LeastMergedRun)
    return std::nullopt;
  ConstantOrder items{s, keys, std::vector<size_t>(keys.size())};
  std::iota(items.order.begin(), items.order.end(), 0);
  if (reverse)
    items.reverse(0, count);
  insertByHalves(items, 0, runLength(items, 0, count), count);
  if (items.failed)
    return std::nullopt;
  if (reverse)
    items.reverse(0, count);
  return std::move(items.order);
}

// The same of tuples whose first elements are constants that all differ, as dict.items() gives
// them.
static std::optional<std::vector<size_t>> orderOfFirsts(Stage &s, llvm::ArrayRef<Value> keys,
                                                        bool reverse) {
  std::vector<Value> firsts;
  for (Value key : keys) {
    bool isTuple = key.isTuple() && key.tuple().form == TupleData::Form::Tuple;
    if (!isTuple || key.tuple().elements.empty() || !isConstant(s, key.tuple().elements[0]))
      return std::nullopt;
    firsts.push_back(key.tuple().elements[0]);
  }
  auto order = orderOf(s, firsts, reverse);
  for (size_t i = 1; order && i < order->size(); ++i) {
    std::vector<host::Handle> neighbours{s.toHandle(firsts[(*order)[i - 1]]),
                                         s.toHandle(firsts[(*order)[i]])};
    host::Outcome equal = s.host.apply("==", neighbours);
    if (!equal.ok() || s.host.asInt(equal.value) != 0)
      return std::nullopt;
  }
  return order;
}

// Sorts in place; `key` is undefined or a callable.
static bool sortList(Stage &s, Value self, Value key, bool reverse) {
  if (listOf(s, self).isRuntime()) {
    if (key.isUndefined() && mayHoldRecords(s, self, {"__lt__"}))
      return callPrelude(s, "list_sort", {self, copyOf(s, self), s.boolean(reverse)}).has_value();
    if (key.isUndefined()) {
      rt(s, "list_sort", {listOf(s, self).runtime.ssa(), constantBool(s, reverse)});
      return true;
    }
    Result keys = callPrelude(s, "list_keys", {self, key});
    if (!keys)
      return false;
    if (!listOf(s, *keys).isRuntime())
      makeRuntime(s, *keys);
    if (mayHoldRecords(s, *keys, {"__lt__"}))
      return callPrelude(s, "list_sort", {self, *keys, s.boolean(reverse)}).has_value();
    rt(s, "list_sort_by",
       {listOf(s, self).runtime.ssa(), listOf(s, *keys).runtime.ssa(), constantBool(s, reverse)});
    return true;
  }
  std::vector<Value> elements = listOf(s, self).elements, keys = elements;
  if (!key.isUndefined())
    for (Value &element : keys) {
      Result result = call(s, key, {element});
      if (!result)
        return false;
      element = *result;
    }
  if (listOf(s, self).isRuntime() || listOf(s, self).elements != elements)
    return raise(s, "ValueError", "list modified during sort"), false;
  bool areConstants = llvm::all_of(keys, [&](Value value) { return isConstant(s, value); });
  if (auto order = areConstants ? orderOf(s, keys, reverse) : orderOfFirsts(s, keys, reverse)) {
    auto &places = s.write<ListObject>(self).elements;
    for (size_t i = 0; i < order->size(); ++i)
      places[i] = elements[(*order)[i]];
    return true;
  }
  if (keys.size() < 2)
    return true;
  Value keyList = s.list(keys);
  makeRuntime(s, self);
  makeRuntime(s, keyList);
  if (mayHoldRecords(s, keyList, {"__lt__"}))
    return callPrelude(s, "list_sort", {self, keyList, s.boolean(reverse)}).has_value();
  rt(s, "list_sort_by",
     {listOf(s, self).runtime.ssa(), listOf(s, keyList).runtime.ssa(), constantBool(s, reverse)});
  return true;
}

static bool sortWith(Stage &s, Value list, Value key, Value reverse) {
  bool backwards = false;
  if (!reverse.isUndefined()) {
    Result truth = stage::truth(s, reverse);
    if (!truth)
      return false;
    backwards = pinBool(s, *truth, "the order of a sort");
  }
  return sortList(s, list, s.isNone(key) ? Value() : key, backwards);
}

static Result sort(Stage &s, const CallInfo &info) {
  if (info.args.positional.size() > 1)
    return raise(s, "TypeError", "sort() takes no positional arguments");
  auto args = bindArguments(s, info, "sort", {{"/self"}, {"*key", true}, {"*reverse", true}});
  if (!args)
    return std::nullopt;
  Value self = loadedPayloadOf(s, (*args)[0]);
  if (!sortWith(s, self, (*args)[1], (*args)[2]))
    return std::nullopt;
  contentsChanged(s, self);
  return s.none();
}

// list(iterable), as a new list.
Result newListOf(Stage &s, Value iterable) {
  std::optional<std::vector<Value>> elements;
  Result rest = collect(s, iterable, elements);
  if (!rest)
    return std::nullopt;
  return elements ? s.list(*elements) : copyOf(s, *rest);
}

static Result sorted(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "sorted", {{"/iterable"}, {"*key", true}, {"*reverse", true}});
  if (!args)
    return std::nullopt;
  Result list = newListOf(s, (*args)[0]);
  if (!list || !sortWith(s, *list, (*args)[1], (*args)[2]))
    return std::nullopt;
  return list;
}

void registerListMethods(Registry &registry) {
  registry.add("list.append", append);
  registry.add("list.extend", extend);
  registry.add("list.insert", insert);
  registry.add("list.pop", pop);
  registry.add("list.remove", remove);
  registry.add("list.index", index);
  registry.add("list.count", count);
  registry.add("list.clear", clear);
  registry.add("list.copy", copy);
  registry.add("list.reverse", reverse);
  registry.add("list.sort", sort);
  registry.add("builtins.sorted", sorted);
}

} // namespace lith::stage
