// Items.cpp: an element that becomes a number needs no tensor.
//
//   %m = lith.group "reduce"(%x) … : tensor<i1>      %k = lith.group "reduce"(%x) … : i1
//   %k = lith.item_bool(%m)                     =>
//   %e = lith.select %x, %i : tensor<f32>            %f = lith.element_float(%x, %i)
//   %f = lith.item_float(%e)
//
// Why: conditions of loops read one element at each trip; a tensor for it costs more than to
// compute it.
// Requires: groups (after fusion), ownership not yet explicit.
// Ensures:  the same numbers; what is read is read at the same place.
// Never:    touches conversions that may raise (of several elements, of floats to int).

#include "passes/items/Items.h"
#include "ops/RuntimeOps.h"
#include "ops/TensorOps.h"

using namespace mlir;
using namespace lith::ir;

namespace {

/// Whether `read` converts every element of this type, by the rules of C and without raising.
bool isPlain(Operation *read, Type element) {
  if (element.isF32() || element.isF64())
    return !isa<ItemIntOp>(read);
  return isa<IntegerType>(element);
}

/// Whether the operation reads a tensor without dimensions as a number, and never raises.
bool isPlainRead(Operation *op) {
  if (!isa<ItemIntOp, ItemFloatOp, ItemBoolOp>(op))
    return false;
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  return type && type.getRank() == 0 && isPlain(op, type.getElementType());
}

void replace(Operation *read, Value number) {
  if (auto raised = dyn_cast_or_null<RaisedOp>(read->getNextNode())) {
    OpBuilder builder(raised);
    raised.getResult().replaceAllUsesWith(
        ConstantOp::create(builder, raised.getLoc(), false).getResult());
    raised.erase();
  }
  read->getResult(0).replaceAllUsesWith(number);
  read->erase();
}

/// A result of a group that is only ever read as one kind of number becomes that number.
void numberResult(OpResult result) {
  llvm::SmallVector<Operation *> reads(result.getUsers());
  if (reads.empty() || !llvm::all_of(reads, [&](Operation *read) {
        return isPlainRead(read) && read->getName() == reads[0]->getName();
      }))
    return;
  result.setType(reads[0]->getResult(0).getType());
  for (Operation *read : reads)
    replace(read, result);
}

void numberResults(GroupOp group) {
  // Without dimensions, what is folded and what is whole look alike.
  for (Operation &op : group.getBody().front())
    if (isa<Reduction>(op) && !tensorType(op.getOperand(0).getType()).getRank())
      return;
  for (OpResult result : group->getResults())
    numberResult(result);
}

/// The number at the indices of a tensor, as `read` reads it.
Value elementAt(OpBuilder &builder, Operation *read, Value tensor, ValueRange indices) {
  Location loc = read->getLoc();
  Type type = read->getResult(0).getType();
  if (isa<ItemIntOp>(read))
    return ElementIntOp::create(builder, loc, type, tensor, indices);
  if (isa<ItemFloatOp>(read))
    return ElementFloatOp::create(builder, loc, type, tensor, indices);
  return ElementBoolOp::create(builder, loc, type, tensor, indices);
}

/// Reads through the selections that lead to the element.
void readDirectly(Operation *read) {
  llvm::SmallVector<Value> indices;
  Value base = read->getOperand(0);
  while (auto select = base.getDefiningOp<SelectOp>()) {
    indices.insert(indices.begin() + select.getDim(), select.getIndex());
    base = select.getOperand();
  }
  if (!isa<RankedTensorType>(base.getType()))
    return;
  OpBuilder builder(read);
  Value element = elementAt(builder, read, base, indices);
  Operation *view = read->getOperand(0).getDefiningOp();
  replace(read, element);
  while (isa_and_nonnull<SelectOp>(view) && view->use_empty()) {
    Operation *before = view->getOperand(0).getDefiningOp();
    view->erase();
    view = before;
  }
}

} // namespace

void lith::passes::readItems(ModuleOp module) {
  llvm::SmallVector<GroupOp> groups;
  llvm::SmallVector<Operation *> reads;
  module.walk([&](GroupOp group) { groups.push_back(group); });
  for (GroupOp group : groups)
    numberResults(group);
  module.walk([&](Operation *op) {
    if (isPlainRead(op))
      reads.push_back(op);
  });
  for (Operation *read : reads)
    readDirectly(read);
}
