// Exchange.cpp: the exchange of tensors with torch.
#include "call/Exchange.h"

#include "Once.h"

#include <lith/artifact.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <span>

namespace lith::python {

namespace {

/// C entries of torch.Tensor, found once by attribute access.
struct TorchAccess {
  DLPackExchange exchange;
  TensorAttribute requiresGrad, isLeaf, base, hooks;
  TensorPredicate isConjugate, isNegative;
  PyObject *isGradEnabled = nullptr, *setGradEnabled = nullptr; // kept for ever
  PyObject *incrementVersion = nullptr;

  explicit TorchAccess(const TorchTypes &types) : exchange(types) {
    requiresGrad = {types.tensor, "requires_grad"};
    isLeaf = {types.tensor, "is_leaf"};
    base = {types.tensor, "_base"};
    hooks = {types.tensor, "_backward_hooks"};
    isConjugate = {types.tensor, "is_conj"};
    isNegative = {types.tensor, "is_neg"};
    isGradEnabled = PyObject_GetAttrString(types.torch, "is_grad_enabled");
    Ref internals = Ref::steal(PyObject_GetAttrString(types.torch, "_C"));
    if (internals)
      setGradEnabled = PyObject_GetAttrString(internals.get(), "_set_grad_enabled");
    if (internals)
      incrementVersion = PyObject_GetAttrString(internals.get(), "_increment_version");
    PyErr_Clear();
  }
};

const TorchAccess &torchAccess() {
  static Once<TorchAccess> access;
  return *access.get([] { return new TorchAccess(torchTypes()); });
}

/// Whether the memory holds negated elements: only imaginary parts of conjugated tensors do. They
/// are views, of which every second element is between two of the tensor's, so that torch, whose
/// answer takes a while, need not be asked about others.
bool isNegative(const TorchAccess &access, PyObject *tensor, const DLTensor &layout) {
  for (int dim = 0; dim < layout.ndim; ++dim)
    if (layout.shape[dim] > 1 && layout.strides[dim] % 2 != 0 &&
        access.base.of(tensor).get() == Py_None)
      return false;
  return access.isNegative.of(tensor);
}

/// The last user of an input's memory has gone, on whatever thread.
void dropPython(void *object) {
  if (!Py_IsInitialized())
    return;
  PyGILState_STATE state = PyGILState_Ensure();
  Py_DECREF(static_cast<PyObject *>(object));
  PyGILState_Release(state);
}

} // namespace

bool isTorchTensor(PyObject *object) {
  const TorchTypes &types = torchTypes();
  PyTypeObject *type = Py_TYPE(object);
  return types.tensor && (type == types.tensor || type == types.parameter);
}

bool viewTensor(PyObject *tensor, TensorView &view) {
  const TorchAccess &access = torchAccess();
  if (!access.exchange.view(tensor, view))
    return false;
  bool complex = view.dtype == LITH_COMPLEX64 || view.dtype == LITH_COMPLEX128;
  return view.dtype >= 0 && view.tensor.device.device_type == kDLCPU &&
         view.tensor.ndim <= LITH_MAX_RANK && !isNegative(access, tensor, view.tensor) &&
         !(complex && access.isConjugate.of(tensor)) && !hasTangent(tensor);
}

bool requiresGrad(PyObject *tensor) {
  return torchAccess().requiresGrad.of(tensor).get() == Py_True;
}

Ref hooksOf(PyObject *tensor) {
  Ref hooks = torchAccess().hooks.of(tensor);
  return hooks && PyDict_Check(hooks.get()) ? hooks : Ref();
}

bool isLeaf(PyObject *tensor) { return torchAccess().isLeaf.of(tensor).get() == Py_True; }

bool isGradEnabled() {
  PyObject *function = torchTypes().loaded() ? torchAccess().isGradEnabled : nullptr;
  Ref result = Ref::steal(function ? PyObject_CallNoArgs(function) : nullptr);
  PyErr_Clear();
  return result.get() == Py_True;
}

void raiseVersions(PyObject *tensors) {
  PyObject *function = torchAccess().incrementVersion;
  Ref done = Ref::steal(function ? PyObject_CallOneArg(function, tensors) : nullptr);
  PyErr_Clear();
  Ref each = Ref::steal(function && !done ? PyObject_GetIter(tensors) : nullptr);
  while (Ref one = Ref::steal(each ? PyIter_Next(each.get()) : nullptr)) // before 2.5: one tensor
    Ref::steal(PyObject_CallOneArg(function, one.get()));
  PyErr_Clear();
}

lith_tensor *importTensor(lith_ctx *ctx, PyObject *tensor, const TensorView &view) {
  const DLTensor &from = view.tensor;
  lith_tensor *made =
      makeTensor(ctx, static_cast<lith_dtype>(view.dtype), {from.shape, size_t(from.ndim)},
                 {from.strides, size_t(from.ndim)},
                 static_cast<char *>(from.data) + from.byte_offset, Py_NewRef(tensor), dropPython);
  if (made)
    made->handle = tensor;
  else
    Py_DECREF(tensor);
  return made;
}

std::optional<std::span<char>> storageOf(PyObject *tensor) {
  Ref storage = Ref::steal(PyObject_CallMethod(tensor, "untyped_storage", nullptr));
  Ref bytes = storage ? Ref::steal(PyObject_CallMethod(storage.get(), "nbytes", nullptr)) : Ref();
  Ref start = bytes ? Ref::steal(PyObject_CallMethod(storage.get(), "data_ptr", nullptr)) : Ref();
  if (!start) {
    PyErr_Clear();
    return std::nullopt;
  }
  return std::span(static_cast<char *>(PyLong_AsVoidPtr(start.get())),
                   PyLong_AsSize_t(bytes.get()));
}

Extent extentOf(PyObject *tensor, const TensorView &view, bool ofStorage) {
  if (auto storage = ofStorage ? storageOf(tensor) : std::nullopt)
    return {storage->data(), storage->data() + storage->size()};
  const DLTensor &t = view.tensor;
  const char *data = static_cast<const char *>(t.data) + t.byte_offset;
  int64_t least = 0, most = 0;
  for (int i = 0; i < t.ndim; ++i) {
    if (t.shape[i] == 0)
      return {data, data};
    (t.strides[i] < 0 ? least : most) += t.strides[i] * (t.shape[i] - 1);
  }
  int64_t bytes = t.dtype.bits / 8;
  return {data + least * bytes, data + (most + 1) * bytes};
}

void spanStorage(lith_tensor *imported, PyObject *tensor) {
  auto storage = storageOf(tensor);
  Ref offset = Ref::steal(PyObject_CallMethod(tensor, "storage_offset", nullptr));
  if (!storage || !offset) {
    PyErr_Clear();
    return;
  }
  imported->storage->data = storage->data();
  imported->storage->bytes = int64_t(storage->size());
  imported->data = // of a tensor without elements DLPack gives no place
      storage->data() + PyLong_AsLongLong(offset.get()) * dtypeBytes(imported->head.dtype);
}

namespace {

void deleteShared(DLManagedTensorVersioned *managed) {
  releaseObject(nullptr, static_cast<lith_object *>(managed->manager_ctx));
  delete managed;
}

/// A tensor of another dtype over the storage object of an input.
PyObject *reinterpreted(PyObject *input, int dtype, PyObject *sizes, PyObject *strides,
                        int64_t offset) {
  PyObject *torch = torchTypes().torch;
  Ref type = Ref::steal(PyObject_GetAttrString(torch, dtypeName(dtype)));
  Ref none = type ? Ref::steal(PyObject_CallMethod(torch, "tensor", "[]")) : Ref();
  Ref empty = none ? Ref::steal(PyObject_CallMethod(none.get(), "to", "O", type.get())) : Ref();
  Ref storage = Ref::steal(PyObject_CallMethod(input, "untyped_storage", nullptr));
  if (!empty || !storage)
    return nullptr;
  return PyObject_CallMethod(empty.get(), "set_", "OLOO", storage.get(),
                             static_cast<long long>(offset), sizes, strides);
}

/// torch.set_grad_enabled(False) for a scope.
class NoGradients {
public:
  explicit NoGradients(bool isOn) : isOn(isOn && isGradEnabled()) { set(false); }
  ~NoGradients() { set(true); }

private:
  void set(bool mode) const {
    if (PyObject *function = torchAccess().setGradEnabled; isOn && function)
      Ref::steal(PyObject_CallOneArg(function, mode ? Py_True : Py_False));
  }
  const bool isOn;
};

bool hasGeometry(const DLTensor &of, const lith_tensor *tensor) {
  return static_cast<char *>(of.data) + of.byte_offset == tensor->data &&
         of.ndim == tensor->head.rank && std::equal(of.shape, of.shape + of.ndim, tensor->sizes) &&
         std::equal(of.strides, of.strides + of.ndim, tensor->strides);
}

/// Whether this is memory of a constant, which goes with the program.
bool isOfConstant(const lith_tensor *tensor) { return tensor->storage->head.refs < 0; }

/// A view of an input as torch makes one: it shares the input's storage object and, unless it is
/// detached, the input's place in the graph.
PyObject *viewOfInput(PyObject *input, const lith_tensor *tensor, Part part) {
  TensorView view;
  if (!viewTensor(input, view))
    return nullptr;
  const char *first = isOfConstant(tensor) // of which `input` is a copy
                          ? tensor->storage->data
                          : static_cast<char *>(view.tensor.data) + view.tensor.byte_offset;
  int dtype = tensor->head.dtype;
  int64_t bytes = dtypeBytes(dtype);
  Ref start = Ref::steal(PyObject_CallMethod(input, "storage_offset", nullptr));
  if (!start)
    return nullptr;
  int64_t place = PyLong_AsLongLong(start.get()) * dtypeBytes(view.dtype) + (tensor->data - first);
  if (place % bytes != 0)
    return nullptr;
  int64_t offset = place / bytes;
  Ref sizes = Ref::steal(PyTuple_New(tensor->head.rank));
  Ref strides = Ref::steal(PyTuple_New(tensor->head.rank));
  for (int i = 0; sizes && strides && i < tensor->head.rank; ++i) {
    PyTuple_SET_ITEM(sizes.get(), i, PyLong_FromLongLong(tensor->sizes[i]));
    PyTuple_SET_ITEM(strides.get(), i, PyLong_FromLongLong(tensor->strides[i]));
  }
  if (!sizes || !strides)
    return nullptr;
  if (view.dtype != dtype)
    return reinterpreted(input, dtype, sizes.get(), strides.get(), offset);
  Ref base = part == Part::Detached ? Ref::steal(PyObject_CallMethod(input, "detach", nullptr))
                                    : Ref::borrow(input);
  if (part == Part::Detached && hasGeometry(view.tensor, tensor))
    return base.release();
  NoGradients none(part == Part::NoGradView || part == Part::StaleView);
  PyObject *made = base ? PyObject_CallMethod(base.get(), "as_strided", "OOL", sizes.get(),
                                              strides.get(), static_cast<long long>(offset))
                        : nullptr;
  if (made && part == Part::StaleView)
    raiseVersions(Ref::steal(PyTuple_Pack(1, made)).get());
  return made;
}

} // namespace

DLManagedTensorVersioned *shareTensor(lith_tensor *tensor) {
  retainObject(&tensor->head);
  bool empty = false;
  for (int i = 0; i < tensor->head.rank; ++i)
    empty |= tensor->sizes[i] == 0;
  return new DLManagedTensorVersioned{{DLPACK_MAJOR_VERSION, 0},
                                      tensor,
                                      deleteShared,
                                      0,
                                      {empty ? nullptr : tensor->data,
                                       {kDLCPU, 0},
                                       tensor->head.rank,
                                       dlpackType(tensor->head.dtype),
                                       tensor->sizes,
                                       tensor->strides,
                                       0}};
}

namespace {

/// Whether the tensor leaves out some of its storage.
bool isPartial(const lith_tensor *tensor) {
  int64_t bytes = dtypeBytes(tensor->head.dtype);
  for (int i = 0; i < tensor->head.rank; ++i)
    bytes *= tensor->sizes[i];
  return bytes != 0 && bytes < tensor->storage->bytes;
}

struct FlatStorage {
  DLManagedTensorVersioned managed;
  int64_t size, stride;
};

void deleteFlat(DLManagedTensorVersioned *managed) {
  releaseObject(nullptr, static_cast<lith_object *>(managed->manager_ctx));
  delete reinterpret_cast<FlatStorage *>(managed);
}

/// A flat torch tensor over all of the storage of `tensor`, of its dtype. New reference; null with
/// an error set.
PyObject *exportStorage(lith_tensor *tensor) {
  int dtype = tensor->head.dtype;
  retainObject(&tensor->head);
  DLTensor all = {tensor->storage->data, {kDLCPU, 0}, 1, dlpackType(dtype), nullptr, nullptr, 0};
  auto *flat = new FlatStorage{{{DLPACK_MAJOR_VERSION, 0}, tensor, deleteFlat, 0, all},
                               tensor->storage->bytes / dtypeBytes(dtype),
                               1};
  flat->managed.dl_tensor.shape = &flat->size;
  flat->managed.dl_tensor.strides = &flat->stride;
  return torchAccess().exchange.take(&flat->managed);
}

/// The object that an input is, a view of `input` (the tensor whose storage it shares, if any), or
/// a new tensor over Lith's storage. New reference; null with an error set.
PyObject *exportTensor(lith_tensor *tensor, PyObject *input, Part part) {
  if (tensor->handle)
    return Py_NewRef(static_cast<PyObject *>(tensor->handle));
  if (input) {
    if (PyObject *view = viewOfInput(input, tensor, part))
      return view;
    PyErr_Clear();
  }
  return torchAccess().exchange.take(shareTensor(tensor));
}

/// A torch tensor over a copy of the storage of `tensor`: of its geometry where that is all of it,
/// else flat. New reference; null with an error set.
PyObject *copyOfStorage(const lith_tensor *tensor) {
  int64_t bytes = tensor->storage->bytes, one = 1;
  int64_t count = bytes / dtypeBytes(tensor->head.dtype);
  auto *memory = static_cast<char *>(std::malloc(size_t(std::max<int64_t>(bytes, 1))));
  if (!memory)
    return PyErr_NoMemory();
  std::memcpy(memory, tensor->storage->data, size_t(bytes));
  bool isFlat = isPartial(tensor);
  size_t rank = isFlat ? 1 : tensor->head.rank;
  lith_tensor *copy = makeTensor(
      nullptr, static_cast<lith_dtype>(tensor->head.dtype), {isFlat ? &count : tensor->sizes, rank},
      {isFlat ? &one : tensor->strides, rank}, memory, memory, std::free);
  PyObject *made = copy ? exportTensor(copy, nullptr, Part::View) : PyErr_NoMemory();
  if (copy)
    releaseObject(nullptr, &copy->head);
  return made;
}

} // namespace

// Not torch.empty, which modes of dispatch would see.
PyObject *emptyTensor() {
  static int64_t size = 0, stride = 1;
  auto deleter = [](DLManagedTensorVersioned *managed) { delete managed; };
  auto *managed = new DLManagedTensorVersioned{
      {DLPACK_MAJOR_VERSION, 0},
      nullptr,
      deleter,
      0,
      {nullptr, {kDLCPU, 0}, 1, dlpackType(LITH_FLOAT32), &size, &stride, 0}};
  return torchAccess().exchange.take(managed);
}

void StorageOwners::add(lith_storage *storage, PyObject *tensor) {
  owners.emplace_back(storage, Ref::borrow(tensor));
}

void StorageOwners::replace(PyObject *tensor, PyObject *kept) {
  for (auto &[storage, owner] : owners)
    if (owner.get() == tensor)
      owner = Ref::borrow(kept);
}

PyObject *StorageOwners::find(const lith_storage *storage) const {
  PyObject *found = nullptr;
  for (auto &[known, owner] : owners)
    if (known == storage)
      found = owner.get();
  return found;
}

void StorageOwners::findAll(std::span<const lith_storage *const> wanted,
                            std::vector<PyObject *> &into) const {
  for (auto &[storage, owner] : owners)
    if (std::ranges::binary_search(wanted, storage))
      into.push_back(owner.get());
}

bool StorageOwners::requireGrad(const lith_storage *storage) const {
  PyObject *owner = find(storage);
  return owner && requiresGrad(owner);
}

void StorageOwners::noteWrites() const {
  auto isWritten = [](auto &each) { return each.first->head.flags & StorageWritten; };
  if (std::ranges::none_of(owners, isWritten))
    return;
  Ref tensors = Ref::steal(PyList_New(0));
  for (auto &each : owners)
    if (tensors && isWritten(each))
      PyList_Append(tensors.get(), each.second.get());
  if (tensors)
    raiseVersions(tensors.get());
}

PyObject *StorageOwners::toTorch(lith_tensor *tensor, bool alone, Part part) {
  PyObject *input = find(tensor->storage);
  bool isConstant = !tensor->handle && isOfConstant(tensor);
  bool isFirst = !input && !tensor->handle && (!alone || isConstant);
  Ref whole;
  if (isFirst && (isConstant || isPartial(tensor))) {
    whole = Ref::steal(isConstant ? copyOfStorage(tensor) : exportStorage(tensor));
    if (!(input = whole.get()))
      return nullptr;
    if (isConstant && alone && !isPartial(tensor))
      return whole.release();
  }
  PyObject *result = exportTensor(tensor, input, part);
  if (isFirst && result)
    add(tensor->storage, input ? input : result);
  return result;
}

} // namespace lith::python
