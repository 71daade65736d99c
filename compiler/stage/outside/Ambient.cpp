// Ambient.cpp: values that calls inherit without naming them.
#include "stage/outside/Ambient.h"
#include "stage/Outside.h"
#include "stage/Stage.h"
#include "stage/outside/HostAccess.h"

#include "llvm/ADT/StringSwitch.h"

namespace lith::stage {

using contract::Guard;
using host::Handle;

static llvm::StringRef ambientGetter(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("grad_mode", "torch.is_grad_enabled")
      .Case("inference_mode", "torch.is_inference_mode_enabled")
      .Case("default_dtype", "torch.get_default_dtype")
      .Case("autocast", "torch.is_autocast_enabled")
      .Default("");
}

Value ambient(Stage &s, llvm::StringRef name) {
  for (auto &[key, value] : s.state.ambient->values)
    if (key == name)
      return value;
  auto [it, isNew] = s.outside.ambientValues.try_emplace(name, Value());
  if (!isNew)
    return it->second;
  Value value = name == "grad_mode"       ? s.boolean(true)
                : name == "default_dtype" ? Value::ofStatic(s.host.dtype(6))
                                          : s.boolean(false);
  std::vector<Handle> arguments;
  if (name == "autocast")
    arguments.push_back(s.host.str("cpu"));
  if (Handle getter =
          ambientGetter(name).empty() ? nullptr : hostOf(s).lookup(ambientGetter(name).str()))
    if (host::Outcome outcome = hostOf(s).call(getter, arguments, {}); outcome.ok())
      value = s.ofHandle(outcome.value);
  Guard made;
  made.kind = Guard::Kind::Ambient;
  made.name = name.str();
  made.expected = value.handle();
  addGuard(s, std::move(made));
  s.outside.ambientValues[name] = value;
  return value;
}

void setAmbient(Stage &s, llvm::StringRef name, Value value) {
  ambient(s, name);
  for (auto &[key, place] : s.state.writeAmbient().values)
    if (key == name) {
      place = value;
      return;
    }
  s.state.writeAmbient().values.push_back({s.intern(name), value});
}

} // namespace lith::stage
