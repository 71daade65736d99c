// DictVersion.cpp: counters of the dicts that are watched, where CPython has no versions of dicts.
#include "call/DictVersion.h"

#include "Once.h"

#if PY_VERSION_HEX >= 0x030C0000

#include <unordered_map>

namespace lith::python {

namespace {

using Counters = std::unordered_map<PyObject *, std::shared_ptr<uint64_t>>;

/// Of the dicts that are watched and alive. Never destroyed: dicts outlive static objects.
Counters &counters() {
  static Once<Counters> all;
  return *all.get([] { return new Counters; });
}

int noteWrite(PyDict_WatchEvent event, PyObject *dict, PyObject *, PyObject *) {
  auto found = counters().find(dict);
  if (found == counters().end())
    return 0;
  ++*found->second;
  if (event == PyDict_EVENT_DEALLOCATED)
    counters().erase(found);
  return 0;
}

/// The counter of a dict, which is watched from now on; one that only this call knows where CPython
/// has no watcher left, so that nothing that is noted holds.
std::shared_ptr<const uint64_t> counterOf(PyObject *dict) {
  static Once<int> known;
  int watcher = *known.get([] { return new int(PyDict_AddWatcher(noteWrite)); });
  auto [place, isNew] = counters().try_emplace(dict);
  if (!isNew)
    return place->second;
  place->second = std::make_shared<uint64_t>(0);
  if (watcher >= 0 && PyDict_Watch(watcher, dict) == 0)
    return place->second;
  PyErr_Clear();
  counters().erase(place);
  return nullptr;
}

} // namespace

DictVersion::DictVersion(PyObject *dict) : counter(counterOf(dict)) {
  static const uint64_t never = 0;
  seen = counter ? *counter : 1;
  if (!counter)
    counter = std::shared_ptr<const uint64_t>(std::shared_ptr<const uint64_t>(), &never);
}

} // namespace lith::python

#endif
