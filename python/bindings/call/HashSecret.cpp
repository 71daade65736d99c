// HashSecret.cpp: see HashSecret.h.
#include "call/HashSecret.h"

#include "Ref.h"

#include <lith/program.h>

void lith::python::shareHashSecret() {
  uint64_t secret[2];
  PyObject *info = PySys_GetObject("hash_info");
  Ref name = Ref::steal(info ? PyObject_GetAttrString(info, "algorithm") : nullptr);
  if (name && PyUnicode_CompareWithASCIIString(name.get(), "siphash13") == 0 &&
      lith_python_hash_secret(secret))
    setHashSecret(secret[0], secret[1], static_cast<uint64_t>(PyObject_Hash(Py_None)));
}
