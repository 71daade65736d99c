// Notes.cpp: noting what was read, and comparing it later.
#include "call/Notes.h"

#include "host/CPythonHost.h"

namespace lith::python {

// The version is unique among all dictionaries of the process and changes with each write.
static uint64_t versionOf(PyObject *dict) {
  return reinterpret_cast<PyDictObject *>(dict)->ma_version_tag;
}

void Notes::clear() {
  notes.clear();
  recent.fill(0);
  kept.clear();
  valid = false;
}

void Notes::add(const Note &note, PyObject *keep) {
  size_t hash = (reinterpret_cast<uintptr_t>(note.object) >> 4) * 31 + size_t(note.what);
  uint32_t &last = recent[hash % recent.size()];
  if (last < notes.size() && notes[last] == note)
    return;
  last = uint32_t(notes.size());
  notes.push_back(note);
  if (keep)
    kept.push_back(Ref::borrow(keep));
}

void Notes::dict(PyObject *owner, PyObject *dict) {
  add({What::Dict, owner, dict, versionOf(dict)});
}
void Notes::version(PyObject *dict) { add({What::Version, dict, nullptr, versionOf(dict)}); }
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

bool Notes::holds(const Arguments &arguments) const {
  if (!valid)
    return false;
  for (const Note &note : notes) {
    bool same = false;
    switch (note.what) {
    case What::Dict:
      same = ownDict(note.object) == note.seen && versionOf(note.seen) == note.number;
      break;
    case What::Version:
      same = versionOf(note.object) == note.number;
      break;
    case What::Cell:
      same = PyCell_GET(note.object) == note.seen;
      break;
    case What::ListItem:
      same = PyList_GET_SIZE(note.object) > Py_ssize_t(note.number) &&
             PyList_GET_ITEM(note.object, Py_ssize_t(note.number)) == note.seen;
      break;
    case What::ListLength:
      same = uint64_t(PyList_GET_SIZE(note.object)) == note.number;
      break;
    case What::Type:
      same = reinterpret_cast<PyObject *>(Py_TYPE(note.object)) == note.seen;
      break;
    case What::Field:
      same = *reinterpret_cast<PyObject **>(note.number) == note.seen;
      break;
    case What::Argument:
      same = note.number < arguments.count && arguments.values[note.number] == note.seen;
      break;
    }
    if (!same)
      return false;
  }
  return true;
}

} // namespace lith::python
