// Wrappers.cpp: from a compiled function or module to the original, from one of TorchScript to what
// it is compiled as.
#include "host/Wrappers.h"

#include "Once.h"

#include <unordered_map>
#include <vector>

namespace lith::python {

namespace {

PyObject *(*functionTarget)(PyObject *) = nullptr;
PyTypeObject *functionWrapper = nullptr;
using Wrappers = std::unordered_map<PyTypeObject *, PyObject *>;
Wrappers &moduleWrappers() {
  static Once<Wrappers> map; // lives to the end
  return *map.get([] { return new Wrappers; });
}

ScriptedTypes scripted{}; // kept for ever

/// The modules of TorchScript that the calls of this thread have met, and what stands for them.
struct Met {
  int depth = 0; ///< of calls
  std::vector<std::pair<Ref, Ref>> modules;
};
thread_local Met met;

/// What stands for an object of TorchScript; itself where nothing can. Borrowed: the table of the
/// package, and of a call this thread's, keeps it.
PyObject *twinOf(PyObject *object) {
  for (auto &[module, twin] : met.modules)
    if (module.get() == object)
      return twin.get();
  Ref twin = Ref::steal(PyObject_CallOneArg(scripted.twinOf, object));
  if (!twin)
    PyErr_WriteUnraisable(object);
  if (!twin || twin.get() == Py_None)
    return object;
  PyObject *found = twin.get();
  if (met.depth > 0 && isScriptedModule(object))
    met.modules.emplace_back(Ref::borrow(object), std::move(twin));
  return found;
}

/// What of TorchScript an object stands for; null with no error set where that is nothing.
Ref originalOf(PyObject *object) {
  Ref found = Ref::steal(PyObject_CallOneArg(scripted.originalOf, object));
  if (!found)
    PyErr_WriteUnraisable(object);
  return !found || found.get() == Py_None ? Ref() : std::move(found);
}

/// Whether a function may stand for one of TorchScript: it has the names of those.
bool isNamedAsScripted(PyObject *object) {
  return scripted.function && PyFunction_Check(object) &&
         PyUnicode_CompareWithASCIIString(
             reinterpret_cast<PyFunctionObject *>(object)->func_qualname,
             "torch.jit.ScriptFunction") == 0;
}

} // namespace

void registerScripted(ScriptedTypes types) { scripted = types; }

bool isScriptedModule(PyObject *object) {
  return scripted.module &&
         (Py_IS_TYPE(object, scripted.module) || Py_IS_TYPE(object, scripted.traced));
}

Ref beforeTwin(PyObject *object) {
  bool maybe =
      scripted.part && (PyObject_TypeCheck(object, scripted.part) || isNamedAsScripted(object));
  Ref found = maybe ? originalOf(object) : Ref();
  return found ? std::move(found) : Ref::borrow(object);
}

PyTypeObject *typeBeforeTwin(PyObject *object) {
  return isNamedAsScripted(object) && originalOf(object) ? scripted.function : Py_TYPE(object);
}

PyTypeObject *classBeforeTwin(PyTypeObject *cls) {
  if (!scripted.part || !PyType_IsSubtype(cls, scripted.part))
    return cls;
  Ref seen = Ref::steal(PyObject_CallOneArg(scripted.classSeen, reinterpret_cast<PyObject *>(cls)));
  if (!seen)
    PyErr_WriteUnraisable(reinterpret_cast<PyObject *>(cls));
  return seen ? reinterpret_cast<PyTypeObject *>(seen.get()) : cls; // which torch keeps
}

ScriptedScope::ScriptedScope() { ++met.depth; }

ScriptedScope::~ScriptedScope() {
  if (--met.depth > 0 || met.modules.empty())
    return;
  auto modules = std::move(met.modules);
  met.modules.clear();
  PyObject *type, *error, *traceback;
  PyErr_Fetch(&type, &error, &traceback);
  for (auto &[module, twin] : modules)
    if (!Ref::steal(PyObject_CallOneArg(scripted.flush, module.get())))
      PyErr_WriteUnraisable(module.get());
  PyErr_Restore(type, error, traceback);
}

void registerFunctionWrapper(PyTypeObject *type, PyObject *(*target)(PyObject *)) {
  functionWrapper = type;
  functionTarget = target;
}

void registerModuleWrapper(PyTypeObject *type, PyObject *original) {
  if (original)
    moduleWrappers()[type] = original;
  else
    moduleWrappers().erase(type);
}

PyObject *behindWrapper(PyObject *object) {
  while (functionWrapper && Py_IS_TYPE(object, functionWrapper))
    object = functionTarget(object);
  if (!moduleWrappers().empty()) {
    auto found = moduleWrappers().find(Py_TYPE(object));
    if (found != moduleWrappers().end())
      return found->second;
  }
  if (isScriptedModule(object) || (scripted.function && Py_IS_TYPE(object, scripted.function)))
    return twinOf(object);
  return object;
}

} // namespace lith::python
