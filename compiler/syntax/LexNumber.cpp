// LexNumber.cpp: numeric literals and what Python says about wrong ones.
#include "syntax/CharClass.h"
#include "syntax/Lexer.h"

#include <cstring>

namespace lith::syntax {

using diag::Kind;

static bool isBinary(char c) { return c == '0' || c == '1'; }
static bool isOctal(char c) { return c >= '0' && c <= '7'; }

// A literal may touch a keyword that can follow it, as in `1if x else y`.
static bool startsFollowingKeyword(const char *p) {
  if (*p == 'i')
    return p[1] == 'f' || p[1] == 'n' || p[1] == 's';
  for (std::string_view word : {"and", "else", "for", "or", "not"})
    if (std::string_view(p, strnlen(p, word.size())) == word && !isNameByte(p[word.size()]))
      return true;
  return false;
}

void Lexer::verifyNumberEnd(const char *kind) {
  if (isNameByte(*at) && !(*at & 0x80) && !startsFollowingKeyword(at))
    stopBefore(at, Kind::InvalidNumber, {kind});
}

// Digits with single underscores between them, from the first digit on.
const char *Lexer::decimalDigits(const char *from) {
  at = from;
  for (;;) {
    while (isDigit(*at))
      ++at;
    if (*at != '_')
      return at;
    ++at;
    if (!isDigit(*at))
      stopBefore(at, Kind::InvalidNumber, {"decimal"});
  }
}

void Lexer::integerWithBase(bool (*isBaseDigit)(char), const char *name) {
  at += 2;
  do {
    if (*at == '_')
      ++at;
    if (!isBaseDigit(*at)) {
      if (isDigit(*at))
        stopBefore(at + 1, Kind::InvalidDigit, {{at, 1}, name});
      stopBefore(at, Kind::InvalidNumber, {name});
    }
    while (isBaseDigit(*at))
      ++at;
  } while (*at == '_');
  if (isDigit(*at))
    stopBefore(at + 1, Kind::InvalidDigit, {{at, 1}, name});
  verifyNumberEnd(name);
}

void Lexer::imaginaryOrEnd(const char *kind) {
  if ((*at | 32) == 'j') {
    ++at;
    verifyNumberEnd("imaginary");
  } else {
    verifyNumberEnd(kind);
  }
}

// An exponent, if one is here. `1else` is no exponent but a number and a keyword.
bool Lexer::exponent() {
  if ((*at | 32) != 'e')
    return false;
  const char *digits = at + 1;
  if (*digits == '+' || *digits == '-') {
    if (!isDigit(digits[1])) {
      at = digits + 1;
      stopBefore(at, Kind::InvalidNumber, {"decimal"});
    }
    ++digits;
  } else if (!isDigit(*digits)) {
    return false;
  }
  decimalDigits(digits);
  return true;
}

// From the point on.
void Lexer::fraction(const char *from) {
  at = from + 1;
  if (isDigit(*at))
    decimalDigits(at);
  exponent();
  imaginaryOrEnd("decimal");
}

void Lexer::number() {
  const char *start = at;
  if (*at == '.') {
    fraction(at);
  } else if (*at == '0' && (at[1] | 32) == 'x') {
    integerWithBase(isHexDigit, "hexadecimal");
  } else if (*at == '0' && (at[1] | 32) == 'o') {
    integerWithBase(isOctal, "octal");
  } else if (*at == '0' && (at[1] | 32) == 'b') {
    integerWithBase(isBinary, "binary");
  } else {
    decimalDigits(at);
    const char *digitsEnd = at;
    if (*at == '.')
      fraction(at);
    else if (exponent() || (*at | 32) == 'j')
      imaginaryOrEnd("decimal");
    else {
      bool nonZero = false;
      for (const char *p = start; p < digitsEnd; ++p)
        nonZero = nonZero || (*p != '0' && *p != '_');
      if (*start == '0' && nonZero) {
        uint32_t column = text.column(offset(start), line);
        const char *zerosEnd = start;
        while (*zerosEnd == '0' || *zerosEnd == '_')
          ++zerosEnd;
        stop(Kind::LeadingZeros, true,
             {line, column, line, column + static_cast<uint32_t>(zerosEnd - start)});
      }
      verifyNumberEnd("decimal");
    }
  }
  push(Tok::Number, start, at);
}

} // namespace lith::syntax
