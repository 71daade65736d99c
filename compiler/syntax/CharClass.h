// CharClass.h: one byte of Python source, classified by table.
#pragma once

#include <array>
#include <cstdint>

namespace lith::syntax {

namespace charclass {
inline constexpr uint8_t Name = 1;      // may continue an identifier (all bytes past ASCII do)
inline constexpr uint8_t NameStart = 2; // may start one
inline constexpr uint8_t Digit = 4;
inline constexpr uint8_t Blank = 8;       // space, tab, form feed
inline constexpr uint8_t StringStop = 16; // ends or interrupts the body of a string

inline constexpr std::array<uint8_t, 256> table = [] {
  std::array<uint8_t, 256> t{};
  for (int c = 0; c < 256; ++c) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 128;
    bool digit = c >= '0' && c <= '9';
    t[c] = (letter ? Name | NameStart : 0) | (digit ? Name | Digit : 0) |
           (c == ' ' || c == '\t' || c == '\f' ? Blank : 0) |
           (c == '\'' || c == '"' || c == '\\' || c == '\n' || c == 0 ? StringStop : 0);
  }
  return t;
}();
} // namespace charclass

inline bool hasClass(char c, uint8_t classes) {
  return charclass::table[static_cast<unsigned char>(c)] & classes;
}
inline bool isNameByte(char c) { return hasClass(c, charclass::Name); }
inline bool isDigit(char c) { return hasClass(c, charclass::Digit); }
inline bool isBlank(char c) { return hasClass(c, charclass::Blank); }
inline bool isHexDigit(char c) { return isDigit(c) || ((c | 32) >= 'a' && (c | 32) <= 'f'); }

} // namespace lith::syntax
