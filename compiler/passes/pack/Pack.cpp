// Pack.cpp: a constant matrix that is only multiplied with lies as the kernel reads it.
//
//   %w = lith.const_tensor 3 [1536, 384]           %w = lith.packed_tensor 3 transposed
//   %t = lith.permute %w {dims = [1, 0]}     =>    %n = lith.constant 1536 : i64
//   %y = lith.matmul %x, %t                        %y = lith.matmul_packed(%x, %w, %n)
//   %d = lith.dim %w[1]                            %d = lith.constant 384 : i64
//
// Why: a product on weights as PyTorch keeps them copies them to panels at every call, or reads
// them at less than the processor's speed.
// Requires: the graph as it is staged.
// Ensures:  each sum in the same order of k as without it.
// Never:    packs what something else reads too, what has few columns, or another type than float
//           and double.

#include "passes/pack/Pack.h"
#include "ops/RuntimeOps.h"
#include "ops/TensorOps.h"

#include <lith/abi.h>

using namespace mlir;
using namespace lith::ir;

namespace {

/// The products that read one constant.
struct Uses {
  SmallVector<MatmulOp> products;
  SmallVector<DimOp> sizes;
  SmallVector<PermuteOp> permutes;
  SmallVector<OpOperand *> choices; ///< of `lith.argmax_linear`, which takes either layout
  bool isTransposed() const { return !permutes.empty() || !choices.empty(); }
};

/// Whether the operand is the matrix of a call for any number of rows: several are multiplied.
bool isChoice(OpOperand &use) {
  auto call = dyn_cast<ArgmaxLinearOp>(use.getOwner());
  if (!call || call.getMatrix() != use.get())
    return false;
  auto rows = cast<RankedTensorType>(call.getRows().getType()).getShape().drop_back();
  return llvm::any_of(rows, [](int64_t size) { return size != 1; });
}

/// False when a use of a matrix is neither a product with it from the right nor of its sizes.
bool collect(OpOperand &use, Uses &uses) {
  if (auto dim = dyn_cast<DimOp>(use.getOwner())) {
    uses.sizes.push_back(dim);
    return true;
  }
  auto product = dyn_cast<MatmulOp>(use.getOwner());
  if (!product || product.getLhs() == use.get())
    return false;
  uses.products.push_back(product);
  return true;
}

bool collectUses(Value matrix, Uses &uses) {
  return llvm::all_of(matrix.getUses(), [&](OpOperand &use) { return collect(use, uses); });
}

/// Whether the constant is multiplied with, always as it is or always transposed, and nothing else.
bool collect(ConstTensorOp constant, Uses &uses) {
  for (OpOperand &use : constant->getUses()) {
    if (isChoice(use)) {
      uses.choices.push_back(&use);
      continue;
    }
    auto permute = dyn_cast<PermuteOp>(use.getOwner());
    bool isKnown = permute ? permute.getDims() == ArrayRef<int64_t>{1, 0} &&
                                 collectUses(permute.getResult(), uses)
                           : collect(use, uses);
    if (!isKnown)
      return false;
    if (permute)
      uses.permutes.push_back(permute);
  }
  bool isRead = !uses.products.empty() || !uses.choices.empty();
  return isRead && llvm::all_of(uses.products, [&](MatmulOp product) {
           return uses.isTransposed() != (product.getRhs() == constant.getResult());
         });
}

bool isPackable(ConstTensorOp constant) {
  auto type = dyn_cast<RankedTensorType>(constant.getType());
  constexpr int64_t least = LITH_PANEL_STEP;
  return type && type.getRank() == 2 &&
         (type.getElementType().isF32() || type.getElementType().isF64()) &&
         llvm::all_of(constant.getSizes(), [](int64_t size) { return size >= least; });
}

void replace(ConstTensorOp constant, const Uses &uses) {
  ArrayRef<int64_t> sizes = constant.getSizes();
  for (DimOp dim : uses.sizes) {
    bool isSwapped = dim.getOperand() != constant.getResult();
    OpBuilder builder(dim);
    int64_t size = sizes[isSwapped ? 1 - dim.getDim() : dim.getDim()];
    dim.replaceAllUsesWith(ConstantOp::create(builder, dim.getLoc(), size).getResult());
    dim.erase();
  }
  OpBuilder builder(constant);
  auto matrix = cast<RankedTensorType>(constant.getType());
  auto type = RankedTensorType::get({ShapedType::kDynamic}, matrix.getElementType());
  Value packed = PackedTensorOp::create(builder, constant.getLoc(), type, constant.getIndex(),
                                        uses.isTransposed());
  for (MatmulOp product : uses.products) {
    builder.setInsertionPoint(product);
    Location loc = product.getLoc();
    Value columns = ConstantOp::create(builder, loc, sizes[uses.isTransposed() ? 0 : 1]);
    Value call =
        MatmulPackedOp::create(builder, loc, product.getType(), product.getLhs(), packed, columns);
    product.replaceAllUsesWith(call);
    product.erase();
  }
  for (OpOperand *choice : uses.choices)
    choice->set(packed);
  for (PermuteOp permute : uses.permutes)
    permute.erase();
  constant.erase();
}

} // namespace

void lith::passes::packConstants(ModuleOp module) {
  SmallVector<ConstTensorOp> constants;
  module.walk([&](ConstTensorOp constant) { constants.push_back(constant); });
  for (ConstTensorOp constant : constants) {
    Uses uses;
    if (isPackable(constant) && collect(constant, uses))
      replace(constant, uses);
  }
}
