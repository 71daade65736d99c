// Str.h: text. Immutable; always valid UTF-8 (lone surrogates are kept in their
// three-byte form, as Python's "surrogatepass" writes them).
#ifndef LITH_OBJECTS_STR_H
#define LITH_OBJECTS_STR_H

#include "core/Object.h"

#include <lith/program.h>

#include <string>

namespace lith {

inline std::string_view textOf(const lith_str *text) {
  return {text->data, static_cast<size_t>(text->bytes)};
}
inline std::string_view textOf(lith_value value) { return textOf(as<lith_str>(value)); }
inline bool isAscii(const lith_str *text) { return text->bytes == text->length; }

/// An uninitialised str of `bytes` bytes and `length` code points.
lith_str *newStr(lith_ctx *ctx, int64_t bytes, int64_t length);
inline lith_value boxStr(lith_ctx *ctx, std::string_view text) { return box(makeStr(ctx, text)); }

int64_t countCodePoints(std::string_view utf8);
/// Byte offset of code point `index`.
int64_t offsetOf(const lith_str *text, int64_t index);
/// Decodes the code point at `at` and moves past it.
uint32_t decode(const char *&at);
void encode(std::string &out, uint32_t codePoint);

lith_bytes *makeBytes(lith_ctx *ctx, std::string_view data);
inline std::string_view bytesOf(lith_value value) {
  auto *bytes = as<lith_bytes>(value);
  return {bytes->data, static_cast<size_t>(bytes->bytes)};
}

/// Bounds of a slice as Python adjusts them.
struct SliceRange {
  int64_t start = 0, step = 1, count = 0, stop = 0;
};
SliceRange adjustSlice(int64_t length, int64_t start, int64_t stop, int64_t step);
/// The same, raising ValueError for a step of zero.
bool adjustSlice(lith_ctx *ctx, int64_t length, int64_t start, int64_t stop, int64_t step,
                 SliceRange &range);

} // namespace lith

#endif // LITH_OBJECTS_STR_H
