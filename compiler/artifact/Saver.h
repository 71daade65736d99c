// Saver.h: programs of the compiler, which name objects of the host, as programs of an artifact,
// which hold all that they need.
#ifndef LITH_ARTIFACT_SAVER_H
#define LITH_ARTIFACT_SAVER_H

#include "artifact/Leaves.h"

#include <map>
#include <set>

namespace lith::artifact {

/// A parameter of the function that the programs are of.
struct Formal {
  std::string name;
  bool keywordOnly = false;
  host::Handle defaultValue = nullptr;
};

/// Whether two paths are of one place: the names in them are other objects in each compilation.
[[gnu::visibility("default")]] bool isSamePlace(const Path &a, const Path &b);

class [[gnu::visibility("default")]] Saver {
public:
  explicit Saver(host::Host &host) : host(host) {}
  virtual ~Saver() = default;
  /// A program that was compiled for `request`, for an artifact. Throws CannotSave.
  ArtifactProgram save(const Request &request, const Program &program);

protected:
  /// The object that a path from a root leads to; null: there is none.
  virtual host::Handle objectAt(const Path &path) = 0;
  /// The number of a tensor of the outside among the artifact's weights. Throws CannotSave.
  virtual int32_t weightOf(const Input &input) = 0;
  /// The number of an int or float that programs replace, among the weights. Throws CannotSave.
  virtual int32_t numberOf(const Path &path, host::Handle number) = 0;
  /// The number of a bool, text, list or dict that programs change, among the values.
  /// Throws CannotSave.
  virtual int32_t valueOf(const Path &path, host::Handle value) = 0;
  /// The path as messages name it.
  virtual std::string nameOf(const Path &path) const = 0;

  /// The parameters of the function that the next programs are of, without a first one that is
  /// bound.
  void takeFormals(host::Handle function, bool isBound);

  host::Host &host;

private:
  const Formal *formalOf(size_t position, const std::string &keyword) const;
  bool isSameConstant(host::Handle a, host::Handle b);
  void giveDefault(Tree &tree, host::Handle given, host::Handle value);
  std::vector<Tree> argumentTrees(const Request &request, Leaves &leaves);
  Tree resultTree(const Output &output, const Leaves &leaves);
  Tree existing(const Path &path, const Leaves &leaves);
  /// An object that existed before the call, as it is now: each result has one of its own. `within`
  /// are those around it.
  Tree held(host::Handle object, const Path &path, std::vector<host::Handle> &within);
  void collectChanged(const Program &program);
  /// A constant of a result: also a dtype, device, class or member of an enum, which the image
  /// names.
  Constant resultConstant(host::Handle handle);
  void noteElements(host::Handle cls);
  std::string textOf(host::Handle constant);
  Constant opaqueConstant(host::Handle handle);
  /// The key of a known dict, or the name of an attribute.
  Constant keyConstant(const Output &key);
  Binding bindingOf(const Input &input, const Leaves &leaves);

  /// Refuses a program that takes what another one takes, but arrays of NumPy for tensors.
  void checkArrays(const std::vector<Tree> &arguments, const std::set<int32_t> &arrays);

  std::vector<Formal> formals;
  /// Of the programs of this function: their arguments, and which of their leaves are of NumPy.
  std::vector<std::pair<std::vector<Tree>, std::set<int32_t>>> taken;
  std::shared_ptr<Image> image; ///< of the program that is being saved
  /// Of the classes of results that are named tuples: the names of their elements.
  std::map<std::string, std::vector<std::string>> elements;
  std::vector<std::string> opaqueNames; ///< of the image's
  std::set<host::Handle> changed;       ///< objects that the program being saved changes
  std::vector<Path> changing;           ///< numbers outside that some program of the file changes
  /// Preorder numbers of result nodes in the artifact, where keys are no nodes, by those of the
  /// driver.
  std::vector<int32_t> treeNumbers;
  int32_t nextTree = 0;
};

} // namespace lith::artifact

#endif // LITH_ARTIFACT_SAVER_H
