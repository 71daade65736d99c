// ProductFields.h: the fields of a lith_product as values of a kernel.
#ifndef LITH_CODEGEN_KERNELS_PRODUCTFIELDS_H
#define LITH_CODEGEN_KERNELS_PRODUCTFIELDS_H

#include "codegen/kernels/KernelFunction.h"

#include <cstddef>
#include <lith/kernels.h>

namespace lith::codegen {

struct ProductFields {
  explicit ProductFields(KernelFunction &k)
      : a(pointer(k, offsetof(lith_product, a))), b(pointer(k, offsetof(lith_product, b))),
        c(pointer(k, offsetof(lith_product, c))), m(number(k, offsetof(lith_product, m))),
        n(number(k, offsetof(lith_product, n))), depth(number(k, offsetof(lith_product, k))),
        aRow(number(k, offsetof(lith_product, a_row))), aK(number(k, offsetof(lith_product, a_k))),
        bRow(number(k, offsetof(lith_product, b_row))),
        cRow(number(k, offsetof(lith_product, c_row))),
        accumulate(k.b.CreateICmpNE(number(k, offsetof(lith_product, accumulate)), k.i64(0))),
        ahead(number(k, offsetof(lith_product, ahead))),
        aheadStep(number(k, offsetof(lith_product, ahead_step))) {}

  llvm::Value *a, *b, *c, *m, *n, *depth, *aRow, *aK, *bRow, *cRow, *accumulate, *ahead, *aheadStep;

  /// Fetches a line into the second-level cache.
  static void prefetch(KernelFunction &k, llvm::Value *pointer) {
    k.b.CreateIntrinsic(llvm::Intrinsic::prefetch, {pointer->getType()},
                        {pointer, k.b.getInt32(0), k.b.getInt32(2), k.b.getInt32(1)});
  }

private:
  static llvm::Value *pointer(KernelFunction &k, size_t at) {
    return k.b.CreateLoad(k.b.getPtrTy(), k.offset(k.argument(0), k.i64(int64_t(at))));
  }
  static llvm::Value *number(KernelFunction &k, size_t at) {
    return k.b.CreateLoad(k.b.getInt64Ty(), k.offset(k.argument(0), k.i64(int64_t(at))));
  }
};

} // namespace lith::codegen

#endif // LITH_CODEGEN_KERNELS_PRODUCTFIELDS_H
