// FString.h: adjacent string literals, f-strings among them, to one node;
// internal to syntax/.
#pragma once

#include "syntax/ParserImpl.h"

#include <string>

namespace lith::syntax {

// One string literal taken apart.
struct LiteralParts {
  const char *body; // between the quotes
  const char *end;
  bool isBytes, isRaw, isFString;
};
LiteralParts splitLiteral(std::string_view literal);

// Collects literal text and replacement fields into a JoinedStr or a Constant.
// Messages follow Python 3.11's.
class FStringParser {
public:
  // `range` and `isUnicodeKind` are those of the whole run of literals.
  FStringParser(ParserImpl &parser, Range range, bool isUnicodeKind)
      : parser(parser), range(range), isUnicodeKind(isUnicodeKind), values(parser) {}

  void addLiteral(std::string_view body, bool isRaw);
  void addFString(const LiteralParts &parts, const Token &token);
  Expr *finish();

private:
  // Where in the literal the parser stands; shared with nested format specs.
  struct Cursor {
    const char *at, *end;
    bool isRaw;
    const Token &token;
  };

  void fields(Cursor &cursor, int level);
  bool literalText(Cursor &cursor, int level);
  void field(Cursor &cursor, int level);
  const char *scanExpression(const Cursor &cursor);
  const char *skipNestedString(const Cursor &cursor, const char *quote);
  Expr *parseExpression(const Cursor &cursor, const char *start, const char *end);
  SourceText placeExpression(const Cursor &cursor, const char *start, const char *end);
  int conversion(Cursor &cursor);
  Expr *formatSpec(Cursor &cursor, int level);
  void flush();
  bool latest() const { return parser.latest(); }
  [[noreturn]] void fail(diag::Kind kind, std::initializer_list<std::string_view> arguments = {});

  ParserImpl &parser;
  Range range;
  bool isUnicodeKind;
  bool sawFString = false;
  std::string text;
  ParserImpl::List<Expr> values;
};

} // namespace lith::syntax
