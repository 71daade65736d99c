// Escapes.cpp: backslash escapes.
#include "syntax/Escapes.h"

#include "syntax/CharClass.h"
#include "syntax/Unicode.h"

namespace lith::syntax {

namespace {
int hexValue(char c) { return isDigit(c) ? c - '0' : (c | 32) - 'a' + 10; }

// The character of a one-letter escape, or -1.
int simpleEscape(char c) {
  switch (c) {
  case '\\':
  case '\'':
  case '"':
    return c;
  case 'a':
    return '\a';
  case 'b':
    return '\b';
  case 'f':
    return '\f';
  case 'n':
    return '\n';
  case 'r':
    return '\r';
  case 't':
    return '\t';
  case 'v':
    return '\v';
  default:
    return -1;
  }
}

// Up to three octal digits from `at`, which moves past them.
uint32_t octalEscape(const char *&at, const char *end) {
  uint32_t value = 0;
  for (int i = 0; i < 3 && at < end && *at >= '0' && *at <= '7'; ++i)
    value = value * 8 + (*at++ - '0');
  return value;
}

class StringDecoder {
public:
  StringDecoder(std::string_view body, std::string &to)
      : begin(body.data()), at(begin), end(begin + body.size()), to(to) {}

  std::optional<EscapeError> run() {
    while (at < end && !error) {
      const char *plain = at;
      while (at < end && *at != '\\')
        ++at;
      to.append(plain, at);
      if (at < end)
        escape();
    }
    return error;
  }

private:
  // The offset of `p` as the codec counts.
  size_t position(const char *p) const {
    size_t count = 0;
    for (const char *q = begin; q < p;) {
      bool afterBackslash = q > begin && q[-1] == '\\';
      if (*q & 0x80) {
        decodeUtf8(q);
        count += 10 + (afterBackslash ? 5 : 0);
      } else {
        ++q, ++count;
      }
    }
    return count;
  }

  void fail(const char *from, std::string_view reason) {
    error = EscapeError{reason, position(from), position(at)};
  }

  void escape() {
    const char *start = at++;
    char c = at < end ? *at : 0;
    int simple = simpleEscape(c);
    if (simple >= 0) {
      ++at;
      to += char(simple);
    } else if (c == '\n') {
      ++at;
    } else if (c >= '0' && c <= '7') {
      appendUtf8(to, octalEscape(at, end));
    } else if (c == 'x') {
      hex(start, 2, "truncated \\xXX escape");
    } else if (c == 'u') {
      hex(start, 4, "truncated \\uXXXX escape");
    } else if (c == 'U') {
      hex(start, 8, "truncated \\UXXXXXXXX escape");
    } else if (c == 'N') {
      named(start);
    } else {
      to += '\\';
    }
  }

  void hex(const char *start, int digits, std::string_view reason) {
    ++at;
    uint32_t value = 0;
    for (int i = 0; i < digits; ++i, ++at) {
      if (at == end || !isHexDigit(*at))
        return fail(start, reason);
      value = value * 16 + hexValue(*at);
    }
    if (value > 0x10FFFF)
      return fail(start, "illegal Unicode character");
    appendUtf8(to, value);
  }

  void named(const char *start) {
    ++at;
    if (at == end || *at != '{')
      return fail(start, "malformed \\N character escape");
    const char *name = ++at;
    while (at < end && *at != '}')
      ++at;
    if (at == end || at == name)
      return fail(start, "malformed \\N character escape");
    ++at;
    if (auto code = characterByName({name, size_t(at - 1 - name)}))
      appendUtf8(to, *code);
    else
      fail(start, "unknown Unicode character name");
  }

  const char *begin, *at, *end;
  std::string &to;
  std::optional<EscapeError> error;
};
} // namespace

std::optional<EscapeError> decodeStringEscapes(std::string_view body, std::string &to) {
  return StringDecoder(body, to).run();
}

std::optional<size_t> decodeBytesEscapes(std::string_view body, std::string &to) {
  const char *at = body.data(), *end = at + body.size();
  while (at < end) {
    if (*at != '\\') {
      to += *at++;
      continue;
    }
    const char *start = at++;
    int simple = at < end ? simpleEscape(*at) : -1;
    if (simple >= 0) {
      ++at;
      to += char(simple);
    } else if (at < end && *at == '\n') {
      ++at;
    } else if (at < end && *at >= '0' && *at <= '7') {
      to += char(octalEscape(at, end));
    } else if (at < end && *at == 'x') {
      if (end - at < 3 || !isHexDigit(at[1]) || !isHexDigit(at[2]))
        return size_t(start - body.data());
      to += char(hexValue(at[1]) * 16 + hexValue(at[2]));
      at += 3;
    } else {
      to += '\\';
    }
  }
  return std::nullopt;
}

} // namespace lith::syntax
