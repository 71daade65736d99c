// Str.cpp: making, measuring and cutting text.
#include "objects/Str.h"

#include <cstring>

using namespace lith;

lith_str *lith::newStr(lith_ctx *ctx, int64_t bytes, int64_t length) {
  auto *text = static_cast<lith_str *>(allocate(ctx, sizeof(lith_str) + bytes + 1));
  initialize(text->head, LITH_STR);
  text->bytes = bytes;
  text->length = length;
  text->hash = 0;
  text->data[bytes] = 0;
  return text;
}

int64_t lith::countCodePoints(std::string_view utf8) {
  int64_t count = 0;
  for (char c : utf8)
    count += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  return count;
}

lith_str *lith::makeStr(lith_ctx *ctx, std::string_view utf8) {
  lith_str *text = newStr(ctx, static_cast<int64_t>(utf8.size()), countCodePoints(utf8));
  std::memcpy(text->data, utf8.data(), utf8.size());
  return text;
}

lith_bytes *lith::makeBytes(lith_ctx *ctx, std::string_view data) {
  auto *bytes = static_cast<lith_bytes *>(allocate(ctx, sizeof(lith_bytes) + data.size() + 1));
  initialize(bytes->head, LITH_BYTES);
  bytes->bytes = static_cast<int64_t>(data.size());
  std::memcpy(bytes->data, data.data(), data.size());
  bytes->data[data.size()] = 0;
  return bytes;
}

static int widthOf(unsigned char lead) {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

int64_t lith::offsetOf(const lith_str *text, int64_t index) {
  if (isAscii(text))
    return index;
  int64_t offset = 0;
  for (; index > 0 && offset < text->bytes; --index)
    offset += widthOf(static_cast<unsigned char>(text->data[offset]));
  return offset < text->bytes ? offset : text->bytes;
}

uint32_t lith::decode(const char *&at) {
  auto byte = [](char c) { return static_cast<uint32_t>(static_cast<unsigned char>(c)); };
  uint32_t lead = byte(*at++);
  if (lead < 0x80)
    return lead;
  int more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  uint32_t code = lead & (0x3f >> more);
  for (; more > 0 && (byte(*at) & 0xc0) == 0x80; --more)
    code = code << 6 | (byte(*at++) & 0x3f);
  return code;
}

void lith::encode(std::string &out, uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | code >> 18);
    out += static_cast<char>(0x80 | (code >> 12 & 0x3f));
    out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

SliceRange lith::adjustSlice(int64_t length, int64_t start, int64_t stop, int64_t step) {
  if (step == LITH_NO_INDEX)
    step = 1;
  auto adjust = [&](int64_t index, int64_t absent) {
    if (index == LITH_NO_INDEX)
      return absent;
    if (index < 0)
      index = index + length < 0 ? (step < 0 ? -1 : 0) : index + length;
    else if (index >= length)
      index = step < 0 ? length - 1 : length;
    return index;
  };
  start = adjust(start, step < 0 ? length - 1 : 0);
  stop = adjust(stop, step < 0 ? -1 : length);
  int64_t count = 0;
  if (step > 0 && start < stop)
    count = (stop - start - 1) / step + 1;
  else if (step < 0 && stop < start)
    count = static_cast<int64_t>(static_cast<uint64_t>(start - stop - 1) /
                                 (0 - static_cast<uint64_t>(step))) +
            1;
  return {start, step, count, stop};
}

bool lith::adjustSlice(lith_ctx *ctx, int64_t length, int64_t start, int64_t stop, int64_t step,
                       SliceRange &range) {
  if (step == 0) {
    raise(ctx, LITH_CLASS_ValueError, "slice step cannot be zero");
    return false;
  }
  range = adjustSlice(length, start, stop, step);
  return true;
}

// The code points start, start + step, ... of `text`.
static lith_str *cut(lith_ctx *ctx, lith_str *text, SliceRange range) {
  if (range.count == text->length && range.step == 1)
    return retained(text);
  if (range.step == 1 || range.count <= 1) {
    int64_t from = offsetOf(text, range.start);
    const char *end = text->data + from;
    for (int64_t i = 0; i < range.count; ++i)
      end += widthOf(static_cast<unsigned char>(*end));
    int64_t bytes = isAscii(text) ? range.count : end - (text->data + from);
    lith_str *part = newStr(ctx, bytes, range.count);
    std::memcpy(part->data, text->data + from, bytes);
    return part;
  }
  std::string out;
  if (isAscii(text)) {
    for (int64_t i = 0; i < range.count; ++i)
      out += text->data[range.start + i * range.step];
    return makeStr(ctx, out);
  }
  std::vector<int32_t> offsets;
  for (int64_t at = 0; at < text->bytes; at += widthOf(static_cast<unsigned char>(text->data[at])))
    offsets.push_back(static_cast<int32_t>(at));
  for (int64_t i = 0; i < range.count; ++i) {
    int64_t at = offsets[range.start + i * range.step];
    out.append(text->data + at, widthOf(static_cast<unsigned char>(text->data[at])));
  }
  return makeStr(ctx, out);
}

extern "C" {

int64_t lith_rt_str_length(lith_ctx *, lith_str *text) { return text->length; }

lith_str *lith_rt_str_concat(lith_ctx *ctx, lith_str *a, lith_str *b) {
  lith_str *text = newStr(ctx, a->bytes + b->bytes, a->length + b->length);
  std::memcpy(text->data, a->data, a->bytes);
  std::memcpy(text->data + a->bytes, b->data, b->bytes);
  return text;
}

lith_str *lith_rt_str_repeat(lith_ctx *ctx, lith_str *text, int64_t times) {
  int64_t bytes = 0;
  if (times <= 0 || text->bytes == 0)
    return newStr(ctx, 0, 0);
  if (__builtin_mul_overflow(text->bytes, times, &bytes) || bytes > (int64_t(1) << 40)) {
    raise(ctx, LITH_CLASS_MemoryError, "");
    return nullptr;
  }
  lith_str *result = newStr(ctx, bytes, text->length * times);
  for (int64_t i = 0; i < times; ++i)
    std::memcpy(result->data + i * text->bytes, text->data, text->bytes);
  return result;
}

lith_str *lith_rt_str_get(lith_ctx *ctx, lith_str *text, int64_t index) {
  if (index < 0)
    index += text->length;
  if (index < 0 || index >= text->length) {
    raise(ctx, LITH_CLASS_IndexError, "string index out of range");
    return nullptr;
  }
  return cut(ctx, text, {index, 1, 1});
}

lith_str *lith_rt_str_slice(lith_ctx *ctx, lith_str *text, int64_t start, int64_t stop,
                            int64_t step) {
  SliceRange range;
  return adjustSlice(ctx, text->length, start, stop, step, range) ? cut(ctx, text, range) : nullptr;
}

bool lith_rt_str_equal(lith_ctx *, lith_str *a, lith_str *b) {
  return a == b || textOf(a) == textOf(b);
}

// UTF-8 orders as its code points do.
int64_t lith_rt_str_compare(lith_ctx *, lith_str *a, lith_str *b) {
  int order = textOf(a).compare(textOf(b));
  return (order > 0) - (order < 0);
}

bool lith_rt_str_contains(lith_ctx *, lith_str *text, lith_str *part) {
  return textOf(text).find(textOf(part)) != std::string_view::npos;
}

lith_str *lith_rt_str_join(lith_ctx *ctx, int64_t count, const lith_value *parts) {
  int64_t bytes = 0, length = 0;
  for (int64_t i = 0; i < count; ++i) {
    bytes += as<lith_str>(parts[i])->bytes;
    length += as<lith_str>(parts[i])->length;
  }
  lith_str *text = newStr(ctx, bytes, length);
  char *at = text->data;
  for (int64_t i = 0; i < count; ++i) {
    const lith_str *part = as<lith_str>(parts[i]);
    std::memcpy(at, part->data, part->bytes);
    at += part->bytes;
  }
  return text;
}

int64_t lith_rt_str_ord(lith_ctx *ctx, lith_str *text) {
  if (text->length != 1) {
    raisef(ctx, LITH_CLASS_TypeError, "ord() expected a character, but string of length %lld found",
           static_cast<long long>(text->length));
    return 0;
  }
  const char *at = text->data;
  return decode(at);
}

lith_str *lith_rt_int_chr(lith_ctx *ctx, int64_t code) {
  if (code < 0 || code > 0x10ffff) {
    raise(ctx, LITH_CLASS_ValueError, "chr() arg not in range(0x110000)");
    return nullptr;
  }
  std::string out;
  encode(out, static_cast<uint32_t>(code));
  return makeStr(ctx, out);
}

} // extern "C"
