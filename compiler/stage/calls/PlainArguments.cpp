// PlainArguments.cpp: arguments of operators as PyTorch's parser of arguments reads them.
#include "stage/calls/PlainArguments.h"
#include "ops/Signatures.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/objects/PlainValues.h"

namespace lith::stage {

using Signatures = std::span<const ops::Signature>;

// Functions in C that take numbers and texts, and those of Python that only hand them on to these.
// The others may give what they are given to a function of the program, as checkpoint does.
static bool takesPlainValues(llvm::StringRef spelling, Signatures signatures) {
  return !signatures.empty() || spelling.starts_with("Tensor.") ||
         spelling.starts_with("torch.functional.") || spelling.starts_with("torch.nn.functional.");
}

static bool isDtype(const ops::SignatureParameter &parameter) {
  return parameter.kind == ops::ParameterKind::DType;
}

// The dtype that int, float, bool or complex stands for; any other value as it is.
static Value dtypeOfClass(Stage &s, Value value) {
  static constexpr std::pair<llvm::StringRef, llvm::StringRef> classes[] = {
      {"int", "torch.int64"},
      {"float", "torch.float64"},
      {"bool", "torch.bool"},
      {"complex", "torch.complex128"}};
  for (auto [name, dtype] : classes)
    if (value.isStatic() && value == builtinType(s, name))
      return Value::ofStatic(lookup(s, dtype));
  return value;
}

static void readDtypes(Stage &s, Signatures signatures, size_t own, Arguments &arguments) {
  for (const ops::Signature &signature : signatures) {
    for (size_t i = own; i < arguments.positional.size(); ++i)
      if (i - own < signature.parameters.size() && isDtype(signature.parameters[i - own]))
        arguments.positional[i] = dtypeOfClass(s, arguments.positional[i]);
    for (const ops::SignatureParameter &parameter : signature.parameters)
      for (auto &[name, value] : arguments.keywords)
        if (isDtype(parameter) && name == parameter.name)
          value = dtypeOfClass(s, value);
  }
}

bool readByParser(Stage &s, llvm::StringRef spelling, Arguments &arguments) {
  Signatures signatures = ops::signaturesOf({spelling.data(), spelling.size()});
  if (!takesPlainValues(spelling, signatures))
    return true;
  readDtypes(s, signatures, spelling.starts_with("Tensor.") ? 1 : 0, arguments);
  return makePlain(s, arguments);
}

} // namespace lith::stage
