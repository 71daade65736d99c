// Schema.cpp: schemas, parsed.
#include "stage/tensor/Schema.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

namespace lith::stage::tensor {

static SchemaParameter::Type typeNamed(llvm::StringRef name) {
  using Type = SchemaParameter::Type;
  return llvm::StringSwitch<Type>(name)
      .Case("Tensor", Type::Tensor)
      .Case("Index", Type::Index)
      .Case("Mask", Type::Mask)
      .Case("int", Type::Int)
      .Case("SymInt", Type::SymInt)
      .Cases({"int[]", "SymInt[]"}, Type::Ints)
      .Case("float", Type::Float)
      .Case("bool", Type::Bool)
      .Case("dtype", Type::Dtype)
      .Default(Type::Other);
}

std::vector<SchemaParameter> parametersOf(std::string_view schema) {
  std::vector<SchemaParameter> result;
  auto open = schema.find('('), close = schema.find(") ->");
  if (open == std::string_view::npos || close == std::string_view::npos)
    return result;
  llvm::StringRef list(schema.data() + open + 1, close - open - 1);
  bool keywordOnly = false;
  llvm::SmallVector<llvm::StringRef> parts;
  list.split(parts, ',', -1, false);
  for (llvm::StringRef part : parts) {
    part = part.trim();
    if (part == "*") {
      keywordOnly = true;
      continue;
    }
    auto [type, name] = part.split('=').first.rsplit(' ');
    result.push_back({typeNamed(type), name.str(), keywordOnly});
  }
  return result;
}

} // namespace lith::stage::tensor
