// MapKernel.cpp: fused elementwise groups.
//
//   for r in [0, rows), i in [0, n): out_k[r, i] = f_k(in_0[r, i], …)
//
// Every operand is side by side or broadcast (the driver sees to it): whole vectors. A broadcast
// operand reads a vector of copies on the stack with a step of 0, so that one loop serves every
// mixture. Graphs with complex operands take any strides, their elements pass through buffers.
// Bound by bandwidth unless the graph holds transcendental functions.
#include "codegen/kernels/KernelFunction.h"
#include "codegen/kernels/Kernels.h"

using namespace llvm;

namespace lith::codegen {

namespace {
class MapBuilder {
public:
  MapBuilder(Module &module, StringRef name, const Graph &graph, KernelTarget target)
      : graph(graph),
        k(module, name,
          {PointerType::getUnqual(module.getContext()), PointerType::getUnqual(module.getContext()),
           Type::getInt64Ty(module.getContext()), PointerType::getUnqual(module.getContext()),
           Type::getInt64Ty(module.getContext())},
          &graph, lanesFor(graph, target), target) {}

  Function *build();

private:
  struct Operand {
    lith_dtype dtype;
    bool scalar;
    Value *pointer, *stride, *rowStride; // the pointer: of the current row
    Value *step = nullptr;               // bytes from one vector to the next
  };

  void readOperands();
  void emitContiguous();
  void emitStrided();
  void emitVector(ArrayRef<Value *> pointers, Value *mask);
  SmallVector<Value *> advanced(ArrayRef<Value *> pointers);

  const Graph &graph;
  KernelFunction k;
  SmallVector<Operand> operands; // inputs, then outputs
  SmallVector<Lanes> scalars;    // by input
};

void MapBuilder::readOperands() {
  for (const GraphInput &in : graph.inputs)
    operands.push_back({in.dtype, in.scalar, nullptr, nullptr, nullptr});
  for (uint32_t out : graph.outputs)
    operands.push_back({graph.nodes[out].dtype, false, nullptr, nullptr, nullptr});
  scalars.resize(operands.size());
  for (unsigned i = 0; i < operands.size(); ++i) {
    operands[i].pointer = k.pointerAt(k.argument(0), i);
    operands[i].stride = k.int64At(k.argument(1), i);
    operands[i].rowStride = k.int64At(k.argument(3), i);
    if (operands[i].scalar)
      scalars[i] = k.scalarInput(operands[i].dtype, operands[i].pointer);
  }
}

void MapBuilder::emitVector(ArrayRef<Value *> pointers, Value *mask) {
  KernelFunction::Values values;
  k.evaluate(values, graph.outputs, [&](uint32_t node) {
    int64_t in = graph.nodes[node].immediate;
    return graph.inputs[in].scalar ? scalars[in] : k.load(operands[in].dtype, pointers[in], mask);
  });
  for (auto [index, out] : enumerate(graph.outputs)) {
    unsigned operand = graph.inputs.size() + index;
    k.store(operands[operand].dtype, values[out], pointers[operand], mask);
  }
}

SmallVector<Value *> MapBuilder::advanced(ArrayRef<Value *> pointers) {
  SmallVector<Value *> next;
  for (auto [operand, pointer] : zip(operands, pointers))
    next.push_back(operand.scalar ? pointer : k.offset(pointer, operand.step));
  return next;
}

void MapBuilder::emitContiguous() {
  SmallVector<Value *> start;
  for (unsigned i = 0; i < operands.size(); ++i) {
    Operand &operand = operands[i];
    operand.step = k.b.CreateMul(operand.stride, k.i64(k.v.lanes));
    if (i >= graph.inputs.size() || operand.scalar) {
      start.push_back(operand.pointer);
      continue;
    }
    Value *copies = k.slot(uint64_t(elementSize(operand.dtype)) * k.v.lanes);
    k.fill(operand.dtype, copies, operand.pointer);
    Value *broadcast = k.b.CreateICmpEQ(operand.stride, k.i64(0));
    start.push_back(k.b.CreateSelect(broadcast, copies, operand.pointer));
  }
  unsigned unroll = costOf(graph) < 24 ? 4 : 1;
  Value *n = k.argument(2);
  int64_t step = int64_t(unroll) * k.v.lanes;
  Value *whole = k.b.CreateAnd(n, k.i64(-step));
  auto pointers =
      k.loop(k.i64(0), whole, k.i64(step), start, [&](Value *, ArrayRef<Value *> current) {
        SmallVector<Value *> at(current);
        for (unsigned u = 0; u < unroll; ++u) {
          emitVector(at, nullptr);
          at = advanced(at);
        }
        return at;
      });
  k.loop(whole, n, k.i64(k.v.lanes), pointers, [&](Value *i, ArrayRef<Value *> current) {
    emitVector(current, k.mask(k.b.CreateSub(n, i)));
    return advanced(current);
  });
}

void MapBuilder::emitStrided() {
  Value *n = k.argument(2);
  k.loop(k.i64(0), n, k.i64(k.v.lanes), {},
         [&](Value *i, ArrayRef<Value *>) -> SmallVector<Value *> {
           Value *count =
               k.b.CreateBinaryIntrinsic(Intrinsic::smin, k.b.CreateSub(n, i), k.i64(k.v.lanes));
           auto at = [&](const Operand &operand) {
             return k.offset(operand.pointer, k.b.CreateMul(i, operand.stride));
           };
           KernelFunction::Values values;
           k.evaluate(values, graph.outputs, [&](uint32_t node) {
             int64_t in = graph.nodes[node].immediate;
             if (graph.inputs[in].scalar)
               return scalars[in];
             return k.loadStrided(operands[in].dtype, at(operands[in]), operands[in].stride, count);
           });
           for (auto [index, out] : enumerate(graph.outputs)) {
             const Operand &operand = operands[graph.inputs.size() + index];
             k.storeStrided(operand.dtype, values[out], at(operand), operand.stride, count);
           }
           return {};
         });
}

Function *MapBuilder::build() {
  readOperands();
  bool strided = any_of(operands, [](const Operand &operand) { return isComplex(operand.dtype); });
  SmallVector<Value *> first;
  for (const Operand &operand : operands)
    first.push_back(operand.pointer);
  k.loop(k.i64(0), k.argument(4), k.i64(1), first, [&](Value *, ArrayRef<Value *> row) {
    SmallVector<Value *> next;
    for (auto [operand, pointer] : zip(operands, row)) {
      operand.pointer = pointer;
      next.push_back(operand.scalar ? pointer : k.offset(pointer, operand.rowStride));
    }
    strided ? emitStrided() : emitContiguous();
    return next;
  });
  return k.finish();
}
} // namespace

Function *buildMapKernel(Module &module, StringRef name, const Graph &graph, KernelTarget target) {
  return MapBuilder(module, name, graph, target).build();
}

} // namespace lith::codegen
