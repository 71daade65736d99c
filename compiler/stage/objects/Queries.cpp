// Queries.cpp: bool(x), len(x), x in y.
#include "stage/objects/Queries.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/classes/Attributes.h"
#include "stage/classes/Classes.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Numbers.h"
#include "stage/objects/Operators.h"
#include "stage/objects/Ranges.h"
#include "stage/objects/Sets.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

using namespace lith::syntax;

static Result callMethodOfTensor(Stage &, Value tensor, llvm::StringRef name, Value argument);

// What __bool__ gave.
static Result truthOf(Stage &s, Result given) {
  if (!given || given->isUnion() || given->isBox() || isBoolean(s, *given))
    return given ? truth(s, *given) : given;
  return raise(s, "TypeError", "__bool__ should return bool, returned " + typeName(s, *given));
}

// What __len__ gave.
static Result checkedLength(Stage &s, Result given) {
  if (!given || given->isUnion() || given->isBox() || s.isTensor(*given) ||
      s.find<InstanceObject>(*given))
    return given;
  if (!isPlainNumber(s, *given) || isFloat(s, *given))
    return raise(s, "TypeError",
                 "'" + typeName(s, *given) + "' object cannot be interpreted as an integer");
  if (auto known = s.asInt(*given); known && *known >= 0)
    return given;
  mlir::Value is = ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::ge,
                                         toInt(s, *given), constantInt(s, 0));
  return check(s, is, "ValueError", "__len__() should return >= 0") ? given : std::nullopt;
}

Result truth(Stage &s, Value value) {
  if (value.isBox() && value.types()->isAny())
    return s.boolScalar(rt(s, "value_truth", {value.ssa()}, s.builder().getI1Type()));
  if (value.isUnion() || value.isBox())
    return forEachAlternative(s, value, [&](Value alternative) { return truth(s, alternative); });
  if (s.isTensor(value))
    return tensorTruth(s, value);
  if (isMapped(s, value))
    return mappedTruth(s);
  if (value.isScalar(ScalarType::Bool) || s.asBool(value))
    return value;
  if (Value method = tupleMethod(s, value, "__bool__"); !method.isUndefined())
    return truthOf(s, call(s, method, value));
  if (value.isScalar(ScalarType::Int))
    return compareNumbers(s, CmpOperator::NotEq, value, s.integer(0));
  if (value.isScalar(ScalarType::Float))
    return compareNumbers(s, CmpOperator::NotEq, value, s.real(0));
  if (value.isScalar(ScalarType::Str) || isContainer(s, value) ||
      (value.isTuple() && !isSlice(value)) || isView(s, value)) {
    bool isRange = value.isTuple() && value.tuple().form == TupleData::Form::Range;
    Result size = isRange ? rangeLength(s, value) : length(s, value);
    return size ? compareNumbers(s, CmpOperator::NotEq, *size, s.integer(0)) : size;
  }
  if (value.isStatic()) {
    switch (s.kindOf(value)) {
    case host::Kind::None:
      return s.boolean(false);
    case host::Kind::Int:
    case host::Kind::Float:
    case host::Kind::Complex:
    case host::Kind::Str:
    case host::Kind::Bytes: {
      host::Outcome outcome = s.host.apply("not", {value.handle()});
      return s.boolean(!*s.asBool(s.ofHandle(outcome.value)));
    }
    default:
      break;
    }
  }
  if (auto answer = askHost(s, Slot::Truth, value, value))
    return hostResult(s, *answer);
  if (s.find<InstanceObject>(value)) {
    Value function = classAttribute(s, typeOf(s, value), s.intern("__bool__"));
    if (!function.isUndefined() && !isSlot(s, function))
      return truthOf(s, call(s, function, value));
    function = classAttribute(s, typeOf(s, value), s.intern("__len__"));
    if (!function.isUndefined() && !isSlot(s, function)) {
      Result size = checkedLength(s, call(s, function, value));
      return size ? truth(s, *size) : size;
    }
    if (Value payload = payloadOf(s, value); payload != value && !payload.isTuple())
      return truth(s, payload);
  }
  return s.boolean(true);
}

// A slot of a built-in class: the stage does itself what it does.
bool isSlot(Stage &s, Value function) {
  return function.isStatic() && s.kindOf(function) == host::Kind::SlotWrapper;
}

Result length(Stage &s, Value value) {
  if (Value method = tupleMethod(s, value, "__len__"); !method.isUndefined())
    return call(s, method, value);
  if (value.isBox() && value.types()->isAny())
    return s.intScalar(rt(s, "value_length", {value.ssa()}, s.builder().getI64Type()));
  if (value.isUnion() || value.isBox())
    return forEachAlternative(s, value, [&](Value alternative) { return length(s, alternative); });
  if (s.isTensor(value))
    return tensorLength(s, value);
  mlir::Type i64 = s.builder().getI64Type();
  if (auto *list = s.find<ListObject>(value))
    return list->isRuntime() ? s.intScalar(rtPlain(s, "list_length", {list->runtime.ssa()}, i64))
                             : s.integer(int64_t(list->elements.size()));
  if (s.find<DictObject>(value)) {
    loadContents(s, value);
    auto *dict = s.find<DictObject>(value);
    return dict->isRuntime() ? s.intScalar(rtPlain(s, "dict_length", {dict->runtime.ssa()}, i64))
                             : s.integer(int64_t(dictEntries(s, value).size()));
  }
  if (auto *set = s.find<SetObject>(value))
    return set->isRuntime() ? s.intScalar(rtPlain(s, "set_length", {set->runtime.ssa()}, i64))
                            : s.integer(int64_t(set->elements.size()));
  if (value.isTuple()) {
    if (value.tuple().form == TupleData::Form::Range)
      return lengthOfRange(s, value);
    if (value.tuple().form != TupleData::Form::Slice)
      return s.integer(int64_t(value.tuple().elements.size()));
  }
  if (isView(s, value))
    return length(s, s.find<IteratorObject>(value)->sources[0]);
  if (value.isScalar(ScalarType::Str))
    return s.intScalar(rtPlain(s, "str_length", {value.ssa()}, i64));
  if (auto text = s.asStr(value))
    return s.integer(int64_t(s.host.count(value.handle())));
  if (value.isStatic() && s.kindOf(value) == host::Kind::Bytes)
    return s.integer(int64_t(s.host.asStr(value.handle()).size()));
  if (s.find<InstanceObject>(value)) {
    Value function = classAttribute(s, typeOf(s, value), s.intern("__len__"));
    if (!function.isUndefined() && !isSlot(s, function))
      return checkedLength(s, call(s, function, value));
    if (Value payload = payloadOf(s, value); payload != value)
      return length(s, payload);
  }
  if (Value method = metaMethod(s, value, "__len__"); !method.isUndefined())
    return call(s, method, value);
  if (auto answer = askHost(s, Slot::Length, value, value))
    return hostResult(s, *answer);
  return raise(s, "TypeError", "object of type '" + typeName(s, value) + "' has no len()");
}

static constexpr size_t ManyElements = 64; // which a loop at run time looks through

Result contains(Stage &s, Value container, Value item) {
  if (container.isBox() && container.types()->isAny())
    return s.boolScalar(
        rt(s, "value_contains", {container.ssa(), toBox(s, item)}, s.builder().getI1Type()));
  if (container.isUnion() || container.isBox())
    return forEachAlternative(s, container,
                              [&](Value alternative) { return contains(s, alternative, item); });
  if (Value method = tupleMethod(s, container, "__contains__"); !method.isUndefined()) {
    Result result = call(s, method, {container, item});
    return result ? truth(s, *result) : result;
  }
  if (s.find<InstanceObject>(container)) {
    Value function = classAttribute(s, typeOf(s, container), s.intern("__contains__"));
    if (s.isNone(function))
      return raise(s, "TypeError", "'" + typeName(s, container) + "' object is not a container");
    if (!function.isUndefined() && !isSlot(s, function)) {
      Result result = call(s, function, {container, item});
      return result ? truth(s, *result) : result;
    }
    if (Value payload = payloadOf(s, container); payload != container)
      return contains(s, payload, item);
  }
  if (s.find<SetObject>(container)) {
    Result sought = soughtElement(s, item);
    if (!sought)
      return sought;
    item = *sought;
  }
  if (s.find<DictObject>(container) || s.find<SetObject>(container))
    item = lookedUp(s, item);
  if ((s.find<DictObject>(container) || s.find<SetObject>(container)) && !checkHashable(s, item))
    return std::nullopt;
  if (s.find<DictObject>(container)) {
    if (item.isUnion() || item.isBox())
      return forEachAlternative(
          s, item, [&](Value alternative) { return contains(s, container, alternative); });
    loadContents(s, container);
    if (s.find<DictObject>(container)->isRuntime() || !isConstantKey(s, item)) {
      if (s.find<DictObject>(container)->entries.empty() &&
          !s.find<DictObject>(container)->isRuntime())
        return s.boolean(false);
      checkKey(s, item);
      makeRuntime(s, container);
      return s.boolScalar(rt(s, "dict_contains",
                             {s.find<DictObject>(container)->runtime.ssa(), toBox(s, item)},
                             s.builder().getI1Type()));
    }
    Result found = dictLookup(s, container, item);
    return found ? isDefined(s, *found) : found;
  }
  if (auto *set = s.find<SetObject>(container)) {
    if (item.isUnion() || isOneOfValues(s, item))
      return forEachAlternative(
          s, item, [&](Value alternative) { return contains(s, container, alternative); });
    if (!set->isRuntime() && isConstantKey(s, item))
      return s.boolean(
          llvm::any_of(set->elements, [&](Value element) { return sameKey(s, element, item); }));
    checkKey(s, item);
    makeRuntime(s, container);
    return s.boolScalar(rt(s, "set_contains",
                           {s.find<SetObject>(container)->runtime.ssa(), toBox(s, item)},
                           s.builder().getI1Type()));
  }
  if (isString(s, container)) {
    if (!isString(s, item))
      return raise(s, "TypeError",
                   "'in <string>' requires string as left operand, not " + typeName(s, item));
    auto text = s.asStr(container), part = s.asStr(item);
    if (text && part)
      return s.boolean(text->contains(*part));
    return s.boolScalar(
        rtPlain(s, "str_contains", {toStr(s, container), toStr(s, item)}, s.builder().getI1Type()));
  }
  if (auto *list = s.find<ListObject>(container); list && list->isRuntime())
    if (mayHoldRecords(s, container, {"__eq__"}) || mayHoldRecords(s, item, {"__eq__"})) {
      return callPrelude(s, "list_contains", {container, item});
    }
  if (auto *list = s.find<ListObject>(container); list && list->isRuntime())
    return s.boolScalar(
        rt(s, "list_contains", {list->runtime.ssa(), toBox(s, item)}, s.builder().getI1Type()));
  if (container.isTuple() && container.tuple().form == TupleData::Form::Range)
    return rangeContains(s, container, item);
  if (isView(s, container) && s.find<IteratorObject>(container)->form == IteratorObject::Form::Keys)
    return contains(s, s.find<IteratorObject>(container)->sources[0], item);
  if (s.isTensor(container))
    return callMethodOfTensor(s, container, "__contains__", item);
  auto has = [&](llvm::StringRef name) {
    Value method = classAttribute(s, typeOf(s, container), s.intern(name));
    return !method.isUndefined() && !s.isNone(method);
  };
  bool isPlainObject = s.find<InstanceObject>(container) && payloadOf(s, container) == container &&
                       !has("__iter__") && !has("__getitem__");
  if (isNumber(s, container) || s.isNone(container) || container.isCallable() || isPlainObject)
    return raise(s, "TypeError",
                 "argument of type '" + typeName(s, container) + "' is not iterable");
  if (Value method = metaMethod(s, container, "__contains__"); !method.isUndefined()) {
    Result result = call(s, method, {container, item});
    return result ? truth(s, *result) : result;
  }
  if (auto answer = askHost(s, Slot::Contains, container, {container, item}))
    return hostResult(s, *answer);
  if (s.find<InstanceObject>(container) ||
      (s.find<IteratorObject>(container) && !isView(s, container)))
    return callPrelude(s, "list_contains", {container, item}); // asks for no more than it needs
  std::optional<std::vector<Value>> elements;
  Result sequence = collect(s, container, elements);
  if (!sequence)
    return sequence;
  if (!elements)
    return contains(s, *sequence, item);
  auto isPlain = [&](Value element) { return isNumber(s, element) || isString(s, element); };
  if (elements->size() > ManyElements && !item.isStatic() && llvm::all_of(*elements, isPlain)) {
    Value made = s.list(*elements);
    makeRuntime(s, made);
    return contains(s, made, item);
  }
  return anyEqual(s, *elements, item);
}

Result anyEqual(Stage &s, llvm::ArrayRef<Value> elements, Value item) {
  Result same = s.boolean(false);
  while (!elements.empty() && (same = sameElements(s, elements[0], item)) &&
         s.asBool(*same) == false)
    elements = elements.drop_front();
  if (!same || s.asBool(*same))
    return same;
  return choose(
      s, *same, [&]() -> Result { return s.boolean(true); },
      [&] { return anyEqual(s, elements.drop_front(), item); });
}

static Result callMethodOfTensor(Stage &s, Value tensor, llvm::StringRef name, Value argument) {
  Result method = findTensorAttribute(s, tensor, s.intern(name));
  if (!method || method->isUndefined())
    return raise(s, "TypeError", "argument of type 'Tensor' is not iterable");
  return call(s, *method, argument);
}

// Whether a value is there at all: not undefined.
Result isDefined(Stage &s, Value value) {
  if (value.isUndefined())
    return s.boolean(false);
  if (value.isBox()) {
    bool possible =
        value.types()->isAny() || llvm::any_of(value.types()->types, [](const Type &type) {
          return type.kind == Type::Kind::Undefined;
        });
    if (!possible)
      return s.boolean(true);
    mlir::Value tag = ir::TagOp::create(s.builder(), s.loc(), value.ssa());
    return s.boolScalar(
        ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::ne, tag, constantInt(s, 0)));
  }
  if (!value.isUnion())
    return s.boolean(true);
  return forEachAlternative(
      s, value, [&](Value alternative) -> Result { return s.boolean(!alternative.isUndefined()); });
}

} // namespace lith::stage
