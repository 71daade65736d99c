// StrSearch.cpp: the methods of str that look for a part of it.
#include "text/Methods.h"

#include <algorithm>

using namespace lith;

namespace {

// The part of the text that start and end arguments leave, and its first code point's number.
bool window(lith_ctx *ctx, lith_value self, Arguments args, std::string_view &part,
            int64_t &start) {
  auto *source = as<lith_str>(self);
  int64_t stop, length = source->length;
  if (!indexArgument(ctx, args, 1, 0, start) || !indexArgument(ctx, args, 2, length, stop))
    return false;
  if (stop > length)
    stop = length;
  if (stop < 0)
    stop = std::max<int64_t>(stop + length, 0);
  if (start < 0)
    start = std::max<int64_t>(start + length, 0);
  if (start > length || start > stop) {
    part = {nullptr, 0};
    start = -1;
    return true;
  }
  int64_t from = offsetOf(source, start), to = offsetOf(source, stop);
  part = textOf(source).substr(static_cast<size_t>(from), static_cast<size_t>(to - from));
  return true;
}

template <bool FromRight, bool Raises>
lith_value find(lith_ctx *ctx, lith_value self, Arguments args) {
  std::string_view part, wanted;
  int64_t start;
  if (!textArgument(ctx, args[0], "must be str, not %s", wanted) ||
      !window(ctx, self, args, part, start))
    return nullValue();
  size_t at = start < 0   ? std::string_view::npos
              : FromRight ? part.rfind(wanted)
                          : part.find(wanted);
  if (at != std::string_view::npos)
    return box(start + countCodePoints(part.substr(0, at)));
  if (!Raises)
    return box(int64_t(-1));
  raise(ctx, LITH_CLASS_ValueError, "substring not found");
  return nullValue();
}

lith_value count(lith_ctx *ctx, lith_value self, Arguments args) {
  std::string_view part, wanted;
  int64_t start, found = 0;
  if (!textArgument(ctx, args[0], "must be str, not %s", wanted) ||
      !window(ctx, self, args, part, start))
    return nullValue();
  if (start < 0)
    return box(int64_t(0));
  if (wanted.empty())
    return box(countCodePoints(part) + 1);
  for (size_t at = 0; (at = part.find(wanted, at)) != std::string_view::npos; at += wanted.size())
    ++found;
  return box(found);
}

template <bool AtEnd> lith_value affix(lith_ctx *ctx, lith_value self, Arguments args) {
  std::string_view part;
  int64_t start;
  if (!window(ctx, self, args, part, start))
    return nullValue();
  auto matches = [&](lith_value value) {
    std::string_view wanted = textOf(value);
    return start >= 0 && (AtEnd ? part.ends_with(wanted) : part.starts_with(wanted));
  };
  if (args[0].tag == LITH_STR)
    return box(matches(args[0]));
  const char *name = AtEnd ? "endswith" : "startswith";
  if (args[0].tag != LITH_TUPLE) {
    raisef(ctx, LITH_CLASS_TypeError, "%s first arg must be str or a tuple of str, not %s", name,
           typeName(ctx, args[0]));
    return nullValue();
  }
  auto *tuple = as<lith_tuple>(args[0]);
  for (int64_t i = 0; i < tuple->length; ++i) {
    if (tuple->items[i].tag != LITH_STR) {
      raisef(ctx, LITH_CLASS_TypeError, "tuple for %s must only contain str, not %s", name,
             typeName(ctx, tuple->items[i]));
      return nullValue();
    }
    if (matches(tuple->items[i]))
      return box(true);
  }
  return box(false);
}

template <bool AtEnd> lith_value removeAffix(lith_ctx *ctx, lith_value self, Arguments args) {
  std::string_view source = textOf(self), part;
  if (!textArgument(ctx, args[0], "removeprefix() argument must be str, not %s", part))
    return nullValue();
  if (!(AtEnd ? source.ends_with(part) : source.starts_with(part)))
    return retained(self);
  return boxStr(ctx,
                AtEnd ? source.substr(0, source.size() - part.size()) : source.substr(part.size()));
}

lith_value replace(lith_ctx *ctx, lith_value self, Arguments args) {
  std::string_view source = textOf(self), from, to;
  int64_t most;
  if (!textArgument(ctx, args[0], "replace() argument 1 must be str, not %s", from) ||
      !textArgument(ctx, args[1], "replace() argument 2 must be str, not %s", to) ||
      !indexArgument(ctx, args, 2, -1, most))
    return nullValue();
  if (most < 0)
    most = INT64_MAX;
  std::string out;
  if (from.empty()) {
    const char *at = source.data(), *end = at + source.size();
    for (; most > 0; --most) {
      out += to;
      if (at >= end)
        break;
      const char *begin = at;
      decode(at);
      out.append(begin, at);
    }
    out.append(at, end);
    return boxStr(ctx, out);
  }
  size_t at = 0;
  for (size_t next; most > 0 && (next = source.find(from, at)) != std::string_view::npos; --most) {
    out += source.substr(at, next - at);
    out += to;
    at = next + from.size();
  }
  return at == 0 ? retained(self) : boxStr(ctx, out + std::string(source.substr(at)));
}

constexpr Method Table[] = {
    {"find", 1, 3, find<false, false>},
    {"rfind", 1, 3, find<true, false>},
    {"index", 1, 3, find<false, true>},
    {"rindex", 1, 3, find<true, true>},
    {"count", 1, 3, count},
    {"startswith", 1, 3, affix<false>},
    {"endswith", 1, 3, affix<true>},
    {"removeprefix", 1, 1, removeAffix<false>},
    {"removesuffix", 1, 1, removeAffix<true>},
    {"replace", 2, 3, replace},
};

} // namespace

std::span<const Method> lith::strSearchMethods() { return Table; }
