// LexString.cpp: where a string literal ends.
#include "syntax/CharClass.h"
#include "syntax/Lexer.h"

namespace lith::syntax {

// The end of a literal in which the first matching quotes close it.
static const char *findPlainEnd(const char *quote, const char *limit) {
  char q = *quote;
  bool triple = quote[1] == q && quote[2] == q;
  if (!triple && quote[1] == q)
    return quote + 2;
  const char *p = quote + (triple ? 3 : 1);
  for (;;) {
    while (!hasClass(*p, charclass::StringStop))
      ++p;
    if (*p == 0 && p >= limit)
      return nullptr;
    if (*p == q && (!triple || (p[1] == q && p[2] == q)))
      return p + (triple ? 3 : 1);
    if (*p == '\n' && !triple)
      return nullptr;
    if (*p == '\\' && p + 1 < limit)
      ++p;
    ++p;
  }
}

namespace {
// Scans an f-string that may hold any expression. Every method returns the
// position after what it names, or null when the text does not go on that way.
class FStringScanner {
public:
  FStringScanner(const char *limit) : limit(limit) {}

  const char *literal(const char *quote, bool raw) {
    Quotes q{*quote, quote[1] == *quote && quote[2] == *quote, raw};
    const char *p = quote + q.length();
    while (p && p < limit) {
      if (q.closeAt(p))
        return p + q.length();
      if (*p == '\n' && !q.triple)
        return nullptr;
      p = piece(p, q);
    }
    return nullptr;
  }

private:
  static constexpr int maxDepth = 150;

  // What closes the literal at hand.
  struct Quotes {
    char quote;
    bool triple;
    bool raw;
    int length() const { return triple ? 3 : 1; }
    bool closeAt(const char *p) const {
      return *p == quote && (!triple || (p[1] == quote && p[2] == quote));
    }
  };

  // One character of literal text, one escape or one replacement field.
  const char *piece(const char *p, const Quotes &q) {
    if (*p == '\\' && !q.raw && p[1] == 'N' && p[2] == '{') {
      while (p < limit && *p != '}' && *p != '\n')
        ++p;
      return p;
    }
    if (*p == '\\' && p[1] != '{' && p[1] != '}')
      return p + 2;
    if (*p == '{')
      return p[1] == '{' ? p + 2 : field(p + 1, q);
    return p + 1;
  }

  const char *field(const char *p, const Quotes &q) {
    if (++depth > maxDepth)
      return nullptr;
    int brackets = 0;
    while (p && p < limit) {
      char c = *p;
      if (c == '\'' || c == '"') {
        p = nested(p);
      } else if (c == '#') {
        while (p < limit && *p != '\n')
          ++p;
      } else if (c == '(' || c == '[' || c == '{') {
        ++brackets, ++p;
      } else if (brackets && (c == ')' || c == ']' || c == '}')) {
        --brackets, ++p;
      } else if (c == '}') {
        --depth;
        return p + 1;
      } else if (!brackets && c == ':') {
        return specification(p + 1, q);
      } else {
        ++p;
      }
    }
    return nullptr;
  }

  const char *specification(const char *p, const Quotes &q) {
    while (p && p < limit) {
      if (*p == '}') {
        --depth;
        return p + 1;
      }
      if (q.closeAt(p) || (*p == '\n' && !q.triple))
        return nullptr;
      p = *p == '{' ? field(p + 1, q) : p + 1;
    }
    return nullptr;
  }

  const char *nested(const char *quote) {
    bool isFString = false, raw = false;
    for (const char *p = quote - 1; isNameByte(*p) && quote - p <= 2; --p) {
      isFString = isFString || (*p | 32) == 'f';
      raw = raw || (*p | 32) == 'r';
    }
    const char *end = isFString ? literal(quote, raw) : nullptr;
    return end ? end : findPlainEnd(quote, limit);
  }

  const char *limit;
  int depth = 0;
};
} // namespace

const char *findStringEnd(const char *start, const char *quote, const char *limit, bool isFString,
                          LanguageVersion version) {
  if (isFString && version == LanguageVersion::Latest) {
    bool raw = (quote[-1] | 32) == 'r' || (*start | 32) == 'r';
    if (const char *end = FStringScanner(limit).literal(quote, raw))
      return end;
  }
  return findPlainEnd(quote, limit);
}

} // namespace lith::syntax
