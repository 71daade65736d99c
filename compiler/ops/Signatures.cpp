// Signatures.cpp: parses the texts of Signatures.inc.
#include "ops/Signatures.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>

namespace lith::ops {
namespace {

struct Row {
  std::string_view spelling, text;
};
constexpr Row rows[] = {
#define LITH_SIGNATURE(spelling, text) {spelling, text},
#include "ops/Signatures.inc"
#undef LITH_SIGNATURE
};
constexpr Row declarations[] = {
#define LITH_DECLARATION(name, text) {name, text},
#include "ops/Declarations.inc"
#undef LITH_DECLARATION
};

struct KindName {
  std::string_view written, shown;
  ParameterKind kind;
};
constexpr KindName kindNames[] = {
    {"Tensor", "Tensor", ParameterKind::Tensor},
    {"Scalar", "Number", ParameterKind::Scalar},
    {"int64_t", "int", ParameterKind::Int},
    {"SymInt", "int", ParameterKind::Int},
    {"double", "float", ParameterKind::Double},
    {"bool", "bool", ParameterKind::Bool},
    {"TensorList", "tuple of Tensors", ParameterKind::TensorList},
    {"c10::List<::std::optional<Tensor>>", "tuple of Tensors", ParameterKind::OptionalTensorList},
    {"IntArrayRef", "tuple of ints", ParameterKind::IntList},
    {"SymIntArrayRef", "tuple of ints", ParameterKind::IntList},
    {"ArrayRef<double>", "tuple of floats", ParameterKind::FloatList},
    {"ArrayRef<Scalar>", "tuple of Scalars", ParameterKind::ScalarList},
    {"Generator", "torch.Generator", ParameterKind::Generator},
    {"ScalarType", "torch.dtype", ParameterKind::DType},
    {"Layout", "torch.layout", ParameterKind::Layout},
    {"MemoryFormat", "torch.memory_format", ParameterKind::MemoryFormat},
    {"Device", "torch.device", ParameterKind::Device},
    {"c10::string_view", "str", ParameterKind::String},
    {"std::string", "str", ParameterKind::String},
    {"std::string_view", "str", ParameterKind::String},
    {"Dimname", "name", ParameterKind::String},
    {"DimnameList", "tuple of names", ParameterKind::Other},
    {"Storage", "torch.StorageBase", ParameterKind::Storage},
    {"PyObject*", "object", ParameterKind::Other},
};

/// "int64_t dim=-1", "IntArrayRef[1]? dim", "Tensor? weight={}".
SignatureParameter parameter(std::string_view text) {
  SignatureParameter result;
  size_t space = text.find(' '), equals = text.find('=', space);
  result.name = text.substr(space + 1, equals - space - 1);
  if (equals != std::string_view::npos) {
    result.optional = true;
    result.defaultText = text.substr(equals + 1);
    result.allowsNone = result.defaultText == "None";
  }
  std::string_view type = text.substr(0, space);
  if (type.ends_with('?')) {
    result.allowsNone = true;
    type.remove_suffix(1);
  }
  if (type.ends_with(']')) {
    size_t open = type.rfind('[');
    result.broadcast = std::atoll(std::string(type.substr(open + 1)).c_str());
    type = type.substr(0, open);
  }
  const auto *found = std::ranges::find(kindNames, type, &KindName::written);
  result.typeName = type;
  if (found != std::end(kindNames)) {
    result.kind = found->kind;
    result.typeName = found->shown;
  }
  return result;
}

/// "add(Tensor input, Tensor other, *, Scalar alpha=1, Tensor out=None)|deprecated".
Signature parse(std::string_view text) {
  Signature result;
  size_t open = text.find('('), close = text.rfind(')');
  result.name = text.substr(0, open);
  result.deprecated = text.ends_with("|deprecated");
  result.bare = text.ends_with("|bare");
  result.givesList = text.ends_with("|list");
  std::string_view inner = text.substr(open + 1, close - open - 1);
  bool keywordOnly = false;
  while (!inner.empty()) {
    size_t end = 0, depth = 0;
    for (; end < inner.size() && (depth > 0 || inner[end] != ','); ++end)
      depth += (inner[end] == '{' || inner[end] == '<') - (inner[end] == '}' || inner[end] == '>');
    std::string_view part = inner.substr(0, end);
    inner = end < inner.size() ? inner.substr(end + 2) : std::string_view();
    if (part == "*") {
      keywordOnly = true;
      continue;
    }
    SignatureParameter made = parameter(part);
    made.keywordOnly = keywordOnly;
    result.most += !keywordOnly;
    result.least += !made.optional;
    result.parameters.push_back(std::move(made));
  }
  return result;
}

} // namespace

std::string Signature::text() const {
  std::string result = "(";
  bool starred = false;
  for (const SignatureParameter &each : parameters) {
    if (result.size() > 1)
      result += ", ";
    if (each.keywordOnly && !starred)
      result += "*, ";
    starred = each.keywordOnly;
    (result += each.typeName) += " " + each.name;
    if (each.optional)
      result += " = " + each.defaultText;
  }
  return result + ")";
}

/// Rows by spelling, each parsed when it is first asked for.
class Table {
public:
  explicit Table(std::span<const Row> rows) : rows(rows) {}

  std::span<const Signature> of(std::string_view spelling) {
    auto range = std::ranges::equal_range(rows, spelling, {}, &Row::spelling);
    if (range.empty())
      return {};
    std::lock_guard lock(mutex);
    auto [it, isNew] = parsed.try_emplace(range.front().spelling);
    if (isNew)
      for (const Row &row : range)
        it->second.push_back(parse(row.text));
    return it->second;
  }

private:
  std::span<const Row> rows;
  std::mutex mutex;
  std::map<std::string_view, std::vector<Signature>> parsed;
};

std::span<const Signature> signaturesOf(std::string_view spelling) {
  static Table table(rows);
  return table.of(spelling);
}

std::span<const Signature> declarationsOf(std::string_view name) {
  static Table table(declarations);
  return table.of(name);
}

} // namespace lith::ops
