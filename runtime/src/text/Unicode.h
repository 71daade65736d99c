// Unicode.h: properties and case mappings of characters, as Python's str methods see them.
#ifndef LITH_TEXT_UNICODE_H
#define LITH_TEXT_UNICODE_H

#include <cstdint>
#include <string>
#include <string_view>

namespace lith {

bool isPrintable(uint32_t c);
bool isAlpha(uint32_t c);
bool isDecimal(uint32_t c);
bool isDigit(uint32_t c);
bool isNumeric(uint32_t c);
bool isSpace(uint32_t c);
bool isUpper(uint32_t c);
bool isLower(uint32_t c);
bool isTitle(uint32_t c);
bool isIdentifierStart(uint32_t c);
bool isIdentifierPart(uint32_t c);

enum class Case { Upper, Lower, Title, Fold };
/// Appends the character in the given case: one to three characters.
void appendCased(std::string &out, uint32_t c, Case to);
/// The text in the given case, final sigma included.
std::string cased(std::string_view text, Case to);

} // namespace lith

#endif // LITH_TEXT_UNICODE_H
