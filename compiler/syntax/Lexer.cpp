// Lexer.cpp: lines, indentation, identifiers and punctuation.
#include "syntax/Lexer.h"

#include "syntax/CharClass.h"
#include "syntax/Keywords.h"
#include "syntax/Unicode.h"

#include <cstdio>
#include <cstring>
#include <string>

namespace lith::syntax {

using diag::Kind;

static constexpr size_t maxIndents = 100;
static constexpr size_t maxBrackets = 200;

uint32_t SourceText::lineOf(uint32_t offset, uint32_t line) const {
  while (line - firstLine + 1 < lineStarts.size() && lineStarts[line - firstLine + 1] <= offset)
    ++line;
  return line;
}

std::string_view spelling(Tok kind) {
  static constexpr std::string_view texts[] = {
#define LITH_TOKEN(name) "",
#define LITH_OPERATOR(name, text) text,
#define LITH_KEYWORD(name, text) text,
#include "syntax/Tokens.def"
  };
  return texts[size_t(kind)];
}

void Lexer::stop(Kind kind, bool hard, Range range,
                 std::initializer_list<std::string_view> arguments) {
  error = LexError{diag::make(kind, "", range, arguments), hard};
  throw Stopped{};
}

void Lexer::stopBefore(const char *p, Kind kind,
                       std::initializer_list<std::string_view> arguments) {
  uint32_t column = text.column(offset(p), line);
  uint32_t start = column ? column - 1 : 0;
  const char *lineStart = p - column;
  while (start > 0 && (lineStart[start] & 0xC0) == 0x80)
    --start;
  stop(kind, true, {line, start, line, start}, arguments);
}

void Lexer::push(Tok kind, const char *start, const char *end) {
  tokens.push_back({offset(start), offset(end), line, kind, false,
                    static_cast<uint8_t>(openBrackets.size()), false});
}

void Lexer::run(bool allowIndentedStart) {
  startIndented = allowIndentedStart;
  tokens.reserve(text.size / 4 + 16);
  try {
    while (offset(at) < text.size)
      lexLine();
    finish();
  } catch (const Stopped &) {
    push(Tok::Error, at, at);
  }
}

void Lexer::stopUnclosed() {
  const Token &bracket = tokens[openBrackets.back()];
  uint32_t column = text.column(bracket.start, bracket.line);
  stop(Kind::BracketNeverClosed, false, {bracket.line, column, bracket.line, column + 1},
       {spelling(bracket.kind)});
}

void Lexer::finish() {
  if (!openBrackets.empty())
    stopUnclosed();
  while (indents.size() > 1) {
    indents.pop_back();
    push(Tok::Dedent, at, at);
  }
  push(Tok::End, at, at);
}

// One physical line; inside brackets it goes on with the logical line.
void Lexer::lexLine() {
  bool blank = indentation();
  for (;;) {
    while (isBlank(*at))
      ++at;
    char c = *at;
    const char *start = at; // Python lets a line's end begin with its comment
    if (c == '#')
      at = static_cast<const char *>(memchr(at, '\n', text.data + text.size - at));
    if (*at == '\n') {
      if (!blank && openBrackets.empty())
        push(Tok::Newline, start, at);
      ++at;
      ++line;
      return;
    }
    if (c == 0 && offset(at) == text.size)
      return;
    if (c == '\\')
      continuation();
    else
      token();
  }
}

// Measures the indentation of a line and emits Indent or Dedent. True when the
// line holds nothing but white space and a comment.
bool Lexer::indentation() {
  uint32_t column = 0, altColumn = 0, continued = 0;
  for (;; ++at) {
    if (*at == ' ') {
      ++column, ++altColumn;
    } else if (*at == '\t') {
      column = (column / 8 + 1) * 8;
      ++altColumn;
    } else if (*at == '\f') {
      column = altColumn = 0;
    } else if (*at == '\\') {
      continued = continued ? continued : column;
      continuation();
      --at;
    } else {
      break;
    }
  }
  if (*at == '#' || *at == '\n')
    return true;
  if (openBrackets.empty() && offset(at) < text.size)
    applyIndent(continued ? continued : column, continued ? continued : altColumn);
  return false;
}

void Lexer::applyIndent(uint32_t column, uint32_t altColumn) {
  if (startIndented) {
    indents[0] = {column, altColumn};
    startIndented = false;
  }
  Range wholeLine{line, 0, line, 0};
  if (column > indents.back().column) {
    if (indents.size() >= maxIndents)
      stop(Kind::TooManyIndents, false, wholeLine);
    if (altColumn <= indents.back().altColumn)
      stop(Kind::TabsAndSpaces, false, wholeLine);
    indents.push_back({column, altColumn});
    push(Tok::Indent, at, at);
    return;
  }
  size_t depth = indents.size();
  while (depth > 1 && column < indents[depth - 1].column)
    --depth;
  if (column != indents[depth - 1].column) {
    const char *end = static_cast<const char *>(memchr(at, '\n', text.data + text.size - at));
    uint32_t length = text.column(offset(end), line);
    stop(Kind::UnindentMismatch, false, {line, length, line, length});
  }
  if (altColumn != indents[depth - 1].altColumn)
    stop(Kind::TabsAndSpaces, false, wholeLine);
  for (; indents.size() > depth; indents.pop_back())
    push(Tok::Dedent, at, at);
}

// A backslash and the line end after it.
void Lexer::continuation() {
  uint32_t column = text.column(offset(at), line);
  ++at;
  if (*at != '\n')
    stop(Kind::AfterContinuation, false, {line, column + 1, line, column + 1});
  ++at;
  if (offset(at) >= text.size && !openBrackets.empty())
    stopUnclosed();
  if (offset(at) >= text.size)
    stop(Kind::UnexpectedEnd, false, {line, column + 1, line, column + 1});
  ++line;
}

void Lexer::token() {
  char c = *at;
  if (hasClass(c, charclass::NameStart))
    identifier();
  else if (isDigit(c) || (c == '.' && isDigit(at[1])))
    number();
  else if (c == '\'' || c == '"')
    string(at, false);
  else
    punctuation();
}

// Whether a name in front of quotes makes them a literal with prefix.
static bool isStringPrefix(const char *start, size_t length, bool &isFString) {
  char a = start[0] | 32, b = length == 2 ? start[1] | 32 : 0;
  if (length > 2)
    return false;
  isFString = a == 'f' || b == 'f';
  if (length == 1)
    return a == 'b' || a == 'r' || a == 'u' || a == 'f';
  return (a == 'r' && (b == 'b' || b == 'f')) || (b == 'r' && (a == 'b' || a == 'f'));
}

void Lexer::identifier() {
  const char *start = at;
  char seen = 0;
  do
    seen |= *at++;
  while (isNameByte(*at));
  size_t length = at - start;
  bool isFString = false;
  if ((*at == '\'' || *at == '"') && isStringPrefix(start, length, isFString))
    return string(start, isFString);
  if (seen & 0x80)
    verifyIdentifier(start, at);
  push(length <= 8 ? keywordOrName(start, length) : Tok::Name, start, at);
}

void Lexer::verifyIdentifier(const char *start, const char *end) {
  std::string_view name(start, end - start);
  if (size_t bad = findInvalidUtf8(name); bad != name.npos) {
    char byte[8];
    std::snprintf(byte, sizeof byte, "0x%02x", static_cast<unsigned char>(name[bad]));
    uint32_t column = text.column(offset(end), line) - 1;
    stop(Kind::InvalidEncoding, true, {line, column, line, column},
         {byte, std::to_string(bad), invalidUtf8Reason(name, bad)});
  }
  for (const char *p = start; p < end;) {
    const char *character = p;
    uint32_t codePoint = decodeUtf8(p);
    if (character == start ? isIdentifierStart(codePoint) : isIdentifierContinue(codePoint))
      continue;
    at = p;
    char number[16];
    std::snprintf(number, sizeof number, "%04X", codePoint);
    if (isPrintable(codePoint))
      stopBefore(p, Kind::InvalidCharacter, {{character, size_t(p - character)}, number});
    stopBefore(p, Kind::NonPrintableCharacter, {number});
  }
}

void Lexer::open(Tok kind) {
  if (openBrackets.size() >= maxBrackets)
    stopBefore(at + 1, Kind::TooManyBrackets);
  openBrackets.push_back(static_cast<uint32_t>(tokens.size()));
  push(kind, at, at + 1);
  ++at;
}

void Lexer::close(Tok kind) {
  std::string_view closing(at, 1);
  if (openBrackets.empty())
    stopBefore(at + 1, Kind::UnmatchedBracket, {closing});
  const Token &opening = tokens[openBrackets.back()];
  if (Tok(uint8_t(opening.kind) + 1) != kind) {
    std::string_view openingText = spelling(opening.kind);
    if (opening.line == line)
      stopBefore(at + 1, Kind::BracketMismatch, {closing, openingText});
    stopBefore(at + 1, Kind::BracketMismatchLine,
               {closing, openingText, std::to_string(opening.line)});
  }
  openBrackets.pop_back();
  push(kind, at, at + 1);
  ++at;
}

void Lexer::punctuation() {
  const char *start = at;
  auto emit = [&](Tok kind, int length) {
    at += length;
    push(kind, start, at);
  };
  // An operator that may be followed by `=`.
  auto assign = [&](Tok plain, Tok assigning, int length) {
    at[length] == '=' ? emit(assigning, length + 1) : emit(plain, length);
  };
  bool twice = at[1] == at[0];
  switch (*at) {
  case '(':
    return open(Tok::LPar);
  case '[':
    return open(Tok::LSqb);
  case '{':
    return open(Tok::LBrace);
  case ')':
    return close(Tok::RPar);
  case ']':
    return close(Tok::RSqb);
  case '}':
    return close(Tok::RBrace);
  case ',':
    return emit(Tok::Comma, 1);
  case ':':
    return assign(Tok::Colon, Tok::ColonEqual, 1);
  case '.':
    return twice && at[2] == '.' ? emit(Tok::Ellipsis, 3) : emit(Tok::Dot, 1);
  case ';':
    return emit(Tok::Semi, 1);
  case '=':
    return assign(Tok::Equal, Tok::EqEqual, 1);
  case '+':
    return assign(Tok::Plus, Tok::PlusEqual, 1);
  case '-':
    return at[1] == '>' ? emit(Tok::Arrow, 2) : assign(Tok::Minus, Tok::MinusEqual, 1);
  case '*':
    return twice ? assign(Tok::DoubleStar, Tok::DoubleStarEqual, 2)
                 : assign(Tok::Star, Tok::StarEqual, 1);
  case '/':
    return twice ? assign(Tok::DoubleSlash, Tok::DoubleSlashEqual, 2)
                 : assign(Tok::Slash, Tok::SlashEqual, 1);
  case '%':
    return assign(Tok::Percent, Tok::PercentEqual, 1);
  case '@':
    return assign(Tok::At, Tok::AtEqual, 1);
  case '&':
    return assign(Tok::Amper, Tok::AmperEqual, 1);
  case '|':
    return assign(Tok::Pipe, Tok::PipeEqual, 1);
  case '^':
    return assign(Tok::Caret, Tok::CaretEqual, 1);
  case '~':
    return emit(Tok::Tilde, 1);
  case '<':
    if (at[1] == '>') // Python 2's !=
      return emit(Tok::Error, 2);
    return twice ? assign(Tok::LeftShift, Tok::LeftShiftEqual, 2)
                 : assign(Tok::Less, Tok::LessEqual, 1);
  case '>':
    return twice ? assign(Tok::RightShift, Tok::RightShiftEqual, 2)
                 : assign(Tok::Greater, Tok::GreaterEqual, 1);
  case '!':
    return assign(Tok::Exclaim, Tok::NotEqual, 1);
  case '$':
  case '?':
  case '`':
    return emit(Tok::Error, 1);
  default: {
    char number[16];
    std::snprintf(number, sizeof number, "%04X", static_cast<unsigned char>(*at));
    ++at;
    stopBefore(at, Kind::NonPrintableCharacter, {number});
  }
  }
}

void Lexer::string(const char *start, bool isFString) {
  const char *quote = at;
  const char *limit = text.data + text.size;
  const char *end = findStringEnd(start, quote, limit, isFString, version);
  bool triple = quote[1] == quote[0] && quote[2] == quote[0];
  uint32_t column = text.column(offset(start), line);
  if (!end) {
    uint32_t last = line;
    if (triple)
      last = text.lineOf(text.size - 1, line);
    else
      for (const char *p = quote + 1; p < limit && *p != '\n'; ++p)
        if (*p == '\\' && *++p == '\n' && offset(p) + 1 < text.size)
          ++last;
    at = start;
    stop(triple ? Kind::UnterminatedTripleQuoted : Kind::UnterminatedString, true,
         {line, column, line, column}, {std::to_string(last)});
  }
  tokens.push_back({offset(start), offset(end), line, Tok::String, false,
                    static_cast<uint8_t>(openBrackets.size()), isFString});
  at = end;
  if (memchr(quote, '\n', end - quote)) {
    tokens.back().spansLines = true;
    line = text.lineOf(offset(end) - 1, line);
  }
}

} // namespace lith::syntax
