// Backward.cpp: the backward of a call, as PyTorch's engine runs it.
#include "Once.h"
#include "call/Call.h"
#include "call/Gradients.h"

#include "host/CPythonHost.h"

#include <lith/making.h>

namespace lith::python {

namespace {

/// torch._C._autograd._get_current_graph_task_keep_graph(): retain_graph of the backward that runs.
bool keepsGraph() {
  static Imported known("torch._C._autograd", "_get_current_graph_task_keep_graph");
  PyObject *ask = known.get();
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
    second->others = lith_grad_made();
    table.image = &graph.executable->image();
    table.classes = graph.classes.get();
    setPrintHook(context, printToPython, nullptr);
    setHostHook(context, hook, this);
  }
  ~Backward() override {
    setHostHook(context, nullptr, nullptr);
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
  Ref takenToPython(size_t index);

private:
  PyObject *tensorToPython(lith_tensor *tensor) override {
    bool isCut = imported.requireGrad(tensor->storage);
    return imported.toTorch(tensor, false, isCut ? Part::Detached : Part::View);
  }
  lith_tensor *import(PyObject *gradient);
  lith_value runHooks(const lith_value *operands);
  lith_value warn(const lith_value *operands);
  static lith_value hook(void *data, lith_ctx *ctx, HostOperation operation, int64_t count,
                         const lith_value *operands);
  void noteError();
  void raiseError();
  void beginHistory(lith_tensor *tensor, PyObject *gradient);
  void follow(lith_tensor *tensor, PyObject *gradient);
  bool join();
  bool spareHooks();
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
  PyThreadState *released = nullptr;    ///< while the program runs
  Ref error[3];                         ///< what a hook has raised: type, value, traceback
  std::vector<Ref> unreached;           ///< hooks of tensors to which no gradient comes
  StorageOwners imported;
  // The graph of the gradients.
  std::unique_ptr<Graph> second = std::make_unique<Graph>();
  std::vector<Ref> results;       ///< of its node
  std::vector<PyObject *> inputs; ///< gradients that came in and require one themselves
};

/// Over the memory of a tensor of PyTorch's; null with an error set.
lith_tensor *Backward::import(PyObject *gradient) {
  TensorView view;
  Ref plain = Ref::borrow(gradient);
  if (!isTorchTensor(gradient) || !viewTensor(gradient, view)) {
    plain = Ref::steal(PyObject_CallMethod(gradient, "resolve_conj", nullptr));
    plain = plain ? Ref::steal(PyObject_CallMethod(plain.get(), "resolve_neg", nullptr)) : Ref();
    if (!plain)
      return nullptr;
    if (!isTorchTensor(plain.get()) || !viewTensor(plain.get(), view)) {
      PyErr_SetString(PyExc_TypeError, "the gradient of a result of a compiled program has to be "
                                       "a plain strided tensor on the CPU");
      return nullptr;
    }
  }
  lith_tensor *tensor = importTensor(ctx, plain.get(), view);
  if (tensor)
    imported.add(tensor->storage, plain.get());
  else
    PyErr_NoMemory();
  return tensor;
}

bool Backward::give(PyObject *gradient) {
  if (gradient == Py_None) {
    given.push_back({LITH_NONE, 0});
    return true;
  }
  lith_tensor *tensor = import(gradient);
  if (!tensor)
    return false;
  if (creates)
    beginHistory(tensor, gradient);
  given.push_back({LITH_TENSOR, reinterpret_cast<uint64_t>(tensor)});
  return true;
}

void Backward::beginHistory(lith_tensor *tensor, PyObject *gradient) {
  if (!requiresGrad(gradient))
    return;
  tensor->node = lith_grad_leaf(ctx, 1);
  tensor->port = 0;
  second->collectors.emplace_back(tensor->node);
  second->leaves.push_back({tensor->node});
  inputs.push_back(gradient);
}

/// lith._hooks.run_later(hooks, name, gradients, other arguments).
lith_value Backward::runHooks(const lith_value *operands) {
  static Imported known("lith._hooks", "run_later");
  PyObject *run = known.get();
  size_t number = operands[0].bits;
  if (!run || number >= graph.hooks.size()) {
    PyErr_SetString(PyExc_RuntimeError, "backward hooks of a module that the program has made");
    return {LITH_NULL, 0};
  }
  Ref parts[3];
  for (int i = 0; i < 3; ++i)
    if (!(parts[i] = Ref::steal(toPython(operands[i + 1]))))
      return {LITH_NULL, 0};
  Ref made = Ref::steal(PyObject_CallFunctionObjArgs(run, graph.hooks[number].get(), parts[0].get(),
                                                     parts[1].get(), parts[2].get(), nullptr));
  std::vector<lith_value> values;
  for (Py_ssize_t i = 0; made && i < PyTuple_GET_SIZE(made.get()); ++i) {
    PyObject *one = PyTuple_GET_ITEM(made.get(), i);
    lith_tensor *tensor = one == Py_None ? nullptr : import(one);
    if (one != Py_None && !tensor)
      made = Ref();
    values.push_back(tensor ? lith_value{LITH_TENSOR, reinterpret_cast<uint64_t>(tensor)}
                            : lith_value{LITH_NONE, 0});
  }
  lith_tuple *tuple =
      made ? lith_rt_tuple_new(ctx, int64_t(values.size()), values.data()) : nullptr;
  for (lith_value value : values)
    release(value);
  return tuple ? lith_value{LITH_TUPLE, reinterpret_cast<uint64_t>(tuple)}
               : lith_value{LITH_NULL, 0};
}

/// (category, message, file, line): in the anomaly mode. The category is UserWarning.
lith_value Backward::warn(const lith_value *operands) {
  Ref message = Ref::steal(toPython(operands[1]));
  Ref file = message ? Ref::steal(toPython(operands[2])) : Ref();
  bool done = file && PyErr_WarnExplicitObject(PyExc_UserWarning, message.get(), file.get(),
                                               int(operands[3].bits), nullptr, nullptr) == 0;
  return {done ? LITH_NONE : LITH_NULL, 0};
}

/// What functions of gradients ask of Python.
lith_value Backward::hook(void *data, lith_ctx *ctx, HostOperation operation, int64_t,
                          const lith_value *operands) {
  auto &self = *static_cast<Backward *>(data);
  PyEval_RestoreThread(self.released);
  lith_value made{LITH_NULL, 0};
  if (operation == RunHooks)
    made = self.runHooks(operands);
  else if (operation == HostOperation::Warn)
    made = self.warn(operands);
  else
    PyErr_SetString(PyExc_RuntimeError, "a gradient that changes Python objects is not compiled");
  if (made.tag == LITH_NULL)
    self.noteError();
  self.released = PyEval_SaveThread();
  return made;
}

/// The error that is set is what the backward raises in the end; the program sees one like it.
void Backward::noteError() {
  PyObject *parts[3];
  PyErr_Fetch(&parts[0], &parts[1], &parts[2]);
  for (int i = 0; i < 3; ++i)
    error[i] = Ref::borrow(parts[i]);
  PyErr_Restore(parts[0], parts[1], parts[2]);
  pendPythonError(ctx);
}

/// Sets the error that is pending in the program.
void Backward::raiseError() {
  lith_exception *pending = takePending(context);
  if (!error[0])
    return raisePending(*this, ctx, pending);
  releaseObject(ctx, &pending->head);
  PyErr_Restore(error[0].release(), error[1].release(), error[2].release());
}

bool Backward::run() {
  bool keep = keepsGraph();
  std::vector<lith_value> nodes;
  for (const NodeRef &node : graph.nodes)
    nodes.push_back({LITH_NODE, reinterpret_cast<uint64_t>(node.get())});
  released = PyEval_SaveThread();
  bool done;
  {
    std::lock_guard lock(graph.running);
    done = lith_grad_run(ctx, keep, creates, graph.others, int64_t(nodes.size()), nodes.data(),
                         graph.ports.data(), given.data());
    for (const std::vector<Graph::Leaf> *all : {&graph.leaves, &graph.shared})
      for (const Graph::Leaf &leaf : *all)
        taken.push_back(lith_grad_take(ctx, leaf.node, leaf.port));
  }
  PyEval_RestoreThread(released);
  if (!done)
    raiseError();
  return done;
}

// What else holds the memory of a gradient, PyTorch does not see: it may take the tensor as `.grad`
// and change it.
Ref Backward::takenToPython(size_t index) {
  auto *tensor = reinterpret_cast<lith_tensor *>(taken[index].bits);
  bool isTensor = taken[index].tag == LITH_TENSOR;
  bool isShared = isTensor && !imported.find(tensor->storage) &&
                  (tensor->head.refs > 1 || tensor->storage->head.refs > 1);
  Ref one = isTensor ? Ref::steal(tensorToPython(tensor)) : Ref::borrow(Py_None);
  if (one && isShared)
    one = Ref::steal(PyObject_CallMethod(one.get(), "clone", nullptr));
  if (!one)
    return one;
  if (isTensor && creates)
    follow(tensor, one.get());
  release(std::exchange(taken[index], {LITH_NONE, 0}));
  return one;
}

PyObject *Backward::result() {
  size_t direct = graph.leaves.size(), shared = graph.shared.size();
  Ref gradients = Ref::steal(PyTuple_New(Py_ssize_t(2 + direct + (shared ? 1 : 0))));
  Ref ofShared = Ref::steal(PyTuple_New(Py_ssize_t(shared)));
  if (!gradients || !ofShared)
    return nullptr;
  PyTuple_SET_ITEM(gradients.get(), 0, Py_NewRef(Py_None));
  PyTuple_SET_ITEM(gradients.get(), 1, Py_NewRef(Py_None));
  for (size_t i = 0; i < taken.size(); ++i) {
    Ref one = takenToPython(i);
    if (!one)
      return nullptr;
    const Graph::Leaf &leaf = i < direct ? graph.leaves[i] : graph.shared[i - direct];
    if (one.get() == Py_None)
      if (Ref hooks = leaf.parameter ? hooksOf(leaf.parameter.get()) : leaf.hooks;
          hooks && PyDict_GET_SIZE(hooks.get()))
        unreached.push_back(std::move(hooks));
    if (i < direct)
      PyTuple_SET_ITEM(gradients.get(), Py_ssize_t(2 + i), one.release());
    else
      PyTuple_SET_ITEM(ofShared.get(), Py_ssize_t(i - direct), one.release());
  }
  if (shared) {
    PyObject *carrier = carrierOf(ofShared.get());
    if (!carrier)
      return nullptr;
    PyTuple_SET_ITEM(gradients.get(), Py_ssize_t(2 + direct), carrier);
  }
  return spareHooks() && join() ? gradients.release() : nullptr;
}

/// lith._gradients.spare_hooks(hooks of tensors to which no gradient comes).
bool Backward::spareHooks() {
  if (unreached.empty())
    return true;
  Ref list = Ref::steal(PyList_New(0));
  for (const Ref &hooks : unreached)
    if (!list || PyList_Append(list.get(), hooks.get()) < 0)
      return false;
  static Imported known("lith._gradients", "spare_hooks");
  PyObject *spare = known.get();
  return spare && Ref::steal(PyObject_CallOneArg(spare, list.get()));
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
  for (const NodeRef &node : graph.collectors)
    second->collectors.emplace_back(node.get());
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    second->leaves.push_back(graph.leaves[i]);
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
