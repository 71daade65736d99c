// Objects.h: types of torch and of Python's library, and what objects hold, read raw.
#ifndef LITH_PYTHON_HOST_OBJECTS_H
#define LITH_PYTHON_HOST_OBJECTS_H

#include "Ref.h"
#include "host/Host.h"

#include <string>

namespace lith::python {

inline PyObject *object(host::Handle handle) {
  return reinterpret_cast<PyObject *>(const_cast<host::Object *>(handle));
}

/// Types of torch and other libraries, looked up when the library has been imported.
struct TorchTypes {
  PyTypeObject *tensor = nullptr, *parameter = nullptr, *dtype = nullptr, *device = nullptr,
               *layout = nullptr, *memoryFormat = nullptr, *generator = nullptr, *size = nullptr,
               *module = nullptr;
  PyObject *torch = nullptr; ///< the module
  bool loaded() const { return tensor != nullptr; }
};
/// Borrowed for the life of the process; empty until torch has been imported completely.
const TorchTypes &torchTypes();

/// Whether a tensor of torch has a tangent of forward mode, which no program computes.
bool hasTangent(PyObject *tensor);

/// lith_dtype of a torch.dtype, -1 for one that Lith lacks.
int dtypeOf(PyObject *torchDType);
/// The torch.dtype of a lith_dtype (borrowed), null without torch.
PyObject *torchDType(int dtype);

/// The entry of `type`'s own namespace or the nearest base's; borrowed, null when absent.
PyObject *lookupInType(PyTypeObject *type, PyObject *name);
/// The object's own __dict__ without running code; borrowed, null when it has none.
PyObject *ownDict(PyObject *object);
/// Whether the class was made by a Python class statement (or a call of its metaclass).
bool isPythonClass(PyTypeObject *type);
/// The nearest base that is not: its constructor is C code.
PyTypeObject *builtinBase(PyTypeObject *cls);
/// collections.deque, whose code is in C and whose contents are those of a list.
PyTypeObject *dequeType();
/// collections.OrderedDict, whose code is in C as well.
PyTypeObject *orderedDictType();
inline bool isOrderedDict(PyObject *object) {
  return PyDict_Check(object) && !PyDict_CheckExact(object) &&
         PyObject_TypeCheck(object, orderedDictType());
}
/// The name of a class as messages show it; with its module, where it is written in C and is not
/// of Python itself.
std::string shownName(PyTypeObject *type);

/// What a type has in a slot; null where that is empty.
namespace slot {
#ifdef Py_LIMITED_API
#define LITH_SLOT(Type, name)                                                                      \
  inline Type name(PyTypeObject *type) {                                                           \
    return reinterpret_cast<Type>(PyType_GetSlot(type, Py_##name));                                \
  }
#else
#define LITH_SLOT(Type, name)                                                                      \
  inline Type name(PyTypeObject *type) { return type->name; }
#endif
LITH_SLOT(PyTypeObject *, tp_base)
LITH_SLOT(allocfunc, tp_alloc)
LITH_SLOT(descrgetfunc, tp_descr_get)
LITH_SLOT(descrsetfunc, tp_descr_set)
LITH_SLOT(destructor, tp_dealloc)
LITH_SLOT(freefunc, tp_free)
LITH_SLOT(getiterfunc, tp_iter)
LITH_SLOT(initproc, tp_init)
LITH_SLOT(newfunc, tp_new)
LITH_SLOT(setattrofunc, tp_setattro)
#undef LITH_SLOT
} // namespace slot

} // namespace lith::python

#endif // LITH_PYTHON_HOST_OBJECTS_H
