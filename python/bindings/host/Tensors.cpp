// Tensors.cpp: what a tensor of torch is, through attribute access only.
#include "host/CPythonHost.h"

#include <lith/abi.h>

namespace lith::python {

namespace {

int64_t integerOf(PyObject *owned) {
  Ref value = Ref::steal(owned);
  int64_t number = value ? PyLong_AsLongLong(value.get()) : -1;
  if (PyErr_Occurred())
    PyErr_Clear();
  return number;
}

bool flagOf(PyObject *object, const char *name) {
  Ref value = Ref::steal(PyObject_GetAttrString(object, name));
  if (!value)
    PyErr_Clear();
  return value.get() == Py_True;
}

std::vector<int64_t> integersOf(PyObject *owned) {
  Ref sequence = Ref::steal(owned);
  std::vector<int64_t> numbers;
  if (!sequence || !PyTuple_Check(sequence.get())) {
    PyErr_Clear();
    return numbers;
  }
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(sequence.get()); ++i)
    numbers.push_back(integerOf(Py_NewRef(PyTuple_GET_ITEM(sequence.get(), i))));
  return numbers;
}

/// Whether its elements are in memory of the CPU, as they are.
bool isStridedOnCpu(PyObject *tensor) {
  Ref layout = Ref::steal(PyObject_GetAttrString(tensor, "layout"));
  Ref strided = Ref::steal(PyObject_GetAttrString(torchTypes().torch, "strided"));
  bool plain = flagOf(tensor, "is_cpu") && layout && layout.get() == strided.get() &&
               !flagOf(tensor, "is_quantized") && !flagOf(tensor, "is_nested");
  for (const char *lazy : {"is_conj", "is_neg"}) {
    Ref answer = Ref::steal(PyObject_CallMethod(tensor, lazy, nullptr));
    plain = plain && answer.get() != Py_True;
  }
  PyErr_Clear();
  return plain;
}

} // namespace

host::TensorInfo CPythonHost::tensor(host::Handle handle) {
  PyObject *tensor = object(handle);
  host::TensorInfo info{};
  Ref dtype = Ref::steal(PyObject_GetAttrString(tensor, "dtype"));
  info.dtype = dtype ? dtypeOf(dtype.get()) : -1;
  info.requiresGrad = flagOf(tensor, "requires_grad");
  info.isLeaf = flagOf(tensor, "is_leaf");
  PyTypeObject *parameter = torchTypes().parameter;
  info.isParameter = parameter && Py_IS_TYPE(tensor, parameter);
  info.supported = info.dtype >= 0 && isStridedOnCpu(tensor) && !hasTangent(tensor);
  if (info.supported) {
    info.sizes = integersOf(PyObject_GetAttrString(tensor, "shape"));
    info.strides = integersOf(PyObject_CallMethod(tensor, "stride", nullptr));
    info.storageOffset = integerOf(PyObject_CallMethod(tensor, "storage_offset", nullptr));
    Ref storage = Ref::steal(PyObject_CallMethod(tensor, "untyped_storage", nullptr));
    if (storage) {
      info.storage = uint64_t(integerOf(PyObject_GetAttrString(storage.get(), "_cdata")));
      info.storageBytes = integerOf(PyObject_CallMethod(storage.get(), "nbytes", nullptr));
    }
    info.supported = storage && info.sizes.size() <= LITH_MAX_RANK;
    info.data =
        reinterpret_cast<const void *>(integerOf(PyObject_CallMethod(tensor, "data_ptr", nullptr)));
  }
  PyErr_Clear();
  return info;
}

host::Handle CPythonHost::dtype(int lithDType) { return handle(torchDType(lithDType)); }

int CPythonHost::asDType(host::Handle handle) { return dtypeOf(object(handle)); }

} // namespace lith::python
