// CheckScopes.cpp: names and what they are bound to: parameters, `global`,
// `nonlocal`, assignment expressions in comprehensions.
#include "syntax/Check.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace lith::syntax {

using diag::Kind;

namespace {
enum Flag : unsigned {
  DeclaredGlobal = 1,
  DeclaredNonlocal = 2,
  Local = 4,
  Parameter = 8,
  Used = 16,
  Annotated = 32,
  Imported = 64,
  Iteration = 128,
};

struct Scope {
  enum Type : uint8_t { Module, Class, Function, Comprehension };
  Type type;
  Scope *parent;
  std::string_view comprehension;                   // what it is called in messages
  int iterables = 0;                                // iterables of comprehensions being read
  bool readsTargets = false;                        // of a comprehension's loop
  std::unordered_map<const char *, unsigned> names; // by interned text

  unsigned flags(Identifier name) const {
    auto at = names.find(name.data());
    return at == names.end() ? 0 : at->second;
  }
};

class ScopeChecker {
public:
  explicit ScopeChecker(const File &file) : file(file) { enter(Scope::Module); }

  void run() {
    node(file.root);
    for (const Pending &pending : nonlocals)
      resolve(pending);
  }

private:
  struct Pending {
    const Scope *scope;
    Identifier name;
    Range range;
  };

  [[noreturn]] void fail(Kind kind, Range range, std::string_view argument = {}) {
    throw diag::make(kind, file.name, range, {argument});
  }

  void enter(Scope::Type type, std::string_view comprehension = {}) {
    scopes.push_back(std::make_unique<Scope>(Scope{type, scope, comprehension, 0, false, {}}));
    scope = scopes.back().get();
  }
  void leave() { scope = scope->parent; }

  void add(Identifier name, unsigned flag, Range range) {
    if (!name.data())
      return;
    unsigned &flags = scope->names[name.data()];
    if (flag == Parameter && flags & Parameter)
      fail(Kind::DuplicateArgument, range, name);
    if (scope->readsTargets && flag == Local) {
      if (flags & (DeclaredGlobal | DeclaredNonlocal))
        fail(Kind::WalrusTargetRebound, range, name);
      flag |= Iteration;
    }
    flags |= flag;
  }

  template <class T> void each(const Seq<T *> &nodes) {
    for (const T *child : nodes)
      optional(child);
  }
  void optional(const Node *child) {
    if (child)
      node(child);
  }
  void children(const Node *parent) {
    forEachChild(parent, [this](const Node *child) { node(child); });
  }

  void node(const Node *n);
  template <class T> void function(const T *def);
  void lambda(const Lambda *def);
  void outerPartOf(const Arguments *args, bool annotations);
  void parameters(const Arguments *args);
  void classDef(const ClassDef *def);
  template <class T>
  void comprehension(const T *n, std::string_view called, const Expr *first, const Expr *second);
  void generator(const Comprehension *part, bool isFirst);
  void namedExpression(const NamedExpr *n);
  void bindOutside(const NamedExpr *n, const Name *target);
  void annotated(const AnnAssign *n);
  void alias(const Alias *n);
  void declare(const Seq<Identifier> &names, Range range, bool isGlobal);
  void resolve(const Pending &pending);

  const File &file;
  Scope *scope = nullptr;
  std::vector<std::unique_ptr<Scope>> scopes;
  std::vector<Pending> nonlocals;
};

void ScopeChecker::node(const Node *n) {
  switch (n->kind) {
  case NodeKind::FunctionDef:
    return function(cast<FunctionDef>(n));
  case NodeKind::AsyncFunctionDef:
    return function(cast<AsyncFunctionDef>(n));
  case NodeKind::Lambda:
    return lambda(cast<Lambda>(n));
  case NodeKind::ClassDef:
    return classDef(cast<ClassDef>(n));
  case NodeKind::Name:
    return add(cast<Name>(n)->id, cast<Name>(n)->ctx == ExprContext::Load ? Used : Local, n->range);
  case NodeKind::Global:
    return declare(cast<Global>(n)->names, n->range, true);
  case NodeKind::Nonlocal:
    return declare(cast<Nonlocal>(n)->names, n->range, false);
  case NodeKind::NamedExpr:
    return namedExpression(cast<NamedExpr>(n));
  case NodeKind::AnnAssign:
    return annotated(cast<AnnAssign>(n));
  case NodeKind::Alias:
    return alias(cast<Alias>(n));
  case NodeKind::ListComp: {
    auto *list = cast<ListComp>(n);
    return comprehension(list, "list comprehension", list->elt, nullptr);
  }
  case NodeKind::SetComp: {
    auto *set = cast<SetComp>(n);
    return comprehension(set, "set comprehension", set->elt, nullptr);
  }
  case NodeKind::GeneratorExp: {
    auto *generators = cast<GeneratorExp>(n);
    return comprehension(generators, "generator expression", generators->elt, nullptr);
  }
  case NodeKind::DictComp: {
    auto *dict = cast<DictComp>(n);
    return comprehension(dict, "dict comprehension", dict->key, dict->value);
  }
  case NodeKind::Yield:
  case NodeKind::YieldFrom:
    if (scope->type == Scope::Comprehension)
      fail(Kind::YieldInComprehension, n->range, scope->comprehension);
    return children(n);
  case NodeKind::ExceptHandler:
    add(cast<ExceptHandler>(n)->name, Local, n->range);
    return children(n);
  case NodeKind::MatchAs:
    add(cast<MatchAs>(n)->name, Local, n->range);
    return children(n);
  case NodeKind::MatchStar:
    return add(cast<MatchStar>(n)->name, Local, n->range);
  case NodeKind::MatchMapping:
    add(cast<MatchMapping>(n)->rest, Local, n->range);
    return children(n);
  default:
    return children(n);
  }
}

// Defaults and annotations are evaluated outside of the function.
void ScopeChecker::outerPartOf(const Arguments *args, bool annotations) {
  each(args->defaults);
  each(args->kw_defaults);
  if (!annotations)
    return;
  auto annotation = [this](const Arg *arg) {
    if (arg)
      optional(arg->annotation);
  };
  for (const Seq<Arg *> &list : {args->posonlyargs, args->args, args->kwonlyargs})
    for (const Arg *arg : list)
      annotation(arg);
  annotation(args->vararg);
  annotation(args->kwarg);
}

void ScopeChecker::parameters(const Arguments *args) {
  for (const Seq<Arg *> &list : {args->posonlyargs, args->args, args->kwonlyargs})
    for (const Arg *arg : list)
      add(arg->arg, Parameter, arg->range);
  for (const Arg *arg : {args->vararg, args->kwarg})
    if (arg)
      add(arg->arg, Parameter, arg->range);
}

template <class T> void ScopeChecker::function(const T *def) {
  add(def->name, Local, def->range);
  outerPartOf(def->args, true);
  optional(def->returns);
  each(def->decorator_list);
  enter(Scope::Function);
  parameters(def->args);
  each(def->body);
  leave();
}

void ScopeChecker::lambda(const Lambda *def) {
  outerPartOf(def->args, false);
  enter(Scope::Function);
  parameters(def->args);
  node(def->body);
  leave();
}

void ScopeChecker::classDef(const ClassDef *def) {
  add(def->name, Local, def->range);
  each(def->bases);
  each(def->keywords);
  each(def->decorator_list);
  enter(Scope::Class);
  each(def->body);
  leave();
}

template <class T>
void ScopeChecker::comprehension(const T *n, std::string_view called, const Expr *first,
                                 const Expr *second) {
  ++scope->iterables;
  node(n->generators[0]->iter);
  --scope->iterables;
  enter(Scope::Comprehension, called);
  for (const Comprehension *part : n->generators)
    generator(part, part == n->generators[0]);
  node(first);
  optional(second);
  leave();
}

void ScopeChecker::generator(const Comprehension *part, bool isFirst) {
  scope->readsTargets = true;
  node(part->target);
  scope->readsTargets = false;
  if (!isFirst) {
    ++scope->iterables;
    node(part->iter);
    --scope->iterables;
  }
  each(part->ifs);
}

void ScopeChecker::namedExpression(const NamedExpr *n) {
  if (scope->iterables)
    fail(Kind::WalrusInIterable, n->range);
  const auto *target = cast<Name>(n->target);
  if (scope->type == Scope::Comprehension)
    bindOutside(n, target);
  node(n->value);
  node(target);
}

// An assignment in a comprehension binds in the function around it.
void ScopeChecker::bindOutside(const NamedExpr *n, const Name *target) {
  for (Scope *outer = scope; outer; outer = outer->parent) {
    unsigned flags = outer->flags(target->id);
    if (outer->type == Scope::Comprehension) {
      if (flags & Iteration)
        fail(Kind::WalrusRebindsIteration, target->range, target->id);
      continue;
    }
    if (outer->type == Scope::Class)
      fail(Kind::WalrusInClass, target->range);
    bool isGlobal = outer->type == Scope::Module || flags & DeclaredGlobal;
    scope->names[target->id.data()] |= isGlobal ? DeclaredGlobal : DeclaredNonlocal;
    outer->names[target->id.data()] |= isGlobal ? DeclaredGlobal : Local;
    return;
  }
}

void ScopeChecker::annotated(const AnnAssign *n) {
  if (const auto *target = dyn_cast<Name>(n->target)) {
    unsigned flags = scope->flags(target->id);
    if (flags & (DeclaredGlobal | DeclaredNonlocal) && scope->parent && n->simple)
      fail(flags & DeclaredGlobal ? Kind::AnnotatedGlobal : Kind::AnnotatedNonlocal, n->range,
           target->id);
    if (n->simple)
      add(target->id, Annotated | Local, target->range);
    else if (n->value)
      add(target->id, Local, target->range);
  } else {
    node(n->target);
  }
  node(n->annotation);
  optional(n->value);
}

void ScopeChecker::alias(const Alias *n) {
  if (n->name == "*") {
    if (scope->type != Scope::Module)
      fail(Kind::ImportStarInside, n->range);
    return;
  }
  if (n->asname.data())
    add(n->asname, Imported, n->range);
}

void ScopeChecker::declare(const Seq<Identifier> &names, Range range, bool isGlobal) {
  if (!isGlobal && scope->type == Scope::Module)
    fail(Kind::NonlocalAtModule, range);
  for (Identifier name : names) {
    unsigned flags = scope->flags(name);
    if (flags & Parameter)
      fail(isGlobal ? Kind::ParameterAndGlobal : Kind::ParameterAndNonlocal, range, name);
    if (flags & Annotated)
      fail(isGlobal ? Kind::AnnotatedGlobal : Kind::AnnotatedNonlocal, range, name);
    if (flags & Used)
      fail(isGlobal ? Kind::UsedBeforeGlobal : Kind::UsedBeforeNonlocal, range, name);
    if (flags & Local)
      fail(isGlobal ? Kind::AssignedBeforeGlobal : Kind::AssignedBeforeNonlocal, range, name);
    if (flags & (isGlobal ? DeclaredNonlocal : DeclaredGlobal))
      fail(Kind::NonlocalAndGlobal, range, name);
    scope->names[name.data()] |= isGlobal ? DeclaredGlobal : DeclaredNonlocal;
    if (!isGlobal)
      nonlocals.push_back({scope, name, range});
  }
}

void ScopeChecker::resolve(const Pending &pending) {
  for (const Scope *outer = pending.scope->parent; outer; outer = outer->parent) {
    if (outer->type != Scope::Function)
      continue;
    unsigned flags = outer->flags(pending.name);
    if (flags & DeclaredGlobal)
      break;
    if (flags & (Local | Parameter | Imported | DeclaredNonlocal))
      return;
  }
  fail(Kind::NoBindingForNonlocal, pending.range, pending.name);
}
} // namespace

void checkScopes(const File &file) { ScopeChecker(file).run(); }

} // namespace lith::syntax
