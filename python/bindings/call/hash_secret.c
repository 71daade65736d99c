/* hash_secret.c: what CPython mixes into the hashes of texts. From 3.13 on it has no public name.
 */
#define Py_BUILD_CORE 1
#include "call/HashSecret.h"

#include <Python.h>
#if PY_VERSION_HEX >= 0x030D0000
#include <internal/pycore_pyhash.h>
#endif

/* Of a module that is built for all releases, this one may lack it. */
#pragma weak _Py_HashSecret

int lith_python_hash_secret(uint64_t secret[2]) {
  if (!&_Py_HashSecret)
    return 0;
  secret[0] = _Py_HashSecret.siphash.k0;
  secret[1] = _Py_HashSecret.siphash.k1;
  return 1;
}
