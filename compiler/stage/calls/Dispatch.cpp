// Dispatch.cpp: functools.singledispatch: which of the registered functions a class gets. What is
// registered is read under guard; the search itself is the library's.
#include "stage/calls/Dispatch.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Containers.h"

namespace lith::stage {

using host::Handle;

// The registry of the generic function whose `dispatch` this is; undefined: another function.
static Value registryOf(Stage &s, Handle function) {
  if (s.host.qualifiedName(function) != "functools.singledispatch.<locals>.dispatch")
    return {};
  return closureValue(s, functionParts(s, function), {"registry"});
}

static Result implementationFor(Stage &s, Value registry, Value cls) {
  if (cls.isUnion() || cls.isBox())
    return forEachAlternative(
        s, cls, [&](Value alternative) { return implementationFor(s, registry, alternative); });
  if (!isClass(s, cls))
    refuse(s, diag::Kind::UnsupportedFunction, {"dispatch for what is no class"});
  for (Value base :
       mroOf(s, cls)) // of a class that the program made: the first that existed before
    if (base.isStatic()) {
      host::Outcome found = runInHost(s, lookup(s, "functools._find_impl"),
                                      {base.handle(), outsideHandle(s, registry.address())});
      return found.ok() ? Result(outside(s, found.value, rootPath(s, found.value)))
                        : hostResult(s, std::move(found));
    }
  return s.none();
}

std::optional<Result> dispatch(Stage &s, Handle function, const Arguments &arguments) {
  Value registry = registryOf(s, function);
  if (registry.isUndefined() || arguments.positional.size() != 1)
    return std::nullopt;
  dictEntries(s, registry);
  return implementationFor(s, registry, arguments.positional[0]);
}

} // namespace lith::stage
