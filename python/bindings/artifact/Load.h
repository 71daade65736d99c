// Load.h: a saved program as Python calls it.
#ifndef LITH_PYTHON_ARTIFACT_LOAD_H
#define LITH_PYTHON_ARTIFACT_LOAD_H

#include "call/Call.h"

#include <lith/artifact.h>

namespace lith::python {

/// Whose tensors go in, and so come out.
struct TensorKind {
  enum class Library { None, Torch, NumPy, Other } library = Library::None;
  Ref module; ///< Other: has from_dlpack
};

/// Arguments of any library, by DLPack.
class AnyImporter final : public Importer {
public:
  AnyImporter(lith_ctx *ctx, bool writes) : Importer(ctx), writes(writes) {}
  ~AnyImporter() override;
  TensorKind kind;
  StorageOwners imported; ///< torch tensors
  /// What was turned, each object once; retained, since the program may drop it.
  std::unordered_map<PyObject *, lith_object *> known;
  lith_value toLith(PyObject *object) override;

protected:
  lith_tensor *tensorToLith(PyObject *object) override;

private:
  lith_tensor *throughDLPack(PyObject *object);
  void noteKind(PyObject *object);
  const bool writes; ///< the program may write its arguments
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

/// Calls a loaded model. New reference, or null with an error set.
PyObject *callModel(const Model &model, PyObject *args, PyObject *keywords);
/// Sets the Python error for a file that cannot be opened.
void raiseArtifactError(ArtifactStatus status, const std::string &message, const std::string &path);

} // namespace lith::python

#endif // LITH_PYTHON_ARTIFACT_LOAD_H
