// Dims.cpp: one step of forwarding, repeated until it reaches a value with a size of its own.
//
//   %s = lith.add %x, %y                    %s = lith.add %x, %y
//   %n = lith.dim %s[0]            =>       %a = lith.dim %x[0]
//                                           %n = lith.choose (%a == 1), (lith.dim %y[0]), %a
//
// Why: a size that is asked of a result would have to wait for the kernel that makes it, so that
// the operators around it could not share one.

#include "passes/fuse/Dims.h"

using namespace mlir;
using namespace lith::ir;

namespace {

class Forwarder {
public:
  explicit Forwarder(DimOp op) : op(op), b(op) {}

  /// Replaces the operation; new ones that may go further are appended to `work`.
  void run(SmallVectorImpl<DimOp> &work) {
    Operation *def = op.getOperand().getDefiningOp();
    auto type = dyn_cast<RankedTensorType>(op.getOperand().getType());
    if (!def || !type)
      return;
    Value size;
    if (def->hasTrait<Elementwise>())
      size = ofElementwise(def, type.getRank());
    else if (def->hasTrait<Reduction>())
      size = ofReduction(def);
    else if (isa<RefineOp>(def))
      size = dim(def->getOperand(0), op.getDim());
    if (!size)
      return;
    op.replaceAllUsesWith(size);
    op.erase();
    append_range(work, made);
  }

private:
  Value number(int64_t value) { return ConstantOp::create(b, op.getLoc(), value); }

  Value dim(Value tensor, int64_t index) {
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    if (type && !type.isDynamicDim(index))
      return number(type.getDimSize(index));
    DimOp made = DimOp::create(b, op.getLoc(), b.getI64Type(), tensor, index);
    this->made.push_back(made);
    return made;
  }

  /// The size of the only operand that can be larger than 1 there; null when several can.
  Value ofElementwise(Operation *def, int64_t rank) {
    SmallVector<std::pair<Value, int64_t>> sources;
    for (Value operand : def->getOperands()) {
      auto type = dyn_cast<TensorType>(operand.getType());
      if (!type)
        continue;
      if (!type.hasRank())
        return {};
      int64_t index = int64_t(op.getDim()) - (rank - type.getRank());
      if (index < 0 || type.getShape()[index] == 1 ||
          llvm::is_contained(sources, std::pair(operand, index)))
        continue;
      if (!type.isDynamicDim(index))
        return number(type.getShape()[index]);
      sources.push_back({operand, index});
    }
    if (sources.empty())
      return number(1);
    // A choice between two would double at each operator of a chain.
    if (sources.size() > 1)
      return {};
    return dim(sources[0].first, sources[0].second);
  }

  Value ofReduction(Operation *def) {
    auto type = dyn_cast<RankedTensorType>(def->getOperand(0).getType());
    if (!type)
      return {};
    auto dims = def->getAttrOfType<DenseI64ArrayAttr>("dims").asArrayRef();
    auto isFolded = [&](int64_t d) { return dims.empty() || llvm::is_contained(dims, d); };
    int64_t wanted = op.getDim();
    if (def->getAttrOfType<BoolAttr>("keepdim").getValue())
      return isFolded(wanted) ? number(1) : dim(def->getOperand(0), wanted);
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (!isFolded(d) && wanted-- == 0)
        return dim(def->getOperand(0), d);
    return {};
  }

  DimOp op;
  OpBuilder b;
  SmallVector<DimOp> made;
};

} // namespace

void lith::passes::forwardDims(ModuleOp module) {
  SmallVector<DimOp> work;
  module.walk([&](DimOp op) { work.push_back(op); });
  while (!work.empty())
    Forwarder(work.pop_back_val()).run(work);
}
