// MatmulPacked.cpp: products with matrices that are packed in panels (LITH_PANEL_COLUMNS).
#include "kernels/Batch.h"
#include "kernels/Operands.h"

using namespace lith;
using namespace lith::kernels;

namespace {

/// c[:, columns of the panel] = a * panel, in blocks of k that the second-level cache holds.
void multiplyPanel(const ProductKernels &kernels, const Matrix &a, const PackedMatrix &b,
                   int64_t panel, const Matrix &c) {
  constexpr int64_t Depth = 1024;
  int64_t stride = b.stride(panel), columns = b.columnsOf(panel);
  for (int64_t k = 0; k < b.rows; k += Depth) {
    int64_t depth = std::min(Depth, b.rows - k);
    Product product{a.data + k * a.columnStride,
                    b.panel(panel) + k * stride,
                    c.data + panel * PanelColumns * b.width,
                    a.rows,
                    columns,
                    depth,
                    a.rowStride,
                    a.columnStride,
                    stride,
                    c.rowStride,
                    k > 0};
    if (a.rows > 1) { // the processor's own prefetching follows a single row's panels
      product.ahead = depth * stride;
      product.aheadStep = (stride + a.rows - 1) / a.rows;
    }
    kernels.outer(product);
  }
}

} // namespace

void lith::kernels::multiplyPacked(const ProductKernels &kernels, const Matrix &a,
                                   const PackedMatrix &b, const Matrix &c) {
  constexpr double Worth = 2e6; // multiply-adds that pay for a thread
  double work = double(a.rows) * double(b.rows) * double(b.columns);
  int64_t grain = std::max<int64_t>(1, int64_t(Worth / (work + 1) * double(b.panels())));
  share(b.panels(), grain, [&](int64_t begin, int64_t end) {
    bool backwards = a.rows == 1 && walksBackwards(b.panel(begin));
    for (int64_t i = begin; i < end; ++i)
      multiplyPanel(kernels, a, b, backwards ? begin + end - 1 - i : i, c);
  });
}

extern "C" lith_tensor *lith_rt_matmul_packed(lith_ctx *ctx, lith_tensor *lhs, lith_tensor *packed,
                                              int64_t columns) {
  int rank = lhs->head.rank;
  int64_t sizes[LITH_MAX_RANK], width = elementBytes(lhs);
  std::copy_n(lhs->sizes, rank, sizes);
  sizes[rank - 1] = columns;
  lith_tensor *result =
      newTensor(ctx, static_cast<lith_dtype>(lhs->head.dtype), {sizes, size_t(rank)});
  if (!result || elementCount(result) == 0)
    return result;
  const ProductKernels &kernels =
      lhs->head.dtype == LITH_FLOAT32 ? products().single : products().twice;
  Batch batch = batchOf(lhs, nullptr);
  Matrix a = matrixOf(lhs);
  Owned<lith_tensor> copy(ctx, nullptr);
  if (!foldOrCopy(ctx, lhs, nullptr, batch, a, copy)) {
    release(ctx, result);
    return nullptr;
  }
  PackedMatrix b{packed->data, a.columns, columns, width};
  forEachMatrix(batch, 0, batch.count, [&](int64_t i, int64_t left, int64_t) {
    Matrix x = a;
    x.data += left;
    char *to = result->data + i * a.rows * columns * width;
    multiplyPacked(kernels, x, b, {to, a.rows, columns, columns * width, width});
  });
  return result;
}
