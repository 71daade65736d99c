// ErrorActions.cpp: the actions of the ErrorGrammar: which message, and where.
#include "syntax/ErrorParser.h"

#include <algorithm>

namespace lith::syntax {

using diag::Kind;

std::string_view expressionName(const Expr *e) {
  switch (e->kind) {
  case NodeKind::Attribute:
    return "attribute";
  case NodeKind::Subscript:
    return "subscript";
  case NodeKind::Starred:
    return "starred";
  case NodeKind::Name:
    return "name";
  case NodeKind::List:
    return "list";
  case NodeKind::Tuple:
    return "tuple";
  case NodeKind::Lambda:
    return "lambda";
  case NodeKind::Call:
    return "function call";
  case NodeKind::BoolOp:
  case NodeKind::BinOp:
  case NodeKind::UnaryOp:
    return "expression";
  case NodeKind::GeneratorExp:
    return "generator expression";
  case NodeKind::Yield:
  case NodeKind::YieldFrom:
    return "yield expression";
  case NodeKind::Await:
    return "await expression";
  case NodeKind::ListComp:
    return "list comprehension";
  case NodeKind::SetComp:
    return "set comprehension";
  case NodeKind::DictComp:
    return "dict comprehension";
  case NodeKind::Dict:
    return "dict literal";
  case NodeKind::Set:
    return "set display";
  case NodeKind::JoinedStr:
  case NodeKind::FormattedValue:
    return "f-string expression";
  case NodeKind::Compare:
    return "comparison";
  case NodeKind::IfExp:
    return "conditional expression";
  case NodeKind::NamedExpr:
    return "named expression";
  default:
    break;
  }
  switch (cast<Constant>(e)->value.kind) {
  case ConstantKind::None:
    return "None";
  case ConstantKind::True:
    return "True";
  case ConstantKind::False:
    return "False";
  case ConstantKind::Ellipsis:
    return "ellipsis";
  default:
    return "literal";
  }
}

void ErrorParser::raise(Kind kind, Range range, std::initializer_list<std::string_view> arguments) {
  diag::Diagnostic result = diag::make(kind, failed.context.file.name, range, arguments);
  if (failed.inFString)
    result.message = "f-string: " + result.message;
  throw result;
}

Range ErrorParser::tokenRange(int first, int lastIndex) const {
  const Token &start = tokens[first], &end = tokens[lastIndex];
  uint32_t endLine = end.spansLines ? failed.source.lineOf(end.end, end.line) : end.line;
  return {start.line, failed.source.column(start.start, start.line), endLine,
          failed.source.column(end.end, endLine)};
}

// Indentation and the end have no text: Python then points at what it read last.
Range ErrorParser::lastRange() const {
  const Token &token = tokens[last];
  if (token.kind != Tok::Indent && token.kind != Tok::Dedent && token.kind != Tok::End)
    return tokenRange(last, last);
  uint32_t line = token.line, width = failed.source.column(token.start, line);
  if (token.start >= failed.source.size && line > failed.source.firstLine)
    width = failed.source.column(token.start, --line);
  uint32_t column = width ? width - 1 : 0;
  return {line, column, line, column};
}

// The tokens of `span`, and two of kind `end` for the parser to stop at.
std::vector<Token> ErrorParser::tokensOf(Span span, Tok end) const {
  std::vector<Token> part(tokens.begin() + span.first, tokens.begin() + span.end);
  Token stop = part.back();
  stop.kind = end;
  part.insert(part.end(), 2, stop);
  return part;
}

// The node that the tokens of `span` make, or null.
Expr *ErrorParser::expressionOf(Span span) {
  std::vector<Token> part = tokensOf(span, Tok::End);
  try {
    ParserImpl parser(failed.context, failed.source, part);
    return parser.parseStarExpressionsAt(part.data());
  } catch (const Failure &) {
    return nullptr;
  } catch (const diag::Diagnostic &) {
    return nullptr;
  }
}

// Literals that are wrong in themselves are reported as soon as they are read.
void ErrorParser::checkStrings(int first, int end) {
  std::vector<Token> part(tokens.begin() + first, tokens.begin() + end + 1);
  part.push_back(part.back());
  ParserImpl(failed.context, failed.source, part).parseStrings();
}

// Brackets around an expression are no part of it.
Range ErrorParser::rangeOf(Span span) {
  if (span.end - span.first > 1 && tokens[span.first].kind == Tok::LPar)
    if (Expr *expression = expressionOf(span))
      return expression->range;
  return tokenRange(span.first, span.end - 1);
}

bool ErrorParser::isLegacyStatement(Span span) const {
  const Token &token = tokens[span.first];
  return span.end - span.first == 1 && (isSoftWord(token, "print") || isSoftWord(token, "exec"));
}

// The part of `target` that cannot be a target, or null.
static Expr *invalidTarget(Expr *target, bool isFor, bool isDelete) {
  auto among = [&](const Seq<Expr *> &elements) -> Expr * {
    for (Expr *element : elements)
      if (Expr *invalid = invalidTarget(element, isFor, isDelete))
        return invalid;
    return nullptr;
  };
  switch (target->kind) {
  case NodeKind::List:
    return among(cast<List>(target)->elts);
  case NodeKind::Tuple:
    return among(cast<Tuple>(target)->elts);
  case NodeKind::Starred:
    return isDelete ? target : invalidTarget(cast<Starred>(target)->value, isFor, isDelete);
  case NodeKind::Compare: {
    auto *compare = cast<Compare>(target);
    if (!isFor)
      return target;
    return compare->ops[0] == CmpOperator::In ? invalidTarget(compare->left, isFor, isDelete)
                                              : nullptr;
  }
  case NodeKind::Name:
  case NodeKind::Subscript:
  case NodeKind::Attribute:
    return nullptr;
  default:
    return target;
  }
}

int ErrorParser::raiseTarget(Span span, Kind kind, bool isFor, bool isDelete) {
  Expr *target = expressionOf(span);
  Expr *invalid = target ? invalidTarget(target, isFor, isDelete) : nullptr;
  if (invalid)
    raise(kind, invalid->range, {expressionName(invalid)});
  return abandoned;
}

// Errors that depend on the arguments read so far, positional and by name.
int ErrorParser::raiseArguments(std::string_view verb, Span args, Span rest) {
  std::vector<Token> part = tokensOf(args, Tok::RPar);
  CallArguments parsed;
  try {
    parsed = ParserImpl(failed.context, failed.source, part).parseArguments();
  } catch (const Failure &) {
    return abandoned;
  }
  if (verb == "unpacking_after_keyword") {
    if (parsed.keywords.empty())
      return abandoned;
    raise(Kind::UnpackingAfterKeywords, rangeOf(rest));
  }
  if (verb == "generator_in_call") {
    if (parsed.args.size() <= 1)
      return abandoned;
    raise(Kind::UnbracketedGenerator, diag::join(parsed.args.back()->range, rangeOf(rest)));
  }
  bool unpacked = std::any_of(parsed.keywords.begin(), parsed.keywords.end(),
                              [](const Keyword *k) { return !k->arg.data(); });
  raise(unpacked ? Kind::PositionalAfterUnpacking : Kind::PositionalAfterKeyword, lastRange());
}

int ErrorParser::act(const GrammarAction &action, Labels &labels, int end) {
  Span a = labels.a, b = labels.b;
  std::string_view verb = action.verb;
  auto withoutComma = [&](Span span) {
    span.end -= span.end - span.first > 1 && tokens[span.end - 1].kind == Tok::Comma;
    return span;
  };
  auto line = [&] { return std::to_string(tokens[a.first].line); };
  if (verb == "at")
    raise(action.kind, rangeOf(a));
  if (verb == "span")
    raise(action.kind, diag::join(rangeOf(a), rangeOf(b)));
  if (verb == "items")
    raise(action.kind, diag::join(rangeOf(a), rangeOf(withoutComma(b))));
  if (verb == "parameter")
    raise(action.kind, rangeOf(withoutComma(a)));
  if (verb == "span_word")
    raise(action.kind, diag::join(rangeOf(a), rangeOf(b)), {spelling(tokens[a.first].kind)});
  if (verb == "from")
    raise(action.kind, diag::join(rangeOf(a), tokenRange(last, last)));
  if (verb == "last")
    raise(action.kind, lastRange());
  if (verb == "last_character") {
    Range range = rangeOf(a);
    uint32_t column = range.endColumn ? range.endColumn - 1 : 0;
    raise(action.kind, {range.line, column, range.endLine, range.endColumn});
  }
  if (verb == "block")
    raise(Kind::ExpectedBlockAfter, lastRange(), {action.word, line()});
  if (verb == "definition")
    raise(Kind::ExpectedBlockAfterDefinition, lastRange(), {action.word, line()});
  if (verb == "name") {
    Expr *expression = expressionOf(a);
    if (expression)
      raise(action.kind, expression->range, {expressionName(expression)});
    return abandoned;
  }
  if (verb == "legacy") {
    if (isLegacyStatement(a))
      raise(Kind::MissingCallParentheses, diag::join(rangeOf(a), rangeOf(b)),
            {failed.source.text(tokens[a.first])});
    return abandoned;
  }
  if (verb == "comma") {
    if (isLegacyStatement(a) || tokens[end - 1].level == 0)
      return abandoned;
    raise(Kind::MissingComma, diag::join(rangeOf(a), rangeOf(b)));
  }
  if (verb == "assign_target" || verb == "for_target")
    return raiseTarget(a, Kind::CannotAssign, verb == "for_target", false);
  if (verb == "delete_target")
    return raiseTarget(a, Kind::CannotDelete, false, true);
  if (verb == "unpacking_after_keyword")
    return raiseArguments(verb, b, a);
  return raiseArguments(verb, a, b);
}

} // namespace lith::syntax
