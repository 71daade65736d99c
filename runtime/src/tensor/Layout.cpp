// Layout.cpp: the order of dimensions as PyTorch's TensorIterator finds it.
#include "tensor/Layout.h"

#include <algorithm>

using namespace lith;

MemoryLayout::MemoryLayout(const lith_tensor *tensor) : rank(tensor->head.rank) {
  std::copy_n(tensor->sizes, rank, sizes);
  std::copy_n(tensor->strides, rank, strides);
}

void MemoryLayout::putInOrder() {
  int64_t step = 1;
  for (int d = rank - 1; d >= 0; --d) {
    strides[d] = step;
    step *= std::max<int64_t>(sizes[d], 1);
  }
}

/// The channels, then from the last dimension to the second, the batch.
static int channelsLast(int rank, int i) { return i == 0 ? 1 : i == rank - 1 ? 0 : rank - i; }

void MemoryLayout::putChannelsLast() {
  int64_t step = 1;
  for (int i = 0; i < rank; ++i) {
    int d = channelsLast(rank, i);
    strides[d] = step;
    step *= std::max<int64_t>(sizes[d], 1);
  }
}

bool MemoryLayout::isChannelsLast() const {
  if ((rank != 4 && rank != 5) || strides[1] == 0)
    return false;
  int64_t least = 0;
  for (int i = 0; i < rank; ++i) {
    int d = channelsLast(rank, i);
    // A batch that steps as the channels do has one image of one channel: row-major.
    if (sizes[d] == 0 || strides[d] < least || (d == 0 && least == strides[1]))
      return false;
    least = strides[d] * std::max<int64_t>(sizes[d], 1);
  }
  return true;
}

bool MemoryLayout::isInOrder() const {
  int64_t step = 1;
  for (int d = rank - 1; d >= 0; --d) {
    if (sizes[d] != 1 && strides[d] != step)
      return std::find(sizes, sizes + rank, 0) != sizes + rank;
    step *= std::max<int64_t>(sizes[d], 1);
  }
  return true;
}

int lith::orderByStride(const MemoryLayout &layout, int *order) {
  int count = 0;
  auto stride = [&](int dim) { return std::abs(layout.strides[dim]); };
  for (int dim = layout.rank; dim-- > 0;) {
    if (layout.sizes[dim] == 1)
      continue;
    int at = count++;
    for (; at > 0 && stride(order[at - 1]) > stride(dim); --at)
      order[at] = order[at - 1];
    order[at] = dim;
  }
  return count;
}

bool lith::isDense(const MemoryLayout &layout) {
  int order[LITH_MAX_RANK], count = orderByStride(layout, order);
  int64_t step = 1;
  for (int i = 0; i < count; ++i) {
    if (layout.strides[order[i]] != step)
      return false;
    step *= layout.sizes[order[i]];
  }
  return true;
}

bool lith::hasOwnPlaces(const MemoryLayout &layout) {
  int order[LITH_MAX_RANK], count = orderByStride(layout, order);
  int64_t last = 0; // the place of the last element in the dimensions so far
  for (int i = 0; i < count; ++i) {
    int64_t stride = std::abs(layout.strides[order[i]]);
    if (stride <= last)
      return false;
    last += (layout.sizes[order[i]] - 1) * stride;
  }
  return true;
}

namespace {

bool haveEqualSizes(const MemoryLayout &a, const MemoryLayout &b) {
  return a.rank == b.rank && std::equal(a.sizes, a.sizes + a.rank, b.sizes);
}

/// The stride of dimension `d` of the result, 0 where the operand is repeated.
int64_t strideIn(const MemoryLayout &operand, const MemoryLayout &result, int d) {
  int own = d - (result.rank - operand.rank);
  return own < 0 || (operand.sizes[own] == 1 && result.sizes[d] != 1) ? 0 : operand.strides[own];
}

/// 1: dimension `a` lies outside of `b`; -1: inside; 0: no operand tells.
int compare(const MemoryLayout *const *operands, int count, const MemoryLayout &result, int a,
            int b) {
  for (int i = 0; i < count; ++i) {
    int64_t x = strideIn(*operands[i], result, a), y = strideIn(*operands[i], result, b);
    if (x == 0 || y == 0)
      continue;
    if (x != y)
      return x < y ? -1 : 1;
    if (result.sizes[a] > result.sizes[b])
      return 1;
  }
  return 0;
}

/// Strides in the order that the operands have, the innermost dimension first found from the last.
void order(const MemoryLayout *const *operands, int count, MemoryLayout &result) {
  int inner[LITH_MAX_RANK];
  for (int i = 0; i < result.rank; ++i)
    inner[i] = result.rank - 1 - i;
  bool isMoved = false;
  for (int i = 1; i < result.rank; ++i) {
    int at = i;
    for (int j = i - 1; j >= 0; --j) {
      int found = compare(operands, count, result, inner[j], inner[at]);
      if (found < 0)
        break;
      if (found > 0) {
        std::swap(inner[j], inner[at]);
        at = j;
        isMoved = true;
      }
    }
  }
  if (!isMoved)
    return result.putInOrder();
  int64_t step = 1;
  for (int i = 0; i < result.rank; ++i) {
    result.strides[inner[i]] = step;
    step *= result.sizes[inner[i]];
  }
}

} // namespace

MemoryLayout lith::layoutOfElementwise(const MemoryLayout *const *operands, int count, bool alike) {
  MemoryLayout result;
  for (int i = 0; i < count; ++i)
    result.rank = std::max(result.rank, operands[i]->rank);
  std::fill_n(result.sizes, result.rank, 1);
  for (int i = 0; i < count; ++i)
    for (int d = 0, shift = result.rank - operands[i]->rank; d < operands[i]->rank; ++d)
      if (result.sizes[d + shift] == 1)
        result.sizes[d + shift] = operands[i]->sizes[d];
  bool isInOrder = true, isDenseAlike = true;
  for (int i = 0; i < count && alike; ++i) {
    alike = haveEqualSizes(*operands[i], result);
    isInOrder = isInOrder && operands[i]->isInOrder();
    isDenseAlike =
        isDenseAlike && std::equal(operands[0]->strides, operands[0]->strides + operands[0]->rank,
                                   operands[i]->strides);
  }
  if (alike && isInOrder)
    result.putInOrder();
  else if (alike && count && isDenseAlike && isDense(*operands[0]))
    std::copy_n(operands[0]->strides, result.rank, result.strides);
  else
    order(operands, count, result);
  return result;
}

MemoryLayout lith::layoutOfCopy(const lith_tensor *tensor) {
  MemoryLayout own(tensor);
  bool isEmpty = std::find(own.sizes, own.sizes + own.rank, 0) != own.sizes + own.rank;
  if (isEmpty || isDense(own))
    return own;
  MemoryLayout result = own;
  const MemoryLayout *operand = &own;
  order(&operand, 1, result);
  return result;
}

bool lith::isChannelsLast(const lith_tensor *tensor) {
  return MemoryLayout(tensor).isChannelsLast();
}

lith_tensor *lith::copyChannelsLast(lith_ctx *ctx, const lith_tensor *tensor) {
  MemoryLayout layout(tensor);
  layout.putChannelsLast();
  return copyAs(ctx, tensor, layout);
}
