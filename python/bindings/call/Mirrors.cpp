// Mirrors.cpp: Python's containers and instances get what those of a program that stand for them
// have.
#include "call/Values.h"

#include "call/Merging.h"
#include "host/Objects.h"

#include "Sets.h"

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

/// Replaces what differs, so that elements that were there stay the same objects.
int updateList(PyObject *object, PyObject *contents) {
  Py_ssize_t old = PyList_GET_SIZE(object), count = PyList_GET_SIZE(contents);
  bool same = old == count;
  for (Py_ssize_t i = 0; i < count && i < old; ++i) {
    PyObject *before = PyList_GET_ITEM(object, i), *now = PyList_GET_ITEM(contents, i);
    if (before == now)
      continue;
    if (isSameElement(before, now))
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
    sameKeys = isSameElement(key, oldKey);
  if (!sameKeys || isOrderedDict(object))
    return setContents(object, contents);
  position = oldPosition = 0;
  while (PyDict_Next(contents, &position, &key, &value) &&
         PyDict_Next(object, &oldPosition, &oldKey, &oldValue))
    if (!isSameElement(value, oldValue) && PyDict_SetItem(object, oldKey, value) < 0)
      return -1;
  return 0;
}

} // namespace

void Exporter::keepContents(PyObject *container) {
  if (before.count(container))
    return;
  if (Ref contents = contentsNow(container))
    before.emplace(container, std::move(contents));
  PyErr_Clear();
}

void Exporter::keepItem(PyObject *container, PyObject *key, PyObject *value) {
  auto known = before.find(container);
  if (known == before.end() || PyErr_Occurred())
    return;
  PyObject *contents = known->second.get();
  if ((value ? PyObject_SetItem(contents, key, value) : PyObject_DelItem(contents, key)) < 0)
    PyErr_Clear();
}

bool Exporter::isMerged(PyObject *object, PyObject *contents, bool &failed) {
  auto known = before.find(object);
  bool isChanged = known != before.end() && !hasContents(object, known->second.get());
  if (isChanged)
    failed = !mergeContents(object, known->second.get(), contents);
  if (known != before.end())
    known->second = Ref::borrow(contents);
  return isChanged;
}

int Exporter::changeContents(PyObject *object, PyObject *contents) {
  bool failed = false;
  if (isMerged(object, contents, failed))
    return failed ? -1 : 0;
  if (setContents(object, contents) != 0)
    return -1;
  if (auto known = before.find(object); known != before.end()) // a deque may hold fewer
    known->second = contentsNow(object);
  return 0;
}

bool Exporter::update(PyObject *object, const lith_object *from) {
  bool failed = false;
  switch (from->kind) {
  case LITH_LIST: {
    auto *list = reinterpret_cast<const lith_list *>(from);
    Ref contents = Ref::steal(PyList_New(list->length));
    if (!setItems(contents.get(), list))
      return false;
    if (isMerged(object, contents.get(), failed))
      return !failed;
    return (PyList_Check(object) ? updateList(object, contents.get())
                                 : setContents(object, contents.get())) == 0;
  }
  case LITH_DICT: {
    if (!PyDict_Check(object)) // a mappingproxy, which nobody can write
      return true;
    Ref contents = Ref::steal(PyDict_New());
    if (!setEntries(contents.get(), reinterpret_cast<const lith_dict *>(from)))
      return false;
    if (isMerged(object, contents.get(), failed))
      return !failed;
    return updateDict(object, contents.get()) == 0;
  }
  case LITH_SET: {
    if (PyFrozenSet_Check(object))
      return true;
    Ref items = elements(reinterpret_cast<const lith_set *>(from));
    Ref contents = items ? Ref::steal(PySet_New(items.get())) : Ref();
    if (contents && isMerged(object, contents.get(), failed))
      return !failed;
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
