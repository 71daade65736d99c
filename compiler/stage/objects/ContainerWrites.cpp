// ContainerWrites.cpp: x[i] = value, del x[i], and dicts updated.
#include "stage/objects/ContainerWrites.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/classes/AttributeWrites.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Contents.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Iteration.h"
#include "stage/outside/Distinct.h"
#include "stage/outside/OutsideWrites.h"
#include "stage/runtime/Boxes.h"

#include <algorithm>

namespace lith::stage {

static bool setListItem(Stage &, Value object, Value index, Value value);
static bool setListSlice(Stage &, Value object, Value slice, Value value);
static bool setDictItem(Stage &, Value object, Value key, Value value);
void append(Stage &s, Value list, Value element) {
  const ListObject *object = s.find<ListObject>(list);
  if (!object->isRuntime()) {
    s.write<ListObject>(list).elements.push_back(element);
    return;
  }
  growTypes(s, object->element, element);
  mlir::Value boxed = toBox(s, element);
  rtPlain(s, "list_append", {s.find<ListObject>(list)->runtime.ssa(), boxed});
}

// list.extend with a runtime list, or any value of run time.
bool extend(Stage &s, Value list, Value other) {
  makeRuntime(s, list);
  const ListObject *object = s.find<ListObject>(list);
  mlir::Value target = object->runtime.ssa();
  if (auto *source = s.find<ListObject>(other); source && source->isRuntime())
    flowTypes(s, source->element, object->element);
  rt(s, "list_extend", {target, toBox(s, other)});
  return true;
}

bool setitem(Stage &s, Value object, Value index, Value value) {
  auto each = [&](Value of, llvm::function_ref<bool(Value)> run) {
    return forEachAlternative(s, of,
                              [&](Value alternative) -> Result {
                                return run(alternative) ? Result(s.none()) : std::nullopt;
                              })
        .has_value();
  };
  if (object.isBox() && object.types()->isAny()) {
    rt(s, "value_set_item", {object.ssa(), toBox(s, index), toBox(s, value)});
    return true;
  }
  if (object.isUnion() || object.isBox())
    return each(object, [&](Value alternative) { return setitem(s, alternative, index, value); });
  if (isMapped(s, object) || (s.isTensor(object) && anyMapped(s, {index, value})))
    refuse(s, diag::Kind::UnsupportedParameter, {"torch.vmap", "writing at an index"});
  if (s.isTensor(object))
    return tensorSetItem(s, object, index, value);
  if (s.find<InstanceObject>(object)) {
    Value function = classAttribute(s, typeOf(s, object), s.intern("__setitem__"));
    bool user = !function.isUndefined() &&
                !(function.isStatic() && s.kindOf(function) == host::Kind::SlotWrapper);
    if (user)
      return call(s, function, {object, index, value}).has_value();
    if (isDeque(s, object) && !checkIndex(s, object, index))
      return false;
    if (Value payload = payloadOf(s, object); payload != object)
      return setitem(s, payload, index, value);
  }
  if (index.isUnion() || index.isBox())
    return each(index, [&](Value alternative) { return setitem(s, object, alternative, value); });
  if (s.find<ListObject>(object) && !isTupleOfRunTime(s, object))
    return setListItem(s, object, index, value);
  if (s.find<DictObject>(object))
    return setDictItem(s, object, index, value);
  raise(s, "TypeError", "'" + typeName(s, object) + "' object does not support item assignment");
  return false;
}

static bool setListItem(Stage &s, Value object, Value index, Value value) {
  if (s.request.options.forArtifact && isMirrored(s, object.address()))
    makeRuntime(s, object);
  const ListObject *list = s.find<ListObject>(object);
  if (isSlice(index)) {
    Result plain = plainSlice(s, index);
    return plain && setListSlice(s, object, *plain, value);
  }
  Result whole = indexValue(s, index);
  if (!whole)
    return false;
  index = *whole;
  if (isOutside(s, object.address()) && !list->isRuntime() && s.asInt(index))
    return writeOutsideItem(s, object, index, value);
  if (!isIndex(s, index)) {
    raise(s, "TypeError", "list indices must be integers or slices, not " + typeName(s, index));
    return false;
  }
  if (!list->isRuntime()) {
    if (auto known = s.asInt(index)) {
      auto i = position(*known, list->elements.size());
      if (i) {
        s.write<ListObject>(object).elements[*i] = value;
        return true;
      }
      raise(s, "IndexError", "list assignment index out of range");
      return false;
    }
    makeRuntime(s, object);
  }
  growTypes(s, s.find<ListObject>(object)->element, value);
  mlir::Value boxed = toBox(s, value), position = toInt(s, index);
  rt(s, "list_set", {s.find<ListObject>(object)->runtime.ssa(), position, boxed});
  contentsChanged(s, object);
  return true;
}

static bool setListSlice(Stage &s, Value object, Value slice, Value value) {
  loadedPayloadOf(s, object);
  const ListObject *target = s.find<ListObject>(object);
  auto indices =
      target->isRuntime() ? std::nullopt : sliceIndices(s, slice, target->elements.size());
  std::optional<std::vector<Value>> elements;
  Result sequence = collect(s, value, elements);
  if (!sequence)
    return false;
  bool contiguous = s.isNone(slice.tuple().elements[2]) || s.asInt(slice.tuple().elements[2]) == 1;
  if (!indices || !elements || !contiguous) {
    makeRuntime(s, object);
    TypeVariable held = s.find<ListObject>(object)->element;
    if (elements)
      for (Value element : *elements)
        growTypes(s, held, element);
    else
      flowTypes(s, s.find<ListObject>(*sequence)->element, held);
    Value given = elements ? s.list(*elements) : *sequence;
    rt(s, "value_set_item", {toBox(s, object), toBox(s, slice), toBox(s, given)});
    contentsChanged(s, object);
    return true;
  }
  auto &all = s.write<ListObject>(object).elements;
  size_t start = indices->empty() ? 0 : indices->front();
  if (indices->empty() && !s.isNone(slice.tuple().elements[0])) {
    int64_t from = *s.asInt(slice.tuple().elements[0]);
    start = std::clamp<int64_t>(from < 0 ? from + int64_t(all.size()) : from, 0, all.size());
  }
  all.erase(all.begin() + start, all.begin() + start + indices->size());
  all.insert(all.begin() + start, elements->begin(), elements->end());
  contentsChanged(s, object);
  return true;
}

static bool setDictItem(Stage &s, Value object, Value key, Value value) {
  if (s.request.options.forArtifact && isMirrored(s, object.address()))
    makeRuntime(s, object);
  if (Value owner = s.find<DictObject>(object)->owner; !owner.isUndefined())
    if (auto name = pinStr(s, key, "the name of an attribute");
        name && !setOwnAttribute(s, owner, s.intern(*name), value))
      return false;
  if (Result hashable = checkHashable(s, key); !hashable)
    return false;
  if (!s.find<DictObject>(object)->isRuntime() && isConstantKey(s, key)) {
    auto i = findEntry(s, object, key);
    bool maybeMissing =
        i && s.find<DictObject>(object)->entries[*i].second.isUnion() &&
        llvm::any_of(s.find<DictObject>(object)->entries[*i].second.oneOf().alternatives,
                     [](Value v) { return v.isUndefined(); });
    if (!maybeMissing && isOutside(s, object.address())) {
      // What it holds already: nothing is written (`self.buffer += x`).
      Result held = i && value.isRef() ? dictLookup(s, object, key) : Result(Value());
      return held == Result(value) || writeOutsideItem(s, object, key, value);
    }
    if (!maybeMissing) {
      auto &entries = s.write<DictObject>(object).entries;
      if (i)
        entries[*i].second = value;
      else
        entries.push_back({key, value});
      return true;
    }
  }
  makeRuntime(s, object);
  setRuntimeEntry(s, object, key, value);
  contentsChanged(s, object);
  return true;
}

Result checkHashable(Stage &s, Value key) {
  bool frozenSet = s.find<SetObject>(key) && s.find<SetObject>(key)->frozen;
  bool isMutable = isContainer(s, key) && !frozenSet && !isTupleOfRunTime(s, key);
  if (isMutable || isUnhashable(s, key) || isSlice(key))
    return raise(s, "TypeError", "unhashable type: '" + typeName(s, key) + "'");
  return key;
}

static bool deleteListItem(Stage &s, Value object, Value index) {
  Result whole = indexValue(s, index);
  Result plain = whole ? plainSlice(s, *whole) : whole;
  if (!plain)
    return false;
  index = *plain;
  const ListObject *list = s.find<ListObject>(object);
  if (!list->isRuntime() && isSlice(index)) {
    if (auto indices = sliceIndices(s, index, list->elements.size())) {
      auto &all = s.write<ListObject>(object).elements;
      llvm::sort(*indices, std::greater<>());
      for (size_t i : *indices)
        all.erase(all.begin() + i);
      return true;
    }
  }
  if (!list->isRuntime() && s.asInt(index)) {
    auto i = position(*s.asInt(index), list->elements.size());
    if (!i) {
      raise(s, "IndexError", "list assignment index out of range");
      return false;
    }
    auto &all = s.write<ListObject>(object).elements;
    all.erase(all.begin() + *i);
    return true;
  }
  makeRuntime(s, object);
  rt(s, "value_delete_item", {toBox(s, object), toBox(s, index)});
  return true;
}

static bool deleteDictItem(Stage &s, Value object, Value key) {
  const DictObject *dict = s.find<DictObject>(object);
  if (!dict->isRuntime() && isConstantKey(s, key)) {
    auto i = findEntry(s, object, key);
    if (!i) {
      raiseClass(s, "KeyError", key);
      return false;
    }
    Value held = dict->entries[*i].second; // lazy: it was there before the call
    if (!held.isLazy() && !defined(s, held, [&] { raiseClass(s, "KeyError", key); }))
      return false;
    if (Value owner = dict->owner; !owner.isUndefined() && s.asStr(key))
      deleteOwnAttribute(s, owner, s.intern(*s.asStr(key)));
    auto &entries = s.write<DictObject>(object).entries;
    entries.erase(entries.begin() + *i);
    return true;
  }
  makeRuntime(s, object);
  rt(s, "dict_delete", {s.find<DictObject>(object)->runtime.ssa(), toBox(s, key)});
  return true;
}

bool delitem(Stage &s, Value object, Value index) {
  if (object.isUnion() || object.isBox() || index.isUnion())
    return forEachAlternative(s, object.isUnion() || object.isBox() ? object : index,
                              [&](Value alternative) -> Result {
                                bool ok = object.isUnion() || object.isBox()
                                              ? delitem(s, alternative, index)
                                              : delitem(s, object, alternative);
                                return ok ? Result(s.none()) : std::nullopt;
                              })
        .has_value();
  if (s.find<InstanceObject>(object)) {
    Value function = classAttribute(s, typeOf(s, object), s.intern("__delitem__"));
    if (!function.isUndefined() &&
        !(function.isStatic() && s.kindOf(function) == host::Kind::SlotWrapper))
      return call(s, function, {object, index}).has_value();
    if (isDeque(s, object)) {
      if (!checkIndex(s, object, index))
        return false;
      countChange(s, object);
    }
    if (Value payload = payloadOf(s, object); payload != object)
      return delitem(s, payload, index);
  }
  if ((s.find<ListObject>(object) && !isTupleOfRunTime(s, object)) || s.find<DictObject>(object)) {
    loadedPayloadOf(s, object);
    if (!(s.find<ListObject>(object) ? deleteListItem(s, object, index)
                                     : deleteDictItem(s, object, index)))
      return false;
    contentsChanged(s, object);
    return true;
  }
  raise(s, "TypeError", "'" + typeName(s, object) + "' object doesn't support item deletion");
  return false;
}

std::optional<bool> updateByKeys(Stage &s, Value dict, Value source) {
  Value iterates = s.find<InstanceObject>(source)
                       ? classAttribute(s, typeOf(s, source), s.intern("__iter__"))
                       : Value();
  bool isOwn = !iterates.isUndefined() && !isSlot(s, iterates);
  if (s.find<DictObject>(payloadOf(s, source)) && !isOwn)
    return std::nullopt;
  Result keys = findAttribute(s, source, s.intern("keys"));
  if (!keys)
    return false;
  if (keys->isUndefined())
    return std::nullopt;
  return callPrelude(s, "dict_update_mapping", {dict, source}).has_value();
}

bool updateDict(Stage &s, Value dict, Value other) {
  Value source = payloadOf(s, other);
  if (source.isUnion() || source.isBox())
    return forEachAlternative(s, source,
                              [&](Value alternative) -> Result {
                                return updateDict(s, dict, alternative) ? Result(s.none())
                                                                        : std::nullopt;
                              })
        .has_value();
  if (auto done = updateByKeys(s, dict, other))
    return *done;
  if (auto *object = s.find<DictObject>(source)) {
    if (object->isRuntime()) {
      makeRuntime(s, dict);
      const DictObject *mine = s.find<DictObject>(dict), *theirs = s.find<DictObject>(source);
      uniteElementTypes(s, *mine, *theirs);
      rt(s, "dict_update", {mine->runtime.ssa(), toBox(s, source)});
      return true;
    }
    for (auto &[key, value] : dictEntries(s, source))
      if (!setitem(s, dict, key, value))
        return false;
    return true;
  }
  std::optional<std::vector<Value>> pairs;
  Result sequence = collect(s, other, pairs);
  if (!sequence)
    return false;
  if (!pairs)
    return callPrelude(s, "dict_update_pairs", {dict, *sequence}).has_value();
  for (Value pair : *pairs) {
    Result parts = unpackParts(s, pair, 2, -1);
    if (!parts || !setitem(s, dict, parts->tuple().elements[0], parts->tuple().elements[1]))
      return false;
  }
  return true;
}

} // namespace lith::stage
