// FString.cpp: replacement fields, their conversions and format specs.
#include "syntax/FString.h"

#include "syntax/CharClass.h"
#include "syntax/Escapes.h"
#include "syntax/Explain.h"
#include "syntax/Lexer.h"

#include <cstring>

namespace lith::syntax {

using diag::Kind;

static constexpr int maxSpecLevel = 2;
static constexpr int maxSpecLevelLatest = 100;
static constexpr size_t maxBrackets = 200;

void FStringParser::fail(Kind kind, std::initializer_list<std::string_view> arguments) {
  const Token &next = *parser.cur;
  throw diag::make(kind, parser.context.file.name, parser.rangeOf(next, next), arguments);
}

// Moves the collected text into a Constant among the values.
void FStringParser::flush() {
  if (text.empty())
    return;
  ConstantValue value{ConstantKind::Str, 0, 0, parser.context.file.arena.copy(text)};
  text.clear();
  values.push(
      parser.node<Constant>(range, value, isUnicodeKind ? parser.intern("u") : Identifier()));
}

Expr *FStringParser::finish() {
  if (sawFString) {
    flush();
    return parser.node<JoinedStr>(range, values.take());
  }
  ConstantValue value{ConstantKind::Str, 0, 0, parser.context.file.arena.copy(text)};
  return parser.node<Constant>(range, value, isUnicodeKind ? parser.intern("u") : Identifier());
}

void FStringParser::addLiteral(std::string_view body, bool isRaw) {
  if (isRaw)
    text += body;
  else if (auto error = decodeStringEscapes(body, text))
    parser.failEscape(*error);
}

void FStringParser::addFString(const LiteralParts &parts, const Token &token) {
  sawFString = true;
  Cursor cursor{parts.body, parts.end, parts.isRaw, token};
  fields(cursor, 0);
}

void FStringParser::fields(Cursor &cursor, int level) {
  for (;;) {
    if (literalText(cursor, level))
      continue;
    if (cursor.at >= cursor.end || *cursor.at == '}')
      break;
    field(cursor, level);
  }
  if (level > 0 && (cursor.at >= cursor.end || *cursor.at != '}'))
    fail(Kind::FStringExpectingBrace);
}

// Text up to a brace. True when it ended in a doubled one and goes on after it.
bool FStringParser::literalText(Cursor &cursor, int level) {
  const char *start = cursor.at, *s = start, *end = cursor.end;
  bool doubled = false;
  for (; s < end; ++s) {
    if (*s == '\\' && !cursor.isRaw && s + 1 < end) {
      ++s;
      if (*s == 'N' && s + 1 < end && s[1] == '{') {
        while (s < end && *s != '}')
          ++s;
        if (s == end)
          break;
        continue;
      }
      if (*s != '{' && *s != '}')
        continue;
    }
    if (*s != '{' && *s != '}')
      continue;
    if (level == 0) {
      doubled = s + 1 < end && s[1] == *s;
      if (!doubled && *s == '}')
        fail(Kind::FStringSingleBrace);
    }
    break;
  }
  addLiteral({start, size_t(s - start + doubled)}, cursor.isRaw);
  cursor.at = s + (doubled ? 2 : 0);
  return doubled;
}

const char *FStringParser::skipNestedString(const Cursor &cursor, const char *quote) {
  const char *start = quote;
  bool isFString = false;
  while (start > cursor.at && quote - start < 2 && isNameByte(start[-1])) {
    --start;
    isFString = isFString || (*start | 32) == 'f';
  }
  const char *end = findStringEnd(start, quote, cursor.end, isFString, parser.context.version);
  if (!end || end > cursor.end)
    fail(Kind::FStringUnterminatedString);
  return end;
}

// The end of the expression after the brace at the cursor.
const char *FStringParser::scanExpression(const Cursor &cursor) {
  std::string brackets;
  const char *s = cursor.at + 1;
  while (s < cursor.end) {
    char c = *s;
    char next = s + 1 < cursor.end ? s[1] : 0;
    if (c == '\'' || c == '"') {
      const char *end = skipNestedString(cursor, s);
      if (!latest() && memchr(s, '\\', end - s))
        fail(Kind::FStringBackslash);
      s = end;
      continue;
    }
    if (c == '\\' && !latest())
      fail(Kind::FStringBackslash);
    if (c == '#' && !latest())
      fail(Kind::FStringComment);
    if (c == '#')
      while (s + 1 < cursor.end && s[1] != '\n')
        ++s;
    if (c == '(' || c == '[' || c == '{') {
      if (brackets.size() >= maxBrackets)
        fail(Kind::FStringTooManyBrackets);
      brackets += c;
    } else if (brackets.empty() && next == '=' && (c == '!' || c == '=' || c == '<' || c == '>')) {
      ++s;
    } else if (brackets.empty() && (c == '!' || c == ':' || c == '}' || c == '=')) {
      return s;
    } else if (c == ')' || c == ']' || c == '}') {
      if (brackets.empty())
        fail(Kind::FStringUnmatched, {{&c, 1}});
      char opening = brackets.back();
      if (c != (opening == '(' ? ')' : opening + 2))
        fail(Kind::FStringMismatch, {{&c, 1}, {&opening, 1}});
      brackets.pop_back();
    }
    ++s;
  }
  if (!brackets.empty())
    fail(Kind::FStringUnmatched, {{&brackets.back(), 1}});
  fail(Kind::FStringExpectingBrace);
}

// A copy of the expression in parentheses, with lines and columns of the file.
SourceText FStringParser::placeExpression(const Cursor &cursor, const char *start,
                                          const char *end) {
  const SourceText &outer = parser.source;
  size_t length = end - start;
  auto *copy = static_cast<char *>(parser.context.file.arena.allocate(length + 3 + 8, 1));
  copy[0] = '(';
  memcpy(copy + 1, start, length);
  memcpy(copy + 1 + length, ")\n\0\0\0\0\0\0\0\0", 10);
  SourceText inner;
  inner.data = copy;
  inner.size = static_cast<uint32_t>(length + 3);
  auto brace = static_cast<uint32_t>(start - 1 - outer.data);
  inner.firstLine = outer.lineOf(brace, cursor.token.line);
  const char *p = start;
  while (*p == ' ' || *p == '\t' || *p == '\f')
    ++p;
  uint32_t column = outer.column(brace, inner.firstLine);
  if (*p == '\n' || *p == '}') // as Python counts when nothing follows the brace
    column = inner.firstLine != cursor.token.line
                 ? 0
                 : outer.column(cursor.token.start, cursor.token.line);
  inner.lineStarts.push_back(0u - column);
  for (uint32_t i = 0; i < inner.size; ++i)
    if (copy[i] == '\n')
      inner.lineStarts.push_back(i + 1);
  return inner;
}

Expr *FStringParser::parseExpression(const Cursor &cursor, const char *start, const char *end) {
  const char *p = start;
  while (p < end && (isBlank(*p) || *p == '\n'))
    ++p;
  if (p == end)
    fail(Kind::FStringEmptyExpression);
  SourceText inner = placeExpression(cursor, start, end);
  std::vector<Token> tokens;
  Lexer lexer(inner, parser.context.version, tokens);
  lexer.run();
  ParserImpl nested(parser.context, inner, tokens);
  try {
    return nested.parseReplacementField();
  } catch (const Failure &failure) {
    throw explain(
        {parser.context, inner, tokens, lexer, tokens.data(), failure.at, Mode::Expression, true});
  }
}

int FStringParser::conversion(Cursor &cursor) {
  if (*cursor.at != '!')
    return -1;
  if (++cursor.at >= cursor.end)
    fail(Kind::FStringExpectingBrace);
  char c = *cursor.at++;
  if (c != 's' && c != 'r' && c != 'a')
    fail(Kind::FStringConversion);
  return c;
}

Expr *FStringParser::formatSpec(Cursor &cursor, int level) {
  if (cursor.at >= cursor.end || *cursor.at != ':')
    return nullptr;
  if (++cursor.at >= cursor.end)
    fail(Kind::FStringExpectingBrace);
  FStringParser spec(parser, range, isUnicodeKind);
  spec.sawFString = true;
  spec.fields(cursor, level + 1);
  // Python gives the end of a spec the place of its own literal.
  spec.range = parser.rangeOf(cursor.token, cursor.token);
  spec.isUnicodeKind = false;
  return spec.finish();
}

void FStringParser::field(Cursor &cursor, int level) {
  if (level >= (latest() ? maxSpecLevelLatest : maxSpecLevel))
    fail(Kind::FStringTooDeep);
  const char *start = cursor.at + 1;
  const char *end = scanExpression(cursor);
  Expr *value = parseExpression(cursor, start, end);
  cursor.at = end;
  bool isDebug = *cursor.at == '=';
  if (isDebug) {
    do
      ++cursor.at;
    while (isBlank(*cursor.at) || *cursor.at == '\n' || *cursor.at == '\v');
    if (cursor.at >= cursor.end)
      fail(Kind::FStringExpectingBrace);
  }
  std::string_view debugText(start, cursor.at - start);
  int conversionCode = conversion(cursor);
  Expr *spec = formatSpec(cursor, level);
  if (cursor.at >= cursor.end || *cursor.at != '}')
    fail(Kind::FStringExpectingBrace);
  ++cursor.at;
  if (isDebug) {
    text += debugText;
    if (!spec && conversionCode < 0)
      conversionCode = 'r';
  }
  flush();
  values.push(parser.node<FormattedValue>(range, value, conversionCode, spec));
}

} // namespace lith::syntax
