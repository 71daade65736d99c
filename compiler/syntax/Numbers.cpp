// Numbers.cpp: integers of any size, floats correctly rounded.
#include "syntax/Numbers.h"

#include "syntax/CharClass.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace lith::syntax {

// A literal too large or too small for the range of double: infinity or zero,
// by where its first digit other than zero stands.
static double outOfRange(std::string_view text) {
  size_t exponentAt = text.find_first_of("eE");
  std::string_view digits = text.substr(0, exponentAt);
  long exponent = 0;
  if (exponentAt != text.npos) {
    size_t at = exponentAt + 1;
    bool negative = text[at] == '-';
    at += negative || text[at] == '+';
    for (; at < text.size() && exponent < 100000000; ++at)
      exponent = exponent * 10 + (text[at] - '0');
    exponent = negative ? -exponent : exponent;
  }
  size_t point = std::min(digits.find('.'), digits.size());
  size_t first = digits.find_first_of("123456789");
  if (first == digits.npos)
    return 0;
  long magnitude = static_cast<long>(point) - static_cast<long>(first) + exponent;
  return magnitude > 0 ? std::numeric_limits<double>::infinity() : 0;
}

static double parseDouble(std::string_view text) {
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc::result_out_of_range ? outOfRange(text) : value;
}

// The decimal digits of a number given in base 2, 8 or 16.
static std::string toDecimal(std::string_view digits, unsigned bitsPerDigit) {
  constexpr uint64_t base = 1'000'000'000;
  std::vector<uint32_t> limbs{0};
  for (char c : digits) {
    uint64_t carry = isDigit(c) ? c - '0' : (c | 32) - 'a' + 10;
    for (uint32_t &limb : limbs) {
      uint64_t value = (uint64_t(limb) << bitsPerDigit) + carry;
      limb = static_cast<uint32_t>(value % base);
      carry = value / base;
    }
    if (carry)
      limbs.push_back(static_cast<uint32_t>(carry));
  }
  std::string text = std::to_string(limbs.back());
  for (size_t i = limbs.size() - 1; i-- > 0;) {
    std::string part = std::to_string(limbs[i]);
    text.append(9 - part.size(), '0') += part;
  }
  return text;
}

static ConstantValue integer(std::string_view digits, int base, Arena &arena) {
  ConstantValue value{ConstantKind::Int, 0, 0, {}};
  auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value.integer, base);
  if (error != std::errc::result_out_of_range)
    return value;
  value.kind = ConstantKind::BigInt;
  value.integer = 0;
  if (base == 10)
    value.text = arena.copy(digits.substr(digits.find_first_not_of('0')));
  else
    value.text = arena.copy(toDecimal(digits, base == 16 ? 4 : base == 8 ? 3 : 1));
  return value;
}

ConstantValue parseNumber(std::string_view literal, Arena &arena) {
  std::string stripped;
  if (literal.find('_') != literal.npos) {
    for (char c : literal)
      if (c != '_')
        stripped += c;
    literal = stripped;
  }
  char marker = literal.size() > 1 && literal[0] == '0' ? literal[1] | 32 : 0;
  if (marker == 'x' || marker == 'o' || marker == 'b')
    return integer(literal.substr(2), marker == 'x' ? 16 : marker == 'o' ? 8 : 2, arena);
  ConstantValue value;
  if ((literal.back() | 32) == 'j') {
    value.kind = ConstantKind::Complex;
    value.real = parseDouble(literal.substr(0, literal.size() - 1));
  } else if (literal.find_first_of(".eE") != literal.npos) {
    value.kind = ConstantKind::Float;
    value.real = parseDouble(literal);
  } else {
    value = integer(literal, 10, arena);
  }
  return value;
}

} // namespace lith::syntax
