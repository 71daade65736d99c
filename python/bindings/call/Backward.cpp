// Backward.cpp: the backward of a call, as PyTorch's engine runs it.
#include "call/Call.h"
#include "call/Gradients.h"

#include "host/CPythonHost.h"

namespace lith::python {

namespace {

/// torch._C._autograd._get_current_graph_task_keep_graph(): retain_graph of the backward that runs.
bool keepsGraph() {
  static PyObject *ask = [] {
    Ref module = Ref::steal(PyImport_ImportModule("torch._C._autograd"));
    return module ? PyObject_GetAttrString(module.get(), "_get_current_graph_task_keep_graph")
                  : nullptr;
  }();
  Ref keep = Ref::steal(ask ? PyObject_CallNoArgs(ask) : nullptr);
  PyErr_Clear();
  return keep.get() != Py_False;
}

class Backward final : public Exporter {
public:
  /// `creates`: the gradients are to be differentiated themselves.
  Backward(Graph &graph, bool creates)
      : Exporter(table), graph(graph), creates(creates), context(graph.executable->takeContext()),
        ctx(abiContext(context)) {
    table.image = &graph.executable->image();
    table.classes = graph.classes.get();
    setPrintHook(context, printToPython, nullptr);
  }
  ~Backward() override {
    for (lith_value value : given)
      release(value);
    for (lith_value value : taken)
      release(value);
    graph.executable->giveContext(context);
  }
  /// False with an error set.
  bool give(PyObject *gradient);
  bool run();
  /// The gradients of the inputs, after those of the call that nobody differentiates; where they
  /// are created, they are results of one more node of PyTorch's.
  PyObject *result();

private:
  PyObject *tensorToPython(lith_tensor *tensor) override {
    return imported.toTorch(tensor, false, imported.requireGrad(tensor->storage));
  }
  void beginHistory(lith_tensor *tensor, PyObject *gradient);
  void follow(lith_tensor *tensor, PyObject *gradient);
  bool join();
  void release(lith_value value) {
    if (value.tag == LITH_TENSOR)
      releaseObject(ctx, reinterpret_cast<lith_object *>(value.bits));
  }

  ValueTables table;
  Graph &graph;
  const bool creates;
  Context *context;
  lith_ctx *ctx;
  std::vector<lith_value> given, taken; ///< owned
  StorageOwners imported;
  // The graph of the gradients.
  std::unique_ptr<Graph> second = std::make_unique<Graph>();
  std::vector<Ref> results;       ///< of its node
  std::vector<PyObject *> inputs; ///< gradients that came in and require one themselves
};

bool Backward::give(PyObject *gradient) {
  if (gradient == Py_None) {
    given.push_back({LITH_NONE, 0});
    return true;
  }
  TensorView view;
  Ref plain = Ref::borrow(gradient);
  if (!isTorchTensor(gradient) || !viewTensor(gradient, view)) {
    plain = Ref::steal(PyObject_CallMethod(gradient, "resolve_conj", nullptr));
    plain = plain ? Ref::steal(PyObject_CallMethod(plain.get(), "resolve_neg", nullptr)) : Ref();
    if (!plain)
      return false;
    if (!isTorchTensor(plain.get()) || !viewTensor(plain.get(), view)) {
      PyErr_SetString(PyExc_TypeError, "the gradient of a result of a compiled program has to be "
                                       "a plain strided tensor on the CPU");
      return false;
    }
  }
  lith_tensor *tensor = importTensor(ctx, plain.get(), view);
  if (!tensor)
    return PyErr_NoMemory(), false;
  imported.add(tensor->storage, plain.get());
  if (creates)
    beginHistory(tensor, gradient);
  given.push_back({LITH_TENSOR, reinterpret_cast<uint64_t>(tensor)});
  return true;
}

void Backward::beginHistory(lith_tensor *tensor, PyObject *gradient) {
  if (!requiresGrad(gradient))
    return;
  tensor->node = lith_grad_leaf(ctx);
  tensor->port = 0;
  second->leaves.emplace_back(tensor->node);
  inputs.push_back(gradient);
}

bool Backward::run() {
  bool keep = keepsGraph();
  std::vector<lith_value> nodes;
  for (const NodeRef &node : graph.nodes)
    nodes.push_back({LITH_NODE, reinterpret_cast<uint64_t>(node.get())});
  PyThreadState *released = PyEval_SaveThread();
  bool done;
  {
    std::lock_guard lock(graph.running);
    done = lith_grad_run(ctx, keep, creates, int64_t(nodes.size()), nodes.data(),
                         graph.ports.data(), given.data());
    for (const NodeRef &leaf : graph.leaves)
      taken.push_back(lith_grad_take(ctx, leaf.get()));
  }
  PyEval_RestoreThread(released);
  if (!done)
    raisePending(*this, ctx, takePending(context));
  return done;
}

// What else holds the memory of a gradient, PyTorch does not see: it may take the tensor as `.grad`
// and change it.
PyObject *Backward::result() {
  Ref gradients = Ref::steal(PyTuple_New(Py_ssize_t(taken.size()) + 2));
  if (!gradients)
    return nullptr;
  PyTuple_SET_ITEM(gradients.get(), 0, Py_NewRef(Py_None));
  PyTuple_SET_ITEM(gradients.get(), 1, Py_NewRef(Py_None));
  for (size_t i = 0; i < taken.size(); ++i) {
    auto *tensor = reinterpret_cast<lith_tensor *>(taken[i].bits);
    bool isTensor = taken[i].tag == LITH_TENSOR;
    bool isShared = isTensor && !imported.find(tensor->storage) &&
                    (tensor->head.refs > 1 || tensor->storage->head.refs > 1);
    Ref one = isTensor ? Ref::steal(tensorToPython(tensor)) : Ref::borrow(Py_None);
    if (one && isShared)
      one = Ref::steal(PyObject_CallMethod(one.get(), "clone", nullptr));
    if (!one)
      return nullptr;
    if (isTensor && creates)
      follow(tensor, one.get());
    PyTuple_SET_ITEM(gradients.get(), Py_ssize_t(i) + 2, one.release());
    release(std::exchange(taken[i], {LITH_NONE, 0}));
  }
  return join() ? gradients.release() : nullptr;
}

// PyTorch's graph has the history from now on.
void Backward::follow(lith_tensor *tensor, PyObject *gradient) {
  if (!tensor->node || requiresGrad(gradient))
    return;
  second->nodes.emplace_back(tensor->node);
  second->ports.push_back(tensor->port);
  results.push_back(Ref::borrow(gradient));
}

bool Backward::join() {
  if (results.empty())
    return true;
  second->executable = graph.executable;
  second->classes = graph.classes;
  noteSaved(*second, imported);
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    second->leaves.emplace_back(graph.leaves[i].get());
    inputs.push_back(graph.inputs[i].get());
  }
  return joinGraph(std::move(second), results, inputs);
}

} // namespace

PyObject *runBackward(Graph &graph, PyObject *const *gradients) {
  bool creates = isGradEnabled();
  if (creates && !graph.isTwice) {
    PyErr_SetString(PyExc_RuntimeError,
                    "the gradient of this gradient was not compiled: only where a tensor that is "
                    "an argument of the call requires a gradient, and of second order; compile the "
                    "function that differentiates");
    return nullptr;
  }
  Backward backward(graph, creates);
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    if (!backward.give(gradients[i]))
      return nullptr;
  return backward.run() ? backward.result() : nullptr;
}

} // namespace lith::python
