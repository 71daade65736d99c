// ParseAtoms.cpp: primaries, displays, comprehensions and calls.
#include "syntax/ParserImpl.h"

namespace lith::syntax {

Expr *ParserImpl::primary() {
  const Token *start = cur;
  Expr *value = atom();
  for (int length = 0;; checkChain(++length)) {
    switch (kind()) {
    case Tok::Dot: {
      ++cur;
      Identifier attr = identifier();
      value = node<Attribute>(since(start), value, attr, ExprContext::Load);
      break;
    }
    case Tok::LPar:
      value = call(start, value);
      break;
    case Tok::LSqb:
      value = subscript(start, value);
      break;
    default:
      return value;
    }
  }
}

Expr *ParserImpl::constant(ConstantKind constantKind) {
  ++cur;
  return node<Constant>(since(cur - 1), ConstantValue{constantKind, 0, 0, {}});
}

Expr *ParserImpl::atom() {
  switch (kind()) {
  case Tok::Name: {
    Identifier id = identifier();
    return node<Name>(since(cur - 1), id, ExprContext::Load);
  }
  case Tok::Number:
    return number();
  case Tok::String:
    return strings();
  case Tok::LPar:
    return parenthesized();
  case Tok::LSqb:
    return listDisplay();
  case Tok::LBrace:
    return braceDisplay();
  case Tok::KwNone:
    return constant(ConstantKind::None);
  case Tok::KwTrue:
    return constant(ConstantKind::True);
  case Tok::KwFalse:
    return constant(ConstantKind::False);
  case Tok::Ellipsis:
    return constant(ConstantKind::Ellipsis);
  default:
    fail();
  }
}

// A group, a tuple or a generator expression.
Expr *ParserImpl::parenthesized() {
  const Token *start = cur++;
  if (accept(Tok::RPar))
    return node<Tuple>(since(start), Seq<Expr *>(), ExprContext::Load);
  if (at(Tok::KwYield)) {
    Expr *value = yieldExpression();
    expect(Tok::RPar);
    return value;
  }
  Expr *first = starNamedExpression();
  if (at(Tok::Comma)) {
    List<Expr> elements(*this);
    elements.push(first);
    while (accept(Tok::Comma) && startsExpression(kind()))
      elements.push(starNamedExpression());
    expect(Tok::RPar);
    return node<Tuple>(since(start), elements.take(), ExprContext::Load);
  }
  if (isa<Starred>(first))
    fail();
  if (atComprehension()) {
    Seq<Comprehension *> generators = comprehensions();
    expect(Tok::RPar);
    return node<GeneratorExp>(since(start), first, generators);
  }
  expect(Tok::RPar);
  return first;
}

Expr *ParserImpl::listDisplay() {
  const Token *start = cur++;
  List<Expr> elements(*this);
  while (startsExpression(kind())) {
    elements.push(starNamedExpression());
    if (elements.size() == 1 && atComprehension() && !isa<Starred>(elements[0])) {
      Seq<Comprehension *> generators = comprehensions();
      expect(Tok::RSqb);
      return node<ListComp>(since(start), elements[0], generators);
    }
    if (!accept(Tok::Comma))
      break;
  }
  expect(Tok::RSqb);
  return node<syntax::List>(since(start), elements.take(), ExprContext::Load);
}

// A dict, a set or a comprehension of either.
Expr *ParserImpl::braceDisplay() {
  const Token *start = cur++;
  if (accept(Tok::RBrace))
    return node<Dict>(since(start), Seq<Expr *>(), Seq<Expr *>());
  if (at(Tok::DoubleStar))
    return dictDisplay(start, nullptr);
  const Token *firstToken = cur;
  Expr *first = starNamedExpression();
  bool isKey = !isa<Starred>(first) && (!isa<NamedExpr>(first) || firstToken->kind == Tok::LPar);
  if (at(Tok::Colon) && isKey)
    return dictDisplay(start, first);
  if (atComprehension() && !isa<Starred>(first)) {
    Seq<Comprehension *> generators = comprehensions();
    expect(Tok::RBrace);
    return node<SetComp>(since(start), first, generators);
  }
  List<Expr> elements(*this);
  elements.push(first);
  while (accept(Tok::Comma) && startsExpression(kind()))
    elements.push(starNamedExpression());
  expect(Tok::RBrace);
  return node<Set>(since(start), elements.take());
}

// From the colon after `firstKey` on, or from `**` when it is null.
Expr *ParserImpl::dictDisplay(const Token *start, Expr *firstKey) {
  List<Expr> pairs(*this);
  Expr *key = firstKey;
  for (;;) {
    if (!key && accept(Tok::DoubleStar)) {
      pairs.push(nullptr);
      pairs.push(bitwiseOr());
    } else {
      if (!key)
        key = expression();
      expect(Tok::Colon);
      pairs.push(key);
      pairs.push(expression());
      if (pairs.size() == 2 && atComprehension()) {
        Seq<Comprehension *> generators = comprehensions();
        expect(Tok::RBrace);
        return node<DictComp>(since(start), pairs[0], pairs[1], generators);
      }
    }
    key = nullptr;
    if (!accept(Tok::Comma) || at(Tok::RBrace))
      break;
  }
  expect(Tok::RBrace);
  size_t count = pairs.size() / 2;
  auto **keys = static_cast<Expr **>(context.file.arena.allocate(2 * count * sizeof(Expr *)));
  for (size_t i = 0; i < count; ++i) {
    keys[i] = pairs[2 * i];
    keys[count + i] = pairs[2 * i + 1];
  }
  return node<Dict>(since(start), Seq<Expr *>(keys, count), Seq<Expr *>(keys + count, count));
}

Seq<Comprehension *> ParserImpl::comprehensions() {
  List<Comprehension> generators(*this);
  do
    generators.push(comprehension());
  while (atComprehension());
  return generators.take();
}

Comprehension *ParserImpl::comprehension() {
  const Token *start = cur;
  int isAsync = accept(Tok::KwAsync);
  expect(Tok::KwFor);
  Expr *target = starTargets();
  expect(Tok::KwIn);
  Expr *iter = disjunction();
  List<Expr> ifs(*this);
  while (accept(Tok::KwIf))
    ifs.push(disjunction());
  return node<Comprehension>(since(start), target, iter, ifs.take(), isAsync);
}

Expr *ParserImpl::subscript(const Token *start, Expr *value) {
  ++cur;
  Expr *index = slices();
  expect(Tok::RSqb);
  return node<Subscript>(since(start), value, index, ExprContext::Load);
}

Expr *ParserImpl::slices() {
  const Token *start = cur;
  auto element = [&]() -> Expr * {
    if (!at(Tok::Star))
      return slice();
    const Token *star = cur++;
    Expr *value = expression();
    return node<Starred>(since(star), value, ExprContext::Load);
  };
  Expr *first = element();
  if (!at(Tok::Comma) && !isa<Starred>(first))
    return first;
  List<Expr> elements(*this);
  elements.push(first);
  while (accept(Tok::Comma) && !at(Tok::RSqb))
    elements.push(element());
  return node<Tuple>(since(start), elements.take(), ExprContext::Load);
}

Expr *ParserImpl::slice() {
  const Token *start = cur;
  Expr *lower = at(Tok::Colon) ? nullptr : namedExpression();
  if (!at(Tok::Colon) || (lower && isa<NamedExpr>(lower) && start->kind != Tok::LPar))
    return lower;
  ++cur;
  auto part = [&]() -> Expr * { return startsExpression(kind()) ? expression() : nullptr; };
  Expr *upper = part();
  Expr *step = accept(Tok::Colon) ? part() : nullptr;
  return node<Slice>(since(start), lower, upper, step);
}

Expr *ParserImpl::call(const Token *start, Expr *func) {
  const Token *bracket = cur++;
  CallArguments given;
  if (!at(Tok::RPar)) {
    given = arguments();
    auto &[args, keywords] = given;
    if (args.size() == 1 && keywords.empty() && atComprehension() && !isa<Starred>(args[0]) &&
        cur[-1].kind != Tok::Comma) {
      Seq<Comprehension *> generators = comprehensions();
      expect(Tok::RPar);
      args[0] = node<GeneratorExp>(since(bracket), args[0], generators);
      return node<Call>(since(start), func, args, keywords);
    }
  }
  expect(Tok::RPar);
  return node<Call>(since(start), func, given.args, given.keywords);
}

Keyword *ParserImpl::keywordArgument() {
  const Token *start = cur;
  Identifier name;
  if (!accept(Tok::DoubleStar)) {
    name = identifier();
    expect(Tok::Equal);
  }
  Expr *value = expression();
  return node<Keyword>(since(start), name, value);
}

// At least one argument, and a trailing comma if there is one.
CallArguments ParserImpl::arguments() {
  List<Node> all(*this);
  size_t keywordCount = 0;
  bool unpacked = false;
  do {
    if (at(Tok::DoubleStar) || (at(Tok::Name) && cur[1].kind == Tok::Equal)) {
      unpacked = unpacked || at(Tok::DoubleStar);
      all.push(keywordArgument());
      ++keywordCount;
    } else if (at(Tok::Star) && !unpacked) {
      const Token *start = cur++;
      Expr *value = expression();
      all.push(node<Starred>(since(start), value, ExprContext::Load));
    } else {
      if (keywordCount)
        fail();
      all.push(namedExpression());
      if (at(Tok::Equal))
        fail();
    }
  } while (accept(Tok::Comma) && !at(Tok::RPar));
  size_t argCount = all.size() - keywordCount;
  auto **first = static_cast<Node **>(context.file.arena.allocate(all.size() * sizeof(Node *)));
  auto **arg = reinterpret_cast<Expr **>(first);
  auto **keyword = reinterpret_cast<Keyword **>(first + argCount);
  CallArguments result{{arg, argCount}, {keyword, keywordCount}};
  for (size_t i = 0; i < all.size(); ++i) {
    if (auto *named = dyn_cast<Keyword>(all[i]))
      *keyword++ = named;
    else
      *arg++ = cast<Expr>(all[i]);
  }
  return result;
}

} // namespace lith::syntax
