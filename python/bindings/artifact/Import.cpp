// Import.cpp: what the module _lith does with artifacts beside running them: it saves programs,
// compiles those of archives of TorchScript, and compiles again what has no code for this
// processor.
#include "torchscript/Import.h"
#include "torchscript/Code.h"
#include "artifact/Beside.h"
#include "artifact/Load.h"
#include "module/Callable.h"
#include "module/Module.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

namespace nb = nanobind;

namespace lith::python {

namespace {

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

void raiseRefused(const std::string &message) { raiseCompileError(message); }

void bindArtifacts(nb::module_ &m) {
  bindPrograms(m, driver::recompile);
  bindSaving(m);
  bindExamples(m);
  m.def("import_torchscript", importTorchScript, nb::arg("name"), nb::arg("bytes").none(),
        "The module of an archive of TorchScript, compiled as calls need it.");
  m.def("scripted_code", torchscript::pythonCode, nb::arg("module"), nb::arg("text"),
        "A module of an archive's code as Python that the compiler takes.");
  m.def("scripted_name", torchscript::pythonName, nb::arg("name"),
        "A dotted name as it is in `scripted_code`.");
}

} // namespace lith::python
