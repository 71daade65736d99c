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
  explicit Backward(Graph &graph)
      : Exporter(table), graph(graph), context(graph.executable->takeContext()),
        ctx(abiContext(context)) {
    table.image = &graph.executable->image();
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
  /// The gradients of the inputs, after those of the call that nobody differentiates.
  PyObject *result();

private:
  PyObject *tensorToPython(lith_tensor *tensor) override {
    return imported.toTorch(tensor, false, imported.requireGrad(tensor->storage));
  }
  void release(lith_value value) {
    if (value.tag == LITH_TENSOR)
      releaseObject(ctx, reinterpret_cast<lith_object *>(value.bits));
  }

  ValueTables table;
  Graph &graph;
  Context *context;
  lith_ctx *ctx;
  std::vector<lith_value> given, taken; ///< owned
  StorageOwners imported;
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
  given.push_back({LITH_TENSOR, reinterpret_cast<uint64_t>(tensor)});
  return true;
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
    done = lith_grad_run(ctx, keep, false, int64_t(nodes.size()), nodes.data(), graph.ports.data(),
                         given.data());
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
    PyTuple_SET_ITEM(gradients.get(), Py_ssize_t(i) + 2, one.release());
    release(std::exchange(taken[i], {LITH_NONE, 0}));
  }
  return gradients.release();
}

} // namespace

PyObject *runBackward(Graph &graph, PyObject *const *gradients) {
  if (isGradEnabled()) {
    PyErr_SetString(PyExc_RuntimeError,
                    "gradients of gradients across a compiled program are not supported yet: call "
                    "backward without create_graph, or compile the function that calls it");
    return nullptr;
  }
  Backward backward(graph);
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    if (!backward.give(gradients[i]))
      return nullptr;
  return backward.run() ? backward.result() : nullptr;
}

} // namespace lith::python
