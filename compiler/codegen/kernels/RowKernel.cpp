// RowKernel.cpp: groups with reductions along the innermost dimension.
//
//   for each row:
//     pass 0..p-1: accumulate the reductions of one depth, keep dear values in scratch
//     last pass:   write the elementwise outputs, with the reduced values as constants
//
// Reductions of equal depth over the same operands share a pass. A row is read again by each pass
// from the nearest cache; values that cost more than a load (exp, division …) are kept in scratch
// instead of computed again. Sums in float run in 4 vectors of lanes and are flushed into a double
// every 64 vectors, so the error does not grow with the length. Bound by bandwidth for rows past
// L1.
//
// Operands have an element stride of their size or of 0 (the driver sees to it); complex ones any.
#include "codegen/kernels/Accumulator.h"
#include "codegen/kernels/KernelFunction.h"
#include "codegen/kernels/Kernels.h"
#include "codegen/kernels/RegisterRows.h"

using namespace llvm;

namespace lith::codegen {

namespace {
/// A sequence of elements that a pass reads or writes: an operand's row, or a row of scratch.
struct Stream {
  lith_dtype dtype;
  Value *pointer;
  Value *step;             // bytes from one vector to the next
  Value *stride = nullptr; // bytes between elements, where they may lie apart: of complex dtypes
};

class RowBuilder {
public:
  RowBuilder(Module &module, StringRef name, const Graph &graph, KernelTarget target)
      : graph(graph), plan(planRows(graph)),
        k(module, name,
          {ptr(module), ptr(module), ptr(module), Type::getInt64Ty(module.getContext()),
           ptr(module), ptr(module)},
          &graph, lanesFor(graph, target), target) {}

  Function *build();

private:
  /// What a pass begins with.
  struct Start {
    SmallVector<Value *> states;                        // the accumulators' identities
    SmallVector<std::pair<unsigned, uint32_t>> flushes; // place among the states, reduction
  };
  static Type *ptr(Module &module) { return PointerType::getUnqual(module.getContext()); }

  void readOperands();
  void emitRow(Value *row);
  void prepareScalars() { evaluateScalars(k, plan, scalars); }
  void emitShortRows();
  Lanes load(const Stream &stream, Value *pointer, Value *mask);
  void store(const Stream &stream, Lanes x, Value *pointer, Value *mask);
  Stream streamOf(lith_dtype dtype, Value *pointer, Value *stride);
  void emitPass(const RowPass &pass);
  void openStreams(const RowPass &pass, Value *n);
  Start startOf(const RowPass &pass);
  SmallVector<Value *> emitChunk(const RowPass &pass, const Start &start, Value *begin, Value *end,
                                 unsigned unroll, ArrayRef<Value *> current);
  SmallVector<Value *> mergeCopies(const RowPass &pass, ArrayRef<Value *> states, unsigned copies);
  SmallVector<Value *> emitVectors(const RowPass &pass, ArrayRef<Value *> pointers,
                                   ArrayRef<Value *> states, Value *begin, Value *end,
                                   unsigned unroll);
  void emitVector(const RowPass &pass, ArrayRef<Value *> pointers, MutableArrayRef<Value *> states,
                  Value *index, Value *mask);
  void finishReductions(const RowPass &pass, ArrayRef<Value *> states, ArrayRef<Value *> flushed);
  Value *scratchRow(unsigned slot);

  const Graph &graph;
  RowPlan plan;
  KernelFunction k;
  SmallVector<Value *> bases, rowStrides, elementStrides; // inputs, then outputs
  SmallVector<Value *> rows;                              // pointers of the current row
  SmallVector<Value *> copies;                            // stack buffers of broadcast elements
  KernelFunction::Values scalars; // values that are the same along the row, so far
  SmallVector<Stream> streams;    // of the current pass
  SmallVector<unsigned> inputStream, scratchStream, outputStream;
  Value *scratchStride = nullptr;
};

void RowBuilder::readOperands() {
  unsigned count = graph.inputs.size() + graph.outputs.size();
  for (unsigned i = 0; i < count; ++i) {
    bases.push_back(k.pointerAt(k.argument(0), i));
    rowStrides.push_back(k.int64At(k.argument(1), i));
    elementStrides.push_back(k.int64At(k.argument(2), i));
  }
  scalars.resize(graph.nodes.size());
  for (auto [index, node] : enumerate(graph.nodes))
    if (node.op == KernelOp::Input && graph.inputs[node.immediate].scalar)
      scalars[index] = k.scalarInput(node.dtype, bases[node.immediate]);
  Value *bytes = k.b.CreateMul(k.int64At(k.argument(4), 0), k.i64(8));
  scratchStride = k.b.CreateAnd(k.b.CreateAdd(bytes, k.i64(127)), k.i64(-64));
}

Value *RowBuilder::scratchRow(unsigned slot) {
  return k.offset(k.argument(5), k.b.CreateMul(scratchStride, k.i64(slot)));
}

Stream RowBuilder::streamOf(lith_dtype dtype, Value *pointer, Value *stride) {
  Value *step = k.b.CreateMul(stride, k.i64(k.v.lanes));
  if (isComplex(dtype))
    return {dtype, pointer, step, stride};
  Value *buffer = k.slot(uint64_t(elementSize(dtype)) * k.v.lanes);
  k.fill(dtype, buffer, pointer);
  return {dtype, k.b.CreateSelect(k.b.CreateICmpEQ(stride, k.i64(0)), buffer, pointer), step};
}

Lanes RowBuilder::load(const Stream &stream, Value *pointer, Value *mask) {
  return stream.stride ? k.loadStrided(stream.dtype, pointer, stream.stride, k.lanesIn(mask))
                       : k.load(stream.dtype, pointer, mask);
}

void RowBuilder::store(const Stream &stream, Lanes x, Value *pointer, Value *mask) {
  if (stream.stride)
    k.storeStrided(stream.dtype, x, pointer, stream.stride, k.lanesIn(mask));
  else
    k.store(stream.dtype, x, pointer, mask);
}

void RowBuilder::emitVector(const RowPass &pass, ArrayRef<Value *> pointers,
                            MutableArrayRef<Value *> states, Value *index, Value *mask) {
  KernelFunction::Values values = scalars;
  for (uint32_t node : pass.reloaded) {
    unsigned stream = scratchStream[node];
    values[node] = load(streams[stream], pointers[stream], mask);
  }
  SmallVector<uint32_t> sinks(pass.kept.begin(), pass.kept.end());
  for (uint32_t reduction : pass.reductions)
    sinks.push_back(graph.nodes[reduction].operands[0]);
  for (unsigned output : pass.outputs)
    sinks.push_back(graph.outputs[output]);
  k.evaluate(values, sinks, [&](uint32_t node) {
    unsigned stream = inputStream[graph.nodes[node].immediate];
    return load(streams[stream], pointers[stream], mask);
  });
  for (uint32_t node : pass.kept) {
    unsigned stream = scratchStream[node];
    store(streams[stream], values[node], pointers[stream], mask);
  }
  for (unsigned output : pass.outputs) {
    unsigned stream = outputStream[output];
    store(streams[stream], values[graph.outputs[output]], pointers[stream], mask);
  }
  unsigned at = 0;
  for (uint32_t reduction : pass.reductions) {
    Accumulator accumulator(k.v, graph.nodes[reduction]);
    unsigned size = accumulator.identity().size();
    Accumulator::State state(states.begin() + at, states.begin() + at + size);
    state = accumulator.update(state, values[graph.nodes[reduction].operands[0]].re, mask, index);
    copy(state, states.begin() + at);
    at += size;
  }
}

/// Elements [begin, end) in whole groups of `unroll` vectors, or masked vectors for unroll 0.
/// `states` holds max(unroll, 1) copies of the accumulators. Gives pointers and states.
SmallVector<Value *> RowBuilder::emitVectors(const RowPass &pass, ArrayRef<Value *> pointers,
                                             ArrayRef<Value *> states, Value *begin, Value *end,
                                             unsigned unroll) {
  unsigned copies = std::max(unroll, 1u), perCopy = states.size() / copies;
  SmallVector<Value *> carried(pointers);
  carried.append(states.begin(), states.end());
  Value *step = k.i64(int64_t(copies) * k.v.lanes);
  return k.loop(begin, end, step, carried, [&](Value *i, ArrayRef<Value *> current) {
    SmallVector<Value *> next(current);
    MutableArrayRef<Value *> at = MutableArrayRef<Value *>(next).take_front(pointers.size());
    MutableArrayRef<Value *> state = MutableArrayRef<Value *>(next).drop_front(pointers.size());
    Value *mask = unroll ? nullptr : k.mask(k.b.CreateSub(end, i));
    for (unsigned u = 0; u < copies; ++u) {
      Value *first = k.b.CreateTrunc(k.b.CreateAdd(i, k.i64(u * k.v.lanes)), k.b.getInt32Ty());
      Value *index = k.b.CreateAdd(k.v.splat(first), k.v.iota(k.b.getInt32Ty()));
      emitVector(pass, at, state.slice(u * perCopy, perCopy), index, mask);
      for (auto [pointer, stream] : zip(at, streams))
        pointer = k.offset(pointer, stream.step);
    }
    return next;
  });
}

void RowBuilder::finishReductions(const RowPass &pass, ArrayRef<Value *> states,
                                  ArrayRef<Value *> flushed) {
  unsigned at = 0, sum = 0;
  for (uint32_t reduction : pass.reductions) {
    const Node &node = graph.nodes[reduction];
    Accumulator accumulator(k.v, node);
    unsigned size = accumulator.identity().size();
    Value *total;
    if (accumulator.needsFlush())
      total = k.b.CreateFPTrunc(flushed[sum++], k.b.getFloatTy());
    else
      total = accumulator.result(
          accumulator.acrossLanes({states.begin() + at, states.begin() + at + size}));
    at += size;
    scalars[reduction] = {k.v.roundTo(node.dtype, k.v.splat(total))};
  }
}

void RowBuilder::openStreams(const RowPass &pass, Value *n) {
  streams.clear();
  inputStream.assign(graph.inputs.size(), 0);
  scratchStream.assign(graph.nodes.size(), 0);
  outputStream.assign(graph.outputs.size(), 0);
  for (uint32_t input : pass.inputs) {
    inputStream[input] = streams.size();
    streams.push_back(streamOf(graph.inputs[input].dtype, rows[input], elementStrides[input]));
  }
  for (uint32_t node : pass.reloaded) {
    lith_dtype dtype = plan.scratchDtype(graph, node);
    // A value kept by a shorter pass was broadcast along the row.
    Value *whole = k.int64At(k.argument(4), plan.keptCount[node]);
    Value *stride =
        k.b.CreateSelect(k.b.CreateICmpSLT(whole, n), k.i64(0), k.i64(elementSize(dtype)));
    scratchStream[node] = streams.size();
    streams.push_back(streamOf(dtype, scratchRow(plan.slot[node]), stride));
  }
  for (uint32_t node : pass.kept) {
    lith_dtype dtype = plan.scratchDtype(graph, node);
    scratchStream[node] = streams.size();
    streams.push_back({dtype, scratchRow(plan.slot[node]), k.i64(elementSize(dtype) * k.v.lanes)});
  }
  for (unsigned output : pass.outputs) {
    unsigned operand = graph.inputs.size() + output;
    outputStream[output] = streams.size();
    Value *step = k.b.CreateMul(elementStrides[operand], k.i64(k.v.lanes));
    lith_dtype dtype = graph.nodes[graph.outputs[output]].dtype;
    streams.push_back(
        {dtype, rows[operand], step, isComplex(dtype) ? elementStrides[operand] : nullptr});
  }
}

/// Adds the accumulators of the other copies of an unrolled loop to those of the first.
SmallVector<Value *> RowBuilder::mergeCopies(const RowPass &pass, ArrayRef<Value *> states,
                                             unsigned copies) {
  unsigned perCopy = states.size() / copies;
  SmallVector<Value *> merged(states.take_front(perCopy));
  for (unsigned u = 1; u < copies; ++u) {
    unsigned at = 0;
    for (uint32_t reduction : pass.reductions) {
      Accumulator accumulator(k.v, graph.nodes[reduction]);
      unsigned size = accumulator.identity().size();
      auto other = states.slice(u * perCopy + at, size);
      Accumulator::State state = accumulator.combine(
          {merged.begin() + at, merged.begin() + at + size}, {other.begin(), other.end()});
      copy(state, merged.begin() + at);
      at += size;
    }
  }
  return merged;
}

RowBuilder::Start RowBuilder::startOf(const RowPass &pass) {
  Start start;
  for (uint32_t reduction : pass.reductions) {
    Accumulator accumulator(k.v, graph.nodes[reduction]);
    if (accumulator.needsFlush())
      start.flushes.push_back({unsigned(start.states.size()), reduction});
    append_range(start.states, accumulator.identity());
  }
  return start;
}

/// One chunk: whole vectors in several copies, what is left in one, then the sums are flushed.
/// `current` and the result: pointers, states, flushed sums.
SmallVector<Value *> RowBuilder::emitChunk(const RowPass &pass, const Start &start, Value *begin,
                                           Value *end, unsigned unroll, ArrayRef<Value *> current) {
  unsigned pointerCount = streams.size(), stateCount = start.states.size();
  Value *length = k.b.CreateSub(end, begin);
  Value *whole = k.b.CreateAdd(begin, k.b.CreateAnd(length, k.i64(-int64_t(unroll * k.v.lanes))));
  SmallVector<Value *> states(current.slice(pointerCount, stateCount));
  for (unsigned u = 1; u < unroll; ++u)
    append_range(states, start.states);
  auto main = emitVectors(pass, current.take_front(pointerCount), states, begin, whole, unroll);
  ArrayRef<Value *> all(main);
  SmallVector<Value *> merged = mergeCopies(pass, all.drop_front(pointerCount), unroll);
  auto next = emitVectors(pass, all.take_front(pointerCount), merged, whole, end, 0);
  for (auto [i, flush] : enumerate(start.flushes)) {
    Accumulator accumulator(k.v, graph.nodes[flush.second]);
    Value *&state = next[pointerCount + flush.first];
    Value *sum = accumulator.acrossLanes({state})[0];
    state = start.states[flush.first];
    next.push_back(k.b.CreateFAdd(current[pointerCount + stateCount + i],
                                  k.b.CreateFPExt(sum, k.b.getDoubleTy())));
  }
  return next;
}

void RowBuilder::emitPass(const RowPass &pass) {
  prepareScalars();
  Value *n = k.int64At(k.argument(4), pass.count);
  openStreams(pass, n);
  unsigned unroll = pass.cost < 24 ? 4 : pass.cost < 60 ? 2 : 1;
  Start start = startOf(pass);
  SmallVector<Value *> carried;
  for (const Stream &stream : streams)
    carried.push_back(stream.pointer);
  append_range(carried, start.states);
  carried.append(start.flushes.size(), ConstantFP::get(k.b.getDoubleTy(), 0));
  Value *chunk = k.i64(start.flushes.empty() ? INT64_MAX / 2 : int64_t(unroll) * k.v.lanes * 64);
  auto results = k.loop(k.i64(0), n, chunk, carried, [&](Value *begin, ArrayRef<Value *> current) {
    Value *end = k.b.CreateBinaryIntrinsic(Intrinsic::smin, n, k.b.CreateAdd(begin, chunk));
    return emitChunk(pass, start, begin, end, unroll, current);
  });
  ArrayRef<Value *> folded = ArrayRef<Value *>(results).drop_front(streams.size());
  finishReductions(pass, folded.take_front(start.states.size()),
                   folded.drop_front(start.states.size()));
}

void RowBuilder::emitRow(Value *row) {
  rows.clear();
  KernelFunction::Values atEntry = scalars;
  for (auto [base, stride] : zip(bases, rowStrides))
    rows.push_back(k.offset(base, k.b.CreateMul(row, stride)));
  for (const RowPass &pass : plan.passes)
    emitPass(pass);
  prepareScalars();
  storeScalars(k, plan, scalars, rows);
  scalars = atEntry;
}

/// Rows that registers hold, and the end of the function with them.
void RowBuilder::emitShortRows() {
  Value *n = k.int64At(k.argument(4), 0);
  Value *isPlain = k.b.CreateICmpSGT(n, k.i64(0));
  for (auto [index, unused] : enumerate(reductionsOf(graph)))
    isPlain =
        k.b.CreateAnd(isPlain, k.b.CreateICmpEQ(k.int64At(k.argument(4), unsigned(index) + 1), n));
  for (auto [index, input] : enumerate(graph.inputs))
    if (!input.scalar)
      isPlain = k.b.CreateAnd(isPlain, k.b.CreateICmpNE(elementStrides[index], k.i64(0)));
  Value *length = k.b.CreateSelect(isPlain, n, k.i64(INT64_MAX));
  for (unsigned vectors : {1, 4}) {
    BasicBlock *isShort = k.block("short"), *isLong = k.block("long");
    k.b.CreateCondBr(k.b.CreateICmpSLE(length, k.i64(int64_t(vectors) * k.v.lanes)), isShort,
                     isLong);
    k.b.SetInsertPoint(isShort);
    RegisterRows(k, plan, scalars, vectors).emit(k.argument(3), n, bases, rowStrides);
    k.b.CreateRetVoid();
    k.b.SetInsertPoint(isLong);
  }
}

Function *RowBuilder::build() {
  readOperands();
  prepareScalars();
  if (fitsRegisters(graph))
    emitShortRows();
  k.loop(k.i64(0), k.argument(3), k.i64(1), {},
         [&](Value *row, ArrayRef<Value *>) -> SmallVector<Value *> {
           emitRow(row);
           return {};
         });
  return k.finish();
}
} // namespace

Function *buildRowKernel(Module &module, StringRef name, const Graph &graph, KernelTarget target) {
  return RowBuilder(module, name, graph, target).build();
}

unsigned rowScratchSlots(const Graph &graph) { return planRows(graph).slots; }

} // namespace lith::codegen
