// Width.h: how many cells of a terminal a character takes.
#pragma once

#include <cstdint>
#include <string_view>

namespace lith::diag {

// 0 for combining marks and other invisible characters, 2 for wide (East
// Asian) ones and emoji, 1 for the rest.
unsigned characterWidth(uint32_t codePoint);

// Reads one code point of UTF-8 text that need not be well formed: a byte that
// starts no sequence counts as U+FFFD. Moves `text` past it.
uint32_t takeCodePoint(std::string_view &text);

} // namespace lith::diag
