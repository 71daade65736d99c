// RegisterRows.cpp: rows of a few vectors.
//
//   for each row:
//     load all of it, under masks
//     for each pass: evaluate, reduce vector by vector, then across lanes
//     store the outputs
//
// No scratch and no loop within a row, so that the processor works at several rows at once: bound
// by instructions, where a row that loops waits for the sums across its lanes.
#include "codegen/kernels/RegisterRows.h"
#include "codegen/kernels/Accumulator.h"

using namespace llvm;

namespace lith::codegen {

void evaluateScalars(KernelFunction &k, const RowPlan &plan, KernelFunction::Values &scalars) {
  for (auto [index, node] : enumerate(k.graph->nodes)) {
    if (scalars[index].re || !plan.isScalar[index] || node.op == KernelOp::Reduce)
      continue;
    bool ready = all_of(node.operands, [&](uint32_t i) { return scalars[i].re != nullptr; });
    if (ready)
      k.evaluate(scalars, {uint32_t(index)}, [](uint32_t) { return Lanes{}; });
  }
}

void storeScalars(KernelFunction &k, const RowPlan &plan, const KernelFunction::Values &scalars,
                  ArrayRef<Value *> row) {
  for (auto [index, out] : enumerate(k.graph->outputs)) {
    if (!plan.isScalar[out])
      continue;
    lith_dtype dtype = k.graph->nodes[out].dtype;
    Value *pointer = row[k.graph->inputs.size() + index];
    Value *lane = k.b.CreateICmpEQ(k.v.iota(k.b.getInt32Ty()), k.v.splat(k.b.getInt32(0)));
    if (isComplex(dtype))
      k.storeStrided(dtype, scalars[out], pointer, k.i64(0), k.i64(1));
    else
      k.store(dtype, scalars[out], pointer, lane);
  }
}

bool fitsRegisters(const Graph &graph) {
  constexpr unsigned Dearest = 100; // instructions a vector, all of which are written out again
  auto isPlain = [&](const Node &node) { return !isComplex(node.dtype); };
  return costOf(graph) <= Dearest && all_of(graph.nodes, isPlain);
}

Value *RegisterRows::place(Value *pointer, lith_dtype dtype, unsigned vector) {
  return k.offset(pointer, k.i64(int64_t(vector) * k.v.lanes * elementSize(dtype)));
}

Lanes RegisterRows::reduced(uint32_t reduction) {
  const Node &node = graph.nodes[reduction];
  Accumulator accumulator(k.v, node);
  SmallVector<Accumulator::State> states;
  for (unsigned i = 0; i < vectors; ++i) {
    Value *index =
        k.b.CreateAdd(k.v.splat(k.b.getInt32(i * k.v.lanes)), k.v.iota(k.b.getInt32Ty()));
    Value *element = elements[i][node.operands[0]].re;
    if (accumulator.isIndexed() && i > 0)
      states[0] = accumulator.update(states[0], element, masks[i], index);
    else
      states.push_back(accumulator.first(element, masks[i], index));
  }
  for (unsigned apart = 1; apart < states.size(); apart *= 2)
    for (unsigned i = 0; i + apart < states.size(); i += 2 * apart)
      states[i] = accumulator.combine(states[i], states[i + apart]);
  Value *total = accumulator.result(accumulator.acrossLanes(states[0]));
  return {k.v.roundTo(node.dtype, k.v.splat(total))};
}

void RegisterRows::emitPass(const RowPass &pass, ArrayRef<Value *> row) {
  evaluateScalars(k, plan, scalars);
  SmallVector<uint32_t> sinks;
  for (uint32_t reduction : pass.reductions)
    sinks.push_back(graph.nodes[reduction].operands[0]);
  for (unsigned output : pass.outputs)
    sinks.push_back(graph.outputs[output]);
  for (unsigned i = 0; i < vectors; ++i) {
    for (auto [value, scalar] : zip(elements[i], scalars))
      if (scalar.re)
        value = scalar;
    k.evaluate(elements[i], sinks, [&](uint32_t node) {
      int64_t input = graph.nodes[node].immediate;
      lith_dtype dtype = graph.inputs[input].dtype;
      return k.load(dtype, place(row[input], dtype, i), masks[i]);
    });
    for (unsigned output : pass.outputs) {
      lith_dtype dtype = graph.nodes[graph.outputs[output]].dtype;
      Value *pointer = row[graph.inputs.size() + output];
      k.store(dtype, elements[i][graph.outputs[output]], place(pointer, dtype, i), masks[i]);
    }
  }
  for (uint32_t reduction : pass.reductions)
    scalars[reduction] = reduced(reduction);
}

void RegisterRows::emitRow(ArrayRef<Value *> row) {
  scalars = atEntry;
  elements.assign(vectors, KernelFunction::Values(graph.nodes.size()));
  for (const RowPass &pass : plan.passes)
    emitPass(pass, row);
  evaluateScalars(k, plan, scalars);
  storeScalars(k, plan, scalars, row);
}

void RegisterRows::emit(Value *rows, Value *n, ArrayRef<Value *> bases,
                        ArrayRef<Value *> rowStrides) {
  for (unsigned i = 0; i < vectors; ++i) {
    Value *rest = k.b.CreateSub(n, k.i64(int64_t(i) * k.v.lanes));
    masks.push_back(k.mask(k.b.CreateBinaryIntrinsic(Intrinsic::smax, rest, k.i64(0))));
  }
  k.loop(k.i64(0), rows, k.i64(1), bases, [&](Value *, ArrayRef<Value *> row) {
    emitRow(row);
    SmallVector<Value *> next;
    for (auto [pointer, stride] : zip(row, rowStrides))
      next.push_back(k.offset(pointer, stride));
    return next;
  });
}

} // namespace lith::codegen
