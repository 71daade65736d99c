// Exec.cpp: dispatch of statements, and the simple ones.
#include "stage/Impl.h"
#include "stage/language/Generators.h"

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

} // namespace lith::stage
