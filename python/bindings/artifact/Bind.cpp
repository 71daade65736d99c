// Bind.cpp: loading programs and calling them, of which the modules with and without the compiler
// are made.
#include "artifact/Load.h"
#include "call/HashSecret.h"
#include "call/Signals.h"
#include "module/Module.h"

#include <lith/program.h>

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace lith::python {

namespace {

std::shared_ptr<Model> loadModel(const std::string &path, const Recompile &recompile) {
  ArtifactStatus status;
  std::string message;
  std::shared_ptr<Model> model = Model::load(path, recompile, status, message);
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

/// Each as (method, agrees, absolute, relative, seconds, message).
nb::list verify(const Model &model) {
  auto copy = model.instance();
  auto data = copy->data();
  nb::list all;
  for (const Example &example : data->examples) {
    Verified outcome;
    {
      nb::gil_scoped_release release;
      outcome = verifyExample(*copy, example);
    }
    all.append(nb::make_tuple(example.method) + tupleOf(outcome));
  }
  return all;
}

void bindModel(nb::module_ &m) {
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
}

} // namespace

nb::tuple tupleOf(const Verified &outcome) {
  return nb::make_tuple(outcome.agrees, outcome.absolute, outcome.relative, outcome.seconds,
                        outcome.message);
}

void bindPrograms(nb::module_ &m, const Recompile &recompile) {
  shareHashSecret();
  handleSignals();
  nb::set_leak_warnings(false); // programs in global variables live until the process ends
  bindModel(m);
  bindState(m);
  m.attr("Loaded") = nb::borrow(reinterpret_cast<PyObject *>(loadedType(modelOf)));
  m.def(
      "load", [recompile](const std::string &path) { return loadModel(path, recompile); },
      nb::arg("path"), "Opens an artifact.");
  m.def("verify", verify, nb::arg("model"));
  m.def("set_num_threads", &setNumThreads, nb::arg("count"),
        "Sets how many threads a program may use; 1 runs it on the caller's.");
  m.def("num_threads", &numThreads, "How many threads a program may use.");
}

} // namespace lith::python
