// Operands.cpp: broadcasting, outputs and their memory.
#include "kernels/Operands.h"

#include <algorithm>

namespace lith::kernels {

// Stands for the elements of empty tensors: kernels may read one element of a broadcast operand.
alignas(64) static char nothing[64];

Call::~Call() {
  for (int i = 0; i < copyCount; ++i)
    release(ctx, copies[i]);
}

Shape Call::shapeOf(uint32_t mask) const {
  Shape shape;
  shape.rank = domain.rank;
  std::fill(shape.sizes, shape.sizes + shape.rank, 1);
  for (int i = 0; i < group.input_count; ++i) {
    if (!(mask >> i & 1) || isScalar(i))
      continue;
    const lith_tensor *t = tensor(i);
    for (int d = 0, shift = shape.rank - t->head.rank; d < t->head.rank; ++d)
      if (shape.sizes[d + shift] == 1)
        shape.sizes[d + shift] = t->sizes[d];
  }
  return shape;
}

int Call::rankOf(uint32_t mask) const {
  int rank = 0;
  for (int i = 0; i < group.input_count; ++i)
    if (!isScalar(i) && (mask >> i & 1))
      rank = std::max<int>(rank, tensor(i)->head.rank);
  return rank;
}

/// A loop, because ranks are small: less than a call of memcmp takes.
static bool hasSizes(const lith_tensor *t, int rank, const int64_t *sizes) {
  if (t->head.rank != rank)
    return false;
  for (int d = 0; d < rank; ++d)
    if (t->sizes[d] != sizes[d])
      return false;
  return true;
}

static bool haveSameSizes(const lith_tensor *a, const lith_tensor *b) {
  return hasSizes(a, b->head.rank, b->sizes);
}

bool Call::bindSimple(Flat &flat, int64_t *steps) {
  for (int i = 0; i < group.input_count; ++i) {
    if (isScalar(i))
      continue;
    const lith_tensor *t = tensor(i);
    if (flat.lead && haveSameSizes(t, flat.lead))
      continue;
    int64_t count = elementCount(t);
    if (!flat.lead || count > flat.count ||
        (count == flat.count && t->head.rank > flat.lead->head.rank)) {
      flat.lead = t;
      flat.count = count;
    }
  }
  if (flat.lead && !isContiguous(flat.lead))
    return false;
  for (int i = 0; i < group.input_count; ++i) {
    steps[i] = 0;
    if (isScalar(i)) {
      if (group.dtypes[i] == LITH_COMPLEX128)
        return false;
      pointers[i] = reinterpret_cast<char *>(const_cast<uint64_t *>(&words[i]));
      continue;
    }
    const lith_tensor *t = tensor(i);
    pointers[i] = flat.count ? t->data : nothing;
    if (haveSameSizes(t, flat.lead)) {
      if (t != flat.lead && !isContiguous(t))
        return false;
      flat.whole |= 1u << i;
      flat.alike |= 1u << i;
      steps[i] = flat.count == 1 ? 0 : elementBytes(i);
    } else {
      if (t->head.rank > flat.lead->head.rank || elementCount(t) != 1)
        return false;
      flat.whole |= uint32_t(flat.count == 1) << i;
    }
  }
  return true;
}

void Call::bindInputs() {
  domain.rank = rankOf(UINT32_MAX);
  domain = shapeOf(UINT32_MAX);
  for (int i = 0; i < group.input_count; ++i) {
    std::fill(strides[i], strides[i] + domain.rank, 0);
    if (isScalar(i)) {
      bool isComplex = group.dtypes[i] == LITH_COMPLEX128;
      pointers[i] = isComplex
                        ? reinterpret_cast<char *>(&reinterpret_cast<lith_complex *>(words[i])->re)
                        : reinterpret_cast<char *>(const_cast<uint64_t *>(&words[i]));
      continue;
    }
    const lith_tensor *t = tensor(i);
    pointers[i] = elementCount(t) ? t->data : nothing;
    for (int d = 0, shift = domain.rank - t->head.rank; d < t->head.rank; ++d)
      strides[i][d + shift] = t->sizes[d] == 1 ? 0 : t->strides[d] * elementBytes(i);
  }
}

bool Call::reuse(int index, const Shape &shape) {
  int64_t bytes = elementBytes(group.input_count + index);
  for (int i = 0; i < group.input_count; ++i) {
    if (!isOwned(i) || isScalar(i) || (taken >> i & 1) || elementBytes(i) != bytes)
      continue;
    lith_tensor *t = tensor(i);
    if (!hasSizes(t, shape.rank, shape.sizes) || !becomeNew(ctx, t))
      continue;
    taken |= 1u << i;
    t->head.dtype = group.dtypes[group.input_count + index];
    results[index] = t;
    return true;
  }
  return false;
}

bool Call::makeOutput(int index, const Shape &shape, bool isElementwise) {
  int operand = group.input_count + index;
  if (group.numbers >> index & 1) {
    pointers[operand] = reinterpret_cast<char *>(&results[index]);
    return true;
  }
  if (!isElementwise || !group.owned || !reuse(index, shape))
    results[index] = newTensor(ctx, static_cast<lith_dtype>(group.dtypes[operand]),
                               {shape.sizes, static_cast<size_t>(shape.rank)});
  if (!results[index])
    return false;
  pointers[operand] = results[index]->data;
  return true;
}

bool Call::materialise(int input, const int *order) {
  lith_tensor *t = tensor(input);
  int64_t width = elementBytes(input), sizes[LITH_MAX_RANK], steps[LITH_MAX_RANK];
  size_t rank = static_cast<size_t>(domain.rank);
  for (size_t d = 0; d < rank; ++d) {
    sizes[d] = domain.sizes[order[d]];
    steps[d] = strides[input][order[d]] / width;
  }
  Owned<lith_tensor> view(ctx, viewTensor(ctx, t, {sizes, rank}, {steps, rank}, 0));
  lith_tensor *copy = copyInOrder(ctx, view.get());
  if (!copy)
    return false;
  copies[copyCount++] = copy;
  pointers[input] = copy->data;
  for (size_t d = 0; d < rank; ++d)
    strides[input][order[d]] = copy->strides[d] * width;
  return true;
}

void Call::finish() {
  for (int i = 0; i < group.input_count; ++i)
    if (isOwned(i) && !isScalar(i) && !(taken >> i & 1))
      release(ctx, tensor(i));
}

void addDimension(Loops &loops, const Call &call, int64_t size,
                  const int64_t (&strides)[LITH_GROUP_OPERANDS]) {
  if (size == 1)
    return;
  if (loops.rank > 0) {
    int last = loops.rank - 1;
    bool joins = true;
    for (int k = 0; k < call.operandCount && joins; ++k)
      joins = loops.strides[last][k] == strides[k] * size;
    if (joins) {
      loops.sizes[last] *= size;
      std::copy_n(strides, call.operandCount, loops.strides[last]);
      return;
    }
  }
  loops.sizes[loops.rank] = size;
  std::copy_n(strides, call.operandCount, loops.strides[loops.rank++]);
}

} // namespace lith::kernels
