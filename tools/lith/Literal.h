// Literal.h: JSON as values of Python.
#ifndef LITH_TOOLS_LITERAL_H
#define LITH_TOOLS_LITERAL_H

#include <lith/lith.h>

#include <functional>
#include <optional>
#include <string>

namespace lith::tool {

/// What a text in a list or dict means; nullopt: itself.
using TextMeaning = std::function<std::optional<Value>(const std::string &text)>;

/// The value of a JSON text: objects are dicts, arrays lists; nullopt where it is no JSON. Throws
/// lith::Error for an integer of more than 64 bits, and for what nests too deep.
std::optional<Value> literal(const std::string &json, const TextMeaning &meaning);

} // namespace lith::tool

#endif // LITH_TOOLS_LITERAL_H
