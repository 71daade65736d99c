// Sizes.cpp: polynomials, and how sizes follow from operations.
#include "stage/model/Sizes.h"

#include "ops/OperatorTable.h"
#include "ops/TensorOps.h"

#include <algorithm>

namespace lith::stage {

using namespace lith::ir;

//===-- Polynomials -----------------------------------------------------===//

std::optional<int64_t> Size::constant() const {
  if (terms.empty())
    return 0;
  if (terms.size() == 1 && terms.begin()->first.empty())
    return terms.begin()->second;
  return std::nullopt;
}

std::optional<SizeSymbol> Size::asSymbol() const {
  if (terms.size() == 1 && terms.begin()->second == 1 && terms.begin()->first.size() == 1)
    return terms.begin()->first[0];
  return std::nullopt;
}

void Size::add(const Product &product, int64_t factor) {
  int64_t &sum = terms[product];
  sum += factor;
  if (!sum)
    terms.erase(product);
}

Size Size::operator+(const Size &other) const {
  Size result = *this;
  for (const auto &[product, factor] : other.terms)
    result.add(product, factor);
  return result;
}

Size Size::operator-(const Size &other) const { return *this + other * Size(-1); }

Size Size::operator*(const Size &other) const {
  Size result;
  for (const auto &[left, a] : terms)
    for (const auto &[right, b] : other.terms) {
      Product product;
      std::merge(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(product));
      result.add(product, a * b);
    }
  return result;
}

std::optional<Size> Size::over(const Size &divisor) const {
  if (divisor.terms.size() != 1)
    return std::nullopt;
  const auto &[below, factor] = *divisor.terms.begin();
  Size result;
  for (const auto &[above, multiple] : terms) {
    if (multiple % factor || !std::includes(above.begin(), above.end(), below.begin(), below.end()))
      return std::nullopt;
    Product left;
    std::set_difference(above.begin(), above.end(), below.begin(), below.end(),
                        std::back_inserter(left));
    result.add(left, multiple / factor);
  }
  return result;
}

bool Size::isNeverNegative() const {
  return llvm::all_of(terms, [](const auto &term) {
    return term.second >= 0 &&
           llvm::all_of(term.first, [](const SizeSymbol &symbol) { return symbol.dim >= 0; });
  });
}

//===-- Derivation ------------------------------------------------------===//

// Past this many operations a value is a symbol of its own.
static constexpr unsigned MaxDepth = 200;

mlir::RankedTensorType rankedType(mlir::Value tensor) {
  return llvm::dyn_cast_or_null<mlir::RankedTensorType>(tensorType(tensor.getType()));
}

Size Sizes::of(mlir::Value tensor, unsigned dim) { return ofDepth(tensor, dim, 0); }
Size Sizes::ofInt(mlir::Value i64) { return ofIntDepth(i64, 0); }

bool Sizes::agree(mlir::Block *block, const Size &left, const Size &right) const {
  Size difference = left - right, opposite = right - left;
  for (auto &[where, fact] : agreed)
    if (fact == difference || fact == opposite)
      for (mlir::Block *at = block; at; at = at->getSinglePredecessor())
        if (at == where)
          return true;
  return false;
}

Size Sizes::ofDepth(mlir::Value tensor, unsigned dim, unsigned depth) {
  auto type = rankedType(tensor);
  if (type && !type.isDynamicDim(dim))
    return type.getDimSize(dim);
  SizeSymbol key{tensor.getAsOpaquePointer(), int(dim)};
  if (auto found = known.find(key); found != known.end())
    return found->second;
  Size size = depth < MaxDepth ? derive(tensor, dim, depth + 1) : Size::symbol(key);
  if (depth < MaxDepth)
    known.emplace(key, size);
  return size;
}

Size Sizes::ofIntDepth(mlir::Value i64, unsigned depth) {
  SizeSymbol key{i64.getAsOpaquePointer(), -1};
  if (auto found = known.find(key); found != known.end())
    return found->second;
  Size size = depth < MaxDepth ? deriveInt(i64, depth + 1) : Size::symbol(key);
  if (depth < MaxDepth)
    known.emplace(key, size);
  return size;
}

Size Sizes::deriveInt(mlir::Value i64, unsigned depth) {
  mlir::Operation *op = i64.getDefiningOp();
  if (auto constant = llvm::dyn_cast_or_null<ConstantOp>(op))
    if (auto number = llvm::dyn_cast<mlir::IntegerAttr>(constant.getValue()))
      return number.getInt();
  if (auto dim = llvm::dyn_cast_or_null<DimOp>(op))
    return ofDepth(dim.getOperand(), dim.getDim(), depth);
  if (auto binary = llvm::dyn_cast_or_null<BinaryOp>(op)) {
    BinaryKind kind = binary.getKind();
    if (kind == BinaryKind::add || kind == BinaryKind::sub || kind == BinaryKind::mul) {
      Size left = ofIntDepth(binary.getLhs(), depth), right = ofIntDepth(binary.getRhs(), depth);
      return kind == BinaryKind::add   ? left + right
             : kind == BinaryKind::sub ? left - right
                                       : left * right;
    }
  }
  return Size::symbol({i64.getAsOpaquePointer(), -1});
}

Size Sizes::derive(mlir::Value tensor, unsigned dim, unsigned depth) {
  if (mlir::Operation *op = tensor.getDefiningOp())
    if (auto size = fromOperation(op, dim, depth))
      return *size;
  return Size::symbol({tensor.getAsOpaquePointer(), int(dim)});
}

std::optional<Size> Sizes::broadcast(mlir::ValueRange operands, unsigned fromRight,
                                     unsigned depth) {
  std::optional<Size> result;
  for (mlir::Value operand : operands) {
    auto type = rankedType(operand);
    if (!type || type.getRank() <= fromRight)
      continue;
    Size size = ofDepth(operand, type.getRank() - 1 - fromRight, depth);
    if (size.is(1) || (result && *result == size))
      continue;
    if (!result)
      result = size;
    else if (size.constant())
      result = size; // the other is this or 1
    else if (!result->constant())
      return std::nullopt;
  }
  return result ? result : Size(1);
}

static std::optional<Size> sizeOperand(mlir::OperandRange sizes, unsigned dim,
                                       llvm::function_ref<Size(mlir::Value)> ofInt) {
  if (dim < sizes.size())
    return ofInt(sizes[dim]);
  return std::nullopt;
}

/// Bytes of one element.
static int64_t widthOf(mlir::Value tensor) {
  return ir::dtypeBytes(ir::dtypeOf(ir::tensorType(tensor.getType()).getElementType()));
}

std::optional<Size> Sizes::fromOperation(mlir::Operation *op, unsigned dim, unsigned depth) {
  auto ofInt = [&](mlir::Value value) { return ofIntDepth(value, depth); };
  auto type = rankedType(op->getResult(0));
  if (op->hasTrait<Elementwise>())
    return broadcast(op->getOperands(), type.getRank() - 1 - dim, depth);
  if (llvm::isa<LoadOp, NewStorageOp, RefineOp, CloneOp, ContiguousOp, InsertOp>(op))
    return ofDepth(op->getOperand(0), dim, depth);
  if (auto permute = llvm::dyn_cast<PermuteOp>(op))
    return ofDepth(permute.getOperand(), permute.getDims()[dim], depth);
  if (auto expand = llvm::dyn_cast<ExpandOp>(op))
    return sizeOperand(expand.getSizes(), dim, ofInt);
  if (auto view = llvm::dyn_cast<ViewAsOp>(op))
    return sizeOperand(view.getSizes(), dim, ofInt);
  if (auto reshape = llvm::dyn_cast<ReshapeOp>(op))
    return sizeOperand(reshape.getSizes(), dim, ofInt);
  if (auto strided = llvm::dyn_cast<AsStridedOp>(op))
    return sizeOperand(strided.getGeometry(), dim, ofInt);
  if (auto slice = llvm::dyn_cast<SliceOp>(op))
    return dim == slice.getDim() ? ofInt(slice.getLength())
                                 : ofDepth(slice.getOperand(), dim, depth);
  if (auto select = llvm::dyn_cast<SelectOp>(op))
    return ofDepth(select.getOperand(), dim + (dim >= select.getDim()), depth);
  if (auto unsqueeze = llvm::dyn_cast<UnsqueezeOp>(op))
    return ofDepth(unsqueeze.getOperand(), dim - (dim > unsqueeze.getDim()), depth);
  if (auto squeeze = llvm::dyn_cast<SqueezeOp>(op)) {
    unsigned source = dim;
    for (int64_t gone : squeeze.getDims())
      source += gone <= int64_t(source);
    return ofDepth(squeeze.getOperand(), source, depth);
  }
  if (auto view = llvm::dyn_cast<ViewDtypeOp>(op)) {
    Size size = ofDepth(view.getOperand(), dim, depth);
    int64_t own = widthOf(view.getOperand()), wanted = widthOf(view.getResult());
    if (int(dim) + 1 < type.getRank() || own == wanted)
      return size;
    return own > wanted ? size * Size(own / wanted) : size.over(Size(wanted / own));
  }
  if (auto fold = llvm::dyn_cast<Reduction>(op)) {
    llvm::ArrayRef<int64_t> dims = fold.getDims();
    if (fold.getKeepdim())
      return ofDepth(op->getOperand(0), dim, depth);
    unsigned source = dim;
    for (int64_t gone : dims)
      source += gone <= int64_t(source);
    return dims.empty() ? std::nullopt : std::optional(ofDepth(op->getOperand(0), source, depth));
  }
  if (auto matmul = llvm::dyn_cast<MatmulOp>(op)) {
    unsigned rank = type.getRank();
    auto left = rankedType(matmul.getLhs()), right = rankedType(matmul.getRhs());
    if (dim == rank - 1)
      return ofDepth(matmul.getRhs(), right.getRank() - 1, depth);
    if (dim == rank - 2)
      return ofDepth(matmul.getLhs(), left.getRank() - 2, depth);
    return broadcast(op->getOperands(), rank - 1 - dim, depth);
  }
  if (auto attention = llvm::dyn_cast<AttentionOp>(op))
    return ofDepth(dim + 1 == type.getRank() ? attention.getValue() : attention.getQuery(), dim,
                   depth);
  auto record = llvm::dyn_cast<ops::TensorOperator>(op);
  return record ? byRule(record.getShapeRule(), op->getOperands(), dim, depth) : std::nullopt;
}

std::optional<Size> Sizes::byRule(const ops::ShapeRule &rule, mlir::ValueRange operands,
                                  unsigned dim, unsigned depth) {
  using Kind = ops::ShapeRule::Kind;
  auto own = [&](unsigned at) { return ofDepth(operands[rule.tensor], at, depth); };
  auto number = [&](unsigned index) { return ofIntDepth(operands[index], depth); };
  std::optional<int64_t> place;
  if (rule.kind == Kind::Along || rule.kind == Kind::Selected || rule.kind == Kind::Joined)
    place = number(rule.dim).constant();
  switch (rule.kind) {
  case Kind::Unknown:
  case Kind::Vector:
    return std::nullopt;
  case Kind::Like:
    return own(dim);
  case Kind::Sizes:
    return number(rule.size + dim);
  case Kind::Size:
    return number(rule.size);
  case Kind::Along:
    if (place != int64_t(dim))
      return own(dim);
    return rule.size < 0 ? Size(1) : number(rule.size);
  case Kind::Rows:
    return dim > 0 ? std::optional(own(dim)) : std::nullopt;
  case Kind::Padded:
    return own(dim) + number(rule.size + 2 * dim) + number(rule.size + 2 * dim + 1);
  case Kind::Selected: {
    unsigned count = rankedType(operands[rule.size]).getRank();
    if (!place || dim < *place)
      return place ? std::optional(own(dim)) : std::nullopt;
    return dim < *place + count ? ofDepth(operands[rule.size], dim - *place, depth)
                                : own(dim - count + 1);
  }
  case Kind::Joined: {
    if (place != int64_t(dim))
      return place ? std::optional(own(dim)) : std::nullopt;
    Size sum;
    for (mlir::Value tensor : operands.drop_front(rule.tensor))
      sum = sum + ofDepth(tensor, dim, depth);
    return sum;
  }
  }
  return std::nullopt;
}

} // namespace lith::stage
