// MethodResults.cpp: what special methods of the user's may give, where Python asks for a class.
#include "stage/builtins/Support.h"

namespace lith::stage {

Result resultOfMethod(Stage &s, Result given, llvm::StringRef type,
                      llvm::function_ref<std::string(llvm::StringRef)> message) {
  if (!given || (given->isBox() && given->types()->isAny()))
    return given;
  return s.forEachAlternative(*given, [&](Value value) -> Result {
    if (s.isSubclass(s.typeOf(value), s.builtinType(type)).value_or(false))
      return value;
    return s.raise("TypeError", message(s.typeName(value)));
  });
}

Result wholeOfMethod(Stage &s, Result given, llvm::StringRef method) {
  Result number = resultOfMethod(s, given, "int", [&](llvm::StringRef type) {
    return (method + " returned non-int (type " + type + ")").str();
  });
  if (!number || number->isUnion() || number->isBox())
    return number;
  Value plain = s.payloadOf(*number);
  bool isBool = plain.isScalar(ScalarType::Bool) || s.asBool(plain);
  return isBool ? s.call(s.builtinType("int"), plain) : Result(plain);
}

Result textOfMethod(Stage &s, Result given, llvm::StringRef method) {
  return resultOfMethod(s, given, "str", [&](llvm::StringRef type) {
    return (method + " returned non-string (type " + type + ")").str();
  });
}

} // namespace lith::stage
