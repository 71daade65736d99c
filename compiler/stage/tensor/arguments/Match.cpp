// Match.cpp: arguments against one signature, parameter by parameter.
#include "stage/tensor/arguments/Match.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/objects/Containers.h"
#include "stage/outside/OpenLists.h"
#include "stage/tensor/RuntimeCall.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage::tensor {

using ops::ParameterKind;
using ops::SignatureParameter;

namespace {

/// What a value is, as far as the parser tells values apart.
enum class Is : uint8_t {
  Tensor,
  Bool,
  Int,
  Float,
  Complex,
  Str,
  None,
  Sequence,
  DType,
  Device,
  Layout,
  MemoryFormat,
  Generator,
  NumberClass, ///< float, int, bool, complex
  Unknown,
  Other
};

Is ofStatic(Stage &stage, Value value) {
  switch (stage.kindOf(value)) {
  case host::Kind::None:
    return Is::None;
  case host::Kind::Bool:
    return Is::Bool;
  case host::Kind::Int:
    return Is::Int;
  case host::Kind::Float:
    return Is::Float;
  case host::Kind::Complex:
    return Is::Complex;
  case host::Kind::Str:
    return Is::Str;
  case host::Kind::DType:
    return Is::DType;
  case host::Kind::Device:
    return Is::Device;
  case host::Kind::Layout:
    return Is::Layout;
  case host::Kind::MemoryFormat:
    return Is::MemoryFormat;
  case host::Kind::Generator:
    return Is::Generator;
  case host::Kind::Class: {
    std::string name = stage.host.qualifiedName(value.handle());
    bool number = name == "builtins.float" || name == "builtins.int" || name == "builtins.bool" ||
                  name == "builtins.complex";
    return number ? Is::NumberClass : Is::Other;
  }
  case host::Kind::Bytes:
  case host::Kind::Ellipsis:
  case host::Kind::Dict:
  case host::Kind::Set:
  case host::Kind::FrozenSet:
  case host::Kind::Slice:
  case host::Kind::Range:
  case host::Kind::Function:
  case host::Kind::BuiltinFunction:
  case host::Kind::Module:
    return Is::Other;
  default:
    return Is::Unknown;
  }
}

Is classify(Stage &stage, Value value) {
  switch (value.kind()) {
  case Value::Kind::Static:
    return ofStatic(stage, value);
  case Value::Kind::Scalar:
    switch (value.scalarType()) {
    case ScalarType::Int:
      return Is::Int;
    case ScalarType::Float:
      return Is::Float;
    case ScalarType::Bool:
      return Is::Bool;
    case ScalarType::Complex:
      return Is::Complex;
    case ScalarType::Str:
      return Is::Str;
    default:
      return Is::Unknown;
    }
  case Value::Kind::Tuple:
    return value.tuple().form == TupleData::Form::Slice ||
                   value.tuple().form == TupleData::Form::Range
               ? Is::Other
               : Is::Sequence;
  case Value::Kind::Callable:
    return Is::Other;
  case Value::Kind::Ref:
    if (stage.isTensor(value))
      return Is::Tensor;
    if (isMapped(stage, value))
      return Is::Unknown;
    if (stage.find<ListObject>(value))
      return Is::Sequence;
    return stage.find<DictObject>(value) || stage.find<SetObject>(value) ? Is::Other : Is::Unknown;
  default:
    return Is::Unknown;
  }
}

Fits when(bool condition) { return condition ? Fits::Yes : Fits::No; }

/// A tensor of one element where a number may stand.
Fits numberTensor(Stage &stage, Value tensor, bool integral) {
  if (integral &&
      (!dtypes::isIntegral(dtypeOf(stage, tensor)) || dtypeOf(stage, tensor) == LITH_BOOL8))
    return Fits::No;
  return when(rankOf(stage, tensor) == 0 && !needsGradient(stage, tensor));
}

/// What PyNumber_Index and its likes take.
Fits index(Stage &stage, Value value) {
  switch (classify(stage, value)) {
  case Is::Int:
    return Fits::Yes;
  case Is::Tensor: {
    auto type = tensorTypeOf(stage, value);
    if (!dtypes::isIntegral(dtypeOf(stage, value)))
      return Fits::No;
    return !type.hasStaticShape() ? Fits::Maybe : when(type.getNumElements() == 1);
  }
  case Is::Unknown:
    return Fits::Maybe;
  default:
    return Fits::No;
  }
}

Fits number(Stage &stage, Value value, ParameterKind kind) {
  Is is = classify(stage, value);
  switch (is) {
  case Is::Int:
    return Fits::Yes;
  case Is::Bool:
  case Is::Float:
    return when(kind != ParameterKind::Int);
  case Is::Complex:
    return when(kind == ParameterKind::Scalar);
  case Is::Tensor:
    return numberTensor(stage, value, kind == ParameterKind::Int);
  default:
    return is == Is::Unknown ? Fits::Maybe : Fits::No;
  }
}

/// Whether PyTorch takes numbers for tensors of the function of this name.
bool takesNumbersAsTensors(const std::string &function) {
  for (const char *space : {"torch.", "Tensor.", "aten."})
    if (const ops::Operator *op = ops::recordOf(space + function))
      return op->numbers;
  return false;
}

/// A sequence by its first element, as the parser looks at it; `failed` is where it fails.
Fits sequence(Stage &stage, const SignatureParameter &parameter, Value value, int64_t &failed) {
  if (classify(stage, value) != Is::Sequence)
    return parameter.broadcast > 0 && parameter.kind == ParameterKind::IntList ? index(stage, value)
                                                                               : Fits::No;
  preferLength(stage, value);
  auto elements = elementsOf(stage, value);
  if (!elements)
    return Fits::Maybe;
  if (elements->empty())
    return Fits::Yes;
  if (parameter.kind != ParameterKind::IntList)
    return std::max(Fits::Maybe, number(stage, elements->front(), ParameterKind::Scalar));
  Fits first = index(stage, elements->front());
  if (first == Fits::No)
    failed = 0;
  return first;
}

/// Every element of a list of tensors has to be one.
Fits tensors(Stage &stage, Value value, bool orNone, int64_t &failed) {
  if (classify(stage, value) != Is::Sequence)
    return Fits::No;
  auto elements = elementsOf(stage, value);
  if (!elements)
    return Fits::Maybe;
  Fits result = Fits::Yes;
  for (auto [i, element] : llvm::enumerate(*elements)) {
    Is is = classify(stage, element);
    if (is == Is::Unknown)
      result = Fits::Maybe;
    else if (is != Is::Tensor && !(orNone && is == Is::None)) {
      failed = int64_t(i);
      return Fits::No;
    }
  }
  return result;
}

Fits fits(Stage &stage, const ops::Signature &signature, const SignatureParameter &parameter,
          Value value, int64_t &failed) {
  Is is = classify(stage, value);
  if (is == Is::Unknown || parameter.kind == ParameterKind::Other)
    return Fits::Maybe;
  switch (parameter.kind) {
  case ParameterKind::Tensor:
    return is == Is::Tensor ? Fits::Yes
                            : when(takesNumbersAsTensors(signature.name) &&
                                   number(stage, value, ParameterKind::Scalar) == Fits::Yes);
  case ParameterKind::Scalar:
  case ParameterKind::Int:
  case ParameterKind::Double:
    return number(stage, value, parameter.kind);
  case ParameterKind::TensorList:
    return tensors(stage, value, false, failed);
  case ParameterKind::OptionalTensorList:
    return tensors(stage, value, true, failed);
  case ParameterKind::IntList:
  case ParameterKind::FloatList:
  case ParameterKind::ScalarList:
    return sequence(stage, parameter, value, failed);
  case ParameterKind::Bool:
    return when(is == Is::Bool);
  case ParameterKind::Generator:
    return when(is == Is::Generator);
  case ParameterKind::DType:
    return when(is == Is::DType || is == Is::NumberClass);
  case ParameterKind::Layout:
    return when(is == Is::Layout);
  case ParameterKind::MemoryFormat:
    return when(is == Is::MemoryFormat);
  case ParameterKind::Device:
    return when(is == Is::Device || is == Is::Str || is == Is::Int);
  case ParameterKind::String:
    return when(is == Is::Str);
  case ParameterKind::Storage:
    return Fits::No;
  case ParameterKind::Other:
    break;
  }
  return Fits::Maybe;
}

/// The other names that NumPy has for a parameter.
llvm::ArrayRef<llvm::StringRef> synonyms(llvm::StringRef name) {
  static const llvm::StringRef dim[] = {"axis"}, keepdim[] = {"keepdims"},
                               input[] = {"x", "a", "x1"}, other[] = {"x2"};
  return llvm::StringSwitch<llvm::ArrayRef<llvm::StringRef>>(name)
      .Case("dim", dim)
      .Case("keepdim", keepdim)
      .Case("input", input)
      .Case("other", other)
      .Default({});
}

bool isNamed(const SignatureParameter &parameter, llvm::StringRef keyword) {
  return keyword == parameter.name || llvm::is_contained(synonyms(parameter.name), keyword);
}

std::string tooMany(const ops::Signature &signature, size_t given) {
  std::string most = std::to_string(signature.most), count = std::to_string(given);
  if (signature.least != signature.most)
    return signature.name + "() takes from " + std::to_string(signature.least) + " to " + most +
           " positional arguments but " + count + " were given";
  return signature.name + "() takes " + most + " positional argument" +
         (signature.most == 1 ? "" : "s") + " but " + count + (given == 1 ? " was" : " were") +
         " given";
}

// PyTorch has the plural of "argument" the wrong way round.
std::string missing(const ops::Signature &signature, size_t from) {
  std::string names;
  size_t count = 0;
  for (const SignatureParameter &each : llvm::drop_begin(signature.parameters, from))
    if (!each.optional) {
      (names += count++ ? ", \"" : "\"") += each.name + "\"";
    }
  return signature.name + "() missing " + std::to_string(count) + " required positional argument" +
         (count == 1 ? "s" : "") + ": " + names;
}

std::string unexpected(const ops::Signature &signature, const Arguments &arguments) {
  for (const auto &keyword : arguments.keywords) {
    auto found = llvm::find_if(signature.parameters, [&](const SignatureParameter &each) {
      return isNamed(each, keyword.first);
    });
    if (found == signature.parameters.end())
      return signature.name + "() got an unexpected keyword argument '" + keyword.first.str() + "'";
    if (size_t(found - signature.parameters.begin()) < arguments.positional.size())
      return signature.name + "() got multiple values for argument '" + keyword.first.str() + "'";
  }
  return "invalid keyword arguments";
}

/// One signature's walk over the arguments.
class Walk {
public:
  Walk(Stage &stage, const ops::Signature &signature, const Arguments &arguments)
      : stage(stage), signature(signature), arguments(arguments), given(arguments.positional),
        left(arguments.keywords.size()) {
    takesAll = signature.most == 1 && signature.parameters[0].kind == ParameterKind::IntList;
  }

  Match run() {
    if (given.size() > signature.most && !takesAll)
      return no(tooMany(signature, given.size()));
    for (size_t i = 0; i < signature.parameters.size(); ++i)
      if (!take(i))
        return result;
    if (left > 0)
      return no(unexpected(signature, arguments));
    return unpacking.empty() ? result : no(unpacking, true);
  }

private:
  Match no(std::string message, bool thrown = false) {
    result = {Fits::No, std::move(message), thrown};
    return result;
  }
  bool fail(std::string message, bool thrown = false) {
    no(std::move(message), thrown);
    return false;
  }

  bool take(size_t i) {
    const SignatureParameter &parameter = signature.parameters[i];
    Value value;
    bool byName = at >= given.size();
    if (!byName) {
      if (parameter.keywordOnly)
        return fail(tooMany(signature, given.size()));
      value = given[at];
    } else {
      for (const auto &keyword : arguments.keywords)
        if (value.isUndefined() && isNamed(parameter, keyword.first))
          value = keyword.second;
    }
    if (value.isUndefined() && !parameter.optional)
      return fail(missing(signature, i));
    if (!value.isUndefined() && !(parameter.allowsNone && stage.isNone(value)) &&
        !accept(parameter, i, value, byName))
      return false;
    if (!byName && at < given.size())
      ++at;
    else if (byName && !value.isUndefined())
      --left;
    return true;
  }

  bool accept(const SignatureParameter &parameter, size_t i, Value value, bool byName) {
    int64_t failed = -1;
    Fits answer = fits(stage, signature, parameter, value, failed);
    if (answer == Fits::No && takesAll && at == 0 && !byName) {
      if (Fits first = index(stage, value); first != Fits::No) { // permute(1, 0)
        result.fits = std::min(result.fits, first);
        at = given.size();
        unpack(parameter, given);
        return true;
      }
      if (given.size() > 1)
        return fail(tooMany(signature, given.size()));
    }
    bool isList = parameter.kind == ParameterKind::TensorList ||
                  parameter.kind == ParameterKind::OptionalTensorList;
    if (answer == Fits::No && isList && failed >= 0)
      return fail("expected Tensor as element " + std::to_string(failed) + " in argument " +
                      std::to_string(i) + ", but got " +
                      nameOfType(stage, (*elementsOf(stage, value))[failed]),
                  true);
    if (answer == Fits::No)
      return fail(wrongType(parameter, value, byName, failed));
    result.fits = std::min(result.fits, answer);
    if (parameter.kind == ParameterKind::IntList)
      if (auto elements = elementsOf(stage, value))
        unpack(parameter, *elements);
    return true;
  }

  /// Ints after the first are looked at when they are taken out, after the signature was chosen.
  void unpack(const SignatureParameter &parameter, llvm::ArrayRef<Value> elements) {
    for (size_t i = 1; i < elements.size() && unpacking.empty(); ++i)
      if (index(stage, elements[i]) == Fits::No)
        unpacking = signature.name + "(): argument '" + parameter.name +
                    "' failed to unpack the object at pos " + std::to_string(i + 1) +
                    " with error \"type must be tuple of ints,but got " +
                    nameOfType(stage, elements[i]) + "\"";
  }

  std::string wrongType(const SignatureParameter &parameter, Value value, bool byName,
                        int64_t failed) {
    std::string text = signature.name + "(): argument '" + parameter.name + "'";
    if (byName)
      return text + " must be " + std::string(parameter.typeName) + ", not " +
             nameOfType(stage, value);
    text += " (position " + std::to_string(at + 1) + ") must be " + std::string(parameter.typeName);
    if (failed < 0)
      return text + ", not " + nameOfType(stage, value);
    return text + ", but found element of type " +
           nameOfType(stage, (*elementsOf(stage, value))[failed]) + " at pos " +
           std::to_string(failed);
  }

  Stage &stage;
  const ops::Signature &signature;
  const Arguments &arguments;
  llvm::ArrayRef<Value> given;
  size_t left, at = 0;
  bool takesAll;
  std::string unpacking; ///< what taking the ints out says
  Match result;
};

} // namespace

std::string nameOfType(Stage &stage, Value value) {
  if (value.isUnion() || value.isBox() || value.isCallable() || stage.isNone(value))
    return typeName(stage, value);
  Value cls = typeOf(stage, value);
  if (!cls.isStatic())
    return typeName(stage, value);
  // What C defines has its module in the name.
  std::string name = stage.host.qualifiedName(cls.handle());
  static constexpr llvm::StringRef full[] = {"torch.dtype", "torch.device", "torch.Size",
                                             "torch.layout", "torch.memory_format"};
  return llvm::is_contained(full, name) || llvm::StringRef(name).starts_with("numpy.")
             ? name
             : typeName(stage, value);
}

bool isSequence(Stage &stage, Value value) { return classify(stage, value) == Is::Sequence; }

std::optional<std::vector<Value>> elementsOf(Stage &stage, Value sequence) {
  if (sequence.isTuple())
    return sequence.tuple().elements.vec();
  const auto *list = stage.find<ListObject>(sequence);
  if (!list || list->isRuntime())
    return std::nullopt;
  return listElements(stage, sequence);
}

Match match(Stage &stage, const ops::Signature &signature, const Arguments &arguments) {
  return Walk(stage, signature, arguments).run();
}

} // namespace lith::stage::tensor
