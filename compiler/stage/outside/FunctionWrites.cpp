// FunctionWrites.cpp: functions that the program makes, in attributes of objects that exist before
// the call, as where a wrapper takes the place of `module.forward` for a while.
//
// Python has no object for such a function. The attribute holds it in the state only; another value
// has to replace it before the program ends, or the program is refused. Where what was there comes
// back nothing is written at all. An exception that leaves in between leaves the object as it was,
// with the function in eager.
#include "stage/outside/FunctionWrites.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/HostAccess.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

// A method of an object that existed before the call, which Python can bind at any time.
static bool isOutsideMethod(Stage &s, Value value) {
  if (!value.isCallable() || value.callable().form != CallableData::Form::BoundMethod)
    return false;
  Value function = value.callable().function, self = value.callable().self;
  return function.isStatic() && s.kindOf(function) == Kind::Function && self.isRef() &&
         isOutside(s, self.address()) && outsidePath(s, self.address()).argument < 0;
}

Handle methodHandle(Stage &s, Value value) {
  if (!isOutsideMethod(s, value))
    return nullptr;
  Handle self = outsideHandle(s, value.callable().self.address());
  host::Outcome bound = hostOf(s).call(hostOf(s).lookup("types.MethodType"),
                                       {value.callable().function.handle(), self}, {});
  return bound.ok() ? bound.value : nullptr;
}

void checkHasObject(Stage &s, Value value) {
  if (!isOutsideMethod(s, value) && mayHoldFunctions(s, value))
    refuse(s, diag::Kind::OutsideWrite,
           {"a function that it makes to an object that existed before the call"});
}

static Site siteOfFunction(Stage &s, Value object, llvm::StringRef name) {
  return idOf<Site>(siteOf(s.host, outsidePath(s, object.address())), name, "function");
}

// Whether the class gives the method where the object has no attribute of this name.
static bool isOwnMethod(Stage &s, Value object, llvm::StringRef name, Value value) {
  return isOutsideMethod(s, value) && value.callable().self == object &&
         classAttribute(s, s.find<InstanceObject>(object)->cls, name) == value.callable().function;
}

bool keepsFunction(Stage &s, Value object, llvm::StringRef name, Value value) {
  if (!s.find<InstanceObject>(object))
    return false;
  auto &places = s.outside.functionPlaces;
  std::pair place(object.address(), name.data());
  auto found = places.find(place);
  if (value.isCallable() && !isOutsideMethod(s, value)) {
    if (found == places.end())
      places.emplace(
          place, FunctionPlace{diagnostic(s, s.activation->at, diag::Kind::OutsideWrite,
                                          {"a function that it makes to attribute '" + name.str() +
                                           "' of an object that existed before "
                                           "the call, and leaves it there"})});
    return true;
  }
  if (found == places.end())
    return false;
  bool isWritten = s.facts.has(FactKind::State, siteOfFunction(s, object, name));
  Value initial = initialAttribute(s, object.address(), name);
  bool isBack = initial == value || (s.request.options.forArtifact && initial.isUndefined() &&
                                     isOwnMethod(s, object, name, value));
  if (isBack && !isWritten) {
    found->second.isRestored = true;
    return true;
  }
  if (found->second.isRestored)
    restart(s, FactKind::State, siteOfFunction(s, object, name));
  return false;
}

void checkFunctionsReplaced(Stage &s) {
  for (auto &[place, kept] : s.outside.functionPlaces) {
    const InstanceObject *object = s.state.heap.find<InstanceObject>(place.first);
    const Value *value = object ? object->find(place.second) : nullptr;
    if (value && !isOutsideMethod(s, *value) && mayHoldFunctions(s, *value))
      throw Refused{kept.refusal};
  }
}

} // namespace lith::stage
