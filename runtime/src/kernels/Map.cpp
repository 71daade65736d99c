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
    kernel(at, atSteps, count, atSteps, 1);
    for (int k = call.group.input_count; k < call.operandCount; ++k)
      if (at[k] == buffers[k])
        copyRun(atSteps[k], outside(k), steps[k], buffers[k], atSteps[k], count);
  }
}

/// Copies rows of `n` elements, side by side; within a row they lie `step` bytes apart.
template <typename T>
void copyRows(char *to, const char *from, int64_t rowStep, int64_t step, int64_t n, int64_t rows) {
  T *out = reinterpret_cast<T *>(to);
  if (step == int64_t(sizeof(T)) && rowStep == n * step) {
    std::memcpy(to, from, size_t(rows * rowStep));
    return;
  }
  for (int64_t r = 0; r < rows; ++r, from += rowStep, out += n)
    for (int64_t i = 0; i < n; ++i)
      std::memcpy(out + i, from + i * step, sizeof(T));
}

/// Rows shorter than a few vectors: as many as a block holds go to the kernel as one run. Operands
/// that do not go on from one row to the next pass through buffers.
class ShortRows {
public:
  ShortRows(lith_map_kernel kernel, const Call &call, const Loops &loops, const int64_t *steps,
            int64_t n)
      : kernel(kernel), call(call), steps(steps), last(loops.rank - 1), loops(loops), n(n) {
    for (int k = 0; k < call.operandCount; ++k)
      goOn[k] = isWhole(k);
  }

  /// Whether all results go on, and no kernel takes the operands as they are.
  bool fit() const {
    for (int k = 0; k < call.operandCount; ++k)
      if (!goOn[k] && (k >= call.group.input_count || call.group.dtypes[k] == LITH_COMPLEX64 ||
                       call.group.dtypes[k] == LITH_COMPLEX128))
        return false;
    return n < Longest;
  }

  /// Rows along the innermost of the loops, from `pointers` on.
  void add(char **pointers, int64_t rows) {
    char *from[LITH_GROUP_OPERANDS];
    std::copy_n(pointers, call.operandCount, from);
    while (rows > 0) {
      int64_t count = std::min(rows, (Block - held) / n);
      if (held == 0)
        std::copy_n(from, call.operandCount, begin);
      for (int k = 0; k < call.operandCount; ++k) {
        if (!goOn[k])
          fill(k, buffers[k] + held * call.elementBytes(k), from[k], count);
        from[k] += count * loops.strides[last][k];
      }
      held += count * n;
      rows -= count;
      if (held + n > Block)
        flush();
    }
  }

  void flush() {
    char *at[LITH_GROUP_OPERANDS];
    int64_t atSteps[LITH_GROUP_OPERANDS];
    for (int k = 0; k < call.operandCount; ++k) {
      at[k] = goOn[k] ? begin[k] : buffers[k];
      atSteps[k] = goOn[k] ? steps[k] : call.elementBytes(k);
    }
    if (held > 0)
      kernel(at, atSteps, held, atSteps, 1);
    held = 0;
  }

private:
  static constexpr int64_t Block = 512, Longest = 16; // elements

  bool isWhole(int k) const {
    int64_t step = steps[k], size = n;
    bool whole = isDirect(call, k, step);
    for (int d = last; d >= 0 && whole && !call.isScalar(k); --d) {
      whole = loops.strides[d][k] == step * size;
      step = loops.strides[d][k];
      size = loops.sizes[d];
    }
    return whole;
  }

  void fill(int k, char *to, const char *from, int64_t count) const {
    int64_t rowStep = loops.strides[last][k], step = steps[k];
    switch (call.elementBytes(k)) {
    case 1:
      return copyRows<uint8_t>(to, from, rowStep, step, n, count);
    case 2:
      return copyRows<uint16_t>(to, from, rowStep, step, n, count);
    case 4:
      return copyRows<uint32_t>(to, from, rowStep, step, n, count);
    default:
      return copyRows<uint64_t>(to, from, rowStep, step, n, count);
    }
  }

  lith_map_kernel kernel;
  const Call &call;
  const int64_t *steps;
  int last;
  const Loops &loops;
  int64_t n, held = 0; // elements of a row, and of the rows in the block
  bool goOn[LITH_GROUP_OPERANDS];
  char *begin[LITH_GROUP_OPERANDS]; // of the block
  alignas(64) char buffers[LITH_GROUP_OPERANDS][Block * 8];
};

/// Rows along two dimensions, the elements of each with the same steps.
class Run {
public:
  Run(lith_map_kernel kernel, const Call &call, const int64_t *steps, const int64_t *rowSteps)
      : kernel(kernel), call(call), steps(steps), rowSteps(rowSteps),
        direct(isDirect(call, steps)) {}
  void operator()(char **pointers, int64_t n, int64_t rows = 1) const {
    if (direct) {
      kernel(pointers, steps, n, rowSteps, rows);
      return;
    }
    char *row[LITH_GROUP_OPERANDS];
    std::copy_n(pointers, call.operandCount, row);
    for (int64_t r = 0; r < rows; ++r) {
      runBuffered(kernel, call, row, steps, n);
      for (int k = 0; k < call.operandCount; ++k)
        row[k] += rowSteps[k];
    }
  }

private:
  lith_map_kernel kernel;
  const Call &call;
  const int64_t *steps, *rowSteps;
  bool direct;
};

void runFlat(lith_map_kernel kernel, Call &call, const int64_t *steps, int64_t n) {
  int64_t grain = grainOf(call.group);
  Run run(kernel, call, steps, steps);
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
  // Rows of the innermost loop, `first` of them left out, for each of the others.
  auto forRows = [&](int64_t begin, int64_t end, auto body) {
    const int64_t *rowSteps = loops.strides[loops.rank - 1];
    Loops others = loops;
    int64_t rows = loops.sizes[--others.rank];
    int64_t at = begin;
    while (at < end) {
      int64_t first = at % rows, outside = at / rows;
      forEach(others, call, outside, first ? outside + 1 : std::max(end / rows, outside + 1),
              [&](char **pointers) {
                int64_t count = std::min(rows - first, end - at);
                char *moved[LITH_GROUP_OPERANDS];
                for (int k = 0; k < call.operandCount; ++k)
                  moved[k] = pointers[k] + first * rowSteps[k];
                body(moved, count);
                at += count;
              });
    }
  };
  share(outer, std::max<int64_t>(1, grainOf(call.group) / n), [&](int64_t begin, int64_t end) {
    ShortRows shortRows(kernel, call, loops, steps, n);
    Run run(kernel, call, steps, loops.strides[loops.rank - 1]);
    bool isShort = shortRows.fit();
    forRows(begin, end, [&](char **pointers, int64_t count) {
      isShort ? shortRows.add(pointers, count) : run(pointers, n, count);
    });
    shortRows.flush();
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
  bool isSimple = call.bindSimple(flat, steps);
  for (int k = 0; isSimple && k < call.group.output_count; ++k)
    isSimple = flat.isOutputAlike(call.group.output_inputs[k]);
  if (isSimple)
    mapSimple(kernel, call, flat, steps);
  else
    mapGeneral(kernel, call);
  call.finish();
}
