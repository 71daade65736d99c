// CompilerWrappers.cpp: functions that other compilers of PyTorch wrapped: torch.compile,
// torch.compiler.disable, torch.jit.script. What is called is the function behind.
#include "stage/calls/CompilerWrappers.h"

namespace lith::stage {

using host::Handle;

// A closure of torch._dynamo or torch._compile over what it wraps. functools.wraps gave
// it the names of that function: what tells it is the module of its code.
static Handle behindDynamo(Stage &s, Handle function) {
  std::string error;
  const FunctionCode *code = s.session.codeOf(function, error);
  if (!code || !llvm::is_contained({"_fn", "compile_wrapper", "inner"}, code->name))
    return nullptr;
  host::FunctionInfo info = s.host.function(function);
  Handle module = s.host.dictGet(info.globals, s.host.str("__name__"));
  if (!module || s.host.kind(module) != host::Kind::Str ||
      !llvm::is_contained(
          {"torch._dynamo.eval_frame", "torch._dynamo.external_utils", "torch._compile"},
          s.host.asStr(module)))
    return nullptr;
  for (auto &[name, cell] : info.closure)
    if (name == "fn" || name == "func")
      return s.host.cellContents(cell);
  return nullptr;
}

Handle behindCompiler(Stage &s, Handle callee) {
  if (s.host.kind(callee) == host::Kind::Function)
    return behindDynamo(s, callee);
  if (!llvm::StringRef(s.host.qualifiedName(s.host.classOf(callee))).ends_with("ScriptFunction"))
    return nullptr;
  Handle dict = s.host.instanceDict(callee);
  return dict ? s.host.dictGet(dict, s.host.str("_torchdynamo_inline")) : nullptr;
}

} // namespace lith::stage
