// Bind.cpp: loading and importing in the module _lith.
#include "artifact/Beside.h"
#include "artifact/Load.h"
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
  bindState(m);
  bindSaving(m);
  bindExamples(m);
  m.attr("Loaded") = nb::borrow(reinterpret_cast<PyObject *>(loadedType(modelOf)));
  m.def("load", loadModel, nb::arg("path"), "Opens an artifact.");
  m.def("import_torchscript", importTorchScript, nb::arg("name"), nb::arg("bytes").none(),
        "The module of an archive of TorchScript, compiled as calls need it.");
}

} // namespace lith::python
