// Exec.cpp: dispatch of statements, and the simple ones.
#include "stage/Generators.h"
#include "stage/Impl.h"

namespace lith::stage {

using namespace lith::syntax;

// The definition is harmless; calling what it makes is refused.
static bool defineAsync(Stage &stage, const AsyncFunctionDef *definition) {
  Result function = stage.makeFunction(definition, definition->args);
  for (size_t i = definition->decorator_list.size(); function && i-- > 0;) {
    Result decorator = stage.eval(definition->decorator_list[i]);
    function = decorator ? stage.call(*decorator, *function) : decorator;
  }
  return function &&
         stage.storeName(stage.session.names.boundBy(definition, definition->name), *function);
}

// A construct that goes on with what it holds, as a loop does with its iterator.
bool Stage::exec(Seq<Stmt *> body) {
  Scoped<Address> held(activation->heldBefore, nextAddress);
  return execPart(body);
}

bool Stage::execPart(Seq<Stmt *> body) {
  for (const Stmt *statement : body)
    if (!isSkipped(*this, statement) && !exec(statement))
      return false;
  return true;
}

bool Stage::exec(const Stmt *statement) {
  activation->at = statement;
  switch (statement->kind) {
  case NodeKind::ExprStmt: {
    auto *expression = cast<ExprStmt>(statement)->value;
    return isa<syntax::Constant>(expression) || eval(expression).has_value();
  }
  case NodeKind::Assign:
    return execAssign(cast<Assign>(statement));
  case NodeKind::AugAssign:
    return execAugAssign(cast<AugAssign>(statement));
  case NodeKind::AnnAssign: {
    auto *assignment = cast<AnnAssign>(statement);
    if (!assignment->value)
      return true;
    Result value = eval(assignment->value);
    return value && assign(assignment->target, *value);
  }
  case NodeKind::Return: {
    Result value = none();
    if (activation->caller && !activation->caller->caller)
      impl->lastReturn = {activation->code->file, statement};
    if (cast<Return>(statement)->value)
      value = eval(cast<Return>(statement)->value);
    if (value)
      exits.returns->push_back({std::move(state), {*value}});
    return false;
  }
  case NodeKind::If:
    return execIf(cast<If>(statement));
  case NodeKind::While:
    return execWhile(cast<While>(statement));
  case NodeKind::For:
    return execFor(cast<For>(statement));
  case NodeKind::Break:
    exits.breaks->push_back({std::move(state), {}});
    return false;
  case NodeKind::Continue:
    exits.continues->push_back({std::move(state), {}});
    return false;
  case NodeKind::Pass:
  case NodeKind::Global:
  case NodeKind::Nonlocal:
    return true;
  case NodeKind::FunctionDef:
    return execFunctionDef(cast<FunctionDef>(statement));
  case NodeKind::AsyncFunctionDef:
    return defineAsync(*this, cast<AsyncFunctionDef>(statement));
  case NodeKind::ClassDef:
    return execClassDef(cast<ClassDef>(statement));
  case NodeKind::Raise:
    return execRaise(cast<Raise>(statement));
  case NodeKind::Try:
    return execTry(cast<Try>(statement));
  case NodeKind::With:
    return execWith(cast<With>(statement), 0);
  case NodeKind::Assert:
    return execAssert(cast<Assert>(statement));
  case NodeKind::Delete:
    for (const Expr *target : cast<Delete>(statement)->targets)
      if (!deleteTarget(target))
        return false;
    return true;
  case NodeKind::Import:
  case NodeKind::ImportFrom:
    return execImport(statement);
  case NodeKind::Match:
    return execMatch(cast<Match>(statement));
  default:
    refuseAt(statement, diag::Kind::UnsupportedStatement, {name(statement->kind)});
  }
}

bool Stage::execAssert(const Assert *statement) {
  Edges whenTrue, whenFalse;
  condition(statement->test, whenTrue, whenFalse);
  if (join(std::move(whenFalse))) {
    activation->at = statement;
    llvm::SmallVector<Value, 1> arguments;
    bool goesOn = true;
    if (statement->msg) {
      Result message = eval(statement->msg);
      goesOn = message.has_value();
      if (message)
        arguments.push_back(*message);
    }
    activation->at = statement;
    if (goesOn)
      raiseClass("AssertionError", arguments);
  }
  return join(std::move(whenTrue));
}

// Also of a class of the user's, whose `__getattr__` finds what it holds.
static Value moduleValue(Stage &s, host::Handle module) {
  bool isPlain = s.host.kind(module) == host::Kind::Module;
  return isPlain ? Value::ofStatic(module) : s.outside(module, s.rootPath(module));
}

bool Stage::execImport(const Stmt *statement) {
  auto moduleOf = [&](std::string_view dotted) -> host::Handle {
    host::Handle module = host.module(dotted);
    if (!module)
      refuseAt(statement, diag::Kind::ImportNotLoaded, {dotted});
    return module;
  };
  if (auto *import = dyn_cast<Import>(statement)) {
    for (const Alias *alias : import->names) {
      host::Handle module = moduleOf(alias->name);
      std::string_view bound = alias->asname.data() ? alias->asname : alias->name;
      if (!alias->asname.data() && alias->name.find('.') != std::string_view::npos) {
        bound = alias->name.substr(0, alias->name.find('.'));
        module = moduleOf(bound);
      }
      if (!storeName(intern(bound), moduleValue(*this, module)))
        return false;
    }
    return true;
  }
  auto *from = cast<ImportFrom>(statement);
  std::string dotted = importBase(from);
  for (const Alias *alias : from->names) {
    Result value = importName(statement, dotted, alias->name);
    if (!value || !storeName(intern(alias->asname.data() ? alias->asname : alias->name), *value))
      return false;
  }
  return true;
}

// "a.b" of `from a.b import` and of its relative forms.
std::string Stage::importBase(const ImportFrom *from) {
  std::string dotted(from->module.data() ? from->module : std::string_view());
  if (from->level == 0)
    return dotted;
  std::string package;
  if (!activation->globals.isUndefined())
    if (auto text = asStr(outsideEntry(activation->globals, intern("__package__"))))
      package = text->str();
  for (int i = 1; i < from->level; ++i)
    package = package.substr(0, package.rfind('.'));
  return dotted.empty() ? package : package + "." + dotted;
}

// As Python words it, where the module's `__getattr__` has no such name either.
static Result cannotImport(Stage &s, host::Handle module, std::string_view dotted,
                           std::string_view name) {
  host::Handle dict = s.host.instanceDict(module);
  host::Handle file = dict ? s.host.dictGet(dict, s.host.str("__file__")) : nullptr;
  bool isKnown = file && s.host.kind(file) == host::Kind::Str;
  std::string place(isKnown ? s.host.asStr(file) : "unknown location");
  return s.raise("ImportError", "cannot import name '" + std::string(name) + "' from '" +
                                    std::string(dotted) + "' (" + place + ")");
}

Result Stage::importName(const Stmt *statement, const std::string &dotted, std::string_view name) {
  host::Handle module = host.module(dotted);
  Edges missing; // the paths on which a `__getattr__` finds nothing
  bool isMissing = false;
  if (module) {
    Result found = untilRaises("AttributeError", missing, [&] {
      return findAttribute(moduleValue(*this, module), intern(name));
    });
    if (missing.empty() && (!found || !found->isUndefined()))
      return found;
    isMissing = !missing.empty();
    if (isMissing && (found || !join(std::move(missing))))
      refuseAt(statement, diag::Kind::ImportNotLoaded, {dotted});
  }
  std::string inner = dotted + "." + std::string(name);
  if (host::Handle part = host.module(inner))
    return moduleValue(*this, part);
  if (isMissing)
    return cannotImport(*this, module, dotted, name);
  refuseAt(statement, diag::Kind::ImportNotLoaded, {inner});
}

} // namespace lith::stage
