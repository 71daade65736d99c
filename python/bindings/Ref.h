// Ref.h: an owned reference to a Python object.
//
// The GIL must be held where one is copied, made or destroyed.
#ifndef LITH_PYTHON_REF_H
#define LITH_PYTHON_REF_H

#include "Limited.h"

#include <utility>

namespace lith::python {

class Ref {
public:
  Ref() = default;
  /// Takes over an owned reference (null is fine).
  static Ref steal(PyObject *object) {
    Ref ref;
    ref.object = object;
    return ref;
  }
  /// Adds a reference to a borrowed one.
  static Ref borrow(PyObject *object) { return steal(Py_XNewRef(object)); }
  Ref(const Ref &other) : object(Py_XNewRef(other.object)) {}
  Ref(Ref &&other) noexcept : object(std::exchange(other.object, nullptr)) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(object, other.object);
    return *this;
  }
  ~Ref() { Py_XDECREF(object); }

  PyObject *get() const { return object; }
  /// Gives the reference to the caller.
  PyObject *release() { return std::exchange(object, nullptr); }
  explicit operator bool() const { return object != nullptr; }

private:
  PyObject *object = nullptr;
};

/// What a weak reference refers to; null: it is gone.
inline Ref referentOf(PyObject *weak) {
#if PY_VERSION_HEX >= 0x030D0000
  PyObject *now = nullptr;
  PyWeakref_GetRef(weak, &now);
  return Ref::steal(now);
#else
  PyObject *now = PyWeakref_GetObject(weak);
  return now == Py_None ? Ref() : Ref::borrow(now);
#endif
}

/// An attribute of a module, which is imported where it has not been. New reference, null with an
/// error set.
inline PyObject *attributeOf(const char *module, const char *name) {
  Ref found = Ref::steal(PyImport_ImportModule(module));
  return found ? PyObject_GetAttrString(found.get(), name) : nullptr;
}

} // namespace lith::python

#endif // LITH_PYTHON_REF_H
