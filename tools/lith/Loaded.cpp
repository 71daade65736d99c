// Loaded.cpp: see Loaded.h.
#include "Loaded.h"

#include <optional>

using namespace lith;
using namespace lith::tool;

static Value callNested(const lith_program *program, const Arguments &arguments, lith_print print) {
  std::vector<lith_value> raw = Value::rawOf(arguments.positional);
  std::vector<const char *> names;
  for (const auto &[name, value] : arguments.named) {
    raw.push_back(value.raw());
    names.push_back(name.c_str());
  }
  lith_value result;
  lith_error *error = nullptr;
  if (lith_call(program, raw.data(), raw.size(), names.data(), names.size(), print, nullptr,
                &result, &error) != 0)
    throw Error(error);
  return Value::adopt(result);
}

/// nullopt: no program takes these inputs.
static std::optional<Value> callFlat(const lith_program *program, const std::vector<Value> &inputs,
                                     lith_print print) {
  std::vector<lith_value> raw = Value::rawOf(inputs);
  lith_value result;
  lith_error *error = nullptr;
  if (lith_call_flat(program, raw.data(), raw.size(), print, nullptr, &result, &error) == 0)
    return Value::adopt(result);
  Error failure(error);
  if (failure.code() == LITH_ERROR_ARGUMENTS)
    return std::nullopt;
  throw failure;
}

static Arguments unpacked(Arguments arguments) {
  for (Value &value : arguments.positional)
    value = numberOf(value);
  for (auto &[name, value] : arguments.named)
    value = numberOf(value);
  return arguments;
}

Loaded::Loaded(const std::string &path, const std::string &method)
    : handle(nullptr, lith_program_release) {
  lith_error *error = nullptr;
  handle.reset(lith_load(path.c_str(), &error));
  if (handle && !method.empty())
    handle =
        Handle(lith_program_method(handle.get(), method.c_str(), &error), lith_program_release);
  if (!handle)
    throw Error(error);
}

void Loaded::loadState(const std::string &path) {
  lith_error *error = nullptr;
  if (lith_load_state(handle.get(), path.c_str(), &error) != 0)
    throw Error(error);
}

Value Loaded::call(const Arguments &arguments, lith_print print) {
  auto inFlattenedOrder = [&] {
    std::optional<Value> result = callFlat(get(), arguments.positional, print);
    isFlat = result.has_value();
    return result;
  };
  if (isFlat)
    if (std::optional<Value> result = inFlattenedOrder())
      return *result;
  try {
    return callNested(get(), arguments, print);
  } catch (const Error &mismatch) {
    if (mismatch.code() != LITH_ERROR_ARGUMENTS)
      throw;
    if (!arguments.named.empty())
      return callNested(get(), unpacked(arguments), print);
    if (std::optional<Value> result = inFlattenedOrder())
      return *result;
    throw;
  }
}
