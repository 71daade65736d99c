// Gradients.cpp: the node of PyTorch's graph that a call is.
#include "call/Gradients.h"

#include "Once.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace lith::python {

namespace {

constexpr const char *GraphName = "lith.Graph";

void destroyGraph(PyObject *capsule) {
  delete static_cast<Graph *>(PyCapsule_GetPointer(capsule, GraphName));
}

/// Calls `visit` for each tensor that the nodes have saved.
template <typename Visit> void forEachSaved(const Graph &graph, Visit visit) {
  std::vector<lith_node *> nodes;
  for (const NodeRef &node : graph.nodes)
    nodes.push_back(node.get());
  auto call = [](void *data, lith_tensor *saved) { (*static_cast<Visit *>(data))(saved); };
  lith_grad_saved(int64_t(nodes.size()), nodes.data(), call, &visit);
}

Ref tupleOf(const std::vector<Ref> &objects) {
  Ref tuple = Ref::steal(PyTuple_New(Py_ssize_t(objects.size())));
  for (size_t i = 0; tuple && i < objects.size(); ++i)
    PyTuple_SET_ITEM(tuple.get(), Py_ssize_t(i), Py_NewRef(objects[i].get()));
  return tuple;
}

/// Pointers, of which each is there once. A call sees its tensors in their order.
class PointerSet {
public:
  explicit PointerSet(size_t most) : slots(std::bit_ceil(2 * most + 1)) {}
  /// Whether it is new.
  bool insert(const void *pointer) {
    size_t mask = slots.size() - 1;
    size_t at = (reinterpret_cast<uintptr_t>(pointer) * 0x9E3779B97F4A7C15u) >> 32 & mask;
    for (; slots[at]; at = (at + 1) & mask)
      if (slots[at] == pointer)
        return false;
    slots[at] = pointer;
    return true;
  }

private:
  std::vector<const void *> slots;
};

/// Names of attributes.
struct Keys {
  static PyObject *key(const char *name) { return PyUnicode_InternFromString(name); }
  PyObject *graph = key("graph"), *materialize = key("materialize_grads"), *save = key("to_save"),
           *dirty = key("dirty_tensors"), *saved = key("saved_tensors");
};
const Keys &keys() {
  static Once<Keys> all;
  return *all.get([] { return new Keys; });
}

/// What FunctionCtx.save_for_backward and mark_dirty do.
bool give(PyObject *ctx, PyObject *key, std::vector<Ref> &tensors) {
  if (tensors.empty())
    return true;
  Ref tuple = tupleOf(tensors);
  tensors.clear();
  return tuple && PyObject_SetAttr(ctx, key, tuple.get()) == 0;
}

// The results are there already: PyTorch gives them their place in the graph.
PyObject *forward(PyObject *, PyObject *const *arguments, Py_ssize_t) {
  PyObject *ctx = arguments[0];
  auto *graph = static_cast<Graph *>(PyCapsule_GetPointer(arguments[1], GraphName));
  if (!graph || PyObject_SetAttr(ctx, keys().graph, arguments[1]) < 0 ||
      PyObject_SetAttr(ctx, keys().materialize, Py_False) < 0)
    return nullptr;
  graph->hasSaved = !graph->saved.empty();
  if (!give(ctx, keys().save, graph->saved) || !give(ctx, keys().dirty, graph->written))
    return nullptr;
  return Py_NewRef(arguments[2]);
}

PyObject *backward(PyObject *, PyObject *const *arguments, Py_ssize_t) {
  Ref capsule = Ref::steal(PyObject_GetAttr(arguments[0], keys().graph));
  auto *graph =
      static_cast<Graph *>(capsule ? PyCapsule_GetPointer(capsule.get(), GraphName) : nullptr);
  if (!graph)
    return nullptr;
  if (graph->hasSaved && !Ref::steal(PyObject_GetAttr(arguments[0], keys().saved)))
    return nullptr; // written since, or given up
  if (graph->executable)
    return runBackward(*graph, arguments + 1);
  static Imported known("lith._gradients", "UNDIFFERENTIABLE");
  if (PyObject *message = known.get())
    PyErr_SetObject(PyExc_RuntimeError, message);
  return nullptr;
}

PyObject *keptStorages(PyObject *, PyObject *const *arguments, Py_ssize_t) {
  auto *graph = static_cast<Graph *>(PyCapsule_GetPointer(arguments[0], GraphName));
  Ref kept = Ref::steal(graph ? PySet_New(nullptr) : nullptr);
  if (!kept)
    return nullptr;
  forEachSaved(*graph, [&](const lith_tensor *tensor) {
    const lith_storage &storage = *tensor->storage;
    Ref one = Ref::steal(Py_BuildValue("(NL)", PyLong_FromVoidPtr(storage.data),
                                       static_cast<long long>(storage.bytes)));
    if (one)
      PySet_Add(kept.get(), one.get());
  });
  return PyErr_Occurred() ? nullptr : PySequence_List(kept.get());
}

PyMethodDef methodOf(const char *name,
                     PyObject *(*function)(PyObject *, PyObject *const *, Py_ssize_t)) {
  return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void *>(function)), METH_FASTCALL,
          nullptr};
}
PyMethodDef forwardMethod = methodOf("forward", forward),
            backwardMethod = methodOf("backward", backward),
            keptStoragesMethod = methodOf("kept_storages", keptStorages);

/// Leaves that require no gradient any more, since the call has said so, do for a while: results
/// that were computed of them before require one. PyTorch adds nothing up for such leaves.
class Thawed {
public:
  Thawed(const std::vector<PyObject *> &inputs, const Graph &graph) {
    if (std::ranges::any_of(inputs, requiresGrad))
      return;
    auto isWritten = [&](PyObject *input) {
      return std::ranges::count(graph.written, input, &Ref::get) != 0;
    };
    std::ranges::remove_copy_if(inputs, std::back_inserter(leaves), isWritten);
    set(Py_True);
  }
  ~Thawed() { set(Py_False); }
  Thawed(const Thawed &) = delete;
  Thawed &operator=(const Thawed &) = delete;

private:
  std::vector<PyObject *> leaves;
  void set(PyObject *isRequired) {
    for (PyObject *leaf : leaves)
      if (PyObject_SetAttrString(leaf, "requires_grad", isRequired) < 0)
        PyErr_Clear(); // an integral one
  }
};

} // namespace

NodeRef::NodeRef(lith_node *borrowed) : node(borrowed) {
  if (node)
    lith_node_retain(node);
}

NodeRef::~NodeRef() { lith_node_release(nullptr, node); }

// Memory goes back to where the program's next call takes it.
Graph::~Graph() {
  if (parameters)
    parameters->give(std::move(node));
  if (!executable)
    return;
  Context *context = executable->takeContext();
  for (std::vector<NodeRef> *all : {&nodes, &collectors})
    for (NodeRef &node : *all)
      node.release(abiContext(context));
  executable->giveContext(context);
}

PyObject *forwardOfCall() { return PyCFunction_New(&forwardMethod, nullptr); }
PyObject *backwardOfCall() { return PyCFunction_New(&backwardMethod, nullptr); }
PyObject *keptStoragesOfCall() { return PyCFunction_New(&keptStoragesMethod, nullptr); }

void noteSaved(Graph &graph, const StorageOwners &owners) {
  std::vector<PyObject *> found;
  std::vector<const lith_storage *> storages;
  forEachSaved(graph, [&](const lith_tensor *tensor) {
    if (tensor->handle)
      found.push_back(static_cast<PyObject *>(tensor->handle));
    else
      storages.push_back(tensor->storage);
  });
  if (!storages.empty()) {
    std::ranges::sort(storages);
    owners.findAll(storages, found);
  }
  PointerSet seen(found.size());
  graph.saved.reserve(found.size());
  for (PyObject *owner : found)
    if (seen.insert(owner))
      graph.saved.push_back(Ref::borrow(owner));
}

Ref hooksOfModule(PyObject *module) {
  static Imported known("lith._hooks", "of_module");
  PyObject *make = known.get();
  return Ref::steal(make && module ? PyObject_CallOneArg(make, module) : nullptr);
}

bool joinGraph(std::unique_ptr<Graph> graph, const std::vector<Ref> &results,
               const std::vector<PyObject *> &inputs) {
  static Imported known("lith._gradients", "apply");
  PyObject *apply = known.get();
  Ref capsule = apply ? Ref::steal(PyCapsule_New(graph.get(), GraphName, destroyGraph)) : Ref();
  Ref tuple = tupleOf(results);
  if (!capsule || !tuple)
    return false;
  if (graph->isTwice) {
    graph->inputs.reserve(inputs.size());
    for (PyObject *input : inputs)
      graph->inputs.push_back(Ref::borrow(input));
  }
  Thawed thawed(inputs, *graph);
  graph.release(); // the capsule's
  std::vector<PyObject *> arguments = {capsule.get(), tuple.get()};
  arguments.reserve(2 + inputs.size());
  arguments.insert(arguments.end(), inputs.begin(), inputs.end());
  return bool(Ref::steal(PyObject_Vectorcall(apply, arguments.data(), arguments.size(), nullptr)));
}

} // namespace lith::python
