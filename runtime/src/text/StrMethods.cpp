// StrMethods.cpp: the methods of str.
#include "objects/Iterator.h"
#include "text/Methods.h"

#include <algorithm>

using namespace lith;

namespace {

using Pieces = std::vector<std::string_view>;

lith_value strings(lith_ctx *ctx, const Pieces &pieces) {
  lith_list *list = newList(ctx, static_cast<int64_t>(pieces.size()));
  for (std::string_view piece : pieces)
    append(ctx, list, boxStr(ctx, piece));
  return box(list);
}

lith_value text(lith_ctx *ctx, const std::string &value) { return boxStr(ctx, value); }

template <Case To> lith_value toCase(lith_ctx *ctx, lith_value self, Arguments) {
  return text(ctx, cased(textOf(self), To));
}

template <typename Next> std::string mapped(std::string_view source, Next next) {
  std::string out;
  const char *at = source.data(), *end = at + source.size();
  while (at < end)
    next(out, decode(at));
  return out;
}

bool isCasedCharacter(uint32_t c) { return isUpper(c) || isLower(c) || isTitle(c); }

lith_value title(lith_ctx *ctx, lith_value self, Arguments) {
  bool inside = false;
  return text(ctx, mapped(textOf(self), [&](std::string &out, uint32_t c) {
                appendCased(out, c, inside ? Case::Lower : Case::Title);
                inside = isCasedCharacter(c);
              }));
}

lith_value capitalize(lith_ctx *ctx, lith_value self, Arguments) {
  std::string_view source = textOf(self);
  if (source.empty())
    return retained(self);
  const char *at = source.data();
  uint32_t first = decode(at);
  std::string out;
  appendCased(out, first, Case::Title);
  size_t width = static_cast<size_t>(at - source.data());
  return text(ctx, out + cased(source.substr(width), Case::Lower));
}

lith_value swapcase(lith_ctx *ctx, lith_value self, Arguments) {
  return text(ctx, mapped(textOf(self), [](std::string &out, uint32_t c) {
                isUpper(c)   ? appendCased(out, c, Case::Lower)
                : isLower(c) ? appendCased(out, c, Case::Upper)
                             : encode(out, c);
              }));
}

// --- stripping and splitting

bool argumentText(lith_ctx *ctx, lith_value value, const char *method, std::string_view &out) {
  if (value.tag == LITH_STR) {
    out = textOf(value);
    return true;
  }
  raisef(ctx, LITH_CLASS_TypeError, "%s arg must be None or str", method);
  return false;
}

template <bool Left, bool Right> lith_value strip(lith_ctx *ctx, lith_value self, Arguments args) {
  std::string_view source = textOf(self), chars;
  bool spaces = !args.has(0) || args[0].tag == LITH_NONE;
  if (!spaces && !argumentText(ctx, args[0],
                               Left && Right ? "strip"
                               : Left        ? "lstrip"
                                             : "rstrip",
                               chars))
    return nullValue();
  auto drops = [&](uint32_t c, std::string_view encoded) {
    return spaces ? isSpace(c) : chars.find(encoded) != std::string_view::npos;
  };
  const char *from = source.data(), *end = from + source.size();
  while (Left && from < end) {
    const char *next = from;
    uint32_t c = decode(next);
    if (!drops(c, {from, static_cast<size_t>(next - from)}))
      break;
    from = next;
  }
  while (Right && from < end) {
    const char *last = end - 1;
    while (last > from && (static_cast<unsigned char>(*last) & 0xc0) == 0x80)
      --last;
    const char *next = last;
    uint32_t c = decode(next);
    if (!drops(c, {last, static_cast<size_t>(end - last)}))
      break;
    end = last;
  }
  if (from == source.data() && end == source.data() + source.size())
    return retained(self);
  return boxStr(ctx, {from, static_cast<size_t>(end - from)});
}

Pieces splitSpaces(std::string_view source, int64_t most) {
  Pieces pieces;
  const char *at = source.data(), *end = at + source.size();
  for (;;) {
    const char *from = at;
    while (at < end && isSpace(decode(at)))
      from = at;
    if (from >= end)
      return pieces;
    if (static_cast<int64_t>(pieces.size()) == most) { // the rest, with its trailing space
      pieces.push_back({from, static_cast<size_t>(end - from)});
      return pieces;
    }
    const char *stop = from;
    at = from;
    while (at < end && !isSpace(decode(at)))
      stop = at;
    pieces.push_back({from, static_cast<size_t>(stop - from)});
    at = stop;
  }
}

Pieces rsplitSpaces(std::string_view source, int64_t most) {
  if (most == INT64_MAX)
    return splitSpaces(source, most);
  Pieces words = splitSpaces(source, INT64_MAX);
  if (static_cast<int64_t>(words.size()) <= most)
    return words;
  size_t merged = words.size() - static_cast<size_t>(most);
  const char *from = words[0].data(), *leading = source.data();
  // The first piece keeps the space in front of it, as CPython's scan from the right leaves it.
  from = leading;
  const char *stop = words[merged - 1].data() + words[merged - 1].size();
  Pieces pieces{{from, static_cast<size_t>(stop - from)}};
  pieces.insert(pieces.end(), words.begin() + static_cast<int64_t>(merged), words.end());
  return pieces;
}

template <bool FromRight> lith_value split(lith_ctx *ctx, lith_value self, Arguments args) {
  std::string_view source = textOf(self), separator;
  int64_t most;
  if (!indexArgument(ctx, args, 1, -1, most))
    return nullValue();
  if (most < 0)
    most = INT64_MAX;
  if (!args.has(0) || args[0].tag == LITH_NONE)
    return strings(ctx, FromRight ? rsplitSpaces(source, most) : splitSpaces(source, most));
  if (args[0].tag != LITH_STR) {
    raisef(ctx, LITH_CLASS_TypeError, "must be str or None, not %s", typeName(ctx, args[0]));
    return nullValue();
  }
  separator = textOf(args[0]);
  if (separator.empty()) {
    raise(ctx, LITH_CLASS_ValueError, "empty separator");
    return nullValue();
  }
  Pieces pieces;
  while (static_cast<int64_t>(pieces.size()) < most) {
    size_t at = FromRight ? source.rfind(separator) : source.find(separator);
    if (at == std::string_view::npos)
      break;
    pieces.push_back(FromRight ? source.substr(at + separator.size()) : source.substr(0, at));
    source = FromRight ? source.substr(0, at) : source.substr(at + separator.size());
  }
  pieces.push_back(source);
  if (FromRight)
    std::reverse(pieces.begin(), pieces.end());
  return strings(ctx, pieces);
}

bool isLineEnd(uint32_t c) {
  return c == '\n' || c == '\r' || c == 0x0b || c == 0x0c || (c >= 0x1c && c <= 0x1e) ||
         c == 0x85 || c == 0x2028 || c == 0x2029;
}

lith_value splitlines(lith_ctx *ctx, lith_value self, Arguments args) {
  bool keep = args.has(0) && truthOf(ctx, args[0]) > 0;
  std::string_view source = textOf(self);
  const char *at = source.data(), *end = at + source.size(), *from = at;
  Pieces pieces;
  while (at < end) {
    const char *here = at;
    uint32_t c = decode(at);
    if (!isLineEnd(c))
      continue;
    if (c == '\r' && at < end && *at == '\n')
      ++at;
    pieces.push_back({from, static_cast<size_t>((keep ? at : here) - from)});
    from = at;
  }
  if (from < end)
    pieces.push_back({from, static_cast<size_t>(end - from)});
  return strings(ctx, pieces);
}

lith_value join(lith_ctx *ctx, lith_value self, Arguments args) {
  std::string out;
  int64_t position = 0;
  if (!isReference(args[0])) {
    raise(ctx, LITH_CLASS_TypeError, "can only join an iterable");
    return nullValue();
  }
  bool ok = forEach(ctx, args[0], [&](lith_value value) {
    if (value.tag != LITH_STR) {
      raisef(ctx, LITH_CLASS_TypeError, "sequence item %lld: expected str instance, %s found",
             static_cast<long long>(position), typeName(ctx, value));
      return false;
    }
    if (position++)
      out += textOf(self);
    out += textOf(value);
    return true;
  });
  return ok ? text(ctx, out) : nullValue();
}

template <bool FromRight> lith_value partition(lith_ctx *ctx, lith_value self, Arguments args) {
  std::string_view source = textOf(self), separator;
  if (!textArgument(ctx, args[0], "must be str, not %s", separator))
    return nullValue();
  if (separator.empty()) {
    raise(ctx, LITH_CLASS_ValueError, "empty separator");
    return nullValue();
  }
  size_t at = FromRight ? source.rfind(separator) : source.find(separator);
  lith_tuple *parts = newTuple(ctx, 3);
  if (at == std::string_view::npos) {
    parts->items[FromRight ? 2 : 0] = retained(self);
    parts->items[1] = boxStr(ctx, "");
    parts->items[FromRight ? 0 : 2] = boxStr(ctx, "");
  } else {
    parts->items[0] = boxStr(ctx, source.substr(0, at));
    parts->items[1] = boxStr(ctx, separator);
    parts->items[2] = boxStr(ctx, source.substr(at + separator.size()));
  }
  return box(parts);
}

// --- questions

template <bool (*Holds)(uint32_t)> lith_value every(lith_ctx *, lith_value self, Arguments) {
  std::string_view source = textOf(self);
  const char *at = source.data(), *end = at + source.size();
  bool all = !source.empty();
  while (all && at < end)
    all = Holds(decode(at));
  return box(all);
}

bool isAlnum(uint32_t c) { return isAlpha(c) || isDecimal(c) || isDigit(c) || isNumeric(c); }

template <bool Upper> lith_value isCase(lith_ctx *, lith_value self, Arguments) {
  std::string_view source = textOf(self);
  const char *at = source.data(), *end = at + source.size();
  bool found = false;
  while (at < end) {
    uint32_t c = decode(at);
    if (isTitle(c) && !isUpper(c))
      return box(false);
    if (Upper ? isLower(c) : isUpper(c))
      return box(false);
    found = found || (Upper ? isUpper(c) : isLower(c));
  }
  return box(found);
}

lith_value istitle(lith_ctx *, lith_value self, Arguments) {
  std::string_view source = textOf(self);
  const char *at = source.data(), *end = at + source.size();
  bool found = false, inside = false;
  while (at < end) {
    uint32_t c = decode(at);
    if (isUpper(c) || isTitle(c)) {
      if (inside)
        return box(false);
      inside = found = true;
    } else if (isLower(c)) {
      if (!inside)
        return box(false);
      found = true;
    } else {
      inside = false;
    }
  }
  return box(found);
}

lith_value isidentifier(lith_ctx *, lith_value self, Arguments) {
  std::string_view source = textOf(self);
  if (source.empty())
    return box(false);
  const char *at = source.data(), *end = at + source.size();
  bool all = isIdentifierStart(decode(at));
  while (all && at < end)
    all = isIdentifierPart(decode(at));
  return box(all);
}

lith_value isprintable(lith_ctx *, lith_value self, Arguments) {
  std::string_view source = textOf(self);
  const char *at = source.data(), *end = at + source.size();
  while (at < end)
    if (!isPrintable(decode(at)))
      return box(false);
  return box(true);
}

lith_value isascii(lith_ctx *, lith_value self, Arguments) {
  return box(isAscii(as<lith_str>(self)));
}

// --- filling

template <char Align> lith_value justify(lith_ctx *ctx, lith_value self, Arguments args) {
  int64_t width;
  std::string_view fill = " ";
  if (!indexArgument(ctx, args, 0, 0, width))
    return nullValue();
  if (args.has(1)) {
    if (args[1].tag != LITH_STR || as<lith_str>(args[1])->length != 1) {
      raise(ctx, LITH_CLASS_TypeError, "The fill character must be exactly one character long");
      return nullValue();
    }
    fill = textOf(args[1]);
  }
  int64_t length = as<lith_str>(self)->length, missing = width - length;
  if (missing <= 0)
    return retained(self);
  // CPython's center puts the odd space on the left when the width is odd.
  int64_t left = Align == '>' ? missing : Align == '<' ? 0 : missing / 2 + (missing & width & 1);
  std::string out;
  for (int64_t i = 0; i < left; ++i)
    out += fill;
  out += textOf(self);
  for (int64_t i = left; i < missing; ++i)
    out += fill;
  return text(ctx, out);
}

lith_value zfill(lith_ctx *ctx, lith_value self, Arguments args) {
  int64_t width;
  if (!indexArgument(ctx, args, 0, 0, width))
    return nullValue();
  std::string_view source = textOf(self);
  int64_t missing = width - as<lith_str>(self)->length;
  if (missing <= 0)
    return retained(self);
  bool sign = !source.empty() && (source[0] == '+' || source[0] == '-');
  return text(ctx, std::string(source.substr(0, sign)) +
                       std::string(static_cast<size_t>(missing), '0') +
                       std::string(source.substr(sign)));
}

lith_value expandtabs(lith_ctx *ctx, lith_value self, Arguments args) {
  int64_t size, column = 0;
  if (!indexArgument(ctx, args, 0, 8, size))
    return nullValue();
  return text(ctx, mapped(textOf(self), [&](std::string &out, uint32_t c) {
                if (c == '\t') {
                  int64_t spaces = size > 0 ? size - column % size : 0;
                  out.append(static_cast<size_t>(spaces), ' ');
                  column += spaces;
                  return;
                }
                column = c == '\n' || c == '\r' ? 0 : column + 1;
                encode(out, c);
              }));
}

lith_value formatMethod(lith_ctx *ctx, lith_value self, Arguments args) {
  Owned<lith_tuple> tuple(ctx, makeTuple(ctx, args.values, args.count));
  return boxOrNull(lith_rt_str_format(ctx, as<lith_str>(self), tuple.get(), nullptr));
}

lith_value encodeMethod(lith_ctx *ctx, lith_value self, Arguments args) {
  return box(makeBytes(ctx, textOf(self)));
}

constexpr Method Table[] = {
    {"upper", 0, 0, toCase<Case::Upper>},
    {"lower", 0, 0, toCase<Case::Lower>},
    {"casefold", 0, 0, toCase<Case::Fold>},
    {"title", 0, 0, title},
    {"capitalize", 0, 0, capitalize},
    {"swapcase", 0, 0, swapcase},
    {"strip", 0, 1, strip<true, true>},
    {"lstrip", 0, 1, strip<true, false>},
    {"rstrip", 0, 1, strip<false, true>},
    {"split", 0, 2, split<false>},
    {"rsplit", 0, 2, split<true>},
    {"splitlines", 0, 1, splitlines},
    {"join", 1, 1, join},
    {"partition", 1, 1, partition<false>},
    {"rpartition", 1, 1, partition<true>},
    {"isalpha", 0, 0, every<isAlpha>},
    {"isdigit", 0, 0, every<isDigit>},
    {"isdecimal", 0, 0, every<isDecimal>},
    {"isnumeric", 0, 0, every<isNumeric>},
    {"isalnum", 0, 0, every<isAlnum>},
    {"isspace", 0, 0, every<isSpace>},
    {"isupper", 0, 0, isCase<true>},
    {"islower", 0, 0, isCase<false>},
    {"istitle", 0, 0, istitle},
    {"isidentifier", 0, 0, isidentifier},
    {"isprintable", 0, 0, isprintable},
    {"isascii", 0, 0, isascii},
    {"ljust", 1, 2, justify<'<'>},
    {"rjust", 1, 2, justify<'>'>},
    {"center", 1, 2, justify<'^'>},
    {"zfill", 1, 1, zfill},
    {"expandtabs", 0, 1, expandtabs},
    {"format", 0, -1, formatMethod},
    {"encode", 0, 2, encodeMethod},
};

} // namespace

std::span<const Method> lith::strMethods() { return Table; }
