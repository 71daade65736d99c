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

static diag::Diagnostic lexerError(const ParseContext &context, const Lexer &lexer) {
  diag::Diagnostic result = lexer.error->diagnostic;
  result.file = context.file.name;
  return result;
}

diag::Diagnostic prioritise(const diag::Diagnostic &found, const ParseContext &context,
                            const SourceText &source, const Lexer &lexer,
                            const std::vector<Token> &tokens, const Token &last) {
  if (!lexer.error || found.kind == Kind::UnexpectedIndent ||
      found.kind == Kind::UnexpectedUnindent || found.kind == Kind::NestedTooDeeply)
    return found;
  if (lexer.error->hard)
    return lexerError(context, lexer);
  if (lexer.openBrackets.empty())
    return found;
  const Token &bracket = tokens[lexer.openBrackets.back()];
  if (last.line <= bracket.line)
    return found;
  return diag::make(Kind::BracketNeverClosed, context.file.name, rangeOfToken(source, bracket),
                    {spelling(bracket.kind)});
}

diag::Diagnostic explain(const FailedParse &failed) {
  ErrorParser parser(failed, failed.start);
  try {
    diag::Diagnostic found = recognise(failed, parser);
    return prioritise(found, failed.context, failed.source, failed.lexer, failed.tokens,
                      parser.lastToken());
  } catch (const ErrorParser::ReachedLexError &) {
    return lexerError(failed.context, failed.lexer);
  }
}

} // namespace lith::syntax
