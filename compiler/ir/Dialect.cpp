// Dialect.cpp: registration, and questions about operations.

#include "ir/Dialect.h"
#include "ir/RuntimeTable.h"

#include "ir/LithDialect.cpp.inc"
#include "ir/LithEnums.cpp.inc"
#include "ir/LithInterfaces.cpp.inc"
#define GET_OP_CLASSES
#include "ir/LithOps.cpp.inc"

using namespace mlir;
using namespace lith::ir;

void LithDialect::initialize() {
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "ir/LithOps.cpp.inc"
      >();
  registerTensorOps();
  registerRuntimeOps();
}

Operation *LithDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                            Location loc) {
  return ConstantOp::create(builder, loc, type, value);
}

bool lith::ir::mayRaise(Operation *op) {
  if (op->hasTrait<MayRaise>())
    return true;
  if (auto call = dyn_cast<RuntimeCall>(op))
    return call.getFunction().has(RuntimeFunction::Raises);
  // Arithmetic tells by its effects, which depend on kind and type.
  return isa<UnaryOp, BinaryOp, ConvertOp>(op) && !isMemoryEffectFree(op);
}

bool lith::ir::isAskedAbout(Operation *op) {
  return op->getBlock() && isa_and_nonnull<RaisedOp>(op->getNextNode());
}

bool lith::ir::consumes(Operation *op, unsigned index) {
  if (op->hasTrait<ConsumesOperands>())
    return true;
  if (isa<InsertOp>(op))
    return index < 2;
  if (op->hasTrait<TakesOwned>()) {
    auto owned = op->getAttrOfType<DenseI64ArrayAttr>("owned");
    return owned && llvm::is_contained(owned.asArrayRef(), int64_t(index));
  }
  auto call = dyn_cast<RuntimeCall>(op);
  if (!call)
    return false;
  const RuntimeFunction &function = call.getFunction();
  auto lengths = function.split(op->getNumOperands(), call.getArrayLengths());
  for (auto [length, parameter] : llvm::zip(*lengths, function.parameters)) {
    if (index < length)
      return parameter.consumed;
    index -= length;
  }
  return false;
}

Value lith::ir::owner(Value value) {
  while (Operation *op = isCounted(value.getType()) ? value.getDefiningOp() : nullptr) {
    auto load = dyn_cast<LoadOp>(op);
    if (!isa<BoxOp, UnboxOp, RefineOp>(op) && !(load && load.getAlias()))
      break;
    value = op->getOperand(0);
  }
  return value;
}

bool lith::ir::isOwned(Value value) {
  if (!isCounted(value.getType()))
    return false;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return !argument.getOwner()->isEntryBlock() ||
           argument.getOwner()->getParentOp()->hasAttr(takesArguments);
  Operation *op = value.getDefiningOp();
  auto load = dyn_cast<LoadOp>(op);
  bool isForm = isa<BoxOp, UnboxOp, RefineOp>(op) || (load && load.getAlias());
  return !isForm &&
         !isa<ConstantOp, ConstTensorOp, PackedTensorOp, OpaqueOp, StateOp, UndefOp, NullOp>(op);
}

std::unique_ptr<MLIRContext> lith::ir::makeContext() {
  auto context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  context->loadDialect<LithDialect, func::FuncDialect, cf::ControlFlowDialect>();
  return context;
}
