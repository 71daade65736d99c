// Check.cpp: the order of the checks.
#include "syntax/Check.h"

namespace lith::syntax {

std::optional<diag::Diagnostic> check(const File &file) {
  try {
    checkScopes(file);
    checkPlaces(file);
  } catch (const diag::Diagnostic &error) {
    return error;
  }
  return std::nullopt;
}

} // namespace lith::syntax
