// Exec.cpp: dispatch of statements, and the simple ones.
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Stage.h"
#include "stage/calls/Functions.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/ProgramClasses.h"
#include "stage/emit/Refusals.h"
#include "stage/language/Assign.h"
#include "stage/language/Generators.h"
#include "stage/language/LoopStatements.h"
#include "stage/language/Match.h"
#include "stage/language/Try.h"
#include "stage/language/With.h"
#include "stage/outside/Imports.h"
#include "stage/paths/Conditions.h"

namespace lith::stage {

using namespace lith::syntax;

static bool execAssert(Stage &, const syntax::Assert *statement);

// The definition is harmless; calling what it makes is refused.
static bool defineAsync(Stage &stage, const AsyncFunctionDef *definition) {
  Result function = makeFunction(stage, definition, definition->args);
  for (size_t i = definition->decorator_list.size(); function && i-- > 0;) {
    Result decorator = eval(stage, definition->decorator_list[i]);
    function = decorator ? call(stage, *decorator, *function) : decorator;
  }
  return function &&
         storeName(stage, stage.session.names.boundBy(definition, definition->name), *function);
}

// A construct that goes on with what it holds, as a loop does with its iterator.
bool exec(Stage &s, Seq<Stmt *> body) {
  Scoped<Address> held(s.activation->heldBefore, s.nextAddress);
  return execPart(s, body);
}

bool execPart(Stage &s, Seq<Stmt *> body) {
  for (const Stmt *statement : body)
    if (!isSkipped(s, statement) && !exec(s, statement))
      return false;
  return true;
}

bool exec(Stage &s, const Stmt *statement) {
  s.activation->at = statement;
  switch (statement->kind) {
  case NodeKind::ExprStmt: {
    auto *expression = cast<ExprStmt>(statement)->value;
    return isa<syntax::Constant>(expression) || eval(s, expression).has_value();
  }
  case NodeKind::Assign:
    return execAssign(s, cast<Assign>(statement));
  case NodeKind::AugAssign:
    return execAugAssign(s, cast<AugAssign>(statement));
  case NodeKind::AnnAssign: {
    auto *assignment = cast<AnnAssign>(statement);
    if (!assignment->value)
      return true;
    Result value = eval(s, assignment->value);
    return value && assign(s, assignment->target, *value);
  }
  case NodeKind::Return: {
    Result value = s.none();
    if (s.activation->caller && !s.activation->caller->caller)
      s.body.lastReturn = {s.activation->code->file, statement};
    if (cast<Return>(statement)->value)
      value = eval(s, cast<Return>(statement)->value);
    if (value)
      s.exits.returns->push_back({std::move(s.state), {*value}});
    return false;
  }
  case NodeKind::If:
    return execIf(s, cast<If>(statement));
  case NodeKind::While:
    return execWhile(s, cast<While>(statement));
  case NodeKind::For:
    return execFor(s, cast<For>(statement));
  case NodeKind::Break:
    s.exits.breaks->push_back({std::move(s.state), {}});
    return false;
  case NodeKind::Continue:
    s.exits.continues->push_back({std::move(s.state), {}});
    return false;
  case NodeKind::Pass:
  case NodeKind::Global:
  case NodeKind::Nonlocal:
    return true;
  case NodeKind::FunctionDef:
    return execFunctionDef(s, cast<FunctionDef>(statement));
  case NodeKind::AsyncFunctionDef:
    return defineAsync(s, cast<AsyncFunctionDef>(statement));
  case NodeKind::ClassDef:
    return execClassDef(s, cast<ClassDef>(statement));
  case NodeKind::Raise:
    return execRaise(s, cast<Raise>(statement));
  case NodeKind::Try:
    return execTry(s, cast<Try>(statement));
  case NodeKind::With:
    return execWith(s, cast<With>(statement), 0);
  case NodeKind::Assert:
    return execAssert(s, cast<Assert>(statement));
  case NodeKind::Delete:
    for (const Expr *target : cast<Delete>(statement)->targets)
      if (!deleteTarget(s, target))
        return false;
    return true;
  case NodeKind::Import:
  case NodeKind::ImportFrom:
    return execImport(s, statement);
  case NodeKind::Match:
    return execMatch(s, cast<Match>(statement));
  default:
    refuseAt(s, statement, diag::Kind::UnsupportedStatement, {name(statement->kind)});
  }
}

static bool execAssert(Stage &s, const Assert *statement) {
  Edges whenTrue, whenFalse;
  condition(s, statement->test, whenTrue, whenFalse);
  if (join(s, std::move(whenFalse))) {
    s.activation->at = statement;
    llvm::SmallVector<Value, 1> arguments;
    bool goesOn = true;
    if (statement->msg) {
      Result message = eval(s, statement->msg);
      goesOn = message.has_value();
      if (message)
        arguments.push_back(*message);
    }
    s.activation->at = statement;
    if (goesOn)
      raiseClass(s, "AssertionError", arguments);
  }
  return join(s, std::move(whenTrue));
}

} // namespace lith::stage
