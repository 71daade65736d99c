// Queries.cpp: bool(x), len(x), x in y.
#include "stage/Impl.h"
#include "stage/builtins/Support.h"
#include "stage/numpy/NumpyNumbers.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Numbers.h"
#include "stage/objects/Ranges.h"
#include "stage/objects/Sets.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

namespace lith::stage {

using namespace lith::syntax;

// What __bool__ gave.
static Result truthOf(Stage &s, Result given) {
  if (!given || given->isUnion() || given->isBox() || isBoolean(s, *given))
    return given ? s.truth(*given) : given;
  return s.raise("TypeError", "__bool__ should return bool, returned " + s.typeName(*given));
}

// What __len__ gave.
static Result checkedLength(Stage &s, Result given) {
  if (!given || given->isUnion() || given->isBox() || s.isTensor(*given) ||
      s.find<InstanceObject>(*given))
    return given;
  if (!isPlainNumber(s, *given) || isFloat(s, *given))
    return s.raise("TypeError",
                   "'" + s.typeName(*given) + "' object cannot be interpreted as an integer");
  if (auto known = s.asInt(*given); known && *known >= 0)
    return given;
  mlir::Value is = ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::ge, s.toInt(*given),
                                         s.constantInt(0));
  return s.check(is, "ValueError", "__len__() should return >= 0") ? given : std::nullopt;
}

Result Stage::truth(Value value) {
  if (value.isBox() && value.types()->isAny())
    return boolScalar(rt("value_truth", {value.ssa()}, builder().getI1Type()));
  if (value.isUnion() || value.isBox())
    return forEachAlternative(value, [&](Value alternative) { return truth(alternative); });
  if (isTensor(value))
    return tensorTruth(*this, value);
  if (isMapped(*this, value))
    return mappedTruth(*this);
  if (value.isScalar(ScalarType::Bool) || asBool(value))
    return value;
  if (Value method = tupleMethod(value, "__bool__"); !method.isUndefined())
    return truthOf(*this, call(method, value));
  if (value.isScalar(ScalarType::Int))
    return compareNumbers(CmpOperator::NotEq, value, integer(0));
  if (value.isScalar(ScalarType::Float))
    return compareNumbers(CmpOperator::NotEq, value, real(0));
  if (value.isScalar(ScalarType::Str) || isContainer(value) || value.isTuple() || isView(value)) {
    bool isRange = value.isTuple() && value.tuple().form == TupleData::Form::Range;
    Result size = isRange ? rangeLength(value) : length(value);
    return size ? compareNumbers(CmpOperator::NotEq, *size, integer(0)) : size;
  }
  if (value.isStatic()) {
    switch (kindOf(value)) {
    case host::Kind::None:
      return boolean(false);
    case host::Kind::Int:
    case host::Kind::Float:
    case host::Kind::Complex:
    case host::Kind::Str:
    case host::Kind::Bytes: {
      host::Outcome outcome = host.apply("not", {value.handle()});
      return boolean(!*asBool(ofHandle(outcome.value)));
    }
    default:
      break;
    }
  }
  if (find<InstanceObject>(value)) {
    Value function = classAttribute(typeOf(value), intern("__bool__"));
    if (!function.isUndefined() && !isSlot(function))
      return truthOf(*this, call(function, value));
    function = classAttribute(typeOf(value), intern("__len__"));
    if (!function.isUndefined() && !isSlot(function)) {
      Result size = checkedLength(*this, call(function, value));
      return size ? truth(*size) : size;
    }
    if (Value payload = payloadOf(value); payload != value && !payload.isTuple())
      return truth(payload);
  }
  return boolean(true);
}

// A slot of a built-in class: the stage does itself what it does.
bool Stage::isSlot(Value function) {
  return function.isStatic() && kindOf(function) == host::Kind::SlotWrapper;
}

Result Stage::length(Value value) {
  if (Value method = tupleMethod(value, "__len__"); !method.isUndefined())
    return call(method, value);
  if (value.isBox() && value.types()->isAny())
    return intScalar(rt("value_length", {value.ssa()}, builder().getI64Type()));
  if (value.isUnion() || value.isBox())
    return forEachAlternative(value, [&](Value alternative) { return length(alternative); });
  if (isTensor(value))
    return tensorLength(*this, value);
  mlir::Type i64 = builder().getI64Type();
  if (auto *list = find<ListObject>(value))
    return list->isRuntime() ? intScalar(rtPlain("list_length", {list->runtime.ssa()}, i64))
                             : integer(int64_t(list->elements.size()));
  if (find<DictObject>(value)) {
    loadContents(value);
    auto *dict = find<DictObject>(value);
    return dict->isRuntime() ? intScalar(rtPlain("dict_length", {dict->runtime.ssa()}, i64))
                             : integer(int64_t(dictEntries(value).size()));
  }
  if (auto *set = find<SetObject>(value))
    return set->isRuntime() ? intScalar(rtPlain("set_length", {set->runtime.ssa()}, i64))
                            : integer(int64_t(set->elements.size()));
  if (value.isTuple()) {
    if (value.tuple().form == TupleData::Form::Range)
      return lengthOfRange(*this, value);
    if (value.tuple().form != TupleData::Form::Slice)
      return integer(int64_t(value.tuple().elements.size()));
  }
  if (isView(value))
    return length(find<IteratorObject>(value)->sources[0]);
  if (value.isScalar(ScalarType::Str))
    return intScalar(rtPlain("str_length", {value.ssa()}, i64));
  if (auto text = asStr(value))
    return integer(int64_t(host.length(value.handle())));
  if (value.isStatic() && kindOf(value) == host::Kind::Bytes)
    return integer(int64_t(host.asStr(value.handle()).size()));
  if (find<InstanceObject>(value)) {
    Value function = classAttribute(typeOf(value), intern("__len__"));
    if (!function.isUndefined() && !isSlot(function))
      return checkedLength(*this, call(function, value));
    if (Value payload = payloadOf(value); payload != value)
      return length(payload);
  }
  if (Value method = metaMethod(value, "__len__"); !method.isUndefined())
    return call(method, value);
  refuseForeign(*this, value, "__len__");
  return raise("TypeError", "object of type '" + typeName(value) + "' has no len()");
}

static constexpr size_t ManyElements = 64; // which a loop at run time looks through

Result Stage::contains(Value container, Value item) {
  if (container.isBox() && container.types()->isAny())
    return boolScalar(rt("value_contains", {container.ssa(), toBox(item)}, builder().getI1Type()));
  if (container.isUnion() || container.isBox())
    return forEachAlternative(container,
                              [&](Value alternative) { return contains(alternative, item); });
  if (Value method = tupleMethod(container, "__contains__"); !method.isUndefined()) {
    Result result = call(method, {container, item});
    return result ? truth(*result) : result;
  }
  if (find<InstanceObject>(container)) {
    Value function = classAttribute(typeOf(container), intern("__contains__"));
    if (isNone(function))
      return raise("TypeError", "'" + typeName(container) + "' object is not a container");
    if (!function.isUndefined() && !isSlot(function)) {
      Result result = call(function, {container, item});
      return result ? truth(*result) : result;
    }
    if (Value payload = payloadOf(container); payload != container)
      return contains(payload, item);
  }
  if (find<SetObject>(container)) {
    Result sought = soughtElement(*this, item);
    if (!sought)
      return sought;
    item = *sought;
  }
  if (find<DictObject>(container) || find<SetObject>(container))
    item = lookedUp(item);
  if (find<DictObject>(container)) {
    if (item.isUnion() || item.isBox())
      return forEachAlternative(
          item, [&](Value alternative) { return contains(container, alternative); });
    loadContents(container);
    if (find<DictObject>(container)->isRuntime() || !isConstantKey(item)) {
      if (find<DictObject>(container)->entries.empty() && !find<DictObject>(container)->isRuntime())
        return checkHashable(item) ? Result(boolean(false)) : std::nullopt;
      checkKey(*this, item);
      makeRuntime(container);
      return boolScalar(rt("dict_contains",
                           {find<DictObject>(container)->runtime.ssa(), toBox(item)},
                           builder().getI1Type()));
    }
    Result found = dictLookup(container, item);
    return found ? isDefined(*found) : found;
  }
  if (auto *set = find<SetObject>(container)) {
    if (!set->isRuntime() && isConstantKey(item))
      return boolean(llvm::any_of(set->elements,
                                  [&](Value element) { return sameKey(*this, element, item); }));
    checkKey(*this, item);
    makeRuntime(container);
    return boolScalar(rt("set_contains", {find<SetObject>(container)->runtime.ssa(), toBox(item)},
                         builder().getI1Type()));
  }
  if (isString(container)) {
    if (!isString(item))
      return raise("TypeError",
                   "'in <string>' requires string as left operand, not " + typeName(item));
    auto text = asStr(container), part = asStr(item);
    if (text && part)
      return boolean(text->contains(*part));
    return boolScalar(
        rtPlain("str_contains", {toStr(container), toStr(item)}, builder().getI1Type()));
  }
  if (auto *list = find<ListObject>(container); list && list->isRuntime())
    if (mayHoldRecords(*this, container, {"__eq__"}) || mayHoldRecords(*this, item, {"__eq__"})) {
      return callPrelude(*this, "list_contains", {container, item});
    }
  if (auto *list = find<ListObject>(container); list && list->isRuntime())
    return boolScalar(
        rt("list_contains", {list->runtime.ssa(), toBox(item)}, builder().getI1Type()));
  if (container.isTuple() && container.tuple().form == TupleData::Form::Range)
    return rangeContains(container, item);
  if (isView(container) && find<IteratorObject>(container)->form == IteratorObject::Form::Keys)
    return contains(find<IteratorObject>(container)->sources[0], item);
  if (isTensor(container))
    return callMethodOfTensor(container, "__contains__", item);
  auto has = [&](llvm::StringRef name) {
    Value method = classAttribute(typeOf(container), intern(name));
    return !method.isUndefined() && !isNone(method);
  };
  bool isPlainObject = find<InstanceObject>(container) && payloadOf(container) == container &&
                       !has("__iter__") && !has("__getitem__");
  if (isNumber(container) || isNone(container) || container.isCallable() || isPlainObject)
    return raise("TypeError", "argument of type '" + typeName(container) + "' is not iterable");
  if (Value method = metaMethod(container, "__contains__"); !method.isUndefined()) {
    Result result = call(method, {container, item});
    return result ? truth(*result) : result;
  }
  if (find<InstanceObject>(container) || (find<IteratorObject>(container) && !isView(container)))
    return callPrelude(*this, "list_contains", {container, item}); // asks for no more than it needs
  std::optional<std::vector<Value>> elements;
  Result sequence = collect(container, elements);
  if (!sequence)
    return sequence;
  if (!elements)
    return contains(*sequence, item);
  auto isPlain = [&](Value element) { return isNumber(element) || isString(element); };
  if (elements->size() > ManyElements && !item.isStatic() && llvm::all_of(*elements, isPlain)) {
    Value made = list(*elements);
    makeRuntime(made);
    return contains(made, item);
  }
  return anyEqual(*elements, item);
}

Result Stage::anyEqual(llvm::ArrayRef<Value> elements, Value item) {
  Result same = boolean(false);
  while (!elements.empty() && (same = sameElements(elements[0], item)) && asBool(*same) == false)
    elements = elements.drop_front();
  if (!same || asBool(*same))
    return same;
  return choose(
      *same, [&]() -> Result { return boolean(true); },
      [&] { return anyEqual(elements.drop_front(), item); });
}

Result Stage::callMethodOfTensor(Value tensor, llvm::StringRef name, Value argument) {
  Result method = findTensorAttribute(tensor, intern(name));
  if (!method || method->isUndefined())
    return raise("TypeError", "argument of type 'Tensor' is not iterable");
  return call(*method, argument);
}

// Whether a value is there at all: not undefined.
Result Stage::isDefined(Value value) {
  if (value.isUndefined())
    return boolean(false);
  if (value.isBox()) {
    bool possible =
        value.types()->isAny() || llvm::any_of(value.types()->types, [](const Type &type) {
          return type.kind == Type::Kind::Undefined;
        });
    if (!possible)
      return boolean(true);
    mlir::Value tag = ir::TagOp::create(builder(), loc(), value.ssa());
    return boolScalar(
        ir::CompareOp::create(builder(), loc(), ir::CompareKind::ne, tag, constantInt(0)));
  }
  if (!value.isUnion())
    return boolean(true);
  return forEachAlternative(
      value, [&](Value alternative) -> Result { return boolean(!alternative.isUndefined()); });
}

} // namespace lith::stage
