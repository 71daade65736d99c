// Wrappers.cpp: from a compiled function or module to the original.
#include "host/Wrappers.h"

#include "Once.h"

#include <unordered_map>

namespace lith::python {

namespace {

PyObject *(*functionTarget)(PyObject *) = nullptr;
PyTypeObject *functionWrapper = nullptr;
using Wrappers = std::unordered_map<PyTypeObject *, PyObject *>;
Wrappers &moduleWrappers() {
  static Once<Wrappers> map; // lives to the end
  return *map.get([] { return new Wrappers; });
}

} // namespace

void registerFunctionWrapper(PyTypeObject *type, PyObject *(*target)(PyObject *)) {
  functionWrapper = type;
  functionTarget = target;
}

void registerModuleWrapper(PyTypeObject *type, PyObject *original) {
  if (original)
    moduleWrappers()[type] = original;
  else
    moduleWrappers().erase(type);
}

PyObject *behindWrapper(PyObject *object) {
  while (functionWrapper && Py_IS_TYPE(object, functionWrapper))
    object = functionTarget(object);
  if (!moduleWrappers().empty()) {
    auto found = moduleWrappers().find(Py_TYPE(object));
    if (found != moduleWrappers().end())
      return found->second;
  }
  return object;
}

} // namespace lith::python
