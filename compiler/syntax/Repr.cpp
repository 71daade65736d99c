// Repr.cpp: repr of strings, bytes and floats as Python writes them.
#include "syntax/Repr.h"

#include "syntax/Unicode.h"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace lith::syntax {

static char quoteFor(std::string_view text) {
  bool single = text.find('\'') != text.npos;
  return single && text.find('"') == text.npos ? '"' : '\'';
}

static void appendHex(std::string &to, const char *format, unsigned value) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, format, value);
  to += buffer;
}

// The escapes that strings and bytes share; false when `c` needs none of them.
static bool appendCommonEscape(std::string &to, uint32_t c, char quote) {
  if (c == static_cast<unsigned char>(quote) || c == '\\')
    (to += '\\') += char(c);
  else if (c == '\n')
    to += "\\n";
  else if (c == '\r')
    to += "\\r";
  else if (c == '\t')
    to += "\\t";
  else
    return false;
  return true;
}

void appendStringRepr(std::string &to, std::string_view text) {
  char quote = quoteFor(text);
  to += quote;
  const char *p = text.data(), *end = p + text.size();
  while (p < end) {
    const char *start = p;
    uint32_t c = decodeUtf8(p);
    if (appendCommonEscape(to, c, quote))
      continue;
    if (isPrintable(c))
      to.append(start, p);
    else
      appendHex(to, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c);
  }
  to += quote;
}

static void appendBytesRepr(std::string &to, std::string_view bytes) {
  char quote = quoteFor(bytes);
  (to += 'b') += quote;
  for (unsigned char c : bytes) {
    if (appendCommonEscape(to, c, quote))
      continue;
    if (c < 32 || c >= 127)
      appendHex(to, "\\x%02x", c);
    else
      to += char(c);
  }
  to += quote;
}

// The shortest digits that give `value` back, with an exponent from 1e16 on
// and below 1e-4. `point` asks for ".0" after a whole number.
static void appendShortest(std::string &to, double value, bool point) {
  if (std::isinf(value)) {
    to += "inf";
    return;
  }
  char buffer[64];
  auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  std::string_view text(buffer, end - buffer);
  size_t e = text.find('e');
  int exponent = 0;
  std::from_chars(text.data() + e + 1 + (text[e + 1] == '+'), end, exponent);
  std::string digits(1, text[0]);
  if (e > 2)
    digits += text.substr(2, e - 2);
  int count = static_cast<int>(digits.size());
  if (exponent < -4 || exponent >= 16) {
    to += text.substr(0, e + 1);
    to += exponent < 0 ? '-' : '+';
    unsigned magnitude = exponent < 0 ? -exponent : exponent;
    if (magnitude < 10)
      to += '0';
    to += std::to_string(magnitude);
  } else if (exponent < 0) {
    to += "0.";
    to.append(-exponent - 1, '0') += digits;
  } else if (exponent + 1 >= count) {
    to += digits;
    to.append(exponent + 1 - count, '0');
    to += point ? ".0" : "";
  } else {
    to += digits.substr(0, exponent + 1);
    to += '.';
    to += digits.substr(exponent + 1);
  }
}

void appendFloatRepr(std::string &to, double value) { appendShortest(to, value, true); }

void appendRepr(std::string &to, const ConstantValue &value) {
  switch (value.kind) {
  case ConstantKind::None:
    to += "None";
    return;
  case ConstantKind::True:
    to += "True";
    return;
  case ConstantKind::False:
    to += "False";
    return;
  case ConstantKind::Ellipsis:
    to += "Ellipsis";
    return;
  case ConstantKind::Int:
    to += std::to_string(value.integer);
    return;
  case ConstantKind::BigInt:
    to += value.text;
    return;
  case ConstantKind::Float:
    return appendFloatRepr(to, value.real);
  case ConstantKind::Complex:
    appendShortest(to, value.real, false);
    to += 'j';
    return;
  case ConstantKind::Str:
    return appendStringRepr(to, value.text);
  case ConstantKind::Bytes:
    return appendBytesRepr(to, value.text);
  }
}

} // namespace lith::syntax
