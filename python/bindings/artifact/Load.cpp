// Load.cpp: calling a saved program with tensors of torch, NumPy or any library that
// speaks DLPack; neither torch nor the compiler is needed.
#include "artifact/Load.h"

#include "host/CPythonHost.h"
#include "module/Callable.h"

#include <cstddef>
#include <cstring>
#include <structmember.h>

namespace lith::python {

namespace {

PyObject *numpy() {
  static PyObject *module = PyImport_ImportModule("numpy");
  return module;
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

/// lith._buffer.Buffer: an object that hands the capsule on.
Ref bufferOf(lith_tensor *tensor) {
  static PyObject *type = [] {
    Ref module = Ref::steal(PyImport_ImportModule("lith._buffer"));
    return module ? PyObject_GetAttrString(module.get(), "Buffer") : nullptr;
  }();
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

/// A function of lith._record, borrowed for ever.
PyObject *recordFunction(const char *name) {
  Ref module = Ref::steal(PyImport_ImportModule("lith._record"));
  return module ? PyObject_GetAttrString(module.get(), name) : nullptr;
}

PyObject *classByName(const ClassInfo &info) {
  static PyObject *find = recordFunction("class_named");
  Ref elements = Ref::steal(PyList_New(0));
  for (const std::string &name : info.elements) {
    Ref text = Ref::steal(PyUnicode_FromString(name.c_str()));
    if (!elements || !text || PyList_Append(elements.get(), text.get()) != 0)
      return nullptr;
  }
  return find ? PyObject_CallFunction(find, "ssO", info.qualifiedName.c_str(), info.name.c_str(),
                                      elements.get())
              : nullptr;
}

PyObject *objectByName(const OpaqueInfo &info, const std::string &name) {
  static PyObject *find = recordFunction("object_named");
  return find ? PyObject_CallFunction(find, "sss", info.repr.c_str(), info.typeName.c_str(),
                                      name.c_str())
              : nullptr;
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
                 Py_TYPE(object)->tp_name);
  }
  if (tensor)
    noteKind(object);
  return tensor;
}

AnyImporter::~AnyImporter() {
  for (auto &[object, made] : known)
    releaseObject(ctx, made);
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
    return asParameter(importer.imported.toTorch(tensor, false, part), tensor->head.flags);
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

namespace {

/// Owned values of the arguments.
class ArgumentValues {
public:
  ~ArgumentValues() {
    for (lith_value value : values)
      if (value.tag >= LITH_REF_FIRST)
        releaseObject(nullptr, reinterpret_cast<lith_object *>(value.bits));
  }
  bool add(lith_value value) {
    if (value.tag == LITH_NULL)
      return false;
    values.push_back(value);
    return true;
  }
  std::vector<lith_value> values;
};

bool writesArguments(const Tree &tree) {
  for (const Tree &child : tree.children)
    if (writesArguments(child))
      return true;
  return tree.written;
}

bool changesContainers(const ArtifactProgram &program, const Tree &argument) {
  for (const Tree &child : argument.children)
    if (changesContainers(program, child))
      return true;
  bool isContainer = argument.kind == Tree::Kind::List || argument.kind == Tree::Kind::Dict;
  for (const Binding &input : program.inputs)
    if (isContainer && input.kind == Binding::Kind::Leaf && input.index == argument.index)
      return true;
  return false;
}

/// Whether the program takes a list or dict itself, not only what is in it.
bool changesContainers(const ArtifactProgram &program) {
  for (const Tree &argument : program.arguments)
    if (changesContainers(program, argument))
      return true;
  return false;
}

bool writesArguments(const ArtifactData &data) {
  for (const ArtifactProgram &program : data.programs)
    for (const Tree &argument : program.arguments)
      if (writesArguments(argument))
        return true;
  return false;
}

bool readsStorages(const ArtifactData &data) {
  return std::any_of(data.programs.begin(), data.programs.end(),
                     [](const ArtifactProgram &program) { return program.readsStorages; });
}

} // namespace

namespace {

/// Calls the program that takes the arguments. Null without an exception set: there was none, and
/// the model has grown.
PyObject *callOnce(const Model &model, const std::string &method, PyObject *const *values,
                   size_t positional, PyObject *names, Model::Growth &growth) {
  std::shared_ptr<const ArtifactData> data = model.data();
  AnyImporter importer(nullptr, writesArguments(*data), readsStorages(*data));
  ArgumentValues arguments;
  for (size_t i = 0; i < positional; ++i)
    if (!arguments.add(importer.toLith(values[i])))
      return nullptr;
  std::vector<NamedValue> named;
  for (Py_ssize_t i = 0; names && i < PyTuple_GET_SIZE(names); ++i) {
    if (!arguments.add(importer.toLith(values[positional + size_t(i)])))
      return nullptr;
    named.push_back({PyUnicode_AsUTF8(PyTuple_GET_ITEM(names, i)), arguments.values.back()});
  }
  CallFailure failure;
  const ArtifactProgram *program = nullptr;
  lith_value result;
  auto print = [](int stream, std::string_view text) {
    printToPython(nullptr, stream, text.data(), text.size());
  };
  Py_BEGIN_ALLOW_THREADS;
  result =
      model.call(method, {arguments.values.data(), positional}, named, print, failure, &program);
  if (failure.kind == CallFailure::Kind::Mismatch && growth == Model::Growth::Adopted) {
    growth = model.grow(method, {arguments.values.data(), positional}, named, failure);
    if (growth == Model::Growth::Adopted || growth == Model::Growth::Compiled)
      failure.kind = CallFailure::Kind::None;
  }
  Py_END_ALLOW_THREADS;
  importer.imported.noteWrites();
  ValueTables tables;
  tables.image = program ? program->image.get() : nullptr;
  tables.classByName = classByName;
  tables.objectByName = objectByName;
  static const std::vector<std::string> none;
  tables.opaqueNames = program ? &program->opaqueNames : &none;
  AnyExporter exporter(tables, importer);
  if (program && changesContainers(*program) && !exporter.writeBack())
    return nullptr;
  if (failure.kind == CallFailure::Kind::Mismatch)
    return PyErr_Format(PyExc_TypeError, "%s", failure.message.c_str());
  if (failure.kind == CallFailure::Kind::Refused) {
    raiseCompileError(failure.message);
    return nullptr;
  }
  if (failure.kind == CallFailure::Kind::Raised) {
    raiseException(exporter, failure.exception.get());
    return nullptr;
  }
  if (!program)
    return nullptr;
  PyObject *made = exporter.toPythonOnly(result);
  if (result.tag >= LITH_REF_FIRST)
    releaseObject(nullptr, reinterpret_cast<lith_object *>(result.bits));
  return made;
}

} // namespace

PyObject *callModel(const Model &model, const std::string &method, PyObject *const *values,
                    size_t positional, PyObject *names) {
  for (auto growth = Model::Growth::Adopted;;) {
    PyObject *made = callOnce(model, method, values, positional, names, growth);
    if (made || PyErr_Occurred())
      return made;
  }
}

namespace {

struct Loaded {
  PyObject_HEAD;
  vectorcallfunc vectorcall;
  PyObject *object; // of the class Model
  const Model *model;
  std::string *method;
};
const Model *(*modelOfObject)(PyObject *);

Loaded *loaded(PyObject *object) { return reinterpret_cast<Loaded *>(object); }

PyObject *callLoaded(PyObject *self, PyObject *const *values, size_t flags, PyObject *names) {
  return callModel(*loaded(self)->model, *loaded(self)->method, values,
                   size_t(PyVectorcall_NARGS(flags)), names);
}

PyObject *makeLoaded(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  static const char *names[] = {"model", "method", nullptr};
  PyObject *object;
  const char *method = "";
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|s", const_cast<char **>(names), &object,
                                   &method))
    return nullptr;
  const Model *model = modelOfObject(object);
  if (!model)
    return PyErr_Format(PyExc_TypeError, "a Model is expected");
  PyObject *made = type->tp_alloc(type, 0);
  if (!made)
    return nullptr;
  // Python 3.11 does not hand this flag to subclasses made by a class statement.
  type->tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL;
  loaded(made)->vectorcall = callLoaded;
  loaded(made)->object = Py_NewRef(object);
  loaded(made)->model = model;
  loaded(made)->method = new std::string(method);
  return made;
}

int traverseLoaded(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(loaded(self)->object);
  return 0;
}

void destroyLoaded(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  Py_CLEAR(loaded(self)->object);
  delete loaded(self)->method;
  type->tp_free(self);
  Py_DECREF(type);
}

} // namespace

PyTypeObject *loadedType(const Model *(*modelOf)(PyObject *)) {
  static PyMemberDef members[] = {
      {"__vectorcalloffset__", T_PYSSIZET, offsetof(Loaded, vectorcall), READONLY, nullptr},
      {"_model", T_OBJECT, offsetof(Loaded, object), READONLY, "The artifact and its state."},
      {nullptr, 0, 0, 0, nullptr}};
  static PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void *>(makeLoaded)},
                                {Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
                                {Py_tp_traverse, reinterpret_cast<void *>(traverseLoaded)},
                                {Py_tp_dealloc, reinterpret_cast<void *>(destroyLoaded)},
                                {Py_tp_members, members},
                                {0, nullptr}};
  static PyType_Spec spec = {"lith._lith.Loaded", sizeof(Loaded), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
                                 Py_TPFLAGS_HAVE_VECTORCALL,
                             slots};
  modelOfObject = modelOf;
  static PyObject *type = PyType_FromSpec(&spec);
  return reinterpret_cast<PyTypeObject *>(type);
}

} // namespace lith::python
