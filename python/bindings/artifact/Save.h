// Save.h: compiled programs of one callable as the data of an artifact.
#ifndef LITH_PYTHON_ARTIFACT_SAVE_H
#define LITH_PYTHON_ARTIFACT_SAVE_H

#include "artifact/Builder.h"
#include "host/CPythonHost.h"

namespace lith::python {

/// Gathers programs that were compiled for an artifact. Needs the GIL.
class ArtifactBuilder final : public artifact::Builder {
public:
  ArtifactBuilder(CPythonHost &host, const std::string &name);
  /// `target` is the function, bound method or module that the next programs are of.
  void take(PyObject *target);
  /// What messages of the file call a file.
  std::string shownName(std::string_view file);

protected:
  host::Handle objectAt(const contract::Path &path) override;
  std::string nameOf(const contract::Path &path) const override;
  Constant tensorConstant(host::Handle tensor) override;
  std::shared_ptr<const void> keep(host::Handle tensor) const override;
  void addSources(const Image &image) override;

private:
  CPythonHost &host;
  std::map<std::string, std::string, std::less<>> shown; ///< what files are called, by their names
  std::map<std::string, std::string> files;              ///< the reverse
};

} // namespace lith::python

#endif // LITH_PYTHON_ARTIFACT_SAVE_H
