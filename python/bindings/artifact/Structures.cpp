// Structures.cpp: arguments of saved programs that are objects: members of enums, dtypes, named
// tuples, dataclasses.
#include "artifact/Load.h"

#include <lith/objects.h>

namespace lith::python {

namespace {

std::string textOf(PyObject *object, const char *attribute) {
  Ref value = Ref::steal(PyObject_GetAttrString(object, attribute));
  const char *text =
      value && PyUnicode_Check(value.get()) ? PyUnicode_AsUTF8(value.get()) : nullptr;
  std::string result = text ? text : "";
  PyErr_Clear();
  return result;
}

std::string nameOf(PyTypeObject *type) {
  auto *object = reinterpret_cast<PyObject *>(type);
  return textOf(object, "__module__") + "." + textOf(object, "__qualname__");
}

bool isMember(PyObject *object) {
  PyObject *loaded = PyDict_GetItemString(PyImport_GetModuleDict(), "enum");
  Ref type = Ref::steal(loaded ? PyObject_GetAttrString(loaded, "Enum") : nullptr);
  PyErr_Clear();
  return type && PyObject_TypeCheck(object, reinterpret_cast<PyTypeObject *>(type.get()));
}

std::string reprOf(PyObject *object) {
  Ref text = Ref::steal(PyObject_Repr(object));
  const char *bytes = text ? PyUnicode_AsUTF8(text.get()) : nullptr;
  std::string result = bytes ? bytes : "";
  PyErr_Clear();
  return result;
}

/// As artifact::argumentConstant names it; empty: the object has no name.
std::string objectName(PyObject *object) {
  if (PyType_Check(object))
    return nameOf(reinterpret_cast<PyTypeObject *>(object));
  std::string type = nameOf(Py_TYPE(object));
  if (type == LITH_PACKAGE "._record.Named")
    return textOf(object, "name");
  if (type == "torch.dtype" || type == "torch.device" || type == "torch.layout" ||
      type == "torch.memory_format")
    return reprOf(object);
  if (!isMember(object))
    return "";
  std::string name = textOf(object, "_name_");
  if (!name.empty())
    return type + ":" + name;
  Ref value = Ref::steal(PyObject_GetAttrString(object, "_value_"));
  return value ? type + ":" + reprOf(value.get()) : "";
}

} // namespace

/// A dict of the fields of an object, with its class; see ClassKey.
lith_value AnyImporter::recordToLith(PyObject *object) {
  Ref fields = Ref::steal(PyTuple_Check(object) ? PyObject_CallMethod(object, "_asdict", nullptr)
                                                : PyObject_GetAttrString(object, "__dict__"));
  Ref copy = Ref::steal(fields && PyDict_Check(fields.get()) ? PyDict_Copy(fields.get()) : nullptr);
  std::string name = nameOf(Py_TYPE(object));
  Ref cls = Ref::steal(PyUnicode_FromStringAndSize(name.data(), Py_ssize_t(name.size())));
  if (!copy || !cls || PyDict_SetItemString(copy.get(), ClassKey, cls.get()) != 0)
    return {LITH_NULL, 0};
  if (records == 100) {
    PyErr_SetString(PyExc_RecursionError, "an argument holds itself, or nests objects 100 deep");
    return {LITH_NULL, 0};
  }
  ++records;
  lith_value made = Importer::toLith(copy.get());
  --records;
  return made;
}

lith_value AnyImporter::structureToLith(PyObject *object) {
  if (std::string name = objectName(object); !name.empty())
    return lith_make_named(name.data(), name.size());
  bool isNamedTuple = PyTuple_Check(object) && PyObject_HasAttrString(object, "_fields");
  bool isTensor = PyObject_HasAttrString(object, "__dlpack__") ||
                  PyObject_HasAttrString(object, "__array_interface__");
  bool isInstance = !PyTuple_Check(object) && !PyDict_Check(object) && !PyList_Check(object) &&
                    PyObject_HasAttrString(object, "__dict__") && !PyCallable_Check(object);
  return isNamedTuple || (isInstance && !isTensor) ? recordToLith(object)
                                                   : lith_value{LITH_NULL, 0};
}

} // namespace lith::python
