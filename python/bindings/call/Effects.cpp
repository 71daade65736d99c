// Effects.cpp: what a program does to objects outside of it, at its place.
#include "call/Call.h"

#include "host/CPythonHost.h"

#include "Sets.h"

#include <lith/making.h>

namespace lith::python {

namespace {

/// All contents of a list, dict or set replaced, its identity kept.
int setContents(PyObject *object, PyObject *contents) {
  if (PyList_Check(object))
    return PyList_SetSlice(object, 0, PyList_GET_SIZE(object), contents);
  if (PyDict_Check(object)) {
    if (PyODict_Check(object)) {
      Ref cleared = Ref::steal(
          PyObject_CallMethod(reinterpret_cast<PyObject *>(&PyODict_Type), "clear", "O", object));
      if (!cleared)
        return -1;
    } else {
      PyDict_Clear(object);
    }
    PyObject *key, *value;
    Py_ssize_t position = 0;
    while (PyDict_Next(contents, &position, &key, &value))
      if (PyODict_Check(object) ? PyODict_SetItem(object, key, value)
                                : PyDict_SetItem(object, key, value))
        return -1;
    return 0;
  }
  if (PyObject_TypeCheck(object, dequeType())) {
    Ref cleared = Ref::steal(PyObject_CallMethod(object, "clear", nullptr));
    return cleared && fillInstance(object, contents) ? 0 : -1;
  }
  if (!PySet_Check(object)) {
    PyErr_SetString(PyExc_SystemError, "an object without contents is written");
    return -1;
  }
  return PySet_Clear(object) == 0 && updateSet(object, contents) ? 0 : -1;
}

int setItem(PyObject *object, PyObject *key, PyObject *value) {
  if (PyODict_Check(object))
    return value ? PyODict_SetItem(object, key, value) : PyODict_DelItem(object, key);
  if (PyDict_Check(object))
    return value ? PyDict_SetItem(object, key, value) : PyDict_DelItem(object, key);
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

PyObject *randomState(PyObject *generator) {
  PyObject *torch = torchTypes().torch;
  return generator == Py_None ? PyObject_CallMethod(torch, "get_rng_state", nullptr)
                              : PyObject_CallMethod(generator, "get_state", nullptr);
}

/// Of a random.Random, by its own methods in C.
PyObject *drawBitsOf(PyObject *generator, PyObject *count) {
  Ref module = Ref::steal(PyImport_ImportModule("_random"));
  Ref type = module ? Ref::steal(PyObject_GetAttrString(module.get(), "Random")) : Ref();
  if (!type)
    return nullptr;
  return PyLong_AsLong(count) >= 0
             ? PyObject_CallMethod(type.get(), "getrandbits", "OO", generator, count)
             : PyObject_CallMethod(type.get(), "random", "O", generator);
}

int setRandomState(PyObject *generator, PyObject *state) {
  PyObject *torch = torchTypes().torch;
  Ref done =
      Ref::steal(generator == Py_None ? PyObject_CallMethod(torch, "set_rng_state", "O", state)
                                      : PyObject_CallMethod(generator, "set_state", "O", state));
  return done ? 0 : -1;
}

/// Whether both are numbers or strings, of one type and value, so that either does for the other.
bool sameScalar(PyObject *a, PyObject *b) {
  PyTypeObject *type = Py_TYPE(a);
  if (type != Py_TYPE(b))
    return false;
  if (type == &PyFloat_Type) {
    double x = PyFloat_AS_DOUBLE(a), y = PyFloat_AS_DOUBLE(b);
    return memcmp(&x, &y, sizeof x) == 0;
  }
  return (type == &PyLong_Type || type == &PyUnicode_Type || type == &PyComplex_Type ||
          type == &PyBytes_Type) &&
         PyObject_RichCompareBool(a, b, Py_EQ) == 1;
}

/// Replaces what differs, so that elements that were there stay the same objects.
int updateList(PyObject *object, PyObject *contents) {
  Py_ssize_t old = PyList_GET_SIZE(object), count = PyList_GET_SIZE(contents);
  bool same = old == count;
  for (Py_ssize_t i = 0; i < count && i < old; ++i) {
    PyObject *before = PyList_GET_ITEM(object, i), *now = PyList_GET_ITEM(contents, i);
    if (before == now)
      continue;
    if (sameScalar(before, now))
      PyList_SetItem(contents, i, Py_NewRef(before));
    else
      same = false;
  }
  return same ? 0 : PyList_SetSlice(object, 0, old, contents);
}

int updateDict(PyObject *object, PyObject *contents) {
  PyObject *key, *value, *oldKey, *oldValue;
  Py_ssize_t position = 0, oldPosition = 0;
  bool sameKeys = PyDict_GET_SIZE(object) == PyDict_GET_SIZE(contents);
  while (sameKeys && PyDict_Next(contents, &position, &key, &value) &&
         PyDict_Next(object, &oldPosition, &oldKey, &oldValue))
    sameKeys = key == oldKey || sameScalar(key, oldKey);
  if (!sameKeys || PyODict_Check(object))
    return setContents(object, contents);
  position = oldPosition = 0;
  while (PyDict_Next(contents, &position, &key, &value) &&
         PyDict_Next(object, &oldPosition, &oldKey, &oldValue))
    if (value != oldValue && !sameScalar(value, oldValue) &&
        PyDict_SetItem(object, oldKey, value) < 0)
      return -1;
  return 0;
}

} // namespace

bool Exporter::update(PyObject *object, const lith_object *from) {
  switch (from->kind) {
  case LITH_LIST: {
    auto *list = reinterpret_cast<const lith_list *>(from);
    Ref contents = Ref::steal(PyList_New(list->length));
    if (!setItems(contents.get(), list))
      return false;
    return (PyList_Check(object) ? updateList(object, contents.get())
                                 : setContents(object, contents.get())) == 0;
  }
  case LITH_DICT: {
    if (!PyDict_Check(object)) // a mappingproxy, which nobody can write
      return true;
    Ref contents = Ref::steal(PyDict_New());
    return setEntries(contents.get(), reinterpret_cast<const lith_dict *>(from)) &&
           updateDict(object, contents.get()) == 0;
  }
  case LITH_SET: {
    if (PyFrozenSet_Check(object))
      return true;
    Ref items = elements(reinterpret_cast<const lith_set *>(from));
    Ref contents = items ? Ref::steal(PySet_New(items.get())) : Ref();
    int same = contents ? PyObject_RichCompareBool(object, contents.get(), Py_EQ) : -1;
    return same == 1 || (same == 0 && setContents(object, contents.get()) == 0);
  }
  default:
    return setFields(object, reinterpret_cast<const lith_record *>(from));
  }
}

bool Exporter::writeBack() {
  running = false;
  for (auto &[from, object] : mirrors)
    if (!update(object, from))
      return false;
  for (const Given &one : given)
    if (!one.isSame() && !update(one.object, &one.list->head))
      return false;
  return true;
}

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
    failed = !keepMemory(objects[0], objects[1]) || !setRaw(objects[0], objects[1], objects[2]);
    break;
  case HostOperation::DeleteAttribute:
    failed = !setRaw(objects[0], objects[1], nullptr);
    break;
  case HostOperation::SetItem:
    failed = setItem(objects[0], objects[1], objects[2]);
    break;
  case HostOperation::DeleteItem:
    failed = setItem(objects[0], objects[1], nullptr);
    break;
  case HostOperation::SetContents:
    failed = setContents(objects[0], objects[1]);
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
