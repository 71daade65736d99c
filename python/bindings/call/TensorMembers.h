// TensorMembers.h: attributes and methods of torch.Tensor by their C functions, found once.
//
// A module that is built for all releases of Python knows a descriptor's function, but not what the
// descriptor holds.
#ifndef LITH_PYTHON_CALL_TENSOR_MEMBERS_H
#define LITH_PYTHON_CALL_TENSOR_MEMBERS_H

#include "host/Objects.h"

namespace lith::python {

/// Borrowed for ever; null where the type has no such descriptor.
inline PyObject *memberOf(PyTypeObject *type, const char *name, PyTypeObject *descriptor) {
  Ref key = Ref::steal(PyUnicode_FromString(name));
  PyObject *found = lookupInType(type, key.get());
  return found && Py_IS_TYPE(found, descriptor) ? found : nullptr;
}

class TensorAttribute {
public:
  TensorAttribute() = default;
  TensorAttribute(PyTypeObject *type, const char *name) : name(name) {
    PyObject *found = memberOf(type, name, &PyGetSetDescr_Type);
#ifdef Py_LIMITED_API
    member = found;
#else
    member = found ? reinterpret_cast<PyGetSetDescrObject *>(found)->d_getset : nullptr;
#endif
  }
  /// Null where that raises; no error is set.
  Ref of(PyObject *tensor) const {
    Ref value = Ref::steal(member ? get(tensor) : PyObject_GetAttrString(tensor, name));
    if (!value)
      PyErr_Clear();
    return value;
  }

private:
#ifdef Py_LIMITED_API
  PyObject *get(PyObject *tensor) const {
    static const auto function = slot::tp_descr_get(&PyGetSetDescr_Type);
    return function(member, tensor, reinterpret_cast<PyObject *>(Py_TYPE(tensor)));
  }
  PyObject *member = nullptr;
#else
  PyObject *get(PyObject *tensor) const { return member->get(tensor, member->closure); }
  PyGetSetDef *member = nullptr;
#endif
  const char *name = nullptr;
};

/// A method without arguments that answers yes or no.
class TensorPredicate {
public:
  TensorPredicate() = default;
  TensorPredicate(PyTypeObject *type, const char *name) {
    PyObject *found = memberOf(type, name, &PyMethodDescr_Type);
#ifdef Py_LIMITED_API
    method = found;
#else
    PyMethodDef *def = found ? reinterpret_cast<PyMethodDescrObject *>(found)->d_method : nullptr;
    method = def && (def->ml_flags & METH_NOARGS) ? def->ml_meth : nullptr;
#endif
  }
  /// False where there is none, and where it raises; no error is set.
  bool of(PyObject *tensor) const {
    Ref answer = Ref::steal(method ? call(tensor) : nullptr);
    if (!answer)
      PyErr_Clear();
    return answer.get() == Py_True;
  }

private:
#ifdef Py_LIMITED_API
  PyObject *call(PyObject *tensor) const { return PyObject_CallOneArg(method, tensor); }
  PyObject *method = nullptr;
#else
  PyObject *call(PyObject *tensor) const { return method(tensor, nullptr); }
  PyCFunction method = nullptr;
#endif
};

} // namespace lith::python

#endif // LITH_PYTHON_CALL_TENSOR_MEMBERS_H
