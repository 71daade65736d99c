// DotProductKernel.cpp: matrix products by dot products along k.
//
//   for each tile of 4 (or 1) columns of b, each tile of 4 (or 1) rows of a:
//     for k, a vector at a time: acc[i][j] += a[i, k] * b[k, j]      16 multiply-adds on 8 loads
//     c[i, j] = the sum of the lanes of acc[i][j]
//
// Serves weights stored [n, k], where they are, without packing. Bound by multiply-adds, less the
// sums of lanes (48 instructions for 16 results); with few rows by the bandwidth of b, so the next
// tile's columns are fetched along the way.
#include "codegen/kernels/Kernels.h"
#include "codegen/kernels/ProductFields.h"

using namespace llvm;

namespace lith::codegen {

namespace {
class DotBuilder {
public:
  DotBuilder(Module &module, StringRef name, lith_dtype dtype, KernelTarget target)
      : dtype(dtype), k(module, name, {PointerType::getUnqual(module.getContext())}, nullptr,
                        target.vectorBytes / elementSize(dtype), target),
        fields(k), type(k.v.vec(k.v.computeType(dtype))) {}

  Function *build();

private:
  void emitColumns(Value *column, unsigned columns);
  void emitTile(Value *row, unsigned rows, Value *column, unsigned columns);
  /// The sums of the lanes of up to `lanes` vectors (a power of two), as lanes of one.
  Value *sumLanes(SmallVector<Value *> vectors);
  SmallVector<Value *> multiply(ArrayRef<Value *> now, unsigned rows, unsigned columns,
                                Value *mask);

  lith_dtype dtype;
  KernelFunction k;
  ProductFields fields;
  VectorType *type;
};

Value *DotBuilder::sumLanes(SmallVector<Value *> vectors) {
  unsigned lanes = k.v.lanes, group = lanes; // lanes that still belong to one vector
  auto halves = [&](Value *x, Value *y, bool high) {
    // Of each group of x, then of y, one half.
    SmallVector<int> picks;
    for (unsigned from : {0u, lanes})
      for (unsigned g = 0; g < lanes; g += group)
        for (unsigned i = 0; i < group / 2; ++i)
          picks.push_back(int(from + g + i + (high ? group / 2 : 0)));
    return k.b.CreateShuffleVector(x, y, picks);
  };
  while (vectors.size() > 1) {
    SmallVector<Value *> next;
    for (unsigned i = 0; i < vectors.size(); i += 2) {
      Value *x = vectors[i], *y = vectors[i + 1];
      next.push_back(k.b.CreateFAdd(halves(x, y, false), halves(x, y, true)));
    }
    vectors = std::move(next);
    group /= 2;
  }
  Value *sum = vectors[0];
  unsigned width = lanes;
  for (; group > 1; group /= 2, width /= 2) {
    SmallVector<int> even, odd;
    for (unsigned g = 0; g < width; g += group)
      for (unsigned i = 0; i < group / 2; ++i) {
        even.push_back(int(g + i));
        odd.push_back(int(g + i + group / 2));
      }
    sum = k.b.CreateFAdd(k.b.CreateShuffleVector(sum, even), k.b.CreateShuffleVector(sum, odd));
  }
  return sum;
}

SmallVector<Value *> DotBuilder::multiply(ArrayRef<Value *> now, unsigned rows, unsigned columns,
                                          Value *mask) {
  SmallVector<Value *> next, a, b;
  for (unsigned r = 0; r < rows; ++r)
    a.push_back(k.load(dtype, now[r], mask).re);
  for (unsigned c = 0; c < columns; ++c)
    b.push_back(k.load(dtype, now[rows + c], mask).re);
  Value *step = k.i64(k.v.lanes * elementSize(dtype));
  if (!mask && columns > 1) { // the columns of the next tile
    Value *ahead = k.b.CreateMul(fields.bRow, k.i64(columns));
    for (unsigned c = 0; c < columns; ++c)
      ProductFields::prefetch(k, k.offset(now[rows + c], ahead));
  }
  for (Value *pointer : now.take_front(rows + columns))
    next.push_back(k.offset(pointer, step));
  for (unsigned i = 0; i < rows * columns; ++i)
    next.push_back(k.v.fma(a[i / columns], b[i % columns], now[rows + columns + i]));
  return next;
}

void DotBuilder::emitTile(Value *row, unsigned rows, Value *column, unsigned columns) {
  SmallVector<Value *> carried;
  for (unsigned r = 0; r < rows; ++r)
    carried.push_back(k.offset(fields.a, k.b.CreateMul(k.b.CreateAdd(row, k.i64(r)), fields.aRow)));
  for (unsigned c = 0; c < columns; ++c)
    carried.push_back(
        k.offset(fields.b, k.b.CreateMul(k.b.CreateAdd(column, k.i64(c)), fields.bRow)));
  carried.append(rows * columns, Constant::getNullValue(type));
  Value *whole = k.b.CreateAnd(fields.depth, k.i64(-int64_t(k.v.lanes)));
  auto main =
      k.loop(k.i64(0), whole, k.i64(k.v.lanes), carried,
             [&](Value *, ArrayRef<Value *> now) { return multiply(now, rows, columns, nullptr); });
  auto all =
      k.loop(whole, fields.depth, k.i64(k.v.lanes), main, [&](Value *at, ArrayRef<Value *> now) {
        return multiply(now, rows, columns, k.mask(k.b.CreateSub(fields.depth, at)));
      });
  ArrayRef<Value *> sums = ArrayRef<Value *>(all).drop_front(rows + columns);
  for (unsigned first = 0; first < sums.size(); first += k.v.lanes) {
    ArrayRef<Value *> part = sums.slice(first, std::min<size_t>(k.v.lanes, sums.size() - first));
    Value *totals = sumLanes(SmallVector<Value *>(part));
    for (unsigned i = 0; i < part.size(); ++i) {
      unsigned r = (first + i) / columns, c = (first + i) % columns;
      Value *to = k.offset(fields.c, k.b.CreateMul(k.b.CreateAdd(row, k.i64(r)), fields.cRow));
      to = k.offset(to, k.b.CreateMul(k.b.CreateAdd(column, k.i64(c)), k.i64(elementSize(dtype))));
      Value *total = part.size() == 1 && totals->getType() == type->getElementType()
                         ? totals
                         : k.b.CreateExtractElement(totals, uint64_t(i));
      Value *old = k.b.CreateAlignedLoad(type->getElementType(), to, Align(elementSize(dtype)));
      Value *base =
          k.b.CreateSelect(fields.accumulate, old, ConstantFP::get(type->getElementType(), 0));
      k.b.CreateAlignedStore(k.b.CreateFAdd(base, total), to, Align(elementSize(dtype)));
    }
  }
}

void DotBuilder::emitColumns(Value *column, unsigned columns) {
  Value *row = k.i64(0);
  for (unsigned rows : {4u, 1u}) {
    Value *whole = k.b.CreateSub(fields.m, k.i64(rows - 1));
    row = k.loop(row, whole, k.i64(rows), {row},
                 [&](Value *at, ArrayRef<Value *>) -> SmallVector<Value *> {
                   emitTile(at, rows, column, columns);
                   return {k.b.CreateAdd(at, k.i64(rows))};
                 })[0];
  }
}

Function *DotBuilder::build() {
  Value *column = k.i64(0);
  for (unsigned columns : {4u, 1u}) {
    Value *whole = k.b.CreateSub(fields.n, k.i64(columns - 1));
    column = k.loop(column, whole, k.i64(columns), {column},
                    [&](Value *at, ArrayRef<Value *>) -> SmallVector<Value *> {
                      emitColumns(at, columns);
                      return {k.b.CreateAdd(at, k.i64(columns))};
                    })[0];
  }
  return k.finish();
}
} // namespace

Function *buildDotProductKernel(Module &module, StringRef name, lith_dtype dtype,
                                KernelTarget target) {
  return DotBuilder(module, name, dtype, target).build();
}

} // namespace lith::codegen
