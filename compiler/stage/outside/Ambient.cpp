// Ambient.cpp: values that calls inherit without naming them.
#include "stage/outside/Ambient.h"
#include "stage/Outside.h"
#include "stage/Stage.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/HostAccess.h"

#include "llvm/ADT/StringSwitch.h"

#include <algorithm>

namespace lith::stage {

using contract::Guard;
using host::Handle;

static llvm::StringRef ambientGetter(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("grad_mode", "torch.is_grad_enabled")
      .Case("inference_mode", "torch.is_inference_mode_enabled")
      .Case("default_dtype", "torch.get_default_dtype")
      .Case("deterministic", "torch.are_deterministic_algorithms_enabled")
      .Case("decimal_context", "lith._ambient.decimal_context")
      .Case("numpy_legacy", "lith._ambient.numpy_legacy")
      .Case("numpy_errors", "lith._ambient.numpy_errors")
      .Case("anomaly", "torch.is_anomaly_enabled")
      .Case("anomaly_nan", "torch.is_anomaly_check_nan_enabled")
      .Default("");
}

/// What is around the call now, in Python; nothing where nobody can say.
static std::optional<Handle> fromHost(Stage &s, llvm::StringRef name) {
  auto ask = [&](llvm::StringRef question,
                 const std::vector<Handle> &arguments) -> std::optional<Handle> {
    Handle getter = question.empty() ? nullptr : hostOf(s).lookup(question.str());
    host::Outcome outcome = getter ? hostOf(s).call(getter, arguments, {}) : host::Outcome();
    return outcome.ok() && outcome.value ? std::optional(outcome.value) : std::nullopt;
  };
  if (name != "autocast")
    return ask(ambientGetter(name), {});
  std::optional<Handle> isOn = ask("torch.is_autocast_enabled", {s.host.str("cpu")});
  return isOn && s.asBool(s.ofHandle(*isOn)) == true
             ? ask("torch.get_autocast_dtype", {s.host.str("cpu")})
             : isOn;
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
  if (std::optional<Handle> found = fromHost(s, name))
    value = s.ofHandle(*found);
  Guard made;
  made.kind = Guard::Kind::Ambient;
  made.name = name.str();
  made.expected = value.handle();
  addGuard(s, std::move(made));
  s.outside.ambientValues[name] = value;
  return value;
}

void checkAmbientRestored(Stage &s) {
  for (auto &[name, value] : s.state.ambient->values) {
    auto before = s.outside.ambientValues.find(name);
    if (before == s.outside.ambientValues.end() || before->second == value)
      continue;
    std::string words = name.str();
    std::ranges::replace(words, '_', ' ');
    refuse(s, diag::Kind::OutsideWrite, {"the " + words + ", which outlasts the call"});
  }
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
