// MethodOperators.cpp: operators that a class defines: __add__, __radd__ and the like.
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/Classes.h"
#include "stage/classes/TypeNames.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Operators.h"

namespace lith::stage {

using namespace lith::syntax;

// Whether a slot is that of the built-in value inside the instance.
static bool isOfPayload(Stage &s, Value self, Value slot, llvm::StringRef name) {
  Value payload = payloadOf(s, self);
  if (payload == self || payload.isUnion() || payload.isBox())
    return false;
  Value cls = typeOf(s, payload);
  return cls.isStatic() && slot == hostClassEntry(s, cls.handle(), s.intern(name));
}

// Whether methods of the class of `self` may be the user's.
static bool mayHaveMethods(Stage &s, Value self, llvm::StringRef name) {
  return s.find<InstanceObject>(self) || !tupleMethod(s, self, name).isUndefined() ||
         !tensorMethod(s, self, name).isUndefined() || hasMetaclass(s, self);
}

// self.name(other) of the class of an instance; undefined where it has none or gives
// NotImplemented.
static Result attempt(Stage &s, llvm::StringRef name, Value self, Value other) {
  if (!mayHaveMethods(s, self, name))
    return Value();
  Value function = classAttribute(s, typeOf(s, self), s.intern(name));
  if (function.isUndefined())
    return Value();
  if (function.isStatic() && s.kindOf(function) == host::Kind::SlotWrapper) {
    const Primitive *own = ofCollection(s, function);
    if (!own && name == "__ne__" && !isOfPayload(s, self, function, name)) { // not __eq__
      Result same = attempt(s, "__eq__", self, other);
      return !same || same->isUndefined() ? same : unary(s, UnaryOperator::Not, *same);
    }
    if (!own)
      return Value();
    function = s.boundPrimitive(own, {});
  }
  Result value = call(s, function, {self, other});
  return value && *value == Value::ofStatic(s.host.notImplemented()) ? Value() : value;
}

// left.__op__(right), right.__rop__(left): a subclass on the right goes first, in arithmetic where
// it has a method of its own.
Result userBinary(Stage &s, llvm::StringRef method, llvm::StringRef reflected,
                  llvm::StringRef inPlace, Value left, Value right, bool isInPlace) {
  bool isArithmetic = !inPlace.empty();
  bool rightFirst = false;
  if (s.find<InstanceObject>(left) && s.find<InstanceObject>(right) &&
      typeOf(s, left) != typeOf(s, right))
    rightFirst = llvm::is_contained(mroOf(s, typeOf(s, right)), typeOf(s, left)) &&
                 (!isArithmetic || classAttribute(s, typeOf(s, right), s.intern(reflected)) !=
                                       classAttribute(s, typeOf(s, left), s.intern(reflected)));
  if (isInPlace) {
    Result value = attempt(s, inPlace, left, right);
    if (!value || !value->isUndefined())
      return value;
    Value own = s.find<InstanceObject>(left) ? classAttribute(s, typeOf(s, left), s.intern(inPlace))
                                             : Value();
    if (!own.isUndefined() && isOfPayload(s, left, own, inPlace))
      return Value(); // the container inside is changed
  }
  if (rightFirst) {
    Result value = attempt(s, reflected, right, left);
    if (!value || !value->isUndefined())
      return value;
  }
  bool isInto = isInPlace && s.isTensor(left); // its own method has been asked
  Result value = isInto ? Value() : attempt(s, method, left, right);
  if (!value || !value->isUndefined() || rightFirst)
    return value;
  if (isArithmetic && s.find<InstanceObject>(left) && s.find<InstanceObject>(right) &&
      typeOf(s, left) == typeOf(s, right)) // which one class does by one method
    return value;
  return attempt(s, reflected, right, left);
}

} // namespace lith::stage
