// Indexer.cpp: the parts of an index: ints, slices, None, Ellipsis, bools, tensors and lists. All
// but tensors give a view.
#include "stage/tensor/Indexer.h"
#include "stage/Arrays.h"
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

namespace lith::stage::tensor {

using namespace lith::ir;

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

static bool isEllipsis(Stage &stage, Value item) {
  return item.isStatic() && stage.kindOf(item) == host::Kind::Ellipsis;
}
static bool isBool(Stage &stage, Value item) {
  return item.isScalar(ScalarType::Bool) ||
         (item.isStatic() && stage.kindOf(item) == host::Kind::Bool);
}
static bool isSlice(Value item) {
  return item.isTuple() && item.tuple().form == TupleData::Form::Slice;
}
static bool isMask(int dtype) { return dtype == LITH_BOOL8 || dtype == LITH_UINT8; }

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
  if (isPlainInt(stage, item))
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
    if (isPlainInt(stage, index))
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

} // namespace lith::stage::tensor
