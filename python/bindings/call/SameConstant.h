// SameConstant.h: whether a value is still the constant that a program was compiled with.
#ifndef LITH_PYTHON_CALL_SAMECONSTANT_H
#define LITH_PYTHON_CALL_SAMECONSTANT_H

#include "Ref.h"

namespace lith::python {

/// Whether both are the same constant to a program: of one type, and equal where floats are
/// compared by their bits and arrays element by element. Runs no Python of the user's and leaves no
/// exception.
bool sameConstant(PyObject *value, PyObject *expected);
/// Whether the built-in value inside of an instance of a subclass is this constant.
bool samePayload(PyObject *value, PyObject *expected);
/// Whether two sets, of whatever classes, hold the same constants.
bool sameElements(PyObject *value, PyObject *expected);

} // namespace lith::python

#endif // LITH_PYTHON_CALL_SAMECONSTANT_H
