// Declared.cpp: see Declared.h.
#include "Declared.h"

#include <lith/compiler.h>

#include <algorithm>

using namespace lith;
using namespace lith::tool;

std::vector<std::string> tool::splitAtCommas(const std::string &text) {
  std::vector<std::string> parts;
  int depth = 0;
  char quote = 0;
  for (char c : text) {
    if (quote) {
      quote = c == quote ? 0 : quote;
    } else {
      quote = c == '"' || c == '\'' ? c : 0;
      depth += (c == '[' || c == '(' || c == '{') - (c == ']' || c == ')' || c == '}');
    }
    if (parts.empty())
      parts.emplace_back();
    if (c == ',' && depth == 0 && !quote)
      parts.emplace_back();
    else if (c != ' ' || !parts.back().empty())
      parts.back() += c;
  }
  return parts;
}

static Method parsed(const std::string &line) {
  size_t open = line.find('(');
  Method method{line, line.substr(0, open), {}};
  for (const std::string &part : splitAtCommas(line.substr(open + 1, line.size() - open - 2))) {
    size_t colon = std::min(part.find(':'), part.size()), equals = part.find('=', colon);
    Parameter parameter{part.substr(0, colon), "", equals != std::string::npos};
    if (colon < part.size())
      parameter.type = part.substr(colon + 2, std::min(equals, part.size()) - colon - 2);
    method.parameters.push_back(std::move(parameter));
  }
  return method;
}

std::vector<Method> tool::methodsOf(const std::string &archive) {
  lith_error *error = nullptr;
  lith_value made = lith_torchscript_methods(archive.c_str(), &error);
  if (error)
    throw Error(error);
  std::string text = Value::adopt(made).string();
  std::vector<Method> methods;
  for (size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
    methods.push_back(parsed(text.substr(at, end - at)));
  return methods;
}

static std::string kindOf(const Value &value) {
  switch (value.kind()) {
  case Value::Kind::None:
    return "None";
  case Value::Kind::Bool:
    return "a bool";
  case Value::Kind::Int:
    return "an int";
  case Value::Kind::Float:
    return "a float";
  case Value::Kind::Str:
    return "a text";
  case Value::Kind::Tensor:
    return "a tensor";
  case Value::Kind::List:
    return "this list";
  case Value::Kind::Tuple:
    return "this tuple";
  default:
    return "this dict";
  }
}

Arguments tool::fitted(Arguments arguments, const Method &method) {
  auto refuse = [&](const std::string &why) {
    throw Error(LITH_ERROR_ARGUMENTS, why + " in a call of " + method.declaration);
  };
  size_t count = arguments.positional.size();
  if (count > method.parameters.size())
    refuse(std::to_string(count) + " arguments are too many");
  std::vector<bool> given(method.parameters.size(), false);
  auto take = [&](size_t i, Value &value) {
    const Parameter &parameter = method.parameters[i];
    if (given[i])
      refuse("argument '" + parameter.name + "' is given twice");
    given[i] = true;
    std::optional<Value> fit = fitted(value, parameter.type);
    if (!fit)
      refuse("argument '" + parameter.name + "' must be " + parameter.type + ", not " +
             kindOf(value) + ",");
    value = *fit;
  };
  for (size_t i = 0; i < count; ++i)
    take(i, arguments.positional[i]);
  for (auto &[name, value] : arguments.named) {
    auto found = std::find_if(method.parameters.begin(), method.parameters.end(),
                              [&](const Parameter &one) { return one.name == name; });
    if (found == method.parameters.end())
      refuse("there is no parameter '" + name + "'");
    take(size_t(found - method.parameters.begin()), value);
  }
  for (size_t i = 0; i < given.size(); ++i)
    if (!given[i] && !method.parameters[i].hasDefault)
      refuse("argument '" + method.parameters[i].name + "' is missing");
  return arguments;
}
