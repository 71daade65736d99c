// SameConstant.cpp: constants compared element by element.
#include "call/SameConstant.h"

#include "host/CPythonHost.h"

#include "Sets.h"

namespace lith::python {

// Equal sets may hold 1 where the other holds True.
bool sameElements(PyObject *value, PyObject *expected) {
  Ref known = Ref::steal(PyDict_New());
  auto add = [&](PyObject *element) { return PyDict_SetItem(known.get(), element, element) == 0; };
  auto isSame = [&](PyObject *element) {
    PyObject *other = PyDict_GetItem(known.get(), element);
    return other && sameConstant(element, other);
  };
  return PySet_GET_SIZE(value) == PySet_GET_SIZE(expected) && eachElement(expected, add) &&
         eachElement(value, isSame);
}

namespace {

bool sameAttribute(PyObject *value, PyObject *expected, const char *name) {
  Ref mine = Ref::steal(PyObject_GetAttrString(value, name));
  Ref other = Ref::steal(PyObject_GetAttrString(expected, name));
  return mine && other && PyObject_RichCompareBool(mine.get(), other.get(), Py_EQ) == 1;
}

bool sameBits(PyObject *value,
              PyObject *expected) { // tells 0.0 from -0.0, finds NaN equal to itself
  return __builtin_bit_cast(uint64_t, PyFloat_AS_DOUBLE(value)) ==
         __builtin_bit_cast(uint64_t, PyFloat_AS_DOUBLE(expected));
}

/// Arrays and numbers of NumPy: the same elements, bit by bit.
bool sameArray(PyObject *value, PyObject *expected) {
  bool same = sameAttribute(value, expected, "dtype") && sameAttribute(value, expected, "shape");
  Ref mine = Ref::steal(same ? PyObject_CallMethod(value, "tobytes", nullptr) : nullptr);
  Ref other = Ref::steal(same ? PyObject_CallMethod(expected, "tobytes", nullptr) : nullptr);
  same = mine && other && PyObject_RichCompareBool(mine.get(), other.get(), Py_EQ) == 1;
  PyErr_Clear();
  return same;
}

} // namespace

bool samePayload(PyObject *value, PyObject *expected) {
  if (PyAnySet_Check(expected))
    return PyAnySet_Check(value) && sameElements(value, expected);
  if (PyFloat_CheckExact(expected))
    return PyFloat_Check(value) && sameBits(value, expected);
  PyTypeObject *type = Py_TYPE(expected);
  if (!PyObject_TypeCheck(value, type) || !type->tp_richcompare)
    return false;
  Ref same = Ref::steal(type->tp_richcompare(value, expected, Py_EQ));
  PyErr_Clear();
  return same.get() == Py_True;
}

bool sameConstant(PyObject *value, PyObject *expected) {
  if (value == expected)
    return true;
  if (Py_TYPE(value) != Py_TYPE(expected))
    return false;
  if (PyAnySet_CheckExact(value))
    return sameElements(value, expected);
  if (PyTuple_Check(value)) {
    if (PyTuple_GET_SIZE(value) != PyTuple_GET_SIZE(expected))
      return false;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(value); ++i)
      if (!sameConstant(PyTuple_GET_ITEM(value, i), PyTuple_GET_ITEM(expected, i)))
        return false;
    return true;
  }
  if (PyFloat_Check(value))
    return sameBits(value, expected);
  if (std::string_view(Py_TYPE(value)->tp_name).starts_with("numpy."))
    return sameArray(value, expected);
  if (isPythonClass(Py_TYPE(value)) || PyObject_TypeCheck(value, torchTypes().tensor))
    return false; // equal to itself only
  int same = PyObject_RichCompareBool(value, expected, Py_EQ);
  PyErr_Clear();
  return same == 1;
}

} // namespace lith::python
