// Containers.cpp: items of values of every kind.
#include "stage/objects/Containers.h"
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/classes/Classes.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/MethodResults.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Operators.h"
#include "stage/objects/Ranges.h"
#include "stage/paths/Choices.h"
#include "stage/paths/Join.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Elements.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Types.h"

#include <algorithm>

namespace lith::stage {

static Result tupleItem(Stage &, Value object, Value index);
static Result listItem(Stage &, Value object, Value index);
static Result stringItem(Stage &, Value object, Value index);
static Result dictGet(Stage &, Value dict, Value key, Value owner);
static constexpr int64_t NoIndex = INT64_MIN; // a bound of a slice that is left out, at run time

std::vector<Value> listElements(Stage &s, Value list) {
  const ListObject *object = s.find<ListObject>(list);
  std::vector<Value> elements = object->elements;
  for (size_t i = 0; i < elements.size(); ++i)
    if (elements[i].isLazy())
      elements[i] = initialItem(s, list.address(), i);
  return elements;
}

std::vector<std::pair<Value, Value>> dictEntries(Stage &s, Value dict, bool all) {
  loadContents(s, dict);
  std::vector<std::pair<Value, Value>> entries;
  for (auto &[key, value] : s.find<DictObject>(dict)->entries) {
    Value current = value.isLazy() ? initialEntry(s, dict.address(), key) : value;
    if (all || !current.isUndefined())
      entries.push_back({key, current});
  }
  return entries;
}

// A tuple of the elements of a known tuple, or of a list of run time that nobody else has; `whole`
// is its box where it exists already.
Value runtimeTuple(Stage &s, Value elements, mlir::Value whole) {
  if (elements.isTuple()) {
    elements = s.list(elements.tuple().elements);
    makeRuntime(s, elements);
  }
  auto object = std::make_shared<ListObject>(*s.find<ListObject>(elements));
  if (!whole)
    whole = ir::BoxOp::create(
        s.builder(), s.loc(), ir::BoxType::get(&s.context),
        rtPlain(s, "tuple_from_list", {object->runtime.ssa()}, ir::TupleType::get(&s.context)));
  object->whole = Value::raw(whole);
  object->frozen = true;
  return s.make(std::move(object));
}

// --- indices

bool isIndex(Stage &s, Value value) {
  return value.isScalar(ScalarType::Int) || value.isScalar(ScalarType::Bool) || s.asInt(value);
}

// The elements that a known slice names; empty when its bounds are of run time.
std::optional<llvm::SmallVector<size_t>> sliceIndices(Stage &s, Value slice, size_t size) {
  int64_t n = static_cast<int64_t>(size);
  auto elements = slice.tuple().elements;
  for (Value element : elements)
    if (!s.isNone(element) && !s.asInt(element))
      return std::nullopt;
  int64_t step = s.isNone(elements[2]) ? 1 : *s.asInt(elements[2]);
  if (step == 0)
    return std::nullopt;
  step = std::clamp<int64_t>(step, -n - 1, n + 1); // further is out of the sequence, too
  auto bound = [&](Value value, int64_t missing) {
    if (s.isNone(value))
      return missing;
    int64_t index = *s.asInt(value);
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

static llvm::SmallVector<mlir::Value> sliceOperands(Stage &s, Value slice) {
  llvm::SmallVector<mlir::Value> operands;
  for (Value element : slice.tuple().elements)
    operands.push_back(s.isNone(element) ? constantInt(s, NoIndex) : toInt(s, element));
  return operands;
}

// Whether a class of the user's says what `[]` gives.
static bool hasItemsOfItsOwn(Stage &s, Value cls) {
  if (!isClass(s, cls))
    return false;
  Value entry = classAttribute(s, cls, s.intern("__class_getitem__"));
  if (!isUserFunction(s, entry))
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

Result getitem(Stage &s, Value object, Value index) {
  if (object.isBox() && object.types()->isAny())
    return Value::box(
        rt(s, "value_get_item", {object.ssa(), toBox(s, index)}, ir::BoxType::get(&s.context)),
        s.facts.types.any());
  if (object.isUnion() || object.isBox())
    return forEachAlternative(s, object,
                              [&](Value alternative) { return getitem(s, alternative, index); });
  if (isMapped(s, object) || (s.isTensor(object) && anyMapped(s, index)))
    return mappedGetItem(s, object, index);
  if (s.isTensor(object)) {
    Result plain = plainSlice(s, index);
    return plain ? tensorGetItem(s, object, *plain) : plain;
  }
  if (Value method = tupleMethod(s, object, "__getitem__"); !method.isUndefined())
    return call(s, method, {object, index});
  if (s.find<InstanceObject>(object)) {
    Value function = classAttribute(s, typeOf(s, object), s.intern("__getitem__"));
    bool user = !function.isUndefined() &&
                !(function.isStatic() && s.kindOf(function) == host::Kind::SlotWrapper);
    if (user)
      return call(s, function, {object, index});
    if (Value payload = payloadOf(s, object); payload != object) {
      if (s.find<DictObject>(payload))
        return dictGet(s, payload, index, object);
      if (isDeque(s, object) && !checkIndex(s, object, index))
        return std::nullopt;
      return getitem(s, payload, index);
    }
  }
  if (index.isUnion() || index.isBox())
    return forEachAlternative(s, index,
                              [&](Value alternative) { return getitem(s, object, alternative); });
  if (Result plain = s.find<DictObject>(object) ? Result(index) : plainSlice(s, index))
    index = *plain;
  else
    return plain;
  if (object.isTuple())
    return tupleItem(s, object, index);
  if (s.find<ListObject>(object))
    return listItem(s, object, index);
  if (s.find<DictObject>(object))
    return dictGet(s, object, index, object);
  if (isString(s, object))
    return stringItem(s, object, index);
  if (object.isStatic() && s.kindOf(object) == host::Kind::Bytes)
    return bytesItem(s, object, index);
  if (Value function = metaMethod(s, object, "__getitem__"); !function.isUndefined())
    return call(s, function, {object, index});
  if (hasItemsOfItsOwn(s, object)) {
    Result item = findAttribute(s, object, s.intern("__class_getitem__"));
    return item ? call(s, *item, index) : item;
  }
  host::Handle parameters = isClass(s, object) ? s.toHandle(index) : nullptr;
  if (isClass(s, object) && !isBuiltinGeneric(s, object, parameters))
    return object; // Generic[T]: only annotations look at it
  if (object.isStatic()) {
    host::Handle key = s.toHandle(index);
    if (key) {
      host::Outcome outcome = s.host.apply("[]", {object.handle(), key});
      if (outcome.ok())
        return ofFresh(s, outcome.value);
    }
  }
  if (isClass(s, object))
    return raise(s, "TypeError", "type '" + className(s, object) + "' is not subscriptable");
  return raise(s, "TypeError", "'" + typeName(s, object) + "' object is not subscriptable");
}

static Result tupleItem(Stage &s, Value object, Value index) {
  const TupleData &data = object.tuple();
  bool isRange = data.form == TupleData::Form::Range;
  if (isRange)
    return rangeItem(s, object, index);
  if (isSlice(index)) {
    auto indices = sliceIndices(s, index, data.elements.size());
    if (!indices)
      return getitem(s, Value::box(toBox(s, object), s.facts.types.any()), index);
    llvm::SmallVector<Value> elements;
    for (size_t i : *indices)
      elements.push_back(data.elements[i]);
    return s.structure(data.form == TupleData::Form::Size ? data.form : TupleData::Form::Tuple,
                       elements);
  }
  Result whole = indexValue(s, index);
  if (!whole)
    return whole;
  index = *whole;
  if (!isIndex(s, index))
    return raise(s, "TypeError",
                 typeName(s, object) + " indices must be integers or slices, not " +
                     typeName(s, index));
  if (auto known = s.asInt(index)) {
    if (auto i = position(*known, data.elements.size()))
      return data.elements[*i];
    return raise(s, "IndexError", "tuple index out of range");
  }
  if (data.elements.size() > MostChoices)
    return getitem(s, runtimeTuple(s, object), index);
  return dynamicItem(s, data.elements, index, "tuple index out of range");
}

bool definesIndex(Stage &s, Value value) {
  return s.find<InstanceObject>(value) &&
         (definesMethod(s, typeOf(s, value), "__index__") || isIndex(s, payloadOf(s, value)));
}

// An int of a class of the user's is its own index.
Result indexOfInstance(Stage &s, Value instance) {
  if (Value number = payloadOf(s, instance); isIndex(s, number))
    return number;
  return wholeOfMethod(s, callMethod(s, instance, "__index__", {}), "__index__");
}

// x.__index__() of a tensor or instance; else the value itself.
Result indexValue(Stage &s, Value value) {
  if (auto answer = askHost(s, Slot::Index, value, value))
    return hostResult(s, *answer);
  if (!isForeign(s, value))
    value = pythonNumber(s, value);
  if (s.isTensor(value))
    return tensorToIndex(s, value);
  return definesIndex(s, value) ? indexOfInstance(s, value) : Result(value);
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

static Result listItem(Stage &s, Value object, Value index) {
  const ListObject *list = s.find<ListObject>(object);
  if (isSlice(index)) {
    auto indices = list->isRuntime() ? std::nullopt : sliceIndices(s, index, list->elements.size());
    if (!indices) {
      makeRuntime(s, object);
      llvm::SmallVector<mlir::Value> operands{s.find<ListObject>(object)->runtime.ssa()};
      operands.append(sliceOperands(s, index));
      Value part = runtimeList(s, rt(s, "list_slice", operands, ir::ListType::get(&s.context)),
                               variableOfCopy(s, s.find<ListObject>(object)->element));
      return list->frozen ? runtimeTuple(s, part) : part;
    }
    std::vector<Value> all = listElements(s, object), elements;
    for (size_t i : *indices)
      elements.push_back(all[i]);
    return s.list(elements);
  }
  Result whole = indexValue(s, index);
  if (!whole)
    return whole;
  index = *whole;
  if (!isIndex(s, index))
    return raise(s, "TypeError",
                 typeName(s, object) + " indices must be integers or slices, not " +
                     typeName(s, index));
  if (list->isRuntime()) {
    TypeVariable variable = list->element;
    mlir::Value box = rt(s, list->frozen ? "tuple_item" : "list_get",
                         {list->runtime.ssa(), toInt(s, index)}, ir::BoxType::get(&s.context));
    return unbox(s, box, s.facts.types.read(variable));
  }
  if (auto known = s.asInt(index)) {
    auto i = position(*known, list->elements.size());
    if (!i)
      return raise(s, "IndexError", "list index out of range");
    Value element = list->elements[*i];
    return element.isLazy() ? initialItem(s, object.address(), *i) : element;
  }
  if (list->elements.size() > MostChoices) {
    makeRuntime(s, object);
    return getitem(s, object, index);
  }
  return dynamicItem(s, listElements(s, object), index, "list index out of range");
}

Value runtimeList(Stage &s, mlir::Value ssa, TypeVariable element) {
  auto object = std::make_shared<ListObject>();
  object->runtime = Value::raw(ssa);
  object->element = element;
  object->site = siteOf(element);
  return s.make(std::move(object));
}

static Result stringItem(Stage &s, Value object, Value index) {
  host::Handle text = s.toHandle(object), key = s.toHandle(index);
  if (text && key)
    return hostResult(s, s.host.apply("[]", {text, key}));
  mlir::Type str = ir::StrType::get(&s.context);
  if (isSlice(index)) {
    llvm::SmallVector<mlir::Value> operands{toStr(s, object)};
    operands.append(sliceOperands(s, index));
    return s.strScalar(rt(s, "str_slice", operands, str));
  }
  Result whole = indexValue(s, index);
  if (!whole)
    return whole;
  index = *whole;
  if (!isIndex(s, index))
    return raise(s, "TypeError",
                 "string indices must be integers, not '" + typeName(s, index) + "'");
  return s.strScalar(rt(s, "str_get", {toStr(s, object), toInt(s, index)}, str));
}

std::optional<size_t> findEntry(Stage &s, Value dict, Value key) {
  const DictObject *object = s.find<DictObject>(dict);
  for (size_t i = 0; i < object->entries.size(); ++i)
    if (object->entries[i].first == key)
      return i;
  key = pythonNumber(s, key);
  for (size_t i = 0; i < object->entries.size(); ++i)
    if (sameKey(s, object->entries[i].first, key))
      return i;
  return std::nullopt;
}

// A key whose equality is known now: a constant, or an object that existed before the call.
bool isConstantKey(Stage &s, Value key) {
  if (key.isStatic())
    return true;
  if (key.isTuple())
    return llvm::all_of(key.tuple().elements,
                        [&](Value element) { return isConstantKey(s, element); });
  if (!key.isRef() || !isOutside(s, key.address()))
    return false;
  if (auto *tensor = s.find<TensorObject>(key))
    return !tensor->unknownIdentity;
  if (Value inner = lookedUp(s, key); inner != key)
    return isConstantKey(s, inner);
  return isForeign(s, key) || (s.find<InstanceObject>(key) && comparesByIdentity(s, key));
}

// What an instance of a subclass of str, int or float compares and hashes as, where its class
// leaves that to the built-in one: the value inside it.
Value lookedUp(Stage &s, Value key) {
  Value payload = payloadOf(s, key);
  bool isValue = payload != key && !payload.isRef();
  auto isTheirs = [&](llvm::StringRef name) {
    return isSlot(s, classAttribute(s, typeOf(s, key), s.intern(name)));
  };
  return isValue && !isException(s, key) && isTheirs("__eq__") && isTheirs("__hash__") ? payload
                                                                                       : key;
}

// One of several objects that compare and hash as the values inside them, as of members of an
// IntEnum.
bool isOneOfValues(Stage &s, Value key) {
  if (key.isUnion())
    return llvm::any_of(key.oneOf().alternatives,
                        [&](Value one) { return lookedUp(s, one) != one; });
  return key.isBox() && llvm::any_of(key.types()->types, [&](const Type &type) {
           return type.kind == Type::Kind::Opaque &&
                  s.host.kind(type.handle) == host::Kind::Instance &&
                  comparesAsValue(s, classOf(s, type.handle).handle());
         });
}

// Undefined: no entry. `makeRuntime` is the answer to a key of run time.
Result dictLookup(Stage &s, Value dict, Value key) {
  key = lookedUp(s, key);
  if (key.isUnion() || isOneOfValues(s, key))
    return forEachAlternative(s, key,
                              [&](Value alternative) { return dictLookup(s, dict, alternative); });
  if (!checkHashable(s, key))
    return std::nullopt;
  loadContents(s, dict);
  if (!s.find<DictObject>(dict)->isRuntime() &&
      (isConstantKey(s, key) || isMemberAmongMembers(s, dict, key))) {
    auto i = findEntry(s, dict, key);
    if (!i)
      return Value();
    Value value = s.find<DictObject>(dict)->entries[*i].second;
    return value.isLazy()
               ? initialEntry(s, dict.address(), s.find<DictObject>(dict)->entries[*i].first)
               : value;
  }
  if (!s.find<DictObject>(dict)->isRuntime() && s.find<DictObject>(dict)->entries.empty())
    return Value();
  if (!s.find<DictObject>(dict)->isRuntime())
    if (llvm::any_of(dictEntries(s, dict),
                     [&](auto &entry) { return unrollInstead(s, entry.second); }))
      pin(s, key, "a key of a dict of different objects");
  checkKey(s, key);
  if (auto chosen = chosenEntry(s, dict, key))
    return *chosen;
  makeRuntime(s, dict);
  const DictObject *object = s.find<DictObject>(dict);
  TypeVariable variable = object->element;
  mlir::Value pointer = object->runtime.ssa();
  mlir::Value box = rt(s, "dict_find", {pointer, toBox(s, key)}, ir::BoxType::get(&s.context));
  Type undefined{};
  undefined.kind = Type::Kind::Undefined;
  auto text = s.asStr(key);
  const TypeSet *types =
      text ? s.facts.types.readEntry(variable, *text) : s.facts.types.read(variable);
  return unbox(s, box, s.facts.types.merge(types->isAny() ? types : typeSet(s, undefined), types));
}

// A found item, or where there is none what `missing` gives.
static Result itemOrMissing(Stage &s, Value found, Value key,
                            llvm::function_ref<Result()> missing) {
  Result isThere = isDefined(s, found);
  if (auto known = s.asBool(*isThere))
    return *known ? Result(found) : missing();
  State with, without;
  branch(s, isThere->ssa(), with, without);
  Edges done;
  s.state = std::move(without);
  if (Result made = missing())
    done.push_back({std::move(s.state), {*made}});
  s.state = std::move(with);
  if (Result item = defined(s, found, [&] { raiseClass(s, "KeyError", key); }))
    done.push_back({std::move(s.state), {*item}});
  llvm::SmallVector<Value, 1> joined;
  return join(s, std::move(done), joined) ? Result(joined[0]) : std::nullopt;
}

static Result dictGet(Stage &s, Value dict, Value key, Value owner) {
  if (key.isUnion() || key.isBox())
    return forEachAlternative(
        s, key, [&](Value alternative) { return dictGet(s, dict, alternative, owner); });
  Result found = dictLookup(s, dict, key);
  if (!found)
    return found;
  Value handler = s.find<InstanceObject>(owner)
                      ? classAttribute(s, typeOf(s, owner), s.intern("__missing__"))
                      : Value();
  if (!handler.isUndefined())
    return itemOrMissing(s, *found, key, [&] { return call(s, handler, {owner, key}); });
  auto missing = [&] { raiseClass(s, "KeyError", key); };
  if (found->isBox() && found->types()->isAny()) {
    mlir::Value tag = ir::TagOp::create(s.builder(), s.loc(), found->ssa());
    mlir::Value isNull =
        ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq, tag, constantInt(s, 0));
    State rest, none;
    branch(s, isNull, none, rest);
    s.state = std::move(none);
    missing();
    s.state = std::move(rest);
    return found;
  }
  return defined(s, *found, missing);
}

} // namespace lith::stage
