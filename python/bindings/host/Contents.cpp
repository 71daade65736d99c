// Contents.cpp: what containers, cells, classes and instances hold, read raw.
#include "host/CPythonHost.h"
#include "host/HostFunctions.h"

#include "Sets.h"

#include <structmember.h>

namespace lith::python {

using host::Handle;
using host::Kind;

PyObject *dictBehind(PyObject *object) {
  struct Proxy { // as in CPython 3.11's descrobject.c
    PyObject_HEAD;
    PyObject *mapping;
  };
  if (Py_IS_TYPE(object, &PyDictProxy_Type))
    object = reinterpret_cast<Proxy *>(object)->mapping;
  return PyDict_Check(object) ? object : nullptr;
}

size_t CPythonHost::length(Handle handle) {
  PyObject *self = object(handle);
  Py_ssize_t size = -1;
  if (PyTuple_Check(self))
    size = PyTuple_GET_SIZE(self);
  else if (PyList_Check(self))
    size = PyList_GET_SIZE(self);
  else if (PyDict_Check(self))
    size = PyDict_GET_SIZE(self);
  else if (PyAnySet_Check(self))
    size = PySet_GET_SIZE(self);
  else if (PyRange_Check(self) || PyUnicode_Check(self) || PyBytes_Check(self) ||
           Py_IS_TYPE(self, &PyDictProxy_Type))
    size = PyObject_Length(self);
  PyErr_Clear();
  return size < 0 ? 0 : size_t(size);
}

Handle CPythonHost::item(Handle sequence, size_t index) {
  PyObject *self = object(sequence);
  if (PyTuple_Check(self))
    return Py_ssize_t(index) < PyTuple_GET_SIZE(self)
               ? handle(PyTuple_GET_ITEM(self, Py_ssize_t(index)))
               : nullptr;
  return PyList_Check(self) && Py_ssize_t(index) < PyList_GET_SIZE(self)
             ? handle(PyList_GET_ITEM(self, Py_ssize_t(index)))
             : nullptr;
}

std::vector<std::pair<Handle, Handle>> CPythonHost::items(Handle dict) {
  PyObject *self = object(dict);
  std::vector<std::pair<Handle, Handle>> result;
  if (PyODict_Check(self)) { // has an order of its own
    Ref keys = Ref::steal(PySequence_List(Ref::steal(PyODict_Type.tp_iter(self)).get()));
    for (Py_ssize_t i = 0; keys && i < PyList_GET_SIZE(keys.get()); ++i) {
      PyObject *key = PyList_GET_ITEM(keys.get(), i);
      result.emplace_back(handle(key), handle(PyDict_GetItemWithError(self, key)));
    }
    PyErr_Clear();
    return result;
  }
  if (Py_IS_TYPE(self, &PyDictProxy_Type)) {
    Ref copy = Ref::steal(PyDict_New());
    if (PyDict_Update(copy.get(), self) < 0)
      PyErr_Clear();
    return items(handle(copy.get()));
  }
  PyObject *key, *value;
  Py_ssize_t position = 0;
  while (PyDict_Check(self) && PyDict_Next(self, &position, &key, &value))
    result.emplace_back(handle(key), handle(value));
  return result;
}

std::vector<Handle> CPythonHost::elements(Handle set) {
  std::vector<Handle> result;
  if (PyAnySet_Check(object(set)))
    eachElement(object(set), [&](PyObject *element) {
      result.push_back(handle(element));
      return true;
    });
  return result;
}

/// Whether a dataclass made the method of the class, in code that has no file.
static bool isGenerated(PyTypeObject *type, const char *method) {
  Ref name = Ref::steal(PyUnicode_InternFromString(method));
  PyObject *found = lookupInType(type, name.get());
  if (!found || !PyFunction_Check(found))
    return false;
  PyObject *file = reinterpret_cast<PyCodeObject *>(PyFunction_GET_CODE(found))->co_filename;
  return PyUnicode_CompareWithASCIIString(file, "<string>") == 0;
}

/// An instance of a frozen dataclass that compares and hashes its fields, and its attributes.
static PyObject *fieldsOfFrozen(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  Ref name = Ref::steal(PyUnicode_InternFromString("__dataclass_fields__"));
  bool isFrozen = lookupInType(type, name.get()) && isGenerated(type, "__hash__") &&
                  isGenerated(type, "__eq__") && isGenerated(type, "__setattr__");
  return isFrozen ? ownDict(self) : nullptr;
}

/// Whether no code of the user's hashes the object or compares it: it is a constant or a tensor, or
/// of a type that never changes, as its zone is if it has one.
bool CPythonHost::isKey(PyObject *self) {
  bool isTuple = PyTuple_Check(self) && Py_TYPE(self)->tp_hash == PyTuple_Type.tp_hash &&
                 Py_TYPE(self)->tp_richcompare == PyTuple_Type.tp_richcompare;
  if (isTuple) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(self); ++i)
      if (!isKey(PyTuple_GET_ITEM(self, i)))
        return false;
    return true;
  }
  if (PyObject *fields = fieldsOfFrozen(self)) {
    PyObject *name, *value;
    Py_ssize_t position = 0;
    while (PyDict_Next(fields, &position, &name, &value))
      if (!isKey(value))
        return false;
    return true;
  }
  Kind of = kind(handle(self));
  if (of == Kind::Tensor || of == Kind::Parameter || isHashableConstant(handle(self)))
    return true;
  Handle type = handle(reinterpret_cast<PyObject *>(Py_TYPE(self)));
  Handle zone = slot(handle(self), "tzinfo");
  return host::isUnchangingType(qualifiedName(type)) && (!zone || isKey(object(zone)));
}

Handle CPythonHost::dictGet(Handle dict, Handle key) {
  PyObject *self = object(dict);
  if (!isKey(object(key)))
    return nullptr;
  if (Py_IS_TYPE(self, &PyDictProxy_Type))
    return adopt(PyObject_GetItem(self, object(key)));
  PyObject *found = PyDict_Check(self) ? PyDict_GetItemWithError(self, object(key)) : nullptr;
  PyErr_Clear();
  return handle(found);
}

Handle CPythonHost::cellContents(Handle cell) { return handle(PyCell_GET(object(cell))); }

std::array<Handle, 3> CPythonHost::bounds(Handle handle) {
  PyObject *self = object(handle);
  if (PySlice_Check(self)) {
    auto *slice = reinterpret_cast<PySliceObject *>(self);
    return {this->handle(slice->start), this->handle(slice->stop), this->handle(slice->step)};
  }
  return {adopt(PyObject_GetAttrString(self, "start")), adopt(PyObject_GetAttrString(self, "stop")),
          adopt(PyObject_GetAttrString(self, "step"))};
}

std::vector<Handle> CPythonHost::mro(Handle cls) {
  std::vector<Handle> result;
  PyObject *order = reinterpret_cast<PyTypeObject *>(object(cls))->tp_mro;
  for (Py_ssize_t i = 0; order && i < PyTuple_GET_SIZE(order); ++i)
    result.push_back(handle(PyTuple_GET_ITEM(order, i)));
  return result;
}

Handle CPythonHost::metaclass(Handle cls) { return classOf(cls); }

Handle CPythonHost::classEntry(Handle cls, std::string_view name) {
  PyObject *dict = ownDict(object(cls));
  PyObject *found = dict ? PyDict_GetItemWithError(dict, object(str(name))) : nullptr;
  PyErr_Clear();
  return handle(found);
}

std::vector<std::pair<std::string, Handle>> CPythonHost::classEntries(Handle cls) {
  std::vector<std::pair<std::string, Handle>> result;
  PyObject *key, *value;
  Py_ssize_t position = 0;
  PyObject *dict = ownDict(object(cls));
  while (dict && PyDict_Next(dict, &position, &key, &value))
    if (PyUnicode_Check(key))
      result.emplace_back(asStr(handle(key)), handle(value));
  return result;
}

Handle CPythonHost::instanceDict(Handle handle) { return this->handle(ownDict(object(handle))); }

Handle CPythonHost::slot(Handle handle, std::string_view name) {
  PyObject *self = object(handle);
  PyObject *descriptor = lookupInType(Py_TYPE(self), object(str(name)));
  if (!descriptor || (!Py_IS_TYPE(descriptor, &PyGetSetDescr_Type) &&
                      !Py_IS_TYPE(descriptor, &PyMemberDescr_Type)))
    return nullptr;
  return adopt(Py_TYPE(descriptor)
                   ->tp_descr_get(descriptor, self, reinterpret_cast<PyObject *>(Py_TYPE(self))));
}

Handle CPythonHost::payload(Handle instance) {
  PyObject *self = object(instance);
  if (Py_IS_TYPE(self, &PyDictProxy_Type))
    return handle(dictBehind(self));
  if (PyDict_Check(self)) {
    PyObject *copy = PyDict_New();
    for (auto [key, value] : items(instance))
      if (copy && PyDict_SetItem(copy, object(key), object(value)) < 0)
        Py_CLEAR(copy);
    return adopt(copy);
  }
  if (PyList_Check(self))
    return adopt(PyList_GetSlice(self, 0, PyList_GET_SIZE(self)));
  if (PyObject_TypeCheck(self, dequeType()))
    return adopt(PySequence_List(self));
  if (PyTuple_Check(self)) { // PyTuple_GetSlice keeps the exact tuple type
    PyObject *copy = PyTuple_New(PyTuple_GET_SIZE(self));
    for (Py_ssize_t i = 0; copy && i < PyTuple_GET_SIZE(self); ++i)
      PyTuple_SET_ITEM(copy, i, Py_NewRef(PyTuple_GET_ITEM(self, i)));
    return adopt(copy);
  }
  if (PyUnicode_Check(self))
    return adopt(PyUnicode_FromObject(self));
  if (PyBytes_Check(self))
    return bytes(asStr(instance));
  if (PyLong_Check(self))
    return adopt(_PyLong_Copy(reinterpret_cast<PyLongObject *>(self)));
  if (PyFloat_Check(self))
    return real(PyFloat_AS_DOUBLE(self));
  if (PyAnySet_Check(self))
    return adopt(PyFrozenSet_Check(self) ? PyFrozenSet_New(self) : PySet_New(self));
  if (PyExceptionInstance_Check(self))
    return slot(instance, "args");
  return nullptr;
}

} // namespace lith::python
