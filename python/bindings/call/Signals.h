/* Signals.h: programs stop where Python would handle a signal. */
#ifndef LITH_PYTHON_CALL_SIGNALS_H
#define LITH_PYTHON_CALL_SIGNALS_H

#include <stdint.h>

#ifdef __cplusplus
#include <lith/abi.h>

namespace lith::python {

/// Loops of programs run the handlers of signals, such as Ctrl-C, from now on.
void handleSignals();
/// Sets the Python error that a handler raised, where it is why the program raised `exception`.
bool raiseInterruption(const lith_exception *exception);

} // namespace lith::python

extern "C" {
#endif

/* Not 0 while a signal waits for its handler; null on threads that run none, all but the main one.
 */
const volatile int32_t *lith_python_signals(void);

#ifdef __cplusplus
}
#endif

#endif /* LITH_PYTHON_CALL_SIGNALS_H */
