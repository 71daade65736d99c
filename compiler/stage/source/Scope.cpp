// Scope.cpp: where each name of a function lives, as Python's symbol table decides.
//
// A scope is analysed when it is first run. Free names are found by looking at the
// inner scopes: a name that an inner scope uses and does not bind is a cell here
// if this scope binds it, else free here too, else global.
#include "stage/source/Scope.h"

#include "llvm/ADT/SetVector.h"

namespace lith::stage {

using namespace lith::syntax;

namespace {

using NameSet = llvm::SetVector<llvm::StringRef>;

// The names that one scope binds, declares and uses, and the scopes directly inside it.
struct Symbols {
  NameSet bound, used, globals, nonlocals;
  std::vector<const Node *> inner;
  bool yields = false;
};

class Collector {
public:
  Collector(Symbols &symbols, Names &names) : symbols(symbols), names(names) {}

  void bind(std::string_view name) { symbols.bound.insert(names.intern(name)); }
  void define(const Node *node, std::string_view name) {
    symbols.bound.insert(names.boundBy(node, name));
  }
  void use(std::string_view name) { symbols.used.insert(names.intern(name)); }

  void visitAll(Seq<Stmt *> body) {
    for (const Stmt *statement : body)
      visit(statement);
  }
  void visit(const Node *node) {
    if (!node)
      return;
    switch (node->kind) {
    case NodeKind::Name: {
      auto *name = cast<Name>(node);
      name->ctx == ExprContext::Load ? use(name->id) : bind(name->id);
      return;
    }
    case NodeKind::FunctionDef:
      return functionDef(cast<FunctionDef>(node));
    case NodeKind::AsyncFunctionDef:
      return functionDef(cast<AsyncFunctionDef>(node));
    case NodeKind::Lambda:
      definition(cast<Lambda>(node)->args, {});
      symbols.inner.push_back(node);
      return;
    case NodeKind::ClassDef:
      return classDef(cast<ClassDef>(node));
    case NodeKind::ListComp:
      return comprehension(node, cast<ListComp>(node)->generators);
    case NodeKind::SetComp:
      return comprehension(node, cast<SetComp>(node)->generators);
    case NodeKind::DictComp:
      return comprehension(node, cast<DictComp>(node)->generators);
    case NodeKind::GeneratorExp:
      return comprehension(node, cast<GeneratorExp>(node)->generators);
    case NodeKind::NamedExpr:
      bind(cast<Name>(cast<NamedExpr>(node)->target)->id);
      return visit(cast<NamedExpr>(node)->value);
    case NodeKind::Global:
      for (Identifier name : cast<Global>(node)->names)
        symbols.globals.insert(names.intern(name));
      return;
    case NodeKind::Nonlocal:
      for (Identifier name : cast<Nonlocal>(node)->names)
        symbols.nonlocals.insert(names.intern(name));
      return;
    case NodeKind::Import:
    case NodeKind::ImportFrom:
      return imports(node);
    case NodeKind::ExceptHandler:
      capture(cast<ExceptHandler>(node)->name);
      break;
    case NodeKind::MatchAs:
      capture(cast<MatchAs>(node)->name);
      break;
    case NodeKind::MatchStar:
      capture(cast<MatchStar>(node)->name);
      break;
    case NodeKind::MatchMapping:
      capture(cast<MatchMapping>(node)->rest);
      break;
    case NodeKind::AnnAssign: { // annotations of locals are not evaluated
      auto *assignment = cast<AnnAssign>(node);
      visit(assignment->target);
      return visit(assignment->value);
    }
    case NodeKind::Yield:
    case NodeKind::YieldFrom:
    case NodeKind::Await:
      symbols.yields = true;
      break;
    default:
      break;
    }
    forEachChild(node, [&](const Node *child) { visit(child); });
  }

private:
  /// Binds a name that the syntax may leave out.
  void capture(Identifier name) {
    if (name.data())
      bind(name);
  }
  template <typename Def> void functionDef(const Def *function) {
    define(function, function->name);
    definition(function->args, function->decorator_list);
    symbols.inner.push_back(function);
  }
  void classDef(const ClassDef *cls) {
    define(cls, cls->name);
    for (const Expr *decorator : cls->decorator_list)
      visit(decorator);
    for (const Expr *base : cls->bases)
      visit(base);
    for (const Keyword *keyword : cls->keywords)
      visit(keyword->value);
    symbols.inner.push_back(cls);
  }
  void definition(const syntax::Arguments *args, Seq<Expr *> decorators) {
    for (const Expr *decorator : decorators)
      visit(decorator);
    for (const Expr *value : args->defaults)
      visit(value);
    for (const Expr *value : args->kw_defaults)
      visit(value);
  }
  // The first iterable belongs to the enclosing scope; a walrus inside binds there.
  void comprehension(const Node *node, Seq<Comprehension *> generators) {
    visit(generators[0]->iter);
    symbols.inner.push_back(node);
    forEachChild(node, [&](const Node *child) { walrus(child); });
  }
  void walrus(const Node *node) {
    if (isa<Lambda>(node))
      return;
    if (auto *named = dyn_cast<NamedExpr>(node))
      bind(cast<Name>(named->target)->id);
    forEachChild(node, [&](const Node *child) { walrus(child); });
  }
  void imports(const Node *node) {
    bool isFrom = isa<ImportFrom>(node);
    Seq<Alias *> aliases = isFrom ? cast<ImportFrom>(node)->names : cast<Import>(node)->names;
    for (const Alias *alias : aliases) {
      std::string_view name = alias->asname.data() ? alias->asname : alias->name;
      if (!isFrom && !alias->asname.data())
        name = name.substr(0, name.find('.'));
      bind(name);
    }
  }

  Symbols &symbols;
  Names &names;
};

// Parameters and body of a scope.
struct Parts {
  const syntax::Arguments *args = nullptr;
  FunctionCode::Form form = FunctionCode::Form::Function;
  std::string_view name;
};

Parts partsOf(const Node *node) {
  switch (node->kind) {
  case NodeKind::FunctionDef:
    return {cast<FunctionDef>(node)->args, FunctionCode::Form::Function,
            cast<FunctionDef>(node)->name};
  case NodeKind::AsyncFunctionDef:
    return {cast<AsyncFunctionDef>(node)->args, FunctionCode::Form::Function,
            cast<AsyncFunctionDef>(node)->name};
  case NodeKind::Lambda:
    return {cast<Lambda>(node)->args, FunctionCode::Form::Lambda, "<lambda>"};
  case NodeKind::ClassDef:
    return {nullptr, FunctionCode::Form::Class, cast<ClassDef>(node)->name};
  case NodeKind::ListComp:
    return {nullptr, FunctionCode::Form::Comprehension, "<listcomp>"};
  case NodeKind::SetComp:
    return {nullptr, FunctionCode::Form::Comprehension, "<setcomp>"};
  case NodeKind::DictComp:
    return {nullptr, FunctionCode::Form::Comprehension, "<dictcomp>"};
  case NodeKind::GeneratorExp:
    return {nullptr, FunctionCode::Form::Comprehension, "<genexpr>"};
  default:
    return {nullptr, FunctionCode::Form::Module, "<module>"};
  }
}

void collectParameters(const syntax::Arguments *args, Names &names,
                       std::vector<ParameterCode> &out) {
  using Mode = ParameterCode::Mode;
  auto add = [&](Mode mode, const Arg *arg) { out.push_back({mode, names.intern(arg->arg), arg}); };
  for (const Arg *arg : args->posonlyargs)
    add(Mode::PositionalOnly, arg);
  for (const Arg *arg : args->args)
    add(Mode::Normal, arg);
  if (args->vararg)
    add(Mode::VarPositional, args->vararg);
  for (const Arg *arg : args->kwonlyargs)
    add(Mode::KeywordOnly, arg);
  if (args->kwarg)
    add(Mode::VarKeyword, args->kwarg);
}

void collectBody(const Node *node, Collector &collector) {
  switch (node->kind) {
  case NodeKind::FunctionDef:
    return collector.visitAll(cast<FunctionDef>(node)->body);
  case NodeKind::AsyncFunctionDef:
    return collector.visitAll(cast<AsyncFunctionDef>(node)->body);
  case NodeKind::Lambda:
    return collector.visit(cast<Lambda>(node)->body);
  case NodeKind::ClassDef:
    return collector.visitAll(cast<ClassDef>(node)->body);
  case NodeKind::Module:
    return collector.visitAll(cast<Module>(node)->body);
  default:
    break;
  }
  Seq<Comprehension *> generators;
  if (auto *list = dyn_cast<ListComp>(node)) {
    collector.visit(list->elt);
    generators = list->generators;
  } else if (auto *set = dyn_cast<SetComp>(node)) {
    collector.visit(set->elt);
    generators = set->generators;
  } else if (auto *dict = dyn_cast<DictComp>(node)) {
    collector.visit(dict->key);
    collector.visit(dict->value);
    generators = dict->generators;
  } else {
    collector.visit(cast<GeneratorExp>(node)->elt);
    generators = cast<GeneratorExp>(node)->generators;
  }
  for (size_t i = 0; i < generators.size(); ++i) {
    collector.visit(generators[i]->target);
    if (i > 0)
      collector.visit(generators[i]->iter);
    for (const Expr *condition : generators[i]->ifs)
      collector.visit(condition);
  }
}

// A walrus in a comprehension does not bind in it.
void removeWalrus(const Node *node, Symbols &symbols, Names &names) {
  if (auto *named = dyn_cast<NamedExpr>(node)) {
    llvm::StringRef name = names.intern(cast<Name>(named->target)->id);
    symbols.bound.remove(name);
    symbols.nonlocals.insert(name);
  }
  if (!isa<Lambda>(node))
    forEachChild(node, [&](const Node *child) { removeWalrus(child, symbols, names); });
}

} // namespace

// The names that a scope and those inside it need from outside of it.
static NameSet freeNamesOf(const Node *node, Names &names) {
  Symbols symbols;
  Collector collector(symbols, names);
  Parts parts = partsOf(node);
  std::vector<ParameterCode> parameters;
  if (parts.args)
    collectParameters(parts.args, names, parameters);
  for (const ParameterCode &parameter : parameters)
    symbols.bound.insert(parameter.name);
  collectBody(node, collector);
  if (parts.form == FunctionCode::Form::Comprehension)
    removeWalrus(node, symbols, names);
  NameSet free;
  bool isClass = parts.form == FunctionCode::Form::Class;
  auto want = [&](llvm::StringRef name) {
    if (symbols.globals.contains(name))
      return;
    if (symbols.bound.contains(name) && !symbols.nonlocals.contains(name))
      return;
    free.insert(name);
  };
  for (llvm::StringRef name : symbols.used)
    want(name);
  for (llvm::StringRef name : symbols.nonlocals)
    free.insert(name);
  for (const Node *inner : symbols.inner)
    for (llvm::StringRef name : freeNamesOf(inner, names)) {
      if (isClass && name == "__class__")
        continue;
      if (isClass && !symbols.globals.contains(name))
        free.insert(name); // class scopes are not seen by functions inside
      else
        want(name);
    }
  if (parts.form == FunctionCode::Form::Function && symbols.used.contains(names.intern("super")))
    free.insert(names.intern("__class__"));
  return free;
}

// What is not bound here comes from an enclosing function that binds it, else it is global.
static void placeFreeNames(FunctionCode &code, const Symbols &symbols, const NameSet &neededInside,
                           Names &names) {
  bool isClass = code.form == FunctionCode::Form::Class;
  NameSet free;
  for (llvm::StringRef name : symbols.used)
    if (!code.places.count(name.data()) && !symbols.globals.contains(name))
      free.insert(name);
  for (llvm::StringRef name : symbols.nonlocals)
    free.insert(name);
  for (llvm::StringRef name : neededInside)
    if ((isClass || !code.places.count(name.data())) && !symbols.globals.contains(name) &&
        !(isClass && name == "__class__"))
      free.insert(name);
  if (code.form == FunctionCode::Form::Function && symbols.used.contains(names.intern("super")))
    free.insert(names.intern("__class__"));
  auto isBoundOutside = [&](llvm::StringRef name) {
    for (const FunctionCode *scope = code.parent; scope; scope = scope->parent) {
      NamePlace place = scope->place(name);
      if (place.kind == NamePlace::Kind::Cell || place.kind == NamePlace::Kind::Local)
        return true;
    }
    return false;
  };
  for (llvm::StringRef name : free) {
    if (!isBoundOutside(name))
      continue;
    code.freeNames.push_back(name);
    code.isCell.push_back(true);
    if (!code.places.count(name.data()))
      code.places[name.data()] = {NamePlace::Kind::Cell, static_cast<int>(code.slots.size())};
    code.slots.push_back(name);
  }
}

std::unique_ptr<FunctionCode> analyseScope(const Node *node, const File *file,
                                           const FunctionCode *parent, Names &names) {
  auto code = std::make_unique<FunctionCode>();
  Parts parts = partsOf(node);
  code->form = parts.form;
  code->node = node;
  code->file = file;
  code->parent = parent;
  code->name = names.intern(parts.name);
  code->isAsync = isa<AsyncFunctionDef>(node);
  std::string qualname;
  if (parent && parent->form != FunctionCode::Form::Module) {
    qualname = parent->qualname.str();
    qualname += parent->form == FunctionCode::Form::Class ? "." : ".<locals>.";
  }
  code->qualname = names.intern(qualname + std::string(parts.name));
  if (parts.args)
    collectParameters(parts.args, names, code->parameters);

  Symbols symbols;
  Collector collector(symbols, names);
  for (const ParameterCode &parameter : code->parameters)
    symbols.bound.insert(parameter.name);
  collectBody(node, collector);
  if (parts.form == FunctionCode::Form::Comprehension) {
    removeWalrus(node, symbols, names);
    symbols.bound.insert(names.intern(".0"));
  }
  code->isGenerator = symbols.yields && !code->isAsync;

  NameSet neededInside;
  for (const Node *inner : symbols.inner)
    for (llvm::StringRef name : freeNamesOf(inner, names))
      neededInside.insert(name);

  bool isModule = code->form == FunctionCode::Form::Module;
  bool isClass = code->form == FunctionCode::Form::Class;
  auto addSlot = [&](llvm::StringRef name, bool isCell) {
    NamePlace place{isCell    ? NamePlace::Kind::Cell
                    : isClass ? NamePlace::Kind::ClassLocal
                              : NamePlace::Kind::Local,
                    static_cast<int>(code->slots.size())};
    code->slots.push_back(name);
    code->isCell.push_back(isCell);
    code->places[name.data()] = place;
  };
  if (isClass && neededInside.contains(names.intern("__class__")))
    addSlot(names.intern("__class__"), true);
  if (!isModule)
    for (llvm::StringRef name : symbols.bound) {
      if (symbols.globals.contains(name) || symbols.nonlocals.contains(name))
        continue;
      addSlot(name, !isClass && neededInside.contains(name));
    }
  placeFreeNames(*code, symbols, neededInside, names);
  return code;
}

void declareOuterCells(FunctionCode &outer, llvm::ArrayRef<llvm::StringRef> cells) {
  for (llvm::StringRef name : cells) {
    outer.places[name.data()] = {NamePlace::Kind::Cell, static_cast<int>(outer.slots.size())};
    outer.slots.push_back(name);
    outer.isCell.push_back(true);
  }
}

} // namespace lith::stage
