// NotImplemented.cpp: what methods of operators give where they do not know the other operand; in
// functions that call themselves only run time may know that they do.
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/objects/Operators.h"

namespace lith::stage {

static bool isNotImplemented(Stage &s, Value value) {
  return value.isStatic(s.host.notImplemented());
}

// Whether a value that run time chooses may be NotImplemented.
static bool mayBeNotImplemented(Stage &s, Value value) {
  if (value.isUnion())
    return llvm::any_of(value.oneOf().alternatives,
                        [&](Value each) { return isNotImplemented(s, each); });
  return value.isBox() && llvm::any_of(value.types()->types, [&](const Type &type) {
           return type.kind == Type::Kind::Opaque && type.handle == s.host.notImplemented();
         });
}

Result orElse(Stage &s, Result given, llvm::function_ref<Result()> next) {
  if (!given)
    return given;
  if (given->isUndefined() || isNotImplemented(s, *given))
    return next();
  if (!mayBeNotImplemented(s, *given))
    return given;
  return forEachAlternative(s, *given, [&](Value value) -> Result {
    if (!isNotImplemented(s, value))
      return value;
    Result other = next();
    return other && other->isUndefined() ? Value::ofStatic(s.host.notImplemented()) : other;
  });
}

Result differs(Stage &s, Result same) {
  if (!same || same->isUndefined() || isNotImplemented(s, *same))
    return same;
  if (!mayBeNotImplemented(s, *same))
    return unary(s, syntax::UnaryOperator::Not, *same);
  return forEachAlternative(s, *same, [&](Value value) { return differs(s, value); });
}

} // namespace lith::stage
