// Callable.h: the Python type that compiles and calls.
//
// An object of it stands for a function, a bound method or an instance; calling it
// selects a compiled program by its guards, or compiles another one first.
#ifndef LITH_PYTHON_MODULE_CALLABLE_H
#define LITH_PYTHON_MODULE_CALLABLE_H

#include "call/Compiled.h"
#include "diagnostics/Diagnostic.h"
#include "host/CPythonHost.h"

namespace lith::python {

/// A compiled program and the form of call it is for.
struct Entry {
  size_t positional;
  std::vector<Ref> keywords; ///< interned names
  std::shared_ptr<Compiled> compiled;
  Ref example; ///< (args, kwargs) with tensors as InputSpec: how to compile it again for an
               ///< artifact
  bool isStale = false; ///< has as a constant what another program writes: only for artifacts

  /// Whether it is for calls with so many positional arguments and these keywords (may be null).
  bool isOfForm(size_t count, PyObject *names) const;
};

struct CallOptions {
  bool freeze = false;
  Ref inputSpec; ///< a list, a dict or null
};

struct CallableState {
  CallOptions options;
  std::vector<Entry> entries; ///< most recently used first
};

struct CallableObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject *target;
  PyObject *attributes; ///< __dict__
  PyObject *weakReferences;
  CallableState *state;
  bool dropSelf; ///< stands in a class for an instance: the first argument is not the program's
};

/// The type, ready; null with an error set. Borrowed.
PyTypeObject *callableType();

/// What the programs of a callable say about one that is compiled beside them.
struct Beside {
  std::vector<contract::Path> changing; ///< numbers that it should not rest on
  std::vector<contract::Place> written; ///< tensors that it may not have as constants
};

/// Where LITH_LOG has the word "recompiles": the line for a call that the earlier programs do not
/// serve, of which there are some. Else empty.
std::string recompileText(const CallableObject *callable, const Arguments &arguments,
                          size_t positional, PyObject *names);

/// The function that a call of `target` runs (null: it is not known), and whether its first
/// parameter is bound. Borrowed.
std::pair<PyObject *, bool> functionOf(PyObject *target);

/// Compiles `target` for a call. Null with CompileError set when the compiler refuses it.
std::shared_ptr<Compiled> compileFor(PyObject *target, const CallOptions &options,
                                     const Arguments &arguments, size_t positional,
                                     PyObject *keywordNames, const Beside &beside);

/// The request to compile `target` for an artifact, for a call with these specifications or
/// example values. Of a `recorded` call, what occurs twice was one object.
contract::Request requestFor(CPythonHost &host, PyObject *target, const CallOptions &options,
                             PyObject *args, PyObject *keywords, bool recorded);

/// Sets lith.CompileError from what the compiler said.
void raiseDiagnostics(const std::vector<diag::Diagnostic> &diagnostics);
/// Sets lith.CompileError with a message alone.
void raiseCompileError(const std::string &message);

} // namespace lith::python

#endif // LITH_PYTHON_MODULE_CALLABLE_H
