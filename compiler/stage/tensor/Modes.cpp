// Modes.cpp: modes of PyTorch that calls inherit: gradients and inference.
#include "stage/Outside.h"
#include "stage/builtins/Formals.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/Ambient.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage::tensor {

namespace {

Result gradMode(Stage &stage, const CallInfo &) { return ambient(stage, "grad_mode"); }
Result setGradMode(Stage &stage, const CallInfo &info) {
  setAmbient(stage, "grad_mode",
             stage.boolean(pinBool(stage, info.args.positional[0], "grad mode")));
  return stage.none();
}

Result inferenceMode(Stage &stage, const CallInfo &) { return ambient(stage, "inference_mode"); }
Result setInferenceMode(Stage &stage, const CallInfo &info) {
  Value mode = stage.boolean(pinBool(stage, info.args.positional[0], "inference mode"));
  setAmbient(stage, "inference_mode", mode);
  return stage.none();
}
/// Of a tensor: outside of inference mode none is one of its own.
Result isInference(Stage &stage, const CallInfo &info) {
  if (stage.asBool(ambient(stage, "inference_mode")) != false)
    refuse(stage, diag::Kind::UnsupportedFunction, {"is_inference in inference mode"});
  auto args = bindArguments(stage, info, "is_inference", {{"input"}});
  if (!args)
    return std::nullopt;
  const TensorObject *tensor = stage.find<TensorObject>((*args)[0]);
  if (!tensor || stage.state.heap.find<StorageObject>(tensor->storage)->isOutside)
    refuse(stage, diag::Kind::UnsupportedFunction, {"is_inference of a tensor of before the call"});
  return stage.boolean(false);
}

Result deterministicMode(Stage &stage, const CallInfo &) { return ambient(stage, "deterministic"); }

Result anomalyMode(Stage &stage, const CallInfo &) { return ambient(stage, "anomaly"); }
Result anomalyChecks(Stage &stage, const CallInfo &) { return ambient(stage, "anomaly_nan"); }
Result setAnomalyMode(Stage &stage, const CallInfo &info) {
  auto &args = info.args.positional;
  setAmbient(stage, "anomaly", stage.boolean(pinBool(stage, args[0], "the anomaly mode")));
  setAmbient(stage, "anomaly_nan", stage.boolean(pinBool(stage, args[1], "the anomaly mode")));
  return stage.none();
}

/// False, or the dtype that autocast computes in.
Result autocastRegion(Stage &stage, const CallInfo &) { return ambient(stage, "autocast"); }
Result setAutocastRegion(Stage &stage, const CallInfo &info) {
  setAmbient(stage, "autocast", info.args.positional[0]);
  return stage.none();
}

} // namespace

void registerModes(Registry &registry) {
  static constexpr std::pair<const char *, PrimitiveFunction> modes[] = {
      {"torch.is_grad_enabled", gradMode},
      {"torch._C._set_grad_enabled", setGradMode},
      {"torch.is_inference_mode_enabled", inferenceMode},
      {"prim.set_inference_mode", setInferenceMode},
      {"torch.are_deterministic_algorithms_enabled", deterministicMode},
      {"torch.is_anomaly_enabled", anomalyMode},
      {"torch.is_anomaly_check_nan_enabled", anomalyChecks},
      {"prim.set_anomaly", setAnomalyMode},
      {"prim.autocast", autocastRegion},
      {"prim.set_autocast", setAutocastRegion},
      {"torch.is_inference", isInference},
      {"Tensor.is_inference", isInference}};
  for (auto [name, function] : modes)
    registry.add(name, function);
}

} // namespace lith::stage::tensor
