// Specs.cpp: specifications of arguments: InputSpec, Static, and structures of them.
#include "module/Specs.h"

#include "Once.h"

namespace lith::python {

PyTypeObject *specType() {
  static Imported known("lith._spec", "InputSpec");
  return known.type();
}
PyTypeObject *staticType() {
  static Imported known("lith._spec", "Static");
  return known.type();
}

contract::SizeBounds boundsOf(PyObject *size) {
  static Imported known("lith._spec", "Size");
  PyObject *type = known.get();
  contract::SizeBounds bounds;
  if (!type || reinterpret_cast<PyObject *>(Py_TYPE(size)) != type)
    return bounds;
  for (auto [name, bound] : {std::pair("low", &bounds.low), std::pair("high", &bounds.high),
                             std::pair("multiple", &bounds.multiple)})
    if (Ref value = Ref::steal(PyObject_GetAttrString(size, name));
        value && PyLong_Check(value.get()))
      *bound = PyLong_AsLongLong(value.get());
  PyErr_Clear();
  return bounds;
}

bool containsSpec(PyObject *object, int depth) {
  if (Py_IS_TYPE(object, specType()) || Py_IS_TYPE(object, staticType()))
    return true;
  if (depth > 32)
    return false;
  if (PyTuple_CheckExact(object) || PyList_CheckExact(object)) {
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i)
      if (containsSpec(PySequence_Fast_GET_ITEM(object, i), depth + 1))
        return true;
  } else if (PyDict_CheckExact(object)) {
    PyObject *key, *value;
    Py_ssize_t position = 0;
    while (PyDict_Next(object, &position, &key, &value))
      if (containsSpec(value, depth + 1))
        return true;
  }
  return false;
}

static bool isStructure(PyObject *object) {
  return PyTuple_CheckExact(object) || PyList_CheckExact(object) || PyDict_CheckExact(object);
}

bool isStructureOf(PyObject *value, PyObject *spec) {
  if (!value || !isStructure(value) || PyDict_CheckExact(value) != PyDict_CheckExact(spec) ||
      PyObject_Size(value) != PyObject_Size(spec))
    return false;
  PyObject *key, *child;
  Py_ssize_t position = 0;
  while (PyDict_CheckExact(spec) && PyDict_Next(value, &position, &key, &child))
    if (PyDict_Contains(spec, key) != 1)
      return false;
  return true;
}

} // namespace lith::python
