// Objects.cpp: boxes, and what a tensor's type says about the tensor.

#include "ir/Dialect.h"

#include <lith/abi.h>

using namespace mlir;
using namespace lith::ir;

OpFoldResult BoxOp::fold(FoldAdaptor) {
  if (isa<BoxType>(getOperand().getType()))
    return getOperand();
  return {};
}

OpFoldResult UnboxOp::fold(FoldAdaptor) {
  auto box = getBox().getDefiningOp<BoxOp>();
  if (box && box.getOperand().getType() == getType())
    return box.getOperand();
  return {};
}

OpFoldResult TagOp::fold(FoldAdaptor) {
  int tag = -1;
  Operation *source = getBox().getDefiningOp();
  if (auto box = dyn_cast_or_null<BoxOp>(source))
    tag = tagOf(box.getOperand().getType());
  else if (isa_and_nonnull<UndefOp>(source))
    tag = LITH_NULL;
  else if (isa_and_nonnull<ConstantOp>(source))
    tag = LITH_NONE;
  else if (isa_and_nonnull<OpaqueOp>(source))
    tag = LITH_OPAQUE;
  return tag < 0 ? OpFoldResult()
                 : OpFoldResult(IntegerAttr::get(IntegerType::get(getContext(), 64), tag));
}

OpFoldResult DimOp::fold(FoldAdaptor) {
  if (auto constant = getOperand().getDefiningOp<ConstTensorOp>())
    return IntegerAttr::get(IntegerType::get(getContext(), 64), constant.getSizes()[getDim()]);
  auto type = dyn_cast<RankedTensorType>(tensorType(getOperand().getType()));
  if (!type || type.isDynamicDim(getDim()))
    return {};
  return IntegerAttr::get(IntegerType::get(getContext(), 64), type.getDimSize(getDim()));
}

LogicalResult DimOp::verify() {
  auto type = dyn_cast<RankedTensorType>(tensorType(getOperand().getType()));
  int64_t rank = type ? type.getRank() : LITH_MAX_RANK;
  if (int64_t(getDim()) < 0 || int64_t(getDim()) >= rank)
    return emitOpError("C1: there is no dimension ") << getDim();
  return success();
}

OpFoldResult RefineOp::fold(FoldAdaptor) {
  return getOperand().getType() == getType() ? OpFoldResult(getOperand()) : OpFoldResult();
}

LogicalResult RefineOp::verify() {
  TensorType from = tensorType(getOperand().getType()), to = tensorType(getType());
  if (from.getElementType() != to.getElementType() ||
      isa<StorageType>(getOperand().getType()) != isa<StorageType>(getType()))
    return emitOpError("C1: changes the element type");
  if (from.hasRank() && to.hasRank() && from.getRank() != to.getRank())
    return emitOpError("C2: changes the rank");
  return success();
}
