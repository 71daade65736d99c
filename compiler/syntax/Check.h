// Check.h: what Python refuses when it compiles a tree, not yet when it parses.
//
// A program that Python has compiled passes; only source that Python has not
// seen (a string in C++, code in an archive) needs the check.
#pragma once

#include "syntax/Parser.h"

#include <optional>

namespace lith::syntax {

// The first error of `file`, names and scopes before everything else.
std::optional<diag::Diagnostic> check(const File &file);

// The two halves: bindings of names; statements and expressions where they may
// not stand. Each throws its first error as a Diagnostic.
void checkScopes(const File &file);
void checkPlaces(const File &file);
// Patterns of one statement.
void checkPatterns(const File &file, const Match *match);

} // namespace lith::syntax
