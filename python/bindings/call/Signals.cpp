// Signals.cpp: what the handler of a signal raises leaves the running program.
//
// To the program it is a KeyboardInterrupt; the object that was raised is kept beside it.
#include "call/Signals.h"
#include "call/Values.h"

#include <lith/program.h>

namespace lith::python {

namespace {

// Of the main thread, which alone runs handlers.
const lith_exception *raised;
Ref interruption;

void handle(lith_ctx *ctx) {
  lith_python_signals_asked();
  PyGILState_STATE state = PyGILState_Ensure();
  if (Py_MakePendingCalls() < 0) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback)
      PyException_SetTraceback(value, traceback);
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    interruption = Ref::steal(value);
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    pendPythonError(ctx);
    raised = ctx->pending;
  }
  PyGILState_Release(state);
}

} // namespace

void handleSignals() { setSignalSource({lith_python_signals, handle}); }

bool raiseInterruption(const lith_exception *exception) {
  if (!interruption || exception != raised)
    return false;
  Ref value = std::move(interruption);
  raised = nullptr;
  PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(value.get())), value.get());
  return true;
}

} // namespace lith::python
