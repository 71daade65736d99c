// ParserImpl.cpp: tokens and ranges, recursion, and the entry points.
#include "syntax/ParserImpl.h"

#include "diagnostics/Diagnostic.h"

namespace lith::syntax {

// Levels of recursion. One level takes at most a few kilobytes of stack.
static constexpr int maxDepth = 1000;

ParserImpl::Deeper::Deeper(ParserImpl &parser) : context(parser.context) {
  if (++context.depth <= maxDepth)
    return;
  --context.depth;
  throw diag::make(diag::Kind::NestedTooDeeply, context.file.name,
                   parser.rangeOf(*parser.cur, *parser.cur));
}

Range ParserImpl::rangeOf(const Token &first, const Token &last) const {
  uint32_t endLine = last.spansLines ? source.lineOf(last.end, last.line) : last.line;
  return {first.line, source.column(first.start, first.line), endLine,
          source.column(last.end, endLine)};
}

Range ParserImpl::sinceBlock(const Token *first) const {
  const Token *last = cur - 1;
  while (last > first && isWhitespace(last->kind))
    --last;
  return rangeOf(*first, *last);
}

Identifier ParserImpl::identifier() {
  if (!at(Tok::Name))
    fail();
  return intern(source.text(*cur++));
}

Module *ParserImpl::parseModule() {
  Seq<Stmt *> body = statements(Tok::End);
  return node<Module>({}, body);
}

Expression *ParserImpl::parseExpressionInput() {
  Expr *body = starExpressions();
  while (accept(Tok::Newline))
    ;
  expect(Tok::End);
  return node<Expression>({}, body);
}

Expr *ParserImpl::parseReplacementField() {
  Expr *value = starExpressions();
  accept(Tok::Newline);
  expect(Tok::End);
  return value;
}

CallArguments ParserImpl::parseArguments() { return arguments(); }

Expr *ParserImpl::parseStarExpressionsAt(const Token *first) {
  cur = first;
  return at(Tok::KwYield) ? yieldExpression() : starExpressions();
}

} // namespace lith::syntax
