// Objects.cpp: see Objects.h. Where the module is for all releases of Python, what is read raw is
// read by functions that they share, which take longer.
#include "host/Objects.h"

#include "Once.h"

namespace lith::python {

#ifdef Py_LIMITED_API
PyObject *lookupInType(PyTypeObject *type, PyObject *name) {
  Ref order = Ref::steal(PyObject_GetAttrString(reinterpret_cast<PyObject *>(type), "__mro__"));
  for (Py_ssize_t i = 0; order && i < PyTuple_Size(order.get()); ++i) {
    Ref space = Ref::steal(PyObject_GetAttrString(PyTuple_GetItem(order.get(), i), "__dict__"));
    if (Ref found = Ref::steal(space ? PyObject_GetItem(space.get(), name) : nullptr))
      return found.get(); // the class holds it
    PyErr_Clear();
  }
  PyErr_Clear();
  return nullptr;
}

PyObject *ownDict(PyObject *self) {
  if (PyModule_Check(self))
    return PyModule_GetDict(self);
  Ref made = Ref::steal(PyObject_GenericGetDict(self, nullptr));
  if (!made)
    PyErr_Clear();
  return made.get(); // the object holds it
}
#else
PyObject *lookupInType(PyTypeObject *type, PyObject *name) { return _PyType_Lookup(type, name); }

static PyObject *dictOfType(PyTypeObject *type) {
#if PY_VERSION_HEX < 0x030C0000
  return type->tp_dict;
#else
  return Ref::steal(PyType_GetDict(type)).get(); // the type, or the interpreter, holds it
#endif
}

PyObject *ownDict(PyObject *self) {
  if (PyType_Check(self))
    return dictOfType(reinterpret_cast<PyTypeObject *>(self));
  if (PyModule_Check(self))
    return PyModule_GetDict(self);
  if (PyFunction_Check(self) || Py_TYPE(self)->tp_dictoffset != 0 ||
      PyType_HasFeature(Py_TYPE(self), Py_TPFLAGS_MANAGED_DICT)) {
    // Also materialises the values of an instance that has no dict yet.
    PyObject **slot = _PyObject_GetDictPtr(self);
    if (slot && *slot)
      return *slot;
    Ref made = Ref::steal(PyObject_GenericGetDict(self, nullptr));
    if (!made)
      PyErr_Clear();
    return made.get(); // the object holds it now
  }
  return nullptr;
}
#endif

PyTypeObject *dequeType() {
  static Imported type("collections", "deque");
  return type.type();
}

PyTypeObject *orderedDictType() {
  static Imported type("collections", "OrderedDict");
  return type.type();
}

bool isPythonClass(PyTypeObject *type) {
  static Once<PyObject> known; // a class that is made as `class` makes one
  auto *made = reinterpret_cast<PyTypeObject *>(known.get([] {
    return PyObject_CallFunction(reinterpret_cast<PyObject *>(&PyType_Type), "s(){}", "Probe");
  }));
  return PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE) &&
         slot::tp_dealloc(type) == slot::tp_dealloc(made);
}

PyTypeObject *builtinBase(PyTypeObject *cls) {
  PyTypeObject *base = cls;
  while (isPythonClass(base))
    base = slot::tp_base(base);
  return base;
}

std::string shownName(PyTypeObject *type) {
  auto *object = reinterpret_cast<PyObject *>(type);
  Ref module = Ref::steal(PyObject_GetAttrString(object, "__module__"));
  Ref name = Ref::steal(PyObject_GetAttrString(object, "__name__"));
  auto text = [](const Ref &from) {
    const char *bytes = from ? PyUnicode_AsUTF8(from.get()) : nullptr;
    return std::string(bytes ? bytes : "?");
  };
  std::string own = text(name), of = text(module);
  PyErr_Clear();
  bool isLong = !PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE) && of != "builtins";
  return isLong ? of + "." + own : own;
}

} // namespace lith::python
