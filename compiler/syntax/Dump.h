// Dump.h: trees as text.
#pragma once

#include "syntax/Parser.h"

#include <string>

namespace lith::syntax {

// Exactly ast.dump(ast.parse(source), include_attributes=True) of Python 3.11.
std::string dumpAst(const File &file);
std::string dumpAst(const Node *node);

// (BinOp (Name x Load) Add (Constant 1)): one node per line, indented, without
// ranges; for people and golden files.
std::string dumpSExpression(const File &file);
// The same of one node, with ranges: (Name 2:11-2:12 x Load). Lines count from 1, columns from 0.
[[gnu::visibility("default")]] std::string dumpRanged(const Node *node);

} // namespace lith::syntax
