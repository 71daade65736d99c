// PackKernel.cpp: columns that lie side by side along k become a panel of rows.
//
// Square blocks of a vector's lanes are transposed in registers: one shuffle per vector and level.
// Bound by shuffles, about a third of a cycle for an element of 16 lanes.
#include "codegen/kernels/KernelFunction.h"
#include "codegen/kernels/Kernels.h"

#include <lith/kernels.h>

using namespace llvm;

namespace lith::codegen {

/// Vector i gets lane i of each vector.
static void transpose(IRBuilder<> &b, MutableArrayRef<Value *> rows) {
  unsigned n = rows.size();
  for (unsigned step = 1; step < n; step *= 2)
    for (unsigned i = 0; i < n; ++i) {
      if (i & step)
        continue;
      SmallVector<int> low, high;
      for (unsigned lane = 0; lane < n; ++lane) {
        low.push_back(int(lane & step ? n + lane - step : lane));
        high.push_back(int(lane & step ? n + lane : lane + step));
      }
      Value *x = rows[i], *y = rows[i + step];
      rows[i] = b.CreateShuffleVector(x, y, low);
      rows[i + step] = b.CreateShuffleVector(x, y, high);
    }
}

Function *buildPackKernel(Module &module, StringRef name, lith_dtype dtype, KernelTarget target) {
  Type *ptr = PointerType::getUnqual(module.getContext()),
       *i64 = Type::getInt64Ty(module.getContext());
  unsigned size = elementSize(dtype);
  KernelFunction k(module, name, {ptr, i64, ptr, i64, i64}, nullptr, target.vectorBytes / size,
                   target);
  Value *from = k.argument(0), *stride = k.argument(1), *panel = k.argument(2);
  Value *depth = k.argument(3), *columns = k.argument(4);
  Value *lanes = k.i64(k.v.lanes), *row = k.i64(int64_t(LITH_PANEL_COLUMNS) * size);
  Value *last = k.b.CreateSub(columns, k.i64(1));
  k.loop(
      k.i64(0), columns, lanes, {}, [&](Value *column, ArrayRef<Value *>) -> SmallVector<Value *> {
        SmallVector<Value *> sources;
        for (unsigned i = 0; i < k.v.lanes; ++i) {
          Value *at =
              k.b.CreateBinaryIntrinsic(Intrinsic::smin, k.b.CreateAdd(column, k.i64(i)), last);
          sources.push_back(k.offset(from, k.b.CreateMul(at, stride)));
        }
        Value *to = k.offset(panel, k.b.CreateMul(column, k.i64(size)));
        auto emitBlock = [&](Value *at, Value *mask) {
          SmallVector<Value *> block;
          for (Value *source : sources)
            block.push_back(
                k.load(dtype, k.offset(source, k.b.CreateMul(at, k.i64(size))), mask).re);
          transpose(k.b, block);
          Value *place = k.offset(to, k.b.CreateMul(at, row));
          for (unsigned i = 0; i < k.v.lanes; ++i)
            k.store(dtype, {block[i]}, k.offset(place, k.b.CreateMul(row, k.i64(i))), nullptr);
        };
        Value *whole = k.b.CreateAnd(depth, k.i64(-int64_t(k.v.lanes)));
        k.loop(k.i64(0), whole, lanes, {},
               [&](Value *at, ArrayRef<Value *>) -> SmallVector<Value *> {
                 emitBlock(at, nullptr);
                 return {};
               });
        k.loop(whole, depth, lanes, {}, [&](Value *at, ArrayRef<Value *>) -> SmallVector<Value *> {
          emitBlock(at, k.mask(k.b.CreateSub(depth, at)));
          return {};
        });
        return {};
      });
  return k.finish();
}

} // namespace lith::codegen
