// Literal.cpp: see Literal.h.
#include "Literal.h"

#include <nlohmann/json.hpp>

using namespace lith;
using nlohmann::ordered_json;

namespace {

constexpr int Deepest = 100;

Value valueOf(const ordered_json &json, const tool::TextMeaning &meaning, int depth) {
  if (depth > Deepest)
    throw Error(LITH_ERROR_ARGUMENTS, "a JSON literal nests too deep");
  switch (json.type()) {
  case ordered_json::value_t::boolean:
    return json.get<bool>();
  case ordered_json::value_t::number_unsigned:
    if (json.get<uint64_t>() > INT64_MAX)
      throw Error(LITH_ERROR_ARGUMENTS, json.dump() + " is more than 64 bits hold");
    return json.get<int64_t>();
  case ordered_json::value_t::number_integer:
    return json.get<int64_t>();
  case ordered_json::value_t::number_float:
    return json.get<double>();
  case ordered_json::value_t::string: {
    auto text = json.get<std::string>();
    std::optional<Value> meant = depth ? meaning(text) : std::nullopt;
    return meant ? *meant : Value(text);
  }
  case ordered_json::value_t::array: {
    std::vector<Value> items;
    for (const ordered_json &item : json)
      items.push_back(valueOf(item, meaning, depth + 1));
    return Value::list(items);
  }
  case ordered_json::value_t::object: {
    std::vector<std::pair<Value, Value>> items;
    for (const auto &[key, item] : json.items())
      items.emplace_back(key, valueOf(item, meaning, depth + 1));
    return Value::dict(items);
  }
  default:
    return {};
  }
}

} // namespace

std::optional<Value> tool::literal(const std::string &json, const TextMeaning &meaning) {
  ordered_json parsed = ordered_json::parse(json, nullptr, false);
  if (parsed.is_discarded())
    return std::nullopt;
  return valueOf(parsed, meaning, 0);
}
