// DLPackExchange.cpp: by C functions, or by attributes and capsules.
#include "call/DLPackExchange.h"

namespace lith::python {

namespace {

/// A DLPack tensor of before version 1.
struct Unversioned {
  DLManagedTensor managed;
  DLManagedTensorVersioned *inner;
};

void deleteUnversioned(DLManagedTensor *managed) {
  auto *outer = reinterpret_cast<Unversioned *>(managed);
  outer->inner->deleter(outer->inner);
  delete outer;
}

/// Writes the integers of a tuple. False where it has another length.
bool readInts(PyObject *tuple, int64_t *into, Py_ssize_t count) {
  if (!tuple || !PyTuple_Check(tuple) || PyTuple_Size(tuple) != count)
    return false;
  for (Py_ssize_t i = 0; i < count; ++i)
    into[i] = PyLong_AsLongLong(PyTuple_GetItem(tuple, i));
  return true;
}

} // namespace

DLPackExchange::DLPackExchange(const TorchTypes &types) {
  PyObject *tensor = reinterpret_cast<PyObject *>(types.tensor);
  Ref capsule = Ref::steal(PyObject_GetAttrString(tensor, "__dlpack_c_exchange_api__"));
  if (capsule)
    api = static_cast<const DLPackExchangeAPI *>(
        PyCapsule_GetPointer(capsule.get(), "dlpack_exchange_api"));
  while (api && api->header.version.major > DLPACK_MAJOR_VERSION)
    api = reinterpret_cast<const DLPackExchangeAPI *>(api->header.prev_api);
  if (!api) {
    isCpu = {types.tensor, "is_cpu"};
    layout = {types.tensor, "layout"};
    dtype = {types.tensor, "dtype"};
    shape = {types.tensor, "shape"};
    strided = PyObject_GetAttrString(types.torch, "strided");
    Ref internals = Ref::steal(PyObject_GetAttrString(types.torch, "_C"));
    fromCapsule = internals ? PyObject_GetAttrString(internals.get(), "_from_dlpack") : nullptr;
  }
  PyErr_Clear();
}

bool DLPackExchange::view(PyObject *tensor, TensorView &view) const {
  bool isRead = api ? api->dltensor_from_py_object_no_sync(tensor, &view.tensor) == 0
                    : viewAttributes(tensor, view);
  PyErr_Clear();
  view.dtype = isRead ? dtypeOfDLPack(view.tensor.dtype) : -1;
  return isRead;
}

bool DLPackExchange::viewAttributes(PyObject *tensor, TensorView &view) const {
  if (isCpu.of(tensor).get() != Py_True || layout.of(tensor).get() != strided)
    return false;
  Ref sizes = shape.of(tensor), type = dtype.of(tensor);
  Ref strides = Ref::steal(PyObject_CallMethod(tensor, "stride", nullptr));
  Ref start = strides ? Ref::steal(PyObject_CallMethod(tensor, "data_ptr", nullptr)) : Ref();
  int known = type ? dtypeOf(type.get()) : -1;
  if (!sizes || !start || known < 0 || !PyTuple_Check(sizes.get()))
    return false;
  Py_ssize_t rank = PyTuple_Size(sizes.get());
  view.sizes = std::make_unique<int64_t[]>(size_t(rank) * 2 + 1);
  int64_t *own = view.sizes.get();
  if (!readInts(sizes.get(), own, rank) || !readInts(strides.get(), own + rank, rank))
    return false;
  view.tensor = {PyLong_AsVoidPtr(start.get()),
                 {kDLCPU, 0},
                 int32_t(rank),
                 dlpackType(known),
                 own,
                 own + rank,
                 0};
  return !PyErr_Occurred();
}

PyObject *DLPackExchange::take(DLManagedTensorVersioned *managed) const {
  if (!api)
    return takeCapsule(managed);
  void *made = nullptr;
  if (api->managed_tensor_to_py_object_no_sync(managed, &made) != 0) {
    managed->deleter(managed);
    return nullptr;
  }
  return static_cast<PyObject *>(made);
}

PyObject *DLPackExchange::takeCapsule(DLManagedTensorVersioned *managed) const {
  auto *outer = new Unversioned{{managed->dl_tensor, nullptr, deleteUnversioned}, managed};
  Ref capsule = Ref::steal(PyCapsule_New(&outer->managed, "dltensor", nullptr));
  PyObject *made =
      capsule && fromCapsule ? PyObject_CallOneArg(fromCapsule, capsule.get()) : nullptr;
  bool isTaken = capsule && !PyCapsule_IsValid(capsule.get(), "dltensor");
  if (!made && !isTaken)
    deleteUnversioned(&outer->managed);
  return made;
}

} // namespace lith::python
