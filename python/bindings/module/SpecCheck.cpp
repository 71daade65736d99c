// SpecCheck.cpp: whether a call gives what input_spec says.
#include "module/SpecCheck.h"
#include "call/Exchange.h"
#include "module/Specs.h"

#include "host/CPythonHost.h"

namespace lith::python {

namespace {

std::string textOf(PyObject *object, PyObject *(*how)(PyObject *) = PyObject_Str) {
  Ref text = Ref::steal(object ? how(object) : nullptr);
  const char *bytes = text ? PyUnicode_AsUTF8(text.get()) : nullptr;
  PyErr_Clear();
  return bytes ? bytes : "?";
}

/// "float32[n, ?, 3]"
std::string wanted(PyObject *spec) {
  Ref dtype = Ref::steal(PyObject_GetAttrString(spec, "dtype")),
      shape = Ref::steal(PyObject_GetAttrString(spec, "shape"));
  std::string text = textOf(dtype.get()) + "[";
  for (Py_ssize_t i = 0; shape && i < PyTuple_GET_SIZE(shape.get()); ++i) {
    PyObject *size = PyTuple_GET_ITEM(shape.get(), i);
    text += (i ? ", " : "") + (size == Py_None ? "?" : textOf(size));
  }
  PyErr_Clear();
  return text + "]";
}

/// "float32[2, 3]"
std::string given(const TensorView &view) {
  std::string text = textOf(torchDType(view.dtype));
  text = text.substr(text.find('.') + 1) + "[";
  for (int32_t dim = 0; dim < view.tensor.ndim; ++dim)
    text += (dim ? ", " : "") + std::to_string(view.tensor.shape[dim]);
  return text + "]";
}

bool fail(const std::string &name, const std::string &must, const std::string &is) {
  PyErr_Format(PyExc_TypeError, "argument '%s' must be %s, as input_spec says, not %s",
               name.c_str(), must.c_str(), is.c_str());
  return false;
}

} // namespace

bool SpecCheck::acceptsTensor(PyObject *spec, PyObject *value, const std::string &name) {
  TensorView view;
  std::string must = "a tensor of " + wanted(spec);
  if (!isTorchTensor(value) || !viewTensor(value, view))
    return fail(name, must, std::string("a ") + Py_TYPE(value)->tp_name);
  Ref dtype = Ref::steal(PyObject_GetAttrString(spec, "_dtype")),
      shape = Ref::steal(PyObject_GetAttrString(spec, "shape"));
  if (!dtype || !shape)
    return false;
  bool fits =
      PyLong_AsLong(dtype.get()) == view.dtype && PyTuple_GET_SIZE(shape.get()) == view.tensor.ndim;
  for (int32_t dim = 0; fits && dim < view.tensor.ndim; ++dim) {
    PyObject *size = PyTuple_GET_ITEM(shape.get(), dim);
    long long is = view.tensor.shape[dim];
    if (PyLong_Check(size))
      fits = PyLong_AsLongLong(size) == is;
    if (contract::SizeBounds bounds = boundsOf(size); !bounds.holds(is))
      return fail(name, must + " with " + textOf(size, PyObject_Repr),
                  "a tensor of " + given(view));
    if (!PyUnicode_Check(size))
      continue;
    auto [known, isNew] = sizes.try_emplace(textOf(size), is, name);
    if (!isNew && known->second.first != is)
      return fail(name,
                  must + " with " + known->first + " = " + std::to_string(known->second.first) +
                      " of '" + known->second.second + "'",
                  "a tensor of " + given(view));
  }
  return fits || fail(name, must, "a tensor of " + given(view));
}

bool SpecCheck::acceptsPinned(PyObject *spec, PyObject *value, const std::string &name) {
  Ref pinned = Ref::steal(PyObject_GetAttrString(spec, "value"));
  int same = pinned ? PyObject_RichCompareBool(pinned.get(), value, Py_EQ) : -1;
  PyErr_Clear();
  return same != 0 || fail(name, textOf(pinned.get()), textOf(value));
}

bool SpecCheck::acceptsParts(PyObject *spec, PyObject *value, const std::string &name) {
  if (!isStructureOf(value, spec))
    return fail(name,
                std::string("a ") + Py_TYPE(spec)->tp_name + " of " +
                    std::to_string(PyObject_Size(spec)) + " entries" +
                    (PyDict_CheckExact(spec) ? " with its keys" : ""),
                std::string("a ") + Py_TYPE(value)->tp_name);
  PyObject *key, *child;
  Py_ssize_t position = 0;
  if (PyDict_CheckExact(spec)) {
    while (PyDict_Next(spec, &position, &key, &child))
      if (!accepts(child, PyDict_GetItem(value, key),
                   name + "[" + textOf(key, PyObject_Repr) + "]"))
        return false;
    return true;
  }
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(spec); ++i)
    if (!accepts(PySequence_Fast_GET_ITEM(spec, i), PySequence_Fast_GET_ITEM(value, i),
                 name + "[" + std::to_string(i) + "]"))
      return false;
  return true;
}

bool SpecCheck::accepts(PyObject *spec, PyObject *value, const std::string &name) {
  if (Py_IS_TYPE(spec, specType()))
    return acceptsTensor(spec, value, name);
  if (Py_IS_TYPE(spec, staticType()))
    return acceptsPinned(spec, value, name);
  return !containsSpec(spec) || acceptsParts(spec, value, name);
}

} // namespace lith::python
