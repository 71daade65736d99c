// JsonReader.cpp: see JsonReader.h.
#include "artifact/JsonReader.h"

#include <cstring>

using namespace lith;

char JsonReader::next() {
  while (at != end && std::strchr(" \t\r\n", *at) && *at)
    ++at;
  return at != end && isFine ? *at : '\0';
}

bool JsonReader::take(char c) {
  if (next() != c || !isFine)
    return false;
  ++at;
  return true;
}

bool JsonReader::finished() { return isFine && next() == '\0' && at == end; }

// Of four hexadecimal digits, of a surrogate with its other half.
void JsonReader::appendCodePoint(std::string &out) {
  auto unit = [this] {
    uint32_t value = 0;
    for (int i = 0; i < 4; ++i) {
      static constexpr char Digits[] = "0123456789abcdef";
      const char *digit = at != end && *at ? std::strchr(Digits, *at | 0x20) : nullptr;
      isFine = isFine && digit;
      value = value << 4 | (isFine ? uint32_t(digit - Digits) : 0);
      at += isFine;
    }
    return value;
  };
  uint32_t point = unit();
  if (point >= 0xd800 && point < 0xdc00 && end - at > 6 && at[0] == '\\' && at[1] == 'u') {
    at += 2;
    point = 0x10000 + ((point & 0x3ff) << 10) + (unit() & 0x3ff);
  }
  if (point < 0x80) {
    out += char(point);
    return;
  }
  int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  out += char((more == 1 ? 0xc0 : more == 2 ? 0xe0 : 0xf0) | point >> (6 * more));
  while (more-- > 0)
    out += char(0x80 | (point >> (6 * more) & 0x3f));
}

std::string JsonReader::text() {
  std::string out;
  isFine = take('"');
  while (isFine && at != end && *at != '"') {
    if (*at != '\\') {
      out += *at++;
      continue;
    }
    static constexpr char Escapes[] = "nrtbf", Meant[] = "\n\r\t\b\f";
    char escape = ++at != end ? *at++ : '\0';
    const char *found = escape ? std::strchr(Escapes, escape) : nullptr;
    if (escape == 'u')
      appendCodePoint(out);
    else
      out += found ? Meant[found - Escapes] : escape;
  }
  isFine = isFine && at != end;
  at += isFine;
  return isFine ? out : std::string();
}

int64_t JsonReader::number() {
  bool isNegative = take('-');
  int64_t value = 0;
  next();
  const char *begin = at;
  for (; at != end && *at >= '0' && *at <= '9'; ++at)
    isFine = isFine && !__builtin_mul_overflow(value, 10, &value) &&
             !__builtin_add_overflow(value, *at - '0', &value);
  isFine = isFine && at != begin;
  return isNegative ? -value : value;
}

void JsonReader::members(char open, char close, const std::function<void()> &each) {
  isFine = take(open) && ++depth < 100;
  for (bool first = true; isFine && !take(close); first = false) {
    if (!first)
      isFine = take(',');
    if (isFine)
      each();
  }
  --depth;
}

void JsonReader::object(const std::function<void(const std::string &key)> &member) {
  members('{', '}', [&] {
    std::string key = text();
    isFine = isFine && take(':');
    if (isFine)
      member(key);
  });
}

void JsonReader::array(const std::function<void()> &element) { members('[', ']', element); }

void JsonReader::skip() {
  switch (next()) {
  case '{':
    return object([this](const std::string &) { skip(); });
  case '[':
    return array([this] { skip(); });
  case '"':
    text();
    return;
  default:
    break;
  }
  const char *begin = at;
  while (at != end && !std::strchr(",]} \t\r\n", *at))
    ++at;
  isFine = isFine && at != begin;
}
