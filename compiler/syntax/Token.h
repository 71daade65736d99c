// Token.h: what the lexer hands to the parser.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace lith::syntax {

enum class Tok : uint8_t {
#define LITH_TOKEN(name) name,
#define LITH_KEYWORD(name, text) name,
#include "syntax/Tokens.def"
};

// One token. Its text is source[start, end); `line` (from 1) is where it
// starts. Only strings span lines.
struct Token {
  uint32_t start;
  uint32_t end;
  uint32_t line;
  Tok kind;
  bool spansLines; // the end is on a later line
  uint8_t level;   // brackets open after it
  bool isFString;
};
static_assert(sizeof(Token) == 16);

inline bool isWhitespace(Tok kind) { return kind <= Tok::Dedent; }
inline bool isKeyword(Tok kind) { return kind >= Tok::KwFalse; }

// The text of an operator or keyword, empty for other kinds.
std::string_view spelling(Tok kind);

// Text that is lexed: a file, or the expression in an f-string, which counts
// its lines and columns on from where it stands in the file. Eight zero bytes
// follow the text. A line start may lie before the text (modulo 2^32).
struct SourceText {
  const char *data = nullptr;
  uint32_t size = 0;
  uint32_t firstLine = 1;
  std::vector<uint32_t> lineStarts;

  uint32_t column(uint32_t offset, uint32_t line) const {
    return offset - lineStarts[line - firstLine];
  }
  // The line that holds `offset`, not before `line`.
  uint32_t lineOf(uint32_t offset, uint32_t line) const;
  std::string_view text(const Token &token) const {
    return {data + token.start, token.end - token.start};
  }
};

} // namespace lith::syntax
