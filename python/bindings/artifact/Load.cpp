// Load.cpp: values of saved programs as tensors of torch, NumPy or any library that speaks DLPack;
// neither torch nor the compiler is needed.
#include "artifact/Load.h"

#include "Once.h"

#include "host/Objects.h"

#include <cstring>

namespace lith::python {

namespace {

PyObject *numpy() {
  static Once<PyObject> module;
  return module.get([] { return PyImport_ImportModule("numpy"); });
}

bool isNumPyArray(PyObject *object) {
  PyObject *loaded = PyDict_GetItemString(PyImport_GetModuleDict(), "numpy");
  Ref type = Ref::steal(loaded ? PyObject_GetAttrString(loaded, "ndarray") : nullptr);
  PyErr_Clear();
  return type && PyObject_TypeCheck(object, reinterpret_cast<PyTypeObject *>(type.get()));
}

/// A DLPack tensor that was taken out of its capsule, as one kind.
struct Taken {
  DLTensor tensor;
  bool readOnly = false;
  void *owner = nullptr;
  void (*drop)(void *owner) = nullptr;
};

bool take(PyObject *capsule, Taken &taken) {
  if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
    auto *managed = static_cast<DLManagedTensorVersioned *>(
        PyCapsule_GetPointer(capsule, "dltensor_versioned"));
    if (managed->version.major != DLPACK_MAJOR_VERSION)
      return false; // the capsule stays its owner
    PyCapsule_SetName(capsule, "used_dltensor_versioned");
    taken = {managed->dl_tensor, (managed->flags & DLPACK_FLAG_BITMASK_READ_ONLY) != 0, managed,
             [](void *owner) {
               auto *given = static_cast<DLManagedTensorVersioned *>(owner);
               if (given->deleter)
                 given->deleter(given);
             }};
    return true;
  }
  if (!PyCapsule_IsValid(capsule, "dltensor"))
    return false;
  auto *managed = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  PyCapsule_SetName(capsule, "used_dltensor");
  taken = {managed->dl_tensor, false, managed, [](void *owner) {
             auto *given = static_cast<DLManagedTensor *>(owner);
             if (given->deleter)
               given->deleter(given);
           }};
  return true;
}

/// object.__dlpack__(max_version=(1, 0)), or without it for older libraries.
Ref capsuleOf(PyObject *object) {
  Ref method = Ref::steal(PyObject_GetAttrString(object, "__dlpack__"));
  if (!method)
    return {};
  Ref none = Ref::steal(PyTuple_New(0));
  Ref keywords = Ref::steal(Py_BuildValue("{s(ii)}", "max_version", 1, 0));
  Ref capsule = Ref::steal(PyObject_Call(method.get(), none.get(), keywords.get()));
  if (capsule || !PyErr_ExceptionMatches(PyExc_TypeError))
    return capsule;
  PyErr_Clear();
  return Ref::steal(PyObject_CallNoArgs(method.get()));
}

/// Owns what a Lith tensor over memory of another library needs; dropped on any thread.
struct External {
  Taken taken;
  PyObject *object;
};
void dropExternal(void *owner) {
  auto *external = static_cast<External *>(owner);
  if (Py_IsInitialized()) {
    PyGILState_STATE state = PyGILState_Ensure();
    external->taken.drop(external->taken.owner);
    Py_DECREF(external->object);
    PyGILState_Release(state);
  }
  delete external;
}

void contiguousStrides(const DLTensor &tensor, int64_t *strides) {
  int64_t stride = 1;
  for (int i = tensor.ndim; i-- > 0;) {
    strides[i] = stride;
    stride *= tensor.shape[i];
  }
}

void deleteCapsule(PyObject *capsule) {
  if (!PyCapsule_IsValid(capsule, "dltensor_versioned"))
    return; // it was used: its new owner deletes it
  auto *managed =
      static_cast<DLManagedTensorVersioned *>(PyCapsule_GetPointer(capsule, "dltensor_versioned"));
  managed->deleter(managed);
}

/// _buffer.Buffer: an object that hands the capsule on.
Ref bufferOf(lith_tensor *tensor) {
  static Imported known(LITH_PACKAGE "._buffer", "Buffer");
  PyObject *type = known.get();
  Ref capsule = Ref::steal(PyCapsule_New(shareTensor(tensor), "dltensor_versioned", deleteCapsule));
  return type && capsule ? Ref::steal(PyObject_CallOneArg(type, capsule.get())) : Ref();
}

/// The module that makes tensors of the library of `object`: its namespace of the array API, or the
/// package of its type. Null where that has no from_dlpack.
Ref libraryOf(PyObject *object) {
  Ref module = Ref::steal(PyObject_CallMethod(object, "__array_namespace__", nullptr));
  PyErr_Clear();
  if (!module) {
    auto *type = reinterpret_cast<PyObject *>(Py_TYPE(object));
    Ref name = Ref::steal(PyObject_GetAttrString(type, "__module__"));
    const char *text = name && PyUnicode_Check(name.get()) ? PyUnicode_AsUTF8(name.get()) : "";
    std::string package(text, std::strcspn(text, "."));
    module = Ref::borrow(PyDict_GetItemString(PyImport_GetModuleDict(), package.c_str()));
  }
  PyErr_Clear();
  return module && PyObject_HasAttrString(module.get(), "from_dlpack") ? std::move(module) : Ref();
}

/// The tensor (taken over; null stays null) as the parameter that `bits` say it was.
PyObject *asParameter(PyObject *made, int bits) {
  Ref plain = Ref::steal(made);
  if (!plain || !bits)
    return plain.release();
  PyObject *grad = bits & LITH_TENSOR_REQUIRES_GRAD ? Py_True : Py_False;
  if (bits & LITH_TENSOR_PARAMETER)
    return PyObject_CallFunctionObjArgs(reinterpret_cast<PyObject *>(torchTypes().parameter),
                                        plain.get(), grad, nullptr);
  return PyObject_CallMethod(plain.get(), "requires_grad_", "O", grad);
}

} // namespace

void AnyImporter::noteKind(PyObject *object) {
  if (isTorchTensor(object)) // beside arrays as well
    kind.library = TensorKind::Library::Torch;
  if (kind.library != TensorKind::Library::None)
    return;
  if (isNumPyArray(object)) {
    kind.library = TensorKind::Library::NumPy;
  } else if (Ref module = libraryOf(object)) {
    kind.library = TensorKind::Library::Other;
    kind.module = std::move(module);
  }
}

lith_tensor *AnyImporter::throughDLPack(PyObject *object) {
  Ref capsule = capsuleOf(object);
  auto external = std::make_unique<External>();
  if (!capsule || !take(capsule.get(), external->taken)) {
    if (!PyErr_Occurred())
      PyErr_SetString(PyExc_TypeError, "a DLPack tensor of an unknown version");
    return nullptr;
  }
  external->object = Py_NewRef(object);
  const DLTensor &tensor = external->taken.tensor;
  bool readOnly = external->taken.readOnly;
  int dtype = dtypeOfDLPack(tensor.dtype);
  int64_t strides[LITH_MAX_RANK];
  bool fits = tensor.ndim >= 0 && tensor.ndim <= LITH_MAX_RANK;
  if (fits)
    tensor.strides ? void(std::copy_n(tensor.strides, tensor.ndim, strides))
                   : contiguousStrides(tensor, strides);
  if (dtype < 0 || tensor.device.device_type != kDLCPU || !fits || (readOnly && writes)) {
    PyErr_Format(readOnly && writes ? PyExc_ValueError : PyExc_TypeError,
                 readOnly && writes ? "the program may write this argument, which is read-only"
                                    : "a tensor of a dtype, device or rank that Lith lacks");
    dropExternal(external.release());
    return nullptr;
  }
  return makeTensor(
      ctx, lith_dtype(dtype), {tensor.shape, size_t(tensor.ndim)}, {strides, size_t(tensor.ndim)},
      static_cast<char *>(tensor.data) + tensor.byte_offset, external.release(), dropExternal);
}

lith_tensor *AnyImporter::tensorToLith(PyObject *object) {
  lith_tensor *tensor = nullptr;
  TensorView view;
  if (isTorchTensor(object) && requiresGrad(object) && isGradEnabled()) {
    PyErr_SetString(PyExc_RuntimeError,
                    "an argument requires a gradient, and gradients across a loaded program are "
                    "not supported yet: call it under torch.no_grad(), or pass x.detach()");
  } else if (isTorchTensor(object) && viewTensor(object, view)) {
    tensor = importTensor(ctx, object, view);
    if (tensor && storages)
      spanStorage(tensor, object);
    if (tensor)
      imported.add(tensor->storage, object);
  } else if (PyObject_HasAttrString(object, "__array_interface__") && !isNumPyArray(object)) {
    // a number of NumPy
    Ref array = Ref::steal(numpy() ? PyObject_CallMethod(numpy(), "array", "O", object) : nullptr);
    return array ? throughDLPack(array.get()) : nullptr;
  } else if (PyObject_HasAttrString(object, "__dlpack__") && !isTorchTensor(object)) {
    tensor = throughDLPack(object);
    if (tensor)
      tensor->handle = object;
  } else {
    PyErr_Format(PyExc_TypeError, "a '%s' cannot be an argument of a saved program",
                 shownName(Py_TYPE(object)).c_str());
  }
  if (tensor)
    noteKind(object);
  return tensor;
}

AnyImporter::~AnyImporter() {
  for (auto &[object, made] : known) {
    if (made->kind == LITH_TENSOR) // a program may keep it for longer than the caller's object
      reinterpret_cast<lith_tensor *>(made)->handle = nullptr;
    releaseObject(ctx, made);
  }
}

lith_object *Known::find(PyObject *object) const {
  if (pairs.size() > Few) {
    auto found = table.find(object);
    return found == table.end() ? nullptr : found->second;
  }
  for (auto &[known, turned] : pairs)
    if (known == object)
      return turned;
  return nullptr;
}

void Known::add(PyObject *object, lith_object *turned) {
  pairs.emplace_back(object, turned);
  if (pairs.size() == Few + 1)
    table.insert(pairs.begin(), pairs.end());
  else if (pairs.size() > Few)
    table.emplace(object, turned);
}

// Those that the runtime has values for, and tensors of torch.
static bool isBuiltin(PyObject *object) {
  return object == Py_None || PyBool_Check(object) || PyLong_CheckExact(object) ||
         PyFloat_CheckExact(object) || PyUnicode_CheckExact(object) || PyList_CheckExact(object) ||
         PyTuple_CheckExact(object) || PyDict_CheckExact(object) || isTorchTensor(object);
}

lith_value AnyImporter::toLith(PyObject *object) {
  if (lith_object *found = known.find(object)) {
    retainObject(found);
    return {found->kind, reinterpret_cast<uint64_t>(found)};
  }
  if (!isBuiltin(object)) {
    lith_value structure = structureToLith(object);
    if (structure.tag == LITH_DICT) { // one object is one dict
      known.add(object, reinterpret_cast<lith_object *>(structure.bits));
      retainObject(reinterpret_cast<lith_object *>(structure.bits));
    }
    if (structure.tag != LITH_NULL || PyErr_Occurred())
      return structure;
  }
  lith_value value = Importer::toLith(object);
  if (value.tag == LITH_LIST || value.tag == LITH_DICT || value.tag == LITH_TUPLE ||
      value.tag == LITH_TENSOR) {
    known.add(object, reinterpret_cast<lith_object *>(value.bits));
    retainObject(reinterpret_cast<lith_object *>(value.bits));
  }
  return value;
}

AnyExporter::AnyExporter(const ValueTables &tables, AnyImporter &importer)
    : Exporter(tables), importer(importer) {
  running = true;
  for (auto &[object, from] : importer.known)
    if (from->kind != LITH_TENSOR &&                       // has a handle
        (from->kind != LITH_DICT || PyDict_Check(object))) // of fields: no program changes it
      remember(from, object);
}

PyObject *AnyExporter::tensorToPython(lith_tensor *tensor) {
  if (tensor->handle)
    return Py_NewRef(static_cast<PyObject *>(tensor->handle));
  using Library = TensorKind::Library;
  Library library = importer.kind.library;
  if (library == Library::Torch || (library == Library::None && torchTypes().loaded())) {
    bool isCut = importer.imported.requireGrad(tensor->storage);
    Part part = isCut ? Part::Detached : Part::View;
    return asParameter(importer.imported.toTorch(tensor, false, part),
                       tensor->head.flags & (LITH_TENSOR_PARAMETER | LITH_TENSOR_REQUIRES_GRAD));
  }
  Ref buffer = bufferOf(tensor);
  PyObject *module = importer.kind.module ? importer.kind.module.get() : numpy();
  if (!buffer || !module)
    return nullptr;
  return PyObject_CallMethod(module, "from_dlpack", "O", buffer.get());
}

void raiseArtifactError(ArtifactStatus status, const std::string &message,
                        const std::string &path) {
  if (status == ArtifactStatus::CannotOpen || status == ArtifactStatus::CannotWrite)
    PyErr_SetString(PyExc_OSError, message.c_str());
  else
    PyErr_SetString(PyExc_RuntimeError, message.c_str());
}

} // namespace lith::python
