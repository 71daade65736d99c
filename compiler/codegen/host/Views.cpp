// Views.cpp: the geometry of a view, computed in the host program from that of its
// base. Whether it is possible was checked before.

#include "codegen/host/FunctionEmitter.h"
#include "ops/TensorOps.h"

#include <lith/abi.h>

using namespace mlir;
using namespace lith::codegen;
namespace ir = lith::ir;

namespace {

/// Sizes and strides of a view in the making; starts as those of the base.
struct Geometry {
  Emitter &emitter;
  llvm::IRBuilder<> &b;
  llvm::Value *base;
  llvm::SmallVector<llvm::Value *> sizes, strides;
  llvm::Value *offset; ///< in elements, from the base's first

  Geometry(Emitter &emitter, Value operand)
      : emitter(emitter), b(emitter.b), base(emitter.get(operand)), offset(b.getInt64(0)) {
    auto type = cast<RankedTensorType>(ir::tensorType(operand.getType()));
    for (unsigned d = 0; d < type.getRank(); ++d) {
      bool isKnown = !type.isDynamicDim(d);
      sizes.push_back(isKnown ? static_cast<llvm::Value *>(b.getInt64(type.getDimSize(d)))
                              : emitter.sizeOf(base, d));
      strides.push_back(emitter.strideOf(base, d));
    }
  }

  llvm::Value *get(Value value) { return emitter.get(value); }

  void move(llvm::Value *steps, llvm::Value *stride) {
    offset = b.CreateAdd(offset, b.CreateMul(steps, stride));
  }

  void drop(unsigned dim) {
    sizes.erase(sizes.begin() + dim);
    strides.erase(strides.begin() + dim);
  }

  void finish(Operation *op) {
    llvm::Value *rank = b.getInt64(sizes.size());
    llvm::Value *view = emitter.callRuntime(
        "tensor_view", {base, rank, emitter.array(sizes), emitter.array(strides), offset});
    emitter.set(op->getResult(0), view);
  }
};

} // namespace

static void emitPermute(Emitter &emitter, Operation *op) {
  auto permute = cast<ir::PermuteOp>(op);
  Geometry from(emitter, permute.getOperand()), to = from;
  for (auto [i, dim] : llvm::enumerate(permute.getDims())) {
    to.sizes[i] = from.sizes[dim];
    to.strides[i] = from.strides[dim];
  }
  to.finish(op);
}

/// Aligned at the right; a dimension that grows is read again and again.
static void emitExpand(Emitter &emitter, Operation *op) {
  auto expand = cast<ir::ExpandOp>(op);
  Geometry from(emitter, expand.getOperand()), to = from;
  size_t added = expand.getSizes().size() - from.sizes.size();
  to.sizes.clear();
  to.strides.clear();
  for (auto [i, value] : llvm::enumerate(expand.getSizes())) {
    llvm::Value *size = emitter.get(value), *zero = emitter.b.getInt64(0);
    to.sizes.push_back(size);
    if (i < added) {
      to.strides.push_back(zero); // of a size of 1 it is known below
      continue;
    }
    llvm::Value *stays = emitter.b.CreateICmpEQ(size, from.sizes[i - added]);
    to.strides.push_back(emitter.b.CreateSelect(stays, from.strides[i - added], zero));
  }
  llvm::IRBuilder<> &b = emitter.b;
  for (size_t i = added; i-- > 0;) {
    bool isLast = i + 1 == to.sizes.size();
    llvm::Value *step = isLast ? static_cast<llvm::Value *>(b.getInt64(1))
                               : b.CreateMul(to.sizes[i + 1], to.strides[i + 1]);
    llvm::Value *isOne = b.CreateICmpEQ(to.sizes[i], b.getInt64(1));
    to.strides[i] = b.CreateSelect(isOne, step, to.strides[i]);
  }
  to.finish(op);
}

static void emitSlice(Emitter &emitter, Operation *op) {
  auto slice = cast<ir::SliceOp>(op);
  Geometry view(emitter, slice.getOperand());
  unsigned dim = slice.getDim();
  view.move(view.get(slice.getStart()), view.strides[dim]);
  view.sizes[dim] = view.get(slice.getLength());
  view.strides[dim] = emitter.b.CreateMul(view.strides[dim], view.get(slice.getStep()));
  view.finish(op);
}

static void emitSelect(Emitter &emitter, Operation *op) {
  auto select = cast<ir::SelectOp>(op);
  Geometry view(emitter, select.getOperand());
  unsigned dim = select.getDim();
  llvm::IRBuilder<> &b = emitter.b;
  llvm::Value *index = view.get(select.getIndex());
  llvm::Value *isNegative = b.CreateICmpSLT(index, b.getInt64(0));
  index = b.CreateSelect(isNegative, b.CreateAdd(index, view.sizes[dim]), index);
  view.move(index, view.strides[dim]);
  view.drop(dim);
  view.finish(op);
}

static void emitUnsqueeze(Emitter &emitter, Operation *op) {
  auto unsqueeze = cast<ir::UnsqueezeOp>(op);
  Geometry view(emitter, unsqueeze.getOperand());
  unsigned dim = unsqueeze.getDim();
  llvm::IRBuilder<> &b = emitter.b;
  llvm::Value *stride = dim == view.sizes.size() ? static_cast<llvm::Value *>(b.getInt64(1))
                                                 : b.CreateMul(view.sizes[dim], view.strides[dim]);
  view.sizes.insert(view.sizes.begin() + dim, b.getInt64(1));
  view.strides.insert(view.strides.begin() + dim, stride);
  view.finish(op);
}

static void emitSqueeze(Emitter &emitter, Operation *op) {
  auto squeeze = cast<ir::SqueezeOp>(op);
  Geometry view(emitter, squeeze.getOperand());
  llvm::SmallVector<int64_t> dims(squeeze.getDims());
  llvm::sort(dims, std::greater<>());
  for (int64_t dim : dims)
    view.drop(dim);
  view.finish(op);
}

/// `geometry` is sizes, strides and the offset in the storage.
static void emitAsStrided(Emitter &emitter, Operation *op) {
  auto strided = cast<ir::AsStridedOp>(op);
  Geometry view(emitter, strided.getOperand());
  llvm::IRBuilder<> &b = emitter.b;
  llvm::SmallVector<llvm::Value *> geometry;
  for (Value value : strided.getGeometry())
    geometry.push_back(emitter.get(value));
  size_t rank = geometry.size() / 2;
  view.sizes.assign(geometry.begin(), geometry.begin() + rank);
  view.strides.assign(geometry.begin() + rank, geometry.begin() + 2 * rank);
  auto field = [&](llvm::Value *object, size_t at) {
    return b.CreateLoad(b.getPtrTy(), b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), object, at));
  };
  llvm::Value *storage = field(view.base, offsetof(lith_tensor, storage));
  llvm::Value *start =
      b.CreatePtrToInt(field(storage, offsetof(lith_storage, data)), b.getInt64Ty());
  llvm::Value *first = b.CreatePtrToInt(emitter.dataOf(view.base), b.getInt64Ty());
  Type element = ir::tensorType(op->getOperand(0).getType()).getElementType();
  int64_t width = ir::dtypeBytes(ir::dtypeOf(element));
  llvm::Value *inBytes = b.CreateSub(first, start);
  llvm::Value *has = b.CreateExactSDiv(inBytes, b.getInt64(width));
  view.offset = b.CreateSub(geometry.back(), has);
  view.finish(op);
}

static void emitDiagonal(Emitter &emitter, Operation *op) {
  auto diagonal = cast<ir::DiagonalOp>(op);
  Geometry view(emitter, diagonal.getOperand());
  llvm::IRBuilder<> &b = emitter.b;
  unsigned dim1 = diagonal.getDim1(), dim2 = diagonal.getDim2();
  llvm::Value *shift = view.get(diagonal.getOffset()), *zero = b.getInt64(0);
  llvm::Value *right = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, shift, zero);
  llvm::Value *down = b.CreateSub(right, shift);
  llvm::Value *rows = b.CreateSub(view.sizes[dim1], down);
  llvm::Value *columns = b.CreateSub(view.sizes[dim2], right);
  llvm::Value *length = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, rows, columns);
  length = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, length, zero);
  view.move(down, view.strides[dim1]);
  view.move(right, view.strides[dim2]);
  llvm::Value *stride = b.CreateAdd(view.strides[dim1], view.strides[dim2]);
  view.drop(std::max(dim1, dim2));
  view.drop(std::min(dim1, dim2));
  view.sizes.push_back(length);
  view.strides.push_back(stride);
  view.finish(op);
}

static void emitUnfold(Emitter &emitter, Operation *op) {
  auto unfold = cast<ir::UnfoldOp>(op);
  Geometry view(emitter, unfold.getOperand());
  llvm::IRBuilder<> &b = emitter.b;
  unsigned dim = unfold.getDim();
  llvm::Value *size = view.get(unfold.getSize()), *step = view.get(unfold.getStep());
  llvm::Value *stride = view.strides[dim];
  llvm::Value *steps = b.CreateSDiv(b.CreateSub(view.sizes[dim], size), step);
  view.sizes[dim] = b.CreateAdd(steps, b.getInt64(1));
  view.strides[dim] = b.CreateMul(stride, step);
  view.sizes.push_back(size);
  view.strides.push_back(stride);
  view.finish(op);
}

/// The runtime decides whether the strides allow a view.
static void emitReshape(Emitter &emitter, Operation *op) {
  llvm::SmallVector<llvm::Value *> sizes;
  for (Value size : op->getOperands().drop_front())
    sizes.push_back(emitter.get(size));
  llvm::Value *base = emitter.get(op->getOperand(0));
  llvm::Value *count = emitter.b.getInt64(sizes.size());
  emitter.set(op->getResult(0),
              emitter.callRuntime("reshape", {base, count, emitter.array(sizes)}));
  emitter.exitIfRaised(op);
}

static void emitViewDtype(Emitter &emitter, Operation *op) {
  Type element = ir::tensorType(op->getResult(0).getType()).getElementType();
  emitter.set(op->getResult(0),
              emitter.callRuntime("view_dtype", {emitter.get(op->getOperand(0)),
                                                 emitter.b.getInt64(ir::dtypeOf(element))}));
}

static void emitContiguous(Emitter &emitter, Operation *op) {
  emitter.set(op->getResult(0),
              emitter.callRuntime("tensor_contiguous", emitter.get(op->getOperand(0))));
  emitter.exitIfRaised(op);
}

static void emitClone(Emitter &emitter, Operation *op) {
  emitter.set(op->getResult(0),
              emitter.callRuntime("tensor_clone", emitter.get(op->getOperand(0))));
  emitter.exitIfRaised(op);
}

void lith::codegen::addViewHandlers(HandlerTable &handlers) {
  handlers[lith::ir::PermuteOp::getOperationName()] = emitPermute;
  handlers[lith::ir::ExpandOp::getOperationName()] = emitExpand;
  handlers[lith::ir::SliceOp::getOperationName()] = emitSlice;
  handlers[lith::ir::SelectOp::getOperationName()] = emitSelect;
  handlers[lith::ir::UnsqueezeOp::getOperationName()] = emitUnsqueeze;
  handlers[lith::ir::SqueezeOp::getOperationName()] = emitSqueeze;
  handlers[lith::ir::AsStridedOp::getOperationName()] = emitAsStrided;
  handlers[lith::ir::DiagonalOp::getOperationName()] = emitDiagonal;
  handlers[lith::ir::UnfoldOp::getOperationName()] = emitUnfold;
  handlers[lith::ir::ViewDtypeOp::getOperationName()] = emitViewDtype;
  handlers[lith::ir::ViewAsOp::getOperationName()] = emitReshape;
  handlers[lith::ir::ReshapeOp::getOperationName()] = emitReshape;
  handlers[lith::ir::ContiguousOp::getOperationName()] = emitContiguous;
  handlers[lith::ir::CloneOp::getOperationName()] = emitClone;
}
