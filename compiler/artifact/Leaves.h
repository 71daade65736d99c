// Leaves.h: the arguments of a program as an artifact describes them: a tree whose
// leaves are numbered in order.
#ifndef LITH_ARTIFACT_LEAVES_H
#define LITH_ARTIFACT_LEAVES_H

#include "contract/Program.h"
#include "contract/Request.h"

#include <lith/artifact.h>

#include <set>
#include <stdexcept>

namespace lith::artifact {

using namespace contract;

/// What an artifact cannot hold, in words for the user.
struct CannotSave : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A constant of the host as one of the artifact. Throws CannotSave.
Constant constantOfHandle(host::Host &host, host::Handle handle);
/// The same of what a call may be given: an object that has a name, as a member of an enum or a
/// dtype, is a tuple of NamedObject and its name.
Constant argumentConstant(host::Host &host, host::Handle handle);
/// How another process finds a class or a member of an enum; see ArtifactProgram::opaqueNames.
/// Empty: it is neither.
std::string importName(host::Host &host, host::Handle handle);
bool isMemberOfEnum(host::Host &host, host::Handle handle);

/// The leaves of the arguments of one program, found by path.
class Leaves {
public:
  Leaves(host::Host &host, const Program &program);
  Tree argument(const Argument &argument, const Path &path);
  /// The number of the leaf at a path; -1: none.
  int32_t find(const Path &path) const;
  /// The same where it is a value that programs take and give: none is an object of fields.
  int32_t findValue(const Path &path) const;
  /// Those that are arrays or numbers of NumPy, which a file does not tell from tensors.
  const std::set<int32_t> &ofNumpy() const { return arrays; }

private:
  bool isInput(const Path &path) const;
  bool isOrdered(const Path &path) const; ///< of a dict
  /// Of a list of any length; null: it is none.
  const ElementType *elementsOf(const Path &path) const;
  Tree openList(const Path &path, const ElementType &elements);
  bool isPinned(const Path &path) const;
  Tree leaf(Tree::Kind kind, const Path &path);
  const Guard *arrayAt(const Path &path) const;
  Tree written(Tree tree, const Path &path) const;
  Tree tensor(const Argument &argument, const Path &path);
  Tree object(host::Handle object, const Path &path);
  Tree number(Tree::Kind kind, host::Handle object, const Path &path);
  Tree structure(host::Handle object, const Path &path);
  Tree record(host::Handle object, const Path &path);

  host::Host &host;
  const Program &program;
  std::vector<std::pair<Path, int32_t>> leaves;
  std::set<int32_t> arrays;
  std::set<int32_t> records; ///< leaves that are known for their identity alone
};

} // namespace lith::artifact

#endif // LITH_ARTIFACT_LEAVES_H
