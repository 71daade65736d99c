// Methods.h: how methods of built-in types are written and found.
#ifndef LITH_TEXT_METHODS_H
#define LITH_TEXT_METHODS_H

#include "objects/Containers.h"
#include "objects/Str.h"
#include "text/Text.h"

#include <span>

namespace lith {

/// Positional arguments; one that is left out is LITH_NULL.
struct Arguments {
  const lith_value *values;
  int64_t count;
  lith_value operator[](int64_t i) const { return i < count ? values[i] : nullValue(); }
  bool has(int64_t i) const { return i < count && !isNull(values[i]); }
};

/// Gives an owned value, or LITH_NULL with an exception pending.
using MethodBody = lith_value (*)(lith_ctx *ctx, lith_value self, Arguments args);

struct Method {
  std::string_view name;
  int least, most; ///< numbers of arguments; most < 0: any
  MethodBody body;
};

std::span<const Method> strMethods();
std::span<const Method> strSearchMethods();

/// The text of argument `i`; false with TypeError pending where it is no str.
bool textArgument(lith_ctx *ctx, lith_value value, const char *message, std::string_view &text);
/// Argument `i` as an index, `fallback` where it is left out (or None).
bool indexArgument(lith_ctx *ctx, Arguments args, int64_t i, int64_t fallback, int64_t &index);

template <typename T> lith_value boxOrNull(T *object) { return object ? box(object) : nullValue(); }
/// None, unless an exception is pending.
inline lith_value noneUnlessRaised(lith_ctx *ctx) {
  return ctx->pending ? nullValue() : noneValue();
}

} // namespace lith

#endif // LITH_TEXT_METHODS_H
