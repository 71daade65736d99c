// Merging.h: containers of the caller that other threads change while a program runs.
#ifndef LITH_PYTHON_CALL_MERGING_H
#define LITH_PYTHON_CALL_MERGING_H

#include "Ref.h"

namespace lith::python {

/// The contents of a list, deque, dict or set now, as a list, dict or set; null: it is none, or an
/// exception is set.
Ref contentsNow(PyObject *container);

/// Whether a container has the elements, one by one the same objects, numbers or texts, that
/// contentsNow gave.
bool hasContents(PyObject *container, PyObject *contents);

/// Changes a container, which another thread has changed, as a program changed `before` to `after`:
/// one place of a list, keys of a dict and elements of a set. False with RuntimeError set where
/// both changed the same elements of a list.
bool mergeContents(PyObject *container, PyObject *before, PyObject *after);

/// Whether both are one object, or numbers or texts of one type and value, so that either does for
/// the other.
bool isSameElement(PyObject *a, PyObject *b);

} // namespace lith::python

#endif // LITH_PYTHON_CALL_MERGING_H
