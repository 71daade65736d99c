// Reduce.cpp: prim.sum ... prim.all, prim.matmul, prim.attention.
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/tensor/Tensor.h"

#include "ops/TensorOps.h"

namespace lith::stage::tensor {

using namespace lith::ir;

namespace {

/// The elements of an argument of dimensions; None and empty mean all.
std::optional<std::vector<Value>> namedDims(Stage &stage, Value value) {
  return stage.isNone(value) ? std::vector<Value>() : intList(stage, value);
}

/// Dimensions, sorted.
std::optional<llvm::SmallVector<int64_t>> reducedDims(Stage &stage, llvm::ArrayRef<Value> named,
                                                      unsigned rank) {
  auto dims = distinctDims(stage, named, rank);
  if (!dims)
    return std::nullopt;
  if (named.empty() || rank == 0)
    dims->assign(llvm::seq<int64_t>(0, rank).begin(), llvm::seq<int64_t>(0, rank).end());
  llvm::sort(*dims);
  return dims;
}

/// What eager says of amax and amin over no elements. Without a dimension it is max that says it:
/// amax itself has an empty tuple there.
std::string extremeOfNothing(llvm::StringRef name, unsigned dim, bool ofAll, bool isMax) {
  if (ofAll)
    return (isMax ? name.drop_front() : name).str() +
           "(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
           "reduction dim with the 'dim' argument.";
  return name.str() + "(): Expected reduction dim " + std::to_string(dim) +
         " to have non-zero size.";
}

/// All that are named are dimensions, and extremes are of something: eager looks at this in their
/// order, and only then for one that is named twice.
bool checkNamed(Stage &stage, llvm::StringRef name, mlir::Value contents,
                llvm::ArrayRef<Value> named, bool isExtreme, bool isMax) {
  unsigned rank = rankedType(contents).getRank();
  auto isSome = [&](unsigned dim) {
    return !isExtreme || !rank || stage.sizes.of(contents, dim).constant().value_or(0) > 0 ||
           check(stage,
                 intCompare(stage, CompareKind::ne, sizeOf(stage, contents, dim),
                            constantInt(stage, 0)),
                 named.empty() ? "RuntimeError" : "IndexError",
                 extremeOfNothing(name, dim, named.empty(), isMax));
  };
  if (named.empty())
    return llvm::all_of(llvm::seq(rank), isSome);
  return llvm::all_of(named, [&](Value each) {
    auto dim = wrapDim(stage, pinInt(stage, each, "a dimension"), rank);
    return dim && isSome(*dim);
  });
}

Shape shapeWithout(const Shape &own, llvm::ArrayRef<int64_t> dims, bool keepdim) {
  Shape shape;
  for (unsigned dim = 0; dim < own.size(); ++dim)
    if (!llvm::is_contained(dims, int64_t(dim)))
      shape.push_back(own[dim]);
    else if (keepdim)
      shape.push_back(Size(1));
  return shape;
}

/// How many of the sorted dimensions are the last ones of `rank`.
size_t trailing(llvm::ArrayRef<int64_t> dims, unsigned rank) {
  size_t count = 0;
  while (count < dims.size() && dims[dims.size() - 1 - count] == int64_t(rank - 1 - count))
    ++count;
  return count;
}

mlir::Value fold(Stage &stage, llvm::StringRef name, mlir::Value contents,
                 llvm::ArrayRef<int64_t> dims, bool keepdim, const Shape &shape, int dtype) {
  mlir::OperationState state(stage.loc(), ("lith." + name).str());
  state.addOperands(contents);
  state.addAttribute("dims", stage.builder().getDenseI64ArrayAttr(dims));
  state.addAttribute("keepdim", stage.builder().getBoolAttr(keepdim));
  state.addTypes(makeType(stage, shape, dtype));
  return stage.builder().create(state)->getResult(0);
}

Result reduce(Stage &stage, const CallInfo &info) {
  llvm::StringRef name = llvm::StringRef(info.primitive.spelling).drop_front(5);
  const ops::Operator &op = *static_cast<const ops::Operator *>(info.primitive.data);
  bool isIndex = op.dtypeRule == ops::DtypeRule::Int64;
  Value self = info.args.positional[0];
  mlir::Value contents = tensorContents(stage, self);
  if (op.dtypeRule == ops::DtypeRule::Bool)
    contents = cast(stage, contents, LITH_BOOL8);
  unsigned rank = rankOf(stage, self);
  auto named = namedDims(stage, info.args.positional[1]);
  if (!named)
    return std::nullopt;
  bool isMax = stage.isNone(info.args.positional[1]);
  bool mayBeEmpty = info.args.positional.size() > 3; // softmax of no elements is no elements
  bool isExtreme = op.nonEmpty && !isIndex && !mayBeEmpty;
  if (!checkNamed(stage, name, contents, *named, isExtreme, isMax))
    return std::nullopt;
  auto dims = reducedDims(stage, *named, rank);
  if (!dims)
    return std::nullopt;
  bool keepdim =
      info.args.positional.size() > 2 && pinBool(stage, info.args.positional[2], "keepdim");
  Shape own = shapeOf(stage, contents);
  Shape shape = shapeWithout(own, *dims, keepdim);
  // Dimensions apart are folded one group after the other: rows as they lie, then what is left of
  // them. Not where that would round twice.
  size_t tail = trailing(*dims, rank);
  bool isExact = dtypeOf(contents) != LITH_FLOAT16 && dtypeOf(contents) != LITH_BFLOAT16;
  if (tail && tail < dims->size() && isExact && !isIndex) {
    contents =
        fold(stage, name, contents, llvm::ArrayRef(*dims).take_back(tail), keepdim,
             shapeWithout(own, llvm::ArrayRef(*dims).take_back(tail), keepdim), dtypeOf(contents));
    dims->truncate(dims->size() - tail);
  }
  mlir::Value result = fold(stage, name, contents, *dims, keepdim, shape,
                            isIndex ? int(LITH_INT64) : dtypeOf(contents));
  return newTensor(stage, result, !isIndex && needsGrad(stage, {self}));
}

/// The product of all sizes but the last `kept`: how many rows or matrices a tensor has when
/// folded.
Value foldedSize(Stage &stage, mlir::Value tensor, unsigned kept) {
  mlir::Value product = constantInt(stage, 1);
  for (unsigned dim = 0; dim + kept < rankedType(tensor).getRank(); ++dim)
    product = intBinary(stage, BinaryKind::mul, product, sizeOf(stage, tensor, dim));
  return stage.intScalar(product);
}

/// Columns of the left operand are as many as rows of the right one.
bool checkInner(Stage &stage, mlir::Value a, mlir::Value b) {
  unsigned rankA = rankedType(a).getRank(), rankB = rankedType(b).getRank();
  mlir::Value columns = sizeOf(stage, a, rankA - 1), rows = sizeOf(stage, b, rankB - 2);
  if (stage.sizes.ofInt(columns) == stage.sizes.ofInt(rows))
    return true;
  mlir::Value fits = intCompare(stage, CompareKind::eq, columns, rows);
  if (rankB > 2)
    return check(stage, fits, "RuntimeError",
                 "Expected size for first two dimensions of batch2 tensor to be: [{0}, {1}] "
                 "but got: [{0}, {2}].",
                 {foldedSize(stage, b, 2), stage.intScalar(columns), stage.intScalar(rows)});
  return check(stage, fits, "RuntimeError",
               "mat1 and mat2 shapes cannot be multiplied ({0}x{1} and {2}x{3})",
               {foldedSize(stage, a, 1), stage.intScalar(columns), stage.intScalar(rows),
                sizeValue(stage, b, rankB - 1)});
}

Result matmul(Stage &stage, const CallInfo &info) {
  Value left = info.args.positional[0], right = info.args.positional[1];
  int dtype = dtypeOf(stage, left);
  if (dtype != dtypeOf(stage, right))
    return raise(stage, "RuntimeError",
                 "expected m1 and m2 to have the same dtype, but got: " +
                     llvm::Twine(dtypes::elementName(dtype)) +
                     " != " + llvm::Twine(dtypes::elementName(dtypeOf(stage, right))));
  mlir::Value a = tensorContents(stage, left), b = tensorContents(stage, right);
  unsigned rankA = rankOf(stage, left), rankB = rankOf(stage, right);
  // One of several tensors that an operand may be, on the path of another's rank.
  if (rankA < 2 || rankB < 2)
    return raise(stage, "RuntimeError", "matmul: a factor is no matrix");
  // Batch dimensions broadcast: checked on the shapes without the last two, from the last on.
  Shape shape;
  unsigned rank = std::max(rankA, rankB);
  for (unsigned i = rank - 2; i-- > 0;) {
    int dimA = int(i) - int(rank - rankA), dimB = int(i) - int(rank - rankB);
    Size sizeA = dimA < 0 ? Size(1) : stage.sizes.of(a, dimA);
    Size sizeB = dimB < 0 ? Size(1) : stage.sizes.of(b, dimB);
    if (!(sizeA == sizeB) && !sizeA.is(1) && !sizeB.is(1)) {
      mlir::Value x = sizeOf(stage, a, dimA), y = sizeOf(stage, b, dimB);
      mlir::Value one = constantInt(stage, 1), fits = intCompare(stage, CompareKind::eq, x, y);
      for (mlir::Value size : {x, y})
        fits = BinaryOp::create(stage.builder(), stage.loc(), fits.getType(), BinaryKind::bor, fits,
                                intCompare(stage, CompareKind::eq, size, one));
      if (!check(stage, fits, "RuntimeError",
                 "The size of tensor a ({0}) must match the size of tensor b ({1}) at "
                 "non-singleton dimension {2}",
                 {stage.intScalar(x), stage.intScalar(y), stage.integer(i)}))
        return std::nullopt;
    }
    shape.insert(shape.begin(), sizeA.is(1)                     ? sizeB
                                : sizeB.is(1) || sizeA == sizeB ? sizeA
                                : sizeB.constant()              ? sizeB
                                : sizeA.constant()              ? sizeA
                                                                : Size::symbol({nullptr, int(i)}));
  }
  if (!checkInner(stage, a, b))
    return std::nullopt;
  shape.push_back(stage.sizes.of(a, rankA - 2));
  shape.push_back(stage.sizes.of(b, rankB - 1));
  mlir::Value result =
      MatmulOp::create(stage.builder(), stage.loc(), makeType(stage, shape, dtype), a, b);
  return newTensor(stage, result, needsGrad(stage, {left, right}));
}

/// Raises `said` of both sizes unless this one is `want`, or is 1 and broadcasts.
bool checkExpands(Stage &stage, mlir::Value tensor, unsigned dim, Size want, mlir::Value wanted,
                  llvm::StringRef said) {
  Size known = stage.sizes.of(tensor, dim);
  if (known.is(1) || known == want)
    return true;
  mlir::Value size = sizeOf(stage, tensor, dim);
  mlir::Value fits = intCompare(stage, CompareKind::eq, size, wanted);
  fits = BinaryOp::create(stage.builder(), stage.loc(), fits.getType(), BinaryKind::bor, fits,
                          intCompare(stage, CompareKind::eq, size, constantInt(stage, 1)));
  return check(stage, fits, "RuntimeError", said, {stage.intScalar(size), stage.intScalar(wanted)});
}

/// Raises unless the mask broadcasts to [.., L, S].
bool checkMask(Stage &stage, mlir::Value mask, mlir::Value query, mlir::Value key) {
  unsigned rank = rankedType(query).getRank(), own = rankedType(mask).getRank();
  if (own > rank) {
    raise(stage, "RuntimeError", "attention: the mask has more dimensions than the query");
    return false;
  }
  for (unsigned i = 0; i < own; ++i) {
    unsigned dim = rank - own + i;
    bool isLast = dim + 1 == rank;
    mlir::Value wanted = isLast ? sizeOf(stage, key, dim - 1) : sizeOf(stage, query, dim);
    Size want = isLast ? stage.sizes.of(key, dim - 1) : stage.sizes.of(query, dim);
    if (!checkExpands(stage, mask, i, want, wanted,
                      "attention: the mask's size {0} does not expand to {1}"))
      return false;
  }
  return true;
}

Result attention(Stage &stage, const CallInfo &info) {
  auto &args = info.args.positional;
  mlir::Value query = tensorContents(stage, args[0]), key = tensorContents(stage, args[1]);
  mlir::Value value = tensorContents(stage, args[2]), mask;
  if (stage.isTensor(args[3]))
    mask = tensorContents(stage, args[3]);
  Shape shape = shapeOf(stage, query);
  unsigned rank = rankedType(query).getRank();
  unsigned keyRank = rankedType(key).getRank(), valueRank = rankedType(value).getRank();
  if (!checkEqual(stage, sizeOf(stage, query, rank - 1), sizeOf(stage, key, keyRank - 1),
                  "attention: queries have {0} features and keys {1}") ||
      !checkEqual(stage, sizeOf(stage, key, keyRank - 2), sizeOf(stage, value, valueRank - 2),
                  "attention: {0} keys and {1} values"))
    return std::nullopt;
  for (unsigned i = 0; i + 2 < rank; ++i)
    for (mlir::Value other : {key, value})
      if (!checkExpands(stage, other, i, stage.sizes.of(query, i), sizeOf(stage, query, i),
                        "The size of tensor a ({1}) must match the size of tensor b ({0}) at "
                        "non-singleton dimension " +
                            std::to_string(i)))
        return std::nullopt;
  if (mask && !checkMask(stage, mask, query, key))
    return std::nullopt;
  shape.back() = stage.sizes.of(value, valueRank - 1);
  mlir::Value result = AttentionOp::create(
      stage.builder(), stage.loc(), makeType(stage, shape, dtypeOf(query)), query, key, value, mask,
      toFloat(stage, args[4]), pinBool(stage, args[5], "is_causal"));
  return newTensor(stage, result, needsGrad(stage, {args[0], args[1], args[2]}));
}

} // namespace

PrimitiveFunction reducePrimitive(llvm::StringRef name) {
  // No facts: which function stages a primitive.
  return llvm::StringSwitch<PrimitiveFunction>(name)
      .Cases({"sum", "prod", "amax", "amin", "any", "all", "argmax", "argmin"}, reduce)
      .Case("matmul", matmul)
      .Case("attention", attention)
      .Default(nullptr);
}

} // namespace lith::stage::tensor
