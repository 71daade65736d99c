// Elements.cpp: guards on lists of any length.
#include "call/Elements.h"

#include "host/CPythonHost.h"

#include <lith/program.h>

#include <algorithm>

namespace lith::python {

using contract::ElementType;
using Kind = ElementType::Kind;

namespace {

bool isIn(const Extent &one, std::span<const Extent> merged) {
  auto next = std::ranges::lower_bound(merged, one.high, {}, &Extent::low);
  return one.low < one.high && next != merged.begin() && std::prev(next)->high > one.low;
}

struct Fitting {
  std::span<const Extent> apart;
  std::unordered_set<PyObject *> &within;

  bool list(PyObject *list, const ElementType &elements) {
    if (!PyList_CheckExact(list))
      return false;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); ++i)
      if (!element(PyList_GET_ITEM(list, i), elements))
        return false;
    return true;
  }

  bool tensor(PyObject *tensor, const ElementType &type) {
    TensorView view;
    return torchTypes().loaded() && Py_IS_TYPE(tensor, torchTypes().tensor) &&
           viewTensor(tensor, view) && view.dtype == type.dtype && view.tensor.ndim == type.rank &&
           !requiresGrad(tensor) && (apart.empty() || !isIn(extentOf(tensor, view, false), apart));
  }

  bool element(PyObject *element, const ElementType &type) {
    if (element == Py_None)
      return type.orNone;
    switch (type.kind) {
    case Kind::None:
      return false;
    case Kind::Bool:
      return PyBool_Check(element);
    case Kind::Int: {
      int overflow = 0;
      return PyLong_CheckExact(element) &&
             (PyLong_AsLongLongAndOverflow(element, &overflow), overflow == 0);
    }
    case Kind::Float:
      return PyFloat_CheckExact(element);
    case Kind::Str:
      return PyUnicode_CheckExact(element);
    case Kind::Tensor:
      return tensor(element, type);
    case Kind::List:
      return list(element, type.parts[0]) && within.insert(element).second;
    case Kind::Tuple: {
      bool same =
          PyTuple_CheckExact(element) && size_t(PyTuple_GET_SIZE(element)) == type.parts.size();
      for (size_t i = 0; same && i < type.parts.size(); ++i)
        same = this->element(PyTuple_GET_ITEM(element, Py_ssize_t(i)), type.parts[i]);
      return same;
    }
    }
    return false;
  }
};

} // namespace

std::vector<Extent> merged(std::vector<Extent> extents) {
  std::ranges::sort(extents, {}, &Extent::low);
  std::vector<Extent> result;
  for (const Extent &each : extents)
    if (!result.empty() && each.low <= result.back().high)
      result.back().high = std::max(result.back().high, each.high);
    else
      result.push_back(each);
  return result;
}

bool holdsElements(PyObject *list, const ElementType &elements, std::span<const Extent> apart,
                   std::unordered_set<PyObject *> &within) {
  return Fitting{apart, within}.list(list, elements);
}

static std::string describeOne(const ElementType &type) {
  switch (type.kind) {
  case Kind::None:
    return "nothing";
  case Kind::Bool:
    return "bool";
  case Kind::Int:
    return "int";
  case Kind::Float:
    return "float";
  case Kind::Str:
    return "str";
  case Kind::Tensor:
    return std::string("Tensor ") + (dtypeName(type.dtype) ? dtypeName(type.dtype) : "?") + " of " +
           std::to_string(type.rank) + " dimensions";
  case Kind::List:
    return "list[" + describeElements(type.parts[0]) + "]";
  case Kind::Tuple: {
    std::string text;
    for (const ElementType &part : type.parts)
      text += (text.empty() ? "" : ", ") + describeElements(part);
    return "tuple[" + text + "]";
  }
  }
  return {};
}

std::string describeElements(const ElementType &type) {
  return describeOne(type) + (type.orNone ? " or None" : "");
}

} // namespace lith::python
