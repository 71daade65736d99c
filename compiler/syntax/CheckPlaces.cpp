// CheckPlaces.cpp: statements and expressions where they may not stand.
#include "syntax/Check.h"

#include <algorithm>
#include <string>
#include <vector>

namespace lith::syntax {

using diag::Kind;

namespace {
class PlaceChecker {
public:
  explicit PlaceChecker(const File &file) : file(file) {}

  void run() {
    if (isa<Module>(file.root))
      futureImports(cast<Module>(file.root));
    node(file.root);
  }

private:
  // The function, class or module around a node.
  struct Frame {
    enum Type : uint8_t { Module, Class, Function, AsyncFunction };
    Type type = Module;
    bool yields = false;           // an async one: it is a generator
    bool inLoop = false;           // within a loop of this frame
    bool inExceptStar = false;     // within `except*`
    bool loopInExceptStar = false; // and a loop inside of it
    bool inGenerator = false;      // within a generator expression
    bool isFunction() const { return type >= Function; }
  };

  [[noreturn]] void fail(Kind kind, Range range,
                         std::initializer_list<std::string_view> arguments = {}) {
    throw diag::make(kind, file.name, range, arguments);
  }

  void children(const Node *parent) {
    forEachChild(parent, [this](const Node *child) { node(child); });
  }
  template <class T> void each(const Seq<T *> &nodes) {
    for (const T *child : nodes)
      if (child)
        node(child);
  }

  void node(const Node *n);
  void async(const Node *n, std::string_view what);
  void suspension(const Node *n);
  void tryStar(const TryStar *n);
  void name(const Name *n);
  void generator(const Node *n);
  template <class T> void function(const T *def, Frame::Type type);
  void parameters(const Arguments *args, Range range);
  void classDef(const ClassDef *def);
  void lambda(const Lambda *def);
  template <class T> void loop(const T *n);
  void jump(const Node *n);
  void returnStatement(const Return *n);
  void handlers(const Seq<ExceptHandler *> &list, bool isStar);
  void target(const Expr *e, bool inSequence);
  void sequenceTarget(const Seq<Expr *> &elements, Range range);
  void notStarred(const Expr *value);
  void keywords(const Seq<Keyword *> &list, Range range);
  void comprehensions(const Node *n, const Seq<Comprehension *> &generators);
  void boundName(Identifier name, Range range);
  void futureImports(const Module *module);
  static bool hasYield(const Node *n);

  const File &file;
  Frame frame;
};

void PlaceChecker::node(const Node *n) {
  switch (n->kind) {
  case NodeKind::FunctionDef:
    return function(cast<FunctionDef>(n), Frame::Function);
  case NodeKind::AsyncFunctionDef:
    return function(cast<AsyncFunctionDef>(n), Frame::AsyncFunction);
  case NodeKind::Lambda:
    return lambda(cast<Lambda>(n));
  case NodeKind::ClassDef:
    return classDef(cast<ClassDef>(n));
  case NodeKind::AsyncFor:
    async(n, "async for");
    target(cast<AsyncFor>(n)->target, false);
    return loop(cast<AsyncFor>(n));
  case NodeKind::For:
    target(cast<For>(n)->target, false);
    return loop(cast<For>(n));
  case NodeKind::While:
    return loop(cast<While>(n));
  case NodeKind::AsyncWith:
    async(n, "async with");
    break;
  case NodeKind::WithItem:
    if (const Expr *vars = cast<WithItem>(n)->optional_vars)
      target(vars, false);
    break;
  case NodeKind::Break:
  case NodeKind::Continue:
    return jump(n);
  case NodeKind::Return:
    return returnStatement(cast<Return>(n));
  case NodeKind::Try:
    handlers(cast<Try>(n)->handlers, false);
    break;
  case NodeKind::TryStar:
    return tryStar(cast<TryStar>(n));
  case NodeKind::Match:
    checkPatterns(file, cast<Match>(n));
    break;
  case NodeKind::Yield:
  case NodeKind::YieldFrom:
  case NodeKind::Await:
    suspension(n);
    break;
  case NodeKind::ExprStmt:
    notStarred(cast<ExprStmt>(n)->value);
    break;
  case NodeKind::Assign:
    for (const Expr *e : cast<Assign>(n)->targets)
      target(e, false);
    notStarred(cast<Assign>(n)->value);
    break;
  case NodeKind::Name:
    name(cast<Name>(n));
    break;
  case NodeKind::Attribute:
    if (cast<Attribute>(n)->ctx == ExprContext::Store)
      boundName(cast<Attribute>(n)->attr, n->range);
    break;
  case NodeKind::Alias:
    boundName(cast<Alias>(n)->asname, n->range);
    break;
  case NodeKind::Call:
    keywords(cast<Call>(n)->keywords, n->range);
    break;
  case NodeKind::ListComp:
    return comprehensions(n, cast<ListComp>(n)->generators);
  case NodeKind::SetComp:
    return comprehensions(n, cast<SetComp>(n)->generators);
  case NodeKind::DictComp:
    return comprehensions(n, cast<DictComp>(n)->generators);
  case NodeKind::GeneratorExp:
    return generator(n);
  default:
    break;
  }
  children(n);
}

void PlaceChecker::async(const Node *n, std::string_view what) {
  if (frame.type != Frame::AsyncFunction)
    fail(Kind::OutsideAsyncFunction, n->range, {what});
}

/// `yield`, `yield from` and `await`.
void PlaceChecker::suspension(const Node *n) {
  bool isAwait = n->kind == NodeKind::Await;
  if (!frame.isFunction())
    fail(Kind::OutsideFunction, n->range, {isAwait ? "await" : "yield"});
  if (n->kind == NodeKind::YieldFrom && frame.type == Frame::AsyncFunction)
    fail(Kind::YieldFromInAsync, n->range);
  if (isAwait && frame.type != Frame::AsyncFunction && !frame.inGenerator)
    fail(Kind::OutsideAsyncFunction, n->range, {"await"});
}

void PlaceChecker::tryStar(const TryStar *n) {
  each(n->body);
  handlers(n->handlers, true);
  each(n->orelse);
  each(n->finalbody);
}

void PlaceChecker::name(const Name *n) {
  if (n->ctx != ExprContext::Load && n->id == "__debug__")
    fail(n->ctx == ExprContext::Del ? Kind::CannotDelete : Kind::CannotAssign, n->range,
         {"__debug__"});
}

void PlaceChecker::generator(const Node *n) {
  bool outer = std::exchange(frame.inGenerator, true);
  children(n);
  frame.inGenerator = outer;
}

void PlaceChecker::boundName(Identifier name, Range range) {
  if (name == "__debug__")
    fail(Kind::CannotAssign, range, {name});
}

// Whether a function's own body yields.
bool PlaceChecker::hasYield(const Node *n) {
  if (isa<Yield>(n))
    return true;
  if (isa<FunctionDef>(n) || isa<AsyncFunctionDef>(n) || isa<ClassDef>(n) || isa<Lambda>(n))
    return false;
  bool found = false;
  forEachChild(n, [&](const Node *child) { found = found || hasYield(child); });
  return found;
}

void PlaceChecker::parameters(const Arguments *args, Range range) {
  for (const Seq<Arg *> &list : {args->posonlyargs, args->args, args->kwonlyargs})
    for (const Arg *arg : list)
      boundName(arg->arg, range);
  for (const Arg *arg : {args->vararg, args->kwarg})
    if (arg)
      boundName(arg->arg, range);
}

template <class T> void PlaceChecker::function(const T *def, Frame::Type type) {
  each(def->decorator_list);
  node(def->args);
  if (def->returns)
    node(def->returns);
  parameters(def->args, def->range);
  boundName(def->name, def->range);
  Frame inner{.type = type};
  for (const Stmt *statement : def->body)
    inner.yields = inner.yields || hasYield(statement);
  Frame outer = std::exchange(frame, inner);
  each(def->body);
  frame = outer;
}

void PlaceChecker::lambda(const Lambda *def) {
  node(def->args);
  parameters(def->args, def->range);
  Frame outer = std::exchange(frame, Frame{.type = Frame::Function});
  node(def->body);
  frame = outer;
}

void PlaceChecker::classDef(const ClassDef *def) {
  each(def->decorator_list);
  each(def->bases);
  each(def->keywords);
  keywords(def->keywords, def->range);
  boundName(def->name, def->range);
  Frame outer = std::exchange(frame, Frame{.type = Frame::Class});
  each(def->body);
  frame = outer;
}

template <class T> void PlaceChecker::loop(const T *n) {
  if constexpr (std::is_same_v<T, While>) {
    node(n->test);
  } else {
    node(n->target);
    node(n->iter);
  }
  Frame outer = frame;
  frame.inLoop = true;
  frame.loopInExceptStar = frame.inExceptStar;
  each(n->body);
  frame = outer;
  each(n->orelse);
}

void PlaceChecker::jump(const Node *n) {
  if (frame.inExceptStar && !frame.loopInExceptStar)
    fail(Kind::JumpInExceptStar, n->range);
  if (!frame.inLoop)
    fail(isa<Break>(n) ? Kind::BreakOutsideLoop : Kind::ContinueOutsideLoop, n->range);
}

void PlaceChecker::returnStatement(const Return *n) {
  if (!frame.isFunction())
    fail(Kind::OutsideFunction, n->range, {"return"});
  if (frame.type == Frame::AsyncFunction && frame.yields && n->value)
    fail(Kind::ReturnValueInAsyncGenerator, n->range);
  if (n->value) {
    notStarred(n->value);
    node(n->value);
  }
  if (frame.inExceptStar)
    fail(Kind::JumpInExceptStar, n->range);
}

void PlaceChecker::handlers(const Seq<ExceptHandler *> &list, bool isStar) {
  for (const ExceptHandler *handler : list) {
    if (!handler->type && handler != list.back())
      fail(Kind::BareExceptNotLast, handler->range);
    boundName(handler->name, handler->range);
    if (!isStar)
      continue;
    Frame outer = frame;
    frame.inExceptStar = true;
    frame.loopInExceptStar = false;
    children(handler);
    frame = outer;
  }
}

void PlaceChecker::notStarred(const Expr *value) {
  if (isa<Starred>(value))
    fail(Kind::StarredAlone, value->range);
}

void PlaceChecker::target(const Expr *e, bool inSequence) {
  if (isa<Starred>(e) && !inSequence)
    fail(Kind::StarredTargetAlone, e->range);
  if (const auto *tuple = dyn_cast<Tuple>(e))
    sequenceTarget(tuple->elts, e->range);
  if (const auto *list = dyn_cast<List>(e))
    sequenceTarget(list->elts, e->range);
}

void PlaceChecker::sequenceTarget(const Seq<Expr *> &elements, Range range) {
  size_t starred = 0;
  for (const Expr *element : elements) {
    starred += isa<Starred>(element);
    target(isa<Starred>(element) ? cast<Starred>(element)->value : element, true);
  }
  if (starred > 1)
    fail(Kind::SeveralStarredTargets, range);
}

void PlaceChecker::keywords(const Seq<Keyword *> &list, Range range) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (!list[i]->arg.data())
      continue;
    boundName(list[i]->arg, range);
    for (size_t j = 0; j < i; ++j)
      if (list[j]->arg.data() == list[i]->arg.data())
        fail(Kind::KeywordRepeated, list[i]->range, {list[i]->arg});
  }
}

void PlaceChecker::comprehensions(const Node *n, const Seq<Comprehension *> &generators) {
  for (const Comprehension *part : generators)
    if (part->is_async && frame.type != Frame::AsyncFunction)
      fail(Kind::AsyncComprehensionOutside, n->range);
  children(n);
}

void PlaceChecker::futureImports(const Module *module) {
  static constexpr std::string_view features[] = {
      "nested_scopes",  "generators",       "division",       "absolute_import", "with_statement",
      "print_function", "unicode_literals", "barry_as_FLUFL", "generator_stop",  "annotations"};
  bool begun = false;
  for (size_t i = 0; i < module->body.size(); ++i) {
    const Stmt *statement = module->body[i];
    const auto *import = dyn_cast<ImportFrom>(statement);
    if (import && import->module == "__future__" && import->level == 0) {
      if (begun)
        fail(Kind::LateFutureImport, statement->range);
      for (const Alias *alias : import->names)
        if (std::find(std::begin(features), std::end(features), alias->name) == std::end(features))
          fail(alias->name == "braces" ? Kind::NotAChance : Kind::UnknownFuture, alias->range,
               {alias->name});
      continue;
    }
    const auto *text = dyn_cast<ExprStmt>(statement);
    const auto *constant = text ? dyn_cast<Constant>(text->value) : nullptr;
    begun = begun || i > 0 || !constant || !constant->value.isString();
  }
}
} // namespace

void checkPlaces(const File &file) { PlaceChecker(file).run(); }

} // namespace lith::syntax
