// Repr.h: Python's repr of constants.
#pragma once

#include "syntax/Ast.h"

#include <string>

namespace lith::syntax {

void appendRepr(std::string &to, const ConstantValue &value);
void appendStringRepr(std::string &to, std::string_view text);
void appendFloatRepr(std::string &to, double value);

} // namespace lith::syntax
