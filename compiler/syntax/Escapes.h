// Escapes.h: the text of string and bytes literals.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lith::syntax {

// An escape that cannot be decoded: what, and where, counted as Python's codec
// does (characters past ASCII count as the ten bytes of \UXXXXXXXX).
struct EscapeError {
  std::string_view reason;
  size_t start, end;
};

// Appends the value of the literal text `body` (UTF-8) to `to`, as UTF-8 with
// lone surrogates in three bytes. Unknown escapes stay as they are.
std::optional<EscapeError> decodeStringEscapes(std::string_view body, std::string &to);

// As above for bytes; the error is the position of a bad \x.
std::optional<size_t> decodeBytesEscapes(std::string_view body, std::string &to);

} // namespace lith::syntax
