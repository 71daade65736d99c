// Explain.cpp: which of the errors of a text to report, as Python chooses.
#include "syntax/Explain.h"

#include "syntax/ErrorParser.h"

namespace lith::syntax {

using diag::Kind;

static Range rangeOfToken(const SourceText &source, const Token &token) {
  uint32_t line = token.line;
  if (token.kind == Tok::End && line > source.firstLine)
    return {line - 1, 0, line - 1, 0};
  uint32_t endLine = token.spansLines ? source.lineOf(token.end, line) : line;
  return {line, source.column(token.start, line), endLine, source.column(token.end, endLine)};
}

// The error when no mistake is recognised.
static diag::Diagnostic generic(const FailedParse &failed, const Token &token, Range lastRange) {
  if (token.kind == Tok::Indent || token.kind == Tok::Dedent)
    return diag::make(token.kind == Tok::Indent ? Kind::UnexpectedIndent : Kind::UnexpectedUnindent,
                      failed.context.file.name, lastRange);
  diag::Diagnostic result =
      diag::make(Kind::InvalidSyntax, failed.context.file.name, rangeOfToken(failed.source, token));
  if (failed.inFString)
    result.message = "f-string: " + result.message;
  return result;
}

static diag::Diagnostic lexerError(const FailedParse &failed) {
  diag::Diagnostic result = failed.lexer.error->diagnostic;
  result.file = failed.context.file.name;
  return result;
}

static diag::Diagnostic recognise(const FailedParse &failed, ErrorParser &parser) {
  std::string_view rule = failed.inFString                  ? "field"
                          : failed.mode == Mode::Expression ? "expression_input"
                                                            : "input";
  Token furthest = *failed.failedAt;
  Range furthestRange = rangeOfToken(failed.source, furthest);
  try {
    parser.run(rule, false);
    furthest = parser.lastToken();
    furthestRange = parser.lastRange();
    parser.run(rule, true);
  } catch (const diag::Diagnostic &recognised) {
    return recognised;
  } catch (const ErrorParser::GaveUp &) {
  }
  return generic(failed, furthest, furthestRange);
}

diag::Diagnostic explain(const FailedParse &failed) {
  const std::optional<LexError> &lexError = failed.lexer.error;
  if (lexError && (lexError->hard || failed.failedAt->kind == Tok::Error))
    return lexerError(failed);
  ErrorParser parser(failed, failed.start);
  diag::Diagnostic result = [&] {
    try {
      return recognise(failed, parser);
    } catch (const ErrorParser::ReachedLexError &) {
      return lexerError(failed);
    }
  }();
  if (!lexError || failed.lexer.openBrackets.empty())
    return result;
  const Token &bracket = failed.tokens[failed.lexer.openBrackets.back()];
  if (parser.lastToken().line <= bracket.line)
    return result;
  return diag::make(Kind::BracketNeverClosed, failed.context.file.name,
                    rangeOfToken(failed.source, bracket), {spelling(bracket.kind)});
}

} // namespace lith::syntax
