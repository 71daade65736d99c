// Manifest.cpp: what an artifact holds, as JSON and as signatures, for people and tools.
#include "artifact/Json.h"
#include "artifact/Match.h"
#include "core/Object.h"
#include "text/Text.h"

#include <lith/artifact.h>

#include <cstdio>

using namespace lith;

std::string lith::jsonQuoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", byte);
      out += escaped;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

namespace {

std::string reprOf(const Constant &constant) {
  if (constant.tag == LITH_TENSOR)
    return std::string("tensor of ") + dtypeName(constant.dtype);
  if (constant.tag == LITH_OPAQUE || constant.tag == LITH_NULL)
    return constant.text.empty() ? "..." : constant.text;
  if (isNamedObject(constant))
    return constant.children[1].text;
  OwnedValue value(nullptr, makeConstant(nullptr, constant));
  Context scratch;
  std::string out;
  appendRepr(&scratch, out, value.get());
  return out;
}

std::string tensorTypeOf(const Tree &tree) {
  std::string out = dtypeName(tree.dtype);
  if (!tree.knownRank)
    return out + "[...]";
  out += "[";
  for (size_t i = 0; i < tree.sizes.size(); ++i) {
    out += i ? ", " : "";
    if (tree.sizes[i] >= 0)
      out += std::to_string(tree.sizes[i]);
    else
      out += i < tree.sizeNames.size() && !tree.sizeNames[i].empty() ? tree.sizeNames[i] : "?";
  }
  return out + "]";
}

std::string joined(const Tree &tree, const char *open, const char *close);

// Of a Record.
std::string classOf(const Tree &tree) {
  const std::string &name = tree.constant.tag == LITH_STR ? tree.constant.text : tree.name;
  return name.substr(name.rfind('.') + 1);
}

std::string typeOf(const Tree &tree) {
  switch (tree.kind) {
  case Tree::Kind::Tensor:
    return tensorTypeOf(tree);
  case Tree::Kind::Int:
    return "int";
  case Tree::Kind::Float:
    return "float";
  case Tree::Kind::Bool:
    return "bool";
  case Tree::Kind::Complex:
    return "complex";
  case Tree::Kind::Str:
    return "str";
  case Tree::Kind::Value:
    return "object";
  case Tree::Kind::Constant:
    return reprOf(tree.constant);
  case Tree::Kind::Input:
    return "input " + std::to_string(tree.index);
  case Tree::Kind::Weight:
    return "weight " + std::to_string(tree.index);
  case Tree::Kind::Shared:
    return "result " + std::to_string(tree.index);
  case Tree::Kind::Tuple:
    return joined(tree, "(", tree.children.size() == 1 ? ",)" : ")");
  case Tree::Kind::List:
    return tree.anyLength ? joined(tree, "list[", "]") : joined(tree, "[", "]");
  case Tree::Kind::Dict:
    return joined(tree, "{", "}");
  case Tree::Kind::Set:
    return joined(tree, "{", "}");
  case Tree::Kind::Slice:
    return joined(tree, "slice(", ")");
  case Tree::Kind::Record:
    return joined(tree, (classOf(tree) + "(").c_str(), ")");
  }
  return "?";
}

std::string joined(const Tree &tree, const char *open, const char *close) {
  std::string out = open;
  for (size_t i = 0; i < tree.children.size(); ++i) {
    out += i ? ", " : "";
    if (tree.kind == Tree::Kind::Dict && i < tree.keys.size())
      out += reprOf(tree.keys[i]) + ": ";
    if (tree.kind == Tree::Kind::Record && i < tree.keys.size())
      out += tree.keys[i].text + ": ";
    out += typeOf(tree.children[i]);
  }
  return out + close;
}

const char *kindName(Tree::Kind kind) {
  static const char *const Names[] = {"tensor", "int",      "float", "bool",   "complex", "str",
                                      "value",  "constant", "input", "weight", "shared",  "tuple",
                                      "list",   "dict",     "set",   "slice",  "record"};
  return Names[static_cast<size_t>(kind)];
}

std::string treeJson(const Tree &tree) {
  std::string out = std::string("{\"kind\": \"") + kindName(tree.kind) + "\"";
  if (!tree.name.empty())
    out += ", \"name\": " + jsonQuoted(tree.name);
  if (tree.index >= 0)
    out += ", \"index\": " + std::to_string(tree.index);
  if (tree.kind == Tree::Kind::Tensor) {
    out += std::string(", \"dtype\": \"") + dtypeName(tree.dtype) + "\", \"shape\": ";
    if (tree.knownRank) {
      out += "[";
      for (size_t i = 0; i < tree.sizes.size(); ++i) {
        out += i ? ", " : "";
        if (tree.sizes[i] >= 0)
          out += std::to_string(tree.sizes[i]);
        else
          out += i < tree.sizeNames.size() && !tree.sizeNames[i].empty()
                     ? jsonQuoted(tree.sizeNames[i])
                     : "null";
      }
      out += "]";
    } else {
      out += "null";
    }
    if (tree.written)
      out += ", \"written\": true";
  }
  if (tree.kind == Tree::Kind::Constant || tree.hasDefault)
    out += std::string(", \"") + (tree.hasDefault ? "default" : "value") +
           "\": " + jsonQuoted(reprOf(tree.constant));
  if (tree.anyLength)
    out += ", \"anyLength\": true";
  if (tree.kind >= Tree::Kind::Tuple) {
    out += ", \"children\": [";
    for (size_t i = 0; i < tree.children.size(); ++i)
      out += (i ? ", " : "") + treeJson(tree.children[i]);
    out += "]";
    if (!tree.keys.empty()) {
      out += ", \"keys\": [";
      for (size_t i = 0; i < tree.keys.size(); ++i)
        out += (i ? ", " : "") + jsonQuoted(reprOf(tree.keys[i]));
      out += "]";
    }
  }
  return out + "}";
}

std::string programJson(const ArtifactData &data, const ArtifactProgram &program) {
  std::string out = "    {\n      \"method\": " +
                    jsonQuoted(program.method.empty() ? "forward" : program.method) +
                    ",\n      \"signature\": " + jsonQuoted(signatureOf(data, program)) +
                    ",\n      \"targets\": [" + jsonQuoted(program.target);
  for (const NativeCode &other : program.others)
    out += ", " + jsonQuoted(other.target);
  out += "],\n      \"inputs\": [";
  for (size_t i = 0; i < program.arguments.size(); ++i)
    out += (i ? ",\n        " : "\n        ") + treeJson(program.arguments[i]);
  out += "],\n      \"outputs\": " + treeJson(program.result) + ",\n      \"pinned\": {";
  for (size_t i = 0; i < program.pinned.size(); ++i)
    out += (i ? ",\n        " : "\n        ") + jsonQuoted(program.pinned[i].first) + ": " +
           jsonQuoted(program.pinned[i].second);
  return out + "}\n    }";
}

} // namespace

/// The modes that it was compiled in, where they are not those at rest: "  # eval, no_grad".
static std::string modesOf(const ArtifactProgram &program) {
  std::string out;
  auto add = [&](const std::string &mode) { out += (out.empty() ? "  # " : ", ") + mode; };
  int training = 0, evaluated = 0;
  for (const auto &[name, value] : program.pinned)
    if (name.ends_with(".training"))
      ++(value == "True" ? training : evaluated);
  if (training || evaluated)
    add(!evaluated ? "training" : !training ? "eval" : "training in part");
  for (const auto &[name, value] : program.pinned)
    if (name == "grad_mode" && value == "False")
      add("no_grad");
    else if (name == "inference_mode" && value == "True")
      add("inference_mode");
    else if (name == "autocast" && value != "False")
      add("autocast to " + value);
    else if (name == "default_dtype" && value != "torch.float32")
      add("default dtype " + value);
  return out;
}

std::string lith::signatureOf(const ArtifactData &data, const ArtifactProgram &program) {
  std::string out = (program.method.empty() ? data.name : program.method) + "(";
  bool first = true, star = false;
  for (const Tree &argument : program.arguments) {
    out += first ? "" : ", ";
    first = false;
    if (argument.keywordOnly && !star) {
      out += "*, ";
      star = true;
    }
    if (!argument.name.empty())
      out += argument.name + ": ";
    out += typeOf(argument);
    if (argument.hasDefault)
      out += " = " + reprOf(argument.constant);
  }
  return out + ") -> " + typeOf(program.result) + modesOf(program);
}

std::string lith::manifestOf(const ArtifactData &data) {
  std::string out = "{\n  \"format\": " + std::to_string(ArtifactFormat) +
                    ",\n  \"name\": " + jsonQuoted(data.name) + ",\n  \"versions\": {";
  bool first = true;
  for (const auto &[what, version] : data.versions) {
    out += (first ? "" : ", ") + jsonQuoted(what) + ": " + jsonQuoted(version);
    first = false;
  }
  out += "},\n  \"metadata\": {";
  first = true;
  for (const auto &[what, text] : data.metadata) {
    out += (first ? "" : ", ") + jsonQuoted(what) + ": " + jsonQuoted(text);
    first = false;
  }
  out += "},\n  \"programs\": [\n";
  for (size_t i = 0; i < data.programs.size(); ++i)
    out += (i ? ",\n" : "") + programJson(data, data.programs[i]);
  out += "\n  ],\n  \"weights\": [";
  for (size_t i = 0; i < data.weights.size(); ++i) {
    const Constant &weight = data.weights[i];
    out += (i ? ",\n    " : "\n    ") + std::string("{\"name\": ") + jsonQuoted(weight.name) +
           ", \"dtype\": \"" + dtypeName(weight.dtype) + "\", \"shape\": [";
    for (size_t d = 0; d < weight.sizes.size(); ++d)
      out += (d ? ", " : "") + std::to_string(weight.sizes[d]);
    out += data.weightsWritten[i] ? "], \"written\": true}" : "]}";
  }
  out += "],\n  \"sources\": [";
  first = true;
  for (const auto &source : data.sources) {
    out += (first ? "" : ", ") + jsonQuoted(source.first);
    first = false;
  }
  return out + "]\n}\n";
}
