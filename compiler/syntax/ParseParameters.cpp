// ParseParameters.cpp: parameters of functions and lambdas.
#include "syntax/ParserImpl.h"

namespace lith::syntax {

Arg *ParserImpl::parameter(bool annotations, bool isStar) {
  const Token *start = cur;
  Identifier name = identifier();
  Expr *annotation = nullptr;
  if (annotations && accept(Tok::Colon))
    annotation = isStar && at(Tok::Star) ? starExpression() : expression();
  return node<Arg>(since(start), name, annotation);
}

// Parameters up to `end`, which is not consumed: a bracket for a function,
// whose parameters may have annotations, or the colon of a lambda.
Arguments *ParserImpl::parameters(Tok end) {
  bool annotations = end == Tok::RPar;
  auto *result = node<Arguments>({});
  List<Arg> args(*this);
  std::vector<Expr *> defaults, keywordDefaults;
  size_t positionalOnly = 0, positional = 0;
  bool starSeen = false, slashSeen = false;
  while (!at(end)) {
    if (at(Tok::DoubleStar)) {
      ++cur;
      result->kwarg = parameter(annotations, false);
      accept(Tok::Comma);
      break;
    }
    if (at(Tok::Slash)) {
      if (slashSeen || starSeen || args.size() == 0)
        fail();
      slashSeen = true;
      positionalOnly = args.size();
      ++cur;
    } else if (at(Tok::Star)) {
      if (starSeen)
        fail();
      starSeen = true;
      positional = args.size();
      ++cur;
      if (!at(Tok::Comma))
        result->vararg = parameter(annotations, true);
      else if (cur[1].kind != Tok::Name)
        fail();
    } else {
      args.push(parameter(annotations, false));
      Expr *value = accept(Tok::Equal) ? expression() : nullptr;
      if (starSeen)
        keywordDefaults.push_back(value);
      else if (value)
        defaults.push_back(value);
      else if (!defaults.empty())
        fail();
    }
    if (!accept(Tok::Comma))
      break;
  }
  if (!at(end))
    fail();
  if (!starSeen)
    positional = args.size();
  Arena &arena = context.file.arena;
  Seq<Arg *> all = args.take();
  result->posonlyargs = {all.begin(), positionalOnly};
  result->args = {all.begin() + positionalOnly, positional - positionalOnly};
  result->kwonlyargs = {all.begin() + positional, all.size() - positional};
  result->kw_defaults = arena.copy(keywordDefaults.data(), keywordDefaults.size());
  result->defaults = arena.copy(defaults.data(), defaults.size());
  return result;
}

} // namespace lith::syntax
