// KernelFunction.h: what the builders of map, row and column kernels share.
//
// A KernelFunction owns the emission of one LLVM function: parameters, loads and stores of vectors
// (whole, masked or strided), loops, and the evaluation of a graph's nodes on lanes.
#ifndef LITH_CODEGEN_KERNELS_KERNELFUNCTION_H
#define LITH_CODEGEN_KERNELS_KERNELFUNCTION_H

#include "codegen/kernels/Elementwise.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace lith::codegen {

class KernelFunction {
public:
  /// Declares an internal function of `parameters` in `module` and stands in its entry block.
  KernelFunction(llvm::Module &module, llvm::StringRef name,
                 llvm::ArrayRef<llvm::Type *> parameters, const Graph *graph, unsigned lanes,
                 KernelTarget target);

  llvm::IRBuilder<> b;
  VectorBuilder v;
  llvm::Function *function;
  const Graph *graph;

  llvm::Value *argument(unsigned i) { return function->getArg(i); }
  llvm::Value *i64(int64_t value) { return b.getInt64(uint64_t(value)); }
  /// Element `i` of an array of pointers or of int64.
  llvm::Value *pointerAt(llvm::Value *array, unsigned i);
  llvm::Value *int64At(llvm::Value *array, unsigned i);
  llvm::Value *offset(llvm::Value *pointer, llvm::Value *bytes) {
    return b.CreatePtrAdd(pointer, bytes);
  }
  /// A stack slot of `bytes`, aligned to 64, in the entry block.
  llvm::Value *slot(uint64_t bytes);
  llvm::BasicBlock *block(const char *name);

  /// Lanes with index < `count` (an i64).
  llvm::Value *mask(llvm::Value *count);
  /// How many lanes, counted from the first one, a mask lets through (an i64); all without one.
  llvm::Value *lanesIn(llvm::Value *mask);
  /// Lanes at `pointer`, one after the other; all of them without a mask. Masked-off lanes are 0.
  Lanes load(lith_dtype dtype, llvm::Value *pointer, llvm::Value *mask);
  void store(lith_dtype dtype, Lanes x, llvm::Value *pointer, llvm::Value *mask);
  /// The first `count` lanes at any stride in bytes: those of complex numbers side by side at once,
  /// others through a buffer on the stack.
  Lanes loadStrided(lith_dtype dtype, llvm::Value *pointer, llvm::Value *stride,
                    llvm::Value *count);
  void storeStrided(lith_dtype dtype, Lanes x, llvm::Value *pointer, llvm::Value *stride,
                    llvm::Value *count);
  /// Fills `buffer` with copies of the element at `pointer`.
  void fill(lith_dtype dtype, llvm::Value *buffer, llvm::Value *pointer);

  /// A loop `for (i = begin; i < end; i += step)`, entered only if begin < end unless
  /// `atLeastOnce`. `body` gets i and the carried values and returns their next ones; the last are
  /// returned.
  llvm::SmallVector<llvm::Value *>
  loop(llvm::Value *begin, llvm::Value *end, llvm::Value *step,
       llvm::ArrayRef<llvm::Value *> carried,
       llvm::function_ref<llvm::SmallVector<llvm::Value *>(llvm::Value *,
                                                           llvm::ArrayRef<llvm::Value *>)>
           body);

  /// Values of nodes for one vector of elements; reset per vector.
  using Values = llvm::SmallVector<Lanes>;
  /// Computes `sinks` and what they need and `values` lacks; inputs come from `leaf`.
  void evaluate(Values &values, llvm::ArrayRef<uint32_t> sinks,
                llvm::function_ref<Lanes(uint32_t)> leaf);
  /// A constant, or a scalar input read from its eight-byte slot, in the node's compute type.
  Lanes constant(const Node &node);
  Lanes scalarInput(lith_dtype dtype, llvm::Value *pointer);

  llvm::Function *finish();

private:
  /// Real and imaginary parts of a vector as they lie in memory, and a mask of the first `count`.
  std::pair<llvm::VectorType *, llvm::Value *> pairs(lith_dtype dtype, llvm::Value *count);
  Lanes loadPairs(lith_dtype dtype, llvm::Value *pointer, llvm::Value *count);
  void storePairs(lith_dtype dtype, Lanes x, llvm::Value *pointer, llvm::Value *count);
  Lanes loadElements(lith_dtype dtype, llvm::Value *pointer, llvm::Value *stride,
                     llvm::Value *count);
  void storeElements(lith_dtype dtype, Lanes x, llvm::Value *pointer, llvm::Value *stride,
                     llvm::Value *count);
  Lanes coerced(const Values &values, const Node &node, unsigned operand);
};

/// Lanes so that the widest type of the graph fills one register.
unsigned lanesFor(const Graph &graph, KernelTarget target);
/// Rough instructions per vector; decides how far loops are unrolled.
unsigned costOf(const Graph &graph);
bool isExpensive(KernelOp op);

} // namespace lith::codegen

#endif // LITH_CODEGEN_KERNELS_KERNELFUNCTION_H
