// Parse.cpp: int(text) and float(text).
#include "objects/Str.h"
#include "text/Text.h"

#include <charconv>
#include <limits>

using namespace lith;

namespace {

// Zero of the run of decimal digits that `c` belongs to; 0 when it is none of the common ones.
uint32_t decimalZero(uint32_t c) {
  static constexpr uint32_t Zeros[] = {'0',   0x660, 0x6f0,  0x7c0,  0x966,  0x9e6, 0xa66,
                                       0xae6, 0xb66, 0xbe6,  0xc66,  0xce6,  0xd66, 0xe50,
                                       0xed0, 0xf20, 0x1040, 0x17e0, 0x1810, 0xff10};
  for (uint32_t zero : Zeros)
    if (c >= zero && c < zero + 10)
      return zero;
  return 0;
}

// The text without surrounding space and with all decimal digits in ASCII; other
// characters outside ASCII become '?', which no number contains.
std::string normalised(std::string_view text) {
  std::string out;
  const char *at = text.data(), *end = at + text.size();
  while (at < end) {
    uint32_t c = decode(at);
    if (isSpace(c))
      out += ' ';
    else if (uint32_t zero = decimalZero(c))
      out += static_cast<char>('0' + (c - zero));
    else
      out += c < 0x80 ? static_cast<char>(c) : '?';
  }
  size_t from = out.find_first_not_of(' ');
  return from == std::string::npos ? "" : out.substr(from, out.find_last_not_of(' ') - from + 1);
}

int digitOf(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  c = static_cast<char>(c | 0x20);
  return c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
}

int prefixBase(char c) {
  switch (c | 0x20) {
  case 'x':
    return 16;
  case 'o':
    return 8;
  case 'b':
    return 2;
  default:
    return 0;
  }
}

// Removes the underscores that stand between two digits; false where one does not.
bool dropUnderscores(std::string &text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      out += text[i];
      continue;
    }
    auto isDigit = [&](size_t at) {
      return at < text.size() && text[at] >= '0' && text[at] <= '9';
    };
    if (i == 0 || !isDigit(i - 1) || !isDigit(i + 1))
      return false;
  }
  text = out;
  return true;
}

bool equalsIgnoringCase(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size())
    return false;
  for (size_t i = 0; i < text.size(); ++i)
    if ((text[i] | 0x20) != lower[i])
      return false;
  return true;
}

} // namespace

bool lith::parseInt(std::string_view source, int base, int64_t &value, bool &overflow) {
  std::string text = normalised(source);
  std::string_view rest = text;
  bool negative = !rest.empty() && rest[0] == '-';
  if (!rest.empty() && (rest[0] == '-' || rest[0] == '+'))
    rest.remove_prefix(1);
  bool prefixed = false;
  if (rest.size() > 1 && rest[0] == '0' && prefixBase(rest[1]) &&
      (base == 0 || base == prefixBase(rest[1]))) {
    base = prefixBase(rest[1]);
    rest.remove_prefix(2);
    prefixed = true;
    if (!rest.empty() && rest[0] == '_')
      rest.remove_prefix(1);
  }
  bool leadingZero = base == 0 && rest.size() > 1 && rest[0] == '0';
  if (base == 0)
    base = 10;
  if (rest.empty() || (prefixed && rest.empty()))
    return false;
  uint64_t magnitude = 0;
  bool lastDigit = false, nonZero = false;
  overflow = false;
  for (char c : rest) {
    if (c == '_') {
      if (!lastDigit)
        return false;
      lastDigit = false;
      continue;
    }
    int digit = digitOf(c);
    if (digit >= base)
      return false;
    lastDigit = true;
    nonZero = nonZero || digit;
    overflow = overflow ||
               __builtin_mul_overflow(magnitude, static_cast<uint64_t>(base), &magnitude) ||
               __builtin_add_overflow(magnitude, static_cast<uint64_t>(digit), &magnitude);
  }
  if (!lastDigit || (leadingZero && nonZero))
    return false;
  overflow = overflow || magnitude > (uint64_t(1) << 63) - !negative;
  value = static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
  return true;
}

bool lith::parseFloat(std::string_view source, double &value) {
  std::string text = normalised(source);
  if (text.find('_') != std::string::npos && !dropUnderscores(text))
    return false;
  std::string_view rest = text;
  bool negative = !rest.empty() && rest[0] == '-';
  if (!rest.empty() && (rest[0] == '-' || rest[0] == '+'))
    rest.remove_prefix(1);
  if (equalsIgnoringCase(rest, "inf") || equalsIgnoringCase(rest, "infinity")) {
    value = std::numeric_limits<double>::infinity();
  } else if (equalsIgnoringCase(rest, "nan")) {
    value = std::numeric_limits<double>::quiet_NaN();
  } else {
    if (rest.empty() || !((rest[0] >= '0' && rest[0] <= '9') || rest[0] == '.'))
      return false;
    auto result = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (result.ptr != rest.data() + rest.size() || result.ec == std::errc::invalid_argument)
      return false;
    if (result.ec == std::errc::result_out_of_range) {
      std::string copy(rest);
      value = std::strtod(copy.c_str(), nullptr); // 0 or infinity, as Python has it
    }
  }
  if (negative)
    value = -value;
  return true;
}

extern "C" {

int64_t lith_rt_int_parse(lith_ctx *ctx, lith_str *text, int64_t base) {
  int64_t value = 0;
  bool overflow = false;
  if (base != 0 && (base < 2 || base > 36)) {
    raise(ctx, LITH_CLASS_ValueError, "int() base must be >= 2 and <= 36, or 0");
    return 0;
  }
  if (!parseInt(textOf(text), static_cast<int>(base), value, overflow)) {
    raise(ctx, LITH_CLASS_ValueError,
          "invalid literal for int() with base " + std::to_string(base) + ": " +
              strRepr(textOf(text)));
    return 0;
  }
  if (overflow)
    raise(ctx, LITH_CLASS_OverflowError, "integer result of this operation leaves 64 bits");
  return value;
}

double lith_rt_float_parse(lith_ctx *ctx, lith_str *text) {
  double value = 0;
  if (!parseFloat(textOf(text), value))
    raise(ctx, LITH_CLASS_ValueError,
          "could not convert string to float: " + strRepr(textOf(text)));
  return value;
}

} // extern "C"
