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

/* Two files define these: signals.c knows one release of CPython, Ticker.cpp is for all. */

/* Not 0 while a signal may wait for its handler; null on threads that run none, all but the main
 * one.
 */
const volatile int32_t *lith_python_signals(void);
/* Python is asked for signals now. */
void lith_python_signals_asked(void);

#ifdef __cplusplus
}
#endif

#endif /* LITH_PYTHON_CALL_SIGNALS_H */
