// ParseStatements.cpp: blocks of statements and simple statements.
#include "syntax/ParserImpl.h"

namespace lith::syntax {

// Statements up to the token `end`, which is passed over.
Seq<Stmt *> ParserImpl::statements(Tok end) {
  List<Stmt> body(*this);
  while (!at(end)) {
    if (end == Tok::End)
      topLevel = cur;
    statement(body);
  }
  if (end != Tok::End)
    ++cur;
  return body.take();
}

void ParserImpl::statement(List<Stmt> &to) {
  if (Stmt *compound = compoundStatement())
    to.push(compound);
  else
    simpleStatements(to);
}

void ParserImpl::simpleStatements(List<Stmt> &to) {
  do
    to.push(simpleStatement());
  while (accept(Tok::Semi) && !at(Tok::Newline));
  expect(Tok::Newline);
}

Stmt *ParserImpl::simpleStatement() {
  const Token *start = cur;
  switch (kind()) {
  case Tok::KwReturn: {
    ++cur;
    Expr *value = startsExpression(kind()) ? starExpressions() : nullptr;
    return node<Return>(since(start), value);
  }
  case Tok::KwImport:
    return importStatement();
  case Tok::KwFrom:
    return importFromStatement();
  case Tok::KwRaise:
    return raiseStatement();
  case Tok::KwPass:
    ++cur;
    return node<Pass>(since(start));
  case Tok::KwBreak:
    ++cur;
    return node<Break>(since(start));
  case Tok::KwContinue:
    ++cur;
    return node<Continue>(since(start));
  case Tok::KwDel:
    return deleteStatement();
  case Tok::KwAssert:
    return assertStatement();
  case Tok::KwGlobal:
    return scopeStatement<Global>();
  case Tok::KwNonlocal:
    return scopeStatement<Nonlocal>();
  case Tok::Name:
    if (latest() && cur[1].kind == Tok::Name && atSoftKeyword("type"))
      return typeAlias();
    return expressionStatement();
  default:
    return expressionStatement();
  }
}

Expr *ParserImpl::yieldOrStarExpressions() {
  return at(Tok::KwYield) ? yieldExpression() : starExpressions();
}

// An expression, an assignment of any kind, or an annotation.
Stmt *ParserImpl::expressionStatement() {
  const Token *start = cur;
  Expr *value = yieldOrStarExpressions();
  if (at(Tok::Equal))
    return assignment(start, value);
  if (at(Tok::Colon))
    return annotated(start, value);
  if (kind() < Tok::PlusEqual || kind() > Tok::DoubleSlashEqual)
    return node<ExprStmt>(since(start), value);
  if (!isa<Name>(value) && !isa<Attribute>(value) && !isa<Subscript>(value))
    fail();
  setContext(value, ExprContext::Store);
  auto op = Operator(uint8_t(kind()) - uint8_t(Tok::PlusEqual));
  ++cur;
  Expr *operand = yieldOrStarExpressions();
  return node<AugAssign>(since(start), value, op, operand);
}

Stmt *ParserImpl::assignment(const Token *start, Expr *first) {
  List<Expr> targets(*this);
  Expr *value = first;
  while (accept(Tok::Equal)) {
    setContext(value, ExprContext::Store);
    targets.push(value);
    value = yieldOrStarExpressions();
  }
  return node<Assign>(since(start), targets.take(), value);
}

Stmt *ParserImpl::annotated(const Token *start, Expr *target) {
  if (!isa<Name>(target) && !isa<Attribute>(target) && !isa<Subscript>(target))
    fail();
  setContext(target, ExprContext::Store);
  ++cur;
  Expr *annotation = expression();
  Expr *value = accept(Tok::Equal) ? yieldOrStarExpressions() : nullptr;
  int simple = isa<Name>(target) && start->kind == Tok::Name;
  return node<AnnAssign>(since(start), target, annotation, value, simple);
}

Stmt *ParserImpl::deleteStatement() {
  const Token *start = cur++;
  List<Expr> targets(*this);
  do {
    Expr *target = primary();
    setContext(target, ExprContext::Del);
    targets.push(target);
  } while (accept(Tok::Comma) && startsExpression(kind()));
  if (!at(Tok::Semi) && !at(Tok::Newline))
    fail();
  return node<Delete>(since(start), targets.take());
}

Stmt *ParserImpl::raiseStatement() {
  const Token *start = cur++;
  Expr *exc = startsExpression(kind()) ? expression() : nullptr;
  Expr *cause = exc && accept(Tok::KwFrom) ? expression() : nullptr;
  return node<Raise>(since(start), exc, cause);
}

Stmt *ParserImpl::assertStatement() {
  const Token *start = cur++;
  Expr *test = expression();
  Expr *msg = accept(Tok::Comma) ? expression() : nullptr;
  return node<Assert>(since(start), test, msg);
}

// `global` and `nonlocal`.
template <class T> Stmt *ParserImpl::scopeStatement() {
  const Token *start = cur++;
  std::vector<Identifier> names;
  do
    names.push_back(identifier());
  while (accept(Tok::Comma));
  return node<T>(since(start), context.file.arena.copy(names.data(), names.size()));
}

Stmt *ParserImpl::typeAlias() {
  const Token *start = cur++;
  Identifier id = identifier();
  Expr *name = node<Name>(since(cur - 1), id, ExprContext::Store);
  Seq<TypeParam *> params = typeParams();
  expect(Tok::Equal);
  Expr *value = expression();
  return node<TypeAlias>(since(start), name, params, value);
}

} // namespace lith::syntax
