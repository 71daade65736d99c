// Foreign.cpp: objects of C types that the stage has no rule for: the host answers where they never
// change, else the program is refused.
#include "stage/objects/Foreign.h"
#include "stage/Protocols.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Kinds.h"

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

// A constant of a subclass of tuple that the host has, such as sys.version_info.
static bool isOtherTuple(Stage &s, Value value) {
  return value.isStatic() &&
         isSubclass(s, typeOf(s, value), builtinType(s, "tuple")).value_or(false);
}

static Result compareForeign(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  if (isOtherTuple(s, left) || isOtherTuple(s, right))
    if (Result answer = compareConstants(s, op, left, right); !answer->isUndefined())
      return answer;
  return compareInC(s, op, left, right);
}

const Slots foreignKind = {.truth = truthOfForeign,
                           .length = lengthOfForeign,
                           .contains = foreignContains,
                           .compare = compareForeign};

} // namespace lith::stage
