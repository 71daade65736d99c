// Arguments.cpp: what a request says of the arguments of the call, as values.
#include "stage/outside/Arguments.h"
#include "stage/Outside.h"
#include "stage/outside/HostAccess.h"

namespace lith::stage {

using contract::Argument;
using contract::Guard;
using contract::Path;
using contract::Step;
using host::Handle;

Path extended(Path path, Step::Kind kind, std::string name, int64_t index, Handle key) {
  path.steps.push_back({kind, std::move(name), index, key});
  return path;
}

// A key is a constant, whose object may be another each time.
std::string keyOf(host::Constants &host, const Path &path) {
  std::string key = path.argument >= 0
                        ? "a" + std::to_string(path.argument)
                        : "r" + std::to_string(reinterpret_cast<uintptr_t>(path.root));
  for (const Step &step : path.steps) {
    key +=
        "/" + std::to_string(int(step.kind)) + step.name + "#" + std::to_string(step.index) + "@";
    if (step.key && host.kind(step.key) == host::Kind::Str)
      key += "'" + std::string(host.asStr(step.key));
    else
      key += std::to_string(reinterpret_cast<uintptr_t>(step.key));
  }
  return key;
}

std::string lastName(const Path &path) {
  std::string name;
  for (const Step &step : path.steps)
    if (step.kind == Step::Kind::Attribute || step.kind == Step::Kind::Key)
      name += (name.empty() ? "" : ".") + step.name;
  return name;
}

bool isArgument(const Path &path) {
  return path.argument >= 0 && llvm::all_of(path.steps, [](const Step &step) {
           return step.kind == Step::Kind::Item || step.kind == Step::Kind::Key;
         });
}

bool isHeldWeakly(const Path &path) {
  return llvm::any_of(path.steps,
                      [](const Step &step) { return step.kind == Step::Kind::Referent; });
}

static Value givenTensor(Stage &s, const Argument &argument, const Path &path) {
  Handle tensor = argument.object && (s.host.kind(argument.object) == host::Kind::Tensor ||
                                      s.host.kind(argument.object) == host::Kind::Parameter)
                      ? argument.object
                      : nullptr;
  llvm::SmallVector<int64_t> sizes;
  for (int64_t size : argument.sizes)
    sizes.push_back(size < 0 ? mlir::ShapedType::kDynamic : size);
  Guard type;
  type.kind = Guard::Kind::TensorType;
  type.path = path;
  type.dtype = argument.dtype;
  type.number = int64_t(sizes.size());
  type.flag = tensor && hostOf(s).tensor(tensor).requiresGrad;
  bool requiresGrad = type.flag;
  addGuard(s, std::move(type));
  auto tensorType = mlir::RankedTensorType::get(sizes, ir::elementType(&s.context, argument.dtype));
  return insertTensor(s, tensor, path, tensorType, requiresGrad, nullptr);
}

static Value readArgument(Stage &s, const Argument &argument, const Path &path) {
  auto known = s.outside.addresses.find(argument.object);
  bool isTuple = argument.kind == Argument::Kind::Tuple;
  if (argument.object && !isTuple && known != s.outside.addresses.end())
    return sameObject(s, known->second, path);
  if (isTuple) {
    guard(s, Guard::Kind::Length, path, nullptr, int64_t(argument.children.size()));
    std::vector<Value> elements;
    for (auto [i, child] : llvm::enumerate(argument.children))
      elements.push_back(argumentValue(s, child, extended(path, Step::Kind::Item, "", int64_t(i))));
    return s.tuple(elements);
  }
  if (argument.kind != Argument::Kind::Tensor)
    return readObject(s, argument.object, path, &argument);
  Value made = givenTensor(s, argument, path);
  if (argument.object)
    s.outside.addresses[argument.object] = made.address();
  return made;
}

Value argumentValue(Stage &s, const Argument &argument, const Path &path) {
  switch (argument.kind) {
  case Argument::Kind::Object:
    return outside(s, argument.object, path);
  case Argument::Kind::Pinned:
    guard(s, Guard::Kind::Equal, path, argument.object);
    return s.ofHandle(argument.object);
  default:
    break;
  }
  std::string key = keyOf(s.host, path);
  if (auto it = s.outside.values.find(key); it != s.outside.values.end()) {
    ensureOutside(s, it->second);
    return it->second;
  }
  Value value = readArgument(s, argument, path);
  s.outside.values[key] = value;
  return value;
}

std::string argumentName(Stage &s, Handle handle, const Path &path) {
  std::string name = lastName(path);
  if (!name.empty())
    return name;
  if (path.argument < 0)
    return "<" + s.host.qualifiedName(hostOf(s).classOf(handle)) + ">";
  size_t index = size_t(path.argument), positional = s.request.positional.size();
  if (index >= positional && index - positional < s.request.keywords.size())
    return s.request.keywords[index - positional].first;
  return "number " + std::to_string(index + 1);
}

std::optional<int32_t> inputOf(Stage &s, Address address) {
  auto *storage = s.state.heap.find<StorageObject>(address);
  const Object *initial = s.outside.initialObjects.at(address).get();
  storage = storage ? storage : static_cast<const StorageObject *>(initial);
  auto argument = llvm::dyn_cast<mlir::BlockArgument>(storage->contents.ssa());
  if (!argument || argument.getOwner() != s.emission.entry)
    return std::nullopt;
  return int32_t(argument.getArgNumber());
}

} // namespace lith::stage
