// Items.cpp: an element that becomes a number needs no tensor.
//
//   %m = lith.group "reduce"(%x) … : tensor<i1>      %k = lith.group "reduce"(%x) … : i1
//   %k = lith.rt @item_bool(%m)                 =>
//   %e = lith.select %x, %i : tensor<f32>            %f = lith.rt @element_float(%x, %i)
//   %f = lith.rt @item_float(%e)
//
// Why: conditions of loops read one element at each trip; a tensor for it costs more than to
// compute it.
// Requires: groups (after fusion), ownership not yet explicit.
// Ensures:  the same numbers; what is read is read at the same place.
// Never:    touches conversions that may raise (of several elements, of floats to int).

#include "passes/items/Items.h"
#include "ops/TensorOps.h"

using namespace mlir;
using namespace lith::ir;

namespace {

/// Whether `read` converts every element of this type, by the rules of C and without raising.
bool isPlain(RtOp read, Type element) {
  if (element.isF32() || element.isF64())
    return read.getCallee() != "item_int";
  return isa<IntegerType>(element);
}

/// The conversion of a tensor without dimensions to a number; null if `op` is something else.
RtOp plainRead(Operation *op) {
  auto read = dyn_cast<RtOp>(op);
  if (!read || !read.getCallee().starts_with("item_"))
    return {};
  auto type = dyn_cast<RankedTensorType>(read.getArgs()[0].getType());
  return type && type.getRank() == 0 && isPlain(read, type.getElementType()) ? read : RtOp();
}

void replace(RtOp read, Value number) {
  if (auto raised = dyn_cast_or_null<RaisedOp>(read->getNextNode())) {
    OpBuilder builder(raised);
    raised.getResult().replaceAllUsesWith(
        ConstantOp::create(builder, raised.getLoc(), false).getResult());
    raised.erase();
  }
  read.getResult().replaceAllUsesWith(number);
  read.erase();
}

/// A result of a group that is only ever read as one kind of number becomes that number.
void numberResult(OpResult result) {
  llvm::SmallVector<RtOp> reads;
  for (Operation *user : result.getUsers()) {
    RtOp read = plainRead(user);
    if (!read || (!reads.empty() && reads[0].getCallee() != read.getCallee()))
      return;
    reads.push_back(read);
  }
  if (reads.empty())
    return;
  result.setType(reads[0].getResult().getType());
  for (RtOp read : reads)
    replace(read, result);
}

void numberResults(GroupOp group) {
  // Without dimensions, what is folded and what is whole look alike.
  for (Operation &op : group.getBody().front())
    if (op.hasTrait<Reduction>() && !tensorType(op.getOperand(0).getType()).getRank())
      return;
  for (OpResult result : group->getResults())
    numberResult(result);
}

/// Reads through the selections that lead to the element.
void readDirectly(RtOp read) {
  llvm::SmallVector<Value> indices;
  Value base = read.getArgs()[0];
  while (auto select = base.getDefiningOp<SelectOp>()) {
    indices.insert(indices.begin() + select.getDim(), select.getIndex());
    base = select.getOperand();
  }
  if (!isa<RankedTensorType>(base.getType()))
    return;
  OpBuilder builder(read);
  llvm::SmallVector<Value> arguments{base};
  arguments.append(indices);
  std::string name = ("element_" + read.getCallee().drop_front(5)).str();
  auto element =
      RtOp::create(builder, read.getLoc(), read->getResultTypes(), name, arguments, nullptr);
  Operation *view = read.getArgs()[0].getDefiningOp();
  replace(read, element.getResult());
  while (isa_and_nonnull<SelectOp>(view) && view->use_empty()) {
    Operation *before = view->getOperand(0).getDefiningOp();
    view->erase();
    view = before;
  }
}

} // namespace

void lith::passes::readItems(ModuleOp module) {
  llvm::SmallVector<GroupOp> groups;
  llvm::SmallVector<RtOp> reads;
  module.walk([&](GroupOp group) { groups.push_back(group); });
  for (GroupOp group : groups)
    numberResults(group);
  module.walk([&](RtOp op) {
    if (RtOp read = plainRead(op))
      reads.push_back(read);
  });
  for (RtOp read : reads)
    readDirectly(read);
}
