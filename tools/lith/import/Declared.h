// Declared.h: the parameters that methods of an archive declare.
#ifndef LITH_TOOLS_DECLARED_H
#define LITH_TOOLS_DECLARED_H

#include "Inputs.h"

#include <optional>

namespace lith::tool {

struct Parameter {
  std::string name, type; ///< "List[int]"
  bool hasDefault = false;
};

struct Method {
  std::string declaration; ///< "forward(x: Tensor, limit: int=3)"
  std::string name;
  std::vector<Parameter> parameters;
};

/// All methods of an archive, `forward` first. Throws lith::Error.
std::vector<Method> methodsOf(const std::string &archive);

/// The parts of a text between commas that are in no brackets and no quotes.
std::vector<std::string> splitAtCommas(const std::string &text);

/// The value as an argument of a declared type; nullopt where it is none. What a command line
/// cannot tell apart becomes what is declared: 2 a float, a list a tuple, an array of no dimension
/// a number. Types that it cannot write at all take any value.
std::optional<Value> fitted(const Value &value, const std::string &type);

/// The arguments of a call of the method. Throws lith::Error where they are none.
Arguments fitted(Arguments arguments, const Method &method);

} // namespace lith::tool

#endif // LITH_TOOLS_DECLARED_H
