// PrivateNames.cpp: names within a class that begin with two underscores, which are the class's
// own.
#include "stage/source/Scope.h"

namespace lith::stage {

using namespace lith::syntax;

namespace {

class Mangler {
public:
  explicit Mangler(Names &names) : names(names) {}

  // `cls`: the class around the node, without the underscores before its name; empty: none.
  void visit(Node *node, llvm::StringRef cls) {
    if (!cls.empty())
      rename(node, cls);
    if (auto *definition = dyn_cast<ClassDef>(node)) {
      llvm::StringRef own(definition->name.data(), definition->name.size());
      for (Seq<Expr *> outside : {definition->decorator_list, definition->bases})
        for (Expr *expression : outside)
          visit(expression, cls);
      for (Keyword *keyword : definition->keywords)
        visit(keyword, cls);
      for (Stmt *statement : definition->body)
        visit(statement, own.ltrim('_'));
      return;
    }
    // The tree is the file's own, which is not shared yet.
    forEachChild(node, [&](const Node *child) { visit(const_cast<Node *>(child), cls); });
  }

private:
  llvm::StringRef mangled(std::string_view given, llvm::StringRef cls) {
    llvm::StringRef name(given.data(), given.size());
    if (!name.starts_with("__") || name.ends_with("__") || name.contains('.'))
      return name;
    return names.intern(("_" + cls + name).str());
  }

  void replace(Identifier &name, llvm::StringRef cls) {
    if (name.data())
      name = mangled(name, cls);
  }

  // A definition keeps its name, which its object shows; what it binds is noted.
  void define(const Node *node, std::string_view name, llvm::StringRef cls) {
    llvm::StringRef bound = mangled(name, cls);
    if (bound.data() != name.data())
      names.noteBound(node, bound);
  }

  void rename(Node *node, llvm::StringRef cls) {
    if (auto *name = dyn_cast<Name>(node))
      replace(name->id, cls);
    else if (auto *attribute = dyn_cast<Attribute>(node))
      replace(attribute->attr, cls);
    else if (auto *parameter = dyn_cast<Arg>(node))
      replace(parameter->arg, cls);
    else if (auto *handler = dyn_cast<ExceptHandler>(node))
      replace(handler->name, cls);
    else if (auto *alias = dyn_cast<Alias>(node))
      replace(alias->asname, cls);
    else if (auto *capture = dyn_cast<MatchAs>(node))
      replace(capture->name, cls);
    else if (auto *rest = dyn_cast<MatchStar>(node))
      replace(rest->name, cls);
    else if (auto *mapping = dyn_cast<MatchMapping>(node))
      replace(mapping->rest, cls);
    else if (auto *global = dyn_cast<Global>(node))
      llvm::for_each(global->names, [&](Identifier &name) { replace(name, cls); });
    else if (auto *nonlocal = dyn_cast<Nonlocal>(node))
      llvm::for_each(nonlocal->names, [&](Identifier &name) { replace(name, cls); });
    else if (auto *function = dyn_cast<FunctionDef>(node))
      define(node, function->name, cls);
    else if (auto *coroutine = dyn_cast<AsyncFunctionDef>(node))
      define(node, coroutine->name, cls);
    else if (auto *inner = dyn_cast<ClassDef>(node))
      define(node, inner->name, cls);
  }

  Names &names;
};

} // namespace

void manglePrivateNames(Node *root, Names &names) { Mangler(names).visit(root, {}); }

} // namespace lith::stage
