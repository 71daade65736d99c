// Constants.cpp: immutable values to and from the host.
#include "host/CPythonHost.h"

namespace lith::python {

using host::Handle;
using host::Kind;

std::optional<int64_t> CPythonHost::asInt(Handle handle) {
  int overflow = 0;
  int64_t value = PyLong_AsLongLongAndOverflow(object(handle), &overflow);
  if (overflow || (value == -1 && PyErr_Occurred())) {
    PyErr_Clear();
    return std::nullopt;
  }
  return value;
}

double CPythonHost::asFloat(Handle handle) {
  double value = PyFloat_AsDouble(object(handle));
  PyErr_Clear();
  return value;
}

std::complex<double> CPythonHost::asComplex(Handle handle) {
  Py_complex value = PyComplex_AsCComplex(object(handle));
  PyErr_Clear();
  return {value.real, value.imag};
}

std::string_view CPythonHost::asStr(Handle handle) {
  PyObject *self = object(handle);
  if (PyBytes_Check(self))
    return {PyBytes_AS_STRING(self), size_t(PyBytes_GET_SIZE(self))};
  Py_ssize_t size = 0;
  const char *text = PyUnicode_Check(self) ? PyUnicode_AsUTF8AndSize(self, &size) : nullptr;
  PyErr_Clear();
  return text ? std::string_view(text, size_t(size)) : std::string_view();
}

Handle CPythonHost::none() { return handle(Py_None); }
Handle CPythonHost::boolean(bool value) { return handle(value ? Py_True : Py_False); }
Handle CPythonHost::ellipsis() { return handle(Py_Ellipsis); }
Handle CPythonHost::notImplemented() { return handle(Py_NotImplemented); }
Handle CPythonHost::integer(int64_t value) { return adopt(PyLong_FromLongLong(value)); }
Handle CPythonHost::real(double value) { return adopt(PyFloat_FromDouble(value)); }

Handle CPythonHost::bigInteger(std::string_view decimal) {
  return adopt(PyLong_FromString(std::string(decimal).c_str(), nullptr, 10));
}

Handle CPythonHost::complexNumber(std::complex<double> value) {
  return adopt(PyComplex_FromDoubles(value.real(), value.imag()));
}

Handle CPythonHost::str(std::string_view text) {
  // Surrogates in a literal ('\ud800') are valid in Python's str.
  return adopt(PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), "surrogatepass"));
}

Handle CPythonHost::bytes(std::string_view text) {
  return adopt(PyBytes_FromStringAndSize(text.data(), Py_ssize_t(text.size())));
}

Handle CPythonHost::tuple(const std::vector<Handle> &elements) {
  PyObject *made = PyTuple_New(Py_ssize_t(elements.size()));
  for (size_t i = 0; made && i < elements.size(); ++i)
    PyTuple_SET_ITEM(made, Py_ssize_t(i), Py_NewRef(object(elements[i])));
  return adopt(made);
}

Handle CPythonHost::slice(Handle start, Handle stop, Handle step) {
  return adopt(PySlice_New(object(start), object(stop), object(step)));
}

Handle CPythonHost::frozenSet(const std::vector<Handle> &elements) {
  return adopt(PyFrozenSet_New(object(tuple(elements))));
}

namespace {

/// Constants whose comparison and hash are C code, whatever they contain.
bool isPlain(PyObject *self, int depth = 0) {
  PyTypeObject *type = Py_TYPE(self);
  if (self == Py_None || type == &PyBool_Type || type == &PyLong_Type || type == &PyFloat_Type ||
      type == &PyComplex_Type || type == &PyUnicode_Type || type == &PyBytes_Type)
    return true;
  if (type != &PyTuple_Type && !(torchTypes().size && type == torchTypes().size))
    return type == torchTypes().device || type == &PyRange_Type || type == &PySlice_Type;
  if (depth > 64)
    return false;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(self); ++i)
    if (!isPlain(PyTuple_GET_ITEM(self, i), depth + 1))
      return false;
  return true;
}

/// Hashed by address: classes, functions, modules, most instances; and enum members.
bool isHashedByIdentity(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  if (type->tp_hash == PyBaseObject_Type.tp_hash)
    return true;
  if (PyType_Check(self))
    return type->tp_hash == PyType_Type.tp_hash;
  PyObject *enumeration = PyDict_GetItemString(PyImport_GetModuleDict(), "enum");
  if (!enumeration)
    return false;
  Ref meta = Ref::steal(PyObject_GetAttrString(enumeration, "EnumMeta"));
  PyErr_Clear();
  return meta && PyObject_TypeCheck(reinterpret_cast<PyObject *>(type),
                                    reinterpret_cast<PyTypeObject *>(meta.get()));
}

} // namespace

bool CPythonHost::equal(Handle left, Handle right) {
  if (left == right)
    return true;
  if (!isPlain(object(left)) || !isPlain(object(right)))
    return false;
  int result = PyObject_RichCompareBool(object(left), object(right), Py_EQ);
  PyErr_Clear();
  return result == 1;
}

bool CPythonHost::isHashableConstant(Handle handle) {
  PyObject *self = object(handle);
  if (Py_IS_TYPE(self, &PyTuple_Type)) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(self); ++i)
      if (!isHashableConstant(this->handle(PyTuple_GET_ITEM(self, i))))
        return false;
    return true;
  }
  if (Py_IS_TYPE(self, &PySlice_Type))
    return false;
  return isPlain(self) || Py_IS_TYPE(self, &PyFrozenSet_Type) || isHashedByIdentity(self);
}

} // namespace lith::python
