// CheckArguments.cpp: refuses, as PyTorch's argument parser does, what no signature of an operator
// takes: the class and the words of the TypeError are eager's.
//
// The words list what each signature made of the arguments by rules of their own, looser than
// those of the match: `listing` and what it calls follow them to the letter.
#include "stage/Protocols.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/arguments/Match.h"

#include "llvm/ADT/StringExtras.h"

#include <unordered_map>

namespace lith::stage::tensor {

namespace {

/// Keywords as the messages walk over them: in the order of this very container.
using Keywords = std::unordered_map<std::string, Value>;

/// "(int, tuple of (int, float), dim=str, )": what was given, without regard to a signature.
std::string described(Stage &stage, llvm::ArrayRef<Value> given, const Keywords &keywords) {
  std::string result = "(";
  for (Value each : given)
    result += nameOfType(stage, each) + ", ";
  for (const auto &[name, value] : keywords)
    result += name + "=" + nameOfType(stage, value) + ", ";
  if (!given.empty())
    result.resize(result.size() - 2);
  return result + ")";
}

/// One parameter as the listing reads it: "bool keepdim = False" has the type "bool keepdim =".
struct Listed {
  std::string type, name;
};

std::vector<Listed> listedParameters(const ops::Signature &signature) {
  std::string text = signature.text();
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(text).drop_front().drop_back().split(parts, ", ");
  std::vector<Listed> result;
  for (llvm::StringRef part : parts) {
    auto [type, name] = part.rsplit(' ');
    result.push_back({type.str(), (name.empty() ? type : name).str()});
  }
  return result;
}

bool isListedMatch(llvm::StringRef type, llvm::StringRef given) {
  return type == given || (type == "float" && given == "int");
}

std::string valueText(Stage &stage, Value value) {
  std::string text = nameOfType(stage, value);
  auto elements = isSequence(stage, value) ? elementsOf(stage, value) : std::nullopt;
  if (!elements)
    return text;
  bool isTuple = value.isTuple();
  text += isTuple ? " of (" : " of [";
  for (auto [i, element] : llvm::enumerate(*elements))
    text += (i ? ", " : "") + nameOfType(stage, element);
  if (isTuple && elements->size() == 1)
    text += ",";
  return text + (isTuple ? ")" : "]");
}

/// "(!int!, !str!)": each argument beside the parameter at its place.
std::string compared(Stage &stage, llvm::ArrayRef<Listed> parameters, llvm::ArrayRef<Value> given,
                     const Keywords &keywords) {
  std::string result = "(";
  for (size_t i = 0; i < given.size() + keywords.size() && i < parameters.size(); ++i) {
    auto keyword = i < given.size() ? keywords.end() : keywords.find(parameters[i].name);
    if (i >= given.size() && keyword == keywords.end())
      continue;
    Value value = i < given.size() ? given[i] : keyword->second;
    const char *mark = isListedMatch(parameters[i].type, nameOfType(stage, value)) ? "" : "!";
    result += mark + (i < given.size() ? "" : parameters[i].name + "=") + valueText(stage, value) +
              mark + ", ";
  }
  if (!given.empty())
    result.resize(result.size() - 2);
  return result + ")";
}

std::vector<std::string> unmatched(llvm::ArrayRef<Listed> parameters, size_t given,
                                   const Keywords &keywords) {
  std::vector<std::string> result;
  size_t start = parameters.size() - keywords.size();
  if (start > given)
    start = 0;
  for (const auto &keyword : keywords)
    if (llvm::none_of(parameters.drop_front(start),
                      [&](const Listed &each) { return each.name == keyword.first; }))
      result.push_back(keyword.first);
  return result;
}

/// The message where several signatures were tried, or one and a deprecated one.
std::string listing(Stage &stage, llvm::ArrayRef<const ops::Signature *> shown,
                    const Arguments &arguments) {
  llvm::ArrayRef<Value> given = arguments.positional;
  Keywords keywords;
  for (const auto &[name, value] : arguments.keywords)
    keywords.emplace(name.str(), value);
  size_t count = given.size() + keywords.size();
  std::string text = shown[0]->name + "() received an invalid combination of arguments - ";
  if (shown.size() == 1) {
    auto parameters = listedParameters(*shown[0]);
    auto wrong = keywords.empty() ? std::vector<std::string>()
                                  : unmatched(parameters, given.size(), keywords);
    if (!wrong.empty())
      return text + "got unrecognized keyword arguments: " + llvm::join(wrong, ", ");
    text += "got " + (parameters.size() == count ? compared(stage, parameters, given, keywords)
                                                 : described(stage, given, keywords));
    return text + ", but expected " + shown[0]->text();
  }
  text += "got " + described(stage, given, keywords) + ", but expected one of:\n";
  for (const ops::Signature *signature : shown) {
    text += " * " + signature->text() + "\n";
    auto parameters = listedParameters(*signature);
    if (parameters.size() != count)
      continue;
    auto wrong = keywords.empty() ? std::vector<std::string>()
                                  : unmatched(parameters, given.size(), keywords);
    if (!wrong.empty())
      text += "      didn't match because some of the keywords were incorrect: " +
              llvm::join(wrong, ", ") + "\n";
    else
      text += "      didn't match because some of the arguments have invalid types: " +
              compared(stage, parameters, given, keywords) + "\n";
  }
  return text;
}

std::string bareMessage(const ops::Signature &signature, const Arguments &arguments) {
  std::string name = signature.name + "() takes no ";
  if (!arguments.keywords.empty())
    return name + "keyword arguments";
  return name + "arguments (" + std::to_string(arguments.positional.size()) + " given)";
}

/// What eager says of arguments that no signature takes; none: one of them may.
std::optional<std::string> complaint(Stage &stage, std::span<const ops::Signature> signatures,
                                     const Arguments &arguments) {
  size_t count = arguments.positional.size() + arguments.keywords.size();
  if (signatures[0].bare)
    return count ? std::optional(bareMessage(signatures[0], arguments)) : std::nullopt;
  std::vector<Match> tried;
  std::vector<const ops::Signature *> shown;
  const Match *plausible = nullptr;
  size_t plausibleCount = 0;
  for (const ops::Signature &signature : signatures) {
    tried.push_back(match(stage, signature, arguments));
    if (tried.back().thrown)
      return tried.back().message;
    if (tried.back().fits != Fits::No)
      return std::nullopt;
  }
  for (auto [i, signature] : llvm::enumerate(signatures)) {
    if (signature.deprecated)
      continue;
    shown.push_back(&signature);
    if (count < signature.least || count > signature.parameters.size())
      continue;
    plausible = &tried[i];
    ++plausibleCount;
  }
  if (signatures.size() == 1 || plausibleCount == 1)
    return signatures.size() == 1 ? tried[0].message : plausible->message;
  return listing(stage, shown, arguments);
}

} // namespace
} // namespace lith::stage::tensor

namespace lith::stage {

bool checkArguments(Stage &stage, llvm::StringRef spelling, const Arguments &arguments) {
  auto signatures = ops::signaturesOf({spelling.data(), spelling.size()});
  if (signatures.empty() || !arguments.rest.isUndefined())
    return true;
  Arguments own = arguments;
  if (spelling.starts_with("Tensor.")) {
    if (own.positional.empty() || !stage.isTensor(own.positional[0]))
      return true;
    own.positional.erase(own.positional.begin());
  }
  if (auto message = tensor::complaint(stage, signatures, own)) {
    raise(stage, "TypeError", *message);
    return false;
  }
  bool takesScalar = llvm::any_of(signatures, [](const ops::Signature &signature) {
    return llvm::any_of(signature.parameters, [](const ops::SignatureParameter &each) {
      return each.kind == ops::ParameterKind::Scalar;
    });
  });
  auto isInRange = [&](Value value) {
    if (!takesScalar)
      tensor::refuseLong(stage, value);
    return tensor::checkRange(stage, value);
  };
  return llvm::all_of(own.positional, isInRange) &&
         llvm::all_of(llvm::make_second_range(own.keywords), isInRange);
}

} // namespace lith::stage
