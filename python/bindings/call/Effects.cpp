// Effects.cpp: what a program does to objects outside of it, at its place.
#include "call/Call.h"
#include "call/Generators.h"

#include "host/CPythonHost.h"

#include "Sets.h"

#include <lith/making.h>

namespace lith::python {

namespace {

int setItem(PyObject *object, PyObject *key, PyObject *value) {
  if (PyDict_Check(object))
    return setEntry(object, key, value);
  if (PyObject_TypeCheck(object, dequeType()))
    return dequeType()->tp_as_sequence->sq_ass_item(object, PyLong_AsSsize_t(key), value);
  if (!PyList_Check(object)) {
    PyErr_SetString(PyExc_SystemError, "an object without items is written");
    return -1;
  }
  // The list's own slot, whatever a subclass defines.
  return PyList_Type.tp_as_mapping->mp_ass_subscript(object, key, value);
}

/// warnings.warn_explicit, as the statement in the user's file would; for a logger instead of a
/// category, its method of that name; None: a UserWarning.
int warn(PyObject *const *operands) {
  PyObject *category = operands[0] == Py_None ? PyExc_UserWarning : operands[0];
  if (!PyType_Check(category)) {
    Ref done = Ref::steal(PyObject_CallMethodOneArg(operands[0], operands[2], operands[1]));
    return done ? 0 : -1;
  }
  long line = PyLong_AsLong(operands[3]);
  const char *file = PyUnicode_AsUTF8(operands[2]);
  if (!file || (line == -1 && PyErr_Occurred()))
    return -1;
  return PyErr_WarnExplicitObject(category, operands[1], operands[2], int(line), nullptr, nullptr);
}

} // namespace

// The runtime object is filled by the program.
lith_value Call::mirror(PyObject *object) {
  bool isList = PyList_Check(object) || PyObject_TypeCheck(object, dequeType());
  lith_object *made = isList               ? &lith_rt_list_new(ctx, 0, nullptr)->head
                      : dictBehind(object) ? &lith_rt_dict_new(ctx, 0, nullptr)->head
                                           : &lith_rt_set_new(ctx, 0, nullptr)->head;
  if (!made) {
    PyErr_NoMemory();
    return {LITH_NULL, 0};
  }
  remember(made, object);
  return {made->kind, reinterpret_cast<uint64_t>(made)};
}

// The program goes on with the memory that a tensor had, where it gets other memory.
bool Call::keepMemory(PyObject *object, PyObject *name) {
  if (!isTorchTensor(object) || PyUnicode_CompareWithASCIIString(name, "data") != 0)
    return true;
  Ref kept = Ref::steal(PyObject_CallMethod(object, "detach", nullptr));
  if (!kept)
    return false;
  resolved.imported.replace(object, kept.get());
  for (lith_value value : resolved.values) {
    auto *tensor = reinterpret_cast<lith_tensor *>(value.bits);
    if (value.tag == LITH_TENSOR && tensor->handle == object)
      tensor->handle = kept.get();
  }
  resolved.kept.push_back(std::move(kept));
  return true;
}

/// A tensor that was computed requires no gradient any more: what `detach_` does, which alone sets
/// that in a program.
static bool detaches(PyObject *object, PyObject *name, PyObject *value) {
  if (value != Py_False || !isTorchTensor(object) ||
      PyUnicode_CompareWithASCIIString(name, "requires_grad") != 0)
    return false;
  return !isLeaf(object);
}

static bool setAttribute(PyObject *object, PyObject *name, PyObject *value) {
  if (detaches(object, name, value))
    return bool(Ref::steal(PyObject_CallMethod(object, "detach_", nullptr)));
  return setRaw(object, name, value);
}

lith_value Call::perform(HostOperation operation, int64_t count, const lith_value *operands) {
  std::vector<Ref> kept;
  PyObject *objects[4] = {};
  for (int64_t i = 0; i < count && i < 4; ++i) {
    if (operands[i].tag == LITH_NULL)
      continue;
    kept.push_back(Ref::steal(toPython(operands[i])));
    if (!(objects[i] = kept.back().get()))
      return {LITH_NULL, 0};
  }
  if (operation == KeepHooks) {
    moduleHooks.push_back(hooksOfModule(objects[0]));
    return moduleHooks.back() ? lith_value{LITH_INT, moduleHooks.size() - 1}
                              : lith_value{LITH_NULL, 0};
  }
  if (operation == RunHooks) {
    PyErr_SetString(PyExc_RuntimeError, "backward hooks of modules, within a program, in a graph "
                                        "that differs from path to path are not compiled");
    return {LITH_NULL, 0};
  }
  int failed = -1;
  switch (operation) {
  case HostOperation::Mirror:
    return mirror(objects[0]);
  case HostOperation::SetAttribute:
    failed =
        !keepMemory(objects[0], objects[1]) || !setAttribute(objects[0], objects[1], objects[2]);
    break;
  case HostOperation::DeleteAttribute:
    failed = !setRaw(objects[0], objects[1], nullptr);
    break;
  case HostOperation::SetItem:
    failed = setItem(objects[0], objects[1], objects[2]);
    keepItem(objects[0], objects[1], objects[2]);
    break;
  case HostOperation::DeleteItem:
    failed = setItem(objects[0], objects[1], nullptr);
    keepItem(objects[0], objects[1], nullptr);
    break;
  case HostOperation::SetContents:
    failed = changeContents(objects[0], objects[1]);
    break;
  case HostOperation::SetCell:
    failed = PyCell_Set(objects[0], objects[1]);
    break;
  case HostOperation::Warn:
    failed = warn(objects);
    break;
  case HostOperation::SetRandomState:
    failed = setRandomState(objects[0], objects[1]);
    break;
  case HostOperation::SetState: // of saved programs only
    break;
  case HostOperation::HoldLock:
    failed = !Ref::steal(PyObject_CallMethodNoArgs(objects[0], objects[1]));
    break;
  case HostOperation::DrawBits: {
    Ref drawn = Ref::steal(drawBitsOf(objects[0], objects[1]));
    return drawn ? toLith(drawn.get()) : lith_value{LITH_NULL, 0};
  }
  case HostOperation::SeedBits:
    failed = seedBitsOf(objects[0], operands[1].bits);
    break;
  case HostOperation::GetRandomState: {
    Ref state = Ref::steal(randomState(objects[0]));
    return state ? toLith(state.get()) : lith_value{LITH_NULL, 0};
  }
  }
  return failed ? lith_value{LITH_NULL, 0} : lith_value{LITH_NONE, 0};
}

lith_value Call::hook(void *data, lith_ctx *ctx, HostOperation operation, int64_t count,
                      const lith_value *operands) {
  Call *call = static_cast<Call *>(data);
  PyEval_RestoreThread(call->released);
  lith_value result = call->perform(operation, count, operands);
  if (result.tag == LITH_NULL)
    pendPythonError(ctx);
  call->released = PyEval_SaveThread();
  return result;
}

} // namespace lith::python
