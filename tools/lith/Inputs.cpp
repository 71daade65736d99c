// Inputs.cpp: see Inputs.h.
#include "Inputs.h"

#include "Literal.h"
#include "Npy.h"

#include <charconv>

using namespace lith;
using namespace lith::tool;

namespace {

constexpr int Deepest = 100;
/// For a size that is not said: programs are of any size.
constexpr int64_t Varying = 2;

[[noreturn]] void refuse(const std::string &message) { throw Error(LITH_ERROR_ARGUMENTS, message); }

std::optional<DType> dtypeNamed(std::string_view name) {
  for (DType dtype : {DType::UInt8, DType::Int8, DType::Int16, DType::Int32, DType::Int64,
                      DType::Float16, DType::Float32, DType::Float64, DType::Complex64,
                      DType::Complex128, DType::Bool, DType::BFloat16})
    if (nameOf(dtype) == name)
      return dtype;
  return std::nullopt;
}

/// The tensor that `float32[2,?]` describes; nullopt where the word is nothing of the kind.
std::optional<Value> described(const std::string &word) {
  size_t open = word.find('[');
  if (open == 0 || open == std::string::npos || word.back() != ']' || word[0] == '"')
    return std::nullopt;
  std::optional<DType> dtype = dtypeNamed(std::string_view(word).substr(0, open));
  if (!dtype)
    refuse("'" + word + "' names no dtype of Lith");
  std::vector<int64_t> shape;
  const char *at = word.data() + open + 1, *end = word.data() + word.size() - 1;
  auto skip = [&] {
    while (at < end && *at == ' ')
      ++at;
  };
  for (skip(); at < end; skip()) {
    int64_t size = Varying;
    auto [next, error] =
        *at == '?' ? std::from_chars_result{at + 1, {}} : std::from_chars(at, end, size);
    at = next;
    skip();
    bool isLast = at == end;
    if (error != std::errc() || size < 0 || (!isLast && *at != ',') ||
        shape.size() == LITH_MAX_RANK)
      refuse("'" + word + "' has a size that is neither a number nor '?'");
    shape.push_back(size);
    at += !isLast;
  }
  try {
    return Tensor::empty(shape, *dtype);
  } catch (const Error &error) {
    throw Error(error.code(), "'" + word + "': " + error.what());
  }
}

std::optional<Value> meaningIn(const std::string &text, bool specs) {
  if (!text.starts_with('@'))
    return std::nullopt;
  std::string named = text.substr(1);
  if (named.ends_with(".npy"))
    return readNpy(named);
  if (named.starts_with(':'))
    return Value::named(named.substr(1));
  return specs && named.ends_with(']') ? described(named) : std::nullopt;
}

/// A value that needs no file; nullopt: it is the name of one, or a bare text.
std::optional<Value> readLiteral(const std::string &word, bool specs) {
  if (word.starts_with(':'))
    return Value::named(word.substr(1));
  auto meaning = [&](const std::string &text) { return meaningIn(text, specs); };
  std::optional<Value> value = literal(word, meaning);
  return value || !specs ? value : described(word);
}

Value readWord(const std::string &word, bool specs) {
  if (std::optional<Value> value = readLiteral(word, specs))
    return *value;
  try {
    return readNpy(word);
  } catch (const Error &error) {
    if (word.ends_with(".npy"))
      throw;
    refuse(
        std::string(error.what()) + "; as a JSON literal it cannot be read either" +
        (word.find_first_of("[{\"") == std::string::npos ? " (a text is '\"" + word + "\"')" : ""));
  }
}

class Reader {
public:
  Reader(const std::vector<std::string> &words, bool specs) : words(words), specs(specs) {}

  /// The values from here to the word that closes them; "": to the end.
  std::vector<Value> group(const std::string &closing, int depth) {
    if (depth > Deepest)
      refuse("lists nest too deep");
    std::vector<Value> values;
    while (next < words.size()) {
      const std::string &word = words[next++];
      if (word == "[")
        values.push_back(Value::list(group("]", depth + 1)));
      else if (word == "(")
        values.push_back(Value::tuple(group(")", depth + 1)));
      else if (word == "{")
        values.push_back(dictOf(group("}", depth + 1)));
      else if (word != "]" && word != ")" && word != "}")
        values.push_back(readWord(word, specs));
      else if (word == closing)
        return values;
      else
        refuse("'" + word + "' closes no " +
               (word == "]"   ? "list"
                : word == ")" ? "tuple"
                              : "dict"));
    }
    if (!closing.empty())
      refuse(std::string(closing == "]"   ? "'['"
                         : closing == ")" ? "'('"
                                          : "'{'") +
             " is not closed");
    return values;
  }

private:
  /// Of keys and values in turn.
  static Value dictOf(const std::vector<Value> &words) {
    if (words.size() % 2)
      refuse("a key between '{' and '}' has no value");
    std::vector<std::pair<Value, Value>> items;
    for (size_t i = 0; i < words.size(); i += 2) {
      if (words[i].isTensor())
        refuse("a tensor is no key");
      items.emplace_back(words[i], words[i + 1]);
    }
    return Value::dict(items);
  }

  const std::vector<std::string> &words;
  bool specs;
  size_t next = 0;
};

} // namespace

std::vector<Value> tool::readInputs(const std::vector<std::string> &words, bool specs) {
  return Reader(words, specs).group("", 0);
}

std::pair<std::string, Value> tool::readNamed(const std::string &word, bool specs) {
  size_t equals = word.find('=');
  if (equals == 0 || equals == std::string::npos)
    refuse("'" + word + "' is not NAME=VALUE");
  std::string name = word.substr(0, equals), value = word.substr(equals + 1);
  if (std::optional<Value> read = readLiteral(value, specs))
    return {name, *read};
  if (value.ends_with(".npy"))
    return {name, readNpy(value)};
  return {name, Value(value)};
}

Value tool::numberOf(const Value &value) {
  if (!value.isTensor() || !value.tensor().shape().empty())
    return value;
  Tensor tensor = value.tensor();
  switch (tensor.dtype()) {
  case DType::Bool:
    return *tensor.data<bool>();
  case DType::Int64:
    return *tensor.data<int64_t>();
  case DType::Int32:
    return *tensor.data<int32_t>();
  case DType::Float64:
    return *tensor.data<double>();
  case DType::Float32:
    return double(*tensor.data<float>());
  default:
    return value;
  }
}
