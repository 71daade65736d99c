// Results.h: what a program returns, as arrays with names.
#ifndef LITH_TOOLS_RESULTS_H
#define LITH_TOOLS_RESULTS_H

#include <lith/lith.h>

namespace lith::tool {

/// A part of a result that is no container.
struct Leaf {
  /// Its keys and positions from the outermost container on: "logits", "0", "hidden.1". One that is
  /// the whole result is "0". Apart from those before it.
  std::string name;
  Value value;
};

/// The leaves of a result in order; None is none.
std::vector<Leaf> leavesOf(const Value &result);
/// Writes FOLDER/NAME.npy of each, or all to one file where `path` ends in .npz; numbers and bools
/// as arrays of no dimension. Says on stderr what it wrote: stdout is the program's. Throws
/// lith::Error.
void writeLeaves(const std::string &path, const std::vector<Leaf> &leaves);

} // namespace lith::tool

#endif // LITH_TOOLS_RESULTS_H
