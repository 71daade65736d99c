// Save.h: compiled programs of one callable as the data of an artifact.
#ifndef LITH_PYTHON_ARTIFACT_SAVE_H
#define LITH_PYTHON_ARTIFACT_SAVE_H

#include "artifact/Arguments.h"

#include <map>
#include <set>
#include <unordered_map>

namespace lith::python {

/// Gathers programs that were compiled for an artifact. Needs the GIL.
class ArtifactBuilder {
public:
  /// `target` is the function, bound method or module that all programs are of.
  ArtifactBuilder(CPythonHost &host, PyObject *target);
  /// Adds a program that was compiled for `request`; whether it tells arguments apart. Throws
  /// CannotSave.
  bool add(const driver::Request &request, driver::Program program);
  /// Everything added, ready to be written.
  /// Throws CannotSave where programs disagree about state.
  ArtifactData finish();

private:
  struct Formal {
    std::string name;
    bool keywordOnly = false;
    host::Handle defaultValue = nullptr;
  };
  const Formal *formalOf(size_t position, const std::string &keyword) const;
  void giveDefault(Tree &tree, host::Handle value);
  std::vector<Tree> argumentTrees(const driver::Request &request, Leaves &leaves);
  Tree resultTree(const driver::Output &output, const Leaves &leaves);
  Tree existing(const driver::Path &path, const Leaves &leaves);
  /// A constant of a result: also a dtype, device or class, which the image names.
  /// An object that existed before the call, as it is now: each result has one of its own. `within`
  /// are those around it.
  Tree held(host::Handle object, const driver::Path &path, std::vector<host::Handle> &within);
  Constant resultConstant(host::Handle handle);
  void collectChanged(const driver::Program &program);
  Binding bindingOf(const driver::Input &input, const Leaves &leaves);
  int32_t weightOf(const driver::Path &path, bool written, const std::string &name);
  /// A number that programs replace, as a weight of rank 0.
  int32_t numberOf(const driver::Path &path, host::Handle number);
  Constant tensorConstant(PyObject *tensor);
  void addSources(const Image &image);

  CPythonHost &host;
  std::vector<Formal> formals;
  ArtifactData data;
  std::shared_ptr<Image> image;                    ///< of the program that is being added
  std::unordered_map<PyObject *, int32_t> weights; ///< by tensor
  std::map<int32_t, std::set<std::string>>
      names;                              ///< of each weight: the places that it was found at
  std::set<host::Handle> changed;         ///< objects that the program being added changes
  std::set<int32_t> replaced;             ///< weights that a program replaces
  std::map<std::string, int32_t> numbers; ///< weights that are numbers, by the place
  struct Places {
    std::vector<driver::Path> read, dropped;
    std::vector<driver::Path> fixed; ///< numbers and strings that the program holds
  };
  std::vector<Places> places; ///< of each program
  /// Preorder numbers of result nodes in the artifact, where keys are no nodes, by those of the
  /// driver.
  std::vector<int32_t> treeNumbers;
  int32_t nextTree = 0;
};

} // namespace lith::python

#endif // LITH_PYTHON_ARTIFACT_SAVE_H
