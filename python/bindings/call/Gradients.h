// Gradients.h: a call as a node of PyTorch's graph.
//
// The results of a call that require a gradient are results of one lith._gradients.Call, a
// torch.autograd.Function whose forward and backward are the C functions below. What PyTorch's node
// keeps of the call is a Graph.
#ifndef LITH_PYTHON_CALL_GRADIENTS_H
#define LITH_PYTHON_CALL_GRADIENTS_H

#include "call/Exchange.h"
#include "call/Leaves.h"

#include <lith/grad.h>
#include <lith/program.h>

#include <memory>
#include <mutex>
#include <vector>

namespace lith::python {

/// A node of a program's graph, which is owned.
class NodeRef {
public:
  NodeRef() = default;
  explicit NodeRef(lith_node *borrowed);
  NodeRef(NodeRef &&other) noexcept : node(std::exchange(other.node, nullptr)) {}
  NodeRef &operator=(NodeRef &&other) noexcept {
    std::swap(node, other.node);
    return *this;
  }
  ~NodeRef();
  lith_node *get() const { return node; }
  /// Into the context's memory.
  void release(lith_ctx *ctx) { lith_node_release(ctx, std::exchange(node, nullptr)); }

private:
  lith_node *node = nullptr;
};

/// Results of a call that require a gradient, and how their gradients come to those of the inputs.
struct Graph {
  /// Where the gradient of an input arrives; null: no result depends on the input.
  struct Leaf {
    lith_node *node = nullptr; ///< one of `collectors`
    int64_t port = 0;
    Ref parameter = {}; ///< the input, where it is one, which PyTorch's graph keeps alive, too
    Ref hooks = {};     ///< the dict of those of another tensor; null: it had none
    void noteHooks(PyObject *tensor, bool isParameter);
  };
  ~Graph();
  std::shared_ptr<const Executable> executable;    ///< null: the results cannot be differentiated
  std::shared_ptr<const std::vector<Ref>> classes; ///< of the program, by number
  std::vector<NodeRef> nodes;                      ///< by result
  std::vector<int64_t> ports;                      ///< which output of its node a result is
  std::vector<Leaf> leaves;                        ///< by input
  std::vector<Leaf> shared; ///< the leaves of parameters, where the last input stands for all
  std::vector<NodeRef> collectors;    ///< the nodes of leaves
  std::shared_ptr<Leaves> parameters; ///< what that input is of
  Ref node;                           ///< that input
  std::vector<Ref> hooks;             ///< of modules, lith._hooks.RunningHooks
  bool isTwice = false;               ///< the gradients can be differentiated themselves
  int64_t others =
      0; ///< nodes made before, which PyTorch's node of the call has, see lith_grad_run
  std::vector<Ref> inputs; ///< where they can
  /// Results that are inputs, which the call wrote. Here until PyTorch's node has them.
  std::vector<Ref> written;
  /// Inputs and results whose memory the nodes have saved: PyTorch's node checks that nobody has
  /// written it since. Here until that node has them.
  std::vector<Ref> saved;
  bool hasSaved = false;
  std::mutex running; ///< leaves collect for one backward at a time
};

/// Notes the tensors of PyTorch's whose memory the graph's nodes have saved; `owners` has those
/// that are not imported themselves.
void noteSaved(Graph &graph, const StorageOwners &owners);

/// Makes the tensors `results`, which nobody has a history of, results of one node over the tensors
/// `inputs`. False with an error set.
bool joinGraph(std::unique_ptr<Graph> graph, const std::vector<Ref> &results,
               const std::vector<PyObject *> &inputs);

/// kept_storages(graph): (address, bytes) of what the nodes have saved, each storage once.
PyObject *keptStoragesOfCall();
/// forward(ctx, graph, results, *inputs) and backward(ctx, *gradients) of lith._gradients.Call.
PyObject *forwardOfCall();
PyObject *backwardOfCall();
/// lith._hooks.of_module(module): its backward hooks as they are now.
Ref hooksOfModule(PyObject *module);
/// The gradients of the inputs, for the gradients (None or a tensor) of the results; null with an
/// error set.
PyObject *runBackward(Graph &graph, PyObject *const *gradients);

} // namespace lith::python

#endif // LITH_PYTHON_CALL_GRADIENTS_H
