// MethodResults.cpp: what special methods of the user's may give, where Python asks for a class.
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/classes/Classes.h"
#include "stage/classes/TypeNames.h"

namespace lith::stage {

Result resultOfMethod(Stage &s, Result given, llvm::StringRef type,
                      llvm::function_ref<std::string(llvm::StringRef)> message) {
  if (!given || (given->isBox() && given->types()->isAny()))
    return given;
  return forEachAlternative(s, *given, [&](Value value) -> Result {
    if (isSubclass(s, typeOf(s, value), builtinType(s, type)).value_or(false))
      return value;
    return raise(s, "TypeError", message(typeName(s, value)));
  });
}

Result wholeOfMethod(Stage &s, Result given, llvm::StringRef method) {
  Result number = resultOfMethod(s, given, "int", [&](llvm::StringRef type) {
    return (method + " returned non-int (type " + type + ")").str();
  });
  if (!number || number->isUnion() || number->isBox())
    return number;
  Value plain = payloadOf(s, *number);
  bool isBool = plain.isScalar(ScalarType::Bool) || s.asBool(plain);
  return isBool ? call(s, builtinType(s, "int"), plain) : Result(plain);
}

Result textOfMethod(Stage &s, Result given, llvm::StringRef method) {
  return resultOfMethod(s, given, "str", [&](llvm::StringRef type) {
    return (method + " returned non-string (type " + type + ")").str();
  });
}

Result specialMethod(Stage &s, Value value, llvm::StringRef name) {
  llvm::StringRef known = s.intern(name);
  if (s.find<InstanceObject>(value) && classAttribute(s, typeOf(s, value), known).isUndefined())
    return Value();
  if (hasMetaclass(s, value)) { // a class: its own methods are those of its instances
    Value method = metaMethod(s, value, name);
    return method.isUndefined() ? method : s.boundMethod(method, value);
  }
  return findAttribute(s, value, known);
}

} // namespace lith::stage
