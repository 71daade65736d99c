// Map.cpp: runs map kernels.
//
// Contiguous operands of one shape, beside numbers and single elements, go to the kernel at once;
// this path costs less than a cache miss. Everything else is brought to as few dimensions as
// possible, the longest run innermost. Kernels want each operand side by side or broadcast: runs
// with other strides pass through buffers, a block at a time.
#include "kernels/Operands.h"

#include <algorithm>
#include <cstring>

using namespace lith;
using namespace lith::kernels;

namespace {

/// Whether a kernel takes an operand with this step as it is. Complex kernels take all.
bool isDirect(const Call &call, int operand, int64_t step) {
  if (call.isScalar(operand) || step == call.elementBytes(operand))
    return true;
  return step == 0 && operand < call.group.input_count;
}

bool isDirect(const Call &call, const int64_t *steps) {
  for (int k = 0; k < call.operandCount; ++k)
    if (call.group.dtypes[k] == LITH_COMPLEX64 || call.group.dtypes[k] == LITH_COMPLEX128)
      return true;
  for (int k = 0; k < call.operandCount; ++k)
    if (!isDirect(call, k, steps[k]))
      return false;
  return true;
}

template <typename T>
void copySteps(char *to, int64_t toStep, const char *from, int64_t fromStep, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    std::memcpy(to + i * toStep, from + i * fromStep, sizeof(T));
}

/// Copies `n` elements of `width` bytes.
void copyRun(int64_t width, char *to, int64_t toStep, const char *from, int64_t fromStep,
             int64_t n) {
  switch (width) {
  case 1:
    return copySteps<uint8_t>(to, toStep, from, fromStep, n);
  case 2:
    return copySteps<uint16_t>(to, toStep, from, fromStep, n);
  case 4:
    return copySteps<uint32_t>(to, toStep, from, fromStep, n);
  default:
    return copySteps<uint64_t>(to, toStep, from, fromStep, n);
  }
}

void runBuffered(lith_map_kernel kernel, const Call &call, char **pointers, const int64_t *steps,
                 int64_t n) {
  constexpr int64_t Block = 256; // elements
  alignas(64) char buffers[LITH_GROUP_OPERANDS][Block * 8];
  char *at[LITH_GROUP_OPERANDS];
  int64_t atSteps[LITH_GROUP_OPERANDS];
  for (int64_t begin = 0; begin < n; begin += Block) {
    int64_t count = std::min(Block, n - begin);
    auto outside = [&](int k) { return pointers[k] + begin * steps[k]; };
    for (int k = 0; k < call.operandCount; ++k) {
      bool direct = isDirect(call, k, steps[k]);
      int64_t width = call.elementBytes(k);
      at[k] = direct ? outside(k) : buffers[k];
      atSteps[k] = direct ? steps[k] : width;
      if (!direct && k < call.group.input_count)
        copyRun(width, buffers[k], width, outside(k), steps[k], count);
    }
    kernel(at, atSteps, count);
    for (int k = call.group.input_count; k < call.operandCount; ++k)
      if (at[k] == buffers[k])
        copyRun(atSteps[k], outside(k), steps[k], buffers[k], atSteps[k], count);
  }
}

/// Runs along one dimension, all with the same steps.
class Run {
public:
  Run(lith_map_kernel kernel, const Call &call, const int64_t *steps)
      : kernel(kernel), call(call), steps(steps), direct(isDirect(call, steps)) {}
  void operator()(char **pointers, int64_t n) const {
    if (direct)
      kernel(pointers, steps, n);
    else
      runBuffered(kernel, call, pointers, steps, n);
  }

private:
  lith_map_kernel kernel;
  const Call &call;
  const int64_t *steps;
  bool direct;
};

void runFlat(lith_map_kernel kernel, Call &call, const int64_t *steps, int64_t n) {
  int64_t grain = grainOf(call.group);
  Run run(kernel, call, steps);
  if (n <= grain) {
    run(call.pointers, n);
    return;
  }
  // Pieces start at multiples of 64 elements, so that no two threads write to one cache line.
  share((n + 63) / 64, grain / 64, [&](int64_t begin, int64_t end) {
    char *pointers[LITH_GROUP_OPERANDS];
    for (int k = 0; k < call.operandCount; ++k)
      pointers[k] = call.pointers[k] + begin * 64 * steps[k];
    run(pointers, std::min(end * 64, n) - begin * 64);
  });
}

void mapSimple(lith_map_kernel kernel, Call &call, const Flat &flat, int64_t *steps) {
  Shape shape;
  if (flat.lead) {
    shape.rank = flat.lead->head.rank;
    std::copy_n(flat.lead->sizes, shape.rank, shape.sizes);
  }
  for (int k = 0; k < call.group.output_count; ++k) {
    if (!call.makeOutput(k, shape, true))
      return;
    steps[call.group.input_count + k] = call.elementBytes(call.group.input_count + k);
  }
  if (flat.count > 0)
    runFlat(kernel, call, steps, flat.count);
  call.layOut();
}

/// Allocates the outputs; `layouts` tells where their elements lie, null: in row-major order.
bool makeOutputs(Call &call, const MemoryLayout *layouts) {
  for (int k = 0; k < call.group.output_count; ++k) {
    int operand = call.group.input_count + k;
    Shape shape = call.shapeOf(call.group.output_inputs[k]), own;
    bool isWhole = std::equal(shape.sizes, shape.sizes + shape.rank, call.domain.sizes);
    own.rank = call.rankOf(call.group.output_inputs[k]);
    int cut = shape.rank - own.rank;
    std::copy_n(shape.sizes + cut, own.rank, own.sizes);
    bool isNumber = call.group.numbers >> k & 1;
    bool isTold = layouts && layouts[k].rank == own.rank && !isNumber;
    if (!call.makeOutput(k, own, isWhole && !(isTold && !layouts[k].isInOrder())))
      return false;
    lith_tensor *t = call.results[k];
    if (isTold)
      std::copy_n(layouts[k].strides, own.rank, t->strides);
    for (int d = 0; d < call.domain.rank; ++d) {
      int64_t step = d < cut || own.sizes[d - cut] == 1 ? 0 : t->strides[d - cut];
      call.strides[operand][d] = step * call.elementBytes(operand);
    }
  }
  return true;
}

/// The order of dimensions, outermost first, in which the first output lies.
void memoryOrder(const Call &call, int *order) {
  int rank = call.domain.rank;
  for (int d = 0; d < rank; ++d)
    order[d] = d;
  const int64_t *steps = call.strides[call.group.input_count];
  auto place = [&](int d) { return steps[d] ? steps[d] : INT64_MAX; };
  for (int i = 1; i < rank; ++i)
    for (int j = i; j > 0 && place(order[j - 1]) < place(order[j]); --j)
      std::swap(order[j - 1], order[j]);
}

bool mapGeneral(lith_map_kernel kernel, Call &call) {
  call.bindInputs();
  MemoryLayout layouts[LITH_GROUP_RESULTS];
  bool isMoved = call.layouts(layouts);
  if (!makeOutputs(call, isMoved ? layouts : nullptr))
    return false;
  int order[LITH_MAX_RANK];
  memoryOrder(call, order);
  int64_t total = call.domain.count();
  if (total == 0)
    return true;
  Loops loops;
  for (int d = 0; d < call.domain.rank; ++d) {
    int64_t steps[LITH_GROUP_OPERANDS];
    for (int k = 0; k < call.operandCount; ++k)
      steps[k] = call.strides[k][order[d]];
    addDimension(loops, call, call.domain.sizes[order[d]], steps);
  }
  int64_t n = 1, zero[LITH_GROUP_OPERANDS] = {};
  for (int k = 0; k < call.group.output_count; ++k)
    zero[call.group.input_count + k] = call.elementBytes(call.group.input_count + k);
  const int64_t *steps = zero;
  if (loops.rank > 0) {
    --loops.rank;
    n = loops.sizes[loops.rank];
    steps = loops.strides[loops.rank];
  }
  int64_t outer = total / n;
  if (outer == 1) {
    runFlat(kernel, call, steps, n);
    return true;
  }
  Run run(kernel, call, steps);
  share(outer, std::max<int64_t>(1, grainOf(call.group) / n), [&](int64_t begin, int64_t end) {
    forEach(loops, call, begin, end, [&](char **pointers) { run(pointers, n); });
  });
  return true;
}

} // namespace

extern "C" void lith_rt_kernel_map(lith_ctx *ctx, const void *code, const void *description,
                                   const void *operands, const void *results) {
  auto kernel = reinterpret_cast<lith_map_kernel>(const_cast<void *>(code));
  Call call(ctx, *static_cast<const lith_group *>(description),
            static_cast<const uint64_t *>(operands),
            static_cast<lith_tensor **>(const_cast<void *>(results)));
  std::fill_n(call.results, call.group.output_count, nullptr);
  Flat flat;
  int64_t steps[LITH_GROUP_OPERANDS];
  if (call.bindSimple(flat, steps))
    mapSimple(kernel, call, flat, steps);
  else
    mapGeneral(kernel, call);
  call.finish();
}
