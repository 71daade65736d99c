// FunctionKinds.cpp: inspect.isgeneratorfunction and its kin, of functions that the program made
// too.
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/builtins/Registration.h"
#include "stage/outside/HostFunctions.h"

namespace lith::stage {

using Test = bool (*)(const FunctionCode &);

// What a function that the program made, or a method or partial of one, runs; null: another value.
static const FunctionCode *codeOf(Value value) {
  while (value.isCallable() && !value.callable().code)
    value = value.callable().function;
  return value.isCallable() ? value.callable().code : nullptr;
}

static Result isOfKind(Stage &s, const CallInfo &info) {
  if (info.args.positional.size() != 1 || !info.args.keywords.empty())
    return raise(s, "TypeError", "one positional argument is needed");
  auto test = reinterpret_cast<Test>(const_cast<void *>(info.primitive.data));
  return forEachAlternative(s, info.args.positional[0], [&](Value value) -> Result {
    if (const FunctionCode *code = codeOf(value))
      return s.boolean(test(*code));
    if (!value.isStatic())
      return s.boolean(false);
    return callHost(s, lookup(s, info.primitive.spelling), {value}, {});
  });
}

void registerFunctionKinds(Registry &registry) {
  auto add = [&](llvm::StringRef name, Test test) {
    registry.add(name, isOfKind, reinterpret_cast<const void *>(test));
  };
  add("inspect.isgeneratorfunction", [](auto &code) { return code.isGenerator && !code.isAsync; });
  add("inspect.isasyncgenfunction", [](auto &code) { return code.isGenerator && code.isAsync; });
  add("inspect.iscoroutinefunction", [](auto &code) { return !code.isGenerator && code.isAsync; });
}

} // namespace lith::stage
