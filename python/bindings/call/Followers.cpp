// Followers.cpp: which results of a call require a gradient, and where theirs come from.
#include "call/Call.h"

#include "Once.h"

#include "host/CPythonHost.h"

#include <algorithm>
#include <span>

namespace lith::python {

namespace {

lith_node *nodeIn(lith_value value) {
  return value.tag == LITH_NODE ? reinterpret_cast<lith_node *>(value.bits) : nullptr;
}

} // namespace

void Graph::Leaf::noteHooks(PyObject *tensor, bool isParameter) {
  (isParameter ? parameter : hooks) = isParameter ? Ref::borrow(tensor) : hooksOf(tensor);
}

// The node and its output; null: no history.
std::pair<lith_node *, int64_t> Call::historyOf(const lith_tensor *tensor) const {
  auto found = histories.find(tensor);
  if (found == histories.end())
    return {tensor->node, tensor->port};
  const contract::Gradients::Result &given = *found->second;
  return {nodeIn(resolved.results[size_t(given.node)]),
          int64_t(resolved.results[size_t(given.port)].bits)};
}

// Whether that is a leaf of which the program is the maker.
bool Call::isNewLeaf(const lith_node *node) const {
  return node && !executableOf(node) && node != leafNode();
}

// What collects for the inputs; null: no result depends on one, or the program raised.
lith_node *Call::leafNode() const {
  int32_t place = compiled.program.gradients.leaf;
  return place < 0 || resolved.results.empty() ? nullptr : nodeIn(resolved.results[size_t(place)]);
}

// Whether a result shares memory with what requires a gradient, or will when the call is over, and
// has no part in its graph.
bool Call::isCut(const lith_tensor *tensor) const {
  if (tensor->head.flags & LITH_TENSOR_OWN_HISTORY)
    return true;
  auto found = histories.find(tensor);
  bool isOnThisPath = found != histories.end() && !historyOf(tensor).first;
  if (isOnThisPath || (found != histories.end() && found->second->part == Part::Detached))
    return true;
  lith_node *node = historyOf(tensor).first; // what containers hold has it, where it has one
  if (follows)
    return !node || isNewLeaf(node);
  PyObject *owner = resolved.imported.find(tensor->storage);
  auto isOwner = [&](const Follower &one) { return one.result.get() == owner; };
  return resolved.imported.requireGrad(tensor->storage) || std::ranges::any_of(followers, isOwner);
}

Part Call::partOf(const lith_tensor *tensor) const {
  auto found = histories.find(tensor);
  if (!tensor->node && tensor->port == LITH_PORT_VIEW_WITHOUT_GRADIENTS)
    return Part::NoGradView;
  Part said = found == histories.end() ? Part::View : found->second->part;
  if (follows && (said == Part::NoGradView || said == Part::StaleView))
    return said;
  return isCut(tensor) ? Part::Detached : Part::View;
}

// A view of an input or of another result has its place in the graph already.
void Call::follow(lith_tensor *tensor, PyObject *result) {
  int dtype = tensor->head.dtype;
  if (!(lith_dtype_is_floating(dtype) || lith_dtype_is_complex(dtype)) || requiresGrad(result))
    return;
  auto [node, port] = historyOf(tensor);
  if (!node || !(isGradEnabled() || isNewLeaf(node)))
    return;
  if (!resolved.imported.find(tensor->storage))
    resolved.imported.add(tensor->storage, result); // what nodes have saved may be in it
  retainObject(&tensor->head);
  followers.push_back({Ref::borrow(result), tensor, NodeRef(node), port});
}

// Inputs that hold a history of the program's now.
void Call::followWrites() {
  for (const contract::Gradients::Write &one : compiled.program.gradients.writes) {
    if (resolved.results.empty())
      return; // the program raised
    lith_node *node = nodeIn(resolved.results[size_t(one.node)]);
    if (node && node != leafNode() && isGradEnabled()) // or it is a leaf itself on this path
      followers.push_back(
          {Ref::borrow(resolved.objects[size_t(compiled.inputs[size_t(one.input)].path)]), nullptr,
           NodeRef(node), int64_t(resolved.results[size_t(one.port)].bits)});
  }
}

void Call::findHistories() {
  for (const contract::Gradients::Result &one : compiled.program.gradients.results) {
    lith_value value = resolved.results[size_t(one.tensor)];
    if (value.tag == LITH_TENSOR)
      histories[reinterpret_cast<lith_tensor *>(value.bits)] = &one;
  }
}

// All results are results of one node, since a node of the program runs once in a backward. From
// now on PyTorch's graph has the histories, and the tensors' memory must not hold them.
bool Call::joinGraph() {
  if (followers.empty())
    return true;
  auto graph = std::make_unique<Graph>();
  std::vector<Ref> results;
  std::vector<Follower> newLeaves;
  for (Follower &one : followers) {
    if (isNewLeaf(one.node.get())) {
      lith_node_release(ctx, std::exchange(one.tensor->node, nullptr));
      releaseObject(ctx, &one.tensor->head);
      if (!Ref::steal(PyObject_CallMethod(one.result.get(), "requires_grad_", nullptr)))
        return false;
      newLeaves.push_back(std::move(one));
      continue;
    }
    graph->nodes.push_back(std::move(one.node));
    graph->ports.push_back(one.port);
    results.push_back(std::move(one.result));
    if (!one.tensor) {
      graph->written.push_back(results.back());
      continue;
    }
    lith_node_release(ctx, std::exchange(one.tensor->node, nullptr));
    releaseObject(ctx, &one.tensor->head);
  }
  followers.clear();
  if (results.empty())
    return true;
  bool hasLeaves = graph->nodes[0].get() && !resolved.results.empty();
  if (hasLeaves) { // they are among the results, which a program that raises does not give
    graph->executable = compiled.program.executable;
    graph->classes = compiled.classes;
    graph->hooks = std::move(moduleHooks);
    graph->collectors.emplace_back(leafNode());
  }
  graph->isTwice = hasLeaves && compiled.program.gradients.isTwice;
  noteSaved(*graph, resolved.imported);
  std::vector<PyObject *> inputs;
  std::vector<size_t> parameters; // their places
  inputs.reserve(compiled.differentiable.size());
  graph->leaves.reserve(compiled.differentiable.size());
  for (Compiled::Differentiable &input : compiled.differentiable) {
    if (hasLeaves && input.leaf < 0) // hooks of what the results do not depend on do not run
      continue;
    PyObject *object = compiled.objectAt(input.path, arguments, resolved);
    if (!object) {
      PyErr_SetString(PyExc_SystemError, "an input of a compiled program is not there");
      return false;
    }
    const TensorView *view = compiled.viewAt(input.path, resolved);
    Graph::Leaf leaf = hasLeaves ? Graph::Leaf{leafNode(), input.leaf} : Graph::Leaf();
    leaf.noteHooks(object, view && compiled.holdAccumulator(input, object, *view));
    if (leaf.parameter)
      parameters.push_back(inputs.size());
    inputs.push_back(object);
    graph->leaves.push_back(std::move(leaf));
  }
  bool leadsToLeaf = !inputs.empty() || !newLeaves.empty(); // what was written may require nothing
  for (const Ref &one : graph->written)
    if (std::ranges::count(inputs, one.get()) == 0) {
      inputs.push_back(one.get());
      graph->leaves.emplace_back();
    }
  for (Follower &one : newLeaves) {
    inputs.push_back(one.result.get());
    graph->leaves.push_back({one.node.get()});
    graph->collectors.push_back(std::move(one.node));
  }
  if (!leadsToLeaf) { // the graph leads to leaves that the program has made and kept to itself
    static Imported known("lith._gradients", "HIDDEN_LEAF");
    PyObject *hidden = known.get();
    if (!hidden)
      return false;
    inputs.push_back(hidden);
    graph->leaves.emplace_back();
  }
  if (hasLeaves && !graph->isTwice && graph->written.empty())
    compiled.shareLeaves(*graph, inputs, parameters);
  return python::joinGraph(std::move(graph), results, inputs);
}

} // namespace lith::python
