// ParseLiterals.cpp: numbers and runs of string literals.
#include "syntax/CharClass.h"
#include "syntax/Escapes.h"
#include "syntax/FString.h"
#include "syntax/Numbers.h"
#include "syntax/ParserImpl.h"
#include "syntax/Unicode.h"

#include <cstring>

namespace lith::syntax {

using diag::Kind;

Expr *ParserImpl::number() {
  std::string_view literal = source.text(*cur);
  bool isDecimal = literal.find_first_not_of("0123456789_") == literal.npos;
  if (isDecimal && literal.size() > maxDecimalDigits) {
    size_t digits = 0;
    for (char c : literal)
      digits += c != '_';
    if (digits > maxDecimalDigits)
      throw diag::make(Kind::IntegerTooLong, context.file.name, rangeOf(*cur, *cur),
                       {std::to_string(digits)});
  }
  ++cur;
  return node<Constant>(since(cur - 1), parseNumber(literal, context.file.arena));
}

LiteralParts splitLiteral(std::string_view literal) {
  LiteralParts parts{literal.data(), literal.data() + literal.size(), false, false, false};
  for (; *parts.body != '\'' && *parts.body != '"'; ++parts.body) {
    char c = *parts.body | 32;
    parts.isBytes |= c == 'b';
    parts.isRaw |= c == 'r';
    parts.isFString |= c == 'f';
  }
  const char *q = parts.body;
  bool triple = parts.end - q >= 6 && q[1] == q[0] && q[2] == q[0];
  parts.body += triple ? 3 : 1;
  parts.end -= triple ? 3 : 1;
  return parts;
}

void ParserImpl::failEscape(const EscapeError &error) {
  Range range = rangeOf(*cur, *cur);
  throw diag::make(Kind::InvalidEscape, context.file.name, range,
                   {std::to_string(error.start), std::to_string(error.end - 1), error.reason});
}

// Bytes literals in a row, as one constant.
Expr *ParserImpl::bytes(const Token *first) {
  std::string value;
  for (const Token *token = first; token < cur; ++token) {
    LiteralParts parts = splitLiteral(source.text(*token));
    std::string_view body(parts.body, parts.end - parts.body);
    for (char c : body)
      if (c & 0x80)
        throw diag::make(Kind::NonAsciiBytes, context.file.name, rangeOf(*token, *token));
    if (parts.isRaw)
      value += body;
    else if (auto at = decodeBytesEscapes(body, value))
      throw diag::make(Kind::InvalidBytesEscape, context.file.name, rangeOf(*cur, *cur),
                       {std::to_string(*at)});
  }
  ConstantValue constant{ConstantKind::Bytes, 0, 0, context.file.arena.copy(value)};
  return node<Constant>(since(first), constant);
}

// Refuses bytes that are no UTF-8. Python counts them from the start of the
// string, or of the run of such bytes when the string has escapes.
void ParserImpl::verifyText(const Token &token) {
  LiteralParts parts = splitLiteral(source.text(token));
  std::string_view body(parts.body, parts.end - parts.body);
  size_t at = findInvalidUtf8(body);
  if (at == body.npos || parts.isBytes)
    return;
  std::string_view run = body;
  if (!parts.isRaw && body.find('\\') != body.npos) {
    size_t start = at;
    while (start > 0 && (body[start - 1] & 0x80))
      --start;
    size_t end = at;
    while (end < body.size() && (body[end] & 0x80))
      ++end;
    run = body.substr(start, end - start);
    at -= start;
  }
  char byte[8];
  std::snprintf(byte, sizeof byte, "0x%02x", static_cast<unsigned char>(run[at]));
  throw diag::make(Kind::InvalidEncoding, context.file.name, rangeOf(*cur, *cur),
                   {byte, std::to_string(at), invalidUtf8Reason(run, at)});
}

Expr *ParserImpl::strings() {
  const Token *first = cur;
  std::string_view literal = source.text(*first);
  while (at(Tok::String))
    ++cur;
  if (cur == &tokens.back())
    fail(); // the lexer's error comes before errors in the strings
  if (!context.isUtf8)
    for (const Token *token = first; token < cur; ++token)
      verifyText(*token);
  bool isUnicodeKind = literal[0] == 'u';
  LiteralParts parts = splitLiteral(literal);
  if (cur - first == 1 && !parts.isFString && !parts.isBytes) {
    std::string_view body(parts.body, parts.end - parts.body);
    if (parts.isRaw || !memchr(body.data(), '\\', body.size())) {
      ConstantValue value{ConstantKind::Str, 0, 0, body};
      return node<Constant>(since(first), value, isUnicodeKind ? intern("u") : Identifier());
    }
  }
  for (const Token *token = first; token < cur; ++token)
    if (splitLiteral(source.text(*token)).isBytes != parts.isBytes)
      throw diag::make(Kind::BytesAndStrings, context.file.name, rangeOf(*cur, *cur));
  if (parts.isBytes)
    return bytes(first);
  FStringParser joined(*this, since(first), isUnicodeKind);
  for (const Token *token = first; token < cur; ++token) {
    parts = splitLiteral(source.text(*token));
    if (parts.isFString)
      joined.addFString(parts, *token);
    else
      joined.addLiteral({parts.body, size_t(parts.end - parts.body)}, parts.isRaw);
  }
  return joined.finish();
}

} // namespace lith::syntax
