// Argmax.cpp: the largest of the scores of a row is found without most of the matrix.
//
//   %s = softmax(%rows * %matrix^T + %bias)
//   %i = lith.argmax %s            =>  %i = lith.argmax_linear(%rows, %codes, %bounds, %matrix, ..)
//
// Where the largest score of one row is used, too, it must only be appended to a tensor in each
// iteration of a loop: then rows are appended, and scored together (Collected.h).
//
// Why: who decodes one token at a time reads all of the last layer for an index that a copy in 8
// bits nearly tells, and a step takes as long as its weights take to read.
// Requires: the graph as it is staged.
// Ensures:  the index is that of the largest score. Between scores that differ by less than the
//           rounding of their sums the choice is open, as it is in the order of a product's sums.
// Never:    does it outside of loops, for a small matrix, or for scores that something else reads.

#include "passes/argmax/Argmax.h"
#include "passes/argmax/Collected.h"
#include "passes/argmax/Row.h"

#include <lith/abi.h>

using namespace mlir;
using namespace lith::ir;
using namespace lith::passes;

namespace {

constexpr int64_t LeastMatrix = 4 << 20; ///< bytes: what no second-level cache keeps
constexpr int64_t MostRows = 32;         ///< scored together: their scores take memory

/// The index of the largest score, and what else is made of the scores.
struct Choice {
  ArgmaxOp argmax;
  RowScores scores;
  Operation *largest = nullptr; ///< the score at the index, where it is used
  Collection collection;
  SmallVector<DimOp> sizes;

  int64_t rank() { return cast<RankedTensorType>(argmax.getOperand().getType()).getRank(); }
};

/// Whether a handler takes what the operation raises: then it stays.
bool isTried(Operation *op) { return isa_and_nonnull<RaisedOp>(op->getNextNode()); }

/// Whether the operation gives the score that argmax finds.
bool isLargest(Operation *op, Choice &choice) {
  Value scores = choice.argmax.getOperand();
  int64_t last = choice.rank() - 1;
  if (auto fold = dyn_cast<AmaxOp>(op))
    return fold.getOperand() == scores && fold.getDims() == ArrayRef<int64_t>{last};
  auto gather = dyn_cast<GatherOp>(op);
  APInt dim;
  return gather && gather.getSelf() == scores && gather.getIndex() == choice.argmax.getResult() &&
         choice.argmax.getKeepdim() && matchPattern(gather.getDim(), m_ConstantInt(&dim)) &&
         dim == last;
}

/// Whether nothing reads the scores but what the choice knows.
bool collectUses(Choice &choice) {
  for (Operation *op : choice.scores.ops)
    for (Operation *user : op->getUsers()) {
      if (choice.scores.ops.contains(user) || user == choice.argmax)
        continue;
      if (auto dim = dyn_cast<DimOp>(user)) {
        choice.sizes.push_back(dim);
        continue;
      }
      if (choice.largest || !isLargest(user, choice))
        return false;
      choice.largest = user;
    }
  return true;
}

/// One row, whatever the input.
bool isOneRow(Value rows) {
  return llvm::all_of(cast<RankedTensorType>(rows.getType()).getShape().drop_back(),
                      [](int64_t size) { return size == 1; });
}

/// Whether a way leads from the block back to it without the other.
bool isInLoop(Block *block, Block *without) {
  DenseSet<Block *> ahead;
  SmallVector<Block *> work{block};
  while (!work.empty())
    for (Block *next : work.pop_back_val()->getSuccessors())
      if (next != without && ahead.insert(next).second)
        work.push_back(next);
  return ahead.contains(block);
}

/// Whether a loop computes the scores as often as it looks for the largest.
bool isInOneLoop(Choice &choice) {
  Block *product = choice.scores.ops.back()->getBlock(), *argmax = choice.argmax->getBlock();
  return isInLoop(argmax, nullptr) && (product == argmax || !isInLoop(argmax, product));
}

bool isChoice(Choice &choice, const DerivedConstants &constants) {
  ArrayRef<int64_t> dims = choice.argmax.getDims();
  RowScores &scores = choice.scores;
  if (dims.size() != 1 || !findScores(choice.argmax.getOperand(), scores) ||
      dims[0] != choice.rank() - 1 || scores.count() * scores.length() * 4 < LeastMatrix ||
      !constants.isStaged(scores.matrix.getIndex()) ||
      (scores.bias && !constants.isStaged(scores.bias.getIndex())) || !collectUses(choice) ||
      !isInOneLoop(choice))
    return false;
  if (!choice.largest)
    return true;
  return isOneRow(choice.argmax.getOperand()) && isOneRow(scores.rows) &&
         !isTried(choice.largest) &&
         findCollection(choice.largest->getResult(0), choice.collection) &&
         !isTried(choice.collection.append);
}

RankedTensorType typeOf(ArrayRef<int64_t> sizes, Type element) {
  return RankedTensorType::get(sizes, element);
}

Value constantTensor(OpBuilder &builder, Location loc, int64_t index, ArrayRef<int64_t> sizes,
                     Type element) {
  SmallVector<int64_t> dynamic(sizes.size(), ShapedType::kDynamic);
  return ConstTensorOp::create(builder, loc, typeOf(dynamic, element), uint64_t(index), sizes);
}

/// The largest score of each of several rows.
Value largestScores(OpBuilder &builder, Location loc, RowScores &scores, Value rows) {
  Type element = builder.getF32Type();
  int64_t any = ShapedType::kDynamic;
  auto matrix = typeOf({any, any}, element), column = typeOf({any, 1}, element);
  auto vector = typeOf({any}, element);
  Value transposed =
      PermuteOp::create(builder, loc, matrix, scores.matrix.getResult(), ArrayRef<int64_t>{1, 0});
  Value all = MatmulOp::create(builder, loc, matrix, rows, transposed);
  if (scores.bias)
    all = AddOp::create(builder, loc, matrix, all, scores.bias.getResult());
  const int64_t last[]{1};
  if (scores.kind == RowScores::Kind::Plain)
    return AmaxOp::create(builder, loc, vector, all, last, false);
  Value largest = AmaxOp::create(builder, loc, column, all, last, true);
  Value less = SubOp::create(builder, loc, matrix, all, largest);
  Value weights = ExpOp::create(builder, loc, matrix, less);
  Value sum = SumOp::create(builder, loc, vector, weights, last, false);
  if (scores.kind == RowScores::Kind::Softmax) // exp(0) over the sum
    return DivOp::create(builder, loc, vector, ConstantOp::create(builder, loc, 1.0), sum);
  return NegOp::create(builder, loc, vector, LogOp::create(builder, loc, vector, sum));
}

/// The row as [1, k].
Value flat(OpBuilder &builder, Location loc, Value row) {
  auto type = cast<RankedTensorType>(row.getType());
  SmallVector<int64_t> ones;
  for (int64_t d = 0; d + 2 < type.getRank(); ++d)
    ones.push_back(d);
  auto matrix = typeOf({1, type.getShape().back()}, type.getElementType());
  if (type.getRank() == 1)
    return UnsqueezeOp::create(builder, loc, matrix, row, 0);
  return ones.empty() ? row : Value(SqueezeOp::create(builder, loc, matrix, row, ones));
}

void collect(Choice &choice) {
  OpBuilder builder(choice.collection.append);
  Location loc = choice.largest->getLoc();
  RowScores &scores = choice.scores;
  collectRows(choice.collection, flat(builder, loc, scores.rows), scores.length(), MostRows,
              [&](OpBuilder &at, Value rows) { return largestScores(at, loc, scores, rows); });
  choice.largest->erase();
}

/// The size of a value on the way from the product, without it.
Value sizeOf(DimOp dim, RowScores &scores, Value rows) {
  OpBuilder builder(dim);
  auto type = cast<RankedTensorType>(dim.getOperand().getType());
  auto at = int64_t(dim.getDim());
  if (!type.isDynamicDim(at))
    return ConstantOp::create(builder, dim.getLoc(), type.getDimSize(at));
  if (at == type.getRank() - 1)
    return ConstantOp::create(builder, dim.getLoc(), scores.count());
  return DimOp::create(builder, dim.getLoc(), rows, dim.getDim());
}

void replace(Choice &choice, DerivedConstants &constants) {
  RowScores &scores = choice.scores;
  DenseMap<Value, Value> rows = arrangeRows(scores);
  for (DimOp dim : choice.sizes) {
    dim.replaceAllUsesWith(sizeOf(dim, scores, rows.lookup(dim.getOperand())));
    dim.erase();
  }
  OpBuilder builder(choice.argmax);
  Location loc = choice.argmax.getLoc();
  auto matrix = int64_t(scores.matrix.getIndex());
  int64_t bias = scores.bias ? int64_t(scores.bias.getIndex()) : -1;
  int64_t padded = llvm::alignTo<LITH_CODE_STEP>(scores.length());
  Value codes = constantTensor(builder, loc, constants.add({Derived::Kind::Codes, matrix}),
                               {scores.count(), padded}, builder.getI8Type());
  Value bounds = constantTensor(builder, loc, constants.add({Derived::Kind::Bounds, matrix, bias}),
                                {4, scores.count()}, builder.getF32Type());
  Value isNormalised = ConstantOp::create(builder, loc, scores.kind != RowScores::Kind::Plain);
  Value from = rows.lookup(choice.argmax.getOperand());
  auto type = cast<RankedTensorType>(choice.argmax.getType());
  ArrayRef<int64_t> sizes = type.getShape();
  bool keeps = choice.argmax.getKeepdim();
  auto each = typeOf(keeps ? sizes.drop_back() : sizes, type.getElementType());
  Value found = ArgmaxLinearOp::create(builder, loc, each, from, codes, bounds,
                                       scores.matrix.getResult(), isNormalised);
  if (keeps)
    found = UnsqueezeOp::create(builder, loc, type, found, sizes.size() - 1);
  choice.argmax.replaceAllUsesWith(found);
  choice.argmax.erase();
  for (Operation *op : scores.ops) // each before what it reads
    op->erase();
}

} // namespace

void lith::passes::boundArgmax(ModuleOp module, DerivedConstants &constants) {
  SmallVector<ArgmaxOp> all;
  module.walk([&](ArgmaxOp argmax) { all.push_back(argmax); });
  for (ArgmaxOp argmax : all) {
    Choice choice{argmax, {}, nullptr, {}, {}};
    if (!isChoice(choice, constants))
      continue;
    if (choice.largest)
      collect(choice);
    replace(choice, constants);
  }
}
