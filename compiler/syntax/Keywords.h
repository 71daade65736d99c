// Keywords.h: keyword or name, by one probe of a table made at compile time.
#pragma once

#include "syntax/Token.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lith::syntax {

namespace keywords {
struct Entry {
  uint64_t text = 0;
  Tok kind = Tok::Name;
};
constexpr size_t tableSize = 256;
constexpr uint64_t multiplier = 0x9E3779B97F4A7C15u;
constexpr size_t slot(uint64_t word, uint64_t salt) { return ((word ^ salt) * multiplier) >> 56; }

constexpr uint64_t pack(std::string_view text) {
  uint64_t word = 0;
  for (size_t i = 0; i < text.size(); ++i)
    word |= uint64_t(static_cast<unsigned char>(text[i])) << (8 * i);
  return word;
}

constexpr Entry all[] = {
#define LITH_KEYWORD(name, text) {pack(text), Tok::name},
#include "syntax/Tokens.def"
};

// The first salt with which no two keywords share a slot.
constexpr uint64_t salt = [] {
  for (uint64_t candidate = 1;; ++candidate) {
    std::array<bool, tableSize> used{};
    bool clash = false;
    for (const Entry &entry : all) {
      size_t index = slot(entry.text, candidate);
      clash = clash || used[index];
      used[index] = true;
    }
    if (!clash)
      return candidate;
  }
}();

inline constexpr std::array<Entry, tableSize> table = [] {
  std::array<Entry, tableSize> result{};
  for (const Entry &entry : all)
    result[slot(entry.text, salt)] = entry;
  return result;
}();
} // namespace keywords

// The kind of the word of 1 to 8 bytes at `start`; 8 bytes must be readable.
// Relies on little-endian byte order.
inline Tok keywordOrName(const char *start, size_t length) {
  uint64_t word;
  std::memcpy(&word, start, 8);
  word &= ~uint64_t(0) >> (64 - 8 * length);
  const keywords::Entry &entry = keywords::table[keywords::slot(word, keywords::salt)];
  return entry.text == word ? entry.kind : Tok::Name;
}

} // namespace lith::syntax
