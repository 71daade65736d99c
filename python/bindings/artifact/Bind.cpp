// Bind.cpp: save and load in the module _lith.
#include "artifact/Load.h"
#include "artifact/Save.h"
#include "module/Callable.h"
#include "module/Module.h"
#include "torchscript/Import.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace lith::python {

namespace {

std::shared_ptr<Model> loadModel(const std::string &path) {
  ArtifactStatus status;
  std::string message;
  std::shared_ptr<Model> model = Model::load(path, driver::recompile, status, message);
  if (!model) {
    raiseArtifactError(status, message, path);
    throw nb::python_error();
  }
  return model;
}

const Model *modelOf(PyObject *object) {
  const Model *model = nullptr;
  return nb::try_cast(nb::handle(object), model) ? model : nullptr;
}

/// Adds the arguments that are texts, or lists of several lengths, and differ between two calls
/// with as many arguments.
void changingArguments(PyObject *first, PyObject *second, std::vector<contract::Path> &changing) {
  Py_ssize_t count = PyTuple_GET_SIZE(first);
  for (Py_ssize_t i = 0; count == PyTuple_GET_SIZE(second) && i < count; ++i) {
    PyObject *a = PyTuple_GET_ITEM(first, i), *b = PyTuple_GET_ITEM(second, i);
    bool differ = PyUnicode_CheckExact(a) && PyUnicode_CheckExact(b)
                      ? PyUnicode_Compare(a, b) != 0
                      : PyList_CheckExact(a) && PyList_CheckExact(b) &&
                            PyList_GET_SIZE(a) != PyList_GET_SIZE(b);
    if (differ) {
      changing.emplace_back();
      changing.back().argument = int(i);
    }
  }
}

/// What calls inherit is as an example has it: `manager` is a context manager.
class Within {
public:
  explicit Within(nb::handle manager) : manager(manager) { manager.attr("__enter__")(); }
  ~Within() {
    PyObject *none = Py_None;
    Ref left = Ref::steal(PyObject_CallMethod(manager.ptr(), "__exit__", "OOO", none, none, none));
    if (!left)
      PyErr_WriteUnraisable(manager.ptr());
  }
  Within(const Within &) = delete;
  Within &operator=(const Within &) = delete;

private:
  nb::handle manager;
};

/// Compiles one; with what changes between the examples as constants where it cannot be otherwise.
driver::Result compileWithin(CPythonHost &host, contract::Request &request, nb::handle ambient) {
  Within within(ambient);
  driver::Result result = driver::compile(host, request);
  if (!result.program && !request.changing.empty()) {
    request.changing.clear();
    result = driver::compile(host, request);
  }
  return result;
}

/// The programs of an artifact, one for each example (args, kwargs, shares, ambient), which is
/// compiled within the context manager `ambient`. One that `shares`
/// passes one object in several places; it follows the same call with different objects, and is
/// left out where that one's program makes no difference. Empty: some have constants that others
/// write; these are in `written`, for another attempt.
std::optional<ArtifactData> artifactOf(CPythonHost &host, CallableObject *callable,
                                       nb::list examples, std::vector<contract::Place> &written) {
  ArtifactBuilder builder(host, callable->target);
  std::vector<contract::Place> frozen;
  size_t known = written.size();
  bool tellsApart = false;
  for (nb::handle example : examples) {
    bool shares = nb::cast<bool>(example[2]);
    if (shares && !tellsApart)
      continue;
    contract::Request request = requestFor(host, callable->target, callable->state->options,
                                           example[0].ptr(), example[1].ptr(), shares);
    request.written.assign(written.begin(), written.begin() + ptrdiff_t(known));
    for (nb::handle other : examples)
      changingArguments(nb::tuple(example[0]).ptr(), nb::tuple(other[0]).ptr(), request.changing);
    driver::Result result = compileWithin(host, request, example[3]);
    if (!result.program) {
      raiseDiagnostics(result.diagnostics);
      throw nb::python_error();
    }
    contract::Program &made = *result.program;
    frozen.insert(frozen.end(), made.frozen.begin(), made.frozen.end());
    written.insert(written.end(), made.written.begin(), made.written.end());
    bool hasRelations = builder.add("", request, std::move(made));
    tellsApart = shares ? tellsApart : hasRelations;
  }
  if (contract::shareTensor(frozen, written))
    return std::nullopt;
  return builder.finish();
}

void write(ArtifactData &data, nb::dict versions, const std::string &path) {
  for (auto [name, version] : versions)
    data.versions[nb::cast<std::string>(name)] = nb::cast<std::string>(version);
  std::string message;
  ArtifactStatus status = writeArtifact(data, path, message);
  if (status != ArtifactStatus::Ok) {
    raiseArtifactError(status, message, path);
    throw nb::python_error();
  }
}

/// Compiles each example for an artifact and writes it.
void saveProgram(nb::handle program, nb::list examples, nb::dict versions,
                 const std::string &path) {
  auto *callable = reinterpret_cast<CallableObject *>(program.ptr());
  if (!PyObject_TypeCheck(program.ptr(), callableType()))
    throw nb::type_error("only a compiled program can be saved");
  CompileLock lock;
  CPythonHost host;
  struct Forget { // whatever happens
    CPythonHost &host;
    ~Forget() { driver::forget(host); }
  } forget{host};
  std::vector<contract::Place> written;
  std::optional<ArtifactData> made;
  try {
    while (!made)
      made = artifactOf(host, callable, examples, written);
  } catch (const artifact::CannotSave &reason) {
    raiseCompileError(reason.what());
    throw nb::python_error();
  }
  write(*made, versions, path);
}

/// The bytes of an archive, or a file where there are none.
std::shared_ptr<Model> importTorchScript(const std::string &name, std::optional<nb::bytes> bytes) {
  try {
    return torchscript::importModel(
        bytes ? torchscript::Archive::of({bytes->c_str(), bytes->size()}, name)
              : torchscript::Archive::open(name));
  } catch (const torchscript::CannotRead &reason) {
    PyErr_SetString(PyExc_RuntimeError, reason.what());
    throw nb::python_error();
  }
}

/// Writes what a model that grows holds now.
void saveModel(const Model &model, nb::dict versions, const std::string &path) {
  ArtifactData data = *model.data();
  if (data.programs.empty()) {
    raiseCompileError("nothing says what to save: call the program first");
    throw nb::python_error();
  }
  write(data, versions, path);
}

} // namespace

void bindArtifacts(nb::module_ &m) {
  nb::class_<Model>(m, "Model", "A loaded artifact with one copy of its mutable state.")
      .def("instance", &Model::instance, "Another copy of the mutable state, as it was saved.")
      .def("has_method", &Model::hasMethod, nb::arg("method"))
      .def_prop_ro("name", [](const Model &model) { return model.data()->name; })
      .def_prop_ro("manifest", [](const Model &model) { return manifestOf(*model.data()); })
      .def_prop_ro("signatures",
                   [](const Model &model) {
                     std::vector<std::string> all;
                     auto data = model.data();
                     for (const ArtifactProgram &program : data->programs)
                       all.push_back(signatureOf(*data, program));
                     return all;
                   })
      .def_prop_ro("graphs",
                   [](const Model &model) {
                     std::vector<std::string> all;
                     auto data = model.data();
                     for (const ArtifactProgram &program : data->programs)
                       all.push_back(program.graph);
                     return all;
                   })
      .def_prop_ro("sources", [](const Model &model) {
        auto data = model.data();
        return std::vector<std::pair<std::string, std::string>>(data->sources.begin(),
                                                                data->sources.end());
      });
  m.attr("Loaded") = nb::borrow(reinterpret_cast<PyObject *>(loadedType(modelOf)));
  m.def("load", loadModel, nb::arg("path"), "Opens an artifact.");
  m.def("save", saveProgram, nb::arg("program"), nb::arg("examples"), nb::arg("versions"),
        nb::arg("path"), "Compiles a program for each example call and writes an artifact.");
  m.def("import_torchscript", importTorchScript, nb::arg("name"), nb::arg("bytes").none(),
        "The module of an archive of TorchScript, compiled as calls need it.");
  m.def("save_model", saveModel, nb::arg("model"), nb::arg("versions"), nb::arg("path"),
        "Writes what is compiled of a model that grows.");
}

} // namespace lith::python
