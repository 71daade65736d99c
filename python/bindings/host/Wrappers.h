// Wrappers.h: compiled functions and modules stand for what they were made of.
//
// Compiling a program that calls a compiled one sees the original, and so do guards.
#ifndef LITH_PYTHON_HOST_WRAPPERS_H
#define LITH_PYTHON_HOST_WRAPPERS_H

#include <Python.h>

namespace lith::python {

/// The function or module behind a compiled one; other objects as they are. Borrowed.
PyObject *behindWrapper(PyObject *object);
/// How behindWrapper recognises what the package wraps; set by the package's own types.
void registerFunctionWrapper(PyTypeObject *type, PyObject *(*target)(PyObject *));
/// Instances of `type` stand for `original`, which the type keeps alive; null: no longer.
void registerModuleWrapper(PyTypeObject *type, PyObject *original);

} // namespace lith::python

#endif // LITH_PYTHON_HOST_WRAPPERS_H
