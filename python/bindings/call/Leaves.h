// Leaves.h: the parameters of a program as one node of PyTorch's graph.
//
// What PyTorch does for each input of a node takes longer than all that a call does for it. So the
// parameters are inputs of a node that is made once, a lith._gradients.Leaves, and a call leads to
// that node in place of them. The gradients of all come to it with the gradient of its only result.
// Where PyTorch adds up gradients of several nodes they would be lost: a node belongs to the graph
// of one call at a time, and comes back when that is gone.
//
// Everything here needs the GIL.
#ifndef LITH_PYTHON_CALL_LEAVES_H
#define LITH_PYTHON_CALL_LEAVES_H

#include "Ref.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace lith::python {

/// The nodes over the parameters of one program.
class Leaves {
public:
  /// Below that, what the node adds to a backward is more than what it saves.
  static constexpr size_t Fewest = 10;
  /// The result of a node over `parameters`, which is the caller's until it gives it back. Null
  /// where all nodes are taken, a parameter is no leaf, or the parameters were others before.
  Ref take(const std::vector<PyObject *> &parameters);
  void give(Ref result);
  /// The parameters are not what they were. Nodes that are taken do not come back.
  void forget();

private:
  std::vector<PyObject *> of; ///< which the nodes keep alive
  std::vector<Ref> free, all; ///< results of nodes
};

/// The gradient of a node's result, with which those of the parameters come (a tuple). New
/// reference; null with an error set.
PyObject *carrierOf(PyObject *gradients);

} // namespace lith::python

#endif // LITH_PYTHON_CALL_LEAVES_H
