// Callable.cpp: selecting a compiled program for a call, and the type's slots.
#include "module/Callable.h"

#include "Once.h"
#include "call/Modes.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <structmember.h>

namespace lith::python {

bool Entry::isOfForm(size_t count, PyObject *names) const {
  size_t named = names ? size_t(PyTuple_GET_SIZE(names)) : 0;
  if (positional != count || keywords.size() != named)
    return false;
  for (size_t i = 0; i < named; ++i) {
    PyObject *name = PyTuple_GET_ITEM(names, Py_ssize_t(i));
    if (name != keywords[i].get() && PyUnicode_Compare(name, keywords[i].get()) != 0)
      return false;
  }
  return true;
}

namespace {

constexpr size_t MaxPrograms = 64;

CallableObject *self(PyObject *object) { return reinterpret_cast<CallableObject *>(object); }

bool isCompilingForbidden() {
  const char *value = std::getenv("LITH_NO_COMPILE");
  return value && *value && std::string_view(value) != "0";
}

/// Why none of the programs serves the call.
std::string differences(CallableState &state, const Arguments &arguments, size_t positional,
                        PyObject *names) {
  std::string text;
  for (Entry &entry : state.entries) {
    if (!entry.isOfForm(positional, names))
      text += "\n  a program for other arguments";
    else
      text += "\n  a program that needs " + entry.compiled->firstDifference(arguments).guard;
  }
  return text.empty() ? "\n  no program has been compiled yet" : text;
}

/// lith._spec.describe(args, kwargs names): the call with tensors replaced by their InputSpec.
Ref describeExample(const Arguments &arguments, size_t positional, PyObject *names) {
  Ref module = Ref::steal(PyImport_ImportModule("lith._spec"));
  Ref values = Ref::steal(PyTuple_New(Py_ssize_t(arguments.count)));
  for (size_t i = 0; values && i < arguments.count; ++i)
    PyTuple_SET_ITEM(values.get(), Py_ssize_t(i), Py_NewRef(arguments.values[i]));
  Ref example;
  if (module && values)
    example = Ref::steal(PyObject_CallMethod(module.get(), "describe", "OnO", values.get(),
                                             Py_ssize_t(positional), names ? names : Py_None));
  if (!example)
    PyErr_Clear();
  return example;
}

/// Whether the error that is set says that another program for another text is no way to go on.
bool isOfVaryingText() {
  PyObject *type, *error, *traceback;
  PyErr_Fetch(&type, &error, &traceback);
  Ref code = Ref::steal(error ? PyObject_GetAttrString(error, "code") : nullptr);
  PyErr_Clear();
  std::string wanted = diag::codeText(diag::Kind::VaryingText);
  bool is = code && PyUnicode_Check(code.get()) &&
            PyUnicode_CompareWithASCIIString(code.get(), wanted.c_str()) == 0;
  PyErr_Restore(type, error, traceback);
  return is;
}

/// Compiles for the call and puts the program in front; null with an error set.
Entry *addProgram(CallableObject *callable, const Arguments &arguments, size_t positional,
                  PyObject *names) {
  CallableState &state = *callable->state;
  if (isCompilingForbidden()) {
    raiseCompileError(
        "this call needs another program, and LITH_NO_COMPILE forbids to compile it:" +
        differences(state, arguments, positional, names));
    return nullptr;
  }
  if (state.entries.size() >= MaxPrograms) {
    raiseCompileError("this call needs another program beside the " + std::to_string(MaxPrograms) +
                      " compiled before; the last one" +
                      differences(state, arguments, positional, names).substr(0, 400));
    return nullptr;
  }
  std::string log = recompileText(callable, arguments, positional, names);
  // A number or container that was another one in an earlier call is read at each call from now on,
  // where a program can do with that.
  Beside beside;
  for (Entry &entry : state.entries) {
    if (entry.isOfForm(positional, names))
      entry.compiled->changingPlaces(arguments, beside.changing);
    const std::vector<contract::Place> &written = entry.compiled->program.written;
    beside.written.insert(beside.written.end(), written.begin(), written.end());
  }
  std::shared_ptr<Compiled> compiled =
      compileFor(callable->target, state.options, arguments, positional, names, beside);
  if (!compiled && !beside.changing.empty() && !isOfVaryingText()) {
    PyErr_Clear();
    beside.changing.clear();
    compiled = compileFor(callable->target, state.options, arguments, positional, names, beside);
  }
  if (!compiled)
    return nullptr;
  if (!log.empty())
    PySys_FormatStderr("%s\n", log.c_str());
  // With `freeze`: what the new program writes is no constant of the others any more.
  for (Entry &entry : state.entries)
    entry.isStale |=
        contract::shareTensor(entry.compiled->program.frozen, compiled->program.written);
  Resolved unused;
  std::erase_if(state.entries, [&](const Entry &entry) { // that the new one is in place of
    return entry.isStale && entry.isOfForm(positional, names) &&
           entry.compiled->accepts(arguments, unused);
  });
  Entry entry{positional, {}, std::move(compiled), describeExample(arguments, positional, names)};
  for (Py_ssize_t i = 0; names && i < PyTuple_GET_SIZE(names); ++i)
    entry.keywords.push_back(Ref::borrow(PyTuple_GET_ITEM(names, i)));
  state.entries.insert(state.entries.begin(), std::move(entry));
  return &state.entries.front();
}

/// A program that accepts the call, or null; the one found moves to the front.
std::shared_ptr<Compiled> select(CallableState &state, const Arguments &arguments,
                                 size_t positional, PyObject *names, Resolved &resolved) {
  for (size_t i = 0; i < state.entries.size(); ++i) {
    Entry &entry = state.entries[i];
    if (entry.isStale || !entry.isOfForm(positional, names) ||
        !entry.compiled->accepts(arguments, resolved))
      continue;
    std::rotate(state.entries.begin(), state.entries.begin() + ptrdiff_t(i),
                state.entries.begin() + ptrdiff_t(i) + 1);
    return state.entries[0].compiled;
  }
  return nullptr;
}

/// Compiles, unless another thread has done so meanwhile; null with an error set.
std::shared_ptr<Compiled> selectOrCompile(CallableObject *callable, const Arguments &arguments,
                                          size_t positional, PyObject *names, Resolved &resolved) {
  driver::CompilerLock lock;
  if (auto found = select(*callable->state, arguments, positional, names, resolved))
    return found;
  // Calls of other threads may have changed what the program rests on while it was compiled: then
  // it needs what was there before, something else in each attempt.
  std::string needed, before;
  size_t attempts = 0;
  do {
    before = std::move(needed);
    Entry *added = addProgram(callable, arguments, positional, names);
    if (!added)
      return nullptr;
    std::shared_ptr<Compiled> compiled = added->compiled;
    if (compiled->accepts(arguments, resolved))
      return compiled;
    needed = compiled->firstDifference(arguments).guard;
    std::erase_if(callable->state->entries,
                  [&](const Entry &entry) { return entry.compiled == compiled; });
  } while (needed != before && ++attempts < MaxPrograms);
  raiseCompileError("a program does not accept the call that it was compiled for: it needs " +
                    needed);
  return nullptr;
}

PyObject *call(PyObject *object, PyObject *const *values, size_t flags, PyObject *names) {
  CallableObject *callable = self(object);
  size_t positional = size_t(PyVectorcall_NARGS(flags));
  if (callable->dropSelf) {
    ++values;
    --positional;
  }
  if (std::string mode = modeAround(); !mode.empty()) {
    raiseDiagnostics({diag::make(diag::Kind::CallInMode, "", {}, {mode})});
    return nullptr;
  }
  Arguments arguments{values, positional + (names ? size_t(PyTuple_GET_SIZE(names)) : 0)};
  ScriptedScope scripted;
  FrameScope frame;
  Resolved &resolved = *frame;
  // Owned: another thread may add programs while this one runs.
  std::shared_ptr<Compiled> compiled =
      select(*callable->state, arguments, positional, names, resolved);
  if (!compiled)
    compiled = selectOrCompile(callable, arguments, positional, names, resolved);
  return compiled ? compiled->run(arguments, resolved) : nullptr;
}

PyObject *create(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  static const char *names[] = {"target", "freeze", "input_spec", "drop_self", nullptr};
  PyObject *target, *spec = Py_None;
  int freeze = 0, dropSelf = 0;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|pOp", const_cast<char **>(names), &target,
                                   &freeze, &spec, &dropSelf))
    return nullptr;
  PyObject *made = type->tp_alloc(type, 0);
  if (!made)
    return nullptr;
  // Python 3.11 does not hand this flag to subclasses made by a class statement.
  type->tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL;
  registerFunctionWrapper(type, [](PyObject *object) { return self(object)->target; });
  self(made)->vectorcall = call;
  self(made)->target = Py_NewRef(target);
  self(made)->dropSelf = dropSelf;
  self(made)->state =
      new CallableState{{bool(freeze), spec == Py_None ? Ref() : Ref::borrow(spec)}, {}};
  return made;
}

int traverse(PyObject *object, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(self(object)->target);
  Py_VISIT(self(object)->attributes);
  if (!self(object)->state)
    return 0;
  for (const Entry &entry : self(object)->state->entries) {
    Py_VISIT(entry.example.get());
    // A program that is running is referenced from outside too: then nothing of it is garbage.
    if (int stop = entry.compiled.use_count() == 1 ? entry.compiled->traverse(visit, arg) : 0)
      return stop;
  }
  return 0;
}

int clear(PyObject *object) {
  if (self(object)->state)
    self(object)->state->entries.clear();
  Py_CLEAR(self(object)->target);
  Py_CLEAR(self(object)->attributes);
  return 0;
}

void destroy(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  if (self(object)->weakReferences)
    PyObject_ClearWeakRefs(object);
  clear(object);
  delete self(object)->state;
  type->tp_free(object);
  Py_DECREF(type);
}

PyObject *bind(PyObject *object, PyObject *instance, PyObject *) {
  return instance && instance != Py_None ? PyMethod_New(object, instance) : Py_NewRef(object);
}

/// The fields of lith._state.Guard.
Ref guardFields(const GuardText &guard) {
  Ref steps = Ref::steal(PyTuple_New(Py_ssize_t(guard.steps.size())));
  for (size_t i = 0; steps && i < guard.steps.size(); ++i)
    PyTuple_SET_ITEM(steps.get(), Py_ssize_t(i), PyUnicode_FromString(guard.steps[i].c_str()));
  return Ref::steal(steps ? Py_BuildValue("(ssOssO)", guard.kind, guard.place.c_str(), steps.get(),
                                          guard.text.c_str(), guard.brief.c_str(),
                                          guard.expected ? guard.expected : Py_None)
                          : nullptr);
}

/// (kind, place, why, saved tensors: (place, what, bytes, whether those are all)).
Ref noteFields(const contract::GradientNote &note) {
  static constexpr const char *Kinds[] = {"inline", "engine", "segment"};
  Ref saved = Ref::steal(PyList_New(0));
  for (const auto &each : note.saved) {
    Ref item = Ref::steal(Py_BuildValue("(ssLO)", each.place.c_str(), each.what.c_str(),
                                        static_cast<long long>(each.bytes),
                                        each.isWhole ? Py_True : Py_False));
    if (!saved || !item || PyList_Append(saved.get(), item.get()) < 0)
      return {};
  }
  return Ref::steal(saved ? Py_BuildValue("(sssO)", Kinds[size_t(note.kind)], note.place.c_str(),
                                          note.why.c_str(), saved.get())
                          : nullptr);
}

/// One tuple per program: (guards, graph, seconds, calls, example, compiled's native size, notes of
/// gradients).
PyObject *programs(PyObject *object, void *) {
  Ref list = Ref::steal(PyList_New(0));
  for (const Entry &entry : self(object)->state->entries) {
    Ref guards = Ref::steal(PyList_New(0));
    for (const GuardText &guard : entry.compiled->describeGuards()) {
      Ref item = guardFields(guard);
      if (!item || PyList_Append(guards.get(), item.get()) < 0)
        return nullptr;
    }
    const contract::Program &program = entry.compiled->program;
    Ref notes = Ref::steal(PyList_New(0));
    for (const contract::GradientNote &note : program.gradientNotes) {
      Ref item = noteFields(note);
      if (!notes || !item || PyList_Append(notes.get(), item.get()) < 0)
        return nullptr;
    }
    Ref item = Ref::steal(Py_BuildValue(
        "(OsddddKOnO)", guards.get(), program.graph.c_str(), entry.compiled->compileSeconds,
        program.stageSeconds, program.passSeconds, program.codegenSeconds,
        static_cast<unsigned long long>(entry.compiled->calls),
        entry.example ? entry.example.get() : Py_None,
        Py_ssize_t(program.executable ? program.executable->image().object.size() : 0),
        notes.get()));
    if (!item || PyList_Append(list.get(), item.get()) < 0)
      return nullptr;
  }
  return list.release();
}

PyObject *inputSpec(PyObject *object, void *) {
  PyObject *spec = self(object)->state->options.inputSpec.get();
  return Py_NewRef(spec ? spec : Py_None);
}

PyObject *clearPrograms(PyObject *object, PyObject *) {
  self(object)->state->entries.clear();
  Py_RETURN_NONE;
}

PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(CallableObject, vectorcall), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(CallableObject, weakReferences), READONLY, nullptr},
    {"__dictoffset__", T_PYSSIZET, offsetof(CallableObject, attributes), READONLY, nullptr},
    {"__wrapped__", T_OBJECT, offsetof(CallableObject, target), READONLY,
     "The function, method or instance that is compiled."},
    {nullptr, 0, 0, 0, nullptr}};

PyGetSetDef properties[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {"_input_spec", inputSpec, nullptr, "The input_spec that was given, or None.", nullptr},
    {"_programs", programs, nullptr,
     "The fields of CompiledProgram, of each program, the most recently used first.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyMethodDef methods[] = {{"_clear", clearPrograms, METH_NOARGS, "Drops all compiled programs."},
                         {nullptr, nullptr, 0, nullptr}};

PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void *>(create)},
                       {Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
                       {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
                       {Py_tp_clear, reinterpret_cast<void *>(clear)},
                       {Py_tp_dealloc, reinterpret_cast<void *>(destroy)},
                       {Py_tp_descr_get, reinterpret_cast<void *>(bind)},
                       {Py_tp_members, members},
                       {Py_tp_getset, properties},
                       {Py_tp_methods, methods},
                       {0, nullptr}};

PyType_Spec spec = {"lith._lith.Callable", sizeof(CallableObject), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
                        Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR,
                    slots};

} // namespace

PyTypeObject *callableType() {
  static Once<PyObject> type;
  return reinterpret_cast<PyTypeObject *>(type.get([] { return PyType_FromSpec(&spec); }));
}

} // namespace lith::python
