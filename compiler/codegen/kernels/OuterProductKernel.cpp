// OuterProductKernel.cpp: matrix products by outer products in registers.
//
//   for each panel of 4 vectors of columns (2 with 16 registers):
//     for each tile of 6 rows, then 4, 2, 1:
//       for k: acc[i][j] += broadcast(a[i, k]) * b[k, j]      24 multiply-adds on 10 loads
//
// The tile of a stays in L1, the panel of b in L2. Bound by multiply-adds for more than a few rows,
// by the bandwidth of b below; so each step also fetches its share of the next panel. The last
// panel's loads and stores are masked; if half a panel suffices, its tiles have twice the rows.
#include "codegen/kernels/Kernels.h"
#include "codegen/kernels/ProductFields.h"

using namespace llvm;

namespace lith::codegen {

namespace {
class OuterBuilder {
public:
  OuterBuilder(Module &module, StringRef name, lith_dtype dtype, KernelTarget target)
      : dtype(dtype), fullWidth(target.avx512 ? 4 : 2),
        k(module, name, {PointerType::getUnqual(module.getContext())}, nullptr,
          target.vectorBytes / elementSize(dtype), target),
        fields(k), type(k.v.vec(k.v.computeType(dtype))) {}

  Function *build();

private:
  struct Panel {
    Value *b, *c;
    unsigned width;             // in vectors
    SmallVector<Value *> masks; // empty for a whole panel
  };
  void emitRest(Value *begin, Value *b, Value *c, unsigned width);
  void emitPanel(const Panel &panel);
  void emitTile(const Panel &panel, Value *row, unsigned rows);
  SmallVector<Value *> emitDepth(const Panel &panel, Value *row, unsigned rows,
                                 ArrayRef<Value *> accumulators);
  Value *maskOf(const Panel &panel, unsigned w) {
    return panel.masks.empty() ? nullptr : panel.masks[w];
  }

  lith_dtype dtype;
  unsigned fullWidth; // vectors of a panel
  KernelFunction k;
  ProductFields fields;
  VectorType *type;
};

SmallVector<Value *> OuterBuilder::emitDepth(const Panel &panel, Value *row, unsigned rows,
                                             ArrayRef<Value *> accumulators) {
  // Row pointers in steps of three, so that addresses fit base + index.
  Value *a = k.offset(fields.a, k.b.CreateMul(row, fields.aRow));
  Value *done = k.b.CreateMul(k.b.CreateMul(row, fields.depth), fields.aheadStep);
  Value *fetchedStep = k.b.CreateMul(fields.aheadStep, k.i64(rows));
  SmallVector<Value *> carried{panel.b, k.offset(panel.b, k.b.CreateAdd(fields.ahead, done))};
  for (unsigned r = 0; r < rows; r += 3)
    carried.push_back(k.offset(a, k.b.CreateMul(fields.aRow, k.i64(r))));
  unsigned pointers = carried.size(), width = panel.width;
  append_range(carried, accumulators);
  Value *twoRows = k.b.CreateShl(fields.aRow, 1);
  auto result =
      k.loop(k.i64(0), fields.depth, k.i64(1), carried, [&](Value *, ArrayRef<Value *> now) {
        SmallVector<Value *> next{k.offset(now[0], fields.bRow), k.offset(now[1], fetchedStep)}, b;
        for (unsigned g = 2; g < pointers; ++g)
          next.push_back(k.offset(now[g], fields.aK));
        for (unsigned w = 0; w < width; ++w) {
          Value *place = k.i64(w * k.v.lanes * elementSize(dtype));
          b.push_back(k.load(dtype, k.offset(now[0], place), maskOf(panel, w)).re);
        }
        if (panel.masks.empty())
          for (unsigned i = 0; i < (rows > 2 ? 2 : 4); ++i) // lines of 64 bytes
            ProductFields::prefetch(k, k.offset(now[1], k.i64(64 * i)));
        for (unsigned r = 0; r < rows; ++r) {
          Value *at = now[2 + r / 3];
          if (r % 3)
            at = k.offset(at, r % 3 == 1 ? fields.aRow : twoRows);
          Value *x = k.v.splat(
              k.b.CreateAlignedLoad(type->getElementType(), at, Align(elementSize(dtype))));
          for (unsigned w = 0; w < width; ++w)
            next.push_back(k.v.fma(x, b[w], now[pointers + r * width + w]));
        }
        return next;
      });
  return SmallVector<Value *>(ArrayRef<Value *>(result).drop_front(pointers));
}

void OuterBuilder::emitTile(const Panel &panel, Value *row, unsigned rows) {
  Value *c = k.offset(panel.c, k.b.CreateMul(row, fields.cRow));
  auto place = [&](unsigned r, unsigned w) {
    Value *line = k.offset(c, k.b.CreateMul(fields.cRow, k.i64(r)));
    return k.offset(line, k.i64(w * k.v.lanes * elementSize(dtype)));
  };
  unsigned width = panel.width;
  SmallVector<Value *> zeros(rows * width, Constant::getNullValue(type));
  SmallVector<Value *> sums = emitDepth(panel, row, rows, zeros);
  BasicBlock *add = k.block("add"), *write = k.block("write"), *from = k.b.GetInsertBlock();
  k.b.CreateCondBr(fields.accumulate, add, write);
  k.b.SetInsertPoint(add);
  SmallVector<Value *> added;
  for (unsigned i = 0; i < sums.size(); ++i)
    added.push_back(k.b.CreateFAdd(
        sums[i], k.load(dtype, place(i / width, i % width), maskOf(panel, i % width)).re));
  k.b.CreateBr(write);
  k.b.SetInsertPoint(write);
  for (unsigned i = 0; i < sums.size(); ++i) {
    PHINode *value = k.b.CreatePHI(type, 2);
    value->addIncoming(sums[i], from);
    value->addIncoming(added[i], add);
    sums[i] = value;
  }
  for (unsigned i = 0; i < sums.size(); ++i)
    k.store(dtype, {sums[i]}, place(i / width, i % width), maskOf(panel, i % width));
}

void OuterBuilder::emitPanel(const Panel &panel) {
  Value *row = k.i64(0);
  // Narrow panels have registers for twice the rows.
  SmallVector<unsigned> tiles{6, 4, 2, 1};
  if (panel.width < fullWidth)
    tiles = {12, 4, 1};
  for (unsigned rows : tiles) {
    Value *whole = k.b.CreateSub(fields.m, k.i64(rows - 1)); // rows < whole start a full tile
    row = k.loop(row, whole, k.i64(rows), {row},
                 [&](Value *at, ArrayRef<Value *>) -> SmallVector<Value *> {
                   emitTile(panel, at, rows);
                   return {k.b.CreateAdd(at, k.i64(rows))};
                 })[0];
  }
}

Function *OuterBuilder::build() {
  int64_t columns = int64_t(fullWidth) * k.v.lanes, bytes = columns * elementSize(dtype);
  Value *whole = k.b.CreateSub(fields.n, k.i64(columns - 1));
  SmallVector<Value *> start{k.i64(0), fields.b, fields.c};
  auto rest = k.loop(k.i64(0), whole, k.i64(columns), start,
                     [&](Value *at, ArrayRef<Value *> now) -> SmallVector<Value *> {
                       emitPanel({now[1], now[2], fullWidth, {}});
                       return {k.b.CreateAdd(at, k.i64(columns)), k.offset(now[1], k.i64(bytes)),
                               k.offset(now[2], k.i64(bytes))};
                     });
  BasicBlock *narrow = k.block("narrow"), *wide = k.block("wide"), *done = k.block("done");
  Value *count = k.b.CreateSub(fields.n, rest[0]);
  k.b.CreateCondBr(k.b.CreateICmpSLE(count, k.i64(columns / 2)), narrow, wide);
  k.b.SetInsertPoint(narrow);
  emitRest(rest[0], rest[1], rest[2], fullWidth / 2);
  k.b.CreateBr(done);
  k.b.SetInsertPoint(wide);
  emitRest(rest[0], rest[1], rest[2], fullWidth);
  k.b.CreateBr(done);
  k.b.SetInsertPoint(done);
  return k.finish();
}

/// The columns from `begin` on, fewer than a panel's.
void OuterBuilder::emitRest(Value *begin, Value *b, Value *c, unsigned width) {
  Value *step = k.i64(int64_t(width) * k.v.lanes);
  k.loop(begin, fields.n, step, {}, [&](Value *at, ArrayRef<Value *>) -> SmallVector<Value *> {
    Panel last{b, c, width, {}};
    Value *count = k.b.CreateSub(fields.n, at);
    for (unsigned w = 0; w < width; ++w)
      last.masks.push_back(k.mask(k.b.CreateBinaryIntrinsic(
          Intrinsic::smax, k.b.CreateSub(count, k.i64(w * k.v.lanes)), k.i64(0))));
    emitPanel(last);
    return {};
  });
}
} // namespace

Function *buildOuterProductKernel(Module &module, StringRef name, lith_dtype dtype,
                                  KernelTarget target) {
  return OuterBuilder(module, name, dtype, target).build();
}

} // namespace lith::codegen
