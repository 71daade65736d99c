// Gradients.cpp: the node of PyTorch's graph that a call is.
#include "call/Gradients.h"

namespace lith::python {

namespace {

constexpr const char *GraphName = "lith.Graph";

/// A function or attribute of lith._gradients; borrowed for the life of the process.
PyObject *ofGradients(const char *name) {
  Ref module = Ref::steal(PyImport_ImportModule("lith._gradients"));
  return module ? PyObject_GetAttrString(module.get(), name) : nullptr;
}

void destroyGraph(PyObject *capsule) {
  delete static_cast<Graph *>(PyCapsule_GetPointer(capsule, GraphName));
}

Ref tupleOf(const std::vector<Ref> &objects) {
  Ref tuple = Ref::steal(PyTuple_New(Py_ssize_t(objects.size())));
  for (size_t i = 0; tuple && i < objects.size(); ++i)
    PyTuple_SET_ITEM(tuple.get(), Py_ssize_t(i), Py_NewRef(objects[i].get()));
  return tuple;
}

PyObject *graphKey() {
  static PyObject *key = PyUnicode_InternFromString("graph");
  return key;
}

/// What FunctionCtx.save_for_backward and mark_dirty do.
bool give(PyObject *ctx, const char *name, std::vector<Ref> &tensors) {
  if (tensors.empty())
    return true;
  Ref tuple = tupleOf(tensors);
  tensors.clear();
  return tuple && PyObject_SetAttrString(ctx, name, tuple.get()) == 0;
}

// The results are there already: PyTorch gives them their place in the graph.
PyObject *forward(PyObject *, PyObject *const *arguments, Py_ssize_t) {
  static PyObject *materialize = PyUnicode_InternFromString("materialize_grads");
  PyObject *ctx = arguments[0];
  auto *graph = static_cast<Graph *>(PyCapsule_GetPointer(arguments[1], GraphName));
  if (!graph || PyObject_SetAttr(ctx, graphKey(), arguments[1]) < 0 ||
      PyObject_SetAttr(ctx, materialize, Py_False) < 0)
    return nullptr;
  graph->hasSaved = !graph->saved.empty();
  if (!give(ctx, "to_save", graph->saved) || !give(ctx, "dirty_tensors", graph->written))
    return nullptr;
  return Py_NewRef(arguments[2]);
}

PyObject *backward(PyObject *, PyObject *const *arguments, Py_ssize_t) {
  Ref capsule = Ref::steal(PyObject_GetAttr(arguments[0], graphKey()));
  auto *graph =
      static_cast<Graph *>(capsule ? PyCapsule_GetPointer(capsule.get(), GraphName) : nullptr);
  if (!graph)
    return nullptr;
  if (graph->hasSaved && !Ref::steal(PyObject_GetAttrString(arguments[0], "saved_tensors")))
    return nullptr; // written since, or given up
  if (graph->executable)
    return runBackward(*graph, arguments + 1);
  static PyObject *message = ofGradients("UNDIFFERENTIABLE");
  if (message)
    PyErr_SetObject(PyExc_RuntimeError, message);
  return nullptr;
}

template <auto Function> PyObject *asObject(const char *name) {
  static PyMethodDef def = {name,
                            reinterpret_cast<PyCFunction>(reinterpret_cast<void *>(+Function)),
                            METH_FASTCALL, nullptr};
  return PyCFunction_New(&def, nullptr);
}

} // namespace

NodeRef::NodeRef(lith_node *borrowed) : node(borrowed) {
  if (node)
    lith_node_retain(node);
}

NodeRef::~NodeRef() { lith_node_release(nullptr, node); }

PyObject *forwardOfCall() { return asObject<forward>("forward"); }
PyObject *backwardOfCall() { return asObject<backward>("backward"); }

bool joinGraph(std::unique_ptr<Graph> graph, const std::vector<Ref> &results,
               const std::vector<PyObject *> &inputs) {
  static PyObject *apply = ofGradients("apply");
  Ref capsule = apply ? Ref::steal(PyCapsule_New(graph.get(), GraphName, destroyGraph)) : Ref();
  Ref tuple = tupleOf(results);
  if (!capsule || !tuple)
    return false;
  if (graph->isTwice)
    for (PyObject *input : inputs)
      graph->inputs.push_back(Ref::borrow(input));
  graph.release(); // the capsule's
  std::vector<PyObject *> arguments = {capsule.get(), tuple.get()};
  arguments.insert(arguments.end(), inputs.begin(), inputs.end());
  return bool(Ref::steal(PyObject_Vectorcall(apply, arguments.data(), arguments.size(), nullptr)));
}

} // namespace lith::python
