// Errors.cpp: exceptions of a program as Python exceptions, with the user's lines.
//
// The traceback is made of code and frame objects that never run.
#include "call/Signals.h"
#include "call/Values.h"

#include "host/Objects.h"

#include <lith/making.h>

#include <algorithm>

extern "C" {
// Exported by CPython, with no promise: appends a frame that shows one line to the current error.
[[gnu::weak]] void _PyTraceback_Add(const char *function, const char *file, int line);
}

namespace lith::python {

namespace {

/// An instance without running a class's own __new__ or __init__.
Ref newException(PyTypeObject *cls, PyObject *args) {
  if (!isPythonClass(cls))
    return Ref::steal(PyObject_Call(reinterpret_cast<PyObject *>(cls), args, nullptr));
  PyTypeObject *base = builtinBase(cls);
  Ref made = Ref::steal(slot::tp_new(base)(cls, args, nullptr));
  auto init = slot::tp_init(base);
  if (made && init && init(made.get(), args, nullptr) < 0)
    return {};
  return made;
}

} // namespace

void addTraceback(PyObject *exception, const std::vector<Frame> &frames) {
  PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(exception)), exception);
  for (auto frame = frames.rbegin(); _PyTraceback_Add && frame != frames.rend(); ++frame)
    _PyTraceback_Add(std::string(frame->function).c_str(), std::string(frame->file).c_str(),
                     frame->line);
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (traceback)
    PyException_SetTraceback(exception, traceback);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(traceback);
}

// A class that cannot be found is stood in for by one of its name, below its nearest built-in base.
Ref Exporter::exceptionClassOf(int classId) {
  Ref cls = classOf(classId);
  if ((cls && PyExceptionClass_Check(cls.get())) || PyErr_Occurred())
    return cls;
  const ClassInfo &info = tables.image->classes[size_t(classId - LITH_FIRST_PROGRAM_CLASS)];
  auto base = std::find_if(info.ancestors.begin(), info.ancestors.end(),
                           [](int32_t id) { return id < LITH_FIRST_PROGRAM_CLASS; });
  Ref parent = base == info.ancestors.end() ? Ref::borrow(PyExc_Exception) : classOf(*base);
  std::string name = info.name.substr(info.name.rfind('.') + 1);
  Ref made = Ref::steal(PyErr_NewException(("__main__." + name).c_str(), parent.get(), nullptr));
  Ref qualified = Ref::steal(PyUnicode_FromString(info.qualifiedName.c_str()));
  if (made && qualified)
    PyObject_SetAttrString(made.get(), "__qualname__", qualified.get());
  return made;
}

Ref Exporter::exceptionToPython(const lith_exception *exception) {
  auto found = made.find(&exception->head);
  if (found != made.end())
    return found->second;
  Ref cls = exceptionClassOf(exception->class_id);
  Ref args = Ref::steal(exception->args ? tupleToPython(exception->args) : PyTuple_New(0));
  if (!cls || !args)
    return {};
  Ref result = newException(reinterpret_cast<PyTypeObject *>(cls.get()), args.get());
  if (!result)
    return {};
  remember(&exception->head, result.get());
  if (const lith_record *record = exception->attributes) {
    const auto &fields =
        tables.image->classes[size_t(record->class_id - LITH_FIRST_PROGRAM_CLASS)].fields;
    for (int32_t i = 0; i < record->count; ++i) {
      Ref name = Ref::steal(PyUnicode_FromString(fields[size_t(i)].c_str()));
      Ref value = record->fields[i].tag ? Ref::steal(toPython(record->fields[i])) : Ref();
      if (value && !setRaw(result.get(), name.get(), value.get()))
        PyErr_Clear();
    }
  }
  if (exception->cause)
    PyException_SetCause(result.get(), exceptionToPython(exception->cause).release());
  if (exception->context)
    PyException_SetContext(result.get(), exceptionToPython(exception->context).release());
  if (exception->suppress_context)
    PyObject_SetAttrString(result.get(), "__suppress_context__", Py_True);
  addTraceback(result.get(), traceback(*tables.image, exception));
  return result;
}

void raiseException(Exporter &exporter, const lith_exception *exception) {
  if (raiseInterruption(exception))
    return;
  if (Ref raised = exporter.exceptionToPython(exception)) // else another error is set
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(raised.get())), raised.get());
}

void raisePending(Exporter &exporter, lith_ctx *ctx, lith_exception *exception) {
  raiseException(exporter, exception);
  releaseObject(ctx, &exception->head);
}

void pendPythonError(lith_ctx *ctx) {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  int classId = LITH_CLASS_RuntimeError;
  static constexpr const char *names[] = {
#define LITH_EXCEPTION_CLASS(name, base) #name,
#include <lith/exceptions.def>
#undef LITH_EXCEPTION_CLASS
  };
  for (int i = 0; i < LITH_BUILTIN_CLASSES; ++i)
    if (type == PyDict_GetItemString(PyEval_GetBuiltins(), names[i]))
      classId = i;
  Ref shown = Ref::steal(value ? PyObject_Str(value) : nullptr);
  const char *message = shown ? PyUnicode_AsUTF8(shown.get()) : nullptr;
  lith_str *text = makeStr(ctx, message ? message : "");
  lith_value argument{LITH_STR, reinterpret_cast<uint64_t>(text)};
  lith_tuple *args = lith_rt_tuple_new(ctx, 1, &argument);
  lith_rt_raise(ctx, lith_rt_exception_new(ctx, classId, args));
  releaseObject(ctx, &text->head);
  releaseObject(ctx, &args->head);
  PyErr_Clear();
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(traceback);
}

void printToPython(void *data, int stream, const char *text, size_t bytes) {
  (void)data;
  PyGILState_STATE state = PyGILState_Ensure();
  {
    PyObject *file = PySys_GetObject(stream == 2 ? "stderr" : "stdout");
    Ref shown = Ref::steal(PyUnicode_DecodeUTF8(text, Py_ssize_t(bytes), "surrogatepass"));
    if (file && file != Py_None &&
        (!shown || PyFile_WriteObject(shown.get(), file, Py_PRINT_RAW) < 0))
      PyErr_WriteUnraisable(file);
  }
  PyGILState_Release(state);
}

} // namespace lith::python
