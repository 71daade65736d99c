// Merging.cpp: three states of a container: what the program read, what it left, what is there.
#include "call/Merging.h"

#include "host/Objects.h"

#include "Sets.h"

#include <algorithm>
#include <bit>

namespace lith::python {

namespace {

bool isDeque(PyObject *object) { return PyObject_TypeCheck(object, dequeType()); }

Py_ssize_t sizeOf(PyObject *list) { return PyList_GET_SIZE(list); }

/// The elements of `before` from `begin` to `end`, in whose place another list has others.
struct Change {
  Py_ssize_t begin, end;

  Change(PyObject *before, PyObject *after) : begin(0), end(sizeOf(before)) {
    Py_ssize_t shared = std::min(end, sizeOf(after)), later = sizeOf(after) - end;
    while (begin < shared && isSameElement(at(before, begin), at(after, begin)))
      ++begin;
    while (end > begin && end + later > begin &&
           isSameElement(at(before, end - 1), at(after, end + later - 1)))
      --end;
  }
  bool isNothing(PyObject *before, PyObject *after) const {
    return begin == end && sizeOf(before) == sizeOf(after);
  }

private:
  static PyObject *at(PyObject *list, Py_ssize_t i) { return PyList_GET_ITEM(list, i); }
};

bool setList(PyObject *list, PyObject *elements) {
  if (PyList_Check(list))
    return PyList_SetSlice(list, 0, sizeOf(list), elements) == 0;
  return Ref::steal(PyObject_CallMethod(list, "clear", nullptr)) &&
         Ref::steal(PyObject_CallMethod(list, "extend", "O", elements));
}

bool mergeList(PyObject *list, PyObject *before, PyObject *after) {
  Ref now = contentsNow(list);
  if (!now)
    return false;
  Change own(before, after), other(before, now.get());
  if (own.isNothing(before, after))
    return true;
  if (own.end > other.begin && other.end > own.begin) {
    PyErr_SetString(PyExc_RuntimeError, "a list that a program changes was changed in the same "
                                        "place by another thread while the program ran");
    return false;
  }
  // What both put into one place comes in the order of the calls' ends.
  Py_ssize_t moved = other.end <= own.begin ? sizeOf(now.get()) - sizeOf(before) : 0;
  Py_ssize_t grown = sizeOf(after) - sizeOf(before);
  Ref made = Ref::steal(PyList_GetSlice(after, own.begin, own.end + grown));
  return made && PyList_SetSlice(now.get(), own.begin + moved, own.end + moved, made.get()) == 0 &&
         setList(list, now.get());
}

bool mergeDict(PyObject *dict, PyObject *before, PyObject *after) {
  PyObject *key, *value;
  for (Py_ssize_t position = 0; PyDict_Next(after, &position, &key, &value);) {
    PyObject *old = PyDict_GetItemWithError(before, key);
    if (!old && PyErr_Occurred())
      return false;
    if ((!old || !isSameElement(old, value)) && PyObject_SetItem(dict, key, value) < 0)
      return false;
  }
  for (Py_ssize_t position = 0; PyDict_Next(before, &position, &key, &value);) {
    int stays = PyDict_Contains(after, key);
    int isThere = stays == 0 ? PyDict_Contains(dict, key) : 0;
    if (stays < 0 || isThere < 0 || (isThere == 1 && PyObject_DelItem(dict, key) < 0))
      return false;
  }
  return true;
}

bool mergeSet(PyObject *set, PyObject *before, PyObject *after) {
  bool added = eachElement(after, [&](PyObject *element) {
    int was = PySet_Contains(before, element);
    return was == 1 || (was == 0 && PySet_Add(set, element) == 0);
  });
  return added && eachElement(before, [&](PyObject *element) {
           int stays = PySet_Contains(after, element);
           return stays == 1 || (stays == 0 && PySet_Discard(set, element) >= 0);
         });
}

} // namespace

bool isSameElement(PyObject *a, PyObject *b) {
  if (a == b)
    return true;
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

Ref contentsNow(PyObject *container) {
  if (PyList_Check(container))
    return Ref::steal(PyList_GetSlice(container, 0, PyList_GET_SIZE(container)));
  if (isDeque(container))
    return Ref::steal(PySequence_List(container));
  if (PyDict_Check(container))
    return Ref::steal(PyDict_Copy(container));
  return Ref::steal(PySet_Check(container) ? PySet_New(container) : nullptr);
}

bool hasContents(PyObject *container, PyObject *contents) {
  if (PySet_Check(container))
    return PyObject_RichCompareBool(container, contents, Py_EQ) == 1;
  if (!PyDict_Check(container)) {
    Ref now = contentsNow(container);
    return now && Change(contents, now.get()).isNothing(contents, now.get());
  }
  PyObject *key, *value, *otherKey, *otherValue;
  Py_ssize_t position = 0, other = 0;
  bool same = PyDict_GET_SIZE(container) == PyDict_GET_SIZE(contents);
  while (same && PyDict_Next(container, &position, &key, &value) &&
         PyDict_Next(contents, &other, &otherKey, &otherValue))
    same = isSameElement(key, otherKey) && isSameElement(value, otherValue);
  return same;
}

bool mergeContents(PyObject *container, PyObject *before, PyObject *after) {
  return PyDict_Check(container)  ? mergeDict(container, before, after)
         : PySet_Check(container) ? mergeSet(container, before, after)
                                  : mergeList(container, before, after);
}

} // namespace lith::python
