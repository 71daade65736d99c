// Text.h: the code of an archive as Python that the stage runs.
#ifndef LITH_TORCHSCRIPT_TEXT_H
#define LITH_TORCHSCRIPT_TEXT_H

#include "torchscript/Code.h"

#include "syntax/Ast.h"
#include "syntax/Parser.h"

#include <memory>
#include <string>

namespace lith::torchscript {

/// Parses a module of an archive. Types that stand in expressions, as in `annotate(List[int], [])`,
/// become their text, since nothing evaluates them; lines and what stands before them stay where
/// they are. Throws CannotRead.
std::unique_ptr<syntax::File> parseModule(const std::string &module, const std::string &text);

} // namespace lith::torchscript

#endif // LITH_TORCHSCRIPT_TEXT_H
