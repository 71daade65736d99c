// HostFunctions.cpp: calls of the host's functions on constants.
#include "stage/outside/HostFunctions.h"
#include "stage/Protocols.h"
#include "stage/classes/Exceptions.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/outside/HostAccess.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

Result callHost(Stage &s, host::Handle callable, llvm::ArrayRef<Value> args,
                llvm::ArrayRef<std::pair<llvm::StringRef, Value>> keywords) {
  std::vector<host::Handle> handles;
  std::string what = "an argument of " + s.host.qualifiedName(callable);
  for (Value arg : args)
    handles.push_back(pin(s, arg, what));
  std::vector<std::pair<std::string, host::Handle>> named;
  for (auto &[name, value] : keywords)
    named.push_back({name.str(), pin(s, value, what)});
  host::Outcome outcome = hostOf(s).call(callable, handles, named);
  if (outcome.ok())
    return importResult(s, outcome.value);
  if (!outcome.exceptionClass) // a host without Python
    refuse(s, diag::Kind::UnsupportedFunction, {s.host.qualifiedName(callable)});
  Arguments arguments;
  for (size_t i = 0, n = hostOf(s).length(outcome.exceptionArgs); i < n; ++i)
    arguments.positional.push_back(s.ofHandle(hostOf(s).item(outcome.exceptionArgs, i)));
  Result exception = call(s, s.ofHandle(outcome.exceptionClass), std::move(arguments));
  return exception ? raiseValue(s, *exception) : std::nullopt;
}

Value importResult(Stage &s, host::Handle handle) {
  switch (s.host.kind(handle)) {
  case host::Kind::List: {
    llvm::SmallVector<Value> elements;
    for (size_t i = 0, n = hostOf(s).length(handle); i < n; ++i)
      elements.push_back(importResult(s, hostOf(s).item(handle, i)));
    return s.list(elements);
  }
  case host::Kind::Tuple: {
    llvm::SmallVector<Value> elements;
    for (size_t i = 0, n = hostOf(s).length(handle); i < n; ++i)
      elements.push_back(importResult(s, hostOf(s).item(handle, i)));
    return s.tuple(elements);
  }
  case host::Kind::Dict: {
    llvm::SmallVector<std::pair<Value, Value>> entries;
    for (auto [key, value] : hostOf(s).items(handle))
      entries.push_back({importResult(s, key), importResult(s, value)});
    return s.dict(entries);
  }
  case host::Kind::Set: {
    auto object = std::make_shared<SetObject>();
    object->site = site(s);
    for (host::Handle element : hostOf(s).elements(handle))
      object->elements.push_back(importResult(s, element));
    return s.make(std::move(object));
  }
  default:
    return s.ofHandle(handle);
  }
}

} // namespace lith::stage
