// Text.h: values as text, and text as numbers, exactly as Python writes and reads them.
//
// Functions that return bool give false with an exception pending.
#ifndef LITH_TEXT_TEXT_H
#define LITH_TEXT_TEXT_H

#include "core/Context.h"
#include "core/Object.h"
#include "text/Unicode.h"

#include <string>
#include <string_view>
#include <vector>

namespace lith {

/// repr(x) of a float: the shortest digits that read back as x.
std::string floatRepr(double value);
/// repr of text: quoted, with escapes; `asciiOnly` as ascii() does.
std::string strRepr(std::string_view text, bool asciiOnly = false);
std::string bytesRepr(std::string_view data);
std::string complexRepr(double re, double im);
bool appendStr(lith_ctx *ctx, std::string &out, lith_value value);
bool appendRepr(lith_ctx *ctx, std::string &out, lith_value value);
/// str(tensor), as PyTorch prints it with these options; `bits` are LITH_TENSOR_*.
std::string tensorText(const lith_tensor *tensor, const TextOptions &options, int bits = 0);
/// While it lives a text is made, which the context's options are of.
struct TextScope {
  explicit TextScope(lith_ctx *ctx) : ctx(ctx) {}
  TextScope(const TextScope &) = delete;
  TextScope &operator=(const TextScope &) = delete;
  ~TextScope() { contextOf(ctx).text = {}; }
  lith_ctx *ctx;
};

/// format(value, spec).
bool appendFormat(lith_ctx *ctx, std::string &out, lith_value value, std::string_view spec);
/// x in format `kind` (e, f, g, E, F, G, r for repr) with `precision` digits, without sign
/// handling beyond '-'; `alternate` keeps the point.
std::string formatDouble(double value, char kind, int precision, bool alternate);

/// The number that starts and ends the text, spaces and underscores allowed as in Python.
bool parseInt(std::string_view text, int base, int64_t &value, bool &overflow);
bool parseFloat(std::string_view text, double &value);

/// Number of terminal columns is not considered: widths count code points.
std::string padded(std::string text, int64_t width, char align, std::string_view fill);

/// A method of a built-in type; see value_method in values.def.
lith_value callMethod(lith_ctx *ctx, lith_value receiver, std::string_view name, int64_t count,
                      const lith_value *arguments);

} // namespace lith

#endif // LITH_TEXT_TEXT_H
