// Arguments.h: the arguments of a program as an artifact describes them: a tree whose
// leaves are numbered in order.
#ifndef LITH_PYTHON_ARTIFACT_ARGUMENTS_H
#define LITH_PYTHON_ARTIFACT_ARGUMENTS_H

#include "driver/Driver.h"
#include "host/CPythonHost.h"

#include <lith/artifact.h>

#include <stdexcept>

namespace lith::python {

/// What an artifact cannot hold, in words for the user.
struct CannotSave : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A constant of Python as one of the artifact. Throws CannotSave.
Constant constantOfHandle(CPythonHost &host, host::Handle handle);

/// The leaves of the arguments of one program, found by path.
class Leaves {
public:
  Leaves(CPythonHost &host, const driver::Program &program);
  Tree argument(const driver::Argument &argument, const driver::Path &path);
  /// The number of the leaf at a path; -1: none.
  int32_t find(const driver::Path &path) const;

private:
  bool isInput(const driver::Path &path) const;
  bool isCopied(const driver::Path &path) const;
  bool isPinned(const driver::Path &path) const;
  Tree leaf(Tree::Kind kind, const driver::Path &path);
  Tree tensor(const driver::Argument &argument, const driver::Path &path);
  Tree object(host::Handle object, const driver::Path &path);
  Tree number(Tree::Kind kind, host::Handle object, const driver::Path &path);
  Tree structure(host::Handle object, const driver::Path &path);

  CPythonHost &host;
  const driver::Program &program;
  std::vector<std::pair<driver::Path, int32_t>> leaves;
};

} // namespace lith::python

#endif // LITH_PYTHON_ARTIFACT_ARGUMENTS_H
