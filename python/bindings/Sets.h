// Sets.h: the elements of sets and frozensets, whatever their classes say of iteration.
#ifndef LITH_PYTHON_SETS_H
#define LITH_PYTHON_SETS_H

#include "host/Objects.h"

namespace lith::python {

/// Gives each element, borrowed, to `take`, until that returns false; whether it never did. The set
/// must not change meanwhile.
template <class Take> bool eachElement(PyObject *set, Take take) {
  Ref iterator = Ref::steal(slot::tp_iter(&PySet_Type)(set)); // of both types
  while (Ref element = Ref::steal(iterator ? PyIter_Next(iterator.get()) : nullptr))
    if (!take(element.get()))
      return false;
  return true;
}

/// set.update of the set itself; false with an exception set.
inline bool updateSet(PyObject *set, PyObject *elements) {
  auto *type = reinterpret_cast<PyObject *>(&PySet_Type);
  return bool(Ref::steal(PyObject_CallMethod(type, "update", "OO", set, elements)));
}

} // namespace lith::python

#endif // LITH_PYTHON_SETS_H
