// Inputs.h: the words of a command line that are arguments of a program.
#ifndef LITH_TOOLS_INPUTS_H
#define LITH_TOOLS_INPUTS_H

#include <lith/lith.h>

namespace lith::tool {

/// Arguments of one call.
struct Arguments {
  std::vector<Value> positional;
  std::vector<std::pair<std::string, Value>> named;
};

/// How a word that is a value may be written, for texts of help.
inline constexpr const char *ValueForms = "a .npy file or a JSON literal: 3, 2.5, true, null, "
                                          "'\"text\"', '[1, 2]', '{\"a\": 1}'; in a list "
                                          "or dict, \"@x.npy\" is the array of that file; "
                                          ":NAME, there \"@:NAME\", is a member of an enum or a "
                                          "dtype";

/// Reads words that are values, in order; [ and ] around words make a list of them, ( and ) a
/// tuple, { and } a dict of keys and values in turn. With `specs`, `float32[2,?]` is a tensor of
/// this dtype and these sizes, whose elements are not initialised. All throw lith::Error.
std::vector<Value> readInputs(const std::vector<std::string> &words, bool specs = false);
/// Reads NAME=VALUE; what is neither JSON nor the name of a .npy file is text.
std::pair<std::string, Value> readNamed(const std::string &word, bool specs = false);
/// A number for an array of no dimension; other values as they are.
Value numberOf(const Value &value);

} // namespace lith::tool

#endif // LITH_TOOLS_INPUTS_H
