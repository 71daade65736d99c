// Float.cpp: floats as digits. Shortest round-trip digits come from
// std::to_chars, rounded ones from the C library, which is exact in every format.
#include "text/Text.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace lith;

namespace {

// Digits without point and the exponent of the first one: 0.00123 is "123", -3.
struct Digits {
  std::string text;
  int exponent;
};

Digits shortest(double magnitude) {
  char buffer[40];
  auto end =
      std::to_chars(buffer, buffer + sizeof buffer, magnitude, std::chars_format::scientific);
  std::string_view all(buffer, static_cast<size_t>(end.ptr - buffer));
  size_t e = all.find('e');
  Digits digits;
  for (char c : all.substr(0, e))
    if (c != '.')
      digits.text += c;
  const char *from = all.data() + e + 1;
  if (*from == '+')
    ++from;
  std::from_chars(from, end.ptr, digits.exponent);
  return digits;
}

std::string withExponent(const Digits &digits, bool alternate) {
  std::string out = digits.text.substr(0, 1);
  if (digits.text.size() > 1 || alternate)
    out += "." + digits.text.substr(1);
  char exponent[16];
  std::snprintf(exponent, sizeof exponent, "e%c%02d", digits.exponent < 0 ? '-' : '+',
                std::abs(digits.exponent));
  return out + exponent;
}

std::string positional(const Digits &digits) {
  int point = digits.exponent + 1;
  const std::string &text = digits.text;
  if (point <= 0)
    return "0." + std::string(static_cast<size_t>(-point), '0') + text;
  size_t whole = static_cast<size_t>(point);
  if (text.size() <= whole)
    return text + std::string(whole - text.size(), '0');
  return text.substr(0, whole) + "." + text.substr(whole);
}

std::string printed(const char *format, int precision, double value) {
  char fixed[128];
  int length = std::snprintf(fixed, sizeof fixed, format, precision, value);
  if (length < static_cast<int>(sizeof fixed))
    return std::string(fixed, static_cast<size_t>(length));
  std::string text(static_cast<size_t>(length) + 1, 0);
  std::snprintf(text.data(), text.size(), format, precision, value);
  text.pop_back();
  return text;
}

} // namespace

std::string lith::formatDouble(double value, char kind, int precision, bool alternate) {
  bool upper = kind == 'E' || kind == 'F' || kind == 'G';
  if (std::isnan(value))
    return upper ? "NAN" : "nan";
  if (std::isinf(value))
    return std::string(value < 0 ? "-" : "") + (upper ? "INF" : "inf");
  if (kind == 'r') {
    std::string sign = std::signbit(value) ? "-" : "";
    if (value == 0)
      return sign + "0";
    Digits digits = shortest(std::fabs(value));
    bool scientific = digits.exponent < -4 || digits.exponent >= 16;
    return sign + (scientific ? withExponent(digits, alternate) : positional(digits));
  }
  char format[] = {'%', '#', '.', '*', kind, 0};
  if (!alternate)
    std::memmove(format + 1, format + 2, 4);
  return printed(format, precision, value);
}

std::string lith::floatRepr(double value) {
  std::string text = formatDouble(value, 'r', 0, false);
  if (text.find_first_not_of("-0123456789") == std::string::npos)
    text += ".0";
  return text;
}

std::string lith::complexRepr(double re, double im) {
  auto part = [](double value) { return formatDouble(value, 'r', 0, false); };
  if (re == 0 && !std::signbit(re))
    return part(im) + "j";
  std::string imaginary = part(im);
  if (imaginary[0] != '-')
    imaginary = "+" + imaginary;
  return "(" + part(re) + imaginary + "j)";
}
