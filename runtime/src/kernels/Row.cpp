// Row.cpp: runs row kernels: reductions along the last dimensions, or along all.
//
// The reduced dimensions become one run of memory per row; an operand whose memory does not allow
// that is copied first. Rows are shared out among threads.
#include "kernels/Operands.h"

#include <algorithm>

using namespace lith;
using namespace lith::kernels;

namespace {

class Rows {
public:
  Rows(lith_row_kernel kernel, Call &call) : kernel(kernel), call(call), group(call.group) {}
  void run();

private:
  void splitDimensions();
  void fillEmptyRows();
  bool isRun(int input) const;
  Shape shapeOfOutput(int k, int &cut) const;
  bool makeOutputs();
  void execute();
  void narrowOutputs();

  lith_row_kernel kernel;
  Call &call;
  const lith_group &group;
  bool isReduced[LITH_MAX_RANK] = {};
  int order[LITH_MAX_RANK]; // kept dimensions, then reduced ones
  int keptRank = 0;
  int64_t counts[1 + LITH_GROUP_RESULTS];
  int64_t elementStrides[LITH_GROUP_OPERANDS];
  bool isNarrow[LITH_GROUP_RESULTS] = {};
};

/// Rows without elements: what is computed of their folds and broadcasts along them has elements
/// all the same. Each such row gets one element, which no fold counts and no input is read for.
void Rows::fillEmptyRows() {
  alignas(64) static const char nothing[64] = {};
  Shape given = call.domain;
  for (int d = 0; d < given.rank; ++d)
    if (isReduced[d] && given.sizes[d] == 0)
      call.domain.sizes[d] = 1;
  for (int k = 0; k < group.input_count; ++k) {
    Shape own = call.shapeOf(1u << k);
    bool isEmpty = false;
    for (int d = 0; d < given.rank; ++d)
      isEmpty |= isReduced[d] && own.sizes[d] == 0;
    if (!isEmpty)
      continue;
    call.pointers[k] = const_cast<char *>(nothing);
    std::fill_n(call.strides[k], given.rank, 0);
  }
}

void Rows::splitDimensions() {
  int rank = call.domain.rank;
  for (int i = 0; i < group.dim_count; ++i)
    isReduced[rank - 1 - group.dims[i]] = true;
  if (group.dim_count == 0)
    std::fill_n(isReduced, rank, true);
  int at = 0;
  for (int d = 0; d < rank; ++d)
    if (!isReduced[d])
      order[at++] = d;
  keptRank = at;
  for (int d = 0; d < rank; ++d)
    if (isReduced[d])
      order[at++] = d;
  auto length = [&](const Shape &shape) {
    int64_t n = 1;
    for (int d = keptRank; d < rank; ++d)
      n *= shape.sizes[order[d]];
    return n;
  };
  for (int r = 0; r < group.reduction_count; ++r)
    counts[1 + r] = length(call.shapeOf(group.reduction_inputs[r]));
  if (length(call.domain) == 0)
    fillEmptyRows();
  counts[0] = length(call.domain);
}

/// Whether the reduced dimensions of an input are one run with a step of 0 or of the element's
/// size.
bool Rows::isRun(int input) const {
  int64_t expected = -1;
  bool isComplex = group.dtypes[input] == LITH_COMPLEX64 || group.dtypes[input] == LITH_COMPLEX128;
  for (int d = call.domain.rank - 1; d >= keptRank; --d) {
    int64_t size = call.domain.sizes[order[d]], stride = call.strides[input][order[d]];
    if (size == 1)
      continue;
    if (expected < 0) {
      if (stride != 0 && stride != call.elementBytes(input) && !isComplex)
        return false;
    } else if (stride != expected)
      return false;
    expected = stride * size;
  }
  return true;
}

/// The shape of an output in the domain's dimensions, and how many leading ones it has not.
Shape Rows::shapeOfOutput(int k, int &cut) const {
  Shape shape = call.shapeOf(group.output_inputs[k]), folded = call.shapeOf(group.output_folded[k]);
  for (int d = 0; d < shape.rank; ++d)
    if (!isReduced[d] && shape.sizes[d] == 1)
      shape.sizes[d] = folded.sizes[d];
  int rank = call.rankOf(group.output_inputs[k]);
  if (group.keepdim || (group.reduced >> k & 1))
    rank = std::max(rank, call.rankOf(group.output_folded[k]));
  cut = shape.rank - rank;
  return shape;
}

bool Rows::makeOutputs() {
  for (int k = 0; k < group.output_count; ++k) {
    int operand = group.input_count + k, cut;
    bool folded = group.reduced >> k & 1;
    Shape shape = shapeOfOutput(k, cut), own;
    bool isWhole =
        !folded && cut == 0 && std::equal(shape.sizes, shape.sizes + shape.rank, call.domain.sizes);
    // Kernels write whole rows: an output that broadcasts along them is cut down at the end.
    isNarrow[k] = !folded && !isWhole;
    if (isNarrow[k])
      own = shape = call.domain;
    else
      for (int d = cut; d < shape.rank; ++d)
        if (!folded || !isReduced[d] || group.keepdim)
          own.sizes[own.rank++] = shape.sizes[d];
    if (!call.makeOutput(k, own, isWhole))
      return false;
    int64_t step = call.elementBytes(operand);
    for (int d = shape.rank - 1; d >= 0; --d) {
      call.strides[operand][d] = shape.sizes[d] == 1 ? 0 : step;
      step *= std::max<int64_t>(shape.sizes[d], 1);
    }
  }
  return true;
}

void Rows::narrowOutputs() {
  for (int k = 0; k < group.output_count; ++k) {
    if (!isNarrow[k])
      continue;
    int cut;
    Shape shape = shapeOfOutput(k, cut);
    Owned<lith_tensor> whole(call.ctx, call.results[k]);
    size_t rank = size_t(shape.rank - cut);
    Owned<lith_tensor> part(call.ctx, viewTensor(call.ctx, whole.get(), {shape.sizes + cut, rank},
                                                 {whole->strides + cut, rank}, 0));
    call.results[k] = copyInOrder(call.ctx, part.get());
  }
}

void Rows::execute() {
  for (int k = 0; k < call.operandCount; ++k) {
    elementStrides[k] = 0;
    for (int d = call.domain.rank - 1; d >= keptRank && !elementStrides[k]; --d)
      if (call.domain.sizes[order[d]] != 1)
        elementStrides[k] = call.strides[k][order[d]];
  }
  Loops loops;
  for (int d = 0; d < keptRank; ++d) {
    int64_t steps[LITH_GROUP_OPERANDS];
    for (int k = 0; k < call.operandCount; ++k)
      steps[k] = call.strides[k][order[d]];
    addDimension(loops, call, call.domain.sizes[order[d]], steps);
  }
  int64_t rows = 1, none[LITH_GROUP_OPERANDS] = {}, outer = 1;
  const int64_t *steps = none;
  if (loops.rank > 0) {
    --loops.rank;
    rows = loops.sizes[loops.rank];
    steps = loops.strides[loops.rank];
  }
  for (int d = 0; d < loops.rank; ++d)
    outer *= loops.sizes[d];
  if (rows * outer == 0)
    return;
  size_t scratchBytes = group.scratch_slots * ((size_t(counts[0]) * 8 + 127) & ~size_t(63));
  auto work = [&](int64_t begin, int64_t end) {
    alignas(64) char small[8192];
    char *scratch =
        scratchBytes <= sizeof(small) ? small : static_cast<char *>(takeShared(scratchBytes));
    for (int64_t at = begin; at < end;) {
      int64_t first = at % rows, count = std::min(rows - first, end - at);
      forEach(loops, call, at / rows, at / rows + 1, [&](char **pointers) {
        char *moved[LITH_GROUP_OPERANDS];
        for (int k = 0; k < call.operandCount; ++k)
          moved[k] = pointers[k] + first * steps[k];
        kernel(moved, steps, elementStrides, count, counts, scratch);
      });
      at += count;
    }
    if (scratch != small)
      giveShared(scratch, scratchBytes);
  };
  int64_t grain = grainOf(group) / std::max<int64_t>(counts[0], 1);
  share(rows * outer, std::max<int64_t>(grain, 1), work);
}

void Rows::run() {
  call.bindInputs();
  splitDimensions();
  for (int i = 0; i < group.input_count; ++i)
    if (!call.isScalar(i) && !isRun(i) && !call.materialise(i, order))
      return;
  if (!makeOutputs())
    return;
  execute();
  narrowOutputs();
  call.layOut();
}

/// Reductions over all elements of contiguous operands of one shape: one call of the kernel,
/// without the general path's bookkeeping. False if it is not that case.
bool runFlat(lith_row_kernel kernel, Call &call) {
  const lith_group &group = call.group;
  Flat flat;
  int64_t steps[LITH_GROUP_OPERANDS], none[LITH_GROUP_OPERANDS] = {};
  if (group.dim_count != 0 || !call.bindSimple(flat, steps) || !flat.lead)
    return false;
  int64_t n = flat.count, counts[1 + LITH_GROUP_RESULTS] = {n};
  for (int k = 0; k < group.output_count; ++k)
    if (!(group.reduced >> k & 1) && !flat.isOutputAlike(group.output_inputs[k]))
      return false;
  for (int r = 0; r < group.reduction_count; ++r)
    counts[1 + r] = group.reduction_inputs[r] & flat.whole ? n : 1;
  size_t scratchBytes = group.scratch_slots * ((size_t(n) * 8 + 127) & ~size_t(63));
  alignas(64) char scratch[4096];
  if (scratchBytes > sizeof(scratch))
    return false;
  for (int k = 0; k < group.output_count; ++k) {
    bool folded = group.reduced >> k & 1;
    Shape shape;
    shape.rank = !folded         ? flat.lead->head.rank
                 : group.keepdim ? std::max(call.rankOf(group.output_inputs[k]),
                                            call.rankOf(group.output_folded[k]))
                                 : 0;
    for (int d = 0; d < shape.rank; ++d)
      shape.sizes[d] = folded ? 1 : flat.lead->sizes[d];
    int operand = group.input_count + k;
    steps[operand] = folded ? 0 : call.elementBytes(operand);
    if (!call.makeOutput(k, shape, !folded))
      return true;
  }
  kernel(call.pointers, none, steps, 1, counts, scratch);
  call.layOut();
  return true;
}

} // namespace

extern "C" void lith_rt_kernel_row(lith_ctx *ctx, const void *code, const void *description,
                                   const void *operands, const void *results) {
  Call call(ctx, *static_cast<const lith_group *>(description),
            static_cast<const uint64_t *>(operands),
            static_cast<lith_tensor **>(const_cast<void *>(results)));
  std::fill_n(call.results, call.group.output_count, nullptr);
  auto kernel = reinterpret_cast<lith_row_kernel>(const_cast<void *>(code));
  if (!runFlat(kernel, call))
    Rows(kernel, call).run();
  call.finish();
}
