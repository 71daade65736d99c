// Accumulator.h: the running state of one reduction, on vectors.
//
// NaN wins max, min, argmax and argmin; of equal elements the one with the smallest index counts.
// Max and min of floats note beside the extremum of the others which lanes have met a NaN: one
// instruction each, where choosing NaN at every step is a chain of four.
#ifndef LITH_CODEGEN_KERNELS_ACCUMULATOR_H
#define LITH_CODEGEN_KERNELS_ACCUMULATOR_H

#include "codegen/kernels/Graph.h"
#include "codegen/kernels/VectorBuilder.h"

namespace lith::codegen {

class Accumulator {
public:
  /// One vector, two where an index goes along or NaN is noted.
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
  /// The state of the elements `x` alone, in the lanes of `mask`.
  State first(llvm::Value *x, llvm::Value *mask, llvm::Value *index);
  /// All lanes combined; scalars.
  State acrossLanes(const State &state);
  /// From a final state of any width to the node's compute type.
  llvm::Value *result(const State &state);

private:
  llvm::Value *isBeyond(llvm::Value *x, llvm::Value *than);
  llvm::Value *isSame(llvm::Value *x, llvm::Value *y);
  /// Whether the state's second part notes NaN.
  bool notesNan() const {
    return (kind == ReduceKind::Max || kind == ReduceKind::Min) && compute->isFloatingPointTy();
  }
  State stateOf(llvm::Value *x, llvm::Value *index);
  /// b where it is beyond a, else a; NaN, which is beyond nothing, is not kept.
  llvm::Value *extremum(llvm::Value *a, llvm::Value *b);
  State bestOfLanes(const State &state);
  /// An indexed state with elements behind all that it has met. It starts at the first place, which
  /// counts where no element is better than the worst.
  State later(const State &state, llvm::Value *x, llvm::Value *index);

  VectorBuilder &v;
  ReduceKind kind;
  lith_dtype dtype;
  llvm::Type *compute;
};

} // namespace lith::codegen

#endif // LITH_CODEGEN_KERNELS_ACCUMULATOR_H
