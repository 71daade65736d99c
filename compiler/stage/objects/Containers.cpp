// Containers.cpp: items of values of every kind.
#include "stage/builtins/Support.h"
#include "stage/numpy/NumpyNumbers.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Iteration.h"
#include "stage/paths/Choices.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"
#include "stage/tensor/vmap/Mapped.h"

#include <algorithm>

namespace lith::stage {

static constexpr int64_t NoIndex = INT64_MIN; // a bound of a slice that is left out, at run time

std::vector<Value> Stage::listElements(Value list) {
  const ListObject *object = find<ListObject>(list);
  std::vector<Value> elements = object->elements;
  for (size_t i = 0; i < elements.size(); ++i)
    if (elements[i].isLazy())
      elements[i] = initialItem(list.address(), i);
  return elements;
}

std::vector<std::pair<Value, Value>> Stage::dictEntries(Value dict, bool all) {
  loadContents(dict);
  std::vector<std::pair<Value, Value>> entries;
  for (auto &[key, value] : find<DictObject>(dict)->entries) {
    Value current = value.isLazy() ? initialEntry(dict.address(), key) : value;
    if (all || !current.isUndefined())
      entries.push_back({key, current});
  }
  return entries;
}

// A tuple of the elements of a known tuple, or of a list of run time that nobody else has; `whole`
// is its box where it exists already.
Value Stage::runtimeTuple(Value elements, mlir::Value whole) {
  if (elements.isTuple()) {
    elements = list(elements.tuple().elements);
    makeRuntime(elements);
  }
  auto object = std::make_shared<ListObject>(*find<ListObject>(elements));
  if (!whole)
    whole = ir::BoxOp::create(
        builder(), loc(), ir::BoxType::get(&context),
        rtPlain("tuple_from_list", {object->runtime.ssa()}, ir::TupleType::get(&context)));
  object->whole = Value::raw(whole);
  object->frozen = true;
  return make(std::move(object));
}

// --- indices

bool Stage::isIndex(Value value) {
  return value.isScalar(ScalarType::Int) || value.isScalar(ScalarType::Bool) || asInt(value);
}

// The elements that a known slice names; empty when its bounds are of run time.
std::optional<llvm::SmallVector<size_t>> Stage::sliceIndices(Value slice, size_t size) {
  int64_t n = static_cast<int64_t>(size);
  auto elements = slice.tuple().elements;
  for (Value element : elements)
    if (!isNone(element) && !asInt(element))
      return std::nullopt;
  int64_t step = isNone(elements[2]) ? 1 : *asInt(elements[2]);
  if (step == 0)
    return std::nullopt;
  step = std::clamp<int64_t>(step, -n - 1, n + 1); // further is out of the sequence, too
  auto bound = [&](Value value, int64_t missing) {
    if (isNone(value))
      return missing;
    int64_t index = *asInt(value);
    if (index < 0)
      index += n;
    return step > 0 ? std::clamp<int64_t>(index, 0, n) : std::clamp<int64_t>(index, -1, n - 1);
  };
  int64_t start = bound(elements[0], step > 0 ? 0 : n - 1);
  int64_t stop = bound(elements[1], step > 0 ? n : -1);
  llvm::SmallVector<size_t> indices;
  for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step)
    indices.push_back(static_cast<size_t>(i));
  return indices;
}

llvm::SmallVector<mlir::Value> Stage::sliceOperands(Value slice) {
  llvm::SmallVector<mlir::Value> operands;
  for (Value element : slice.tuple().elements)
    operands.push_back(isNone(element) ? constantInt(NoIndex) : toInt(element));
  return operands;
}

// Whether a class of the user's says what `[]` gives.
static bool hasItemsOfItsOwn(Stage &s, Value cls) {
  if (!s.isClass(cls))
    return false;
  Value entry = s.classAttribute(cls, s.intern("__class_getitem__"));
  if (!s.isUserFunction(entry))
    return s.find<InstanceObject>(entry); // a class method that the program made
  bool isMethod = entry.isStatic() && s.kindOf(entry) == host::Kind::ClassMethod;
  host::Handle function = isMethod ? s.host.boundFunction(entry.handle()) : nullptr;
  return function && !llvm::StringRef(s.host.qualifiedName(function)).starts_with("typing.");
}

// list[int]: an object of its own, which torch.jit.isinstance and typing.get_origin look into.
static bool isBuiltinGeneric(Stage &s, Value cls, host::Handle parameters) {
  return parameters && cls.isStatic() &&
         llvm::StringRef(s.host.qualifiedName(cls.handle())).starts_with("builtins.");
}

Result Stage::getitem(Value object, Value index) {
  if (object.isBox() && object.types()->isAny())
    return Value::box(
        rt("value_get_item", {object.ssa(), toBox(index)}, ir::BoxType::get(&context)),
        impl->types.any());
  if (object.isUnion() || object.isBox())
    return forEachAlternative(object,
                              [&](Value alternative) { return getitem(alternative, index); });
  if (isMapped(*this, object) || (isTensor(object) && anyMapped(*this, index)))
    return mappedGetItem(*this, object, index);
  if (isTensor(object)) {
    Result plain = plainSlice(*this, index);
    return plain ? tensorGetItem(*this, object, *plain) : plain;
  }
  if (Value method = tupleMethod(object, "__getitem__"); !method.isUndefined())
    return call(method, {object, index});
  if (find<InstanceObject>(object)) {
    Value function = classAttribute(typeOf(object), intern("__getitem__"));
    bool user = !function.isUndefined() &&
                !(function.isStatic() && kindOf(function) == host::Kind::SlotWrapper);
    if (user)
      return call(function, {object, index});
    if (Value payload = payloadOf(object); payload != object) {
      if (find<DictObject>(payload))
        return dictGet(payload, index, object);
      if (isDeque(*this, object) && !checkIndex(*this, object, index))
        return std::nullopt;
      return getitem(payload, index);
    }
  }
  if (index.isUnion() || index.isBox())
    return forEachAlternative(index,
                              [&](Value alternative) { return getitem(object, alternative); });
  if (Result plain = find<DictObject>(object) ? Result(index) : plainSlice(*this, index))
    index = *plain;
  else
    return plain;
  if (object.isTuple())
    return tupleItem(object, index);
  if (find<ListObject>(object))
    return listItem(object, index);
  if (find<DictObject>(object))
    return dictGet(object, index, object);
  if (isString(object))
    return stringItem(object, index);
  if (object.isStatic() && kindOf(object) == host::Kind::Bytes)
    return bytesItem(*this, object, index);
  if (Value function = metaMethod(object, "__getitem__"); !function.isUndefined())
    return call(function, {object, index});
  if (hasItemsOfItsOwn(*this, object)) {
    Result item = findAttribute(object, intern("__class_getitem__"));
    return item ? call(*item, index) : item;
  }
  host::Handle parameters = isClass(object) ? toHandle(index) : nullptr;
  if (isClass(object) && !isBuiltinGeneric(*this, object, parameters))
    return object; // Generic[T]: only annotations look at it
  if (object.isStatic()) {
    host::Handle key = toHandle(index);
    if (key) {
      host::Outcome outcome = host.apply("[]", {object.handle(), key});
      if (outcome.ok())
        return ofFresh(outcome.value);
    }
  }
  if (isClass(object))
    return raise("TypeError", "type '" + className(object) + "' is not subscriptable");
  return raise("TypeError", "'" + typeName(object) + "' object is not subscriptable");
}

Result Stage::tupleItem(Value object, Value index) {
  const TupleData &data = object.tuple();
  bool isRange = data.form == TupleData::Form::Range;
  if (isRange)
    return rangeItem(object, index);
  if (isSlice(index)) {
    auto indices = sliceIndices(index, data.elements.size());
    if (!indices)
      return getitem(Value::box(toBox(object), impl->types.any()), index);
    llvm::SmallVector<Value> elements;
    for (size_t i : *indices)
      elements.push_back(data.elements[i]);
    return structure(data.form == TupleData::Form::Size ? data.form : TupleData::Form::Tuple,
                     elements);
  }
  Result whole = indexValue(index);
  if (!whole)
    return whole;
  index = *whole;
  if (!isIndex(index))
    return raise("TypeError",
                 typeName(object) + " indices must be integers or slices, not " + typeName(index));
  if (auto known = asInt(index)) {
    if (auto i = position(*known, data.elements.size()))
      return data.elements[*i];
    return raise("IndexError", "tuple index out of range");
  }
  if (data.elements.size() > MostChoices)
    return getitem(runtimeTuple(object), index);
  return dynamicItem(data.elements, index, "tuple index out of range");
}

bool definesIndex(Stage &s, Value value) {
  return s.find<InstanceObject>(value) && definesMethod(s, s.typeOf(value), "__index__");
}

// An int of a class of the user's is its own index.
Result indexOfInstance(Stage &s, Value instance) {
  if (Value number = s.payloadOf(instance); s.isIndex(number))
    return number;
  return wholeOfMethod(s, s.callMethod(instance, "__index__", {}), "__index__");
}

// x.__index__() of a tensor or instance; else the value itself.
Result Stage::indexValue(Value value) {
  value = pythonNumber(*this, value);
  if (isTensor(value))
    return tensorToIndex(*this, value);
  return definesIndex(*this, value) ? indexOfInstance(*this, value) : Result(value);
}

Result plainSlice(Stage &s, Value index) {
  if (!isSlice(index) ||
      llvm::none_of(index.tuple().elements, [&](Value bound) { return definesIndex(s, bound); }))
    return index;
  llvm::SmallVector<Value> bounds;
  for (Value bound : index.tuple().elements) {
    Result number = definesIndex(s, bound) ? indexOfInstance(s, bound) : Result(bound);
    if (!number)
      return number;
    bounds.push_back(*number);
  }
  return s.structure(TupleData::Form::Slice, bounds);
}

Result Stage::listItem(Value object, Value index) {
  const ListObject *list = find<ListObject>(object);
  if (isSlice(index)) {
    auto indices = list->isRuntime() ? std::nullopt : sliceIndices(index, list->elements.size());
    if (!indices) {
      makeRuntime(object);
      llvm::SmallVector<mlir::Value> operands{find<ListObject>(object)->runtime.ssa()};
      operands.append(sliceOperands(index));
      Value part = runtimeList(rt("list_slice", operands, ir::ListType::get(&context)),
                               variableOfCopy(find<ListObject>(object)->element));
      return list->frozen ? runtimeTuple(part) : part;
    }
    std::vector<Value> all = listElements(object), elements;
    for (size_t i : *indices)
      elements.push_back(all[i]);
    return this->list(elements);
  }
  Result whole = indexValue(index);
  if (!whole)
    return whole;
  index = *whole;
  if (!isIndex(index))
    return raise("TypeError",
                 typeName(object) + " indices must be integers or slices, not " + typeName(index));
  if (list->isRuntime()) {
    uint64_t variable = list->element;
    mlir::Value box = rt(list->frozen ? "tuple_item" : "list_get",
                         {list->runtime.ssa(), toInt(index)}, ir::BoxType::get(&context));
    return unbox(box, impl->types.read(variable));
  }
  if (auto known = asInt(index)) {
    auto i = position(*known, list->elements.size());
    if (!i)
      return raise("IndexError", "list index out of range");
    Value element = list->elements[*i];
    return element.isLazy() ? initialItem(object.address(), *i) : element;
  }
  if (list->elements.size() > MostChoices) {
    makeRuntime(object);
    return getitem(object, index);
  }
  return dynamicItem(listElements(object), index, "list index out of range");
}

Value Stage::runtimeList(mlir::Value ssa, uint64_t element) {
  auto object = std::make_shared<ListObject>();
  object->runtime = Value::raw(ssa);
  object->element = element;
  object->site = element;
  return make(std::move(object));
}

Result Stage::stringItem(Value object, Value index) {
  host::Handle text = toHandle(object), key = toHandle(index);
  if (text && key)
    return hostResult(host.apply("[]", {text, key}));
  mlir::Type str = ir::StrType::get(&context);
  if (isSlice(index)) {
    llvm::SmallVector<mlir::Value> operands{toStr(object)};
    operands.append(sliceOperands(index));
    return strScalar(rt("str_slice", operands, str));
  }
  Result whole = indexValue(index);
  if (!whole)
    return whole;
  index = *whole;
  if (!isIndex(index))
    return raise("TypeError", "string indices must be integers, not '" + typeName(index) + "'");
  return strScalar(rt("str_get", {toStr(object), toInt(index)}, str));
}

std::optional<size_t> Stage::findEntry(Value dict, Value key) {
  const DictObject *object = find<DictObject>(dict);
  for (size_t i = 0; i < object->entries.size(); ++i)
    if (object->entries[i].first == key)
      return i;
  key = pythonNumber(*this, key);
  for (size_t i = 0; i < object->entries.size(); ++i)
    if (sameKey(*this, object->entries[i].first, key))
      return i;
  return std::nullopt;
}

// A key whose equality is known now: a constant, or an object that existed before the call.
bool Stage::isConstantKey(Value key) {
  if (key.isStatic())
    return true;
  if (key.isTuple())
    return llvm::all_of(key.tuple().elements,
                        [&](Value element) { return isConstantKey(element); });
  if (!key.isRef() || !isOutside(key.address()))
    return false;
  if (auto *tensor = find<TensorObject>(key))
    return !tensor->unknownIdentity;
  return find<InstanceObject>(key) && comparesByIdentity(*this, key);
}

// What an instance of a subclass of str, int or float compares and hashes as, where its class
// leaves that to the built-in one: the value inside it.
Value Stage::lookedUp(Value key) {
  Value payload = payloadOf(key);
  bool isValue = payload != key && !payload.isRef() && !isOutside(key.address());
  auto isTheirs = [&](llvm::StringRef name) {
    return isSlot(classAttribute(typeOf(key), intern(name)));
  };
  return isValue && !isException(key) && isTheirs("__eq__") && isTheirs("__hash__") ? payload : key;
}

// Undefined: no entry. `makeRuntime` is the answer to a key of run time.
Result Stage::dictLookup(Value dict, Value key) {
  key = lookedUp(key);
  if (key.isUnion())
    return forEachAlternative(key,
                              [&](Value alternative) { return dictLookup(dict, alternative); });
  loadContents(dict);
  if (!find<DictObject>(dict)->isRuntime() &&
      (isConstantKey(key) || isMemberAmongMembers(*this, dict, key))) {
    auto i = findEntry(dict, key);
    if (!i)
      return Value();
    Value value = find<DictObject>(dict)->entries[*i].second;
    return value.isLazy() ? initialEntry(dict.address(), find<DictObject>(dict)->entries[*i].first)
                          : value;
  }
  if (!find<DictObject>(dict)->isRuntime() && find<DictObject>(dict)->entries.empty())
    return checkHashable(key) ? Result(Value()) : std::nullopt;
  if (!find<DictObject>(dict)->isRuntime())
    if (llvm::any_of(dictEntries(dict), [&](auto &entry) { return unrollInstead(entry.second); }))
      pin(key, "a key of a dict of different objects");
  checkKey(*this, key);
  if (auto chosen = chosenEntry(*this, dict, key))
    return *chosen;
  makeRuntime(dict);
  const DictObject *object = find<DictObject>(dict);
  uint64_t variable = object->element;
  mlir::Value pointer = object->runtime.ssa();
  mlir::Value box = rt("dict_find", {pointer, toBox(key)}, ir::BoxType::get(&context));
  Type undefined{};
  undefined.kind = Type::Kind::Undefined;
  auto text = asStr(key);
  const TypeSet *types = text ? impl->types.readEntry(variable, *text) : impl->types.read(variable);
  return unbox(box, impl->types.merge(types->isAny() ? types : typeSet(undefined), types));
}

// A found item, or where there is none what `missing` gives.
static Result itemOrMissing(Stage &s, Value found, Value key,
                            llvm::function_ref<Result()> missing) {
  Result isThere = s.isDefined(found);
  if (auto known = s.asBool(*isThere))
    return *known ? Result(found) : missing();
  State with, without;
  s.branch(isThere->ssa(), with, without);
  Edges done;
  s.state = std::move(without);
  if (Result made = missing())
    done.push_back({std::move(s.state), {*made}});
  s.state = std::move(with);
  if (Result item = s.defined(found, [&] { s.raiseClass("KeyError", key); }))
    done.push_back({std::move(s.state), {*item}});
  llvm::SmallVector<Value, 1> joined;
  return s.join(std::move(done), joined) ? Result(joined[0]) : std::nullopt;
}

Result Stage::dictGet(Value dict, Value key, Value owner) {
  if (key.isUnion() || key.isBox())
    return forEachAlternative(key,
                              [&](Value alternative) { return dictGet(dict, alternative, owner); });
  Result found = dictLookup(dict, key);
  if (!found)
    return found;
  Value handler =
      find<InstanceObject>(owner) ? classAttribute(typeOf(owner), intern("__missing__")) : Value();
  if (!handler.isUndefined())
    return itemOrMissing(*this, *found, key, [&] { return call(handler, {owner, key}); });
  auto missing = [&] { raiseClass("KeyError", key); };
  if (found->isBox() && found->types()->isAny()) {
    mlir::Value tag = ir::TagOp::create(builder(), loc(), found->ssa());
    mlir::Value isNull =
        ir::CompareOp::create(builder(), loc(), ir::CompareKind::eq, tag, constantInt(0));
    State rest, none;
    branch(isNull, none, rest);
    state = std::move(none);
    missing();
    state = std::move(rest);
    return found;
  }
  return defined(*found, missing);
}

} // namespace lith::stage
