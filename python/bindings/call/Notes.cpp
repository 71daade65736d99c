// Notes.cpp: noting what was read, and comparing it later.
#include "call/Notes.h"

#include "host/CPythonHost.h"
#include "host/Wrappers.h"

#include <algorithm>

namespace lith::python {

void Notes::clear() {
  notes.clear();
  entries.clear();
  keyVersions.clear();
  places.clear();
  recent.fill(0);
  kept.clear();
  valid = false;
}

uint32_t &Notes::lastAbout(What what, PyObject *object) {
  size_t hash = (reinterpret_cast<uintptr_t>(object) >> 4) * 31 + size_t(what);
  return recent[hash % recent.size()];
}

void Notes::add(const Note &note, PyObject *keep) {
  uint32_t &last = lastAbout(note.what, note.object);
  if (last < notes.size() && notes[last] == note)
    return;
  last = uint32_t(notes.size());
  notes.push_back(note);
  if (keep)
    kept.push_back(Ref::borrow(keep));
}

/// Whether the address of a value stands for the value, and may be used again for another one: that
/// of a number, a text or a tuple, and not that of a tensor, a list or an instance.
static bool isConstant(PyObject *value) {
  return !PyObject_IS_GC(value) || PyTuple_Check(value) || PyFrozenSet_Check(value) ||
         PySlice_Check(value);
}

void Notes::attribute(PyObject *owner, PyObject *dict, PyObject *key, PyObject *value) {
  this->dict(owner, dict);
  entry(dict, key, value);
}
void Notes::entry(PyObject *dict, PyObject *key, PyObject *value) {
  auto [place, isNew] = places.try_emplace(dict, entries.size());
  if (isNew) {
    notes.push_back({What::Entries, dict, nullptr, entries.size()});
    entries.push_back({DictVersion(dict), {}});
  }
  auto &seen = entries[place->second].seen;
  if (std::ranges::count(seen, std::pair(key, value)))
    return;
  seen.push_back({key, value});
  if (value && isConstant(value))
    kept.push_back(Ref::borrow(value));
}
void Notes::dict(PyObject *owner, PyObject *dict) { add({What::Dict, owner, dict, 0}); }
void Notes::keys(PyObject *dict, PyObject *expected) {
  uint32_t last = lastAbout(What::Keys, dict);
  if (last < notes.size() && notes[last].what == What::Keys && notes[last].object == dict &&
      notes[last].seen == expected)
    return;
  add({What::Keys, dict, expected, keyVersions.size()});
  keyVersions.emplace_back(dict);
}
void Notes::size(PyObject *dict) {
  add({What::Size, dict, nullptr, uint64_t(PyDict_GET_SIZE(dict))});
}
void Notes::cell(PyObject *cell) {
  PyObject *seen = PyCell_GET(cell);
  add({What::Cell, cell, seen, 0}, seen);
}
void Notes::listItem(PyObject *list, Py_ssize_t index) {
  PyObject *seen = PyList_GET_ITEM(list, index);
  add({What::ListItem, list, seen, uint64_t(index)}, seen);
}
void Notes::listLength(PyObject *list) {
  add({What::ListLength, list, nullptr, uint64_t(PyList_GET_SIZE(list))});
}
void Notes::type(PyObject *object) {
  PyObject *seen = reinterpret_cast<PyObject *>(Py_TYPE(object));
  add({What::Type, object, seen, 0}, seen);
}
void Notes::field(PyObject *object, PyObject **place) {
  add({What::Field, object, *place, reinterpret_cast<uintptr_t>(place)}, *place);
}
void Notes::argument(size_t index, PyObject *object) {
  add({What::Argument, nullptr, object, index});
}

void Notes::twin(PyObject *module, PyObject *twin) { add({What::Twin, module, twin, 0}, module); }

bool Notes::Entries::hold(PyObject *dict) {
  if (version.isOf(dict))
    return true;
  for (auto [key, value] : seen)
    if (PyDict_GetItemWithError(dict, key) != value) {
      PyErr_Clear();
      return false;
    }
  version = DictVersion(dict);
  return true;
}

// The same objects: others that are equal are found by a walk.
bool Notes::sameKeys(const Note &note) {
  DictVersion &version = keyVersions[note.number];
  if (version.isOf(note.object))
    return true;
  if (PyDict_GET_SIZE(note.object) != PyTuple_GET_SIZE(note.seen))
    return false;
  PyObject *key;
  Py_ssize_t position = 0, index = 0;
  while (PyDict_Next(note.object, &position, &key, nullptr))
    if (key != PyTuple_GET_ITEM(note.seen, index++))
      return false;
  version = DictVersion(note.object);
  return true;
}

bool Notes::holds(Note &note, const Arguments &arguments) {
  switch (note.what) {
  case What::Dict:
    return ownDict(note.object) == note.seen;
  case What::Entries:
    return entries[note.number].hold(note.object);
  case What::Keys:
    return sameKeys(note);
  case What::Size:
    return uint64_t(PyDict_GET_SIZE(note.object)) == note.number;
  case What::Cell:
    return PyCell_GET(note.object) == note.seen;
  case What::ListItem:
    return PyList_GET_SIZE(note.object) > Py_ssize_t(note.number) &&
           PyList_GET_ITEM(note.object, Py_ssize_t(note.number)) == note.seen;
  case What::ListLength:
    return uint64_t(PyList_GET_SIZE(note.object)) == note.number;
  case What::Type:
    return reinterpret_cast<PyObject *>(Py_TYPE(note.object)) == note.seen;
  case What::Field:
    return *reinterpret_cast<PyObject **>(note.number) == note.seen;
  case What::Argument:
    return note.number < arguments.count && arguments.values[note.number] == note.seen;
  case What::Twin:
    return behindWrapper(note.object) == note.seen;
  case What::Referent:
    return referentOf(note.object).get() == note.seen;
  }
  return false;
}

bool Notes::holds(const Arguments &arguments) {
  if (!valid)
    return false;
  for (Note &note : notes)
    if (!holds(note, arguments))
      return false;
  return true;
}

} // namespace lith::python
