// HostFunctions.cpp: looking a name up in pure.def.
#include "host/HostFunctions.h"

#include <unordered_set>

namespace lith::host {

bool isUnchangingType(std::string_view qualifiedName) {
  static const std::unordered_set<std::string_view> names = {
#define LITH_PURE(name)
#define LITH_PURE_PREFIX(text)
#define LITH_UNCHANGING(name) name,
#include "host/pure.def"
#undef LITH_PURE
#undef LITH_PURE_PREFIX
#undef LITH_UNCHANGING
  };
  return names.count(qualifiedName) || qualifiedName.starts_with("numpy.dtypes.");
}

bool isPure(std::string_view qualifiedName) {
  static const std::unordered_set<std::string_view> names = {
#define LITH_PURE(name) name,
#define LITH_PURE_PREFIX(text)
#define LITH_UNCHANGING(name)
#include "host/pure.def"
#undef LITH_PURE
#undef LITH_PURE_PREFIX
#undef LITH_UNCHANGING
  };
  static constexpr std::string_view prefixes[] = {
#define LITH_PURE(name)
#define LITH_PURE_PREFIX(text) text,
#define LITH_UNCHANGING(name)
#include "host/pure.def"
#undef LITH_PURE
#undef LITH_PURE_PREFIX
#undef LITH_UNCHANGING
  };
  if (names.count(qualifiedName))
    return true;
  for (std::string_view prefix : prefixes) {
    if (!qualifiedName.starts_with(prefix))
      continue;
    // "builtins.int" covers "builtins.int" and "builtins.int.from_bytes", not "builtins.intern".
    if (prefix.back() == '.' || qualifiedName.size() == prefix.size() ||
        qualifiedName[prefix.size()] == '.' || prefix == "inspect.is")
      return true;
  }
  return false;
}

} // namespace lith::host
