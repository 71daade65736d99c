// Elements.cpp: guards on lists of any length.
#include "call/Elements.h"

#include "call/Exchange.h"
#include "host/CPythonHost.h"

#include <lith/program.h>

namespace lith::python {

using contract::ElementType;
using Kind = ElementType::Kind;

namespace {

bool fits(PyObject *element, const ElementType &type, std::unordered_set<PyObject *> &within) {
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
  case Kind::Tensor: {
    TensorView view;
    return torchTypes().loaded() && Py_IS_TYPE(element, torchTypes().tensor) &&
           viewTensor(element, view) && view.dtype == type.dtype && view.tensor.ndim == type.rank &&
           !requiresGrad(element);
  }
  case Kind::List:
    return holdsElements(element, type.parts[0], within) && within.insert(element).second;
  case Kind::Tuple: {
    bool same =
        PyTuple_CheckExact(element) && size_t(PyTuple_GET_SIZE(element)) == type.parts.size();
    for (size_t i = 0; same && i < type.parts.size(); ++i)
      same = fits(PyTuple_GET_ITEM(element, Py_ssize_t(i)), type.parts[i], within);
    return same;
  }
  }
  return false;
}

} // namespace

bool holdsElements(PyObject *list, const ElementType &elements,
                   std::unordered_set<PyObject *> &within) {
  if (!PyList_CheckExact(list))
    return false;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); ++i)
    if (!fits(PyList_GET_ITEM(list, i), elements, within))
      return false;
  return true;
}

std::string describeElements(const ElementType &type) {
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

} // namespace lith::python
