// Cluster.cpp: which operators one kernel can compute together.

#include "passes/fuse/Cluster.h"
#include "ops/TensorOperator.h"

#include <lith/kernels.h>

using namespace mlir;
using namespace lith;
using namespace lith::ir;
using namespace lith::passes;

namespace {

constexpr size_t maximalOperations = 48;

bool isComplexValue(Value value) {
  TensorType type = tensorType(value.getType());
  return isa<ComplexType>(type ? type.getElementType() : value.getType());
}

ops::Cost costOf(Operation *op) {
  auto record = dyn_cast<ops::TensorOperator>(op);
  return record ? record.getCost() : ops::Cost::Dear;
}

/// Worth computing once only: more than a few instructions for a vector.
bool isDear(Operation *op) { return costOf(op) != ops::Cost::Cheap; }

RankedTensorType rankedType(Value value) { return dyn_cast<RankedTensorType>(value.getType()); }

bool isNumberConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant && (value.getType().isIntOrFloat());
}

/// Whether an element of `part` may serve several elements of `whole`, as far as the types tell.
bool isSmaller(RankedTensorType part, RankedTensorType whole) {
  if (part.getRank() != whole.getRank())
    return part.getRank() < whole.getRank();
  for (auto [p, w] : llvm::zip(part.getShape(), whole.getShape()))
    if (p == 1 && w != 1)
      return true;
  return false;
}

} // namespace

bool lith::passes::isFusible(Operation *op) {
  if (op->getNumResults() != 1 || (!op->hasTrait<Elementwise>() && !isa<Reduction>(op)))
    return false;
  if (costOf(op) == ops::Cost::Call)
    return false;
  if (isa<Reduction>(op) && !rankedType(op->getOperand(0)))
    return false;
  return !isComplexValue(op->getResult(0)) && llvm::none_of(op->getOperands(), isComplexValue);
}

Cluster::Cluster(const Cluster &first, const Cluster &second) : operations(first.operations) {
  operations.append(second.operations);
  llvm::sort(operations, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
}

llvm::SmallVector<Value> Cluster::inputs() const {
  llvm::SetVector<Value> found;
  for (Operation *op : operations)
    for (Value operand : op->getOperands())
      if (!isNumberConstant(operand) &&
          (!operand.getDefiningOp() || !contains(operand.getDefiningOp())))
        found.insert(operand);
  return found.takeVector();
}

llvm::SmallVector<Value> Cluster::outputs() const {
  llvm::SmallVector<Value> found;
  for (Operation *op : operations)
    if (llvm::any_of(op->getUsers(), [&](Operation *user) { return !contains(user); }))
      found.push_back(op->getResult(0));
  return found;
}

struct Cluster::Fold {
  ArrayRef<int64_t> dims;
  bool keepdim;
  int64_t rank;
  unsigned count = 0;
  bool isAll() const { return dims.empty() || int64_t(dims.size()) == rank; }
  bool isLast() const { return dims.size() == 1 && dims[0] == rank - 1; }
  bool isOneDim() const { return dims.size() == 1 || rank == 1; }
};

/// The sizes of a value along the folded dimensions, outermost first, as far as types tell them; a
/// dimension that it lacks counts as 1.
llvm::SmallVector<int64_t> Cluster::foldedSizes(Value value, const Fold &fold) {
  RankedTensorType type = rankedType(value);
  llvm::SmallVector<int64_t> sizes;
  for (int64_t d = 0; d < fold.rank; ++d) {
    if (!fold.isAll() && !llvm::is_contained(fold.dims, d))
      continue;
    int64_t own = type ? d - (fold.rank - type.getRank()) : 0;
    sizes.push_back(!type ? ShapedType::kDynamic : own < 0 ? 1 : type.getDimSize(own));
  }
  return sizes;
}

llvm::StringRef Cluster::kind() const {
  bool folds = llvm::any_of(operations, [](Operation *op) { return isa<Reduction>(op); });
  return folds ? "reduce" : "map";
}

bool Cluster::isKernel() const {
  size_t outputCount = outputs().size();
  if (operations.size() > maximalOperations || outputCount > LITH_GROUP_RESULTS ||
      inputs().size() + outputCount > LITH_GROUP_OPERANDS)
    return false;
  std::optional<Fold> fold;
  for (Operation *op : operations) {
    auto reduction = dyn_cast<Reduction>(op);
    if (!reduction)
      continue;
    Fold own{reduction.getDims(), reduction.getKeepdim(), rankedType(op->getOperand(0)).getRank(),
             1};
    if (fold && (fold->dims != own.dims || fold->keepdim != own.keepdim || fold->rank != own.rank))
      return false;
    own.count = fold ? fold->count + 1 : 1;
    fold = own;
  }
  return fold ? isReduction(*fold) : isMap();
}

/// A dear value is not computed again for each place that it broadcasts to, here or in a reduction.
bool Cluster::isMap() const {
  RankedTensorType whole = rankedType(last()->getResult(0));
  for (Operation *op : operations) {
    RankedTensorType type = rankedType(op->getResult(0));
    if (!type != !whole)
      return false;
    bool isOutput = llvm::any_of(op->getUsers(), [&](Operation *user) { return !contains(user); });
    if (type && isSmaller(type, whole) && (isDear(op) || isOutput))
      return false;
  }
  return true;
}

bool Cluster::fitsFold(Operation *op, const Fold &fold,
                       llvm::DenseMap<Value, Level> &levels) const {
  Level level = Level::Numbers;
  bool readsFull = false, readsReduced = false;
  for (Value operand : op->getOperands()) {
    if (!tensorType(operand.getType()))
      continue;
    auto found = levels.find(operand);
    Level from = found == levels.end() ? Level::Full : found->second;
    readsFull |= from == Level::Full;
    readsReduced |= from == Level::Reduced;
  }
  if (isa<Reduction>(op)) {
    levels[op->getResult(0)] = Level::Reduced;
    return readsFull;
  }
  if (readsFull)
    level = Level::Full;
  else if (readsReduced)
    level = Level::Reduced;
  else
    return false; // a tensor of numbers alone
  levels[op->getResult(0)] = level;
  if (level == Level::Reduced)
    return true;
  // Reduced values meet whole ones only where they broadcast along the folded dimensions.
  if (readsReduced && !fold.isAll() && !(fold.isLast() && fold.keepdim))
    return false;
  RankedTensorType type = rankedType(op->getResult(0));
  return type && type.getRank() == fold.rank;
}

/// Whether all that is read along the folded dimensions is checked to broadcast together, so that
/// one count of elements serves every pass: some value is computed from all of it. (x.sum() + y
/// says nothing about the sizes of x and y.) A fold over several dimensions must read all of it
/// itself, since what broadcasts along some of them only is no run of memory that a pass could end
/// early.
bool Cluster::rowsAgree(const Fold &fold, const llvm::DenseMap<Value, Level> &levels) const {
  using Sources = llvm::SmallSetVector<Value, 4>;
  llvm::DenseMap<Value, Sources> sources;
  Sources all;
  for (Operation *op : operations) {
    bool isFold = isa<Reduction>(op);
    if (!isFold && levels.lookup(op->getResult(0)) == Level::Reduced)
      continue;
    Sources &own = sources[op->getResult(0)];
    for (Value operand : op->getOperands()) {
      bool isInside = operand.getDefiningOp() && contains(operand.getDefiningOp());
      if (isInside && levels.lookup(operand) == Level::Full)
        own.insert_range(Sources(sources.lookup(operand)));
      else if (!isInside && tensorType(operand.getType()) &&
               !llvm::all_of(foldedSizes(operand, fold), [](int64_t n) { return n == 1; }))
        own.insert(operand);
    }
    all.insert_range(own);
  }
  auto sizes = llvm::map_range(all, [&](Value v) { return foldedSizes(v, fold); });
  if (all.empty() ||
      (llvm::all_equal(sizes) && !llvm::is_contained(*sizes.begin(), ShapedType::kDynamic)))
    return true;
  auto readsAll = [&](const auto &entry) { return entry.second.size() == all.size(); };
  return llvm::any_of(sources, readsAll) &&
         (fold.isOneDim() || llvm::all_of(sources, [&](const auto &entry) {
            return !isa<Reduction>(entry.first.getDefiningOp()) || readsAll(entry);
          }));
}

bool Cluster::isReduction(const Fold &fold) const {
  bool isSimple = fold.isAll() || fold.isLast();
  if (fold.count > (isSimple ? LITH_GROUP_RESULTS : 1))
    return false;
  llvm::DenseMap<Value, Level> levels;
  RankedTensorType whole;
  for (Operation *op : operations) {
    if (!fitsFold(op, fold, levels))
      return false;
    if (isa<Reduction>(op))
      whole = rankedType(op->getOperand(0));
  }
  for (Operation *op : operations)
    if (isDear(op) && levels.lookup(op->getResult(0)) == Level::Full &&
        isSmaller(rankedType(op->getResult(0)), whole))
      return false;
  for (Value output : outputs())
    if (levels[output] == Level::Full && !isSimple)
      return false;
  return rowsAgree(fold, levels);
}
