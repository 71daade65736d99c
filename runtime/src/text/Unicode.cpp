// Unicode.cpp: look-ups by binary search; ASCII is answered without the tables.
#include "text/Unicode.h"

#include "objects/Str.h"

#include <algorithm>
#include <span>

namespace lith {
namespace {

struct Range {
  uint32_t first, last;
};
struct Mapping {
  uint32_t from;
  uint32_t to[3];
};
#include "text/UnicodeTables.inc"

bool contains(std::span<const Range> ranges, uint32_t c) {
  auto after =
      std::upper_bound(ranges.begin(), ranges.end(), c,
                       [](uint32_t code, const Range &range) { return code < range.first; });
  return after != ranges.begin() && c <= std::prev(after)->last;
}

std::span<const Mapping> mappings(Case to) {
  switch (to) {
  case Case::Upper:
    return UpperMappings;
  case Case::Lower:
    return LowerMappings;
  case Case::Title:
    return TitleMappings;
  case Case::Fold:
    return FoldMappings;
  }
  return {};
}

bool isAsciiLower(uint32_t c) { return c >= 'a' && c <= 'z'; }
bool isAsciiUpper(uint32_t c) { return c >= 'A' && c <= 'Z'; }
bool isAsciiDigit(uint32_t c) { return c >= '0' && c <= '9'; }
bool isAsciiAlpha(uint32_t c) { return isAsciiLower(c) || isAsciiUpper(c); }

constexpr uint32_t Sigma = 0x3a3, FinalSigma = 0x3c2;

bool isCased(uint32_t c) { return isUpper(c) || isLower(c) || isTitle(c); }

} // namespace

bool isPrintable(uint32_t c) {
  return c < 0x80 ? c >= ' ' && c < 0x7f : !contains(NotPrintableRanges, c);
}
bool isAlpha(uint32_t c) { return c < 0x80 ? isAsciiAlpha(c) : contains(AlphaRanges, c); }
bool isDecimal(uint32_t c) { return c < 0x80 ? isAsciiDigit(c) : contains(DecimalRanges, c); }
bool isDigit(uint32_t c) { return c < 0x80 ? isAsciiDigit(c) : contains(DigitRanges, c); }
bool isNumeric(uint32_t c) { return c < 0x80 ? isAsciiDigit(c) : contains(NumericRanges, c); }
bool isSpace(uint32_t c) {
  return c < 0x80 ? c == ' ' || (c >= 9 && c <= 13) || (c >= 0x1c && c <= 0x1f)
                  : contains(SpaceRanges, c);
}
bool isUpper(uint32_t c) { return c < 0x80 ? isAsciiUpper(c) : contains(UpperRanges, c); }
bool isLower(uint32_t c) { return c < 0x80 ? isAsciiLower(c) : contains(LowerRanges, c); }
bool isTitle(uint32_t c) { return c < 0x80 ? isAsciiUpper(c) : contains(TitleRanges, c); }
bool isIdentifierStart(uint32_t c) {
  return c < 0x80 ? isAsciiAlpha(c) || c == '_' : contains(IdentifierStartRanges, c);
}
bool isIdentifierPart(uint32_t c) {
  return c < 0x80 ? isAsciiAlpha(c) || c == '_' || isAsciiDigit(c)
                  : contains(IdentifierPartRanges, c);
}

void appendCased(std::string &out, uint32_t c, Case to) {
  if (c < 0x80) {
    bool up = to == Case::Upper || to == Case::Title;
    out += static_cast<char>(up && isAsciiLower(c) ? c - 32 : !up && isAsciiUpper(c) ? c + 32 : c);
    return;
  }
  std::span<const Mapping> table = mappings(to);
  auto found = std::lower_bound(table.begin(), table.end(), c,
                                [](const Mapping &m, uint32_t code) { return m.from < code; });
  if (found == table.end() || found->from != c)
    return encode(out, c);
  for (uint32_t code : found->to)
    if (code)
      encode(out, code);
}

std::string cased(std::string_view text, Case to) {
  std::string out;
  const char *at = text.data(), *end = at + text.size();
  bool afterCased = false;
  while (at < end) {
    uint32_t c = decode(at);
    const char *following = at;
    bool beforeCased = following < end && isCased(decode(following));
    if (to == Case::Lower && c == Sigma && afterCased && !beforeCased)
      encode(out, FinalSigma);
    else
      appendCased(out, c, to);
    afterCased = isCased(c);
  }
  return out;
}

} // namespace lith
