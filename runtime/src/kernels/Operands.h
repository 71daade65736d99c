// Operands.h: the shapes and pointers of one call of a fused group.
//
// A call's domain is the shape that its tensor operands broadcast to; every operand sees it through
// strides in bytes, 0 where it broadcasts.
#ifndef LITH_KERNELS_OPERANDS_H
#define LITH_KERNELS_OPERANDS_H

#include "tensor/Layout.h"

#include <algorithm>
#include <functional>
#include <lith/kernels.h>
#include <lith/program.h>

namespace lith::kernels {

struct Shape {
  int rank = 0;
  int64_t sizes[LITH_MAX_RANK] = {};
  int64_t count() const {
    int64_t n = 1;
    for (int d = 0; d < rank; ++d)
      n *= sizes[d];
    return n;
  }
};

/// A set of dimensions with a stride for each operand: what remains to be looped over.
struct Loops {
  int rank = 0;
  int64_t sizes[LITH_MAX_RANK];
  int64_t strides[LITH_MAX_RANK][LITH_GROUP_OPERANDS];
};

/// What the inputs of a simple call have in common.
struct Flat {
  const lith_tensor *lead = nullptr; ///< an input of the whole shape; null: only numbers
  int64_t count = 1;                 ///< its elements
  uint32_t whole = 0;                ///< bit per input: a tensor of as many elements
  uint32_t alike = 0;                ///< bit per input: a tensor of its sizes
  /// Whether an output whose shape these inputs give has its sizes, too: not that of a single
  /// element that broadcasts.
  bool isOutputAlike(uint32_t inputs) const { return !lead || inputs & alike; }
};

class Call {
public:
  Call(lith_ctx *ctx, const lith_group &group, const uint64_t *words, lith_tensor **results)
      : ctx(ctx), group(group), words(words), results(results),
        operandCount(group.input_count + group.output_count) {}
  ~Call();
  Call(const Call &) = delete;

  bool isScalar(int input) const { return group.scalars >> input & 1; }
  bool isOwned(int input) const { return group.owned >> input & 1; }
  lith_tensor *tensor(int input) const { return reinterpret_cast<lith_tensor *>(words[input]); }
  int64_t elementBytes(int operand) const { return lith::elementBytes(group.dtypes[operand]); }

  /// A call is simple when every input is a number, a single element, or contiguous and of one
  /// shape, and no number is complex. Fills pointers of the inputs and their steps, and `flat`;
  /// false: it is not simple.
  bool bindSimple(Flat &flat, int64_t *steps);
  /// Fills `domain`, and pointers and strides of the inputs in it.
  void bindInputs();
  /// The shape of the tensor inputs in `mask`, of the domain's rank (missing dimensions are 1).
  Shape shapeOf(uint32_t mask) const;
  /// The largest rank of the tensor inputs in `mask`.
  int rankOf(uint32_t mask) const;
  /// Makes output `index` a tensor of `shape`, on the memory of an owned input of equal shape where
  /// there is one; `isElementwise`: each element is read before it is written. False: out of
  /// memory.
  bool makeOutput(int index, const Shape &shape, bool isElementwise);
  /// Where the outputs lie in PyTorch; false: all in row-major order.
  bool layouts(MemoryLayout *results) const;
  /// Brings outputs, which are in row-major order, to where PyTorch has them.
  void layOut();
  /// Makes the input a contiguous tensor with the domain's dimensions in the given order.
  bool materialise(int input, const int *order);
  /// Releases the owned inputs that no output has taken.
  void finish();

  lith_ctx *const ctx;
  const lith_group &group;
  const uint64_t *const words;
  lith_tensor **const results;
  const int operandCount;
  Shape domain;
  char *pointers[LITH_GROUP_OPERANDS];
  int64_t strides[LITH_GROUP_OPERANDS][LITH_MAX_RANK]; // by dimension of the domain

private:
  bool reuse(int index, const Shape &shape);
  /// Whether no input has exchanged dimensions.
  bool areInOrder() const;

  uint32_t taken = 0;
  lith_tensor *copies[LITH_GROUP_OPERANDS];
  int copyCount = 0;
};

/// Appends dimension `d` of the domain to `loops`, joined with the last one where every operand
/// allows.
void addDimension(Loops &loops, const Call &call, int64_t size,
                  const int64_t (&strides)[LITH_GROUP_OPERANDS]);

/// Calls `body(pointers)` for each index of the loops from `begin` to `end` (in row-major order).
template <typename Body>
void forEach(const Loops &loops, const Call &call, int64_t begin, int64_t end, Body body) {
  int64_t index[LITH_MAX_RANK];
  char *pointers[LITH_GROUP_OPERANDS];
  int64_t rest = begin;
  for (int d = loops.rank - 1; d >= 0; --d) {
    index[d] = rest % loops.sizes[d];
    rest /= loops.sizes[d];
  }
  for (int k = 0; k < call.operandCount; ++k) {
    pointers[k] = call.pointers[k];
    for (int d = 0; d < loops.rank; ++d)
      pointers[k] += index[d] * loops.strides[d][k];
  }
  int last = loops.rank - 1;
  for (int64_t i = begin; i < end;) {
    // The innermost dimension needs no carries.
    int64_t stop = last < 0 ? end : std::min(end, i + loops.sizes[last] - index[last]);
    int64_t count = stop - i;
    for (; i < stop; ++i) {
      body(static_cast<char **>(pointers));
      if (last >= 0)
        for (int k = 0; k < call.operandCount; ++k)
          pointers[k] += loops.strides[last][k];
    }
    if (last >= 0)
      index[last] += count;
    for (int d = last; d > 0 && index[d] == loops.sizes[d]; --d) {
      for (int k = 0; k < call.operandCount; ++k)
        pointers[k] += loops.strides[d - 1][k] - index[d] * loops.strides[d][k];
      index[d] = 0;
      ++index[d - 1];
    }
  }
}

/// Elements of a group that are worth a thread of their own: some 30 microseconds.
inline int64_t grainOf(const lith_group &group) {
  return int64_t(2000000) / (group.cost ? group.cost : 1);
}

/// parallelFor, without its cost where there is too little to share.
template <typename Body> void share(int64_t n, int64_t grain, const Body &body) {
  if (n <= grain)
    body(int64_t(0), n);
  else
    parallelFor(n, grain, std::cref(body));
}

} // namespace lith::kernels

#endif // LITH_KERNELS_OPERANDS_H
