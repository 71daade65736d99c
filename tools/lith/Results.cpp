// Results.cpp: see Results.h.
#include "Results.h"

#include "Npy.h"
#include "Npz.h"

#include <cstdio>
#include <filesystem>
#include <set>

using namespace lith;
using namespace lith::tool;

namespace {

class Collector {
public:
  void add(const Value &value, const std::string &name) {
    switch (value.kind()) {
    case Value::Kind::List:
    case Value::Kind::Tuple:
    case Value::Kind::Set:
      for (size_t i = 0; i < value.size(); ++i)
        add(value[i], joined(name, std::to_string(i)));
      return;
    case Value::Kind::Dict:
      for (size_t i = 0; i < value.size(); ++i)
        add(value[i], joined(name, textOf(value.key(i))));
      return;
    case Value::Kind::None:
      return;
    default:
      leaves.push_back({unused(name.empty() ? "0" : name), value});
    }
  }

  std::vector<Leaf> leaves;

private:
  static std::string joined(const std::string &name, const std::string &part) {
    return name.empty() ? part : name + "." + part;
  }

  /// A key as a part of a file's name.
  static std::string textOf(const Value &key) {
    std::string text = key.kind() == Value::Kind::Str ? key.string() : key.repr();
    for (char &c : text)
      if (c == '/' || c == '\0')
        c = '_';
    return text.empty() ? "_" : text;
  }

  /// Keys that differ may give one name, such as 1 and "1".
  std::string unused(const std::string &name) {
    std::string tried = name;
    for (int copy = 2; !names.insert(tried).second; ++copy)
      tried = name + "~" + std::to_string(copy);
    return tried;
  }

  std::set<std::string> names;
};

template <typename T> NpyArray number(T value, DType dtype) {
  return npyOf(Tensor::from(&value, {}, dtype));
}

NpyArray arrayOf(const Value &value) {
  switch (value.kind()) {
  case Value::Kind::Str:
    return npyOfText(value.string());
  case Value::Kind::Bytes:
  case Value::Kind::Other:
    return npyOfText(value.repr());
  case Value::Kind::Bool:
    return number(value.boolean(), DType::Bool);
  case Value::Kind::Int:
    return number(value.integer(), DType::Int64);
  case Value::Kind::Float:
    return number(value.real(), DType::Float64);
  case Value::Kind::Complex:
    return number(value.complex(), DType::Complex128);
  default:
    return npyOf(value.tensor());
  }
}

void say(const std::string &where, const NpyArray &array) {
  std::fprintf(stderr, "%s: %s\n", where.c_str(), array.type.c_str());
}

} // namespace

std::vector<Leaf> tool::leavesOf(const Value &result) {
  Collector collector;
  collector.add(result, "");
  return std::move(collector.leaves);
}

void tool::writeLeaves(const std::string &path, const std::vector<Leaf> &leaves) {
  if (path.ends_with(".npz")) {
    NpzWriter file(path);
    for (const Leaf &leaf : leaves) {
      NpyArray array = arrayOf(leaf.value);
      file.add(leaf.name, array);
      say(path + "[" + leaf.name + "]", array);
    }
    return file.finish();
  }
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error)
    throw Error(LITH_ERROR_CANNOT_WRITE, "cannot make '" + path + "': " + error.message());
  for (const Leaf &leaf : leaves) {
    std::string file = (std::filesystem::path(path) / (leaf.name + ".npy")).string();
    NpyArray array = arrayOf(leaf.value);
    writeNpy(file, array);
    say(file, array);
  }
}
