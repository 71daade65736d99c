// Explain.h: from the place where parsing failed to what is wrong; internal to
// syntax/.
#pragma once

#include "syntax/Lexer.h"
#include "syntax/ParserImpl.h"

#include <optional>

namespace lith::syntax {

// A text that the parser could not read.
struct FailedParse {
  ParseContext &context;
  const SourceText &source;
  const std::vector<Token> &tokens;
  const Lexer &lexer;
  const Token *start;    // of the statement that fails
  const Token *failedAt; // where the parser stopped
  Mode mode;
  bool inFString;
};

// An error `found` when `last` was the furthest token, or the lexer's error
// where Python prefers that one.
diag::Diagnostic prioritise(const diag::Diagnostic &found, const ParseContext &context,
                            const SourceText &source, const Lexer &lexer,
                            const std::vector<Token> &tokens, const Token &last);

// The message and range that Python would give.
diag::Diagnostic explain(const FailedParse &failed);

} // namespace lith::syntax
