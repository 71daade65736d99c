// Format.cpp: format(value, spec) for numbers, text and everything else.
#include "objects/Str.h"
#include "tensor/Element.h"
#include "text/Text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace lith;

namespace {

// [[fill]align][sign][z][#][0][width][grouping][.precision][type]
struct Spec {
  std::string fill = " ";
  char align = 0; // < > ^ =
  char sign = '-';
  bool noNegativeZero = false, alternate = false;
  int64_t width = -1;
  char grouping = 0;
  int precision = -1;
  char type = 0;
};

bool isAlign(uint32_t c) { return c == '<' || c == '>' || c == '=' || c == '^'; }

bool invalid(lith_ctx *ctx, const std::string &message) {
  raise(ctx, LITH_CLASS_ValueError, message);
  return false;
}

// Reads digits; false with ValueError when they are too many.
bool readNumber(lith_ctx *ctx, std::string_view text, size_t &at, int64_t &value) {
  value = -1;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
    value = (value < 0 ? 0 : value) * 10 + (text[at++] - '0');
    if (value > INT32_MAX)
      return invalid(ctx, "Too many decimal digits in format string");
  }
  return true;
}

// Checks a grouping character against the type.
bool checkGrouping(lith_ctx *ctx, const Spec &spec) {
  if (!spec.grouping)
    return true;
  bool decimal =
      spec.type == 0 || std::string_view("deEfFgG%").find(spec.type) != std::string_view::npos;
  bool radix =
      spec.grouping == '_' && std::string_view("boxX").find(spec.type) != std::string_view::npos;
  return decimal || radix ||
         invalid(ctx,
                 std::string("Cannot specify '") + spec.grouping + "' with '" + spec.type + "'.");
}

bool parseSpec(lith_ctx *ctx, std::string_view text, Spec &spec, char defaultAlign) {
  size_t at = 0;
  bool hasFill = false;
  if (!text.empty()) {
    const char *next = text.data();
    decode(next);
    size_t width = static_cast<size_t>(next - text.data());
    if (width < text.size() && isAlign(static_cast<unsigned char>(text[width]))) {
      spec.fill = text.substr(0, width);
      spec.align = text[width];
      at = width + 1;
      hasFill = true;
    } else if (isAlign(static_cast<unsigned char>(text[0]))) {
      spec.align = text[0];
      at = 1;
    }
  }
  auto peek = [&](char c) { return at < text.size() && text[at] == c; };
  if (peek('+') || peek('-') || peek(' '))
    spec.sign = text[at++];
  if (peek('z'))
    spec.noNegativeZero = ++at;
  if (peek('#'))
    spec.alternate = ++at;
  if (!hasFill && peek('0')) {
    spec.fill = "0";
    if (!spec.align && defaultAlign == '>')
      spec.align = '=';
    ++at;
  }
  if (!readNumber(ctx, text, at, spec.width))
    return false;
  if (peek(',') || peek('_'))
    spec.grouping = text[at++];
  if (peek(','))
    return invalid(ctx, spec.grouping == ',' ? "Cannot specify ',' with ','."
                                             : "Cannot specify both ',' and '_'.");
  if (peek('_'))
    return invalid(ctx, spec.grouping == '_' ? "Cannot specify '_' with '_'."
                                             : "Cannot specify both ',' and '_'.");
  if (peek('.')) {
    ++at;
    int64_t precision;
    if (!readNumber(ctx, text, at, precision))
      return false;
    if (precision < 0)
      return invalid(ctx, "Format specifier missing precision");
    spec.precision = static_cast<int>(precision);
  }
  if (at < text.size())
    spec.type = text[at++];
  if (at < text.size() || static_cast<unsigned char>(spec.type) >= 0x80)
    return invalid(ctx, "Invalid format specifier");
  if (!spec.align)
    spec.align = defaultAlign;
  if (!spec.type && defaultAlign == '<')
    spec.type = 's';
  return checkGrouping(ctx, spec);
}

bool unknownCode(lith_ctx *ctx, const Spec &spec, const char *type) {
  return invalid(ctx, std::string("Unknown format code '") + spec.type + "' for object of type '" +
                          type + "'");
}

// Digits with separators, and zeros in front until they take `least` columns.
std::string grouped(std::string_view digits, char separator, int every, int64_t least) {
  std::string reversed;
  int64_t run = 0;
  for (size_t i = digits.size(); i > 0 || static_cast<int64_t>(reversed.size()) < least;) {
    if (separator && run == every) {
      reversed += separator;
      run = 0;
    }
    reversed += i > 0 ? digits[--i] : '0';
    ++run;
  }
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

// Sign, prefix, digits and the rest after them, set into the width.
void appendNumber(std::string &out, const Spec &spec, bool negative, std::string_view prefix,
                  std::string_view digits, std::string_view rest, int every) {
  std::string lead = negative ? "-" : spec.sign == '+' ? "+" : spec.sign == ' ' ? " " : "";
  lead += prefix;
  bool zeros = spec.align == '=' && spec.fill == "0";
  int64_t least = zeros ? spec.width - static_cast<int64_t>(lead.size() + rest.size()) : 0;
  std::string body = spec.grouping || (zeros && least > 0)
                         ? grouped(digits, spec.grouping, every, least)
                         : std::string(digits);
  body += rest;
  if (spec.align == '=') {
    int64_t missing = spec.width - static_cast<int64_t>(lead.size() + body.size());
    out += lead;
    for (int64_t i = 0; i < missing; ++i)
      out += spec.fill;
    out += body;
    return;
  }
  out += padded(lead + body, spec.width, spec.align, spec.fill);
}

std::string radixDigits(uint64_t magnitude, unsigned base, bool upper) {
  std::string digits;
  do
    digits += (upper ? "0123456789ABCDEF" : "0123456789abcdef")[magnitude % base];
  while (magnitude /= base);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

bool appendFloat(lith_ctx *ctx, std::string &out, double value, Spec spec, const char *typeName);

bool appendInt(lith_ctx *ctx, std::string &out, int64_t value, Spec spec, const char *typeName) {
  if (std::string_view("eEfFgG%").find(spec.type) != std::string_view::npos && spec.type)
    return appendFloat(ctx, out, static_cast<double>(value), spec, typeName);
  if (spec.type && std::string_view("bcdoxXn").find(spec.type) == std::string_view::npos)
    return unknownCode(ctx, spec, typeName);
  if (spec.precision >= 0)
    return invalid(ctx, "Precision not allowed in integer format specifier");
  if (spec.noNegativeZero)
    return invalid(ctx, "Negative zero coercion (z) not allowed in integer format specifier");
  uint64_t magnitude = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  unsigned base = 10;
  std::string prefix;
  switch (spec.type) {
  case 'c': {
    if (spec.sign != '-')
      return invalid(ctx, "Sign not allowed with integer format specifier 'c'");
    if (spec.alternate)
      return invalid(ctx, "Alternate form (#) not allowed with integer format specifier 'c'");
    if (value < 0 || value > 0x10ffff) {
      raise(ctx, LITH_CLASS_OverflowError, "%c arg not in range(0x110000)");
      return false;
    }
    std::string text;
    encode(text, static_cast<uint32_t>(value));
    appendNumber(out, spec, false, "", text, "", 0);
    return true;
  }
  case 'b':
    base = 2;
    prefix = "0b";
    break;
  case 'o':
    base = 8;
    prefix = "0o";
    break;
  case 'x':
  case 'X':
    base = 16;
    prefix = spec.type == 'x' ? "0x" : "0X";
    break;
  default:
    break;
  }
  appendNumber(out, spec, value < 0, spec.alternate ? prefix : "",
               radixDigits(magnitude, base, spec.type == 'X'), "", base == 10 ? 3 : 4);
  return true;
}

// A float without format code but with a precision: like g, with a digit after the
// point, and scientific one exponent earlier.
std::string generalDigits(double value, int precision, bool alternate) {
  if (precision == 0)
    precision = 1;
  std::string scientific = formatDouble(value, 'e', precision - 1, alternate);
  int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);
  if (exponent >= -4 && exponent + 1 > precision - 1) {
    std::string mantissa = scientific.substr(0, scientific.find('e'));
    if (!alternate && mantissa.find('.') != std::string::npos) {
      mantissa.erase(mantissa.find_last_not_of('0') + 1);
      if (mantissa.back() == '.')
        mantissa.pop_back();
    }
    return mantissa + scientific.substr(scientific.find('e'));
  }
  std::string text = formatDouble(value, 'g', precision, alternate);
  if (text.find_first_not_of("-0123456789") == std::string::npos)
    text += ".0";
  return text;
}

std::string floatDigits(double value, const Spec &spec) {
  if (!std::isfinite(value))
    return formatDouble(
        value, spec.type ? spec.type == '%' || spec.type == 'n' ? 'f' : spec.type : 'r', 0, false);
  switch (spec.type) {
  case 0:
    if (spec.precision >= 0)
      return generalDigits(value, spec.precision, spec.alternate);
    if (spec.alternate && floatRepr(value).find('.') == std::string::npos)
      return formatDouble(value, 'r', 0, true); // 1.e+16
    return floatRepr(value);
  case '%':
    return formatDouble(value * 100, 'f', spec.precision < 0 ? 6 : spec.precision, spec.alternate);
  case 'n':
    return formatDouble(value, 'g', spec.precision < 0 ? 6 : spec.precision, spec.alternate);
  default:
    return formatDouble(value, spec.type, spec.precision < 0 ? 6 : spec.precision, spec.alternate);
  }
}

bool appendFloat(lith_ctx *ctx, std::string &out, double value, Spec spec, const char *typeName) {
  if (spec.type && std::string_view("eEfFgGn%").find(spec.type) == std::string_view::npos)
    return unknownCode(ctx, spec, typeName);
  std::string text = floatDigits(value, spec);
  bool negative = text[0] == '-';
  if (negative)
    text.erase(0, 1);
  if (negative && spec.noNegativeZero &&
      text.substr(0, text.find_first_of("eE")).find_first_of("123456789nNiI") == std::string::npos)
    negative = false;
  if (spec.type == '%')
    text += "%";
  size_t whole = text.find_first_not_of("0123456789");
  if (whole == std::string::npos)
    whole = text.size();
  std::string_view all = text;
  if (!std::isfinite(value)) { // no digits to group; zeros may still pad
    Spec plain = spec;
    plain.grouping = 0;
    appendNumber(out, plain, negative, "", all, "", 3);
    return true;
  }
  appendNumber(out, spec, negative, "", all.substr(0, whole), all.substr(whole), 3);
  return true;
}

bool appendComplex(lith_ctx *ctx, std::string &out, lith_complex *z, Spec spec) {
  if (spec.type && std::string_view("eEfFgGn").find(spec.type) == std::string_view::npos)
    return unknownCode(ctx, spec, "complex");
  if (spec.fill == "0")
    return invalid(ctx, "Zero padding is not allowed in complex format specifier");
  if (spec.align == '=')
    return invalid(ctx, "'=' alignment flag is not allowed in complex format specifier");
  Spec part = spec;
  part.width = -1;
  part.align = '>';
  bool plain = spec.type == 0, skipReal = plain && z->re == 0 && !std::signbit(z->re);
  auto digits = [&](double value, char sign) {
    std::string text;
    Spec own = part;
    own.sign = sign;
    if (plain && spec.precision < 0) {
      std::string number = formatDouble(value, 'r', 0, spec.alternate);
      bool negative = number[0] == '-';
      appendNumber(text, own, negative, "", std::string_view(number).substr(negative), "", 3);
    } else {
      if (plain)
        own.type = 'g';
      appendFloat(ctx, text, value, own, "complex");
    }
    return text;
  };
  std::string text = skipReal ? "" : digits(z->re, spec.sign);
  text += digits(z->im, skipReal ? spec.sign : '+') + "j";
  if (plain && !skipReal)
    text = "(" + text + ")";
  out += padded(text, spec.width, spec.align, spec.fill);
  return true;
}

bool appendText(lith_ctx *ctx, std::string &out, std::string_view text, Spec spec) {
  if (spec.type && spec.type != 's')
    return unknownCode(ctx, spec, "str");
  if (spec.sign != '-')
    return invalid(ctx, spec.sign == ' ' ? "Space not allowed in string format specifier"
                                         : "Sign not allowed in string format specifier");
  if (spec.noNegativeZero)
    return invalid(ctx, "Negative zero coercion (z) not allowed in string format specifier");
  if (spec.alternate)
    return invalid(ctx, "Alternate form (#) not allowed in string format specifier");
  if (spec.align == '=')
    return invalid(ctx, "'=' alignment not allowed in string format specifier");
  if (spec.precision >= 0) {
    const char *at = text.data(), *end = at + text.size();
    for (int i = 0; i < spec.precision && at < end; ++i)
      decode(at);
    text = text.substr(0, static_cast<size_t>(at - text.data()));
  }
  out += padded(std::string(text), spec.width, spec.align, spec.fill);
  return true;
}

} // namespace

std::string lith::padded(std::string text, int64_t width, char align, std::string_view fill) {
  int64_t missing = width - countCodePoints(text);
  if (missing <= 0)
    return text;
  int64_t left = align == '>' ? missing : align == '^' ? missing / 2 : 0;
  std::string out;
  for (int64_t i = 0; i < left; ++i)
    out += fill;
  out += text;
  for (int64_t i = left; i < missing; ++i)
    out += fill;
  return out;
}

bool lith::appendFormat(lith_ctx *ctx, std::string &out, lith_value value, std::string_view text) {
  if (value.tag == LITH_TENSOR && as<lith_tensor>(value)->head.rank == 0) {
    OwnedValue item(ctx, itemOf(ctx, as<lith_tensor>(value)));
    return !ctx->pending && appendFormat(ctx, out, item.get(), text);
  }
  if (text.empty())
    return appendStr(ctx, out, value);
  Spec spec;
  switch (value.tag) {
  case LITH_BOOL:
  case LITH_INT:
    return parseSpec(ctx, text, spec, '>') &&
           appendInt(ctx, out, intOf(value), spec, value.tag == LITH_BOOL ? "bool" : "int");
  case LITH_FLOAT:
    return parseSpec(ctx, text, spec, '>') && appendFloat(ctx, out, floatOf(value), spec, "float");
  case LITH_COMPLEX:
    return parseSpec(ctx, text, spec, '>') &&
           appendComplex(ctx, out, as<lith_complex>(value), spec);
  case LITH_STR:
    return parseSpec(ctx, text, spec, '<') && appendText(ctx, out, textOf(value), spec);
  default:
    raisef(ctx, LITH_CLASS_TypeError, "unsupported format string passed to %s.__format__",
           typeName(ctx, value));
    return false;
  }
}

extern "C" lith_str *lith_rt_value_format(lith_ctx *ctx, lith_value value, lith_str *spec) {
  TextScope scope(ctx);
  if (value.tag == LITH_STR && spec->bytes == 0)
    return retained(as<lith_str>(value));
  std::string out;
  return appendFormat(ctx, out, value, textOf(spec)) ? makeStr(ctx, out) : nullptr;
}
