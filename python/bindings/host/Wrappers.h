// Wrappers.h: compiled functions and modules stand for what they were made of.
//
// Compiling a program that calls a compiled one sees the original, and so do guards.
#ifndef LITH_PYTHON_HOST_WRAPPERS_H
#define LITH_PYTHON_HOST_WRAPPERS_H

#include "Ref.h"

namespace lith::python {

/// The function or module behind a compiled one; other objects as they are. Borrowed.
PyObject *behindWrapper(PyObject *object);
/// How behindWrapper recognises what the package wraps; set by the package's own types.
void registerFunctionWrapper(PyTypeObject *type, PyObject *(*target)(PyObject *));
/// Instances of `type` stand for `original`, which the type keeps alive; null: no longer.
void registerModuleWrapper(PyTypeObject *type, PyObject *original);

/// How TorchScript's modules and functions are recognised, what modules of twins are, and functions
/// of Python: what an object is compiled as, or None; one that brings back what programs assigned;
/// what of TorchScript an object stands for, or None; the class that a class stands for.
struct ScriptedTypes {
  PyTypeObject *module, *traced, *function, *part;
  PyObject *twinOf, *flush, *originalOf, *classSeen;
};
void registerScripted(ScriptedTypes types);
/// What of TorchScript this object stands for, or the object. Null with an error set.
Ref beforeTwin(PyObject *object);
/// An object's class; TorchScript's of a function that stands for one of its. Borrowed.
PyTypeObject *typeBeforeTwin(PyObject *object);
/// The class of the modules of TorchScript that instances of this class stand for, or the class.
PyTypeObject *classBeforeTwin(PyTypeObject *cls);
/// Whether what stands for this object has to be asked for at each call.
bool isScriptedModule(PyObject *object);

/// A call, in which what stands for a module of TorchScript is brought up to date once. At its end
/// the modules get what was assigned.
class ScriptedScope {
public:
  ScriptedScope();
  ~ScriptedScope();
  ScriptedScope(const ScriptedScope &) = delete;
  ScriptedScope &operator=(const ScriptedScope &) = delete;
};

} // namespace lith::python

#endif // LITH_PYTHON_HOST_WRAPPERS_H
