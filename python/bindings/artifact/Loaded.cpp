// Loaded.cpp: calls of a saved program, and the type whose objects make them.
#include "artifact/Load.h"

#include "Once.h"

#include "host/Objects.h"

#include <algorithm>
#include <cstddef>
#include <structmember.h>

namespace lith::python {

namespace {

PyObject *classByName(const ClassInfo &info) {
  static Imported known(LITH_PACKAGE "._record", "class_named");
  PyObject *find = known.get();
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
  static Imported known(LITH_PACKAGE "._record", "object_named");
  PyObject *find = known.get();
  return find ? PyObject_CallFunction(find, "sss", info.repr.c_str(), info.typeName.c_str(),
                                      name.c_str())
              : nullptr;
}

} // namespace

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
    raiseRefused(failure.message);
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
  PyObject *made = slot::tp_alloc(type)(type, 0);
  if (!made)
    return nullptr;
#if PY_VERSION_HEX < 0x030C0000 // does not hand this flag to subclasses made by a class statement
  type->tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL;
#endif
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
  slot::tp_free(type)(self);
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
  static PyType_Spec spec = {LITH_PACKAGE "._lith.Loaded", sizeof(Loaded), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
                                 Py_TPFLAGS_HAVE_VECTORCALL,
                             slots};
  modelOfObject = modelOf;
  static Once<PyObject> type;
  return reinterpret_cast<PyTypeObject *>(type.get([] { return PyType_FromSpec(&spec); }));
}

} // namespace lith::python
