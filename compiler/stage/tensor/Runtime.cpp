// Runtime.cpp: primitives that are calls of the runtime: prim.full, prim.index_select, ...
//
// The prelude has normalised their arguments; what is left here is the order of
// operands and the shape that the result's type states.
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/model/Dtypes.h"
#include "stage/runtime/Types.h"
#include "stage/tensor/RuntimeCall.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage::tensor {

namespace {

mlir::Value boxed(Stage &stage, Value value) {
  refuseLong(stage, value);
  if (stage.isTensor(value))
    return rt<ItemOp>(stage, {tensorContents(stage, value)}, BoxType::get(&stage.context));
  return toBox(stage, value);
}

Result raiseNegativeSize(Stage &stage, int64_t negative, mlir::ValueRange sizes) {
  std::vector<Value> values;
  std::string text;
  for (mlir::Value size : sizes) {
    text += (text.empty() ? "{" : ", {") + std::to_string(values.size()) + "}";
    values.push_back(stage.intScalar(size));
  }
  return raiseWith(stage, "RuntimeError",
                   "Trying to create tensor with negative dimension " + std::to_string(negative) +
                       ": [" + text + "]",
                   values);
}

Result full(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  SSAs sizes;
  if (!call.integers(0, sizes))
    return std::nullopt;
  for (size_t i = 0; i < sizes.size(); ++i) {
    auto known = stage.sizes.ofInt(sizes[i]).constant();
    if (known && *known < 0)
      return raiseNegativeSize(stage, *known, sizes);
  }
  int dtype = dtypeArgument(stage, call[2]);
  SSAs operands{constantInt(stage, dtype), boxed(stage, call[1])};
  if (!operands[1])
    return std::nullopt;
  operands.append(sizes);
  return call.result<FullOp>(operands, ofSizes(stage, sizes, dtype), false);
}

Result arange(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  int dtype = dtypeArgument(stage, call[3]);
  bool ints = isPlainInt(stage, call[0]) && isPlainInt(stage, call[1]);
  mlir::Value start = ints ? toInt(stage, call[0]) : toFloat(stage, call[0]);
  mlir::Value step = ints ? toInt(stage, call[1]) : toFloat(stage, call[1]);
  mlir::Value length = call.integer(2);
  SSAs operands{constantInt(stage, dtype), start, step, length};
  mlir::Type type = ofSizes(stage, {length}, dtype);
  return ints ? call.result<ArangeIntOp>(operands, type)
              : call.result<ArangeFloatOp>(operands, type);
}

Result linspace(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  int dtype = dtypeArgument(stage, call[3]);
  mlir::Value steps = call.integer(2);
  return call.result<LinspaceOp>(
      {constantInt(stage, dtype), toFloat(stage, call[0]), toFloat(stage, call[1]), steps},
      ofSizes(stage, {steps}, dtype));
}

/// What cat says of the first tensor that has not the rank of the first of all.
Result raiseRanks(Stage &stage, llvm::ArrayRef<Value> tensors) {
  unsigned first = rankOf(stage, tensors[0]);
  const Value *other =
      llvm::find_if(tensors, [&](Value each) { return rankOf(stage, each) != first; });
  return raise(stage, "RuntimeError",
               "Tensors must have same number of dimensions: got " + llvm::Twine(first) + " and " +
                   llvm::Twine(rankOf(stage, *other)));
}

/// Vectors that are empty are skipped: of such alone every dimension is one.
bool checkAllEmpty(Stage &stage, llvm::ArrayRef<Value> vectors, int64_t dim) {
  mlir::Value total = constantInt(stage, 0);
  for (Value each : vectors)
    total = intBinary(stage, BinaryKind::add, total, sizeOf(stage, tensorContents(stage, each), 0));
  return check(stage, intCompare(stage, CompareKind::eq, total, constantInt(stage, 0)),
               "IndexError", outOfRange(dim, 1));
}

Result concatOf(Stage &stage, Call &call, std::vector<Value> list) {
  for (Value &each : list)
    if (each.isUnion() || each.isBox())
      return forEachAlternative(stage, Value(each), [&](Value one) {
        each = one;
        return concatOf(stage, call, list);
      });
  dtypes::ResultType promoted;
  unsigned rank = 0;
  std::vector<Value> tensors;
  for (auto [place, each] : llvm::enumerate(list)) {
    if (!stage.isTensor(each))
      return raise(stage, "TypeError",
                   "expected Tensor as element " + llvm::Twine(place) + " in argument 0, but got " +
                       typeName(stage, each));
    if (rankOf(stage, each) == 0)
      return raise(stage, "RuntimeError",
                   "zero-dimensional tensor (at position " + llvm::Twine(place) +
                       ") cannot be concatenated");
    promoted.addTensor(dtypeOf(stage, each), false);
    rank = std::max(rank, rankOf(stage, each));
  }
  int dtype = promoted.get();
  for (Value each : list) {
    if (rankOf(stage, each) == rank || rankOf(stage, each) != 1) {
      tensors.push_back(each);
      continue;
    }
    mlir::Value size = sizeOf(stage, tensorContents(stage, each), 0); // skipped if it is empty
    if (!check(stage, intCompare(stage, CompareKind::eq, size, constantInt(stage, 0)),
               "RuntimeError", "Tensors must have same number of dimensions: got {0} and {1}",
               {stage.integer(rankOf(stage, list[0])),
                stage.integer(rankOf(stage, list[0]) == rank ? 1 : rank)}))
      return std::nullopt;
  }
  int64_t named = call.constant(1);
  if (rank == 1 && !isDim(named, rank) && !checkAllEmpty(stage, list, named))
    return std::nullopt;
  auto dim = rank == 1 ? 0 : wrapDim(stage, named, rank);
  if (!dim)
    return std::nullopt;
  SSAs operands{constantInt(stage, *dim)};
  Shape shape;
  for (Value each : tensors) {
    if (rankOf(stage, each) != rank)
      return raiseRanks(stage, tensors);
    operands.push_back(cast(stage, tensorContents(stage, each), dtype));
    Shape own = shapeOf(stage, operands.back());
    if (shape.empty())
      shape = own;
    else
      shape[*dim] = shape[*dim] + own[*dim];
  }
  mlir::Value value = rt<ConcatOp>(stage, operands, makeType(stage, shape, dtype));
  if (!value)
    return std::nullopt;
  return newTensor(stage, value, needsGrad(stage, list));
}

Result concat(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  auto list = call.list(0, "the list of tensors");
  if (!list)
    return std::nullopt;
  if (list->empty())
    return raise(stage, "ValueError", "torch.cat(): expected a non-empty list of Tensors");
  return concatOf(stage, call, *list);
}

Result pad(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  SSAs operands{self, boxed(stage, call[1])};
  if (!call.integers(2, operands))
    return std::nullopt;
  Shape shape = shapeOf(stage, self);
  for (size_t dim = 0; dim < shape.size(); ++dim)
    shape[dim] = shape[dim] + stage.sizes.ofInt(operands[2 + 2 * dim]) +
                 stage.sizes.ofInt(operands[3 + 2 * dim]);
  return call.result<PadOp>(operands, makeType(stage, shape, dtypeOf(self)));
}

/// (tensor, values, accumulate, indices): the operands of `index_put` after the first one; false:
/// the path ended.
bool putOperands(Stage &stage, const Call &call, SSAs &operands) {
  operands.append({cast(stage, call.tensor(1), dtypeOf(stage, call[0])), call.boolean(2)});
  auto list = call.list(3, "the indices");
  if (!list)
    return false;
  auto nullType = mlir::RankedTensorType::get({}, stage.builder().getI64Type());
  for (Value each : *list) {
    if (!stage.isTensor(each)) {
      operands.push_back(NullOp::create(stage.builder(), stage.loc(), nullType));
      continue;
    }
    mlir::Value index = tensorContents(stage, each);
    operands.push_back(dtypeOf(index) == LITH_BOOL8 ? index : cast(stage, index, LITH_INT64));
  }
  return true;
}

Result indexPut(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  SSAs operands{self};
  return putOperands(stage, call, operands) ? call.result<IndexPutOp>(operands, self.getType())
                                            : std::nullopt;
}

Result nonzero(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  Shape shape{Size::symbol({nullptr, 0}), Size(rankedType(self).getRank())};
  return call.result<NonzeroOp>({self}, makeType(stage, shape, LITH_INT64), false);
}

Result unique(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  return call.results<UniqueOp>({self, call.boolean(1)},
                                {dynamic(stage, 1, dtypeOf(self)), like(stage, self, LITH_INT64),
                                 dynamic(stage, 1, LITH_INT64)});
}

Result item(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0];
  int dtype = dtypeOf(stage, self);
  if (rankOf(stage, self)) {
    mlir::Value count = numel(stage, tensorContents(stage, self));
    if (!check(stage, intCompare(stage, CompareKind::eq, count, constantInt(stage, 1)),
               "RuntimeError", "a Tensor with {0} elements cannot be converted to Scalar",
               {stage.intScalar(count)}))
      return std::nullopt;
  }
  if (dtypes::isComplex(dtype)) {
    mlir::Value box =
        rt<ItemOp>(stage, {tensorContents(stage, self)}, BoxType::get(&stage.context));
    Type type{Type::Kind::Complex};
    return box ? Result(unbox(stage, box, typeSet(stage, {type}))) : std::nullopt;
  }
  if (dtype == LITH_BOOL8) {
    mlir::Value self0 = tensorContents(stage, self);
    mlir::Value number = rt<ItemBoolOp>(stage, {self0}, stage.builder().getI1Type());
    return number ? Result(stage.boolScalar(number)) : std::nullopt;
  }
  return tensorToNumber(stage, self,
                        dtypes::isFloating(dtype) ? ScalarType::Float : ScalarType::Int);
}

/// The elements of an arange() of constants, as those of `torch.arange(2, x.dim())` are.
std::optional<std::vector<Value>> knownRange(Stage &stage, Value tensor) {
  constexpr int64_t most = 64;
  auto made = tensorContents(stage, tensor).getDefiningOp<ArangeIntOp>();
  llvm::APInt parts[3];
  if (!made || !mlir::matchPattern(made.getStart(), mlir::m_ConstantInt(&parts[0])) ||
      !mlir::matchPattern(made.getStep(), mlir::m_ConstantInt(&parts[1])) ||
      !mlir::matchPattern(made.getLength(), mlir::m_ConstantInt(&parts[2])))
    return std::nullopt;
  int64_t start = parts[0].getSExtValue(), step = parts[1].getSExtValue();
  int64_t length = parts[2].getSExtValue();
  if (length > most || !dtypes::isIntegral(dtypeOf(stage, tensor)))
    return std::nullopt;
  std::vector<Value> elements;
  for (int64_t i = 0; i < length; ++i)
    elements.push_back(stage.integer(start + i * step));
  return elements;
}

/// The elements of a vector of a few integers, as their number is known: they are often sizes.
Result fewIntegers(Stage &stage, Value tensor, int64_t count) {
  std::vector<Value> elements;
  for (int64_t i = 0; i < count; ++i) {
    Result element = tensorGetItem(stage, tensor, stage.integer(i));
    Result number = element ? tensorToNumber(stage, *element, ScalarType::Int) : element;
    if (!number)
      return number;
    elements.push_back(*number);
  }
  return stage.list(elements);
}

/// Nested lists of run time; a tensor of rank 0 gives its number.
Result tolist(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0];
  if (rankOf(stage, self) == 0)
    return item(stage, info);
  if (auto known = knownRange(stage, self))
    return stage.list(*known);
  constexpr int64_t few = 8;
  auto count = stage.sizes.of(tensorContents(stage, self), 0).constant();
  bool areInts = dtypes::isIntegral(dtypeOf(stage, self)) && dtypeOf(stage, self) != LITH_BOOL8;
  if (rankOf(stage, self) == 1 && areInts && count && *count <= few)
    return fewIntegers(stage, self, *count);
  mlir::Value box =
      rt<TolistOp>(stage, {tensorContents(stage, self)}, BoxType::get(&stage.context));
  if (!box)
    return std::nullopt;
  int dtype = dtypeOf(stage, self);
  Type number{};
  number.kind = dtype == LITH_BOOL8         ? Type::Kind::Bool
                : dtypes::isComplex(dtype)  ? Type::Kind::Complex
                : dtypes::isFloating(dtype) ? Type::Kind::Float
                                            : Type::Kind::Int;
  return nestedLists(stage, box, rankOf(stage, self), number);
}

/// (tensor, other of its sizes): with the strides that a copy of the other has.
Result laidLike(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  Value other = call[1];
  if (rankOf(stage, other) < 2 || (isContiguous(stage, call[0]) && isContiguous(stage, other)))
    return call[0];
  mlir::Value values = call.tensor(0);
  return call.result<LaidLikeOp>({values, call.tensor(1)}, like(stage, values, dtypeOf(values)));
}

/// (tensor, other): with channels last where the other, of its rank, has them so.
Result inFormatOf(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  unsigned rank = rankOf(stage, call[1]);
  if ((rank != 4 && rank != 5) || isContiguous(stage, call[1]))
    return call[0];
  mlir::Value values = call.tensor(0);
  return call.result<InFormatOfOp>({values, call.tensor(1)}, like(stage, values, dtypeOf(values)));
}

} // namespace

Result putInMemory(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  SSAs operands{aliasOf(stage, call[0])};
  if (!putOperands(stage, call, operands))
    return std::nullopt;
  rt<IndexPutStorageOp>(stage, operands);
  return call[0];
}

static PrimitiveTable makeTable() {
  PrimitiveTable table = {
      {"full", full}, {"arange", arange},      {"linspace", linspace},       {"concat", concat},
      {"pad", pad},   {"index_put", indexPut}, {"nonzero", nonzero},         {"unique", unique},
      {"item", item}, {"laid_like", laidLike}, {"in_format_of", inFormatOf}, {"tolist", tolist}};
  addNumericPrimitives(table);
  addRandomPrimitives(table);
  addGeneratorPrimitives(table);
  return table;
}

PrimitiveFunction runtimePrimitive(llvm::StringRef name) {
  static const PrimitiveTable table = makeTable();
  auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

} // namespace lith::stage::tensor
