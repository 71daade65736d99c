// Row.cpp: recognises scores of one row, backwards from their last operation.
#include "passes/argmax/Row.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace lith::ir;
using lith::passes::RowScores;

namespace {

int64_t rankOf(Value value) { return cast<RankedTensorType>(value.getType()).getRank(); }

/// Whether the value holds rows of float.
bool holdsRows(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() > 0 && type.getElementType().isF32();
}

/// Whether the operation picks or arranges rows and leaves each as it is.
bool keepsRows(Operation *op) {
  int64_t last = rankOf(op->getOperand(0)) - 1;
  if (auto unsqueeze = dyn_cast<UnsqueezeOp>(op))
    return int64_t(unsqueeze.getDim()) <= last;
  if (auto squeeze = dyn_cast<SqueezeOp>(op))
    return !llvm::is_contained(squeeze.getDims(), last);
  if (auto select = dyn_cast<SelectOp>(op))
    return int64_t(select.getDim()) < last;
  if (auto slice = dyn_cast<SliceOp>(op))
    return int64_t(slice.getDim()) < last;
  auto permute = dyn_cast<PermuteOp>(op);
  return permute && permute.getDims().back() == last;
}

/// Whether the value is `fold` of the row's elements, with the dimension kept.
template <typename Fold> bool isFold(Value value, Value row) {
  auto fold = value.getDefiningOp<Fold>();
  return fold && fold.getOperand() == row && fold.getKeepdim() &&
         fold.getDims() == ArrayRef<int64_t>{rankOf(row) - 1};
}

/// Steps over softmax or log_softmax of the row that is less its largest element: without that,
/// exponentials of large elements are not finite, and the largest is not found. Null: it is
/// neither.
Value behindNormalisation(Operation *op, RowScores &scores) {
  auto quotient = dyn_cast<DivOp>(op);
  auto difference = dyn_cast<SubOp>(op);
  if (scores.bias ||
      (!quotient && !difference)) // a bias of what is normalised is no bias of scores
    return {};
  auto log = difference ? difference.getRhs().getDefiningOp<LogOp>() : LogOp();
  Value total = quotient ? quotient.getRhs() : log ? log.getOperand() : Value();
  auto sum = total ? total.getDefiningOp<SumOp>() : SumOp();
  auto exp = sum ? sum.getOperand().getDefiningOp<ExpOp>() : ExpOp();
  if (!exp || !isFold<SumOp>(total, exp.getResult()) ||
      op->getOperand(0) != (quotient ? exp.getResult() : exp.getOperand()))
    return {};
  auto less = exp.getOperand().getDefiningOp<SubOp>();
  if (!less || !isFold<AmaxOp>(less.getRhs(), less.getLhs()))
    return {};
  scores.kind = quotient ? RowScores::Kind::Softmax : RowScores::Kind::LogSoftmax;
  if (log)
    scores.ops.insert(log);
  for (Operation *part :
       {sum.getOperation(), exp.getOperation(), less.getOperation(), less.getRhs().getDefiningOp()})
    scores.ops.insert(part);
  return less.getLhs();
}

/// A constant of float with that many dimensions.
ConstTensorOp constantOf(Value value, size_t rank) {
  auto constant = value.getDefiningOp<ConstTensorOp>();
  auto type = constant ? dyn_cast<RankedTensorType>(constant.getType()) : RankedTensorType();
  return type && type.getElementType().isF32() && constant.getSizes().size() == rank
             ? constant
             : ConstTensorOp();
}

bool findProduct(MatmulOp product, RowScores &scores) {
  auto transposed = product.getRhs().getDefiningOp<PermuteOp>();
  if (!transposed || transposed.getDims() != ArrayRef<int64_t>{1, 0})
    return false;
  scores.matrix = constantOf(transposed.getOperand(), 2);
  scores.rows = product.getLhs();
  return scores.matrix && scores.count() > 0 &&
         (!scores.bias || scores.bias.getSizes()[0] == scores.count());
}

} // namespace

bool lith::passes::findScores(Value value, RowScores &scores) {
  while (Operation *op = value.getDefiningOp()) {
    if (op->getNumResults() != 1 || !holdsRows(value))
      return false;
    scores.ops.insert(op);
    if (auto product = dyn_cast<MatmulOp>(op))
      return findProduct(product, scores);
    auto sum = dyn_cast<AddOp>(op);
    if (sum && !scores.bias && (scores.bias = constantOf(sum.getRhs(), 1)))
      value = sum.getLhs();
    else if (isa<InOrderOp, CloneOp>(op) || (op->hasTrait<View>() && keepsRows(op)))
      value = op->getOperand(0);
    else
      value = scores.kind == RowScores::Kind::Plain ? behindNormalisation(op, scores) : Value();
    if (!value)
      return false;
  }
  return false;
}

DenseMap<Value, Value> lith::passes::arrangeRows(RowScores &scores) {
  DenseMap<Value, Value> all;
  for (Operation *op : llvm::reverse(scores.ops)) {
    Value &rows = all[op->getResult(0)];
    rows = isa<MatmulOp>(op) ? scores.rows : all.lookup(op->getOperand(0));
    if (!op->hasTrait<View>())
      continue;
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<int64_t> sizes(type.getShape());
    sizes.back() = cast<RankedTensorType>(rows.getType()).getShape().back();
    OpBuilder builder(op);
    IRMapping mapping;
    mapping.map(op->getOperand(0), rows);
    rows = builder.clone(*op, mapping)->getResult(0);
    rows.setType(RankedTensorType::get(sizes, type.getElementType()));
  }
  return all;
}
