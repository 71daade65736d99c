// Leaves.cpp: nodes of PyTorch's over the parameters of a program.
#include "call/Leaves.h"

#include "Once.h"

#include "call/Compiled.h"
#include "call/Gradients.h"

#include "host/CPythonHost.h"

#include <algorithm>
#include <span>

namespace lith::python {

// A loop that holds a result until it has the next needs two.
static constexpr size_t MostNodes = 4;

static Ref nodeOver(const std::vector<PyObject *> &parameters) {
  static Imported known("lith._gradients", "node_over");
  PyObject *make = known.get();
  Ref empty = Ref::steal(emptyTensor());
  std::vector<PyObject *> arguments = {empty.get()};
  arguments.insert(arguments.end(), parameters.begin(), parameters.end());
  Ref result = Ref::steal(
      make && empty ? PyObject_Vectorcall(make, arguments.data(), arguments.size(), nullptr)
                    : nullptr);
  PyErr_Clear();
  return result.get() == Py_None ? Ref() : std::move(result);
}

// A program whose parameters are others in each call makes no nodes.
Ref Leaves::take(const std::vector<PyObject *> &parameters) {
  if (of != parameters) {
    forget();
    of = parameters;
    return Ref();
  }
  if (free.empty() && all.size() == MostNodes)
    return Ref();
  if (!std::ranges::all_of(parameters, isLeaf)) // written in place, it has a history of its own
    return Ref();
  if (free.empty()) {
    Ref made = nodeOver(parameters);
    if (made && of == parameters) // another thread may have had its turn
      all.push_back(Ref::borrow(made.get()));
    return made;
  }
  Ref result = std::move(free.back());
  free.pop_back();
  return result;
}

void Leaves::give(Ref result) {
  auto isResult = [&](const Ref &one) { return one.get() == result.get(); };
  if (std::ranges::any_of(all, isResult))
    free.push_back(std::move(result));
}

// The end of a parameter may run code.
void Leaves::forget() {
  std::vector<Ref> gone[] = {std::exchange(free, {}), std::exchange(all, {})};
  of.clear();
}

// PyTorch makes the node that adds to a gradient anew in each graph while nobody holds it, which
// takes longer than all else that a call does for a parameter. Whether the object is a parameter of
// which it is held: not of an argument's, since the node keeps the parameter alive.
bool Compiled::holdAccumulator(Differentiable &input, PyObject *object, const TensorView &view) {
  if (Py_TYPE(object) != torchTypes().parameter || paths[size_t(input.path)].key.argument >= 0)
    return false;
  std::span<const int64_t> sizes(view.tensor.shape, size_t(view.tensor.ndim));
  const char *data = static_cast<char *>(view.tensor.data) + view.tensor.byte_offset;
  bool isSame = input.of == object && input.dtype == view.dtype;
  isSame = isSame && std::ranges::equal(input.sizes, sizes);
  if (!isSame || input.data != data) // other memory: torch.utils.swap_tensors changes no more
    leaves->forget();
  input.data = data;
  if (isSame)
    return true;
  input.accumulator = Ref(); // of the same parameter with other sizes, it has to go first
  if (isLeaf(object))        // else its graph does not keep it alive
    input.accumulator = nodeOver({object});
  input.of = input.accumulator ? object : nullptr;
  input.sizes.assign(sizes.begin(), sizes.end());
  input.dtype = view.dtype;
  return input.of;
}

// One input in place of the parameters, which are at `places`.
void Compiled::shareLeaves(Graph &graph, std::vector<PyObject *> &inputs,
                           const std::vector<size_t> &places) {
  if (places.size() < Leaves::Fewest)
    return;
  std::vector<PyObject *> parameters;
  for (size_t place : places)
    parameters.push_back(inputs[place]);
  graph.node = leaves->take(parameters);
  if (!graph.node)
    return;
  graph.parameters = leaves;
  std::vector<Graph::Leaf> others;
  std::vector<PyObject *> otherInputs;
  auto next = places.begin();
  for (size_t i = 0; i < inputs.size(); ++i) {
    bool isShared = next != places.end() && *next == i;
    (isShared ? graph.shared : others).push_back(graph.leaves[i]);
    if (isShared)
      ++next;
    else
      otherInputs.push_back(inputs[i]);
  }
  otherInputs.push_back(graph.node.get());
  inputs = std::move(otherInputs);
  graph.leaves = std::move(others);
}

PyObject *carrierOf(PyObject *gradients) {
  Ref carrier = Ref::steal(emptyTensor());
  bool done = carrier && PyObject_SetAttrString(carrier.get(), "gradients", gradients) == 0;
  return done ? carrier.release() : nullptr;
}

} // namespace lith::python
