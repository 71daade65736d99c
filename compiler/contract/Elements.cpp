// Elements.cpp: see Elements.h.
#include "contract/Elements.h"

#include <algorithm>

namespace lith::contract {

bool unite(ElementType &into, const ElementType &type) {
  bool orNone = into.orNone || type.orNone;
  if (into.kind == ElementType::Kind::None)
    into = type;
  into.orNone = orNone;
  if (type.kind == ElementType::Kind::None)
    return true;
  if (into.kind != type.kind || into.dtype != type.dtype || into.rank != type.rank ||
      into.parts.size() != type.parts.size())
    return false;
  for (size_t i = 0; i < into.parts.size(); ++i)
    if (!unite(into.parts[i], type.parts[i]))
      return false;
  return true;
}

bool isSame(const ElementType &a, const ElementType &b) {
  return a.kind == b.kind && a.orNone == b.orNone && a.dtype == b.dtype && a.rank == b.rank &&
         std::ranges::equal(a.parts, b.parts, isSame);
}

} // namespace lith::contract
