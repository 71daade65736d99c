// Text.cpp: types in expressions of an archive's code.
#include "torchscript/Text.h"

#include "torchscript/Archive.h"

#include "diagnostics/Render.h"

#include <algorithm>
#include <vector>

namespace lith::torchscript {

using namespace syntax;

namespace {

/// A part of the text, and what stands there instead.
struct Edit {
  size_t begin, bytes;
  std::string text;
};

/// The argument of these functions that is a type.
int typeArgument(std::string_view function) {
  return function == "annotate" || function == "unchecked_cast" || function == "uninitialized" ? 0
         : function == "isinstance"                                                            ? 1
                                                                                               : -1;
}

class Editor {
public:
  explicit Editor(const File &file) : file(file) {}

  void visit(const Node *node) {
    if (auto *call = dyn_cast<Call>(node); call && quoteType(call))
      return;
    if (auto *attribute = dyn_cast<Attribute>(node)) {
      std::string_view covered = textOf(attribute);
      unmangle(covered.data() + covered.size() - attribute->attr.size(), attribute->attr);
    }
    if (auto *assignment = dyn_cast<Assign>(node); assignment && isOfAnnotations(assignment))
      return replace(assignment, "pass");
    if (auto *cls = dyn_cast<ClassDef>(node); cls && isNamedTuple(cls))
      return replace(cls, namedTuple(cls));
    if (auto *cls = dyn_cast<ClassDef>(node)) {
      for (const Stmt *statement : cls->body)
        if (auto *method = dyn_cast<FunctionDef>(statement)) // "def NAME("
          unmangle(textOf(method).data() + 4, method->name);
      addCall(cls);
    }
    forEachChild(node, [&](const Node *child) { visit(child); });
  }

  std::string edited() {
    std::sort(edits.begin(), edits.end(),
              [](const Edit &a, const Edit &b) { return a.begin < b.begin; });
    std::string text;
    size_t at = 0;
    for (const Edit &edit : edits) {
      text.append(file.source().substr(at, edit.begin - at)).append(edit.text);
      at = edit.begin + edit.bytes;
    }
    return text.append(file.source().substr(at));
  }

private:
  /// Python would take `___torch_mangle_3` or `__norm_getter` within a class for a private name.
  void unmangle(const char *place, std::string_view written) {
    std::string name = pythonName(std::string(written));
    if (name != written)
      edits.push_back({size_t(place - file.source().data()), written.size(), std::move(name)});
  }

  bool quoteType(const Call *call) {
    auto *name = dyn_cast<Name>(call->func);
    int argument = name ? typeArgument(name->id) : -1;
    if (argument < 0 || size_t(argument) >= call->args.size())
      return false;
    const Expr *type = call->args[size_t(argument)];
    bool isTest = name->id == "isinstance"; // of one type or a tuple of them
    replace(type, isTest && !isa<Tuple>(type) ? "(" + literal(type) + ",)" : literal(type));
    for (const Expr *value : call->args)
      if (value != type)
        visit(value);
    return true;
  }

  /// See prelude/script/declared.py.
  std::string literal(const Expr *type) const {
    const auto *tuple = dyn_cast<Tuple>(type);
    const auto *subscript = dyn_cast<Subscript>(type);
    if (!tuple && !subscript)
      return "'" + pythonName(compact(textOf(type))) + "'";
    std::string text = subscript ? literal(subscript->value) + "," : "";
    if (const auto *parts = dyn_cast<Tuple>(subscript ? subscript->slice : type))
      for (const Expr *part : parts->elts)
        text += literal(part) + ",";
    else
      text += literal(subscript->slice) + ",";
    return "(" + text + ")";
  }

  // `__annotations__["0"] = T` declares an attribute that no name of Python can be.
  static bool isOfAnnotations(const Assign *assignment) {
    auto *place =
        assignment->targets.size() == 1 ? dyn_cast<Subscript>(assignment->targets[0]) : nullptr;
    auto *name = place ? dyn_cast<Name>(place->value) : nullptr;
    return name && name->id == "__annotations__";
  }

  static bool isNamedTuple(const ClassDef *cls) {
    auto *base = cls->bases.size() == 1 ? dyn_cast<Name>(cls->bases[0]) : nullptr;
    return base && base->id == "NamedTuple";
  }

  /// What collections.namedtuple makes of the fields.
  std::string namedTuple(const ClassDef *cls) const {
    std::string names, parameters, quoted, properties;
    for (const Stmt *statement : cls->body)
      if (auto *field = dyn_cast<AnnAssign>(statement)) {
        std::string name(cast<Name>(field->target)->id), index = std::to_string(fieldCount(names));
        parameters +=
            ", " + name + (field->value ? "=" + std::string(textOf(field->value)) : std::string());
        names += name + ", ";
        quoted += "'" + name + "', ";
        properties += "  @property\n  def " + name + "(self):\n    return self[" + index + "]\n";
      }
    return "class " + std::string(cls->name) + "(tuple):\n  _fields = (" + quoted +
           ")\n  def __new__(cls" + parameters + "):\n    return tuple.__new__(cls, (" + names +
           "))\n" + properties;
  }
  /// The names in `__forward_hooks__ = ["after"]`.
  static std::vector<std::string> hooks(const ClassDef *cls, std::string_view list) {
    std::vector<std::string> names;
    for (const Stmt *statement : cls->body) {
      auto *assignment = dyn_cast<Assign>(statement);
      auto *name = assignment ? dyn_cast<Name>(assignment->targets[0]) : nullptr;
      auto *elements = name && name->id == list ? dyn_cast<List>(assignment->value) : nullptr;
      for (size_t i = 0; elements && i < elements->elts.size(); ++i)
        if (auto *hook = dyn_cast<Constant>(elements->elts[i]))
          names.emplace_back(hook->value.text);
    }
    return names;
  }

  /// A class with hooks gets the `__call__` that runs them: code calls hooks of the modules within
  /// a module by itself.
  void addCall(const ClassDef *cls) {
    std::vector<std::string> before = hooks(cls, "__forward_pre_hooks__"),
                             after = hooks(cls, "__forward_hooks__");
    const FunctionDef *forward = nullptr;
    for (const Stmt *statement : cls->body)
      if (auto *function = dyn_cast<FunctionDef>(statement);
          function && function->name == "forward")
        forward = function;
    if (!forward || (before.empty() && after.empty()))
      return;
    std::string parameters = "self", names, text;
    const Arguments &arguments = *forward->args;
    size_t first = arguments.args.size() - arguments.defaults.size();
    for (size_t i = 1; i < arguments.args.size(); ++i) {
      std::string name(arguments.args[i]->arg);
      names += name + ", ";
      parameters += ", " + name;
      if (i >= first)
        parameters += "=" + std::string(textOf(arguments.defaults[i - first]));
    }
    text = "\n  def __call__(" + parameters + "):\n    inputs = (" + names + ")\n";
    for (const std::string &hook : before)
      text += "    given = self." + hook + "(inputs)\n    if given is not None:\n" +
              "      inputs = given if type(given) is tuple else (given,)\n";
    text += "    output = self.forward(*inputs)\n";
    for (const std::string &hook : after)
      text += "    changed = self." + hook + "(inputs, output)\n    if changed is not None:\n" +
              "      output = changed\n";
    std::string_view covered = textOf(cls);
    edits.push_back({size_t(covered.data() + covered.size() - file.source().data()), 0,
                     text + "    return output"});
  }

  static size_t fieldCount(const std::string &names) {
    return size_t(std::count(names.begin(), names.end(), ','));
  }

  void replace(const Node *node, std::string text) {
    std::string_view covered = textOf(node);
    edits.push_back(
        {size_t(covered.data() - file.source().data()), covered.size(), std::move(text)});
  }

  std::string_view textOf(const Node *node) const { return file.textOf(node->range); }

  /// Without spaces and quotes, so that it is a literal on one line.
  static std::string compact(std::string_view type) {
    std::string text;
    for (char c : type)
      if (c > ' ' && c != '\'' && c != '\\')
        text += c;
    return text;
  }

  const File &file;
  std::vector<Edit> edits;
};

std::unique_ptr<File> parsed(const std::string &module, std::string_view text) {
  ParseOptions options;
  options.isText = true;
  ParseResult result = parse(text, module, options);
  if (!result)
    throw CannotRead("the code of '" + module + "' does not parse: " +
                     diag::render(*result.error, [](std::string_view, uint32_t) {
                       return std::optional<std::string_view>();
                     }));
  return std::move(result.file);
}

} // namespace

std::string pythonName(std::string name) {
  constexpr std::string_view mangled = "___torch_mangle_";
  for (size_t at = 0; (at = name.find(mangled, at)) != std::string::npos; ++at)
    name.erase(at, 3);
  bool isPrivate =
      name.starts_with("__") && !name.ends_with("__") && !name.starts_with("__torch__");
  return isPrivate ? "private" + name : name;
}

std::string pythonCode(const std::string &module, const std::string &text) {
  return std::string(parseModule(module, text)->source());
}

std::unique_ptr<File> parseModule(const std::string &module, const std::string &text) {
  std::string name = module;
  std::replace(name.begin(), name.end(), '.', '/');
  name += ".py";
  std::unique_ptr<File> file = parsed(name, text);
  Editor editor(*file);
  editor.visit(file->root);
  return parsed(name, editor.edited());
}

} // namespace lith::torchscript
