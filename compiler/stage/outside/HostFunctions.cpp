// HostFunctions.cpp: calls of the host's functions on constants.
#include "stage/outside/HostFunctions.h"
#include "stage/Protocols.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/outside/HostAccess.h"

namespace lith::stage {

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
  if (!outcome.ok() && !outcome.exceptionClass) // a host without Python
    refuse(s, diag::Kind::UnsupportedFunction, {s.host.qualifiedName(callable)});
  return hostResult(s, outcome);
}

} // namespace lith::stage
