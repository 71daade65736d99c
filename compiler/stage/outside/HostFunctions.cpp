// HostFunctions.cpp: calls of the host's functions on constants.
#include "stage/outside/HostFunctions.h"
#include "stage/Protocols.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/HostAccess.h"
#include "stage/outside/OpenLists.h"

namespace lith::stage {

host::Handle pinForHost(Stage &s, Value value, std::string_view reader) {
  std::string what = "an argument of " + std::string(reader);
  std::optional<Site> site =
      value.isScalar(ScalarType::Str) ? inputOf(s, value) : std::optional<Site>();
  if (site && variesTooOften(s, *site))
    refuse(s, diag::Kind::NeedsConstant, {what});
  return pin(s, value, what);
}

Result callHost(Stage &s, host::Handle callable, llvm::ArrayRef<Value> args,
                llvm::ArrayRef<std::pair<llvm::StringRef, Value>> keywords) {
  std::vector<host::Handle> handles;
  std::string name = s.host.qualifiedName(callable);
  for (Value arg : args)
    handles.push_back(pinForHost(s, arg, name));
  std::vector<std::pair<std::string, host::Handle>> named;
  for (auto &[keyword, value] : keywords)
    named.push_back({keyword.str(), pinForHost(s, value, name)});
  host::Outcome outcome = hostOf(s).call(callable, handles, named);
  if (!outcome.ok() && !outcome.exceptionClass) // a host without Python
    refuse(s, diag::Kind::UnsupportedFunction, {name});
  return hostResult(s, outcome);
}

} // namespace lith::stage
