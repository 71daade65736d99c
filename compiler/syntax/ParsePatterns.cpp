// ParsePatterns.cpp: `match` statements and their patterns.
#include "syntax/ParserImpl.h"

namespace lith::syntax {

// `match` starts a statement of its own when the line ends in a colon; no
// other line that starts with a name does.
bool ParserImpl::atMatchStatement() const {
  if (!startsExpression(cur[1].kind) || !atSoftKeyword("match"))
    return false;
  const Token *last = cur + 1;
  while (!isWhitespace(last[1].kind) && last[1].kind != Tok::Error)
    ++last;
  return last->kind == Tok::Colon && last[1].kind == Tok::Newline;
}

Stmt *ParserImpl::matchStatement() {
  const Token *start = cur++;
  Expr *subject = matchSubject();
  expect(Tok::Colon);
  expect(Tok::Newline);
  expect(Tok::Indent);
  List<MatchCase> cases(*this);
  do
    cases.push(matchCase());
  while (!accept(Tok::Dedent));
  return node<Match>(sinceBlock(start), subject, cases.take());
}

Expr *ParserImpl::matchSubject() {
  const Token *start = cur;
  Expr *first = starNamedExpression();
  if (!at(Tok::Comma)) {
    if (isa<Starred>(first))
      fail();
    return first;
  }
  List<Expr> elements(*this);
  elements.push(first);
  while (accept(Tok::Comma) && startsExpression(kind()))
    elements.push(starNamedExpression());
  return node<Tuple>(since(start), elements.take(), ExprContext::Load);
}

MatchCase *ParserImpl::matchCase() {
  if (!atSoftKeyword("case"))
    fail();
  const Token *start = cur++;
  Pattern *pattern = patterns();
  Expr *guard = accept(Tok::KwIf) ? namedExpression() : nullptr;
  Seq<Stmt *> body = block();
  return node<MatchCase>(sinceBlock(start), pattern, guard, body);
}

// A pattern, or a sequence of them without brackets.
Pattern *ParserImpl::patterns() {
  const Token *start = cur;
  Pattern *first = maybeStarPattern();
  if (!at(Tok::Comma)) {
    if (isa<MatchStar>(first))
      fail();
    return first;
  }
  List<Pattern> items(*this);
  items.push(first);
  while (accept(Tok::Comma) && !at(Tok::Colon) && !at(Tok::KwIf))
    items.push(maybeStarPattern());
  return node<MatchSequence>(since(start), items.take());
}

Pattern *ParserImpl::maybeStarPattern() {
  const Token *start = cur;
  if (!accept(Tok::Star))
    return pattern();
  Identifier name = captureTarget();
  return node<MatchStar>(since(start), name);
}

// A name to bind; absent for `_`.
Identifier ParserImpl::captureTarget() {
  bool isWildcard = atSoftKeyword("_");
  Identifier name = identifier();
  if (!isWildcard && (at(Tok::Dot) || at(Tok::LPar) || at(Tok::Equal)))
    fail();
  return isWildcard ? Identifier() : name;
}

Pattern *ParserImpl::pattern() {
  Deeper deeper(*this);
  const Token *start = cur;
  Pattern *inner = orPattern();
  if (!accept(Tok::KwAs))
    return inner;
  if (atSoftKeyword("_"))
    fail();
  Identifier name = captureTarget();
  return node<MatchAs>(since(start), inner, name);
}

Pattern *ParserImpl::orPattern() {
  const Token *start = cur;
  Pattern *first = closedPattern();
  if (!at(Tok::Pipe))
    return first;
  List<Pattern> alternatives(*this);
  alternatives.push(first);
  while (accept(Tok::Pipe))
    alternatives.push(closedPattern());
  return node<MatchOr>(since(start), alternatives.take());
}

Pattern *ParserImpl::closedPattern() {
  const Token *start = cur;
  auto singleton = [&](ConstantKind value) {
    ++cur;
    return node<MatchSingleton>(since(start), ConstantValue{value, 0, 0, {}});
  };
  switch (kind()) {
  case Tok::KwNone:
    return singleton(ConstantKind::None);
  case Tok::KwTrue:
    return singleton(ConstantKind::True);
  case Tok::KwFalse:
    return singleton(ConstantKind::False);
  case Tok::Number:
  case Tok::Minus: {
    Expr *value = patternNumber();
    return node<MatchValue>(since(start), value);
  }
  case Tok::String: {
    Expr *value = strings();
    return node<MatchValue>(since(start), value);
  }
  case Tok::LPar:
  case Tok::LSqb:
    return groupOrSequencePattern();
  case Tok::LBrace:
    return mappingPattern();
  default:
    return namePattern();
  }
}

Expr *ParserImpl::signedNumber() {
  const Token *start = cur;
  bool negative = accept(Tok::Minus);
  if (!at(Tok::Number))
    fail();
  Expr *value = number();
  return negative ? node<UnaryOp>(since(start), UnaryOperator::USub, value) : value;
}

// A signed number, or a real and an imaginary one added.
Expr *ParserImpl::patternNumber() {
  const Token *start = cur;
  auto isImaginary = [](Expr *e) { return cast<Constant>(e)->value.kind == ConstantKind::Complex; };
  Expr *real = signedNumber();
  if (!at(Tok::Plus) && !at(Tok::Minus))
    return real;
  Operator op = at(Tok::Plus) ? Operator::Add : Operator::Sub;
  auto *negated = dyn_cast<UnaryOp>(real);
  ++cur;
  if (!at(Tok::Number))
    fail();
  Expr *imaginary = number();
  Range all = since(start);
  if (isImaginary(negated ? negated->operand : real))
    throw diag::make(diag::Kind::RealNumberRequired, context.file.name, real->range);
  if (!isImaginary(imaginary))
    throw diag::make(diag::Kind::ImaginaryNumberRequired, context.file.name, imaginary->range);
  return node<BinOp>(all, real, op, imaginary);
}

Seq<Pattern *> ParserImpl::sequencePatterns(List<Pattern> &items, Tok end) {
  while (accept(Tok::Comma) && !at(end))
    items.push(maybeStarPattern());
  expect(end);
  return items.take();
}

Pattern *ParserImpl::groupOrSequencePattern() {
  const Token *start = cur;
  Tok end = at(Tok::LPar) ? Tok::RPar : Tok::RSqb;
  ++cur;
  if (accept(end))
    return node<MatchSequence>(since(start), Seq<Pattern *>());
  Pattern *first = maybeStarPattern();
  if (end == Tok::RPar && !at(Tok::Comma)) {
    if (isa<MatchStar>(first))
      fail();
    expect(end);
    return first;
  }
  List<Pattern> items(*this);
  items.push(first);
  Seq<Pattern *> all = sequencePatterns(items, end);
  return node<MatchSequence>(since(start), all);
}

// Capture, wildcard, value or class pattern.
Pattern *ParserImpl::namePattern() {
  const Token *start = cur;
  Tok next = cur[1].kind;
  if (at(Tok::Name) && next != Tok::Dot && next != Tok::LPar) {
    Identifier name = captureTarget();
    return node<MatchAs>(since(start), nullptr, name);
  }
  Expr *value = nameOrAttribute();
  if (at(Tok::LPar))
    return classPattern(start, value);
  if (at(Tok::Equal) || isa<Name>(value))
    fail();
  return node<MatchValue>(since(start), value);
}

Expr *ParserImpl::nameOrAttribute() {
  const Token *start = cur;
  Identifier id = identifier();
  Expr *value = node<Name>(since(start), id, ExprContext::Load);
  int length = 0;
  for (; accept(Tok::Dot); checkChain(++length)) {
    Identifier attr = identifier();
    value = node<Attribute>(since(start), value, attr, ExprContext::Load);
  }
  return value;
}

Pattern *ParserImpl::classPattern(const Token *start, Expr *cls) {
  ++cur;
  std::vector<Pattern *> positional, named;
  std::vector<Identifier> names;
  while (!at(Tok::RPar)) {
    if (at(Tok::Name) && cur[1].kind == Tok::Equal) {
      names.push_back(identifier());
      ++cur;
      named.push_back(pattern());
    } else {
      if (!named.empty())
        fail();
      positional.push_back(pattern());
    }
    if (!accept(Tok::Comma))
      break;
  }
  expect(Tok::RPar);
  Arena &arena = context.file.arena;
  return node<MatchClass>(since(start), cls, arena.copy(positional.data(), positional.size()),
                          arena.copy(names.data(), names.size()),
                          arena.copy(named.data(), named.size()));
}

Pattern *ParserImpl::mappingPattern() {
  const Token *start = cur++;
  std::vector<Expr *> keys;
  std::vector<Pattern *> values;
  Identifier rest;
  while (!at(Tok::RBrace)) {
    if (accept(Tok::DoubleStar)) {
      rest = captureTarget();
      if (!rest.data())
        fail();
      accept(Tok::Comma);
      break;
    }
    const Token *key = cur;
    if (at(Tok::Name)) {
      keys.push_back(nameOrAttribute());
      if (isa<Name>(keys.back()))
        fail();
    } else if (at(Tok::Number) || at(Tok::Minus)) {
      keys.push_back(patternNumber());
    } else if (key->kind == Tok::String || key->kind == Tok::KwNone || key->kind == Tok::KwTrue ||
               key->kind == Tok::KwFalse) {
      keys.push_back(atom());
    } else {
      fail();
    }
    expect(Tok::Colon);
    values.push_back(pattern());
    if (!accept(Tok::Comma))
      break;
  }
  expect(Tok::RBrace);
  Arena &arena = context.file.arena;
  return node<MatchMapping>(since(start), arena.copy(keys.data(), keys.size()),
                            arena.copy(values.data(), values.size()), rest);
}

} // namespace lith::syntax
