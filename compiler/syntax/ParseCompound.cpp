// ParseCompound.cpp: statements that hold blocks, except `match`.
#include "syntax/ParserImpl.h"

namespace lith::syntax {

// Null when no compound statement starts here.
Stmt *ParserImpl::compoundStatement() {
  const Token *start = cur;
  switch (kind()) {
  case Tok::KwDef:
    return functionDef(start, false, {});
  case Tok::KwIf:
    return ifStatement();
  case Tok::KwClass:
    return classDef({});
  case Tok::KwWith:
    return withStatement(start, false);
  case Tok::KwFor:
    return forStatement(start, false);
  case Tok::KwTry:
    return tryStatement();
  case Tok::KwWhile:
    return whileStatement();
  case Tok::KwAsync:
    return asyncStatement({}, start);
  case Tok::At:
    return decorated();
  case Tok::Name:
    return atMatchStatement() ? matchStatement() : nullptr;
  default:
    return nullptr;
  }
}

Seq<Stmt *> ParserImpl::block() {
  expect(Tok::Colon);
  if (accept(Tok::Newline)) {
    expect(Tok::Indent);
    return statements(Tok::Dedent);
  }
  List<Stmt> body(*this);
  simpleStatements(body);
  return body.take();
}

Seq<Stmt *> ParserImpl::elseBlock() { return accept(Tok::KwElse) ? block() : Seq<Stmt *>(); }

// `if` or `elif`.
Stmt *ParserImpl::ifStatement() {
  Deeper deeper(*this);
  const Token *start = cur++;
  Expr *test = namedExpression();
  Seq<Stmt *> body = block();
  Seq<Stmt *> orelse =
      at(Tok::KwElif) ? context.file.arena.seq<Stmt *>({ifStatement()}) : elseBlock();
  return node<If>(sinceBlock(start), test, body, orelse);
}

Stmt *ParserImpl::whileStatement() {
  const Token *start = cur++;
  Expr *test = namedExpression();
  Seq<Stmt *> body = block();
  Seq<Stmt *> orelse = elseBlock();
  return node<While>(sinceBlock(start), test, body, orelse);
}

Stmt *ParserImpl::asyncStatement(Seq<Expr *> decorators, const Token *start) {
  ++cur;
  if (at(Tok::KwDef))
    return functionDef(start, true, decorators);
  if (decorators.empty() && at(Tok::KwFor))
    return forStatement(start, true);
  if (decorators.empty() && at(Tok::KwWith))
    return withStatement(start, true);
  fail();
}

Stmt *ParserImpl::forStatement(const Token *start, bool isAsync) {
  ++cur;
  Expr *target = starTargets();
  expect(Tok::KwIn);
  Expr *iter = starExpressions();
  Seq<Stmt *> body = block();
  Seq<Stmt *> orelse = elseBlock();
  Range range = sinceBlock(start);
  if (isAsync)
    return node<AsyncFor>(range, target, iter, body, orelse);
  return node<For>(range, target, iter, body, orelse);
}

WithItem *ParserImpl::withItem(const Token *start, Expr *context) {
  Expr *vars = accept(Tok::KwAs) ? starTarget() : nullptr;
  return node<WithItem>(since(start), context, vars);
}

// Reads `(a as b, c as d)` in front of a colon. False, with nothing consumed,
// when the brackets are part of an expression.
bool ParserImpl::parenthesizedItems(List<WithItem> &items) {
  const Token *start = cur;
  if (!at(Tok::LPar))
    return false;
  const Token *closing = cur + 1;
  for (; closing->level >= start->level; ++closing)
    if (isWhitespace(closing->kind) || closing->kind == Tok::Error)
      return false;
  if (closing[1].kind != Tok::Colon)
    return false;
  ++cur;
  while (cur != closing) {
    const Token *itemStart = cur;
    if (at(Tok::Star) || at(Tok::KwYield))
      break;
    Expr *value = expression();
    if (at(Tok::ColonEqual) || atComprehension())
      break;
    items.push(withItem(itemStart, value));
    if (!accept(Tok::Comma) && cur != closing)
      fail();
  }
  if (cur == closing && items.size()) {
    ++cur;
    return true;
  }
  cur = start;
  return false;
}

Stmt *ParserImpl::withStatement(const Token *start, bool isAsync) {
  ++cur;
  List<WithItem> items(*this);
  if (!parenthesizedItems(items)) {
    items.clear();
    do {
      const Token *itemStart = cur;
      Expr *value = expression();
      items.push(withItem(itemStart, value));
    } while (accept(Tok::Comma));
  }
  Seq<Stmt *> body = block();
  Range range = sinceBlock(start);
  if (isAsync)
    return node<AsyncWith>(range, items.take(), body);
  return node<With>(range, items.take(), body);
}

Stmt *ParserImpl::tryStatement() {
  const Token *start = cur++;
  Seq<Stmt *> body = block();
  bool isStar = at(Tok::KwExcept) && cur[1].kind == Tok::Star;
  List<ExceptHandler> handlers(*this);
  while (at(Tok::KwExcept))
    handlers.push(exceptHandler(isStar));
  Seq<Stmt *> orelse = handlers.size() ? elseBlock() : Seq<Stmt *>();
  if (handlers.size() == 0 && !at(Tok::KwFinally))
    fail();
  Seq<Stmt *> finalbody = accept(Tok::KwFinally) ? block() : Seq<Stmt *>();
  Range range = sinceBlock(start);
  if (isStar)
    return node<TryStar>(range, body, handlers.take(), orelse, finalbody);
  return node<Try>(range, body, handlers.take(), orelse, finalbody);
}

ExceptHandler *ParserImpl::exceptHandler(bool isStar) {
  const Token *start = cur++;
  if (isStar)
    expect(Tok::Star);
  Expr *type = isStar || !at(Tok::Colon) ? expression() : nullptr;
  Identifier name = type && accept(Tok::KwAs) ? identifier() : Identifier();
  Seq<Stmt *> body = block();
  return node<ExceptHandler>(sinceBlock(start), type, name, body);
}

Stmt *ParserImpl::decorated() {
  List<Expr> decorators(*this);
  while (accept(Tok::At)) {
    decorators.push(namedExpression());
    expect(Tok::Newline);
  }
  const Token *start = cur;
  if (at(Tok::KwDef))
    return functionDef(start, false, decorators.take());
  if (at(Tok::KwClass))
    return classDef(decorators.take());
  if (at(Tok::KwAsync))
    return asyncStatement(decorators.take(), start);
  fail();
}

Stmt *ParserImpl::functionDef(const Token *start, bool isAsync, Seq<Expr *> decorators) {
  ++cur;
  Identifier name = identifier();
  Seq<TypeParam *> params = typeParams();
  expect(Tok::LPar);
  Arguments *args = parameters(Tok::RPar);
  expect(Tok::RPar);
  Expr *returns = accept(Tok::Arrow) ? expression() : nullptr;
  Seq<Stmt *> body = block();
  Range range = sinceBlock(start);
  if (isAsync)
    return node<AsyncFunctionDef>(range, name, args, body, decorators, returns, params);
  return node<FunctionDef>(range, name, args, body, decorators, returns, params);
}

Stmt *ParserImpl::classDef(Seq<Expr *> decorators) {
  const Token *start = cur++;
  Identifier name = identifier();
  Seq<TypeParam *> params = typeParams();
  CallArguments given;
  if (accept(Tok::LPar)) {
    if (!at(Tok::RPar))
      given = arguments();
    expect(Tok::RPar);
  }
  Seq<Stmt *> body = block();
  return node<ClassDef>(sinceBlock(start), name, given.args, given.keywords, body, decorators,
                        params);
}

// `[T, *Ts, **P]`, which may be absent.
Seq<TypeParam *> ParserImpl::typeParams() {
  if (!latest() || !accept(Tok::LSqb))
    return {};
  List<TypeParam> params(*this);
  do
    params.push(typeParam());
  while (accept(Tok::Comma) && !at(Tok::RSqb));
  expect(Tok::RSqb);
  return params.take();
}

TypeParam *ParserImpl::typeParam() {
  const Token *start = cur;
  bool isTuple = accept(Tok::Star), isSpec = !isTuple && accept(Tok::DoubleStar);
  Identifier name = identifier();
  Expr *bound = !isTuple && !isSpec && accept(Tok::Colon) ? expression() : nullptr;
  Expr *value = nullptr;
  if (accept(Tok::Equal))
    value = isTuple ? starExpression() : expression();
  if (isTuple)
    return node<TypeVarTuple>(since(start), name, value);
  if (isSpec)
    return node<ParamSpec>(since(start), name, value);
  return node<TypeVar>(since(start), name, bound, value);
}

} // namespace lith::syntax
