/* signals.c: where CPython notes that a signal came. It has no public name, and C++ cannot
 * include its header. */
#define Py_BUILD_CORE 1
#include "call/Signals.h"

#include <Python.h>
#include <internal/pycore_runtime.h>

const volatile int32_t *lith_python_signals(void) {
  if (PyThread_get_thread_ident() != _PyRuntime.main_thread)
    return NULL;
#if PY_VERSION_HEX < 0x030C0000
  return (const volatile int32_t *)&_PyRuntime.ceval.signals_pending;
#else
  return (const volatile int32_t *)&_PyRuntime.signals.is_tripped;
#endif
}

void lith_python_signals_asked(void) {} /* CPython takes its note back */
