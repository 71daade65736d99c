// UnicodeName.cpp: characters by name, for "\N{...}".
//
// The names themselves are not kept, only 40 bits of a hash of each: 170 kB
// instead of 900. A wrong name is taken for a right one with a probability of
// 3e-8.
#include "syntax/Unicode.h"

#include <array>
#include <cstring>
#include <iterator>

namespace lith::syntax {

namespace {
struct CodeRange {
  uint32_t first, last;
};
struct NameRun {
  uint32_t code, index;
};
#include "syntax/UnicodeNames.inc"

uint64_t hashName(std::string_view name) {
  uint64_t value = 0xCBF29CE484222325;
  for (unsigned char c : name)
    value = (value ^ c) * 0x100000001B3;
  return value >> 24;
}

unsigned sixBits(char c) {
  return c >= 'a'   ? c - 'a' + 26
         : c >= 'A' ? c - 'A'
         : c >= '0' ? c - '0' + 52
         : c == '+' ? 62
                    : 63;
}

// Five bytes of the table from byte `from`, in base 64 with whole groups.
uint64_t storedHash(size_t index) {
  uint64_t value = 0;
  for (size_t i = 0; i < 5; ++i) {
    size_t byte = index * 5 + i;
    const char *group = nameHashes + byte / 3 * 4 + byte % 3;
    unsigned shift = 4 - byte % 3 * 2;
    unsigned pair = sixBits(group[0]) << 6 | sixBits(group[1] == '=' ? 'A' : group[1]);
    value |= uint64_t(pair >> shift & 0xFF) << (8 * i);
  }
  return value;
}

std::optional<uint32_t> ideograph(std::string_view digits) {
  uint32_t code = 0;
  if (digits.size() != 4 && digits.size() != 5)
    return std::nullopt;
  for (char c : digits) {
    bool number = c >= '0' && c <= '9';
    if (!number && !(c >= 'A' && c <= 'F'))
      return std::nullopt;
    code = code * 16 + (number ? c - '0' : c - 'A' + 10);
  }
  for (const CodeRange &range : ideographs)
    if (code >= range.first && code <= range.last)
      return code;
  return std::nullopt;
}

// The index of the longest of `parts` that `text` starts with, which is cut off.
template <size_t N>
int longestPrefix(const std::array<std::string_view, N> &parts, std::string_view &text) {
  int best = -1;
  for (size_t i = 0; i < N; ++i)
    if (text.starts_with(parts[i]) && (best < 0 || parts[i].size() > parts[best].size()))
      best = int(i);
  if (best >= 0)
    text.remove_prefix(parts[best].size());
  return best;
}

std::optional<uint32_t> hangulSyllable(std::string_view name) {
  static constexpr std::array<std::string_view, 19> leads = {"G", "GG", "N", "D",  "DD", "R", "M",
                                                             "B", "BB", "S", "SS", "",   "J", "JJ",
                                                             "C", "K",  "T", "P",  "H"};
  static constexpr std::array<std::string_view, 21> vowels = {
      "A",  "AE", "YA", "YAE", "EO", "E",  "YEO", "YE", "O",  "WA", "WAE",
      "OE", "YO", "U",  "WEO", "WE", "WI", "YU",  "EU", "YI", "I"};
  static constexpr std::array<std::string_view, 28> trails = {
      "",   "G",  "GG", "GS", "N",  "NJ", "NH", "D",  "L", "LG", "LM", "LB", "LS", "LT",
      "LP", "LH", "M",  "B",  "BS", "S",  "SS", "NG", "J", "C",  "K",  "T",  "P",  "H"};
  int lead = longestPrefix(leads, name);
  int vowel = longestPrefix(vowels, name);
  int trail = longestPrefix(trails, name);
  if (lead < 0 || vowel < 0 || !name.empty())
    return std::nullopt;
  return 0xAC00 + (lead * 21 + vowel) * 28 + trail;
}
} // namespace

std::optional<uint32_t> characterByName(std::string_view given) {
  std::string name(given);
  for (char &c : name)
    if (c >= 'a' && c <= 'z')
      c -= 32;
  std::string_view rest = name;
  if (rest.starts_with("HANGUL SYLLABLE "))
    return hangulSyllable(rest.substr(16));
  if (rest.starts_with("CJK UNIFIED IDEOGRAPH-"))
    return ideograph(rest.substr(22));
  uint64_t hash = hashName(name);
  for (size_t i = 0; i < nameCount; ++i) {
    if (storedHash(i) != hash)
      continue;
    size_t run = 0;
    while (run + 1 < std::size(nameRuns) && nameRuns[run + 1].index <= i)
      ++run;
    return nameRuns[run].code + static_cast<uint32_t>(i - nameRuns[run].index);
  }
  return std::nullopt;
}

} // namespace lith::syntax
