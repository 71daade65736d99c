// Indexing.cpp: tensor[index] and tensor[index] = value, with ints, slices,
// None, Ellipsis, bools, tensors and lists in any combination.
//
// The basic part (ints, slices, None, Ellipsis) gives a view; tensors are then
// gathered from it by the runtime functions `index` and `index_put`.
#include "stage/Arrays.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/objects/Containers.h"
#include "stage/objects/PlainValues.h"
#include "stage/tensor/IndexValues.h"
#include "stage/tensor/Sequences.h"
#include "stage/tensor/Tensor.h"

#include "ops/RuntimeOps.h"
#include "ops/TensorOps.h"

namespace lith::stage {

using namespace lith::ir;
using namespace lith::stage::tensor;

namespace tensor {

Value select(Stage &stage, Value value, unsigned dim, mlir::Value index) {
  Shape shape = shapeOf(stage, tensorContents(stage, value));
  shape.erase(shape.begin() + dim);
  return makeView(stage, value, SelectOp::getOperationName(),
                  stage.builder().getNamedAttr("dim", stage.builder().getI64IntegerAttr(dim)),
                  {index}, shape);
}

Value slice(Stage &stage, Value value, unsigned dim, mlir::Value start, mlir::Value length,
            mlir::Value step) {
  Shape shape = shapeOf(stage, tensorContents(stage, value));
  shape[dim] = stage.sizes.ofInt(length);
  return makeView(stage, value, SliceOp::getOperationName(),
                  stage.builder().getNamedAttr("dim", stage.builder().getI64IntegerAttr(dim)),
                  {start, length, step}, shape);
}

Value unsqueeze(Stage &stage, Value value, unsigned dim) {
  Shape shape = shapeOf(stage, tensorContents(stage, value));
  shape.insert(shape.begin() + dim, Size(1));
  return makeView(stage, value, UnsqueezeOp::getOperationName(),
                  stage.builder().getNamedAttr("dim", stage.builder().getI64IntegerAttr(dim)), {},
                  shape);
}

} // namespace tensor

namespace {

/// Applies the parts of an index one by one; `advanced` collects what selects by tensors.
class Indexer {
public:
  Indexer(Stage &stage, Value tensor) : view(tensor), stage(stage) {}
  bool run(Value index);
  Value view;
  std::vector<mlir::Value> advanced; ///< one per dimension of `view`; null: the whole dimension
  bool isBytes() const { return masksOfBytes == 1 && tensors == 1; } ///< one mask, of uint8

private:
  Stage &stage;
  unsigned dim = 0;
  size_t place = 0; ///< of the item, among those of the subscript
  unsigned tensors = 0, masksOfBytes = 0;
  bool apply(Value item, unsigned remaining);
  bool applyInt(Value item);
  bool applySlice(const TupleData &slice);
  bool applyBool(mlir::Value condition);
  bool applyTensor(Value item);
  bool applySequence(Value item);
  bool raiseOfNumber(Value index);
  bool isNoBound(Value bound);
  unsigned consumes(Value item);
  void addAdvanced(mlir::Value index);
};

bool isEllipsis(Stage &stage, Value item) {
  return item.isStatic() && stage.kindOf(item) == host::Kind::Ellipsis;
}
bool isBool(Stage &stage, Value item) {
  return item.isScalar(ScalarType::Bool) ||
         (item.isStatic() && stage.kindOf(item) == host::Kind::Bool);
}
bool isInt(Stage &stage, Value item) {
  return item.isScalar(ScalarType::Int) ||
         (item.isStatic() && stage.kindOf(item) == host::Kind::Int);
}
bool isSlice(Value item) { return item.isTuple() && item.tuple().form == TupleData::Form::Slice; }
bool isMask(int dtype) { return dtype == LITH_BOOL8 || dtype == LITH_UINT8; }

/// How many dimensions of the tensor an item uses up.
unsigned Indexer::consumes(Value item) {
  if (stage.isNone(item) || isEllipsis(stage, item) || isBool(stage, item))
    return 0;
  if (stage.isTensor(item) && isMask(dtypeOf(stage, item)))
    return rankOf(stage, item);
  return 1;
}

bool Indexer::applyInt(Value item) {
  mlir::Value index = toInt(stage, item), size = sizeOf(stage, tensorContents(stage, view), dim);
  auto known = stage.asInt(item);
  auto length = stage.sizes.ofInt(size).constant();
  if (known && length && (*known < -*length || *known >= *length)) {
    raise(stage, "IndexError",
          "index " + llvm::Twine(*known) + " is out of bounds for dimension " + llvm::Twine(place) +
              " with size " + llvm::Twine(*length));
    return false;
  }
  if (!known || !length) {
    mlir::Value inside;
    if (known && *known >= 0) {
      inside = intCompare(stage, CompareKind::lt, index, size);
    } else {
      mlir::Value negative = intBinary(stage, BinaryKind::sub, constantInt(stage, 0), size);
      inside = intCompare(stage, CompareKind::ge, index, negative);
      if (!known)
        inside = BinaryOp::create(stage.builder(), stage.loc(), inside.getType(), BinaryKind::band,
                                  inside, intCompare(stage, CompareKind::lt, index, size));
    }
    if (!check(stage, inside, "IndexError",
               "index {0} is out of bounds for dimension {1} with size {2}",
               {stage.intScalar(index), stage.integer(int64_t(place)), stage.intScalar(size)}))
      return false;
  }
  view = select(stage, view, dim, index);
  return true;
}

bool Indexer::applySlice(const TupleData &data) {
  bool isNumber = rankOf(stage, view) == 0;
  mlir::Value size =
      isNumber ? constantInt(stage, 0) : sizeOf(stage, tensorContents(stage, view), dim);
  Value bounds[3];
  for (int i = 0; i < 3; ++i) {
    bounds[i] = data.elements[i];
    if (isNoBound(bounds[i])) {
      raise(stage, "TypeError",
            "slice indices must be integers or None or have an __index__ method");
      return false;
    }
    if (stage.isTensor(bounds[i])) {
      Result number = tensorToNumber(stage, bounds[i], ScalarType::Int);
      if (!number)
        return false;
      bounds[i] = *number;
    }
  }
  auto given = [&](int i) { return !bounds[i].isUndefined() && !stage.isNone(bounds[i]); };
  Value step = given(2) ? bounds[2] : stage.integer(1);
  auto knownStep = stage.asInt(step);
  if (knownStep && *knownStep <= 0) {
    raise(stage, "ValueError",
          *knownStep ? "step must be greater than zero" : "slice step cannot be zero");
    return false;
  }
  mlir::Value stride = toInt(stage, step);
  if (!knownStep && !check(stage, intCompare(stage, CompareKind::gt, stride, constantInt(stage, 0)),
                           "ValueError", "step must be greater than zero"))
    return false;
  bool whole = !isNumber && knownStep == 1 && (!given(0) || stage.asInt(bounds[0]) == 0);
  if (whole && !given(1)) {
    ++dim;
    return true;
  }
  auto absent = [&] { return constantInt(stage, INT64_MIN); };
  mlir::Type i64 = stage.builder().getI64Type();
  mlir::Value start = given(0) ? toInt(stage, bounds[0]) : constantInt(stage, 0);
  mlir::Value stop = given(1) ? toInt(stage, bounds[1]) : absent();
  if (isNumber) {
    raise(stage, "IndexError", "slice() cannot be applied to a 0-dim tensor.");
    return false;
  }
  auto first = stage.asInt(given(0) ? bounds[0] : stage.integer(0));
  auto last = given(1) ? stage.asInt(bounds[1]) : std::nullopt;
  auto length = stage.sizes.ofInt(size).constant();
  mlir::Value begin = first == 0 ? start : rt<SliceStartOp>(stage, {start, stride, size}, i64);
  mlir::Value count;
  if (length && first && (last || !given(1)) && knownStep) {
    auto clamp = [&](int64_t at) {
      return std::min(std::max<int64_t>(at < 0 ? at + *length : at, 0), *length);
    };
    int64_t from = clamp(*first), to = last ? clamp(*last) : *length;
    begin = constantInt(stage, from);
    count = constantInt(stage, to > from ? (to - from + *knownStep - 1) / *knownStep : 0);
  } else {
    count = rt<SliceLengthOp>(stage, {begin, stop, stride, size}, i64);
  }
  view = slice(stage, view, dim, begin, count, stride);
  ++dim;
  return true;
}

void Indexer::addAdvanced(mlir::Value index) {
  advanced.resize(dim);
  advanced.push_back(index);
}

/// True adds a dimension of size 1, false one of size 0.
bool Indexer::applyBool(mlir::Value condition) {
  view = unsqueeze(stage, view, dim);
  auto type = mlir::RankedTensorType::get({1}, stage.builder().getI1Type());
  mlir::Value box =
      BoxOp::create(stage.builder(), stage.loc(), BoxType::get(&stage.context), condition);
  mlir::Value mask =
      rt<FullOp>(stage, {constantInt(stage, LITH_BOOL8), box, constantInt(stage, 1)}, type);
  addAdvanced(mask);
  ++dim;
  return true;
}

bool Indexer::applyTensor(Value item) {
  int dtype = dtypeOf(stage, item);
  if (!isMask(dtype) && dtype != LITH_INT64 && dtype != LITH_INT32) {
    raise(stage, "IndexError", "tensors used as indices must be long, int, byte or bool tensors");
    return false;
  }
  mlir::Value index = tensorContents(stage, item);
  unsigned rank = rankOf(stage, item);
  ++tensors;
  masksOfBytes += dtype == LITH_UINT8;
  if (isMask(dtype)) {
    if (rank == 0)
      return applyBool(rt<ItemBoolOp>(stage, {index}, stage.builder().getI1Type()));
    for (unsigned i = 0; i < rank; ++i) {
      mlir::Value own = sizeOf(stage, index, i);
      mlir::Value other = sizeOf(stage, tensorContents(stage, view), dim + i);
      if (stage.sizes.ofInt(own) == stage.sizes.ofInt(other))
        continue;
      std::vector<Value> values;
      std::string mask = sizesText(stage, index, values);
      std::string tensor = sizesText(stage, tensorContents(stage, view), values);
      std::string message = "The shape of the mask " + mask + " at index " + std::to_string(i) +
                            " does not match the shape of the indexed tensor " + tensor +
                            " at index " + std::to_string(dim + i);
      if (!check(stage, intCompare(stage, CompareKind::eq, own, other), "IndexError", message,
                 values))
        return false;
    }
    addAdvanced(cast(stage, index, LITH_BOOL8));
    dim += rank;
    advanced.resize(dim);
    for (unsigned i = 1; i < rank; ++i)
      advanced[dim - i] = advanced[dim - rank];
    return true;
  }
  addAdvanced(cast(stage, index, LITH_INT64));
  ++dim;
  return true;
}

bool Indexer::applySequence(Value item) {
  Result made = indexOfSequence(stage, item, view, dim);
  return made && applyTensor(*made);
}

bool Indexer::apply(Value item, unsigned remaining) {
  if (stage.isNone(item)) {
    if (!checkRank(stage, rankOf(stage, view) + 1))
      return false;
    view = unsqueeze(stage, view, dim++);
    return true;
  }
  if (isEllipsis(stage, item)) {
    dim = rankOf(stage, view) - remaining;
    return true;
  }
  if (isBool(stage, item))
    return applyBool(toBool(stage, item));
  if (dim + consumes(item) > rankOf(stage, view)) {
    raise(stage, "IndexError",
          "too many indices for tensor of dimension " + llvm::Twine(rankOf(stage, view)));
    return false;
  }
  if (isInt(stage, item))
    return applyInt(item);
  if (isSlice(item))
    return applySlice(item.tuple());
  if (item.isStatic() && stage.kindOf(item) == host::Kind::Slice) {
    std::vector<Value> parts;
    for (host::Handle bound : stage.host.bounds(item.handle()))
      parts.push_back(stage.ofHandle(bound));
    return applySlice(stage.structure(TupleData::Form::Slice, parts).tuple());
  }
  if (stage.isTensor(item)) {
    if (rankOf(stage, item) == 0 && !isMask(dtypeOf(stage, item)) &&
        dtypes::isIntegral(dtypeOf(stage, item))) {
      Result number = tensorToNumber(stage, item, ScalarType::Int);
      return number && applyInt(*number);
    }
    return applyTensor(item);
  }
  if (item.isTuple() || hasItems(stage, item))
    return applySequence(item);
  raiseNoIndex(stage, item);
  return false;
}

/// Whether a slice that has this bound is none.
bool Indexer::isNoBound(Value bound) {
  if (bound.isScalar())
    return bound.scalarType() == ScalarType::Float || bound.scalarType() == ScalarType::Str;
  return bound.isStatic() &&
         llvm::is_contained({host::Kind::Float, host::Kind::Str}, stage.kindOf(bound));
}

/// An int as an index of a tensor without dimensions.
bool Indexer::raiseOfNumber(Value index) {
  mlir::Value isOther =
      intCompare(stage, CompareKind::ne, toInt(stage, index), constantInt(stage, 0));
  if (check(stage, isOther, "IndexError",
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
            "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"))
    raiseWith(stage, "IndexError", "index {0} is out of bounds for dimension 0 with size 0", index);
  return false;
}

bool Indexer::run(Value index) {
  std::vector<Value> items{index};
  bool isTuple = isIndexTuple(index);
  if (isTuple)
    items = index.tuple().elements.vec();
  else if (index.isStatic() && stage.kindOf(index) == host::Kind::Tuple) {
    items.clear();
    for (size_t i = 0, n = stage.host.count(index.handle()); i < n; ++i)
      items.push_back(stage.ofHandle(stage.host.part(index.handle(), i)));
  }
  unsigned used = 0;
  for (Value item : items)
    used += consumes(item);
  if (!isTuple && rankOf(stage, view) == 0) {
    if (isInt(stage, index))
      return raiseOfNumber(index);
    if (isSlice(index))
      return applySlice(index.tuple());
  }
  if (used > rankOf(stage, view)) {
    raise(stage, "IndexError",
          "too many indices for tensor of dimension " + llvm::Twine(rankOf(stage, view)));
    return false;
  }
  unsigned left = used;
  for (Value item : items) {
    left -= consumes(item);
    if (!apply(item, left))
      return false;
    ++place;
  }
  return true;
}

/// The operand list of `index`: a mask of rank r, which `advanced` holds r times, stands once.
SSAs indexOperands(Stage &stage, llvm::ArrayRef<mlir::Value> advanced) {
  auto nullType = mlir::RankedTensorType::get({}, stage.builder().getI64Type());
  SSAs operands;
  for (size_t i = 0; i < advanced.size();) {
    operands.push_back(advanced[i] ? advanced[i]
                                   : NullOp::create(stage.builder(), stage.loc(), nullType));
    bool isMask = advanced[i] && dtypeOf(advanced[i]) == LITH_BOOL8;
    i += isMask ? rankedType(advanced[i]).getRank() : 1;
  }
  return operands;
}

/// The same as a tuple of tensors and None, as the operator takes them.
Value indexTuple(Stage &stage, mlir::ValueRange operands) {
  std::vector<Value> indices;
  for (mlir::Value each : operands)
    indices.push_back(each.getDefiningOp<NullOp>() ? stage.none() : newTensor(stage, each));
  return stage.tuple(indices);
}

/// The shape of `view[advanced]`: the broadcast index replaces the first indexed dimension when all
/// indexed dimensions are neighbours, else comes first. Masks give an unknown number.
unsigned indexedRank(Stage &stage, Value view, llvm::ArrayRef<mlir::Value> advanced) {
  unsigned indexed = 0, broadcastRank = 0;
  for (size_t i = 0; i < advanced.size(); ++i) {
    if (!advanced[i])
      continue;
    ++indexed;
    unsigned rank = dtypeOf(advanced[i]) == LITH_BOOL8 ? 1 : rankedType(advanced[i]).getRank();
    broadcastRank = std::max(broadcastRank, rank);
  }
  return rankOf(stage, view) - indexed + broadcastRank;
}

} // namespace

// Runs `run` for each index that this may be: parts of it, as bounds and positions, may be one of
// several values.
static Result forEachIndex(Stage &stage, Value index, llvm::function_ref<Result(Value)> run) {
  if (!isOpen(index))
    return run(index);
  if (!index.isTuple())
    return forEachAlternative(stage, index,
                              [&](Value one) { return forEachIndex(stage, one, run); });
  const TupleData &data = index.tuple();
  size_t place = llvm::find_if(data.elements, isOpen) - data.elements.begin();
  return forEachIndex(stage, data.elements[place], [&](Value one) {
    llvm::SmallVector<Value> elements(data.elements);
    elements[place] = one;
    return forEachIndex(stage, stage.structure(data.form, elements, data.cls), run);
  });
}

Result tensorGetItem(Stage &stage, Value value, Value index) {
  Result found = indexOf(stage, index);
  if (!found)
    return found;
  index = plainIndex(stage, *found);
  if (isOpen(index))
    return forEachIndex(stage, index, [&](Value one) { return tensorGetItem(stage, value, one); });
  Indexer indexer(stage, value);
  if (!indexer.run(index))
    return std::nullopt;
  if (indexer.advanced.empty()) {
    if (indexer.view == value) // t[...] is another object
      return makeView(
          stage, value, SqueezeOp::getOperationName(),
          stage.builder().getNamedAttr("dims", stage.builder().getDenseI64ArrayAttr({})), {},
          shapeOf(stage, tensorContents(stage, value)));
    return indexer.view;
  }
  unsigned rank = indexedRank(stage, indexer.view, indexer.advanced);
  mlir::Value contents = tensorContents(stage, indexer.view);
  SSAs operands{contents};
  operands.append(indexOperands(stage, indexer.advanced));
  auto type =
      mlir::RankedTensorType::get(llvm::SmallVector<int64_t>(rank, mlir::ShapedType::kDynamic),
                                  rankedType(contents).getElementType());
  mlir::Value result = rt<IndexOp>(stage, operands, type);
  if (!result)
    return std::nullopt;
  Value made = newTensor(stage, result, needsGrad(stage, {value}));
  record(stage, ops::recordOfOperation(IndexOp::getOperationName()),
         {indexer.view, indexTuple(stage, llvm::ArrayRef(operands).drop_front())}, made);
  return made;
}

/// The one tensor of int64 in an index without others, which eager reads where it is: several are
/// broadcast first. Undefined: there is no such.
static Value onlyIndex(Stage &stage, Value index) {
  bool isTuple = index.isTuple() && index.tuple().form == TupleData::Form::Tuple;
  Value found;
  for (Value part : isTuple ? index.tuple().elements : llvm::ArrayRef<Value>(index)) {
    if (!stage.isTensor(part))
      continue;
    if (!found.isUndefined() || dtypeOf(stage, part) != LITH_INT64 || rankOf(stage, part) == 0)
      return {};
    found = part;
  }
  return found;
}

/// An item without the leading dimensions of size 1 that its target lacks, which eager drops.
static mlir::Value withoutLeadingOnes(Stage &stage, mlir::Value item, Indexer &indexer) {
  bool isPlain = indexer.advanced.empty();
  unsigned rank =
      isPlain ? rankOf(stage, indexer.view) : indexedRank(stage, indexer.view, indexer.advanced);
  while (rankedType(item).getRank() > int64_t(rank)) {
    Size first = stage.sizes.of(item, 0);
    if (first.constant() && !first.is(1))
      break;
    std::vector<Value> values;
    std::string message =
        isPlain ? tooFewSizesText(stage, item, tensorContents(stage, indexer.view), values)
                : "shape mismatch: value tensor of shape " + sizesText(stage, item, values) +
                      " cannot be broadcast to indexing result";
    mlir::Value isOne =
        intCompare(stage, CompareKind::eq, sizeOf(stage, item, 0), constantInt(stage, 1));
    if (!first.is(1) && !check(stage, isOne, "RuntimeError", message, values))
      return {};
    Shape shape = shapeOf(stage, item);
    shape.erase(shape.begin());
    item = SqueezeOp::create(stage.builder(), stage.loc(), makeType(stage, shape, dtypeOf(item)),
                             item, llvm::ArrayRef<int64_t>{0});
  }
  return item;
}

/// Whether a number of NumPy is one of Python too, as those of the other classes are not.
static bool isNumberOfPython(Stage &stage, Value item) {
  Value cls = typeOf(stage, item);
  return cls == builtinType(stage, "numpy.float64") ||
         cls == builtinType(stage, "numpy.complex128") ||
         ((isNumpyNumber(stage, item) || isNumpyObject(stage, item)) &&
          isInt(stage, pythonNumber(stage, item)));
}

/// Stores a number or a tensor in a view.
static bool assignView(Stage &stage, Value view, Value item, mlir::Value contents) {
  bool isTensor = llvm::isa<mlir::RankedTensorType>(contents.getType());
  if (isTensor && !checkBroadcastsTo(stage, contents, tensorContents(stage, view), Store::Item))
    return false;
  checkWritten(stage, view);
  checkApart(stage, view, item, Overlap::Item);
  write(stage, view, contents);
  recordWrite(stage, view, item);
  return true;
}

bool tensorSetItem(Stage &stage, Value value, Value index, Value item) {
  Result found = indexOf(stage, index);
  if (!found)
    return false;
  index = plainIndex(stage, *found);
  if (item.isUnion() || item.isBox())
    return bool(forEachAlternative(stage, item, [&](Value one) -> Result {
      return tensorSetItem(stage, value, index, one) ? Result(stage.none()) : std::nullopt;
    }));
  if (isOpen(index))
    return bool(forEachIndex(stage, index, [&](Value one) -> Result {
      return tensorSetItem(stage, value, one, item) ? Result(stage.none()) : std::nullopt;
    }));
  if (isNumberOfPython(stage, item))
    item = pythonNumber(stage, item);
  Result plain = plainValue(stage, item);
  if (!plain)
    return false;
  auto source = operand(stage, *plain);
  if (!source || isNumpyNumber(stage, item)) {
    raise(stage, "TypeError",
          "can't assign a " + typeName(stage, item) + " to a torch." +
              std::string(dtypes::className(dtypeOf(stage, value))) + "Tensor");
    return false;
  }
  Indexer indexer(stage, value);
  if (!indexer.run(index))
    return false;
  int dtype = dtypeOf(stage, value);
  mlir::Value contents = source->isNumber ? source->ssa : cast(stage, source->ssa, dtype);
  if (!stage.isTensor(indexer.view) || !checkMayWrite(stage, indexer.view, item))
    return false;
  bool isPlain = !stage.isTensor(item) && !isNumpyObject(stage, item);
  if (isPlain && !callPrelude(stage, "check_converts", {value, item}))
    return false;
  if (!source->isNumber && !(contents = withoutLeadingOnes(stage, contents, indexer)))
    return false;
  if (indexer.advanced.empty()) {
    bool isAll = stage.find<TensorObject>(indexer.view)->chain.empty();
    if (isAll && stage.isTensor(*plain) && contents == source->ssa) // they must not share memory
      contents = CloneOp::create(stage.builder(), stage.loc(), contents.getType(), contents);
    return assignView(stage, indexer.view, item, contents);
  }
  if ((indexer.isBytes() && !checkBytes(stage, item)) ||
      !checkPut(stage, indexer.view, indexer.advanced, value, item))
    return false;
  if (Value only = onlyIndex(stage, index); !only.isUndefined())
    checkApart(stage, indexer.view, only, Overlap::None);
  if (source->isNumber)
    contents = asTensor(stage, *source, dtype);
  const StorageObject &storage =
      *stage.state.heap.find<StorageObject>(stage.find<TensorObject>(indexer.view)->storage);
  // What its gradient needs to know of the elements is a result of its own. Elements that share
  // their place are written there.
  bool isShared = isExpanded(*stage.find<TensorObject>(indexer.view));
  bool isInPlace = (storage.isCell || isShared) && !needsGrad(stage, {indexer.view, item});
  mlir::Value base = isInPlace ? aliasOf(stage, indexer.view) : tensorContents(stage, indexer.view);
  SSAs operands{base, contents, constantBool(stage, false)};
  operands.append(indexOperands(stage, indexer.advanced));
  if (isInPlace) {
    rt<IndexPutStorageOp>(stage, operands);
    return true;
  }
  checkWritten(stage, indexer.view);
  mlir::Value result = rt<IndexPutOp>(stage, operands, base.getType());
  if (!result)
    return false;
  Value put = newTensor(stage, result, needsGrad(stage, {indexer.view, item}));
  Value values = stage.isTensor(item) ? item : newTensor(stage, contents);
  record(stage, ops::recordOfOperation(IndexPutOp::getOperationName()),
         {indexer.view, values, stage.boolean(false),
          indexTuple(stage, llvm::ArrayRef(operands).drop_front(3))},
         put);
  write(stage, indexer.view, result);
  recordWrite(stage, indexer.view, put);
  return true;
}

} // namespace lith::stage
