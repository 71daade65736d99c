// DictVersion.h: whether a dict was written to since.
//
// Python 3.11 counts the writes to all dicts, and each has the number of its last one. From 3.12 on
// there are watchers instead: a dict that is watched has a counter here, which each write to it
// raises.
#ifndef LITH_PYTHON_CALL_DICT_VERSION_H
#define LITH_PYTHON_CALL_DICT_VERSION_H

#include "Ref.h"

#include <cstdint>
#include <memory>

namespace lith::python {

class DictVersion {
public:
  /// That of `dict` now.
  explicit DictVersion(PyObject *dict);
  /// Whether nothing was written to `dict`, the one that this was made of, which is alive, since.
  bool isOf(PyObject *dict) const;

private:
#if PY_VERSION_HEX >= 0x030C0000
  std::shared_ptr<const uint64_t> counter;
#endif
  uint64_t seen;
};

#if PY_VERSION_HEX < 0x030C0000
inline DictVersion::DictVersion(PyObject *dict)
    : seen(reinterpret_cast<PyDictObject *>(dict)->ma_version_tag) {}
inline bool DictVersion::isOf(PyObject *dict) const {
  return reinterpret_cast<PyDictObject *>(dict)->ma_version_tag == seen;
}
#else
/// From 3.13 on an object may write its values in place, beside its dict: no watcher hears of that.
inline bool isWrittenInPlace(PyObject *dict) {
  return PY_VERSION_HEX >= 0x030D0000 && reinterpret_cast<PyDictObject *>(dict)->ma_values;
}
inline bool DictVersion::isOf(PyObject *dict) const {
  return *counter == seen && !isWrittenInPlace(dict);
}
#endif

} // namespace lith::python

#endif // LITH_PYTHON_CALL_DICT_VERSION_H
