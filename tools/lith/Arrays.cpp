// Arrays.cpp: see Arrays.h.
#include "Arrays.h"

#include "Npy.h"

#include <filesystem>

using namespace lith;
using namespace lith::tool;

// The arrays from `next` to the bracket that closes them, or to the end.
static std::vector<Value> readGroup(const std::vector<std::string> &paths, size_t &next,
                                    bool isList) {
  std::vector<Value> values;
  while (next < paths.size()) {
    const std::string &path = paths[next++];
    if (path == "[")
      values.push_back(Value::list(readGroup(paths, next, true)));
    else if (path != "]")
      values.push_back(readNpy(path));
    else if (isList)
      return values;
    else
      throw Error(LITH_ERROR_ARGUMENTS, "']' closes no list");
  }
  if (isList)
    throw Error(LITH_ERROR_ARGUMENTS, "'[' is not closed");
  return values;
}

std::vector<Value> tool::readArrays(const std::vector<std::string> &paths) {
  size_t next = 0;
  return readGroup(paths, next, false);
}

void tool::flatten(const Value &value, std::vector<Value> &leaves) {
  switch (value.kind()) {
  case Value::Kind::List:
  case Value::Kind::Tuple:
  case Value::Kind::Dict:
  case Value::Kind::Set:
    for (const Value &item : value.items())
      flatten(item, leaves);
    return;
  case Value::Kind::None:
    return;
  default:
    leaves.push_back(value);
  }
}

static Tensor scalar(const Value &value) {
  switch (value.kind()) {
  case Value::Kind::Bool: {
    bool b = value.boolean();
    return Tensor::from(&b, {}, DType::Bool);
  }
  case Value::Kind::Int: {
    int64_t i = value.integer();
    return Tensor::from(&i, {}, DType::Int64);
  }
  case Value::Kind::Float: {
    double f = value.real();
    return Tensor::from(&f, {}, DType::Float64);
  }
  case Value::Kind::Complex: {
    std::complex<double> z = value.complex();
    return Tensor::from(&z, {}, DType::Complex128);
  }
  default:
    return value.tensor();
  }
}

void tool::writeArrays(const std::string &folder, const std::vector<Value> &leaves) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw Error(LITH_ERROR_CANNOT_WRITE, "cannot make '" + folder + "': " + error.message());
  for (size_t i = 0; i < leaves.size(); ++i) {
    std::string path = folder + "/" + std::to_string(i) + ".npy";
    switch (leaves[i].kind()) {
    case Value::Kind::Str:
      writeNpyText(path, leaves[i].string());
      break;
    case Value::Kind::Bytes:
    case Value::Kind::Other:
      writeNpyText(path, leaves[i].repr());
      break;
    default:
      writeNpy(path, scalar(leaves[i]));
    }
  }
}

Loaded::Loaded(const std::string &path) : handle(nullptr, lith_program_release) {
  lith_error *error = nullptr;
  handle.reset(lith_load(path.c_str(), &error));
  if (!handle)
    throw Error(error);
}

Value Loaded::call(const std::vector<Value> &inputs, lith_print print) const {
  std::vector<lith_value> raw = Value::rawOf(inputs);
  lith_value result;
  lith_error *error = nullptr;
  if (lith_call_flat(handle.get(), raw.data(), raw.size(), print, nullptr, &result, &error) != 0)
    throw Error(error);
  return Value::adopt(result);
}
