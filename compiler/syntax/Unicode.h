// Unicode.h: what Python's grammar and repr need of the Unicode database
// (version 14, as Python 3.11), from tables made by tools in this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lith::syntax {

// Reads the code point at `at` and moves past it; the text must be well formed
// (lone surrogates in three bytes are).
uint32_t decodeUtf8(const char *&at);
void appendUtf8(std::string &to, uint32_t codePoint);
// The offset of the first byte that is not well formed UTF-8, or npos.
size_t findInvalidUtf8(std::string_view text);
// What Python's codec says about the byte that findInvalidUtf8 found.
std::string_view invalidUtf8Reason(std::string_view text, size_t at);

bool isIdentifierStart(uint32_t codePoint);
bool isIdentifierContinue(uint32_t codePoint);
// str.isprintable of one character.
bool isPrintable(uint32_t codePoint);
// Normal form KC of an identifier.
std::string normaliseIdentifier(std::string_view name);
// The character named as in "\N{EM DASH}".
std::optional<uint32_t> characterByName(std::string_view name);

} // namespace lith::syntax
