// MatmulTensors.cpp: lith.matmul: batches, element types, results.
#include "kernels/Batch.h"
#include "kernels/Half.h"
#include "kernels/Matmul.h"
#include "kernels/Operands.h"
#include "kernels/products/Bfloat16.h"

#include <algorithm>
#include <complex>
#include <cstring>
#include <memory>

using namespace lith;
using namespace lith::kernels;

namespace {

/// Element types without kernels: one row of c at a time; sums wrap for integers.
template <typename T, typename Sum>
void multiplyPlain(const Matrix &a, const Matrix &b, const Matrix &c) {
  auto element = [](const char *at) {
    T x;
    std::memcpy(&x, at, sizeof(T));
    return Sum(x);
  };
  std::unique_ptr<Sum[]> sums(new Sum[size_t(b.columns)]);
  for (int64_t i = 0; i < a.rows; ++i) {
    std::fill_n(sums.get(), b.columns, Sum{});
    for (int64_t l = 0; l < a.columns; ++l) {
      Sum left = element(a.data + i * a.rowStride + l * a.columnStride);
      const char *row = b.data + l * b.rowStride;
      if (b.columnStride == int64_t(sizeof(T)))
        for (int64_t j = 0; j < b.columns; ++j)
          sums[j] += left * element(row + j * int64_t(sizeof(T)));
      else
        for (int64_t j = 0; j < b.columns; ++j)
          sums[j] += left * element(row + j * b.columnStride);
    }
    T *to = reinterpret_cast<T *>(c.data + i * c.rowStride);
    for (int64_t j = 0; j < b.columns; ++j)
      to[j] = static_cast<T>(sums[j]);
  }
}

void multiplyOther(int dtype, const Matrix &a, const Matrix &b, const Matrix &c) {
  switch (dtype) {
  case LITH_UINT8:
  case LITH_BOOL8:
    return multiplyPlain<uint8_t, uint32_t>(a, b, c);
  case LITH_INT8:
    return multiplyPlain<int8_t, uint32_t>(a, b, c);
  case LITH_INT16:
    return multiplyPlain<int16_t, uint32_t>(a, b, c);
  case LITH_COMPLEX64:
    return multiplyPlain<std::complex<float>, std::complex<float>>(a, b, c);
  case LITH_COMPLEX128:
    return multiplyPlain<std::complex<double>, std::complex<double>>(a, b, c);
  }
}

/// Null for a dtype that has none.
const ProductKernels *kernelsFor(int dtype) {
  switch (dtype) {
  case LITH_FLOAT32:
    return &products().single;
  case LITH_FLOAT64:
    return &products().twice;
  case LITH_INT32:
    return &products().int32;
  case LITH_INT64:
    return &products().int64;
  default:
    return nullptr;
  }
}

lith_tensor *matmul(lith_ctx *ctx, lith_tensor *lhs, const lith_tensor *rhs) {
  Batch batch = batchOf(lhs, rhs);
  Matrix a = matrixOf(lhs), b = matrixOf(rhs);
  int64_t sizes[LITH_MAX_RANK];
  std::copy_n(batch.sizes, batch.rank, sizes);
  sizes[batch.rank] = a.rows;
  sizes[batch.rank + 1] = b.columns;
  Owned<lith_tensor> product(ctx, newTensor(ctx, static_cast<lith_dtype>(lhs->head.dtype),
                                            {sizes, size_t(batch.rank + 2)}));
  lith_tensor *result = product.get();
  Owned<lith_tensor> copy(ctx, nullptr);
  if (!result || elementCount(result) == 0)
    return product.take();
  if (!foldOrCopy(ctx, lhs, rhs, batch, a, copy))
    return nullptr;
  int64_t width = elementBytes(lhs), size = a.rows * b.columns * width;
  Matrix c{result->data, a.rows, b.columns, b.columns * width, width};
  const ProductKernels *kernels = kernelsFor(lhs->head.dtype);
  if (!kernels) {
    bool isHalf = lhs->head.dtype == LITH_BFLOAT16;
    forEachMatrix(batch, 0, batch.count, [&](int64_t i, int64_t left, int64_t right) {
      Matrix x = a, y = b, z = c;
      x.data += left;
      y.data += right;
      z.data += i * size;
      isHalf ? multiplyBfloat16(x, y, z) : multiplyOther(lhs->head.dtype, x, y, z);
    });
    return product.take();
  }
  if (batch.count == 1) {
    multiplyShared(*kernels, a, b, c);
    return product.take();
  }
  int64_t work = a.rows * a.columns * b.columns + 1;
  share(batch.count, std::max<int64_t>(1, 2000000 / work), [&](int64_t begin, int64_t end) {
    forEachMatrix(batch, begin, end, [&](int64_t i, int64_t left, int64_t right) {
      Matrix x = a, y = b, z = c;
      x.data += left;
      y.data += right;
      z.data += i * size;
      multiply(*kernels, x, y, z);
    });
  });
  return product.take();
}

} // namespace

extern "C" lith_tensor *lith_rt_matmul(lith_ctx *ctx, lith_tensor *lhs, lith_tensor *rhs) {
  bool isPaired =
      lhs->head.dtype == LITH_BFLOAT16 && lhs->sizes[lhs->head.rank - 1] > 0 && bfloat16Kernels();
  if (isPaired || !isHalf(lhs->head.dtype))
    return matmul(ctx, lhs, rhs);
  Owned<lith_tensor> left(ctx, widened(ctx, lhs)), right(ctx, left ? widened(ctx, rhs) : nullptr);
  Owned<lith_tensor> product(ctx, right ? matmul(ctx, left.get(), right.get()) : nullptr);
  return product ? narrowed(ctx, product.get(), static_cast<lith_dtype>(lhs->head.dtype)) : nullptr;
}

extern "C" lith_tensor *lith_rt_half_product(lith_ctx *ctx, lith_tensor *lhs, lith_tensor *rhs,
                                             int64_t columns, int64_t, int64_t) {
  Matrix a = matrixOf(lhs), b = matrixOf(rhs);
  if (lhs->head.dtype != LITH_BFLOAT16 || a.columns == 0 || !bfloat16Kernels()) {
    Owned<lith_tensor> left(ctx, widened(ctx, lhs)), right(ctx, left ? widened(ctx, rhs) : nullptr);
    return right ? matmul(ctx, left.get(), right.get()) : nullptr;
  }
  int64_t sizes[] = {a.rows, columns}, width = sizeof(float);
  lith_tensor *result = newTensor(ctx, LITH_FLOAT32, sizes);
  if (result && elementCount(result) > 0)
    multiplyBfloat16(a, b, {result->data, a.rows, columns, columns * width, width});
  return result;
}
