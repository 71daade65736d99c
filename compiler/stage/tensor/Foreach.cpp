// Foreach.cpp: torch._foreach_f(lists, ...): the method f of each tensor of the first list.
#include "stage/Protocols.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage::tensor {

static constexpr llvm::StringRef Method = "Tensor.";

/// What stays a keyword of the method; others are operands, in the order of its parameters.
static bool isOption(llvm::StringRef keyword) {
  return keyword == "alpha" || keyword == "value" || keyword == "non_blocking";
}

static Result ofEach(Stage &stage, const CallInfo &info) {
  auto *method = static_cast<const Primitive *>(info.primitive.data);
  auto operands = info.args.positional;
  llvm::SmallVector<std::pair<Value, Value>> options;
  for (auto [keyword, value] : info.args.keywords)
    if (isOption(keyword))
      options.push_back({stage.string(keyword), value});
    else
      operands.push_back(value);
  if (operands.empty())
    return raise(stage, "TypeError", "a list of tensors is needed");
  Value name = stage.string(llvm::StringRef(method->spelling).drop_front(Method.size()));
  return callPrelude(stage, "foreach",
                     {name, operands[0], stage.tuple(llvm::ArrayRef<Value>(operands).drop_front()),
                      stage.dict(options)});
}

void registerForeach(Registry &registry) {
  std::vector<const Primitive *> methods;
  for (auto &[spelling, primitive] : registry.all())
    if (spelling.starts_with(Method))
      methods.push_back(primitive.get());
  for (const Primitive *method : methods) {
    llvm::StringRef name = llvm::StringRef(method->spelling).drop_front(Method.size());
    std::string spelling = ("torch._foreach_" + name).str();
    if (!registry.find(spelling))
      registry.add(spelling, ofEach, method);
  }
}

} // namespace lith::stage::tensor
