// Accumulator.h: the running state of one reduction, on vectors.
//
// NaN wins max, min, argmax and argmin; of equal elements the one with the smallest index counts.
#ifndef LITH_CODEGEN_KERNELS_ACCUMULATOR_H
#define LITH_CODEGEN_KERNELS_ACCUMULATOR_H

#include "codegen/kernels/Graph.h"
#include "codegen/kernels/VectorBuilder.h"

namespace lith::codegen {

class Accumulator {
public:
  /// One vector, two where an index goes along.
  using State = llvm::SmallVector<llvm::Value *, 2>;

  Accumulator(VectorBuilder &v, const Node &node);

  bool isIndexed() const { return kind == ReduceKind::ArgMax || kind == ReduceKind::ArgMin; }
  /// Sums in float lose digits over long runs; the builders flush them into doubles.
  bool needsFlush() const { return kind == ReduceKind::Sum && compute->isFloatTy(); }

  State identity();
  /// The state with the elements `x` added, in the lanes of `mask` (null: all). `index`, for an
  /// indexed reduction, holds the elements' places as i32.
  State update(const State &state, llvm::Value *x, llvm::Value *mask, llvm::Value *index);
  State combine(const State &a, const State &b);
  /// All lanes combined; scalars.
  State acrossLanes(State state);
  /// From a final state of any width to the node's compute type.
  llvm::Value *result(const State &state);

private:
  llvm::Value *isBetter(llvm::Value *x, llvm::Value *than);
  llvm::Value *isSame(llvm::Value *x, llvm::Value *y);

  VectorBuilder &v;
  ReduceKind kind;
  lith_dtype dtype;
  llvm::Type *compute;
};

} // namespace lith::codegen

#endif // LITH_CODEGEN_KERNELS_ACCUMULATOR_H
