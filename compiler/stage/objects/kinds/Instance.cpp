// Instance.cpp: instances of classes written in Python: what their class defines, else what the
// built-in value inside them does.
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/Classes.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/MethodResults.h"
#include "stage/classes/OSErrors.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Dicts.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Numbers.h"
#include "stage/objects/Operators.h"
#include "stage/objects/Texts.h"
#include "stage/objects/Tuples.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

Value userMethod(Stage &s, Value instance, llvm::StringRef name) {
  Value function = classAttribute(s, typeOf(s, instance), s.intern(name));
  return isSlot(s, function) ? Value() : function;
}

static bool definesAny(Stage &s, Value instance, std::initializer_list<llvm::StringRef> names) {
  return llvm::any_of(names, [&](llvm::StringRef name) {
    Value function = classAttribute(s, typeOf(s, instance), s.intern(name));
    return !function.isUndefined() && !s.isNone(function);
  });
}

Result checkedTruth(Stage &s, Result given) {
  if (!given || given->isUnion() || given->isBox() || isBoolean(s, *given))
    return given ? truth(s, *given) : given;
  return raise(s, "TypeError", "__bool__ should return bool, returned " + typeName(s, *given));
}

Result checkedLength(Stage &s, Result given) {
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

Result checkedIterator(Stage &s, Result given) {
  if (!given)
    return given;
  return forEachAlternative(s, *given, [&](Value made) -> Result {
    if (s.find<IteratorObject>(made) && !isView(s, made))
      return made;
    if (s.find<InstanceObject>(made) && definesAny(s, made, {"__next__"}))
      return makeIterator(s, IteratorObject::Form::User, made);
    return raise(s, "TypeError",
                 "iter() returned non-iterator of type '" + typeName(s, made) + "'");
  });
}

Result truthOfInstance(Stage &s, Value value) {
  if (auto answer = askHost(s, Slot::Truth, value, value))
    return hostResult(s, *answer);
  if (Value method = userMethod(s, value, "__bool__"); !method.isUndefined())
    return checkedTruth(s, call(s, method, value));
  if (Value method = userMethod(s, value, "__len__"); !method.isUndefined()) {
    Result size = checkedLength(s, call(s, method, value));
    return size ? truth(s, *size) : size;
  }
  if (Value payload = payloadOf(s, value); payload != value)
    return truth(s, payload);
  refuseMethod(s, value, "__bool__"); // of a base in C, as numbers of ctypes have it
  refuseMethod(s, value, "__len__");
  return s.boolean(true);
}

Result lengthOfInstance(Stage &s, Value value) {
  if (Value method = userMethod(s, value, "__len__"); !method.isUndefined())
    return checkedLength(s, call(s, method, value));
  if (Value payload = payloadOf(s, value); payload != value)
    return length(s, payload);
  if (auto answer = askHost(s, Slot::Length, value, value))
    return hostResult(s, *answer);
  return noLength(s, value);
}

// The built-in value inside, which does what its class has no method for; a number of NumPy is not
// the tensor that it is around.
static Value containerInside(Stage &s, Value value) {
  return isNumpyObject(s, value) ? value : payloadOf(s, value);
}

Result instanceContains(Stage &s, Value value, Value item) {
  Value method = userMethod(s, value, "__contains__");
  if (s.isNone(method))
    return raise(s, "TypeError", "'" + typeName(s, value) + "' object is not a container");
  if (!method.isUndefined()) {
    Result given = call(s, method, {value, item});
    return given ? truth(s, *given) : given;
  }
  if (Value inside = containerInside(s, value); inside != value)
    return contains(s, inside, item);
  if (isNumpyObject(s, value)) // a number, whose `__getitem__` takes no position
    return notContainer(s, value);
  if (auto answer = askHost(s, Slot::Contains, value, {value, item}))
    return hostResult(s, *answer);
  if (definesAny(s, value, {"__iter__", "__getitem__"}))
    return containsByIteration(s, value, item);
  return notContainer(s, value);
}

Result iteratorOfInstance(Stage &s, Value value) {
  Value method = userMethod(s, value, "__iter__");
  if (!method.isUndefined() && !s.isNone(method))
    return checkedIterator(s, call(s, method, value));
  if (Value payload = payloadOf(s, value); method.isUndefined() && payload != value)
    return iterator(s, payload);
  bool isSlotOfIterator = method.isUndefined() && definesAny(s, value, {"__iter__"}) &&
                          definesAny(s, value, {"__next__"});
  if (isSlotOfIterator)
    return makeIterator(s, IteratorObject::Form::User, value);
  if (method.isUndefined() && definesAny(s, value, {"__getitem__"}))
    return makeIterator(s, IteratorObject::Form::GetItem, {value});
  return notIterable(s, value);
}

Result nextOfInstance(Stage &s, Value value, Edges &exhausted) {
  Value function = classAttribute(s, typeOf(s, value), s.intern("__next__"));
  if (!function.isUndefined())
    return userNext(s, function, value, exhausted);
  return notIterator(s, value);
}

Result itemOfInstance(Stage &s, Value value, Value index) {
  if (Value method = userMethod(s, value, "__getitem__"); !method.isUndefined())
    return call(s, method, {value, index});
  Value payload = payloadOf(s, value);
  bool isOpen = payload.isUnion() || payload.isBox();
  bool hasItems = payload != value && (isOpen || slotsOf(s, payload).getitem);
  return hasItems ? itemInside(s, value, payload, index) : notSubscriptable(s, value);
}

Result itemInside(Stage &s, Value instance, Value payload, Value index) {
  if (!s.find<InstanceObject>(instance) ||
      isSubclass(s, typeOf(s, instance), builtinType(s, "dict")) != true)
    return getitem(s, payload, index);
  return forEachAlternative(s, payload,
                            [&](Value dict) { return itemOfDict(s, dict, index, instance); });
}

bool setInstanceItem(Stage &s, Value value, Value index, Value element) {
  if (Value method = userMethod(s, value, "__setitem__"); !method.isUndefined())
    return call(s, method, {value, index, element}).has_value();
  Value inside = containerInside(s, value);
  return inside != value ? setitem(s, inside, index, element) : noItemAssignment(s, value);
}

bool deleteInstanceItem(Stage &s, Value value, Value index) {
  if (Value method = userMethod(s, value, "__delitem__"); !method.isUndefined())
    return call(s, method, {value, index}).has_value();
  Value inside = containerInside(s, value);
  return inside != value ? delitem(s, inside, index) : noItemDeletion(s, value, index);
}

static bool isUsers(Stage &s, Value value, llvm::StringRef method) {
  if (!s.find<InstanceObject>(value))
    return !tupleMethod(s, value, method).isUndefined();
  return !userMethod(s, value, method).isUndefined();
}

// The method of a built-in type, which one of the two inherits: it takes the values inside the
// instances. A deque equals no list, and exceptions stand for no value.
static Result compareAsValues(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  if ((isUsers(s, left, namesOf(op).method) && isUsers(s, right, namesOf(op).reflected)) ||
      isDeque(s, left) != isDeque(s, right) || isException(s, left) || isException(s, right))
    return Value();
  Value a = payloadOf(s, left), b = payloadOf(s, right);
  if (s.find<InstanceObject>(a) || s.find<InstanceObject>(b))
    return Value();
  auto isSubclass = [](Value value) {
    return value.isTuple() && value.tuple().form == TupleData::Form::Subclass;
  };
  return isSubclass(a) || isSubclass(b) ? compareTuples(s, op, a, b) : compare(s, op, a, b);
}

Result compareInstances(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  auto asked = [&](auto compare) -> Result { return compare(s, op, left, right); };
  bool isOfHost = (left.isRef() && isForeign(s, left)) || (right.isRef() && isForeign(s, right));
  Result value = asked(compareVersions);
  if (value && value->isUndefined() && isOfHost)
    value = asked(compareInC);
  if (!value || !value->isUndefined())
    return value;
  return userCompare(s, op, left, right, [&] {
    return orElse(s, asked(compareInC), [&] { return asked(compareAsValues); });
  });
}

Result unaryOfInstance(Stage &s, syntax::UnaryOperator op, Value value) {
  const UnaryNames &names = namesOf(op);
  if (auto answer = operatorInHost(s, names.symbol, value))
    return hostResult(s, *answer);
  if (Value method = userMethod(s, value, names.method); !method.isUndefined())
    return call(s, method, value);
  if (isNumpyObject(s, value))
    refuse(s, diag::Kind::UnsupportedExpression, {names.symbol.str() + " of an array of NumPy"});
  Value payload = payloadOf(s, value);
  bool isOpen = payload.isUnion() || payload.isBox();
  return payload != value && (isOpen || slotsOf(s, payload).unary) ? unary(s, op, payload)
                                                                   : noUnary(s, op, value);
}

const Slots instanceKind = {.truth = truthOfInstance,
                            .length = lengthOfInstance,
                            .contains = instanceContains,
                            .iterator = iteratorOfInstance,
                            .next = nextOfInstance,
                            .getitem = itemOfInstance,
                            .setitem = setInstanceItem,
                            .delitem = deleteInstanceItem,
                            .takesOpenIndex = true,
                            .compare = compareInstances,
                            .unary = unaryOfInstance,
                            .str = strOfInstance,
                            .repr = reprOfInstance,
                            .format = formatOfInstance,
                            .precedence = 2};

} // namespace lith::stage
