// ContainerWrites.cpp: x[i] = value, del x[i], and dicts updated.
#include "stage/builtins/Support.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Iteration.h"
#include "stage/outside/Distinct.h"
#include "stage/tensor/vmap/Mapped.h"

#include <algorithm>

namespace lith::stage {

void Stage::append(Value list, Value element) {
  const ListObject *object = find<ListObject>(list);
  if (!object->isRuntime()) {
    write<ListObject>(list).elements.push_back(element);
    return;
  }
  growTypes(object->element, element);
  mlir::Value boxed = toBox(element);
  rtPlain("list_append", {find<ListObject>(list)->runtime.ssa(), boxed});
}

// list.extend with a runtime list, or any value of run time.
bool Stage::extend(Value list, Value other) {
  makeRuntime(list);
  const ListObject *object = find<ListObject>(list);
  mlir::Value target = object->runtime.ssa();
  if (auto *source = find<ListObject>(other); source && source->isRuntime())
    flowTypes(source->element, object->element);
  rt("list_extend", {target, toBox(other)});
  return true;
}

bool Stage::setitem(Value object, Value index, Value value) {
  auto each = [&](Value of, llvm::function_ref<bool(Value)> run) {
    return forEachAlternative(of,
                              [&](Value alternative) -> Result {
                                return run(alternative) ? Result(none()) : std::nullopt;
                              })
        .has_value();
  };
  if (object.isBox() && object.types()->isAny()) {
    rt("value_set_item", {object.ssa(), toBox(index), toBox(value)});
    return true;
  }
  if (object.isUnion() || object.isBox())
    return each(object, [&](Value alternative) { return setitem(alternative, index, value); });
  if (isMapped(*this, object) || (isTensor(object) && anyMapped(*this, {index, value})))
    refuse(diag::Kind::UnsupportedParameter, {"torch.vmap", "writing at an index"});
  if (isTensor(object))
    return tensorSetItem(*this, object, index, value);
  if (find<InstanceObject>(object)) {
    Value function = classAttribute(typeOf(object), intern("__setitem__"));
    bool user = !function.isUndefined() &&
                !(function.isStatic() && kindOf(function) == host::Kind::SlotWrapper);
    if (user)
      return call(function, {object, index, value}).has_value();
    if (isDeque(*this, object) && !checkIndex(*this, object, index))
      return false;
    if (Value payload = payloadOf(object); payload != object)
      return setitem(payload, index, value);
  }
  if (index.isUnion() || index.isBox())
    return each(index, [&](Value alternative) { return setitem(object, alternative, value); });
  if (find<ListObject>(object) && !isTupleOfRunTime(object))
    return setListItem(object, index, value);
  if (find<DictObject>(object))
    return setDictItem(object, index, value);
  raise("TypeError", "'" + typeName(object) + "' object does not support item assignment");
  return false;
}

bool Stage::setListItem(Value object, Value index, Value value) {
  if (request.options.forArtifact && isMirrored(*this, object.address()))
    makeRuntime(object);
  const ListObject *list = find<ListObject>(object);
  if (isSlice(index)) {
    Result plain = plainSlice(*this, index);
    return plain && setListSlice(object, *plain, value);
  }
  Result whole = indexValue(index);
  if (!whole)
    return false;
  index = *whole;
  if (isOutside(object.address()) && !list->isRuntime() && asInt(index))
    return writeOutsideItem(object, index, value);
  if (!isIndex(index)) {
    raise("TypeError", "list indices must be integers or slices, not " + typeName(index));
    return false;
  }
  if (!list->isRuntime()) {
    if (auto known = asInt(index)) {
      auto i = position(*known, list->elements.size());
      if (i) {
        write<ListObject>(object).elements[*i] = value;
        return true;
      }
      raise("IndexError", "list assignment index out of range");
      return false;
    }
    makeRuntime(object);
  }
  growTypes(find<ListObject>(object)->element, value);
  mlir::Value boxed = toBox(value), position = toInt(index);
  rt("list_set", {find<ListObject>(object)->runtime.ssa(), position, boxed});
  contentsChanged(*this, object);
  return true;
}

bool Stage::setListSlice(Value object, Value slice, Value value) {
  loadedPayloadOf(*this, object);
  const ListObject *target = find<ListObject>(object);
  auto indices = target->isRuntime() ? std::nullopt : sliceIndices(slice, target->elements.size());
  std::optional<std::vector<Value>> elements;
  Result sequence = collect(value, elements);
  if (!sequence)
    return false;
  bool contiguous = isNone(slice.tuple().elements[2]) || asInt(slice.tuple().elements[2]) == 1;
  if (!indices || !elements || !contiguous) {
    makeRuntime(object);
    uint64_t held = find<ListObject>(object)->element;
    if (elements)
      for (Value element : *elements)
        growTypes(held, element);
    else
      flowTypes(find<ListObject>(*sequence)->element, held);
    Value given = elements ? list(*elements) : *sequence;
    rt("value_set_item", {toBox(object), toBox(slice), toBox(given)});
    contentsChanged(*this, object);
    return true;
  }
  auto &all = write<ListObject>(object).elements;
  size_t start = indices->empty() ? 0 : indices->front();
  if (indices->empty() && !isNone(slice.tuple().elements[0])) {
    int64_t from = *asInt(slice.tuple().elements[0]);
    start = std::clamp<int64_t>(from < 0 ? from + int64_t(all.size()) : from, 0, all.size());
  }
  all.erase(all.begin() + start, all.begin() + start + indices->size());
  all.insert(all.begin() + start, elements->begin(), elements->end());
  contentsChanged(*this, object);
  return true;
}

bool Stage::setDictItem(Value object, Value key, Value value) {
  if (request.options.forArtifact && isMirrored(*this, object.address()))
    makeRuntime(object);
  if (Value owner = find<DictObject>(object)->owner; !owner.isUndefined())
    if (auto name = pinStr(key, "the name of an attribute");
        name && !setOwnAttribute(owner, intern(*name), value))
      return false;
  if (!find<DictObject>(object)->isRuntime() && isConstantKey(key)) {
    auto i = findEntry(object, key);
    bool maybeMissing =
        i && find<DictObject>(object)->entries[*i].second.isUnion() &&
        llvm::any_of(find<DictObject>(object)->entries[*i].second.oneOf().alternatives,
                     [](Value v) { return v.isUndefined(); });
    if (!maybeMissing && isOutside(object.address())) {
      // What it holds already: nothing is written (`self.buffer += x`).
      Result held = i && value.isRef() ? dictLookup(object, key) : Result(Value());
      return held == Result(value) || writeOutsideItem(object, key, value);
    }
    if (!maybeMissing) {
      auto &entries = write<DictObject>(object).entries;
      if (i)
        entries[*i].second = value;
      else
        entries.push_back({key, value});
      return true;
    }
  }
  if (Result hashable = checkHashable(key); !hashable)
    return false;
  makeRuntime(object);
  setRuntimeEntry(object, key, value);
  contentsChanged(*this, object);
  return true;
}

Result Stage::checkHashable(Value key) {
  bool frozenSet = find<SetObject>(key) && find<SetObject>(key)->frozen;
  if (isContainer(key) && !frozenSet && !isTupleOfRunTime(key))
    return raise("TypeError", "unhashable type: '" + typeName(key) + "'");
  return key;
}

static bool deleteListItem(Stage &s, Value object, Value index) {
  Result whole = s.indexValue(index);
  Result plain = whole ? plainSlice(s, *whole) : whole;
  if (!plain)
    return false;
  index = *plain;
  const ListObject *list = s.find<ListObject>(object);
  if (!list->isRuntime() && isSlice(index)) {
    if (auto indices = s.sliceIndices(index, list->elements.size())) {
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
      s.raise("IndexError", "list assignment index out of range");
      return false;
    }
    auto &all = s.write<ListObject>(object).elements;
    all.erase(all.begin() + *i);
    return true;
  }
  s.makeRuntime(object);
  s.rt("value_delete_item", {s.toBox(object), s.toBox(index)});
  return true;
}

static bool deleteDictItem(Stage &s, Value object, Value key) {
  const DictObject *dict = s.find<DictObject>(object);
  if (!dict->isRuntime() && s.isConstantKey(key)) {
    auto i = s.findEntry(object, key);
    if (!i) {
      s.raiseClass("KeyError", key);
      return false;
    }
    Value held = dict->entries[*i].second; // lazy: it was there before the call
    if (!held.isLazy() && !s.defined(held, [&] { s.raiseClass("KeyError", key); }))
      return false;
    if (Value owner = dict->owner; !owner.isUndefined() && s.asStr(key))
      s.deleteOwnAttribute(owner, s.intern(*s.asStr(key)));
    auto &entries = s.write<DictObject>(object).entries;
    entries.erase(entries.begin() + *i);
    return true;
  }
  s.makeRuntime(object);
  s.rt("dict_delete", {s.find<DictObject>(object)->runtime.ssa(), s.toBox(key)});
  return true;
}

bool Stage::delitem(Value object, Value index) {
  if (object.isUnion() || object.isBox() || index.isUnion())
    return forEachAlternative(object.isUnion() || object.isBox() ? object : index,
                              [&](Value alternative) -> Result {
                                bool ok = object.isUnion() || object.isBox()
                                              ? delitem(alternative, index)
                                              : delitem(object, alternative);
                                return ok ? Result(none()) : std::nullopt;
                              })
        .has_value();
  if (find<InstanceObject>(object)) {
    Value function = classAttribute(typeOf(object), intern("__delitem__"));
    if (!function.isUndefined() &&
        !(function.isStatic() && kindOf(function) == host::Kind::SlotWrapper))
      return call(function, {object, index}).has_value();
    if (isDeque(*this, object)) {
      if (!checkIndex(*this, object, index))
        return false;
      countChange(*this, object);
    }
    if (Value payload = payloadOf(object); payload != object)
      return delitem(payload, index);
  }
  if ((find<ListObject>(object) && !isTupleOfRunTime(object)) || find<DictObject>(object)) {
    loadedPayloadOf(*this, object);
    if (!(find<ListObject>(object) ? deleteListItem(*this, object, index)
                                   : deleteDictItem(*this, object, index)))
      return false;
    contentsChanged(*this, object);
    return true;
  }
  raise("TypeError", "'" + typeName(object) + "' object doesn't support item deletion");
  return false;
}

std::optional<bool> updateByKeys(Stage &s, Value dict, Value source) {
  Value iterates = s.find<InstanceObject>(source)
                       ? s.classAttribute(s.typeOf(source), s.intern("__iter__"))
                       : Value();
  bool isOwn = !iterates.isUndefined() && !s.isSlot(iterates);
  if (s.find<DictObject>(s.payloadOf(source)) && !isOwn)
    return std::nullopt;
  Result keys = s.findAttribute(source, s.intern("keys"));
  if (!keys)
    return false;
  if (keys->isUndefined())
    return std::nullopt;
  return callPrelude(s, "dict_update_mapping", {dict, source}).has_value();
}

bool Stage::updateDict(Value dict, Value other) {
  Value source = payloadOf(other);
  if (source.isUnion() || source.isBox())
    return forEachAlternative(source,
                              [&](Value alternative) -> Result {
                                return updateDict(dict, alternative) ? Result(none())
                                                                     : std::nullopt;
                              })
        .has_value();
  if (auto done = updateByKeys(*this, dict, other))
    return *done;
  if (auto *object = find<DictObject>(source)) {
    if (object->isRuntime()) {
      makeRuntime(dict);
      const DictObject *mine = find<DictObject>(dict), *theirs = find<DictObject>(source);
      uniteElementTypes(*mine, *theirs);
      rt("dict_update", {mine->runtime.ssa(), toBox(source)});
      return true;
    }
    for (auto &[key, value] : dictEntries(source))
      if (!setitem(dict, key, value))
        return false;
    return true;
  }
  std::optional<std::vector<Value>> pairs;
  Result sequence = collect(other, pairs);
  if (!sequence)
    return false;
  if (!pairs)
    return callPrelude(*this, "dict_update_pairs", {dict, *sequence}).has_value();
  for (Value pair : *pairs) {
    Result parts = unpackParts(pair, 2, -1);
    if (!parts || !setitem(dict, parts->tuple().elements[0], parts->tuple().elements[1]))
      return false;
  }
  return true;
}

} // namespace lith::stage
