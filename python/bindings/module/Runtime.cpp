// Runtime.cpp: the module _lith of the package lith_runtime: what takes no compiler.
#include "artifact/Load.h"
#include "module/Module.h"

void lith::python::raiseRefused(const std::string &message) {
  PyErr_SetString(PyExc_RuntimeError, message.c_str());
}

NB_MODULE(_lith, m) {
  m.doc() = "Lith's runtime.";
  lith::python::bindPrograms(m, {});
}
