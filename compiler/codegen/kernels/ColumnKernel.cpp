// ColumnKernel.cpp: reductions along an outer dimension.
//
//   for j in [0, kept), a few vectors at a time:
//     for i in [0, reduced): acc[j] = acc[j] ⊕ f(in_0[i, j], …)
//     out_k[j] = g_k(acc[j])
//
// Accumulators stay in registers while whole cache lines stream past. Sums in float are flushed
// into doubles every 64 rows. Bound by bandwidth.
//
// Operands have a stride of their size or of 0 along the kept dimension (the driver sees to it).
#include "codegen/kernels/Accumulator.h"
#include "codegen/kernels/KernelFunction.h"
#include "codegen/kernels/Kernels.h"
#include "codegen/kernels/RowPlan.h"

using namespace llvm;

namespace lith::codegen {

namespace {
class ColumnBuilder {
public:
  ColumnBuilder(Module &module, StringRef name, const Graph &graph, KernelTarget target)
      : graph(graph), reductions(reductionsOf(graph)),
        k(module, name, {ptr(module), ptr(module), ptr(module), i64(module), i64(module)}, &graph,
          lanesFor(graph, target), target) {}

  Function *build();

private:
  static Type *ptr(Module &module) { return PointerType::getUnqual(module.getContext()); }
  static Type *i64(Module &module) { return Type::getInt64Ty(module.getContext()); }

  void readOperands();
  Lanes loadAt(unsigned input, Value *row, Value *column, Value *mask);
  /// `width` vectors of columns from `column` on; the last one masked if `mask` is given.
  void emitColumns(Value *column, unsigned width, Value *mask);
  SmallVector<Value *> accumulate(Value *begin, Value *end, Value *column, unsigned width,
                                  Value *mask);
  void storeOutputs(ArrayRef<Value *> states, ArrayRef<Value *> sums, Value *column, unsigned width,
                    Value *mask);

  const Graph &graph;
  std::vector<uint32_t> reductions;
  KernelFunction k;
  SmallVector<Value *> pointers, reducedStrides, keptStrides;
  SmallVector<Value *> buffers; // by input: a vector of copies, where the kept stride is 0
  KernelFunction::Values scalars;
};

void ColumnBuilder::readOperands() {
  unsigned count = graph.inputs.size() + graph.outputs.size();
  for (unsigned i = 0; i < count; ++i) {
    pointers.push_back(k.pointerAt(k.argument(0), i));
    reducedStrides.push_back(k.int64At(k.argument(1), i));
    keptStrides.push_back(k.int64At(k.argument(2), i));
  }
  scalars.resize(graph.nodes.size());
  for (auto [index, node] : enumerate(graph.nodes))
    if (node.op == KernelOp::Input && graph.inputs[node.immediate].scalar)
      scalars[index] = k.scalarInput(node.dtype, pointers[node.immediate]);
  for (const GraphInput &in : graph.inputs)
    buffers.push_back(in.scalar ? nullptr : k.slot(uint64_t(elementSize(in.dtype)) * k.v.lanes));
}

Lanes ColumnBuilder::loadAt(unsigned input, Value *row, Value *column, Value *mask) {
  lith_dtype dtype = graph.inputs[input].dtype;
  Value *at = k.offset(pointers[input], k.b.CreateMul(row, reducedStrides[input]));
  at = k.offset(at, k.b.CreateMul(column, keptStrides[input]));
  if (isComplex(dtype)) {
    Value *count = k.b.CreateBinaryIntrinsic(Intrinsic::smin, k.i64(k.v.lanes),
                                             k.b.CreateSub(k.argument(4), column));
    return k.loadStrided(dtype, at, keptStrides[input], count);
  }
  k.fill(dtype, buffers[input], at);
  Value *broadcast = k.b.CreateICmpEQ(keptStrides[input], k.i64(0));
  return k.load(dtype, k.b.CreateSelect(broadcast, buffers[input], at), mask);
}

SmallVector<Value *> ColumnBuilder::accumulate(Value *begin, Value *end, Value *column,
                                               unsigned width, Value *mask) {
  SmallVector<Value *> initial;
  for (unsigned w = 0; w < width; ++w)
    for (uint32_t reduction : reductions)
      append_range(initial, Accumulator(k.v, graph.nodes[reduction]).identity());
  return k.loop(begin, end, k.i64(1), initial, [&](Value *row, ArrayRef<Value *> current) {
    SmallVector<Value *> next;
    Value *index = k.v.splat(k.b.CreateTrunc(row, k.b.getInt32Ty()));
    for (unsigned w = 0; w < width; ++w) {
      Value *at = k.b.CreateAdd(column, k.i64(w * k.v.lanes));
      KernelFunction::Values values = scalars;
      SmallVector<uint32_t> sinks;
      for (uint32_t reduction : reductions)
        sinks.push_back(graph.nodes[reduction].operands[0]);
      k.evaluate(values, sinks, [&](uint32_t node) {
        return loadAt(unsigned(graph.nodes[node].immediate), row, at, mask);
      });
      for (uint32_t reduction : reductions) {
        Accumulator accumulator(k.v, graph.nodes[reduction]);
        unsigned size = accumulator.identity().size();
        auto old = current.slice(next.size(), size);
        append_range(next, accumulator.update({old.begin(), old.end()},
                                              values[graph.nodes[reduction].operands[0]].re,
                                              nullptr, index));
      }
    }
    return next;
  });
}

void ColumnBuilder::storeOutputs(ArrayRef<Value *> states, ArrayRef<Value *> sums, Value *column,
                                 unsigned width, Value *mask) {
  unsigned at = 0, sum = 0;
  for (unsigned w = 0; w < width; ++w) {
    KernelFunction::Values values = scalars;
    for (uint32_t reduction : reductions) {
      const Node &node = graph.nodes[reduction];
      Accumulator accumulator(k.v, node);
      unsigned size = accumulator.identity().size();
      Value *total = accumulator.needsFlush()
                         ? k.b.CreateFPTrunc(sums[sum++], k.v.vec(k.b.getFloatTy()))
                         : accumulator.result({states.begin() + at, states.begin() + at + size});
      at += size;
      values[reduction] = {k.v.roundTo(node.dtype, total)};
    }
    k.evaluate(values, graph.outputs, [](uint32_t) { return Lanes{}; });
    for (auto [index, out] : enumerate(graph.outputs)) {
      unsigned operand = graph.inputs.size() + index;
      lith_dtype dtype = graph.nodes[out].dtype;
      Value *place = k.b.CreateAdd(column, k.i64(w * k.v.lanes));
      k.store(dtype, values[out],
              k.offset(pointers[operand], k.b.CreateMul(place, k.i64(elementSize(dtype)))), mask);
    }
  }
}

void ColumnBuilder::emitColumns(Value *column, unsigned width, Value *mask) {
  SmallVector<unsigned> flushed; // places in the states whose sums go to doubles
  unsigned at = 0;
  for (unsigned w = 0; w < width; ++w)
    for (uint32_t reduction : reductions) {
      Accumulator accumulator(k.v, graph.nodes[reduction]);
      if (accumulator.needsFlush())
        flushed.push_back(at);
      at += accumulator.identity().size();
    }
  Value *reduced = k.argument(3);
  if (flushed.empty()) {
    storeOutputs(accumulate(k.i64(0), reduced, column, width, mask), {}, column, width, mask);
    return;
  }
  // Rows in blocks; other accumulators of the graph are merged from block to block.
  SmallVector<Value *> initial;
  for (unsigned w = 0; w < width; ++w)
    for (uint32_t reduction : reductions)
      append_range(initial, Accumulator(k.v, graph.nodes[reduction]).identity());
  Type *wide = k.v.vec(k.b.getDoubleTy());
  initial.append(flushed.size(), Constant::getNullValue(wide));
  auto all =
      k.loop(k.i64(0), reduced, k.i64(64), initial, [&](Value *begin, ArrayRef<Value *> current) {
        Value *end =
            k.b.CreateBinaryIntrinsic(Intrinsic::smin, reduced, k.b.CreateAdd(begin, k.i64(64)));
        SmallVector<Value *> part = accumulate(begin, end, column, width, mask), next;
        for (unsigned w = 0; w < width; ++w)
          for (uint32_t reduction : reductions) {
            Accumulator accumulator(k.v, graph.nodes[reduction]);
            unsigned size = accumulator.identity().size(), from = next.size();
            Accumulator::State fresh(part.begin() + from, part.begin() + from + size);
            Accumulator::State old(current.begin() + from, current.begin() + from + size);
            append_range(next, accumulator.needsFlush() ? old : accumulator.combine(old, fresh));
          }
        for (auto [i, place] : enumerate(flushed))
          next.push_back(k.b.CreateFAdd(current[at + i], k.b.CreateFPExt(part[place], wide)));
        return next;
      });
  storeOutputs(ArrayRef<Value *>(all).take_front(at), ArrayRef<Value *>(all).drop_front(at), column,
               width, mask);
}

Function *ColumnBuilder::build() {
  readOperands();
  unsigned width = costOf(graph) < 24 ? 4 : 1;
  Value *kept = k.argument(4);
  int64_t step = int64_t(width) * k.v.lanes;
  Value *whole = k.b.CreateAnd(kept, k.i64(-step));
  k.loop(k.i64(0), whole, k.i64(step), {},
         [&](Value *j, ArrayRef<Value *>) -> SmallVector<Value *> {
           emitColumns(j, width, nullptr);
           return {};
         });
  k.loop(whole, kept, k.i64(k.v.lanes), {},
         [&](Value *j, ArrayRef<Value *>) -> SmallVector<Value *> {
           emitColumns(j, 1, k.mask(k.b.CreateSub(kept, j)));
           return {};
         });
  return k.finish();
}
} // namespace

Function *buildColumnKernel(Module &module, StringRef name, const Graph &graph,
                            KernelTarget target) {
  return ColumnBuilder(module, name, graph, target).build();
}

} // namespace lith::codegen
