// HashSecret.cpp: see HashSecret.h.
#include "call/HashSecret.h"

#include <Python.h>

#include <lith/program.h>

#include <string_view>

void lith::python::shareHashSecret() {
  uint64_t secret[2];
  lith_python_hash_secret(secret);
  if (std::string_view(PyHash_GetFuncDef()->name) == "siphash13")
    setHashSecret(secret[0], secret[1], static_cast<uint64_t>(PyObject_Hash(Py_None)));
}
