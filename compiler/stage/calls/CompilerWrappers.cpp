// CompilerWrappers.cpp: functions that other compilers of PyTorch wrapped: torch.compile,
// torch.compiler.disable. What is called is the function behind.
//
// And steps of optimizers, around which PyTorch has written out a `with` for its compiler's sake.
#include "stage/calls/CompilerWrappers.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"

namespace lith::stage {

using host::Handle;

// `with torch.set_grad_enabled(...)` around the step (prelude/optimizers.py), which costs no
// handler at each operation as the `try` of torch.optim.optimizer does.
static Value stepOfOptimizer(Stage &s, Value step) {
  CallableData data;
  data.form = CallableData::Form::Partial;
  data.function = preludeFunction(s, s.session.prelude("step_of_optimizer"));
  data.values = s.keep<Value>({step});
  return Value::callable(s.arena.make<CallableData>(data));
}

// A closure of torch._dynamo, torch._compile or torch.optim.optimizer over what it wraps.
// functools.wraps gave it the names of that function: what tells it is the module of its code.
static Value behindClosure(Stage &s, Handle function) {
  std::string error;
  const FunctionCode *code = s.session.codeOf(function, error);
  if (!code || !llvm::is_contained({"_fn", "compile_wrapper", "inner", "_use_grad"}, code->name))
    return {};
  host::FunctionInfo info = functionParts(s, function);
  Value globals = outsideNamespace(s, info.globals, rootPath(s, info.globals));
  auto module = s.asStr(outsideEntry(s, globals, s.intern("__name__")));
  if (module == "torch.optim.optimizer" && code->name == "_use_grad")
    return stepOfOptimizer(s, closureValue(s, info, {"func"}));
  if (!module ||
      !llvm::is_contained(
          {"torch._dynamo.eval_frame", "torch._dynamo.external_utils", "torch._compile"}, *module))
    return {};
  return closureValue(s, info, {"fn", "func"});
}

Value behindCompiler(Stage &s, Handle callee) {
  return s.host.kind(callee) == host::Kind::Function ? behindClosure(s, callee) : Value();
}

} // namespace lith::stage
