// Declared.cpp: what the methods of a module say that they take.
#include "torchscript/Import.h"
#include "torchscript/Text.h"

#include <algorithm>

namespace lith::torchscript {

using namespace syntax;

namespace {

/// "List[__torch__.geometry.Point]" is "List[Point]" for a reader.
std::string shortType(std::string_view type) {
  std::string text;
  size_t word = 0; // where the dotted name begins that is being read
  for (char c : type) {
    bool isName = std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
    text += c;
    if (!isName)
      word = text.size();
    else if (c == '.')
      text.resize(word);
  }
  return text;
}

std::string declaration(const File &file, const FunctionDef *function) {
  const Arguments &arguments = *function->args;
  size_t firstDefault = arguments.args.size() - arguments.defaults.size();
  std::string text = std::string(function->name) + "(";
  for (size_t i = 1; i < arguments.args.size(); ++i) { // after self
    const Arg *parameter = arguments.args[i];
    text += (i > 1 ? ", " : "") + std::string(parameter->arg);
    if (parameter->annotation)
      text += ": " + shortType(file.textOf(parameter->annotation->range));
    if (i >= firstDefault)
      text += "=" + std::string(file.textOf(arguments.defaults[i - firstDefault]->range));
  }
  return text + ")\n";
}

} // namespace

std::string methodsOf(const Archive &archive) {
  const std::string &cls = archive.root->text;
  size_t dot = std::min(cls.rfind('.'), cls.size());
  std::string module = cls.substr(0, dot),
              name = pythonName(cls.substr(std::min(dot + 1, cls.size())));
  auto source = std::find_if(archive.sources.begin(), archive.sources.end(),
                             [&](const auto &one) { return one.first == module; });
  if (source == archive.sources.end())
    throw CannotRead("the archive has no class '" + cls + "'");
  std::unique_ptr<File> file = parseModule(module, source->second);
  std::string forward, others;
  for (const Stmt *statement : file->module()->body)
    if (auto *found = dyn_cast<ClassDef>(statement); found && found->name == name)
      for (const Stmt *member : found->body)
        if (auto *method = dyn_cast<FunctionDef>(member); method && !method->name.starts_with("__"))
          (method->name == "forward" ? forward : others) += declaration(*file, method);
  return forward + others;
}

} // namespace lith::torchscript
