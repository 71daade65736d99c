// Numbers.cpp: what is a number or a text of Python, known or of run time.
#include "stage/objects/Numbers.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/objects/Operators.h"

namespace lith::stage {

bool isPlainNumber(Stage &s, Value value) {
  if (value.isScalar())
    return value.scalarType() == ScalarType::Int || value.scalarType() == ScalarType::Float ||
           value.scalarType() == ScalarType::Bool;
  if (!value.isStatic())
    return false;
  host::Kind kind = s.kindOf(value);
  return kind == host::Kind::Float || kind == host::Kind::Bool ||
         (kind == host::Kind::Int && s.asInt(value));
}

bool isFloat(Stage &s, Value value) {
  return value.isScalar(ScalarType::Float) ||
         (value.isStatic() && s.kindOf(value) == host::Kind::Float);
}

bool isLong(Stage &s, Value value) {
  return value.isStatic() && s.kindOf(value) == host::Kind::Int && !s.asInt(value);
}

Result longAsFloat(Stage &s, Value value) {
  return hostResult(s, runInHost(s, builtinType(s, "float").handle(), {value.handle()}));
}

bool isBoolean(Stage &s, Value value) {
  return value.isScalar(ScalarType::Bool) || s.asBool(value);
}

bool isNumber(Stage &s, Value value) {
  if (value.isScalar(ScalarType::Complex) ||
      (value.isStatic() &&
       (s.kindOf(value) == host::Kind::Complex || s.kindOf(value) == host::Kind::Int)))
    return true;
  return isPlainNumber(s, value);
}

bool isString(Stage &s, Value value) {
  return value.isScalar(ScalarType::Str) || s.asStr(value).has_value();
}

bool isComplexNumber(Stage &s, Value value) {
  return value.isScalar(ScalarType::Complex) ||
         (value.isStatic() && s.kindOf(value) == host::Kind::Complex);
}

} // namespace lith::stage
