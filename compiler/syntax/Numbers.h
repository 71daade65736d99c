// Numbers.h: the values of numeric literals.
#pragma once

#include "syntax/Ast.h"

#include <string_view>

namespace lith::syntax {

// Python refuses to convert decimal integers of more digits than this.
inline constexpr size_t maxDecimalDigits = 4300;

// The value of a well-formed literal; the text of a large integer goes to `arena`.
ConstantValue parseNumber(std::string_view literal, Arena &arena);

} // namespace lith::syntax
