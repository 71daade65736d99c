// Explain.cpp: which error to report.
#include "syntax/Explain.h"

namespace lith::syntax {

using diag::Kind;

diag::Diagnostic explain(const FailedParse &failed) {
  const Token &token = *failed.failedAt;
  if (failed.lexError && (failed.lexError->hard || token.kind == Tok::Error)) {
    diag::Diagnostic result = failed.lexError->diagnostic;
    result.file = failed.context.file.name;
    return result;
  }
  uint32_t column = failed.source.column(token.start, token.line);
  return diag::make(Kind::InvalidSyntax, failed.context.file.name,
                    {token.line, column, token.line, column + (token.end - token.start)});
}

} // namespace lith::syntax
