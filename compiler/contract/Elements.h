// Elements.h: types of the elements of containers, put together.
#ifndef LITH_CONTRACT_ELEMENTS_H
#define LITH_CONTRACT_ELEMENTS_H

#include "contract/Guard.h"

namespace lith::contract {

/// Whether one type covers both, which `into` is then.
[[gnu::visibility("default")]] bool unite(ElementType &into, const ElementType &type);
[[gnu::visibility("default")]] bool isSame(const ElementType &a, const ElementType &b);

} // namespace lith::contract

#endif // LITH_CONTRACT_ELEMENTS_H
