// Fit.cpp: values of a command line as the types of TorchScript. See Declared.h.
#include "Declared.h"

#include <charconv>

using namespace lith;
using namespace lith::tool;

namespace {

using Fit = std::optional<Value>;
using Kind = Value::Kind;

/// What stands in the brackets of "List[int]", of "Tuple[int, str]" both.
std::vector<std::string> parametersOf(const std::string &type) {
  size_t open = type.find('[');
  std::vector<std::string> parts = splitAtCommas(type.substr(open + 1, type.size() - open - 2));
  return parts == std::vector<std::string>{"()"} ? std::vector<std::string>{} : parts;
}

Fit fittedItems(const Value &value, const std::vector<std::string> &types, bool isTuple) {
  std::vector<Value> items = value.items();
  for (size_t i = 0; i < items.size(); ++i) {
    Fit item = fitted(items[i], types[isTuple ? i : 0]);
    if (!item)
      return std::nullopt;
    items[i] = *item;
  }
  return isTuple ? Value::tuple(items) : Value::list(items);
}

/// Keys of JSON are texts.
Fit fittedKey(const Value &key, const std::string &type) {
  if (type != "int")
    return fitted(key, type);
  std::string text = key.string();
  int64_t number;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return number;
}

Fit fittedEntries(const Value &value, const std::string &key, const std::string &type) {
  std::vector<std::pair<Value, Value>> entries;
  for (size_t i = 0; i < value.size(); ++i) {
    Fit name = fittedKey(value.key(i), key), item = fitted(value[i], type);
    if (!name || !item)
      return std::nullopt;
    entries.emplace_back(*name, *item);
  }
  return Value::dict(entries);
}

Fit ofKind(const Value &value, Kind kind) {
  Value number = numberOf(value);
  if (kind == Kind::Float && number.kind() == Kind::Int)
    return number.real();
  return number.kind() == kind ? Fit(number) : std::nullopt;
}

} // namespace

Fit tool::fitted(const Value &value, const std::string &type) {
  Kind kind = value.kind();
  auto only = [&](bool isSo) { return isSo ? Fit(value) : std::nullopt; };
  if (type == "Tensor")
    return only(kind == Kind::Tensor);
  if (type == "str")
    return only(kind == Kind::Str);
  if (type == "int")
    return ofKind(value, Kind::Int);
  if (type == "float")
    return ofKind(value, Kind::Float);
  if (type == "bool")
    return ofKind(value, Kind::Bool);
  if (type.starts_with("Optional["))
    return kind == Kind::None ? Fit(value) : fitted(value, parametersOf(type)[0]);
  if (type.starts_with("List["))
    return kind == Kind::List ? fittedItems(value, parametersOf(type), false) : std::nullopt;
  if (type.starts_with("Tuple[")) {
    std::vector<std::string> types = parametersOf(type);
    bool isSequence = kind == Kind::List || kind == Kind::Tuple;
    return isSequence && value.size() == types.size() ? fittedItems(value, types, true)
                                                      : std::nullopt;
  }
  if (type.starts_with("Dict[") && kind == Kind::Dict) {
    std::vector<std::string> types = parametersOf(type);
    return fittedEntries(value, types[0], types[1]);
  }
  return only(!type.starts_with("Dict["));
}
