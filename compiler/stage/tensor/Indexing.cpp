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
#include "stage/tensor/Indexer.h"
#include "stage/tensor/Sequences.h"
#include "stage/tensor/Tensor.h"

#include "ops/RuntimeOps.h"
#include "ops/TensorOps.h"

namespace lith::stage {

using namespace lith::ir;
using namespace lith::stage::tensor;

/// The operand list of `index`: a mask of rank r, which `advanced` holds r times, stands once.
static SSAs indexOperands(Stage &stage, llvm::ArrayRef<mlir::Value> advanced) {
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
static Value indexTuple(Stage &stage, mlir::ValueRange operands) {
  std::vector<Value> indices;
  for (mlir::Value each : operands)
    indices.push_back(each.getDefiningOp<NullOp>() ? stage.none() : newTensor(stage, each));
  return stage.tuple(indices);
}

/// The shape of `view[advanced]`: the broadcast index replaces the first indexed dimension when all
/// indexed dimensions are neighbours, else comes first. Masks give an unknown number.
static unsigned indexedRank(Stage &stage, Value view, llvm::ArrayRef<mlir::Value> advanced) {
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
          isPlainInt(stage, pythonNumber(stage, item)));
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
