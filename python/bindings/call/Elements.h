// Elements.h: lists whose elements are of one type, however many there are.
#ifndef LITH_PYTHON_CALL_ELEMENTS_H
#define LITH_PYTHON_CALL_ELEMENTS_H

#include "Ref.h"
#include "call/Exchange.h"
#include "driver/Driver.h"

#include <span>
#include <unordered_set>
#include <vector>

namespace lith::python {

/// Sorted, and none meets another.
std::vector<Extent> merged(std::vector<Extent> extents);
/// Whether `list` is an exact list of such elements, whose tensors share no memory with `apart`,
/// which are merged. `within` gathers the lists in it; false where one stands in two places.
bool holdsElements(PyObject *list, const contract::ElementType &elements,
                   std::span<const Extent> apart, std::unordered_set<PyObject *> &within);
/// The elements in words: "int", "list of float32 tensors of 2 dimensions".
std::string describeElements(const contract::ElementType &elements);

} // namespace lith::python

#endif // LITH_PYTHON_CALL_ELEMENTS_H
