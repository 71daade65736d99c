// Kinds.cpp: what an object is, by its exact type; handles and names.
#include "host/CPythonHost.h"

#include "Once.h"

#include "host/Wrappers.h"

#include <structmember.h>

namespace lith::python {

using host::Handle;
using host::Kind;

namespace {

/// C types that no header names, found by making one of each.
struct InternalTypes {
  PyTypeObject *partial = nullptr, *notImplemented = Py_TYPE(Py_NotImplemented);
  std::unordered_set<PyTypeObject *> iterators;

  InternalTypes() {
    if (Ref functools = Ref::steal(PyImport_ImportModule("functools")))
      partial =
          reinterpret_cast<PyTypeObject *>(PyObject_GetAttrString(functools.get(), "partial"));
    for (PyTypeObject *type :
         {&PyEnum_Type, &PyZip_Type, &PyMap_Type, &PyFilter_Type, &PyReversed_Type,
          &PyRangeIter_Type, &PyListIter_Type, &PyTupleIter_Type, &PyDictIterKey_Type,
          &PyDictIterValue_Type, &PyDictIterItem_Type, &PySetIter_Type, &PySeqIter_Type,
          &PyCallIter_Type, &PyUnicodeIter_Type, &PyBytesIter_Type, &PyListRevIter_Type,
          &PyGen_Type})
      iterators.insert(type);
    PyErr_Clear();
  }
};
const InternalTypes &internalTypes() {
  static Once<InternalTypes> types;
  return *types.get([] { return new InternalTypes; });
}

PyTypeObject *methodWrapperType() {
  Ref method = Ref::steal(PyObject_GetAttrString(Py_None, "__str__"));
  return Py_TYPE(method.get()); // which is static
}

using Kinds = std::unordered_map<PyTypeObject *, Kind>;

Kinds *makeBuiltinKinds() {
  return new Kinds{{Py_TYPE(Py_None), Kind::None},
                   {&PyBool_Type, Kind::Bool},
                   {&PyLong_Type, Kind::Int},
                   {&PyFloat_Type, Kind::Float},
                   {&PyComplex_Type, Kind::Complex},
                   {&PyUnicode_Type, Kind::Str},
                   {&PyBytes_Type, Kind::Bytes},
                   {Py_TYPE(Py_Ellipsis), Kind::Ellipsis},
                   {Py_TYPE(Py_NotImplemented), Kind::NotImplemented},
                   {&PyTuple_Type, Kind::Tuple},
                   {&PyList_Type, Kind::List},
                   {&PyDict_Type, Kind::Dict},
                   {&PySet_Type, Kind::Set},
                   {&PyFrozenSet_Type, Kind::FrozenSet},
                   {&PySlice_Type, Kind::Slice},
                   {&PyRange_Type, Kind::Range},
                   {&PyFunction_Type, Kind::Function},
                   {&PyCFunction_Type, Kind::BuiltinFunction},
                   {&PyCMethod_Type, Kind::BuiltinFunction},
                   {methodWrapperType(), Kind::BuiltinFunction},
                   {&PyMethod_Type, Kind::BoundMethod},
                   {&PyWrapperDescr_Type, Kind::SlotWrapper},
                   {&PyMethodDescr_Type, Kind::SlotWrapper},
                   {&PyClassMethodDescr_Type, Kind::SlotWrapper},
                   {&PyGetSetDescr_Type, Kind::SlotWrapper},
                   {&PyMemberDescr_Type, Kind::SlotWrapper},
                   {&PyProperty_Type, Kind::Property},
                   {&PyClassMethod_Type, Kind::ClassMethod},
                   {&PyStaticMethod_Type, Kind::StaticMethod},
                   {&PyCell_Type, Kind::Cell},
                   {&PyModule_Type, Kind::Module},
                   {&PyDictProxy_Type, Kind::MappingProxy},
                   {&PyCode_Type, Kind::Code}};
}
const Kinds &builtinKinds() {
  static Once<Kinds> kinds;
  return *kinds.get(makeBuiltinKinds);
}

Kind torchKind(PyTypeObject *type) {
  const TorchTypes &torch = torchTypes();
  if (!torch.loaded())
    return Kind::Other;
  if (type == torch.tensor)
    return Kind::Tensor;
  if (type == torch.parameter)
    return Kind::Parameter;
  if (type == torch.size)
    return Kind::Size;
  if (type == torch.dtype)
    return Kind::DType;
  if (type == torch.device)
    return Kind::Device;
  if (type == torch.layout)
    return Kind::Layout;
  if (type == torch.memoryFormat)
    return Kind::MemoryFormat;
  if (type == torch.generator)
    return Kind::Generator;
  return PyType_IsSubtype(type, torch.tensor) ? Kind::Instance : Kind::Other;
}

PyTypeObject *namespaceType() {
  static Imported known("types", "SimpleNamespace");
  return known.type();
}

/// Built-in containers and exceptions that are modelled as instances with a payload, and what has
/// nothing but attributes.
bool isStandardInstance(PyTypeObject *type) {
  if (type == namespaceType())
    return true;
  if (PyType_IsSubtype(type, reinterpret_cast<PyTypeObject *>(PyExc_BaseException)))
    return true;
  return type == &PyODict_Type || PyType_IsSubtype(type, &PyDict_Type) || type == dequeType();
}

/// "torch.add" for the functions that torch gathers in classes of its own.
std::string canonical(const std::string &module, std::string name) {
  static constexpr std::string_view functions = "_VariableFunctionsClass.";
  static constexpr std::string_view base = "TensorBase.";
  if (name.starts_with(functions))
    return "torch." + name.substr(functions.size());
  if (name.starts_with(base))
    return "torch.Tensor." + name.substr(base.size());
  if (name.starts_with("pybind11_detail_function_record")) // its record is no class that one knows
    name = name.substr(name.find('.') + 1);
  if (module == "_operator")
    return "operator." + name;
  return module.empty() ? name : module + "." + name;
}

} // namespace

Handle CPythonHost::handle(PyObject *object) {
  if (object)
    object = behindWrapper(object);
  if (object && !kept.count(object))
    kept.emplace(object, Ref::borrow(object));
  return reinterpret_cast<Handle>(object);
}

Handle CPythonHost::adopt(PyObject *object) {
  PyObject *behind = object ? behindWrapper(object) : nullptr;
  if (behind != object) {
    Handle found = handle(behind);
    Py_DECREF(object);
    return found;
  }
  if (!object)
    PyErr_Clear();
  else if (kept.count(object))
    Py_DECREF(object);
  else
    kept.emplace(object, Ref::steal(object));
  return reinterpret_cast<Handle>(object);
}

Kind CPythonHost::kind(Handle handle) {
  PyObject *self = object(handle);
  PyTypeObject *type = Py_TYPE(self);
  auto found = builtinKinds().find(type);
  if (found != builtinKinds().end())
    return found->second;
  if (PyType_Check(self))
    return Kind::Class;
  if (type == internalTypes().partial)
    return Kind::Partial;
  Kind ofTorch = torchKind(type);
  if (ofTorch != Kind::Other)
    return ofTorch;
  if (internalTypes().iterators.count(type))
    return Kind::Iterator;
  return isPythonClass(type) || isStandardInstance(type) ? Kind::Instance : Kind::Other;
}

bool CPythonHost::isFixed(Handle handle) {
  PyObject *self = object(handle);
  if (!PyType_Check(self))
    return false;
  auto *type = reinterpret_cast<PyTypeObject *>(self);
  return !PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE) ||
         PyType_HasFeature(type, Py_TPFLAGS_IMMUTABLETYPE);
}

Handle CPythonHost::classOf(Handle handle) {
  return this->handle(reinterpret_cast<PyObject *>(typeBeforeTwin(object(handle))));
}

Handle CPythonHost::classSeen(Handle cls) {
  return handle(
      reinterpret_cast<PyObject *>(classBeforeTwin(reinterpret_cast<PyTypeObject *>(object(cls)))));
}

std::string CPythonHost::textOf(PyObject *object, const char *name) {
  Ref value = Ref::steal(PyObject_GetAttrString(object, name));
  if (!value || !PyUnicode_Check(value.get())) {
    PyErr_Clear();
    return {};
  }
  const char *text = PyUnicode_AsUTF8(value.get());
  PyErr_Clear();
  return text ? text : "";
}

std::string CPythonHost::qualifiedName(Handle handle) {
  PyObject *self = object(handle);
  switch (kind(handle)) {
  case Kind::Class: {
    // type's own getters: a metaclass cannot interfere.
    Ref module = Ref::steal(PyObject_GetAttrString(self, "__module__"));
    PyErr_Clear();
    const char *text =
        module && PyUnicode_Check(module.get()) ? PyUnicode_AsUTF8(module.get()) : "";
    Ref name = Ref::steal(PyType_GetQualName(reinterpret_cast<PyTypeObject *>(self)));
    return canonical(text, PyUnicode_AsUTF8(name.get()));
  }
  case Kind::Function:
    return canonical(textOf(self, "__module__"), textOf(self, "__qualname__"));
  case Kind::BuiltinFunction: {
    PyObject *owner = PyCFunction_Check(self) ? PyCFunction_GET_SELF(self) : nullptr;
    std::string module = textOf(self, "__module__");
    if (module.empty() && Py_IS_TYPE(self, methodWrapperType()))
      owner = object(boundSelf(handle));
    if (module.empty() && owner) {
      PyTypeObject *type =
          PyType_Check(owner) ? reinterpret_cast<PyTypeObject *>(owner) : Py_TYPE(owner);
      module = textOf(reinterpret_cast<PyObject *>(type), "__module__");
    }
    return canonical(module, textOf(self, "__qualname__"));
  }
  case Kind::SlotWrapper: {
    PyTypeObject *owner = reinterpret_cast<PyDescrObject *>(self)->d_type;
    return canonical(textOf(reinterpret_cast<PyObject *>(owner), "__module__"),
                     textOf(self, "__qualname__"));
  }
  case Kind::Module:
    return textOf(self, "__name__");
  default:
    return qualifiedName(classOf(handle));
  }
}

std::string CPythonHost::typeName(Handle cls) {
  return reinterpret_cast<PyTypeObject *>(object(cls))->tp_name;
}

std::string CPythonHost::repr(Handle handle) {
  Ref seen = beforeTwin(object(handle));
  PyObject *self = seen.get();
  // A method of the user's is the program's to call: any object's text stands for it here.
  PyObject *method = lookupInType(Py_TYPE(self), object(str("__repr__")));
  bool isUsers = method && PyFunction_Check(method);
  Ref text = Ref::steal(isUsers ? PyBaseObject_Type.tp_repr(self) : PyObject_Repr(self));
  const char *bytes = text ? PyUnicode_AsUTF8(text.get()) : nullptr;
  std::string result = bytes ? bytes : "";
  PyErr_Clear();
  return result;
}

} // namespace lith::python
