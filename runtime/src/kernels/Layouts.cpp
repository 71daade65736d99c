// Layouts.cpp: where the results of a group lie, from where its inputs lie.
#include "kernels/Operands.h"

#include <algorithm>

namespace lith::kernels {

namespace {

bool isRowMajor(const lith_tensor *t) {
  int64_t step = 1;
  for (int d = t->head.rank - 1; d >= 0; --d) {
    if (t->strides[d] != step)
      return false;
    step *= t->sizes[d];
  }
  return true;
}

/// Whether no operator exchanges dimensions for the sake of this operand: its strides only fall, or
/// are row-major, equal ones where the inner dimension has one element.
bool falls(const lith_tensor *t) {
  if (isRowMajor(t))
    return true;
  int64_t last = INT64_MAX;
  for (int d = 0; d < t->head.rank; ++d) {
    if (t->strides[d] == 0)
      continue;
    if (t->strides[d] >= last)
      return false;
    last = t->strides[d];
  }
  return true;
}

/// Whether what has no gaps lies with its channels last, whatever the strides of sizes of 1 are, or
/// what has gaps by its strides.
bool hasChannelsLast(const MemoryLayout &layout) {
  if ((layout.rank != 4 && layout.rank != 5) || layout.isInOrder())
    return false;
  MemoryLayout wanted = layout;
  wanted.putChannelsLast();
  bool isDense = true;
  for (int d = 0; d < layout.rank; ++d)
    isDense &= layout.sizes[d] == 1 || layout.strides[d] == wanted.strides[d];
  return isDense || layout.isChannelsLast();
}

/// The layout of a result in the format of `like`; what has no elements is a copy of it.
void putInFormat(MemoryLayout &result, const MemoryLayout &like) {
  if (std::count(like.sizes, like.sizes + like.rank, 0))
    result = like;
  else if (hasChannelsLast(like))
    result.putChannelsLast();
  else
    result.putInOrder();
}

/// Reads the operators behind a group's description.
class Program {
public:
  explicit Program(const Call &call)
      : call(call), at(reinterpret_cast<const uint8_t *>(&call.group + 1)) {}

  void run(MemoryLayout *results) {
    for (int i = 0; i < call.group.input_count; ++i)
      if (!call.isScalar(i))
        inputs[i] = MemoryLayout(call.tensor(i));
    for (uint32_t n = 0; n < call.group.layout_nodes; ++n)
      nodes[n] = next();
    for (int k = 0; k < call.group.output_count; ++k)
      results[k] = of(*at++);
  }

private:
  const MemoryLayout &of(uint8_t reference) const {
    if (reference == 0xff)
      return none;
    return reference < LITH_GROUP_OPERANDS ? inputs[reference]
                                           : nodes[reference - LITH_GROUP_OPERANDS];
  }

  MemoryLayout next() {
    uint8_t head = *at++;
    int count = head & 3;
    const MemoryLayout *operands[3];
    for (int i = 0; i < count; ++i)
      operands[i] = &of(*at++);
    if (head & LITH_LAYOUT_REDUCES)
      return folded(*operands[0]);
    MemoryLayout result = layoutOfElementwise(operands, count, !(head & LITH_LAYOUT_NUMBER));
    if (head & LITH_LAYOUT_IN_ORDER)
      result.putInOrder();
    if (head & LITH_LAYOUT_IN_FORMAT)
      putInFormat(result, *operands[count - 1]);
    return result;
  }

  /// What a reduction leaves of its operand.
  MemoryLayout folded(const MemoryLayout &operand) const {
    MemoryLayout result;
    for (int d = 0; d < operand.rank; ++d) {
      const uint8_t *dims = call.group.dims, *end = dims + call.group.dim_count;
      bool isFolded = dims == end || std::find(dims, end, operand.rank - 1 - d) != end;
      if (!isFolded || call.group.keepdim)
        result.sizes[result.rank++] = isFolded ? 1 : operand.sizes[d];
    }
    result.putInOrder();
    return result;
  }

  const Call &call;
  const uint8_t *at;
  MemoryLayout none;
  MemoryLayout inputs[LITH_GROUP_OPERANDS], nodes[LITH_LAYOUT_NODES];
};

} // namespace

bool Call::areInOrder() const {
  for (int i = 0; i < group.input_count; ++i)
    if (!isScalar(i) && tensor(i)->head.rank > 1 && !falls(tensor(i)))
      return false;
  return true;
}

bool Call::layouts(MemoryLayout *results) const {
  if (areInOrder())
    return false;
  if (group.layout_nodes) {
    Program(*this).run(results);
    return true;
  }
  for (int k = 0; k < group.output_count; ++k) {
    MemoryLayout inputs[LITH_GROUP_OPERANDS];
    const MemoryLayout *operands[LITH_GROUP_OPERANDS];
    int count = 0;
    for (int i = 0; i < group.input_count; ++i)
      if (!isScalar(i) && (group.output_inputs[k] >> i & 1)) {
        inputs[count] = MemoryLayout(tensor(i));
        operands[count] = &inputs[count];
        ++count;
      }
    results[k] = layoutOfElementwise(operands, count, true);
  }
  return true;
}

void Call::layOut() {
  if (areInOrder())
    return;
  MemoryLayout layouts[LITH_GROUP_RESULTS];
  this->layouts(layouts);
  for (int k = 0; k < group.output_count; ++k) {
    lith_tensor *made = results[k];
    bool isNumber = (group.reduced | group.numbers) >> k & 1;
    if (isNumber || layouts[k].rank != made->head.rank)
      continue;
    if (layouts[k].isInOrder()) {
      std::copy_n(layouts[k].strides, layouts[k].rank, made->strides); // of sizes of 1
      continue;
    }
    results[k] = copyAs(ctx, made, layouts[k]);
    release(ctx, made);
  }
}

} // namespace lith::kernels
