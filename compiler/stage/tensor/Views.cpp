// Views.cpp: the view primitives of the prelude: prim.permute, prim.view, ...
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/tensor/Tensor.h"

#include "ops/RuntimeOps.h"
#include "ops/TensorOps.h"

namespace lith::stage::tensor {

using namespace lith::ir;

namespace {

mlir::NamedAttribute intAttribute(Stage &stage, llvm::StringRef name, int64_t value) {
  return stage.builder().getNamedAttr(name, stage.builder().getI64IntegerAttr(value));
}
mlir::NamedAttribute dimsAttribute(Stage &stage, llvm::ArrayRef<int64_t> dims) {
  return stage.builder().getNamedAttr("dims", stage.builder().getDenseI64ArrayAttr(dims));
}
Shape shapeOfTensor(Stage &stage, Value tensor) {
  return shapeOf(stage, tensorContents(stage, tensor));
}
/// A size that only the result itself knows.
Size unknownSize() { return Size::symbol({nullptr, 0}); }

Result permute(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0];
  unsigned rank = rankOf(stage, self);
  auto given = intList(stage, info.args.positional[1]);
  if (!given)
    return std::nullopt;
  if (given->size() != rank)
    return raise(stage, "RuntimeError",
                 "permute(sparse_coo): number of dimensions in the tensor input does not "
                 "match the length of the desired ordering of dimensions i.e. input.dim() = " +
                     std::to_string(rank) +
                     " is not equal to len(dims) = " + std::to_string(given->size()));
  auto dims = distinctDims(stage, *given, rank, "permute(): duplicate dims are not allowed.");
  if (!dims)
    return std::nullopt;
  Shape shape = shapeOfTensor(stage, self), result;
  for (int64_t dim : *dims)
    result.push_back(shape[dim]);
  return makeView(stage, self, PermuteOp::getOperationName(), dimsAttribute(stage, *dims), {},
                  result);
}

/// "[4, {2}]" of ints: what is not known is a place for one more of `values`.
std::string listText(llvm::ArrayRef<Value> ints, std::vector<Value> &values) {
  std::string text = "[";
  for (auto [i, each] : llvm::enumerate(ints)) {
    text += (i ? ", {" : "{") + std::to_string(values.size()) + "}";
    values.push_back(each);
  }
  return text + "]";
}

Result raiseTooFewSizes(Stage &stage, Value self, llvm::ArrayRef<Value> wanted) {
  std::vector<Value> values;
  std::string sizes = listText(wanted, values);
  return raiseWith(
      stage, "RuntimeError",
      tooFewSizesText(stage, tensorContents(stage, self), sizes, wanted.size(), values), values);
}

/// A dimension that an expansion adds has no size to keep.
bool checkNew(Stage &stage, size_t place, mlir::Value size) {
  return stage.sizes.ofInt(size).isNeverNegative() ||
         check(stage, intCompare(stage, CompareKind::ne, size, constantInt(stage, -1)),
               "RuntimeError",
               "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing "
               "dimension " +
                   std::to_string(place),
               {});
}

/// The size that a dimension gets, which keeps its own for -1.
mlir::Value ownSize(Stage &stage, mlir::Value contents, unsigned dim, Value wanted) {
  mlir::Value size =
      toInt(stage, stage.asInt(wanted) == -1 ? sizeValue(stage, contents, dim) : wanted);
  Size known = stage.sizes.ofInt(size);
  if (known.constant() || known.isNeverNegative())
    return size;
  mlir::OpBuilder &builder = stage.builder();
  mlir::Type type = size.getType();
  // size + (own + 1) * (size == -1)
  mlir::Value isKept = intCompare(stage, CompareKind::eq, size, constantInt(stage, -1));
  mlir::Value more = BinaryOp::create(builder, stage.loc(), type, BinaryKind::add,
                                      sizeOf(stage, contents, dim), constantInt(stage, 1));
  more = BinaryOp::create(builder, stage.loc(), type, BinaryKind::mul, more,
                          toInt(stage, stage.boolScalar(isKept)));
  return BinaryOp::create(builder, stage.loc(), type, BinaryKind::add, size, more);
}

/// A size of 1 becomes any other; others stay.
bool checkExpands(Stage &stage, mlir::Value contents, unsigned dim, llvm::ArrayRef<Value> wanted,
                  mlir::Value size) {
  Size own = stage.sizes.of(contents, dim);
  if (own.is(1) || own == stage.sizes.ofInt(size))
    return true;
  mlir::Value now = sizeOf(stage, contents, dim);
  mlir::Value same = intCompare(stage, CompareKind::eq, now, size);
  if (!own.constant())
    same = BinaryOp::create(stage.builder(), stage.loc(), same.getType(), BinaryKind::bor, same,
                            intCompare(stage, CompareKind::eq, now, constantInt(stage, 1)));
  std::vector<Value> values{stage.intScalar(now), stage.intScalar(size)};
  std::string target = listText(wanted, values), mine = sizesText(stage, contents, values);
  std::string place = std::to_string(dim + wanted.size() - rankedType(contents).getRank());
  return check(stage, same, "RuntimeError",
               "The expanded size of the tensor ({1}) must match the existing size ({0}) at "
               "non-singleton dimension " +
                   place + ".  Target sizes: " + target + ".  Tensor sizes: " + mine,
               values);
}

Result expandTo(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0];
  auto wanted = intList(stage, info.args.positional[1]);
  if (!wanted)
    return std::nullopt;
  unsigned rank = rankOf(stage, self);
  if (wanted->size() < rank)
    return raiseTooFewSizes(stage, self, *wanted);
  mlir::Value contents = tensorContents(stage, self);
  SSAs sizes(wanted->size());
  Shape shape(wanted->size(), Size(1));
  size_t added = wanted->size() - rank;
  for (size_t i = wanted->size(); i-- > 0;) { // eager looks at the last one first
    bool isNew = i < added;
    unsigned dim = i - added;
    sizes[i] = isNew ? toInt(stage, (*wanted)[i]) : ownSize(stage, contents, dim, (*wanted)[i]);
    if (!(isNew ? checkNew(stage, i, sizes[i])
                : checkExpands(stage, contents, dim, *wanted, sizes[i])))
      return std::nullopt;
    shape[i] = stage.sizes.ofInt(sizes[i]);
  }
  for (mlir::Value size : sizes)
    if (!stage.sizes.ofInt(size).isNeverNegative() &&
        !check(stage, intCompare(stage, CompareKind::ge, size, constantInt(stage, 0)),
               "RuntimeError", "numel: integer multiplication overflow", {}))
      return std::nullopt;
  return makeView(stage, self, ExpandOp::getOperationName(), {}, sizes, shape);
}

Result unsqueezeAt(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0];
  auto dim = wrapDim(stage, pinInt(stage, info.args.positional[1], "a dimension"),
                     rankOf(stage, self) + 1);
  if (!dim || !checkRank(stage, rankOf(stage, self) + 1))
    return std::nullopt;
  return unsqueeze(stage, self, *dim);
}

Value squeezed(Stage &stage, Value self, llvm::ArrayRef<int64_t> dims) {
  Shape shape = shapeOfTensor(stage, self), result;
  for (size_t i = 0; i < shape.size(); ++i)
    if (!llvm::is_contained(dims, int64_t(i)))
      result.push_back(shape[i]);
  return makeView(stage, self, SqueezeOp::getOperationName(), dimsAttribute(stage, dims), {},
                  result);
}

/// Drops one dimension if its size is 1; where only run time knows, both ranks go on.
Result squeezeOne(Stage &stage, Value self, unsigned dim) {
  mlir::Value contents = tensorContents(stage, self);
  Size size = stage.sizes.of(contents, dim);
  if (auto constant = size.constant())
    return squeezed(stage, self,
                    *constant == 1 ? llvm::ArrayRef<int64_t>{int64_t(dim)}
                                   : llvm::ArrayRef<int64_t>{});
  mlir::Value isOne =
      intCompare(stage, CompareKind::eq, sizeOf(stage, contents, dim), constantInt(stage, 1));
  return choose(
      stage, stage.boolScalar(isOne),
      [&]() -> Result { return squeezed(stage, self, {int64_t(dim)}); },
      [&]() -> Result { return squeezed(stage, self, {}); });
}

Result squeezeDims(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0];
  unsigned rank = rankOf(stage, self);
  auto values = intList(stage, info.args.positional[1]);
  auto dims = values ? distinctDims(stage, *values, rank) : std::nullopt;
  if (!dims)
    return std::nullopt;
  llvm::sort(*dims, std::greater<>());
  Result result = self;
  if (dims->empty() || rank == 0)
    return squeezed(stage, self, {});
  for (int64_t dim : *dims) {
    result = forEachAlternative(
        stage, *result, [&](Value value) { return squeezeOne(stage, value, unsigned(dim)); });
    if (!result)
      return result;
  }
  return result;
}

/// Whether a number is made of sizes only, and so never negative.
bool isOfSizes(const Size &size) {
  return llvm::all_of(size.sum(), [](auto &term) {
    return term.second > 0 &&
           llvm::all_of(term.first, [](const SizeSymbol &symbol) { return symbol.dim >= 0; });
  });
}

/// The sizes of a view or reshape: -1 resolved and the product checked.
bool resolveSizes(Stage &stage, mlir::Value contents, llvm::ArrayRef<Value> wanted, SSAs &sizes) {
  Size total(1), given(1);
  for (const Size &size : shapeOf(stage, contents))
    total = total * size;
  int open = -1;
  for (size_t i = 0; i < wanted.size(); ++i) {
    sizes.push_back(toInt(stage, wanted[i]));
    if (stage.asInt(wanted[i]) == -1 && open >= 0)
      return raise(stage, "RuntimeError", "only one dimension can be inferred").has_value();
    if (stage.asInt(wanted[i]) == -1)
      open = int(i);
    else
      given = given * stage.sizes.ofInt(sizes[i]);
  }
  if (open < 0 && total == given)
    return true;
  if (open >= 0)
    if (auto quotient = total.over(given)) {
      sizes[open] = materialise(stage, *quotient);
      return true;
    }
  SSAs operands{numel(stage, contents)};
  operands.append(sizes);
  mlir::Value inferred = rt<InferSizeOp>(stage, operands, stage.builder().getI64Type());
  if (!inferred)
    return false;
  if (open >= 0)
    sizes[open] = inferred;
  for (mlir::Value &size : sizes) {
    if (open >= 0 || isOfSizes(stage.sizes.ofInt(size)))
      continue;
    mlir::Value isOpen = intCompare(stage, CompareKind::eq, size, constantInt(stage, -1));
    size =
        choose(
            stage, stage.boolScalar(isOpen), [&]() -> Result { return stage.intScalar(inferred); },
            [&]() -> Result { return stage.intScalar(size); })
            ->ssa();
  }
  return true;
}

Result viewAs(Stage &stage, Value self, Value size, bool mayCopy) {
  auto wanted = intList(stage, size);
  if (!wanted)
    return std::nullopt;
  if (wanted->size() > LITH_MAX_RANK)
    refuse(stage, diag::Kind::UnsupportedParameter, {"view", "a rank above 8"});
  mlir::Value contents = tensorContents(stage, self);
  SSAs sizes;
  if (!resolveSizes(stage, contents, *wanted, sizes))
    return std::nullopt;
  Shape shape;
  for (mlir::Value ssa : sizes)
    shape.push_back(stage.sizes.ofInt(ssa));
  bool inPlace = isContiguous(stage, self);
  if (mayCopy && !inPlace)
    return maybeAlias(stage, self, ReshapeOp::getOperationName(), sizes, shape);
  if (!inPlace) {
    SSAs operands{contents};
    operands.append(sizes);
    rt<CheckViewOp>(stage, operands);
  }
  return makeView(stage, self, ViewAsOp::getOperationName(), {}, sizes, shape);
}

Result view(Stage &stage, const CallInfo &info) {
  return viewAs(stage, info.args.positional[0], info.args.positional[1], false);
}
Result reshape(Stage &stage, const CallInfo &info) {
  return viewAs(stage, info.args.positional[0], info.args.positional[1], true);
}

Result contiguous(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0];
  if (isContiguous(stage, self))
    return self;
  return maybeAlias(stage, self, ContiguousOp::getOperationName(), {}, shapeOfTensor(stage, self));
}

Result asStrided(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0];
  auto sizes = intList(stage, info.args.positional[1]);
  auto strides = intList(stage, info.args.positional[2]);
  if (!sizes || !strides)
    return std::nullopt;
  SSAs operands;
  Shape shape;
  for (Value size : *sizes) {
    operands.push_back(toInt(stage, size));
    shape.push_back(stage.sizes.ofInt(operands.back()));
  }
  for (Value stride : *strides)
    operands.push_back(toInt(stage, stride));
  Value offset = info.args.positional[3];
  operands.push_back(stage.isNone(offset) ? constantInt(stage, 0) : toInt(stage, offset));
  SSAs checked{tensorContents(stage, self)};
  checked.append(operands);
  stage.interface.readsStorages = true;
  rt<CheckStridedOp>(stage, checked);
  return makeView(stage, self, AsStridedOp::getOperationName(), {}, operands, shape);
}

Result diagonal(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0];
  unsigned rank = rankOf(stage, self);
  int64_t dim1 = pinInt(stage, info.args.positional[2], "a dimension");
  int64_t dim2 = pinInt(stage, info.args.positional[3], "a dimension");
  auto first = wrapDim(stage, dim1, rank);
  if (!first)
    return std::nullopt;
  auto second = wrapDim(stage, dim2, rank);
  if (!second)
    return std::nullopt;
  if (*first == *second)
    return raise(stage, "RuntimeError",
                 "diagonal dimensions cannot be identical " + llvm::Twine(dim1) + ", " +
                     llvm::Twine(dim2));
  Shape shape = shapeOfTensor(stage, self), result;
  for (unsigned dim = 0; dim < rank; ++dim)
    if (dim != *first && dim != *second)
      result.push_back(shape[dim]);
  bool square = shape[*first] == shape[*second] && stage.asInt(info.args.positional[1]) == 0;
  result.push_back(square ? shape[*first] : unknownSize());
  return makeView(stage, self, DiagonalOp::getOperationName(),
                  {intAttribute(stage, "dim1", *first), intAttribute(stage, "dim2", *second)},
                  {toInt(stage, info.args.positional[1])}, result);
}

Result unfold(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0];
  auto dim =
      wrapDim(stage, pinInt(stage, info.args.positional[1], "a dimension"), rankOf(stage, self));
  if (!dim)
    return std::nullopt;
  mlir::Value contents = tensorContents(stage, self);
  mlir::Value window = toInt(stage, info.args.positional[2]),
              step = toInt(stage, info.args.positional[3]);
  mlir::Value size = sizeOf(stage, contents, *dim);
  if (!check(stage, intCompare(stage, CompareKind::le, window, size), "RuntimeError",
             "maximum size for tensor at dimension " + std::to_string(*dim) +
                 " is {1} but size is {0}",
             {stage.intScalar(window), stage.intScalar(size)}) ||
      !check(stage, intCompare(stage, CompareKind::gt, step, constantInt(stage, 0)), "RuntimeError",
             "step is {0} but must be > 0", {stage.intScalar(step)}))
    return std::nullopt;
  Shape shape = shapeOf(stage, contents);
  shape[*dim] = unknownSize();
  shape.push_back(stage.sizes.ofInt(window));
  return makeView(stage, self, UnfoldOp::getOperationName(), intAttribute(stage, "dim", *dim),
                  {window, step}, shape);
}

/// The same bytes as elements of another dtype; that widths and strides allow it was checked.
Result viewDtype(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0];
  int dtype = dtypeArgument(stage, info.args.positional[1]);
  Shape shape = shapeOfTensor(stage, self);
  int own = lith_dtype_bytes(dtypeOf(stage, self)), wanted = lith_dtype_bytes(dtype);
  if (own > wanted)
    shape.back() = shape.back() * Size(own / wanted);
  else if (own < wanted)
    shape.back() = shape.back().over(Size(wanted / own)).value_or(unknownSize());
  Value view = makeView(stage, self, ViewDtypeOp::getOperationName(), {}, {}, shape, dtype);
  if (dtypes::isIntegral(dtype))
    withoutGradient(stage, view);
  return view;
}

/// (tensor, dim, start, length, step), which lie within the tensor.
Result sliceAt(Stage &stage, const CallInfo &info) {
  auto &args = info.args.positional;
  auto dim = wrapDim(stage, pinInt(stage, args[1], "a dimension"), rankOf(stage, args[0]));
  if (!dim)
    return std::nullopt;
  return slice(stage, args[0], *dim, toInt(stage, args[2]), toInt(stage, args[3]),
               toInt(stage, args[4]));
}
/// (tensor, dim, index), which lies within the tensor.
Result selectAt(Stage &stage, const CallInfo &info) {
  auto &args = info.args.positional;
  auto dim = wrapDim(stage, pinInt(stage, args[1], "a dimension"), rankOf(stage, args[0]));
  return dim ? Result(select(stage, args[0], *dim, toInt(stage, args[2]))) : std::nullopt;
}

/// The same elements as another object: no gradient flows through it.
// Also of what has no gradient any more (refuseStale).
Result detach(Stage &stage, const CallInfo &info) {
  Value value = info.args.positional[0];
  const TensorObject &tensor = *stage.find<TensorObject>(value);
  if (!tensor.stale.isUndefined()) {
    value = stage.make(std::make_shared<TensorObject>(tensor));
    auto &fresh = stage.write<TensorObject>(value);
    fresh.origin = {};
    fresh.stale = {};
  }
  Value view = squeezed(stage, value, {});
  withoutGradient(stage, view);
  return view;
}
Result alias(Stage &stage, const CallInfo &info) {
  return squeezed(stage, info.args.positional[0], {});
}

} // namespace

PrimitiveFunction viewPrimitive(llvm::StringRef name) {
  // No facts: which function stages a primitive.
  return llvm::StringSwitch<PrimitiveFunction>(name)
      .Case("permute", permute)
      .Case("expand", expandTo)
      .Case("unsqueeze", unsqueezeAt)
      .Case("squeeze", squeezeDims)
      .Case("view", view)
      .Case("reshape", reshape)
      .Case("contiguous", contiguous)
      .Case("as_strided", asStrided)
      .Case("diagonal", diagonal)
      .Case("unfold", unfold)
      .Case("slice", sliceAt)
      .Case("select", selectAt)
      .Case("view_dtype", viewDtype)
      .Case("detach", detach)
      .Case("alias", alias)
      .Default(nullptr);
}

} // namespace lith::stage::tensor
