// SpecCheck.h: whether a call gives what input_spec says.
#ifndef LITH_PYTHON_MODULE_SPECCHECK_H
#define LITH_PYTHON_MODULE_SPECCHECK_H

#include "host/Wrappers.h"

#include <map>
#include <string>

namespace lith::python {

/// Compares the arguments of one call with their specifications, before anything is compiled.
class SpecCheck {
public:
  /// False, with a TypeError set that names the argument, what it must be and what it is. `spec` is
  /// an InputSpec, a Static, or a tuple, list or dict of such; what else stands there says nothing.
  bool accepts(PyObject *spec, PyObject *value, const std::string &name);

private:
  bool acceptsTensor(PyObject *spec, PyObject *value, const std::string &name);
  bool acceptsPinned(PyObject *spec, PyObject *value, const std::string &name);
  bool acceptsParts(PyObject *spec, PyObject *value, const std::string &name);
  /// Sizes that have a name, in this call, and the argument that had them first.
  std::map<std::string, std::pair<long long, std::string>> sizes;
};

} // namespace lith::python

#endif // LITH_PYTHON_MODULE_SPECCHECK_H
