// Load.h: a saved program as Python calls it.
//
// It is part of two modules. LITH_PACKAGE is the name of the package that a module belongs to.
#ifndef LITH_PYTHON_ARTIFACT_LOAD_H
#define LITH_PYTHON_ARTIFACT_LOAD_H

#include "call/Values.h"

#include <lith/artifact.h>

namespace lith::python {

/// Whose tensors go in, and so come out.
struct TensorKind {
  enum class Library { None, Torch, NumPy, Other } library = Library::None;
  Ref module; ///< Other: has from_dlpack
};

/// What arguments were turned into, each object once: a few are found by looking at all.
class Known {
public:
  using Pair = std::pair<PyObject *, lith_object *>;
  lith_object *find(PyObject *object) const;
  void add(PyObject *object, lith_object *turned);
  auto begin() const { return pairs.begin(); }
  auto end() const { return pairs.end(); }

private:
  static constexpr size_t Few = 16;
  std::vector<Pair> pairs;
  std::unordered_map<PyObject *, lith_object *> table; ///< of all, where there are more
};

/// Arguments of any library, by DLPack.
class AnyImporter final : public Importer {
public:
  AnyImporter(lith_ctx *ctx, bool writes, bool storages)
      : Importer(ctx), writes(writes), storages(storages) {}
  ~AnyImporter() override;
  TensorKind kind;
  StorageOwners imported; ///< torch tensors
  Known known;            ///< retained, since the program may drop it
  lith_value toLith(PyObject *object) override;

protected:
  lith_tensor *tensorToLith(PyObject *object) override;

private:
  /// Of an object that is no value of the runtime; null without an exception: it is none of these.
  lith_value structureToLith(PyObject *object);
  lith_value recordToLith(PyObject *object);
  lith_tensor *throughDLPack(PyObject *object);
  void noteKind(PyObject *object);
  int records = 0;     ///< how deep objects are nested where it is
  const bool writes;   ///< the program may write its arguments
  const bool storages; ///< the program sees the storages of its arguments
};

/// Results as tensors of the library that the arguments are of.
class AnyExporter final : public Exporter {
public:
  AnyExporter(const ValueTables &tables, AnyImporter &importer);
  using Exporter::writeBack;

protected:
  PyObject *tensorToPython(lith_tensor *tensor) override;

private:
  AnyImporter &importer;
};

/// Calls a loaded model: `positional` values, then one for each of `names` (may be null). New
/// reference, or null with an error set.
PyObject *callModel(const Model &model, const std::string &method, PyObject *const *values,
                    size_t positional, PyObject *names);
/// The base of loaded programs: its only argument is a `Model`, which it calls.
PyTypeObject *loadedType(const Model *(*modelOf)(PyObject *));
/// Sets the Python error for what the compiler of a model that grows refuses. Each module has its
/// own.
void raiseRefused(const std::string &message);
/// Sets the Python error for a file that cannot be opened.
void raiseArtifactError(ArtifactStatus status, const std::string &message, const std::string &path);

} // namespace lith::python

#endif // LITH_PYTHON_ARTIFACT_LOAD_H
