// HostQuestions.cpp: what the compiler asks the host on its own account.
#include "stage/Reading.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/HostAccess.h"
#include "stage/outside/HostFunctions.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

Handle lookup(Stage &s, llvm::StringRef dottedName) {
  if (Handle known = s.session.original(dottedName))
    return known;
  return hostOf(s).lookup({dottedName.data(), dottedName.size()});
}

bool isPython(Stage &s, int minor) {
  Handle version = hostOf(s).lookup("sys.hexversion");
  return version && hostOf(s).asInt(version).value_or(0) >= (3 << 24) + (minor << 16);
}

Handle fixedSlot(Stage &s, Handle object, llvm::StringRef name) {
  return hostOf(s).slot(object, {name.data(), name.size()});
}

void checkSilent(Stage &s, const host::Outcome &outcome, llvm::StringRef what) {
  if (outcome.exceptionClass &&
      s.host.qualifiedName(outcome.exceptionClass) == "builtins.FloatingPointError")
    refuse(s, diag::Kind::UnsupportedFunction, {what.str() + " past what its dtype holds"});
}

host::Outcome runInHost(Stage &s, Handle callable, const std::vector<Handle> &args,
                        const std::vector<std::pair<std::string, Handle>> &keywords) {
  host::Outcome outcome = hostOf(s).call(callable, args, keywords);
  checkSilent(s, outcome, s.host.qualifiedName(callable));
  return outcome;
}

std::vector<Handle> madeElements(Stage &s, Handle made) {
  if (s.host.kind(made) == Kind::Set || s.host.kind(made) == Kind::FrozenSet)
    return hostOf(s).elements(made);
  std::vector<Handle> elements;
  for (size_t i = 0, n = hostOf(s).length(made); i < n; ++i)
    elements.push_back(hostOf(s).item(made, i));
  return elements;
}

std::vector<std::pair<Handle, Handle>> madeEntries(Stage &s, Handle dict) {
  return hostOf(s).items(dict);
}

host::TensorInfo madeTensor(Stage &s, Handle tensor) { return hostOf(s).tensor(tensor); }

} // namespace lith::stage
