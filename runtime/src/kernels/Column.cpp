// Column.cpp: runs column kernels: reductions along dimensions before the last.
//
// Dimensions split into outer ones, a run of reduced ones and inner ones. The reduced and the inner
// dimensions become one each; an operand whose memory does not allow that is copied first.
#include "kernels/Operands.h"

#include <algorithm>

using namespace lith;
using namespace lith::kernels;

namespace {

/// A range of the domain's dimensions as one: its size and, per operand, its stride.
struct Joined {
  int64_t size = 1;
  int64_t strides[LITH_GROUP_OPERANDS] = {};
};

bool canJoin(const Call &call, int input, int begin, int end, bool innermost) {
  int64_t expected = -1;
  for (int d = end - 1; d >= begin; --d) {
    int64_t size = call.domain.sizes[d], stride = call.strides[input][d];
    if (size == 1)
      continue;
    if (expected >= 0 && stride != expected)
      return false;
    if (expected < 0 && innermost && stride != 0 && stride != call.elementBytes(input))
      return false;
    expected = stride * size;
  }
  return true;
}

Joined join(const Call &call, int begin, int end) {
  Joined joined;
  for (int d = end - 1; d >= begin; --d) {
    if (joined.size == 1)
      for (int k = 0; k < call.operandCount; ++k)
        joined.strides[k] = call.strides[k][d];
    joined.size *= call.domain.sizes[d];
  }
  return joined;
}

bool makeOutputs(Call &call, int begin, int end) {
  const lith_group &group = call.group;
  for (int k = 0; k < group.output_count; ++k) {
    int operand = group.input_count + k;
    Shape own;
    for (int d = 0; d < call.domain.rank; ++d) {
      bool folded = d >= begin && d < end;
      if (!folded || group.keepdim)
        own.sizes[own.rank++] = folded ? 1 : call.domain.sizes[d];
    }
    if (!call.makeOutput(k, own, false))
      return false;
    int64_t step = call.elementBytes(operand);
    for (int d = call.domain.rank - 1; d >= 0; --d) {
      bool folded = d >= begin && d < end;
      call.strides[operand][d] = folded || call.domain.sizes[d] == 1 ? 0 : step;
      if (!folded)
        step *= std::max<int64_t>(call.domain.sizes[d], 1);
    }
  }
  return true;
}

void run(lith_column_kernel kernel, Call &call) {
  const lith_group &group = call.group;
  call.bindInputs();
  int rank = call.domain.rank, order[LITH_MAX_RANK];
  int begin = rank, end = 0;
  for (int i = 0; i < group.dim_count; ++i) {
    begin = std::min(begin, rank - 1 - group.dims[i]);
    end = std::max(end, rank - group.dims[i]);
  }
  for (int d = 0; d < rank; ++d)
    order[d] = d;
  for (int i = 0; i < group.input_count; ++i)
    if (!call.isScalar(i) &&
        (!canJoin(call, i, begin, end, false) || !canJoin(call, i, end, rank, true)) &&
        !call.materialise(i, order))
      return;
  if (!makeOutputs(call, begin, end))
    return;
  Joined reduced = join(call, begin, end), kept = join(call, end, rank);
  Loops loops;
  for (int d = 0; d < begin; ++d) {
    int64_t steps[LITH_GROUP_OPERANDS];
    for (int k = 0; k < call.operandCount; ++k)
      steps[k] = call.strides[k][d];
    addDimension(loops, call, call.domain.sizes[d], steps);
  }
  int64_t outer = 1;
  for (int d = 0; d < loops.rank; ++d)
    outer *= loops.sizes[d];
  if (outer * kept.size == 0)
    return;
  int64_t grain = std::max<int64_t>(1, grainOf(group) / std::max<int64_t>(reduced.size, 1));
  if (outer > 1) {
    share(outer, std::max<int64_t>(1, grain / kept.size), [&](int64_t from, int64_t to) {
      forEach(loops, call, from, to, [&](char **pointers) {
        kernel(pointers, reduced.strides, kept.strides, reduced.size, kept.size);
      });
    });
    return;
  }
  // Columns in multiples of 64, so that threads share no cache line.
  share((kept.size + 63) / 64, (grain + 63) / 64, [&](int64_t from, int64_t to) {
    char *pointers[LITH_GROUP_OPERANDS];
    for (int k = 0; k < call.operandCount; ++k)
      pointers[k] = call.pointers[k] + from * 64 * kept.strides[k];
    kernel(pointers, reduced.strides, kept.strides, reduced.size,
           std::min(to * 64, kept.size) - from * 64);
  });
}

} // namespace

extern "C" void lith_rt_kernel_column(lith_ctx *ctx, const void *code, const void *description,
                                      const void *operands, const void *results) {
  Call call(ctx, *static_cast<const lith_group *>(description),
            static_cast<const uint64_t *>(operands),
            static_cast<lith_tensor **>(const_cast<void *>(results)));
  std::fill_n(call.results, call.group.output_count, nullptr);
  run(reinterpret_cast<lith_column_kernel>(const_cast<void *>(code)), call);
  call.finish();
}
