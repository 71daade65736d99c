// InstanceTexts.cpp: str, repr and format of instances and exceptions.
#include "stage/Arrays.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/MethodResults.h"
#include "stage/classes/OSErrors.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Texts.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

Result strOfInstance(Stage &s, Value value) {
  if (auto answer = askHost(s, Slot::Text, value, value))
    return hostResult(s, *answer);
  if (isException(s, value))
    return exceptionStr(s, value);
  Value function = classAttribute(s, typeOf(s, value), s.intern("__str__"));
  if (!function.isUndefined() && !isSlot(s, function))
    return textOfMethod(s, call(s, function, value), "__str__");
  Value payload = payloadOf(s, value);
  if (payload != value &&
      function == hostClassEntry(s, builtinType(s, "str").handle(), s.intern("__str__")))
    return str(s, payload);
  // `__str__ = int.__repr__`, as IntEnum has it
  bool isRepr = isSlot(s, function) &&
                llvm::StringRef(s.host.qualifiedName(function.handle())).ends_with(".__repr__");
  return isRepr && payload != value ? repr(s, payload) : repr(s, value);
}

Result exceptionRepr(Stage &s, Value exception) {
  if (exception.isScalar())
    return repr(s, exception);
  Value arguments = s.find<InstanceObject>(exception)->payload;
  bool isOne = arguments.isTuple() && arguments.tuple().elements.size() == 1;
  Result shown = repr(s, isOne ? arguments.tuple().elements[0] : arguments);
  if (!shown)
    return shown;
  Value name = s.string(className(s, typeOf(s, exception)));
  return joinText(s, isOne ? std::vector<Value>{name, s.string("("), *shown, s.string(")")}
                           : std::vector<Value>{name, *shown});
}

static Result reprOfException(Stage &s, Value value) {
  if (partsOfOSError(s, value).size() > 2) {
    Result shown = repr(s, attributeOfOSError(s, value, "args"));
    return shown ? Result(joinText(s, {s.string(className(s, typeOf(s, value))), *shown})) : shown;
  }
  bool holdsInstances = mayHoldRecords(s, s.find<InstanceObject>(value)->payload, {});
  return holdsInstances ? exceptionRepr(s, value) : reprAtRunTime(s, value);
}

static bool isSet(Stage &s, Value value) {
  return llvm::any_of(llvm::ArrayRef({"set", "frozenset"}), [&](llvm::StringRef name) {
    return isSubclass(s, typeOf(s, value), builtinType(s, name)) == true;
  });
}

Result reprOfInstance(Stage &s, Value value) {
  if (auto answer = askHost(s, Slot::Repr, value, value))
    return hostResult(s, *answer);
  Value function = classAttribute(s, typeOf(s, value), s.intern("__repr__"));
  if (!function.isUndefined() && !isSlot(s, function))
    return textOfMethod(s, call(s, function, value), "__repr__");
  if (const Primitive *own = isSlot(s, function) ? ofCollection(s, function) : nullptr)
    return call(s, s.boundPrimitive(own, {}), value);
  if (isException(s, value))
    return reprOfException(s, value);
  if (Value payload = payloadOf(s, value); payload != value)
    return isSet(s, value) ? callPrelude(s, "set_subclass_repr", value) : repr(s, payload);
  refuse(s, diag::Kind::UnsupportedFunction,
         {"repr of an object without __repr__ (it holds an address)"});
}

Result formatOfInstance(Stage &s, Value value, Value spec) {
  auto known = s.asStr(spec);
  if (auto answer = known ? askHost(s, Slot::Format, value, {value, spec}) : std::nullopt)
    return hostResult(s, *answer);
  bool isEmpty = known && known->empty();
  if (Value number = isEmpty ? value : pythonNumber(s, value); number != value)
    return format(s, number, spec);
  if (Value method = userMethod(s, value, "__format__"); !method.isUndefined())
    return resultOfMethod(s, call(s, method, {value, spec}), "str", [](llvm::StringRef type) {
      return ("__format__ must return a str, not " + type).str();
    });
  Value payload = payloadOf(s, value);
  bool isValue = payload != value && !payload.isTuple() && !payload.isRef();
  return isValue && !isEmpty ? format(s, payload, spec) : formatOfObject(s, value, spec);
}

} // namespace lith::stage
