// DispatcherNames.cpp: operators under the names of PyTorch's dispatcher, `torch.ops.aten.add` or
// `torch.ops.aten.add.Tensor`, by which exported programs call them.
//
// torch's own functions are made from the same declarations: the operator of a name is the function
// or method of that name, and what it gives differs in the container only. The prelude has, as
// `aten.f`, what torch has under no name or with other parameters.
#include "stage/tensor/arguments/DispatcherNames.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/emit/Refusals.h"
#include "stage/tensor/Tensor.h"

#include "ops/Signatures.h"

using namespace lith::host;

namespace lith::stage::tensor {
namespace {

Handle handleOf(Stage &stage, Value object) {
  return object.isRef() ? outsideHandle(stage, object.address()) : object.handle();
}

/// What an object of torch._ops has in its dict.
Value entryOf(Stage &stage, Handle object, llvm::StringRef name) {
  return namespaceEntry(stage, object, stage.intern(name));
}
Handle constantOf(Stage &stage, Handle object, llvm::StringRef name) {
  return handleOf(stage, entryOf(stage, object, name));
}

} // namespace

const Primitive *operatorOfName(llvm::StringRef name) {
  auto find = [](const llvm::Twine &spelling) { return Registry::instance().find(spelling.str()); };
  for (const char *space : {"aten.", "torch._C._nn.", "torch.", "Tensor."})
    if (const Primitive *found = find(space + name))
      return found;
  auto [space, rest] = name.split('_');
  if (llvm::is_contained({"linalg", "fft", "special"}, space))
    if (const Primitive *found = find("torch." + space + "." + rest))
      return found;
  return find("torch.nn.functional." + name);
}

Value dtypeOfNumber(Stage &stage, int64_t number) {
  static constexpr int dtypes[] = {
      LITH_UINT8,   LITH_INT8,    LITH_INT16, LITH_INT32,     LITH_INT64,      LITH_FLOAT16,
      LITH_FLOAT32, LITH_FLOAT64, -1,         LITH_COMPLEX64, LITH_COMPLEX128, LITH_BOOL8,
      -1,           -1,           -1,         LITH_BFLOAT16};
  bool isKnown = number >= 0 && number < int64_t(std::size(dtypes)) && dtypes[number] >= 0;
  return isKnown ? dtypeValue(stage, dtypes[number]) : Value();
}

namespace {

/// "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"
std::string declaration(Stage &stage, Handle name, Handle overload) {
  Outcome schema = runInHost(stage, lookup(stage, "torch._C._get_schema"), {name, overload});
  if (!schema.ok())
    return "";
  Outcome text = runInHost(stage, lookup(stage, "builtins.str"), {schema.value});
  return text.ok() ? std::string(stage.host.asStr(text.value)) : "";
}

/// What torch takes by keyword only, as `alpha` of `add.Scalar`, may have a position here.
void nameExcess(Stage &stage, const Primitive &target, llvm::StringRef declared,
                Arguments &arguments) {
  size_t most = 0;
  for (const ops::Signature &signature : ops::signaturesOf(target.spelling))
    if (!signature.deprecated)
      most = std::max(most, signature.most);
  if (most == 0 || arguments.positional.size() <= most)
    return;
  llvm::SmallVector<llvm::StringRef> parameters;
  declared.split('(').second.rsplit(") -> ").first.split(parameters, ", ");
  for (size_t i = most; i < arguments.positional.size() && i < parameters.size(); ++i)
    arguments.keywords.push_back(
        {stage.intern(parameters[i].split('=').first.rsplit(' ').second), arguments.positional[i]});
  arguments.positional.truncate(most);
}

/// A dtype may be given by its number.
void replaceNumbers(Stage &stage, Arguments &arguments) {
  for (auto &[name, value] : arguments.keywords) {
    std::optional<int64_t> number = name == "dtype" ? stage.asInt(value) : std::nullopt;
    if (Value dtype = number ? dtypeOfNumber(stage, *number) : Value(); !dtype.isUndefined())
      value = dtype;
  }
}

/// Several results are a plain tuple, or where a declaration leaves their number open a list.
Result contained(Stage &stage, Value result, llvm::ArrayRef<std::string> declared) {
  if (stage.isTensor(result) || isNumber(stage, result))
    return result;
  auto isList = [](llvm::StringRef each) { return each.ends_with("[]"); };
  if (llvm::any_of(declared, isList))
    return call(stage, builtinType(stage, "list"), result);
  return result.isTuple() ? stage.tuple(result.tuple().elements) : result;
}

/// The Python function that torch runs on the CPU, of torch.library.custom_op or its own;
/// undefined: none.
Value pythonFunction(Stage &stage, Handle name, Handle overload) {
  std::string full(stage.host.asStr(name)), variant(stage.host.asStr(overload));
  if (llvm::StringRef quantized = full; quantized.consume_front("quantized_decomposed::"))
    return builtinType(stage, ("torch.ao.quantization.fx._decomposed." + quantized +
                               (variant.empty() ? "" : "_") + variant)
                                  .str());
  Handle find = lookup(stage, "torch._library.custom_ops._maybe_get_opdef");
  Outcome definition = find ? runInHost(stage, find, {name}) : Outcome();
  if (!definition.ok())
    return {};
  Value functions = entryOf(stage, definition.value, "_backend_fns");
  for (Value device : {stage.string("cpu"), stage.none()})
    if (stage.find<DictObject>(functions))
      if (Result own = dictLookup(stage, functions, device); own && !own->isUndefined())
        return *own;
  return {};
}

Result callNamed(Stage &stage, Handle name, llvm::ArrayRef<Handle> overloads, Arguments arguments) {
  llvm::StringRef full(stage.host.asStr(name)), own = full;
  const Primitive *target =
      own.consume_front("aten::") ? operatorOfName(own) : Registry::instance().find(own.str());
  if (Value function = target ? Value() : pythonFunction(stage, name, overloads[0]);
      !function.isUndefined())
    return call(stage, function, std::move(arguments));
  if (!target)
    refuse(stage, diag::Kind::UnsupportedFunction, {"torch.ops." + full.str()});
  llvm::SmallVector<std::string> declared;
  for (Handle overload : overloads)
    declared.push_back(declaration(stage, name, overload));
  for (auto *it = arguments.keywords.begin(); it != arguments.keywords.end(); ++it)
    if (it->first == "self") {
      arguments.positional.insert(arguments.positional.begin(), it->second);
      arguments.keywords.erase(it);
      break;
    }
  nameExcess(stage, *target, declared[0], arguments);
  replaceNumbers(stage, arguments);
  Result made = call(stage, stage.boundPrimitive(target, {}), std::move(arguments));
  return made ? contained(stage, *made, declared) : made;
}

/// OpOverload.__call__(self, ...)
Result callOverload(Stage &stage, const CallInfo &info) {
  Handle self = handleOf(stage, info.args.positional[0]);
  Handle packet = constantOf(stage, self, "_overloadpacket");
  Handle overload = constantOf(stage, self, "_overloadname");
  if (stage.host.asStr(overload) == "default")
    overload = stage.host.str("");
  Arguments rest = info.args;
  rest.positional.erase(rest.positional.begin());
  return callNamed(stage, constantOf(stage, packet, "_qualified_op_name"), overload,
                   std::move(rest));
}

/// OpOverloadPacket.__call__(self, ...): torch's function chooses between the overloads.
Result callPacket(Stage &stage, const CallInfo &info) {
  Handle self = handleOf(stage, info.args.positional[0]);
  llvm::SmallVector<Handle> overloads;
  for (Value name : listElements(stage, entryOf(stage, self, "_overload_names")))
    overloads.push_back(stage.toHandle(name));
  Arguments rest = info.args;
  rest.positional.erase(rest.positional.begin());
  return callNamed(stage, constantOf(stage, self, "_qualified_op_name"), overloads,
                   std::move(rest));
}

/// Their __getattr__: there is no such operator.
Result missingName(Stage &stage, const CallInfo &info) {
  Handle self = handleOf(stage, info.args.positional[0]);
  Handle name = pin(stage, info.args.positional[1], "torch.ops");
  Outcome found = runInHost(stage, lookup(stage, "builtins.getattr"), {self, name}, {});
  return hostResult(stage, found);
}

} // namespace

void registerDispatcherNames(Registry &registry) {
  registry.add("torch._ops.OpOverload.__call__", callOverload);
  registry.add("torch._ops.OpOverloadPacket.__call__", callPacket);
  for (const char *owner : {"_Ops", "_OpNamespace", "OpOverloadPacket"})
    registry.add(("torch._ops." + llvm::Twine(owner) + ".__getattr__").str(), missingName);
}

} // namespace lith::stage::tensor
