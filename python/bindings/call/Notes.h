// Notes.h: what was read on the way to objects, to see later whether reading it again gives the
// same.
//
// While the stable paths of a program are walked, every namespace, cell, list and slot on the way
// is noted with its version and what was read of it; later calls compare the notes only, so an
// unchanged model costs one comparison per dictionary, and one that has other entries written
// those that were read. Notes are in the order of the walk: each is read from an object that the
// notes before it have shown to be alive.
#ifndef LITH_PYTHON_CALL_NOTES_H
#define LITH_PYTHON_CALL_NOTES_H

#include "call/DictVersion.h"

#include <array>
#include <unordered_map>
#include <vector>

namespace lith::python {

struct Arguments {
  PyObject *const *values; ///< positional, then keywords
  size_t count;
};

/// What was read, to see later whether reading it again gives the same.
class Notes {
public:
  void clear();
  /// What the namespace of `owner` has under a key; null: nothing. Other entries may change: those
  /// of a script's globals do with each trip of its loop, those of a module with its mode. The key
  /// outlives the notes. A value whose address shows no more than that it is there, which other
  /// notes look into, is not kept alive.
  void attribute(PyObject *owner, PyObject *dict, PyObject *key, PyObject *value);
  /// The same of a dict.
  void entry(PyObject *dict, PyObject *key, PyObject *value);
  /// `dict` is the namespace of `owner`.
  void dict(PyObject *owner, PyObject *dict);
  /// The keys of a dict are the tuple `expected`, which outlives the notes, in its order.
  void keys(PyObject *dict, PyObject *expected);
  void size(PyObject *dict);
  void cell(PyObject *cell);
  void listItem(PyObject *list, Py_ssize_t index);
  void listLength(PyObject *list);
  void type(PyObject *object);
  /// A place in `object` that holds a reference, or null.
  void field(PyObject *object, PyObject **place);
  void argument(size_t index, PyObject *object);
  /// What a weak reference refers to, which nothing here keeps alive; null: it is gone.
  void referent(PyObject *weak, PyObject *now) { add({What::Referent, weak, now, 0}); }
  /// What stands for a module of TorchScript, which is brought up to date where it is asked for.
  void twin(PyObject *module, PyObject *twin);
  /// Something was read that cannot be noted: never valid.
  void spoil() { valid = false; }
  bool spoiled() const { return !valid; }
  bool holds(const Arguments &arguments);
  void arm() { valid = true; }
  /// A value by which something was decided: its address must not be used again for another.
  void keep(PyObject *value) { kept.push_back(Ref::borrow(value)); }
  /// No more is noted.
  void seal() { places.clear(); }
  /// What keeps objects alive, for the garbage collector.
  const std::vector<Ref> &owned() const { return kept; }

private:
  enum class What : uint8_t {
    Dict,
    Entries,
    Keys,
    Size,
    Cell,
    ListItem,
    ListLength,
    Type,
    Field,
    Argument,
    Twin,
    Referent
  };
  struct Note {
    What what;
    PyObject *object; ///< borrowed: alive while the notes before this one hold
    PyObject *seen;
    uint64_t number;
    bool operator==(const Note &) const = default;
  };
  /// Entries of one dict, which are looked up again where its version is another.
  struct Entries {
    DictVersion version;
    std::vector<std::pair<PyObject *, PyObject *>> seen; ///< key, and value or null
    bool hold(PyObject *dict);
  };
  bool sameKeys(const Note &note);
  /// The last note of this kind about the object, where no other took its place.
  uint32_t &lastAbout(What what, PyObject *object);
  bool holds(Note &note, const Arguments &arguments);
  /// Leaves out what a recent note says already; `keep`: what it mentions is kept alive.
  void add(const Note &note, PyObject *keep = nullptr);

  std::vector<Note> notes;
  std::vector<Entries> entries;                  ///< by the number of their note
  std::vector<DictVersion> keyVersions;          ///< of Keys, by the number of their note
  std::unordered_map<PyObject *, size_t> places; ///< by dict, while it is walked
  std::array<uint32_t, 256> recent{}; ///< the last note of objects with this hash, by index
  std::vector<Ref> kept; ///< contents of lists and cells, whose addresses could be used again
  bool valid = false;
};

} // namespace lith::python

#endif // LITH_PYTHON_CALL_NOTES_H
