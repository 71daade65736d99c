// Lexer.h: text to tokens, all of a file at once.
//
// Follows Python's tokenizer: indentation as tokens, no tokens inside brackets
// for line ends, the same errors at the same places. Identifiers and strings
// stay slices of the text.
#pragma once

#include "diagnostics/Diagnostic.h"
#include "syntax/Parser.h"
#include "syntax/Token.h"

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace lith::syntax {

// What stopped the lexer. A hard error is reported even when the parser fails
// before it, because Python reads the rest of a file before it reports an
// error of its parser.
struct LexError {
  diag::Diagnostic diagnostic;
  bool hard;
};

class Lexer {
public:
  // `text` and `tokens` must outlive the lexer.
  Lexer(const SourceText &text, LanguageVersion version, std::vector<Token> &tokens)
      : text(text), version(version), tokens(tokens), at(text.data), line(text.firstLine) {}

  // Fills `tokens`, which end with End, or with Error when `error` is set.
  void run(bool allowIndentedStart = false);

  std::optional<LexError> error;
  // The innermost bracket still open when lexing stopped, as an index into
  // `tokens`, and how many are open.
  std::vector<uint32_t> openBrackets;

private:
  struct Stopped {};

  void lexLine();
  bool indentation();
  void applyIndent(uint32_t column, uint32_t altColumn);
  void finish();
  void token();
  void identifier();
  void number();
  void integerWithBase(bool (*isDigit)(char), const char *name);
  const char *decimalDigits(const char *from);
  void fraction(const char *from);
  bool exponent();
  void imaginaryOrEnd(const char *kind);
  void verifyNumberEnd(const char *kind);
  void string(const char *start, bool isFString);
  void punctuation();
  void open(Tok kind);
  void close(Tok kind);
  void continuation();
  void push(Tok kind, const char *start, const char *end);
  void verifyIdentifier(const char *start, const char *end);

  uint32_t offset(const char *p) const { return static_cast<uint32_t>(p - text.data); }
  [[noreturn]] void stop(diag::Kind kind, bool hard, diag::Range range,
                         std::initializer_list<std::string_view> arguments = {});
  [[noreturn]] void stopUnclosed();
  // A hard error just before `p` on the current line.
  [[noreturn]] void stopBefore(const char *p, diag::Kind kind,
                               std::initializer_list<std::string_view> arguments = {});

  const SourceText &text;
  LanguageVersion version;
  std::vector<Token> &tokens;
  const char *at;
  uint32_t line;
  bool startIndented = false;
  struct Indent {
    uint32_t column, altColumn;
  };
  std::vector<Indent> indents{{0, 0}};
};

// The end of the string literal from `start` whose quotes begin at `quote`: past
// the closing quotes, or null when it is not closed. In the latest version an
// f-string may hold quotes of its own kind inside braces.
const char *findStringEnd(const char *start, const char *quote, const char *limit, bool isFString,
                          LanguageVersion version);

} // namespace lith::syntax
