// Views.cpp: gradients through chains of views.
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Refusals.h"
#include "stage/gradients/Backward.h"
#include "stage/gradients/Batched.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

#include "ops/TensorOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace lith::stage::gradients {

using namespace lith::ir;
using namespace lith::stage::tensor;

namespace {

Value ints(Stage &s, llvm::ArrayRef<int64_t> numbers) {
  std::vector<Value> all;
  for (int64_t number : numbers)
    all.push_back(s.integer(number));
  return s.tuple(all);
}

llvm::ArrayRef<int64_t> dimsOf(const ViewStep &step) {
  return step.attributes.getAs<mlir::DenseI64ArrayAttr>("dims").asArrayRef();
}

Result primitive(Stage &s, llvm::StringRef name, llvm::ArrayRef<Value> arguments) {
  return call(s, s.boundPrimitive(Registry::instance().find(("prim." + name).str()), {}),
              arguments);
}

/// The same of a gradient that vmap maps over.
Result inMappedZeros(Stage &s, const ViewStep &step, Value base, Value gradient) {
  unsigned more = levelsOf(s, gradient).size();
  Result last = levelsLast(s, gradient);
  Result whole =
      last ? callPrelude(s, "zeros_for_levels", {base, *last, s.integer(more)}) : std::nullopt;
  Result part = whole ? viewedWithin(s, step, *whole, more) : std::nullopt;
  return part && callMethod(s, *part, "copy_", *last) ? levelsFirst(s, *whole, gradient)
                                                      : std::nullopt;
}

/// The elements of a view, in zeros for all that it does not show.
Result inZeros(Stage &s, const ViewStep &step, Value base, Value gradient) {
  if (isMapped(s, gradient))
    return inMappedZeros(s, step, base, gradient);
  Result whole = callPrelude(s, "zeros_for_gradient", {base, gradient});
  if (!whole)
    return whole;
  Value part = viewed(s, step, *whole);
  return callMethod(s, part, "copy_", {gradient}) ? whole : std::nullopt;
}

/// The gradient of `base` for that of the view that a step makes of it.
Result throughStep(Stage &s, const ViewStep &step, Value base, Value gradient) {
  if (step.name == PermuteOp::getOperationName()) {
    llvm::SmallVector<int64_t> back(dimsOf(step).size());
    for (auto [i, dim] : llvm::enumerate(dimsOf(step)))
      back[dim] = i;
    return primitive(s, "permute", {gradient, ints(s, back)});
  }
  if (step.name == SqueezeOp::getOperationName()) {
    llvm::SmallVector<int64_t> dims(dimsOf(step));
    llvm::sort(dims);
    Result made = gradient;
    for (int64_t dim : dims)
      if (!(made = primitive(s, "unsqueeze", {*made, s.integer(dim)})))
        break;
    return made;
  }
  if (step.name == ExpandOp::getOperationName())
    return callPrelude(s, "fitted_gradient", {gradient, base});
  if (step.name == ViewAsOp::getOperationName() || step.name == UnsqueezeOp::getOperationName()) {
    Result shape = getattr(s, base, "shape");
    return shape ? primitive(s, "reshape", {gradient, *shape}) : shape;
  }
  if (step.name == ViewDtypeOp::getOperationName())
    return callPrelude(s, "view_dtype_gradient", {gradient, base});
  if (step.name == UnfoldOp::getOperationName()) {
    int64_t dim = step.attributes.getAs<mlir::IntegerAttr>("dim").getInt();
    return callPrelude(s, "unfold_gradient",
                       {gradient, base, s.integer(dim), s.intScalar(step.operands[0].ssa()),
                        s.intScalar(step.operands[1].ssa())});
  }
  if (step.name == AsStridedOp::getOperationName())
    refuse(s, diag::Kind::UnknownGradient, {step.name.drop_front(5)});
  return inZeros(s, step, base, gradient);
}

} // namespace

Value viewed(Stage &s, const ViewStep &step, Value tensor) {
  SSAs operands;
  for (Value operand : step.operands)
    operands.push_back(operand.ssa());
  Shape shape;
  auto type = llvm::cast<mlir::RankedTensorType>(step.resultType);
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    shape.push_back(mlir::ShapedType::isDynamic(size) ? Size::symbol({nullptr, int(dim)})
                                                      : Size(size));
  return makeView(s, tensor, step.name, step.attributes.getValue(), operands, shape,
                  ir::dtypeOf(type.getElementType()));
}

Value viewed(Stage &s, llvm::ArrayRef<ViewStep> chain, Value tensor) {
  for (const ViewStep &step : chain)
    tensor = viewed(s, step, tensor);
  return tensor;
}

Result throughViews(Stage &s, llvm::ArrayRef<ViewStep> chain, Value base, Value gradient) {
  if (chain.empty()) // recordKept
    return gradient;
  llvm::SmallVector<Value, 4> bases{base};
  for (const ViewStep &step : chain.drop_back())
    bases.push_back(viewed(s, step, bases.back()));
  Result made = gradient;
  for (size_t i = chain.size(); made && i-- > 0;)
    made = throughStep(s, chain[i], bases[i], *made);
  return made;
}

} // namespace lith::stage::gradients
