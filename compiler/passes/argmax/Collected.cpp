// Collected.cpp: what a loop only collects is computed for many iterations at once.
//
//   ^header(%all):                           ^header(%all, %rows):
//     ..                                       ..
//     %e = f(%row)                             %more = concat(%rows, %row)
//     %new = concat(%all, %e)                  cond_br (32 rows), ^flush, ^rest(%all, %more)
//     br ^header(%new)                 =>    ^flush:
//   ^behind:                                   br ^rest(concat(%all, f(%more)), no rows)
//     use(%all)                              ^rest(%all2, %rows2):
//                                              br ^header(%all2, %rows2)
//                                            ^behind:
//                                              use(concat(%all, f(%rows)))
#include "passes/argmax/Collected.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/SetVector.h"

#include <lith/abi.h>

using namespace mlir;
using namespace lith::ir;
using lith::passes::Collection;

namespace {

/// The blocks of the loop that begins at the header, which all ways into it pass.
DenseSet<Block *> loopOf(Block *header) {
  DominanceInfo dominance(header->getParentOp());
  DenseSet<Block *> loop{header};
  SmallVector<Block *> work;
  for (Block *from : header->getPredecessors())
    if (dominance.dominates(header, from))
      work.push_back(from);
  while (!work.empty()) {
    Block *block = work.pop_back_val();
    if (loop.insert(block).second)
      work.append(block->pred_begin(), block->pred_end());
  }
  return loop;
}

/// Visits the operands that a block passes to the header's argument; false where it has other ways
/// to go on than branches.
bool visitPassed(Block *from, BlockArgument argument, function_ref<bool(Value)> visit) {
  auto branch = dyn_cast<BranchOpInterface>(from->getTerminator());
  if (!branch)
    return false;
  for (unsigned i = 0; i < branch->getNumSuccessors(); ++i)
    if (branch->getSuccessor(i) == argument.getOwner() &&
        !visit(branch.getSuccessorOperands(i)[argument.getArgNumber()]))
      return false;
  return true;
}

/// Whether the loop does nothing with the value but pass it to its next iteration.
bool isPassedOnly(Value value, Collection &collection) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (user == collection.append || !collection.loop.contains(user->getBlock()))
      continue;
    auto branch = dyn_cast<BranchOpInterface>(user);
    auto argument = branch ? branch.getSuccessorBlockArgument(use.getOperandNumber())
                           : std::optional<BlockArgument>();
    if (!argument || *argument != collection.all)
      return false;
  }
  return true;
}

bool isLoopOf(Collection &collection) {
  BlockArgument all = collection.all;
  if (!collection.loop.contains(collection.append->getBlock()))
    return false;
  Value appended = collection.append.getResult();
  for (Block *from : all.getOwner()->getPredecessors())
    if (!visitPassed(from, all, [&](Value passed) {
          return !collection.loop.contains(from) || passed == appended || passed == all;
        }))
      return false;
  return isPassedOnly(all, collection) && isPassedOnly(appended, collection);
}

RankedTensorType typeOf(ArrayRef<int64_t> sizes, Type element) {
  return RankedTensorType::get(sizes, element);
}

Value concat(OpBuilder &builder, Location loc, Type type, int64_t dim, Value first, Value second) {
  Value number = ConstantOp::create(builder, loc, dim);
  return ConcatOp::create(builder, loc, type, number, ValueRange{first, second});
}

/// Does the change; rows have `type`.
struct Change {
  Collection &collection;
  RankedTensorType type;
  function_ref<Value(OpBuilder &, Value)> elementsOf;
  Location loc = collection.append.getLoc();

  Value noRows(OpBuilder &builder) const;
  Value flushed(OpBuilder &builder, Value all, Value rows) const;
  void passOn(Block *from, Value all, Value rows, Value allBehind, Value rowsBehind) const;
  void useBehind(Value value, Value all, Value rows) const;
};

Value Change::noRows(OpBuilder &builder) const {
  Value dtype = ConstantOp::create(builder, loc, int64_t(LITH_FLOAT32));
  Value zero = ConstantOp::create(builder, loc, int64_t(0));
  Value filler = BoxOp::create(builder, loc, zero);
  Value length = ConstantOp::create(builder, loc, type.getDimSize(1));
  return FullOp::create(builder, loc, type, dtype, filler, ValueRange{zero, length});
}

/// What was collected: the elements, and those of the rows.
Value Change::flushed(OpBuilder &builder, Value all, Value rows) const {
  Value elements = elementsOf(builder, rows);
  auto shape = cast<RankedTensorType>(all.getType());
  Type element = shape.getElementType();
  for (int64_t d = 0; d + 1 < shape.getRank(); ++d) {
    bool before = d < collection.dim;
    SmallVector<int64_t> sizes(cast<RankedTensorType>(elements.getType()).getShape());
    sizes.insert(before ? sizes.begin() : sizes.end(), 1);
    elements = UnsqueezeOp::create(builder, loc, typeOf(sizes, element), elements,
                                   before ? 0 : sizes.size() - 1);
  }
  return concat(builder, loc, shape, collection.dim, all, elements);
}

/// Rows go to the header beside what goes to its argument.
void Change::passOn(Block *from, Value all, Value rows, Value allBehind, Value rowsBehind) const {
  auto branch = cast<BranchOpInterface>(from->getTerminator());
  OpBuilder builder(branch);
  BlockArgument argument = collection.all;
  for (unsigned i = 0; i < branch->getNumSuccessors(); ++i) {
    if (branch->getSuccessor(i) != argument.getOwner())
      continue;
    SuccessorOperands operands = branch.getSuccessorOperands(i);
    Value passed = operands[argument.getArgNumber()];
    if (!collection.loop.contains(from)) {
      operands.append(noRows(builder));
    } else if (passed == all) {
      operands.append(rows);
    } else {
      operands.slice(argument.getArgNumber(), 1).assign(allBehind);
      operands.append(rowsBehind);
    }
  }
}

/// Behind the loop a value that was collected is what `all` and `rows` give.
void Change::useBehind(Value value, Value all, Value rows) const {
  DenseMap<Block *, Value> ready;
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
    Block *block = use.getOwner()->getBlock();
    if (collection.loop.contains(block))
      continue;
    Value &there = ready[block];
    if (!there) {
      OpBuilder builder(block, block->begin());
      there = flushed(builder, all, rows);
    }
    if (use.getOwner() != there.getDefiningOp())
      use.set(there);
  }
}

} // namespace

bool lith::passes::findCollection(Value element, Collection &collection) {
  Value value = element;
  while (value.hasOneUse() && isa<SqueezeOp, UnsqueezeOp>(*value.getUsers().begin())) {
    collection.views.push_back(*value.getUsers().begin());
    value = collection.views.back()->getResult(0);
  }
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !value.hasOneUse() || type.getRank() == 0 ||
      llvm::any_of(type.getShape(), [](int64_t size) { return size != 1; }))
    return false;
  auto append = dyn_cast<ConcatOp>(*value.getUsers().begin());
  if (!append || append.getTensors().size() != 2 || append.getTensors()[1] != value)
    return false;
  auto dim = append.getDim().getDefiningOp<ConstantOp>();
  auto all = dyn_cast<BlockArgument>(append.getTensors()[0]);
  if (!dim || !all || all.getType() != append.getResult().getType() ||
      cast<RankedTensorType>(all.getType()).getRank() != type.getRank())
    return false;
  collection.append = append;
  collection.all = all;
  collection.dim = cast<IntegerAttr>(dim.getValue()).getInt();
  collection.loop = loopOf(all.getOwner());
  return isLoopOf(collection);
}

void lith::passes::collectRows(Collection &collection, Value row, int64_t length, int64_t most,
                               function_ref<Value(OpBuilder &, Value)> elementsOf) {
  Type element = cast<RankedTensorType>(row.getType()).getElementType();
  Change change{collection, typeOf({ShapedType::kDynamic, length}, element), elementsOf};
  Location loc = change.loc;
  BlockArgument all = collection.all;
  Block *header = all.getOwner(), *block = collection.append->getBlock();
  SmallVector<Block *> into(header->getPredecessors());
  Value rows = header->addArgument(change.type, loc);

  Block *rest = block->splitBlock(collection.append);
  Block *flush = new Block;
  rest->getParent()->getBlocks().insert(rest->getIterator(), flush);
  Value allRest = rest->addArgument(all.getType(), loc);
  Value rowsRest = rest->addArgument(change.type, loc);
  collection.loop.insert(rest);
  collection.loop.insert(flush);

  OpBuilder builder(block, block->end());
  Value more = concat(builder, loc, change.type, 0, rows, row);
  Value count = DimOp::create(builder, loc, more, 0);
  Value limit = ConstantOp::create(builder, loc, most);
  Value isFull = CompareOp::create(builder, loc, CompareKind::ge, count, limit);
  cf::CondBranchOp::create(builder, loc, isFull, flush, ValueRange{}, rest, ValueRange{all, more});
  builder.setInsertionPointToEnd(flush);
  Value flushed = change.flushed(builder, all, more);
  cf::BranchOp::create(builder, loc, rest, ValueRange{flushed, change.noRows(builder)});

  for (Block *from : llvm::SmallSetVector<Block *, 4>(into.begin(), into.end()))
    change.passOn(from == block ? rest : from, all, rows, allRest, rowsRest);
  Value appended = collection.append.getResult();
  change.useBehind(appended, allRest, rowsRest);
  change.useBehind(all, all, rows);
  collection.append.erase();
  for (Operation *view : llvm::reverse(collection.views))
    view->erase();
}
