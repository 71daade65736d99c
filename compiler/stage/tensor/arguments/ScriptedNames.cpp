// ScriptedNames.cpp: operators as the code of TorchScript archives names them: `torch.add` is one
// of tensors, numbers, texts or lists, as its arguments say.
//
// A name leads to, in this order: what the prelude has for tensors as `script.tensor.add`, the
// operator of the dispatcher where a declaration fits the arguments, what the prelude has for all
// else as `script.add`; what may be a tensor, as far as is known, is one where it has nothing.
// `ops.prim.f` is `script.prim.f`.
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Containers.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/arguments/DispatcherNames.h"
#include "stage/tensor/arguments/Match.h"

#include "llvm/ADT/StringSet.h"

namespace lith::stage::tensor {
namespace {

constexpr llvm::StringLiteral Torch = "torchscript.", Operators = "torchscript.ops.";

bool holdsTensor(Stage &stage, Value value) {
  if (stage.isTensor(value))
    return true;
  if (!isSequence(stage, value))
    return false;
  auto elements = elementsOf(stage, value);
  return elements && llvm::any_of(*elements, [&](Value each) { return stage.isTensor(each); });
}

bool haveTensor(Stage &stage, const Arguments &arguments) {
  return llvm::any_of(arguments.positional, [&](Value each) { return holdsTensor(stage, each); }) ||
         llvm::any_of(arguments.keywords,
                      [&](const auto &each) { return holdsTensor(stage, each.second); });
}

/// A number where the declaration has a dtype or a memory format. Undefined: it says nothing here.
Value converted(Stage &stage, const ops::SignatureParameter &parameter, Value value) {
  using ops::ParameterKind;
  std::optional<int64_t> number = stage.asInt(value);
  switch (parameter.kind) {
  case ParameterKind::DType:
    return number ? dtypeOfNumber(stage, *number) : value;
  case ParameterKind::MemoryFormat: {
    static constexpr const char *formats[] = {"contiguous_format", "preserve_format",
                                              "channels_last", "channels_last_3d"};
    if (!number || *number < 0 || *number >= int64_t(std::size(formats)))
      return value;
    return builtinType(stage, std::string("torch.") + formats[*number]);
  }
  case ParameterKind::Layout:
    return Value();
  default:
    return parameter.name == "pin_memory" ? Value() : value;
  }
}

/// The same, as it takes arguments: dtypes and the like are numbers, and numbers are no tensors.
ops::Signature asNumbers(ops::Signature declared) {
  using ops::ParameterKind;
  declared.name.clear();
  for (ops::SignatureParameter &parameter : declared.parameters)
    if (parameter.kind == ParameterKind::DType || parameter.kind == ParameterKind::Layout ||
        parameter.kind == ParameterKind::MemoryFormat)
      parameter.kind = ParameterKind::Int;
  return declared;
}

/// The declaration that the arguments fit, or may fit; null: none.
const ops::Signature *declarationFor(Stage &stage, llvm::StringRef name, const Arguments &arguments,
                                     bool &isSure) {
  const ops::Signature *likely = nullptr;
  for (const ops::Signature &declared : ops::declarationsOf(name.str())) {
    Fits fits = match(stage, asNumbers(declared), arguments).fits;
    isSure = fits == Fits::Yes;
    if (isSure)
      return &declared;
    if (fits == Fits::Maybe && !likely)
      likely = &declared;
  }
  return likely;
}

/// As torch's own function takes them: named where they have a position here only.
Arguments named(Stage &stage, const ops::Signature &declared, const Primitive &target,
                const Arguments &given) {
  size_t most = 0;
  for (const ops::Signature &signature : ops::signaturesOf(target.spelling))
    if (!signature.deprecated)
      most = std::max(most, signature.most + signature.bare);
  if (llvm::StringRef(target.spelling).starts_with("Tensor."))
    ++most; // self
  Arguments made;
  auto add = [&](const ops::SignatureParameter &parameter, Value value, bool byName) {
    Value own = converted(stage, parameter, value);
    if (own.isUndefined())
      return false;
    if (byName)
      made.keywords.push_back({stage.intern(parameter.name), own});
    else
      made.positional.push_back(own);
    return true;
  };
  bool byName = false;
  for (size_t i = 0; i < given.positional.size(); ++i) {
    byName = byName || (most != 0 && i >= most);
    byName = !add(declared.parameters[i], given.positional[i], byName) || byName;
  }
  for (auto &[name, value] : given.keywords)
    for (const ops::SignatureParameter &parameter : declared.parameters)
      if (parameter.name == name)
        add(parameter, value, true);
  return made;
}

/// Several results are a plain tuple, or where a declaration leaves their number open a list.
Result contained(Stage &stage, Value result, const ops::Signature &declared) {
  if (stage.isTensor(result) || isNumber(stage, result) || !result.isTuple())
    return result;
  if (declared.givesList)
    return call(stage, builtinType(stage, "list"), result);
  return stage.tuple(result.tuple().elements);
}

/// What nothing here takes: on a path that TorchScript never takes it is None.
Result refuseArguments(Stage &stage, llvm::StringRef name, const Arguments &arguments) {
  for (Value each : arguments.positional)
    if (stage.isNone(each))
      return raise(stage, "TypeError", name + "(): an argument is None");
  refuse(stage, diag::Kind::UnsupportedFunction, {("torch." + name + " of these arguments").str()});
}

Result callScripted(Stage &stage, const CallInfo &info) {
  for (auto [i, argument] : llvm::enumerate(info.args.positional))
    if (argument.isUnion())
      return forEachAlternative(stage, argument, [&, i = i](Value alternative) {
        CallInfo one = info;
        one.args.positional[i] = alternative;
        return callScripted(stage, one);
      });
  llvm::StringRef name = info.primitive.spelling;
  if (!name.consume_front(Operators))
    name.consume_front(Torch);
  auto prelude = [&](const char *space) { return Registry::instance().find((space + name).str()); };
  auto run = [&](const Primitive *target, Arguments arguments) {
    return call(stage, stage.boundPrimitive(target, {}), std::move(arguments));
  };
  const Primitive *ofTensors = prelude("script.tensor."), *ofOthers = prelude("script.");
  bool hasTensor = haveTensor(stage, info.args), isSure = false;
  if (ofTensors && hasTensor)
    return run(ofTensors, info.args);
  const Primitive *target = operatorOfName(name);
  const ops::Signature *declared =
      target ? declarationFor(stage, name, info.args, isSure) : nullptr;
  bool isOfTensors = !ops::declarationsOf(name.str()).empty();
  if (declared && (isSure || hasTensor || !ofOthers)) {
    Result made = run(target, named(stage, *declared, *target, info.args));
    return made ? contained(stage, *made, *declared) : made;
  }
  if (!ofOthers && target && !isOfTensors) // a mode
    return run(target, info.args);
  if (ofOthers || ofTensors)
    return run(ofOthers ? ofOthers : ofTensors, info.args);
  return refuseArguments(stage, name, info.args);
}

} // namespace

} // namespace lith::stage::tensor

void lith::stage::registerScriptedNames(Registry &registry) {
  using namespace tensor;
  llvm::StringSet<> names;
  for (const auto &entry : registry.all()) {
    llvm::StringRef spelling = entry.getKey();
    if (spelling.consume_front("script.prim.")) {
      names.insert((Operators + "prim." + spelling).str());
    } else if (spelling.consume_front("script.")) {
      spelling.consume_front("tensor.");
      names.insert((Torch + spelling).str());
    } else if (spelling.consume_front("torch.") || spelling.consume_front("Tensor.") ||
               spelling.consume_front("aten.")) {
      for (const char *part : {"_C._nn.", "nn.functional."})
        spelling.consume_front(part);
      std::string own = spelling.str();
      std::replace(own.begin(), own.end(), '.', '_'); // linalg_norm
      names.insert((Torch + own).str());
    }
  }
  for (const auto &name : names)
    registry.add(name.getKey(), callScripted);
}
