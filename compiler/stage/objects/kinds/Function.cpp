// Function.cpp: functions, methods and other callables.
#include "stage/Protocols.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Texts.h"

namespace lith::stage {

static bool isMethod(Value value) {
  return value.isCallable() && value.callable().form == CallableData::Form::BoundMethod;
}

// Methods of one object are made at each look.
static Result compareFunctions(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  if (!isEquality(op) || !isMethod(left) || !isMethod(right))
    return Value();
  const CallableData &a = left.callable(), &b = right.callable();
  bool isOne = a.function == b.function && a.primitive == b.primitive;
  return isOne ? ofEquality(s, op, identical(s, a.self, b.self)) : Result(ofEquality(s, op, false));
}

static Result reprOfFunction(Stage &s, Value value) {
  if (value.isStatic())
    return reprOfConstant(s, value);
  refuse(s, diag::Kind::UnsupportedFunction,
         {"repr of a function that the program makes (it holds an address)"});
}

const Slots functionKind = {.compare = compareFunctions, .repr = reprOfFunction};

} // namespace lith::stage
