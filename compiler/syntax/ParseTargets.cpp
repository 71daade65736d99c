// ParseTargets.cpp: expressions that are assigned to or deleted.
#include "syntax/ParserImpl.h"

namespace lith::syntax {

// Turns an expression that was read into a target; fails when it cannot be one.
void ParserImpl::setContext(Expr *target, ExprContext ctx) {
  auto each = [&](const Seq<Expr *> &elements) {
    for (Expr *element : elements)
      setContext(element, ctx);
  };
  switch (target->kind) {
  case NodeKind::Name:
    cast<Name>(target)->ctx = ctx;
    return;
  case NodeKind::Attribute:
    cast<Attribute>(target)->ctx = ctx;
    return;
  case NodeKind::Subscript:
    cast<Subscript>(target)->ctx = ctx;
    return;
  case NodeKind::Tuple:
    cast<Tuple>(target)->ctx = ctx;
    return each(cast<Tuple>(target)->elts);
  case NodeKind::List:
    cast<syntax::List>(target)->ctx = ctx;
    return each(cast<syntax::List>(target)->elts);
  case NodeKind::Starred:
    if (ctx != ExprContext::Store)
      fail();
    cast<Starred>(target)->ctx = ctx;
    return setContext(cast<Starred>(target)->value, ctx);
  default:
    fail();
  }
}

Expr *ParserImpl::starTarget() {
  const Token *start = cur;
  if (!accept(Tok::Star)) {
    Expr *target = primary();
    setContext(target, ExprContext::Store);
    return target;
  }
  Expr *value = primary();
  setContext(value, ExprContext::Store);
  return node<Starred>(since(start), value, ExprContext::Store);
}

Expr *ParserImpl::starTargets() {
  const Token *start = cur;
  Expr *first = starTarget();
  if (!at(Tok::Comma))
    return first;
  List<Expr> elements(*this);
  elements.push(first);
  while (accept(Tok::Comma) && startsExpression(kind()))
    elements.push(starTarget());
  return node<Tuple>(since(start), elements.take(), ExprContext::Store);
}

} // namespace lith::syntax
