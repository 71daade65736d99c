// Products.cpp: products of constants, by the runtime's kernels.

#include "driver/Computed.h"

#include <lith/objects.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

using namespace lith;
using driver::Computed;

extern "C" lith_tensor *lith_rt_matmul(lith_ctx *, lith_tensor *, lith_tensor *);

namespace {

struct Release {
  lith_ctx *ctx;
  void operator()(lith_tensor *tensor) const { releaseObject(ctx, &tensor->head); }
};
using Owned = std::unique_ptr<lith_tensor, Release>;

Owned check(lith_ctx *ctx, lith_tensor *tensor) {
  if (!tensor)
    throw std::bad_alloc();
  return {tensor, Release{ctx}};
}

/// A view of rows of the host's matrix, or of its transpose.
Owned rowsOf(lith_ctx *ctx, const host::TensorInfo &info, int64_t begin, int64_t end,
             bool transposed) {
  auto dtype = lith_dtype(info.dtype);
  int64_t sizes[] = {end - begin, info.sizes[1]}, strides[] = {info.strides[0], info.strides[1]};
  char *data = static_cast<char *>(const_cast<void *>(info.data)) +
               begin * info.strides[0] * dtypeBytes(dtype);
  if (transposed) {
    std::swap(sizes[0], sizes[1]);
    std::swap(strides[0], strides[1]);
  }
  return check(ctx, makeTensor(ctx, dtype, sizes, strides, data, nullptr, [](void *) {}));
}

/// Rows of the product a few at a time.
void fill(const host::TensorInfo &table, const host::TensorInfo &matrix, bool transposed,
          char *to) {
  constexpr int64_t step = 192; // rows whose product stays in the cache until it is copied
  int64_t columns = matrix.sizes[transposed ? 0 : 1];
  Scratch scratch;
  lith_ctx *ctx = scratch.context();
  Owned right = rowsOf(ctx, matrix, 0, matrix.sizes[0], transposed);
  for (int64_t begin = 0; begin < table.sizes[0]; begin += step) {
    int64_t end = std::min(begin + step, table.sizes[0]);
    Owned left = rowsOf(ctx, table, begin, end, false);
    Owned product = check(ctx, lith_rt_matmul(ctx, left.get(), right.get()));
    auto bytes = size_t((end - begin) * columns * dtypeBytes(lith_dtype(table.dtype)));
    std::memcpy(to, product->data, bytes);
    to += bytes;
  }
}

} // namespace

Computed driver::productOf(const host::TensorInfo &table, const host::TensorInfo &matrix,
                           bool transposed) {
  Constant constant;
  constant.tag = LITH_TENSOR;
  constant.dtype = lith_dtype(table.dtype);
  constant.sizes = {table.sizes[0], matrix.sizes[transposed ? 0 : 1]};
  return {constant, [=](char *to) { ::fill(table, matrix, transposed, to); }};
}
