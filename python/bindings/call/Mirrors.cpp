// Mirrors.cpp: Python's containers and instances get what those of a program that stand for them
// have.
#include "call/Values.h"

#include "host/Objects.h"

#include "Sets.h"

#include <bit>

namespace lith::python {

int setContents(PyObject *object, PyObject *contents) {
  if (PyList_Check(object))
    return PyList_SetSlice(object, 0, PyList_GET_SIZE(object), contents);
  if (PyDict_Check(object)) {
    auto *ordered = reinterpret_cast<PyObject *>(orderedDictType());
    if (!isOrderedDict(object))
      PyDict_Clear(object);
    else if (!Ref::steal(PyObject_CallMethod(ordered, "clear", "O", object)))
      return -1;
    return fillInstance(object, contents) ? 0 : -1;
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

namespace {

/// Whether both are numbers or strings, of one type and value, so that either does for the other.
bool sameScalar(PyObject *a, PyObject *b) {
  PyTypeObject *type = Py_TYPE(a);
  if (type != Py_TYPE(b))
    return false;
  if (type == &PyFloat_Type)
    return std::bit_cast<uint64_t>(PyFloat_AS_DOUBLE(a)) ==
           std::bit_cast<uint64_t>(PyFloat_AS_DOUBLE(b));
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
  if (!sameKeys || isOrderedDict(object))
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

} // namespace lith::python
