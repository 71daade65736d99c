// ModuleHooks.cpp: backward hooks of modules, of which lith/_hooks.py is the greater part. What a
// program stages of them runs in its own backward; a node of run time asks the host.
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/gradients/Hooks.h"
#include "stage/outside/OutsideWrites.h"
#include "stage/runtime/Types.h"
#include "stage/tensor/Tensor.h"

#include <lith/grad.h>

namespace lith::stage::gradients {

namespace {

/// (module): the number under which the host keeps its hooks for later; -1: it keeps none.
Result numberOf(Stage &s, const CallInfo &info) {
  Value module = info.args.positional[0];
  if (s.request.options.forArtifact || !module.isRef() || !isOutside(s, module.address()))
    return s.integer(-1);
  checkNotCached(s, "calls a module with backward hooks");
  s.outside.objects.at(module.address()).identityMatters = true;
  mlir::Value kept = rt(s, "host", {constantInt(s, int64_t(KeepHooks)), outsideOperand(s, module)},
                        ir::BoxType::get(&s.context));
  return s.intScalar(ir::UnboxOp::create(s.builder(), s.loc(), s.builder().getI64Type(), kept));
}

/// Whether this is staged for a node of run time, which runs later than where it stands.
Result isInNode(Stage &s, const CallInfo &) { return s.boolean(s.body.nodesOutside.has_value()); }

/// (number, name, gradients, other arguments): what the host's hooks make of the gradients, which
/// are of the same types and sizes.
Result runByHost(Stage &s, const CallInfo &info) {
  llvm::ArrayRef<Value> args = info.args.positional;
  llvm::SmallVector<mlir::Value> operands{constantInt(s, int64_t(RunHooks))};
  for (Value each : args)
    operands.push_back(toBox(s, each));
  mlir::Value box = rt(s, "host", operands, ir::BoxType::get(&s.context));
  Value made = unbox(s, box, typesOf(s, args[2]));
  for (auto [given, now] : llvm::zip(args[2].tuple().elements, made.tuple().elements)) {
    if (!s.isTensor(given))
      continue;
    mlir::Value before = tensorContents(s, given), after = tensorContents(s, now);
    for (unsigned dim = 0; dim < tensor::rankOf(s, given); ++dim)
      s.sizes.note(after, dim, s.sizes.of(before, dim));
  }
  return made;
}

} // namespace

void registerModuleHooks(Registry &registry) {
  registry.add("prim.module_hooks", numberOf);
  registry.add("prim.is_in_node", isInNode);
  registry.add("prim.run_module_hooks", runByHost);
}

} // namespace lith::stage::gradients
