// Project.cpp: one row of a constant table, times a constant matrix, is a row of their product.
//
//   %e = lith.const_tensor 0 [7800, 500]
//   %w = lith.const_tensor 1 [1500, 500]            %p = lith.const_tensor 2 [7800, 1500]
//   %x = lith.index_select(%e, 0, %id)         =>
//   %t = lith.permute %w {dims = [1, 0]}
//   %y = lith.matmul %x, %t                         %y = lith.index_select(%p, 0, %id)
//
// Why: a decoder that embeds one token at each step reads all of the matrix for a row that depends
// on nothing but the token, and such a step takes as long as its weights take to read.
// Requires: the graph as it is staged.
// Ensures:  the row is looked up, and an index refused, where it was before.
// Never:    projects for a small matrix, or to a table that is too large to be worth its memory;
// nor
//           a row that something else reads too.

#include "passes/project/Project.h"
#include "ops/RuntimeOps.h"
#include "ops/TensorOps.h"

using namespace mlir;
using namespace lith::ir;
using lith::passes::DerivedConstants;

namespace {

constexpr int64_t LeastMatrix = 1 << 20; ///< bytes: what no longer stays in a second-level cache
constexpr int64_t LargestTable = 64 << 20;

/// A product of one looked-up row, and what lies between the two.
struct Row {
  IndexSelectOp lookup;
  SmallVector<PermuteOp> permutes; ///< of the row, from the product up; its last dimension stays
  ConstTensorOp table, matrix;
  bool transposed = false;
};

bool keepsLast(PermuteOp permute) {
  ArrayRef<int64_t> dims = permute.getDims();
  return !dims.empty() && dims.back() == int64_t(dims.size()) - 1;
}

bool isOneRow(Type type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  return ranked && ranked.getRank() > 1 &&
         llvm::all_of(ranked.getShape().drop_back(), [](int64_t size) { return size == 1; });
}

/// A matrix among the constants, of float or double.
ConstTensorOp matrixOf(Value value) {
  auto constant = value.getDefiningOp<ConstTensorOp>();
  auto type = constant ? dyn_cast<RankedTensorType>(constant.getType()) : RankedTensorType();
  bool isKnown = type && constant.getSizes().size() == 2 &&
                 (type.getElementType().isF32() || type.getElementType().isF64());
  return isKnown ? constant : ConstTensorOp();
}

/// Sets the table where the value is a row of one along dimension 0, used once on the way.
bool findLookup(Value value, Row &row) {
  while (auto permute = value.getDefiningOp<PermuteOp>()) {
    if (!keepsLast(permute) || !permute->hasOneUse())
      return false;
    row.permutes.push_back(permute);
    value = permute.getOperand();
  }
  row.lookup = value.getDefiningOp<IndexSelectOp>();
  if (!row.lookup || !row.lookup->hasOneUse() || !matchPattern(row.lookup.getDim(), m_Zero()))
    return false;
  row.table = matrixOf(row.lookup.getSelf());
  return row.table && isOneRow(value.getType());
}

bool findMatrix(Value value, Row &row) {
  if (auto permute = value.getDefiningOp<PermuteOp>()) {
    row.transposed = permute.getDims() == ArrayRef<int64_t>{1, 0};
    row.matrix = row.transposed ? matrixOf(permute.getOperand()) : ConstTensorOp();
  } else {
    row.matrix = matrixOf(value);
  }
  return !!row.matrix;
}

int64_t columnsOf(Row &row) { return row.matrix.getSizes()[row.transposed ? 0 : 1]; }

bool isWorthIt(Row &row, MatmulOp product) {
  int64_t width = product.getType().getElementTypeBitWidth() / 8;
  ArrayRef<int64_t> table = row.table.getSizes(), matrix = row.matrix.getSizes();
  return isOneRow(product.getType()) && table[1] == matrix[row.transposed ? 1 : 0] &&
         matrix[0] * matrix[1] * width >= LeastMatrix &&
         table[0] * columnsOf(row) <= LargestTable / width;
}

/// The same type with another last dimension.
RankedTensorType widened(Type type, Value product) {
  auto ranked = cast<RankedTensorType>(type);
  SmallVector<int64_t> sizes(ranked.getShape());
  sizes.back() = cast<RankedTensorType>(product.getType()).getShape().back();
  return RankedTensorType::get(sizes, ranked.getElementType());
}

void replace(MatmulOp product, Row &row, int64_t index) {
  OpBuilder builder(row.table);
  Value table = ConstTensorOp::create(
      builder, row.table.getLoc(), row.table.getType(), builder.getI64IntegerAttr(index),
      builder.getDenseI64ArrayAttr({row.table.getSizes()[0], columnsOf(row)}));
  row.lookup.getSelfMutable().set(table);
  row.lookup.getResult().setType(widened(row.lookup.getResult().getType(), product));
  for (PermuteOp permute : row.permutes)
    permute.getResult().setType(widened(permute.getType(), product));
  product.replaceAllUsesWith(product.getLhs());
  product.erase();
}

} // namespace

void lith::passes::projectTables(ModuleOp module, DerivedConstants &constants) {
  SmallVector<MatmulOp> products;
  module.walk([&](MatmulOp product) { products.push_back(product); });
  for (MatmulOp product : products) {
    Row row;
    if (!findLookup(product.getLhs(), row) || !findMatrix(product.getRhs(), row) ||
        !isWorthIt(row, product) || !constants.isStaged(row.table.getIndex()))
      continue;
    replace(product, row,
            constants.add({Derived::Kind::Product, int64_t(row.table.getIndex()),
                           int64_t(row.matrix.getIndex()), row.transposed}));
  }
}
