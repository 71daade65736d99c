// Optimizers.cpp: what PyTorch does to the class of an optimizer when the first one is made.
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/builtins/Registration.h"

namespace lith::stage {

using host::Handle;

static Handle ask(Stage &s, llvm::StringRef function, llvm::ArrayRef<Handle> arguments) {
  host::Outcome made = runInHost(s, lookup(s, function.str()), arguments, {});
  return made.ok() ? made.value : nullptr;
}

// prim.hook_step(cls): the step of a class that was there before the call runs the hooks of steps from
// now on, as it does after the first optimizer of it: not by the program, whose guards see the class
// as it is then. False: the program makes the class.
static Result hookStep(Stage &s, const CallInfo &info) {
  Value cls = info.args.positional[0];
  if (!cls.isStatic())
    return s.boolean(false);
  Handle name = s.host.str("step"), hooked = s.host.str("hooked");
  Handle step = ask(s, "builtins.getattr", {cls.handle(), name});
  if (!step || ask(s, "builtins.getattr", {step, hooked, s.host.boolean(false)}) ==
                   s.host.boolean(true))
    return s.boolean(true);
  if (Handle wrapped = ask(s, "torch.optim.optimizer.Optimizer.profile_hook_step", {step})) {
    ask(s, "builtins.setattr", {cls.handle(), name, wrapped});
    ask(s, "builtins.setattr", {wrapped, hooked, s.host.boolean(true)});
  }
  return s.boolean(true);
}

void registerOptimizers(Registry &registry) { registry.add("prim.hook_step", hookStep); }

} // namespace lith::stage
