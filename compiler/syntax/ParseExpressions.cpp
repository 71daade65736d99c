// ParseExpressions.cpp: everything above primaries, by precedence climbing.
#include "syntax/ParserImpl.h"

#include <array>

namespace lith::syntax {

namespace {
enum Precedence : uint8_t {
  None,
  Or,
  And,
  Not,
  Comparison,
  BitOr,
  BitXor,
  BitAnd,
  Shift,
  Sum,
  Term
};

// How tightly a token binds as an infix operator; None when it is none.
constexpr std::array<uint8_t, 256> infix = [] {
  std::array<uint8_t, 256> table{};
  auto set = [&](Tok kind, Precedence precedence) { table[size_t(kind)] = precedence; };
  set(Tok::KwOr, Or);
  set(Tok::KwAnd, And);
  for (Tok kind : {Tok::EqEqual, Tok::NotEqual, Tok::Less, Tok::LessEqual, Tok::Greater,
                   Tok::GreaterEqual, Tok::KwIs, Tok::KwIn, Tok::KwNot})
    set(kind, Comparison);
  set(Tok::Pipe, BitOr);
  set(Tok::Caret, BitXor);
  set(Tok::Amper, BitAnd);
  set(Tok::LeftShift, Shift);
  set(Tok::RightShift, Shift);
  set(Tok::Plus, Sum);
  set(Tok::Minus, Sum);
  for (Tok kind : {Tok::Star, Tok::At, Tok::Slash, Tok::Percent, Tok::DoubleSlash})
    set(kind, Term);
  return table;
}();

constexpr std::array<bool, 256> starters = [] {
  std::array<bool, 256> table{};
  for (Tok kind : {Tok::Name, Tok::Number, Tok::String, Tok::LPar, Tok::LSqb, Tok::LBrace,
                   Tok::Plus, Tok::Minus, Tok::Tilde, Tok::Star, Tok::Ellipsis, Tok::KwNot,
                   Tok::KwLambda, Tok::KwAwait, Tok::KwTrue, Tok::KwFalse, Tok::KwNone})
    table[size_t(kind)] = true;
  return table;
}();

// Operands in a row past which the depth of the tree is checked at the end.
constexpr int longChainLength = 100;
} // namespace

bool startsExpression(Tok kind) { return starters[size_t(kind)]; }

void ParserImpl::checkChain(int length) {
  if (length > longChainLength)
    context.longChain = true;
}

Expr *ParserImpl::starExpressions() {
  const Token *start = cur;
  Expr *first = starExpression();
  if (!at(Tok::Comma))
    return first;
  List<Expr> elements(*this);
  elements.push(first);
  while (accept(Tok::Comma) && startsExpression(kind()))
    elements.push(starExpression());
  return node<Tuple>(since(start), elements.take(), ExprContext::Load);
}

Expr *ParserImpl::starExpression() {
  if (!at(Tok::Star))
    return expression();
  const Token *start = cur++;
  Expr *value = bitwiseOr();
  return node<Starred>(since(start), value, ExprContext::Load);
}

Expr *ParserImpl::starNamedExpression() {
  return at(Tok::Star) ? starExpression() : namedExpression();
}

Expr *ParserImpl::namedExpression() {
  if (at(Tok::Name) && cur[1].kind == Tok::ColonEqual) {
    const Token *start = cur;
    Identifier id = identifier();
    Expr *target = node<Name>(since(start), id, ExprContext::Store);
    ++cur;
    Expr *value = expression();
    return node<NamedExpr>(since(start), target, value);
  }
  Expr *value = expression();
  if (at(Tok::ColonEqual))
    fail();
  return value;
}

Expr *ParserImpl::expression() {
  Deeper deeper(*this);
  if (at(Tok::KwLambda))
    return lambda();
  const Token *start = cur;
  Expr *body = operators(Or);
  if (!accept(Tok::KwIf))
    return body;
  Expr *test = operators(Or);
  expect(Tok::KwElse);
  Expr *orelse = expression();
  return node<IfExp>(since(start), test, body, orelse);
}

Expr *ParserImpl::disjunction() { return operators(Or); }
Expr *ParserImpl::bitwiseOr() { return operators(BitOr); }

// An operand and the infix operators after it that bind at least as tightly as
// `minimum`.
Expr *ParserImpl::operators(int minimum) {
  const Token *start = cur;
  Expr *left = at(Tok::KwNot) && minimum <= Not ? notExpression() : unary();
  for (int length = 0;; checkChain(++length)) {
    int precedence = infix[size_t(kind())];
    if (precedence == None || precedence < minimum)
      return left;
    if (precedence <= And) {
      left = boolOp(start, left);
    } else if (precedence == Comparison) {
      if (at(Tok::KwNot) && cur[1].kind != Tok::KwIn)
        return left;
      left = comparison(start, left);
    } else {
      auto op = Operator(uint8_t(kind()) - uint8_t(Tok::Plus));
      ++cur;
      Expr *right = operators(precedence + 1);
      left = node<BinOp>(since(start), left, op, right);
    }
  }
}

static_assert(uint8_t(Tok::DoubleSlash) - uint8_t(Tok::Plus) ==
              uint8_t(Tok::DoubleSlashEqual) - uint8_t(Tok::PlusEqual));

Expr *ParserImpl::notExpression() {
  Deeper deeper(*this);
  const Token *start = cur++;
  Expr *operand = operators(Not);
  return node<UnaryOp>(since(start), UnaryOperator::Not, operand);
}

Expr *ParserImpl::boolOp(const Token *start, Expr *first) {
  Tok word = kind();
  bool isOr = word == Tok::KwOr;
  List<Expr> values(*this);
  values.push(first);
  while (accept(word))
    values.push(operators(isOr ? And : Not));
  return node<BoolOp>(since(start), isOr ? BoolOperator::Or : BoolOperator::And, values.take());
}

Expr *ParserImpl::comparison(const Token *start, Expr *left) {
  List<Expr> operands(*this);
  std::vector<CmpOperator> ops;
  for (;;) {
    CmpOperator op;
    switch (kind()) {
    case Tok::EqEqual:
      op = CmpOperator::Eq;
      break;
    case Tok::NotEqual:
      op = CmpOperator::NotEq;
      break;
    case Tok::Less:
      op = CmpOperator::Lt;
      break;
    case Tok::LessEqual:
      op = CmpOperator::LtE;
      break;
    case Tok::Greater:
      op = CmpOperator::Gt;
      break;
    case Tok::GreaterEqual:
      op = CmpOperator::GtE;
      break;
    case Tok::KwIn:
      op = CmpOperator::In;
      break;
    case Tok::KwIs:
      op = cur[1].kind == Tok::KwNot ? CmpOperator::IsNot : CmpOperator::Is;
      break;
    default:
      if (!at(Tok::KwNot) || cur[1].kind != Tok::KwIn)
        return node<Compare>(since(start), left, context.file.arena.copy(ops.data(), ops.size()),
                             operands.take());
      op = CmpOperator::NotIn;
    }
    cur += op == CmpOperator::IsNot || op == CmpOperator::NotIn ? 2 : 1;
    ops.push_back(op);
    operands.push(operators(BitOr));
  }
}

Expr *ParserImpl::unary() {
  UnaryOperator op;
  switch (kind()) {
  case Tok::Minus:
    op = UnaryOperator::USub;
    break;
  case Tok::Plus:
    op = UnaryOperator::UAdd;
    break;
  case Tok::Tilde:
    op = UnaryOperator::Invert;
    break;
  default:
    return power();
  }
  Deeper deeper(*this);
  const Token *start = cur++;
  Expr *operand = unary();
  return node<UnaryOp>(since(start), op, operand);
}

Expr *ParserImpl::power() {
  const Token *start = cur;
  bool isAwait = accept(Tok::KwAwait);
  Expr *base = primary();
  if (isAwait)
    base = node<Await>(since(start), base);
  if (!accept(Tok::DoubleStar))
    return base;
  Deeper deeper(*this);
  Expr *exponent = unary();
  return node<BinOp>(since(start), base, Operator::Pow, exponent);
}

Expr *ParserImpl::lambda() {
  const Token *start = cur++;
  Arguments *args = parameters(Tok::Colon);
  expect(Tok::Colon);
  Expr *body = expression();
  return node<Lambda>(since(start), args, body);
}

Expr *ParserImpl::yieldExpression() {
  const Token *start = cur++;
  if (accept(Tok::KwFrom)) {
    Expr *value = expression();
    return node<YieldFrom>(since(start), value);
  }
  Expr *value = startsExpression(kind()) ? starExpressions() : nullptr;
  return node<Yield>(since(start), value);
}

} // namespace lith::syntax
