// Batched.cpp: gradients that torch.vmap maps over.
#include "stage/gradients/Batched.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/gradients/Backward.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

#include "ops/TensorOps.h"

namespace lith::stage::gradients {

using namespace lith::stage::tensor;

static Result primitive(Stage &s, llvm::StringRef name, llvm::ArrayRef<Value> arguments) {
  return call(s, s.boundPrimitive(Registry::instance().find(("prim." + name).str()), {}),
              arguments);
}

static Result permuted(Stage &s, Value tensor, llvm::ArrayRef<unsigned> order) {
  std::vector<Value> dims;
  for (unsigned dim : order)
    dims.push_back(s.integer(dim));
  return llvm::is_sorted(order) ? Result(tensor) : primitive(s, "permute", {tensor, s.tuple(dims)});
}

/// The sizes that `whole` gets: of levels that the tensor has, the tensor's.
static Value sizesWith(Stage &s, Value whole, llvm::ArrayRef<int64_t> all, Value tensor) {
  Levels own = levelsOf(s, tensor);
  mlir::Value contents = tensorContents(s, whole);
  std::vector<Value> sizes;
  for (unsigned dim = 0; dim < rankOf(s, whole); ++dim) {
    auto *found = dim < all.size() ? llvm::find(own, all[dim]) : own.end();
    bool isOwn = found != own.end();
    sizes.push_back(isOwn ? sizeValue(s, tensorContents(s, physicalOf(s, tensor)),
                                      unsigned(found - own.begin()))
                          : sizeValue(s, contents, dim));
  }
  return s.tuple(sizes);
}

Result gradientOfWhole(Stage &s, Value gradient, Value tensor) {
  Levels own = levelsOf(s, tensor), all = allLevels(s, {gradient, tensor});
  if (own.empty())
    return gradient;
  unsigned rank = rankOf(s, physicalOf(s, tensor)) - own.size();
  Value whole = align(s, gradient, all, rank);
  if (!isMapped(s, gradient))
    for (size_t i = 0; i < own.size(); ++i)
      whole = unsqueeze(s, whole, 0);
  Result wide = primitive(s, "expand", {whole, sizesWith(s, whole, all, tensor)});
  if (!wide)
    return wide;
  Levels more;
  llvm::SmallVector<unsigned> order, ofOwn;
  for (auto [dim, level] : llvm::enumerate(all)) {
    bool isOwn = llvm::is_contained(own, level);
    (isOwn ? ofOwn : order).push_back(unsigned(dim));
    if (!isOwn)
      more.push_back(level);
  }
  order.append(ofOwn);
  for (unsigned dim = all.size(); dim < rankOf(s, *wide); ++dim)
    order.push_back(dim);
  Result made = permuted(s, *wide, order);
  return made ? makeMapped(s, *made, more) : made;
}

/// A mapped tensor summed over some of its levels.
static Result summedOver(Stage &s, Value tensor, llvm::ArrayRef<int64_t> levels) {
  Levels left;
  std::vector<Value> dims;
  for (auto [dim, level] : llvm::enumerate(levelsOf(s, tensor)))
    if (llvm::is_contained(levels, level))
      dims.push_back(s.integer(int64_t(dim)));
    else
      left.push_back(level);
  if (dims.empty())
    return tensor;
  Result made = callMethod(s, physicalOf(s, tensor), "sum", {s.tuple(dims)});
  return made ? Result(makeMapped(s, *made, left)) : made;
}

Result gradientOfArgument(Stage &s, Value gradient, Value argument,
                          llvm::ArrayRef<int64_t> levels) {
  Levels own = levelsOf(s, argument), others;
  for (int64_t level : levels)
    if (!llvm::is_contained(own, level))
      others.push_back(level);
  Result fit = callPrelude(s, "fitted_gradient", {gradient, argument});
  Result sum = fit ? summedOver(s, *fit, others) : fit;
  return sum ? gradientOfWhole(s, *sum, argument) : sum;
}

Result gradientOfMapped(Stage &s, Value gradient, Value tensor) {
  Levels own = levelsOf(s, tensor), more = levelsOf(s, gradient);
  if (own.empty())
    return gradient;
  Levels all = own;
  all.append(more);
  llvm::sort(all);
  llvm::SmallVector<unsigned> order;
  for (int64_t level : all) {
    auto *found = llvm::find(more, level);
    order.push_back(found != more.end()
                        ? unsigned(found - more.begin())
                        : unsigned(more.size() + (llvm::find(own, level) - own.begin())));
  }
  Value whole = physicalOf(s, gradient);
  for (unsigned dim = all.size(); dim < rankOf(s, whole); ++dim)
    order.push_back(dim);
  Result made = permuted(s, whole, order);
  return made ? makeMapped(s, *made, all) : made;
}

/// (count, rank): the first `count` dimensions come last.
static llvm::SmallVector<unsigned> rotated(unsigned count, unsigned rank) {
  llvm::SmallVector<unsigned> order;
  for (unsigned dim = 0; dim < rank; ++dim)
    order.push_back((dim + count) % rank);
  return order;
}

Result levelsLast(Stage &s, Value gradient) {
  Value whole = physicalOf(s, gradient);
  return permuted(s, whole, rotated(levelsOf(s, gradient).size(), rankOf(s, whole)));
}

Result levelsFirst(Stage &s, Value whole, Value like) {
  unsigned rank = rankOf(s, whole);
  Result made = permuted(s, whole, rotated(rank - levelsOf(s, like).size(), rank));
  return made ? mappedLike(s, *made, like) : made;
}

/// A diagonal is the last dimension of its view, also behind those that were added.
static Result viewedWithin(Stage &s, const ViewStep &step, Value tensor, unsigned more) {
  bool isDiagonal = step.name == ir::DiagonalOp::getOperationName();
  SSAs operands;
  for (Value operand : step.operands)
    operands.push_back(operand.ssa());
  auto type = llvm::cast<mlir::RankedTensorType>(step.resultType);
  Shape shape;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    shape.push_back(mlir::ShapedType::isDynamic(size) ? Size::symbol({nullptr, int(dim)})
                                                      : Size(size));
  Shape whole = shapeOf(s, tensorContents(s, tensor));
  shape.insert(shape.end() - (isDiagonal ? 1 : 0), whole.end() - more, whole.end());
  Value view = makeView(s, tensor, step.name, step.attributes.getValue(), operands, shape,
                        ir::dtypeOf(type.getElementType()));
  if (!isDiagonal)
    return view;
  unsigned rank = shape.size(), at = rank - 1 - more;
  llvm::SmallVector<unsigned> order;
  for (unsigned dim = 0; dim < rank; ++dim)
    order.push_back(dim < at ? dim : dim == at ? rank - 1 : dim - 1);
  return permuted(s, view, order);
}

Result viewedWithin(Stage &s, llvm::ArrayRef<ViewStep> chain, Value tensor, unsigned more) {
  Result made = tensor;
  for (const ViewStep &step : chain)
    if (!(made = viewedWithin(s, step, *made, more)))
      break;
  return made;
}

} // namespace lith::stage::gradients
