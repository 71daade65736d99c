// Save.h: compiled programs of one callable as the data of an artifact.
#ifndef LITH_PYTHON_ARTIFACT_SAVE_H
#define LITH_PYTHON_ARTIFACT_SAVE_H

#include "artifact/Saver.h"
#include "host/CPythonHost.h"

#include <map>
#include <set>
#include <unordered_map>

namespace lith::python {

/// Gathers programs that were compiled for an artifact. Needs the GIL.
class ArtifactBuilder final : public artifact::Saver {
public:
  /// `target` is the function, bound method or module that all programs are of.
  ArtifactBuilder(CPythonHost &host, PyObject *target);
  /// Adds a program that was compiled for `request`; whether it tells arguments apart. Throws
  /// CannotSave.
  bool add(const contract::Request &request, contract::Program program);
  /// Everything added, ready to be written.
  /// Throws CannotSave where programs disagree about state.
  ArtifactData finish();

protected:
  host::Handle objectAt(const contract::Path &path) override;
  int32_t weightOf(const contract::Input &input) override;
  int32_t numberOf(const contract::Path &path, host::Handle number) override;
  std::string nameOf(const contract::Path &path) override;

private:
  Constant tensorConstant(PyObject *tensor);
  /// Weights that share memory with one that is written become views of it.
  void shareMemory();
  /// Adds the memory of a group of weights, and each of them as a view of it.
  void addViews(std::span<const contract::Place> group);
  int32_t weightAt(const contract::Place &place) const;
  void addWeight(Constant constant, bool isWritten);
  void addSources(const Image &image);

  CPythonHost &host;
  ArtifactData data;
  std::unordered_map<PyObject *, int32_t> weights; ///< by tensor
  std::map<int32_t, std::set<std::string>>
      names;                              ///< of each weight: the places that it was found at
  std::set<int32_t> replaced;             ///< weights that a program replaces
  std::map<std::string, int32_t> numbers; ///< weights that are numbers, by the place
  struct Places {
    std::vector<contract::Path> read, dropped;
    std::vector<contract::Path> fixed; ///< numbers and strings that the program holds
  };
  std::vector<Places> places; ///< of each program
};

} // namespace lith::python

#endif // LITH_PYTHON_ARTIFACT_SAVE_H
