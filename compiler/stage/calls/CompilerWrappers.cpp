// CompilerWrappers.cpp: functions that other compilers of PyTorch wrapped: torch.compile,
// torch.compiler.disable, torch.jit.script. What is called is the function behind.
#include "stage/calls/CompilerWrappers.h"
#include "stage/Outside.h"
#include "stage/Reading.h"

namespace lith::stage {

using host::Handle;

// A closure of torch._dynamo or torch._compile over what it wraps. functools.wraps gave
// it the names of that function: what tells it is the module of its code.
static Value behindDynamo(Stage &s, Handle function) {
  std::string error;
  const FunctionCode *code = s.session.codeOf(function, error);
  if (!code || !llvm::is_contained({"_fn", "compile_wrapper", "inner"}, code->name))
    return {};
  host::FunctionInfo info = functionParts(s, function);
  Value globals = outsideNamespace(s, info.globals, rootPath(s, info.globals));
  auto module = s.asStr(outsideEntry(s, globals, s.intern("__name__")));
  if (!module ||
      !llvm::is_contained(
          {"torch._dynamo.eval_frame", "torch._dynamo.external_utils", "torch._compile"}, *module))
    return {};
  return closureValue(s, info, {"fn", "func"});
}

Value behindCompiler(Stage &s, Handle callee) {
  if (s.host.kind(callee) == host::Kind::Function)
    return behindDynamo(s, callee);
  std::string cls = s.host.qualifiedName(classOf(s, callee).handle());
  return llvm::StringRef(cls).ends_with("ScriptFunction")
             ? namespaceEntry(s, callee, s.intern("_torchdynamo_inline"))
             : Value();
}

} // namespace lith::stage
