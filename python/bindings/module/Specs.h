// Specs.h: specifications of arguments: InputSpec, Static, and structures of them.
#ifndef LITH_PYTHON_MODULE_SPECS_H
#define LITH_PYTHON_MODULE_SPECS_H

#include "contract/Request.h"
#include "host/Wrappers.h"

namespace lith::python {

PyTypeObject *specType();
PyTypeObject *staticType();
/// The bounds of a size in a shape: of a `Size` its own.
contract::SizeBounds boundsOf(PyObject *size);
/// Whether an InputSpec or a Static stands anywhere in tuples, lists and dicts.
bool containsSpec(PyObject *object, int depth = 0);
/// Whether `value` is a structure of the kind and size that `spec` describes.
bool isStructureOf(PyObject *value, PyObject *spec);

} // namespace lith::python

#endif // LITH_PYTHON_MODULE_SPECS_H
