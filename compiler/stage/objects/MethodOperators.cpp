// MethodOperators.cpp: operators that a class defines: __add__, __radd__ and the like.
#include "stage/Arrays.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/Classes.h"
#include "stage/classes/TypeNames.h"
#include "stage/objects/Comparisons.h"
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

// Whether the class of `self` leaves the method to that of the built-in type.
static bool inherits(Stage &s, Value self, llvm::StringRef name, llvm::StringRef type) {
  Value base = builtinType(s, type);
  if (isSubclass(s, typeOf(s, self), base) != true)
    return false;
  if (!s.find<InstanceObject>(self))
    return tupleMethod(s, self, name).isUndefined();
  Value slot = classAttribute(s, typeOf(s, self), s.intern(name));
  return !slot.isUndefined() && slot == hostClassEntry(s, base.handle(), s.intern(name));
}

namespace {
/// self.name(other)
struct Question {
  llvm::StringRef name, opposite; ///< __add__ and __radd__, or the other way round
  Value self, other;
};
/// Built-in types of which the methods of one take the values of those with a rank up to its own.
struct Family {
  llvm::StringRef type, name;
  int rank = 0;
  bool hasArithmetic = false; ///< what adds or repeats sequences is asked after all methods
};
} // namespace

static constexpr Family families[] = {
    {"int", "number", 0, true},
    {"float", "number", 1, true},
    {"complex", "number", 2, true},
    {"set", "set", 0, true},
    {"frozenset", "set", 0, true},
    {"dict", "dict", 0, true},
    {"str", "str"},
    {"bytes", "bytes"},
    {"list", "list"},
    {"tuple", "tuple"},
};

static bool isOf(Stage &s, Value value, const Family &family) {
  return isSubclass(s, typeOf(s, value), builtinType(s, family.type)) == true;
}

// Whether a method of a built-in type answers, so that no other is asked. A subclass of a sequence
// that overrides one of the two methods of an operator has both of them asked as methods.
static bool isBuiltIn(Stage &s, const Question &asked, bool isArithmetic) {
  if (isNumpyObject(s, asked.self) || isNumpyObject(s, asked.other))
    return false;
  auto answers = [&](const Family &own) {
    if (!inherits(s, asked.self, asked.name, own.type))
      return false;
    if (isArithmetic && !own.hasArithmetic)
      return !inherits(s, asked.self, asked.opposite, own.type) &&
             isUserFunction(s, classAttribute(s, typeOf(s, asked.self), s.intern(asked.opposite)));
    return llvm::any_of(families, [&](const Family &other) {
      return other.name == own.name && other.rank <= own.rank && isOf(s, asked.other, other);
    });
  };
  return llvm::any_of(families, answers);
}

// Whether methods of the class of `self` may be the user's.
static bool mayHaveMethods(Stage &s, Value self, llvm::StringRef name) {
  return s.find<InstanceObject>(self) || !tupleMethod(s, self, name).isUndefined() ||
         !tensorMethod(s, self, name).isUndefined() || hasMetaclass(s, self);
}

// Of the class of an instance; undefined where it has none.
static Result attempt(Stage &s, const Question &asked) {
  auto [name, opposite, self, other] = asked;
  if (!mayHaveMethods(s, self, name))
    return Value();
  Value function = classAttribute(s, typeOf(s, self), s.intern(name));
  if (function.isUndefined())
    return Value();
  if (function.isStatic() && s.kindOf(function) == host::Kind::SlotWrapper) {
    const Primitive *own = ofCollection(s, function);
    bool isDefault = !own && name == "__ne__" && !isOfPayload(s, self, function, name);
    if (isDefault) // not __eq__
      return differs(s, attempt(s, {"__eq__", "__eq__", self, other}));
    if (!own)
      return Value();
    function = s.boundPrimitive(own, {});
  }
  return call(s, function, {self, other});
}

// One after the other, until a method knows.
static Result ask(Stage &s, llvm::ArrayRef<Question> questions, bool isArithmetic,
                  llvm::function_ref<Result()> builtIn) {
  const Question &asked = questions.front();
  if (isBuiltIn(s, asked, isArithmetic))
    return builtIn();
  return orElse(s, attempt(s, asked), [&]() -> Result {
    if (questions.size() > 1)
      return ask(s, questions.drop_front(), isArithmetic, builtIn);
    auto wasAsked = [&](Value operand) { // whose built-in method is hidden, or does not know
      return !isNumpyObject(s, operand) && llvm::any_of(families, [&](const Family &own) {
        return own.hasArithmetic && isOf(s, operand, own);
      });
    };
    return wasAsked(asked.self) && wasAsked(asked.other) ? Result(Value()) : builtIn();
  });
}

// Whether the operator changes the container inside the instance.
static bool changesInside(Stage &s, Value instance, llvm::StringRef inPlace) {
  if (!s.find<InstanceObject>(instance))
    return false;
  Value own = classAttribute(s, typeOf(s, instance), s.intern(inPlace));
  return !own.isUndefined() && isOfPayload(s, instance, own, inPlace);
}

// left.__op__(right), right.__rop__(left): a subclass on the right goes first, in arithmetic where
// it has a method of its own.
Result userBinary(Stage &s, llvm::StringRef method, llvm::StringRef reflected,
                  llvm::StringRef inPlace, Value left, Value right, bool isInPlace,
                  llvm::function_ref<Result()> builtIn) {
  bool isArithmetic = !inPlace.empty();
  Value cls = typeOf(s, left), other = typeOf(s, right);
  auto overrides = [&] {
    return classAttribute(s, other, s.intern(reflected)) !=
           classAttribute(s, cls, s.intern(reflected));
  };
  bool rightFirst =
      cls != other && isSubclass(s, other, cls) == true && (!isArithmetic || overrides());
  llvm::SmallVector<Question, 3> questions;
  if (isInPlace && changesInside(s, left, inPlace))
    return builtIn();
  if (isInPlace)
    questions.push_back({inPlace, inPlace, left, right});
  if (rightFirst)
    questions.push_back({reflected, method, right, left});
  if (!isInPlace || !s.isTensor(left)) // its own method has been asked
    questions.push_back({method, reflected, left, right});
  if (!rightFirst && !(isArithmetic && cls == other)) // which one class does by one method
    questions.push_back({reflected, method, right, left});
  return ask(s, questions, isArithmetic, builtIn);
}

Result userCompare(Stage &s, CmpOperator op, Value left, Value right,
                   llvm::function_ref<Result()> builtIn) {
  return userBinary(s, namesOf(op).method, namesOf(op).reflected, "", left, right, false, builtIn);
}

} // namespace lith::stage
