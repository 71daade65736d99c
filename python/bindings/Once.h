// Once.h: what is made once, by Python code, and lives for ever.
//
// A static object of a function is made under a lock of C++. Python code that makes it may let
// other threads run; one that comes to the same function would wait for that lock, and keep the
// interpreter that the maker needs. A Once has no lock but the GIL, which must be held.
#ifndef LITH_PYTHON_ONCE_H
#define LITH_PYTHON_ONCE_H

#include "Ref.h"

namespace lith::python {

template <typename T> class Once {
public:
  constexpr Once() = default;
  /// What `make` gave, which is a pointer that is kept; null is asked for again. Threads that come
  /// while it is made make it as well, and the first counts.
  template <typename Make> T *get(Make make) {
    if (!value)
      if (T *made = make(); !value)
        value = made;
    return value;
  }

private:
  T *value = nullptr;
};

/// An attribute of a module, borrowed for ever.
class Imported {
public:
  constexpr Imported(const char *module, const char *name) : module(module), name(name) {}
  /// Null with an error set.
  PyObject *get() {
    return object.get([this] { return attributeOf(module, name); });
  }
  PyTypeObject *type() { return reinterpret_cast<PyTypeObject *>(get()); }

private:
  const char *module, *name;
  Once<PyObject> object;
};

} // namespace lith::python

#endif // LITH_PYTHON_ONCE_H
