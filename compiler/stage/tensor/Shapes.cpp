// Shapes.cpp: sizes as ints of the program, broadcasting, dimension arguments.
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/tensor/Tensor.h"

#include "ops/TensorOps.h"

namespace lith::stage::tensor {

bool checkRank(Stage &stage, unsigned rank) {
  if (rank <= LITH_MAX_RANK)
    return true;
  raise(stage, "NotImplementedError", "a tensor of more than 8 dimensions");
  return false;
}

using namespace lith::ir;

Shape shapeOf(Stage &stage, mlir::Value tensor) {
  Shape shape;
  for (unsigned dim = 0, rank = rankedType(tensor).getRank(); dim < rank; ++dim)
    shape.push_back(stage.sizes.of(tensor, dim));
  return shape;
}

mlir::Value sizeOf(Stage &stage, mlir::Value tensor, unsigned dim) {
  Size size = stage.sizes.of(tensor, dim);
  if (auto constant = size.constant())
    return constantInt(stage, *constant);
  if (auto symbol = size.asSymbol()) {
    mlir::Value source = mlir::Value::getFromOpaquePointer(symbol->value);
    if (symbol->dim < 0)
      return source;
    return DimOp::create(stage.builder(), stage.loc(), stage.builder().getI64Type(), source,
                         symbol->dim);
  }
  return DimOp::create(stage.builder(), stage.loc(), stage.builder().getI64Type(), tensor, dim);
}

mlir::Value materialise(Stage &stage, const Size &size) {
  mlir::Value sum = constantInt(stage, 0);
  for (const auto &[product, factor] : size.sum()) {
    mlir::Value term = constantInt(stage, factor);
    for (SizeSymbol symbol : product) {
      mlir::Value source = mlir::Value::getFromOpaquePointer(symbol.value);
      if (symbol.dim >= 0)
        source = DimOp::create(stage.builder(), stage.loc(), stage.builder().getI64Type(), source,
                               symbol.dim);
      term = intBinary(stage, BinaryKind::mul, term, source);
    }
    sum = intBinary(stage, BinaryKind::add, sum, term);
  }
  return sum;
}

Value sizeValue(Stage &stage, mlir::Value tensor, unsigned dim) {
  if (auto constant = stage.sizes.of(tensor, dim).constant())
    return stage.integer(*constant);
  return stage.intScalar(sizeOf(stage, tensor, dim));
}

Size sizeOfValue(Stage &stage, Value pythonInt) {
  if (auto number = stage.asInt(pythonInt))
    return *number;
  return stage.sizes.ofInt(pythonInt.ssa());
}

static std::optional<int64_t> constantOf(mlir::Value i64) {
  if (auto constant = i64.getDefiningOp<ConstantOp>())
    if (auto number = llvm::dyn_cast<mlir::IntegerAttr>(constant.getValue()))
      return number.getInt();
  return std::nullopt;
}

static std::optional<int64_t> fold(BinaryKind kind, int64_t left, int64_t right) {
  int64_t result;
  switch (kind) {
  case BinaryKind::add:
    return __builtin_add_overflow(left, right, &result) ? std::nullopt : std::optional(result);
  case BinaryKind::sub:
    return __builtin_sub_overflow(left, right, &result) ? std::nullopt : std::optional(result);
  case BinaryKind::mul:
    return __builtin_mul_overflow(left, right, &result) ? std::nullopt : std::optional(result);
  case BinaryKind::floordiv:
    return left >= 0 && right > 0 ? std::optional(left / right) : std::nullopt;
  case BinaryKind::minimum:
    return std::min(left, right);
  case BinaryKind::maximum:
    return std::max(left, right);
  default:
    return std::nullopt;
  }
}

mlir::Value intBinary(Stage &stage, BinaryKind kind, mlir::Value left, mlir::Value right) {
  auto a = constantOf(left), b = constantOf(right);
  if (a && b)
    if (auto folded = fold(kind, *a, *b))
      return constantInt(stage, *folded);
  bool add = kind == BinaryKind::add || kind == BinaryKind::sub;
  if (b &&
      ((add && *b == 0) || ((kind == BinaryKind::mul || kind == BinaryKind::floordiv) && *b == 1)))
    return left;
  if (a && ((kind == BinaryKind::add && *a == 0) || (kind == BinaryKind::mul && *a == 1)))
    return right;
  mlir::Value result =
      BinaryOp::create(stage.builder(), stage.loc(), left.getType(), kind, left, right);
  mayRaise(stage);
  return result;
}

mlir::Value intCompare(Stage &stage, CompareKind kind, mlir::Value left, mlir::Value right) {
  if (auto a = constantOf(left), b = constantOf(right); a && b) {
    bool result = kind == CompareKind::eq   ? *a == *b
                  : kind == CompareKind::ne ? *a != *b
                  : kind == CompareKind::lt ? *a < *b
                  : kind == CompareKind::le ? *a <= *b
                  : kind == CompareKind::gt ? *a > *b
                                            : *a >= *b;
    return constantBool(stage, result);
  }
  return CompareOp::create(stage.builder(), stage.loc(), stage.builder().getI1Type(), kind, left,
                           right);
}

mlir::Value numel(Stage &stage, mlir::Value tensor) {
  mlir::Value result = constantInt(stage, 1);
  for (unsigned dim = 0, rank = rankedType(tensor).getRank(); dim < rank; ++dim)
    result = intBinary(stage, BinaryKind::mul, result, sizeOf(stage, tensor, dim));
  return result;
}

static mlir::Value either(Stage &stage, mlir::Value left, mlir::Value right) {
  return BinaryOp::create(stage.builder(), stage.loc(), left.getType(), BinaryKind::bor, left,
                          right);
}

std::string sizesText(Stage &stage, mlir::Value tensor, std::vector<Value> &values) {
  std::string text = "[";
  for (unsigned dim = 0, rank = rankedType(tensor).getRank(); dim < rank; ++dim) {
    text += dim ? ", " : "";
    if (auto known = stage.sizes.of(tensor, dim).constant()) {
      text += std::to_string(*known);
      continue;
    }
    text += "{" + std::to_string(values.size()) + "}";
    values.push_back(stage.intScalar(sizeOf(stage, tensor, dim)));
  }
  return text + "]";
}

/// Checks that the sizes `left` and `right` of the result's dimension `dim` broadcast.
static bool checkPair(Stage &stage, mlir::Value leftTensor, unsigned leftDim,
                      mlir::Value rightTensor, unsigned rightDim, unsigned dim) {
  Size left = stage.sizes.of(leftTensor, leftDim), right = stage.sizes.of(rightTensor, rightDim);
  if (left == right || left.is(1) || right.is(1) ||
      stage.sizes.agree(stage.state.block, left, right))
    return true;
  std::string end = " at non-singleton dimension " + std::to_string(dim);
  if (left.constant() && right.constant()) {
    raise(stage, "RuntimeError",
          "The size of tensor a (" + llvm::Twine(*left.constant()) +
              ") must match the size of tensor b (" + llvm::Twine(*right.constant()) + ")" + end);
    return false;
  }
  mlir::Value a = sizeOf(stage, leftTensor, leftDim), b = sizeOf(stage, rightTensor, rightDim);
  mlir::Value one = constantInt(stage, 1);
  mlir::Value fits = intCompare(stage, CompareKind::eq, a, b);
  if (!left.constant())
    fits = either(stage, fits, intCompare(stage, CompareKind::eq, a, one));
  if (!right.constant())
    fits = either(stage, fits, intCompare(stage, CompareKind::eq, b, one));
  std::string message = "The size of tensor a ({0}) must match the size of tensor b ({1})" + end;
  if (!check(stage, fits, "RuntimeError", message, {stage.intScalar(a), stage.intScalar(b)}))
    return false;
  stage.sizes.assume(stage.state.block, left, right);
  return true;
}

std::optional<Shape> broadcast(Stage &stage, llvm::ArrayRef<mlir::Value> operands) {
  unsigned rank = 0;
  for (mlir::Value operand : operands)
    rank = std::max<unsigned>(rank, rankedType(operand).getRank());
  Shape shape(rank, Size(1));
  for (unsigned fromRight = 0; fromRight < rank; ++fromRight) {
    Size joint(1);
    mlir::Value owner;
    bool isSymbol = false;
    for (mlir::Value operand : operands) {
      unsigned own = rankedType(operand).getRank();
      if (own <= fromRight)
        continue;
      unsigned dim = own - 1 - fromRight;
      Size size = stage.sizes.of(operand, dim);
      if (size.is(1))
        continue;
      if (owner && !checkPair(stage, owner, rankedType(owner).getRank() - 1 - fromRight, operand,
                              dim, rank - 1 - fromRight))
        return std::nullopt;
      if (!owner || size.constant()) {
        owner = operand;
        joint = size;
        isSymbol = false;
      } else if (!(size == joint) && !joint.constant()) {
        isSymbol = true; // a size of its own: one of the two
      }
    }
    shape[rank - 1 - fromRight] = isSymbol ? Size::symbol({nullptr, int(fromRight)}) : joint;
  }
  return shape;
}

Result raiseWith(Stage &stage, llvm::StringRef exception, llvm::StringRef message,
                 llvm::ArrayRef<Value> values) {
  check(stage, constantBool(stage, false), exception, message, values);
  return raise(stage, exception, message); // ends the path, which the check has left
}

static std::string storeMessage(Stage &stage, mlir::Value value, mlir::Value target, unsigned dim,
                                Store store, std::vector<Value> &values) {
  switch (store) {
  case Store::Result:
  case Store::Out: {
    std::string own = sizesText(stage, target, values);
    return "output with shape " + own + " doesn't match the broadcast shape " +
           sizesText(stage, value, values);
  }
  case Store::Copy:
    return "The size of tensor a ({1}) must match the size of tensor b ({0}) at non-singleton "
           "dimension " +
           std::to_string(dim);
  case Store::Item: {
    std::string wanted = sizesText(stage, target, values);
    return "The expanded size of the tensor ({1}) must match the existing size ({0}) at "
           "non-singleton dimension " +
           std::to_string(dim) + ".  Target sizes: " + wanted +
           ".  Tensor sizes: " + sizesText(stage, value, values);
  }
  }
  return "";
}

std::string tooFewSizesText(Stage &stage, mlir::Value tensor, const std::string &wanted,
                            size_t count, std::vector<Value> &values) {
  return "expand(torch." + std::string(dtypes::className(dtypeOf(tensor))) + "Tensor{" +
         sizesText(stage, tensor, values) + "}, size=" + wanted +
         "): the number of sizes provided (" + std::to_string(count) +
         ") must be greater or equal to the number of dimensions in the tensor (" +
         std::to_string(rankedType(tensor).getRank()) + ")";
}

std::string tooFewSizesText(Stage &stage, mlir::Value tensor, mlir::Value target,
                            std::vector<Value> &values) {
  std::string wanted = sizesText(stage, target, values);
  return tooFewSizesText(stage, tensor, wanted, rankedType(target).getRank(), values);
}

bool checkBroadcastsTo(Stage &stage, mlir::Value value, mlir::Value target, Store store) {
  unsigned rank = rankedType(value).getRank(), targetRank = rankedType(target).getRank();
  if (rank > targetRank || (store == Store::Out && rank < targetRank)) {
    std::vector<Value> values;
    std::string message = store == Store::Item
                              ? tooFewSizesText(stage, value, target, values)
                              : storeMessage(stage, value, target, 0, Store::Result, values);
    raiseWith(stage, "RuntimeError", message, values);
    return false;
  }
  bool repeats = store != Store::Out; // elements of a dimension of size 1
  for (unsigned dim = rank; dim-- > 0;) {
    unsigned other = targetRank - rank + dim;
    Size size = stage.sizes.of(value, dim), wanted = stage.sizes.of(target, other);
    if (size == wanted || (repeats && size.is(1)))
      continue;
    mlir::Value a = sizeOf(stage, value, dim), b = sizeOf(stage, target, other);
    mlir::Value fits = intCompare(stage, CompareKind::eq, a, b);
    if (repeats && !size.constant())
      fits = either(stage, fits, intCompare(stage, CompareKind::eq, a, constantInt(stage, 1)));
    std::vector<Value> values{stage.intScalar(a), stage.intScalar(b)};
    std::string message = storeMessage(stage, value, target, other, store, values);
    if (!check(stage, fits, "RuntimeError", message, values))
      return false;
  }
  return true;
}

bool checkEqual(Stage &stage, mlir::Value left, mlir::Value right, llvm::StringRef message) {
  if (stage.sizes.ofInt(left) == stage.sizes.ofInt(right))
    return true;
  return check(stage, intCompare(stage, CompareKind::eq, left, right), "RuntimeError", message,
               {stage.intScalar(left), stage.intScalar(right)});
}

bool isDim(int64_t dim, unsigned rank) {
  int64_t bound = std::max(rank, 1u);
  return dim >= -bound && dim < bound;
}

std::string outOfRange(int64_t dim, unsigned rank) {
  int64_t bound = std::max(rank, 1u);
  return "Dimension out of range (expected to be in range of [" + std::to_string(-bound) + ", " +
         std::to_string(bound - 1) + "], but got " + std::to_string(dim) + ")";
}

std::optional<unsigned> wrapDim(Stage &stage, int64_t dim, unsigned rank) {
  if (isDim(dim, rank))
    return unsigned(dim < 0 ? dim + std::max(rank, 1u) : dim);
  raise(stage, "IndexError", outOfRange(dim, rank));
  return std::nullopt;
}

std::optional<llvm::SmallVector<int64_t>> distinctDims(Stage &stage, llvm::ArrayRef<Value> values,
                                                       unsigned rank, llvm::StringRef repeated) {
  llvm::SmallVector<int64_t> dims;
  for (Value each : values) {
    auto dim = wrapDim(stage, pinInt(stage, each, "a dimension"), rank);
    if (!dim)
      return std::nullopt;
    if (llvm::is_contained(dims, int64_t(*dim))) {
      raise(stage, "RuntimeError",
            repeated.empty()
                ? "dim " + std::to_string(*dim) + " appears multiple times in the list of dims"
                : repeated.str());
      return std::nullopt;
    }
    dims.push_back(*dim);
  }
  return dims;
}

/// A tensor of one int among sizes.
static Result sizeOfTensor(Stage &stage, Value tensor) {
  if (dtypeOf(stage, tensor) == LITH_BOOL8)
    return raise(stage, "RuntimeError",
                 "Expected scalar.isIntegral( false) to be true, but got false.  (Could this error "
                 "message be improved?  If so, please report an enhancement request to PyTorch.)");
  return tensorToNumber(stage, tensor, ScalarType::Int);
}

std::optional<std::vector<Value>> intList(Stage &stage, Value value) {
  if (value.isTuple() || stage.find<ListObject>(value) ||
      (value.isStatic() && !isNumber(stage, value))) {
    std::optional<std::vector<Value>> elements;
    if (!collect(stage, value, elements))
      return std::nullopt;
    if (!elements)
      refuse(stage, diag::Kind::RuntimeLength, {"the sizes"});
    for (Value &element : *elements)
      if (stage.isTensor(element)) {
        Result number = sizeOfTensor(stage, element);
        if (!number)
          return std::nullopt;
        element = *number;
      }
    return elements;
  }
  if (stage.isTensor(value)) {
    Result number = sizeOfTensor(stage, value);
    if (!number)
      return std::nullopt;
    value = *number;
  }
  return std::vector<Value>{value};
}

} // namespace lith::stage::tensor
