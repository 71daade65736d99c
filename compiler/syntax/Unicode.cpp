// Unicode.cpp: look-ups in the generated tables, and normal form KC.
#include "syntax/Unicode.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace lith::syntax {

namespace {
struct CodeRange {
  uint32_t first, last;
};
struct Decomposition {
  uint32_t code;
  uint16_t start, length;
};
struct CombiningClass {
  uint32_t code;
  uint32_t value;
};
struct Composition {
  uint32_t first, second, result;
};
#include "syntax/UnicodeTables.inc"

template <size_t N> bool contains(const CodeRange (&ranges)[N], uint32_t code) {
  auto at = std::upper_bound(std::begin(ranges), std::end(ranges), code,
                             [](uint32_t c, const CodeRange &range) { return c < range.first; });
  return at != std::begin(ranges) && code <= std::prev(at)->last;
}

template <class T, size_t N> const T *find(const T (&table)[N], uint32_t code) {
  auto at = std::lower_bound(std::begin(table), std::end(table), code,
                             [](const T &entry, uint32_t c) { return entry.code < c; });
  return at != std::end(table) && at->code == code ? at : nullptr;
}

uint32_t combiningClass(uint32_t code) {
  const CombiningClass *entry = find(combiningClasses, code);
  return entry ? entry->value : 0;
}

// Hangul syllables are composed by arithmetic (Unicode, section 3.12).
constexpr uint32_t syllables = 0xAC00, leads = 0x1100, vowels = 0x1161, trails = 0x11A7;
constexpr uint32_t leadCount = 19, vowelCount = 21, trailCount = 28;
constexpr uint32_t syllableCount = leadCount * vowelCount * trailCount;

void decompose(uint32_t code, std::u32string &to) {
  if (code - syllables < syllableCount) {
    uint32_t index = code - syllables;
    to += leads + index / (vowelCount * trailCount);
    to += vowels + index % (vowelCount * trailCount) / trailCount;
    if (index % trailCount)
      to += trails + index % trailCount;
  } else if (const Decomposition *entry = find(decompositions, code)) {
    to.append(decomposed + entry->start, decomposed + entry->start + entry->length);
  } else {
    to += code;
  }
}

uint32_t compose(uint32_t first, uint32_t second) {
  if (first - leads < leadCount && second - vowels < vowelCount)
    return syllables + ((first - leads) * vowelCount + second - vowels) * trailCount;
  if (first - syllables < syllableCount && (first - syllables) % trailCount == 0 &&
      second - trails - 1 < trailCount - 1)
    return first + second - trails;
  auto at = std::lower_bound(
      std::begin(compositions), std::end(compositions), std::pair(first, second),
      [](const Composition &c, auto parts) { return std::pair(c.first, c.second) < parts; });
  bool found = at != std::end(compositions) && at->first == first && at->second == second;
  return found ? at->result : 0;
}

void orderMarks(std::u32string &text) {
  for (size_t i = 1; i < text.size(); ++i)
    for (size_t j = i; j > 0; --j) {
      uint32_t own = combiningClass(text[j]);
      if (!own || combiningClass(text[j - 1]) <= own)
        break;
      std::swap(text[j], text[j - 1]);
    }
}

void composeAll(std::u32string &text) {
  size_t to = 0, starter = std::u32string::npos;
  uint32_t lastClass = 0;
  for (char32_t code : text) {
    uint32_t own = combiningClass(code);
    bool adjacent = starter != text.npos && starter + 1 == to;
    if (starter != text.npos && (adjacent || lastClass < own)) {
      if (uint32_t composite = compose(text[starter], code)) {
        text[starter] = composite;
        continue;
      }
    }
    if (own == 0)
      starter = to;
    lastClass = own;
    text[to++] = code;
  }
  text.resize(to);
}
} // namespace

bool isIdentifierStart(uint32_t c) {
  if (c < 128)
    return (c | 32) - 'a' < 26 || c == '_';
  return contains(identifierStart, c);
}

bool isIdentifierContinue(uint32_t c) {
  if (c < 128)
    return isIdentifierStart(c) || c - '0' < 10;
  return contains(identifierContinue, c);
}

bool isPrintable(uint32_t c) { return c < 128 ? c >= 32 && c < 127 : !contains(notPrintable, c); }

uint32_t decodeUtf8(const char *&at) {
  auto byte = [&] { return static_cast<unsigned char>(*at++); };
  uint32_t c = byte();
  if (c < 0x80)
    return c;
  if (c < 0xE0)
    return (c & 0x1F) << 6 | (byte() & 0x3F);
  if (c < 0xF0) {
    c = (c & 0xF) << 12 | (byte() & 0x3F) << 6;
    return c | (byte() & 0x3F);
  }
  c = (c & 7) << 18 | (byte() & 0x3F) << 12;
  c |= (byte() & 0x3F) << 6;
  return c | (byte() & 0x3F);
}

void appendUtf8(std::string &to, uint32_t c) {
  if (c < 0x80) {
    to += char(c);
    return;
  }
  if (c < 0x800) {
    to += char(0xC0 | c >> 6);
  } else {
    if (c < 0x10000) {
      to += char(0xE0 | c >> 12);
    } else {
      to += char(0xF0 | c >> 18);
      to += char(0x80 | (c >> 12 & 0x3F));
    }
    to += char(0x80 | (c >> 6 & 0x3F));
  }
  to += char(0x80 | (c & 0x3F));
}

size_t findInvalidUtf8(std::string_view text) {
  const char *begin = text.data(), *p = begin, *end = begin + text.size();
  while (p < end) {
    uint64_t word;
    if (end - p >= 8 && (std::memcpy(&word, p, 8), !(word & 0x8080808080808080u))) {
      p += 8;
      continue;
    }
    auto lead = static_cast<unsigned char>(*p);
    if (lead < 0x80) {
      ++p;
      continue;
    }
    int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    if (lead < 0xC2 || lead > 0xF4 || end - p <= more)
      return p - begin;
    for (int i = 1; i <= more; ++i)
      if ((p[i] & 0xC0) != 0x80)
        return p - begin;
    auto second = static_cast<unsigned char>(p[1]);
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second >= 0xA0) ||
        (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second >= 0x90))
      return p - begin;
    p += more + 1;
  }
  return text.npos;
}

std::string_view invalidUtf8Reason(std::string_view text, size_t at) {
  auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0xC2 || lead > 0xF4)
    return "invalid start byte";
  size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  std::string_view sequence = text.substr(at, length);
  bool proper = true;
  for (char c : sequence.substr(1))
    proper = proper && (c & 0xC0) == 0x80;
  return proper && sequence.size() < length ? "unexpected end of data"
                                            : "invalid continuation byte";
}

std::string normaliseIdentifier(std::string_view name) {
  std::u32string text;
  for (const char *p = name.data(), *end = p + name.size(); p < end;)
    decompose(decodeUtf8(p), text);
  orderMarks(text);
  composeAll(text);
  std::string result;
  for (char32_t c : text)
    appendUtf8(result, c);
  return result;
}

} // namespace lith::syntax
