// Module.cpp: the module _lith, of which the package lith is the face.
#include "module/Module.h"

#include "call/Gradients.h"
#include "driver/Driver.h"
#include "host/CPythonHost.h"
#include "module/Callable.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

namespace nb = nanobind;
using namespace lith;

namespace {

std::string explainCode(const std::string &code) {
  auto kind = diag::findCode(code);
  if (!kind)
    throw nb::key_error(code.c_str());
  const diag::KindInfo &info = diag::info(*kind);
  return diag::codeText(*kind) + ": " + std::string(info.format) + "\n\n" +
         std::string(info.explanation);
}

// Other threads run Python while the compiler needs none of it.
void shareInterpreter() {
  driver::setHostPause(
      {[]() -> void * { return PyGILState_Check() ? PyEval_SaveThread() : nullptr; },
       [](void *left) {
         if (left)
           PyEval_RestoreThread(static_cast<PyThreadState *>(left));
       }});
}

} // namespace

NB_MODULE(_lith, m) {
  m.doc() = "Lith's compiler and runtime.";
  shareInterpreter();
  PyTypeObject *type = python::shippedBuiltins() ? python::callableType() : nullptr;
  if (!type)
    throw nb::python_error();
  m.attr("Callable") = nb::borrow(reinterpret_cast<PyObject *>(type));
  m.attr("forward") = nb::steal(python::forwardOfCall());
  m.attr("backward") = nb::steal(python::backwardOfCall());
  m.attr("kept_storages") = nb::steal(python::keptStoragesOfCall());
  m.def("explain_code", &explainCode, nb::arg("code"),
        "The page of a diagnostic such as \"LTH0204\"; KeyError for one that is not there.");
  m.def(
      "register_module",
      [](nb::handle cls, nb::handle original) {
        python::registerModuleWrapper(reinterpret_cast<PyTypeObject *>(cls.ptr()), original.ptr());
      },
      nb::arg("cls"), nb::arg("original"),
      "Makes instances of `cls` stand for the module `original` inside of compiled programs.");
  m.def(
      "forget_module",
      [](uintptr_t cls) {
        python::registerModuleWrapper(reinterpret_cast<PyTypeObject *>(cls), nullptr);
      },
      nb::arg("cls"), "Undoes register_module; takes id(cls), since the class has gone.");
  m.def(
      "register_scripted",
      [](nb::args types, nb::handle twinOf, nb::handle flush, nb::handle originalOf,
         nb::handle classSeen) {
        auto type = [&](size_t i) {
          return reinterpret_cast<PyTypeObject *>(nb::handle(types[i]).inc_ref().ptr()); // for ever
        };
        for (nb::handle kept : {twinOf, flush, originalOf, classSeen})
          kept.inc_ref();
        python::registerScripted({type(0), type(1), type(2), type(3), twinOf.ptr(), flush.ptr(),
                                  originalOf.ptr(), classSeen.ptr()});
      },
      nb::arg("types"), nb::arg("twin_of"), nb::arg("flush"), nb::arg("original_of"),
      nb::arg("class_seen"),
      "Makes modules, traced ones and functions of TorchScript stand for what `twin_of` gives of "
      "them; the last of four types is that of modules of twins.");
  python::bindArtifacts(m);
  python::bindViews(m);
}
