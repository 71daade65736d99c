// ProbeGradients.cpp: a product whose graph is native, for tests of the bridge to PyTorch's graph.
#include "call/Exchange.h"
#include "call/Gradients.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

extern "C" {
lith_node *lith_rt_grad_node(lith_ctx *, const void *code, const void *again, int64_t count,
                             const lith_value *values, int64_t edgeCount, int64_t outputs,
                             int64_t how);
}

namespace nb = nanobind;
using namespace lith;

namespace {

lith_tensor *tensorOf(lith_value value) { return reinterpret_cast<lith_tensor *>(value.bits); }
lith_value boxed(lith_tag tag, void *object) { return {tag, reinterpret_cast<uint64_t>(object)}; }

/// A new vector: the products of elements.
lith_tensor *product(lith_ctx *ctx, const lith_tensor *a, const lith_tensor *b) {
  int64_t size = a->sizes[0], stride = 1;
  auto *to = static_cast<float *>(std::malloc(size_t(size) * sizeof(float)));
  for (int64_t i = 0; i < size; ++i)
    to[i] = reinterpret_cast<float *>(a->data)[i * a->strides[0]] *
            reinterpret_cast<float *>(b->data)[i * b->strides[0]];
  return makeTensor(ctx, LITH_FLOAT32, {&size, 1}, {&stride, 1}, to, to, std::free);
}

int32_t gradients(lith_ctx *ctx, const lith_value *in, lith_value *out) {
  for (int i = 0; i < 2; ++i)
    out[i] = boxed(LITH_TENSOR, product(ctx, tensorOf(in[2]), tensorOf(in[1 - i])));
  return 0;
}

std::shared_ptr<const Executable> executable() {
  auto image = std::make_shared<Image>();
  std::ifstream file(LITH_SAMPLE_OBJECT, std::ios::binary);
  image->object.assign(std::istreambuf_iterator<char>(file), {});
  std::string error;
  auto loaded = Executable::load(image, error);
  if (!loaded)
    throw std::runtime_error(error);
  return loaded;
}

lith_tensor *import(lith_ctx *ctx, nb::handle object) {
  python::TensorView view;
  if (!python::viewTensor(object.ptr(), view))
    throw std::runtime_error("a plain tensor is needed");
  return python::importTensor(ctx, object.ptr(), view);
}

/// a * b, of float vectors.
nb::object multiply(nb::handle a, nb::handle b) {
  static auto program = executable();
  Context *context = program->takeContext();
  lith_ctx *ctx = abiContext(context);
  auto graph = std::make_unique<python::Graph>();
  graph->executable = program;
  lith_node *leaf = lith_grad_leaf(ctx, 2);
  graph->leaves = {{leaf, 0}, {leaf, 1}};
  graph->collectors.emplace_back(leaf);
  lith_node_retain(leaf); // each edge has one
  lith_value values[] = {boxed(LITH_TENSOR, import(ctx, a)),
                         boxed(LITH_TENSOR, import(ctx, b)),
                         boxed(LITH_NODE, leaf),
                         {LITH_INT, 0},
                         boxed(LITH_NODE, leaf),
                         {LITH_INT, 1}};
  lith_tensor *result = product(ctx, tensorOf(values[0]), tensorOf(values[1]));
  lith_node *node = lith_rt_grad_node(ctx, reinterpret_cast<const void *>(&gradients), nullptr, 6,
                                      values, 2, 1, LITH_NODE_KEEPS);
  graph->nodes.emplace_back(node);
  graph->ports.push_back(0);
  graph->saved = {python::Ref::borrow(a.ptr()), python::Ref::borrow(b.ptr())};
  lith_node_release(ctx, node);
  python::StorageOwners owners;
  python::Ref made = python::Ref::steal(owners.toTorch(result, true, python::Part::View));
  releaseObject(ctx, &result->head);
  program->giveContext(context);
  if (!made || !python::joinGraph(std::move(graph), {made}, {a.ptr(), b.ptr()}))
    throw nb::python_error();
  return nb::steal(made.release());
}

} // namespace

void bindGradients(nb::module_ &m) { m.def("multiply", &multiply); }
