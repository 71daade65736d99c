// Foreign.cpp: objects of C types that the stage has no rule for: the host answers where they never
// change, else the program is refused.
#include "stage/objects/Foreign.h"
#include "stage/Arrays.h"
#include "stage/Protocols.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Operators.h"
#include "stage/objects/Texts.h"

namespace lith::stage {

static Result truthOfForeign(Stage &s, Value value) {
  auto answer = askHost(s, Slot::Truth, value, value);
  if (answer)
    return hostResult(s, *answer);
  refuseMethod(s, value, "__bool__");
  refuseMethod(s, value, "__len__");
  return s.boolean(true);
}

static Result lengthOfForeign(Stage &s, Value value) {
  if (auto answer = askHost(s, Slot::Length, value, value))
    return hostResult(s, *answer);
  return noLength(s, value);
}

static Result foreignContains(Stage &s, Value value, Value item) {
  if (auto answer = askHost(s, Slot::Contains, value, {value, item}))
    return hostResult(s, *answer);
  return notContainer(s, value);
}

Result itemOfConstant(Stage &s, Value value, Value index) {
  if (host::Handle key = s.toHandle(index))
    if (host::Outcome outcome = s.host.apply("[]", {value.handle(), key}); outcome.ok())
      return ofFresh(s, outcome.value);
  return notSubscriptable(s, value);
}

// A constant of a subclass of tuple that the host has, such as sys.version_info.
static bool isOtherTuple(Stage &s, Value value) {
  return value.isStatic() &&
         isSubclass(s, typeOf(s, value), builtinType(s, "tuple")).value_or(false);
}

// Refused of what may change, such as a large array: the host's answer would be this call's.
static Result itemOfForeign(Stage &s, Value value, Value index) {
  if (!isOtherTuple(s, value))
    if (auto answer = askHost(s, Slot::Item, value, {value, index}))
      return hostResult(s, *answer);
  return itemOfConstant(s, value, index);
}

static Result compareForeign(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  if (isOtherTuple(s, left) || isOtherTuple(s, right))
    if (Result answer = compareConstants(s, op, left, right); !answer->isUndefined())
      return answer;
  return compareInC(s, op, left, right);
}

static Result unaryOfForeign(Stage &s, syntax::UnaryOperator op, Value value) {
  if (auto answer = operatorInHost(s, namesOf(op).symbol, value))
    return hostResult(s, *answer);
  return noUnary(s, op, value);
}

static Result strOfForeign(Stage &s, Value value) {
  auto answer = askHost(s, Slot::Text, value, value);
  return answer ? hostResult(s, *answer) : repr(s, value);
}

static Result reprOfForeign(Stage &s, Value value) {
  auto answer = askHost(s, Slot::Repr, value, value);
  return answer ? hostResult(s, *answer) : reprOfConstant(s, value);
}

static Result formatOfForeign(Stage &s, Value value, Value spec) {
  auto known = s.asStr(spec);
  if (auto answer = known ? askHost(s, Slot::Format, value, {value, spec}) : std::nullopt)
    return hostResult(s, *answer);
  Value number = known && known->empty() ? value : pythonNumber(s, value);
  return number != value ? format(s, number, spec) : formatOfObject(s, value, spec);
}

const Slots foreignKind = {.truth = truthOfForeign,
                           .length = lengthOfForeign,
                           .contains = foreignContains,
                           .getitem = itemOfForeign,
                           .compare = compareForeign,
                           .unary = unaryOfForeign,
                           .str = strOfForeign,
                           .repr = reprOfForeign,
                           .format = formatOfForeign};

} // namespace lith::stage
