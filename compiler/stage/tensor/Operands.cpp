// Operands.cpp: from Python values to operands of operators, dtypes included.
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Numbers.h"
#include "stage/outside/Ambient.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

#include "ops/RuntimeOps.h"
#include "ops/TensorOps.h"

namespace lith::stage::tensor {

using namespace lith::ir;

/// The Python number that a scalar of NumPy stands for with tensors; any other value as it is.
static Value plainNumber(Stage &stage, Value value) {
  if (!value.isStatic())
    return value;
  host::Kind kind = stage.kindOf(value);
  if (kind != host::Kind::Instance && kind != host::Kind::Other)
    return value;
  std::string type = stage.host.qualifiedName(classOf(stage, value.handle()).handle());
  llvm::StringRef name = type;
  if (!name.consume_front("numpy."))
    return value;
  const char *plain = name.starts_with("float")                             ? "builtins.float"
                      : name.starts_with("int") || name.starts_with("uint") ? "builtins.int"
                      : name.starts_with("bool")                            ? "builtins.bool"
                                                                            : nullptr;
  if (!plain)
    return value;
  host::Outcome outcome = runInHost(stage, lookup(stage, plain), {value.handle()});
  return outcome.ok() ? stage.ofHandle(outcome.value) : value;
}

static std::optional<Operand> staticNumber(Stage &stage, Value value) {
  switch (stage.kindOf(value)) {
  case host::Kind::Bool:
    return Operand{constantBool(stage, *stage.asBool(value)), LITH_BOOL8, true};
  case host::Kind::Int:
    if (auto number = stage.asInt(value))
      return Operand{constantInt(stage, *number), LITH_INT64, true};
    return std::nullopt;
  case host::Kind::Float:
    return Operand{constantFloat(stage, *stage.asFloat(value)), LITH_FLOAT64, true};
  default:
    return std::nullopt;
  }
}

// A complex number is a tensor of rank 0 whose dtype, for promotion, is the default one's.
static Operand complexNumber(Stage &stage, Value value) {
  mlir::Type type =
      mlir::RankedTensorType::get({}, ir::elementType(&stage.context, LITH_COMPLEX128));
  mlir::Value made =
      rt<TensorOfValuesOp>(stage, {constantInt(stage, LITH_COMPLEX128), toBox(stage, value)}, type);
  return {made, defaultDtype(stage) == LITH_FLOAT64 ? LITH_COMPLEX128 : LITH_COMPLEX64, false};
}

void refuseLong(Stage &stage, Value value) {
  if (isLong(stage, value))
    refuse(stage, diag::Kind::UnsupportedParameter,
           {"an operator of tensors", "an int past 64 bits"});
}

bool checkRange(Stage &stage, Value value) {
  if (!isLong(stage, value))
    return true;
  std::string text = stage.host.repr(value.handle());
  uint64_t number;
  if (!llvm::StringRef(text).getAsInteger(10, number)) // eager has an unsigned number then
    refuseLong(stage, value);
  raise(stage, "OverflowError",
        llvm::StringRef(text).starts_with("-") ? "can't convert negative int to unsigned"
                                               : "int too big to convert");
  return false;
}

std::optional<Operand> operand(Stage &stage, Value value) {
  refuseLong(stage, value);
  if (stage.isTensor(value)) {
    mlir::Value contents = tensorContents(stage, value);
    return Operand{contents, dtypeOf(contents), false};
  }
  if (value.isScalar(ScalarType::Complex) ||
      (value.isStatic() && stage.kindOf(value) == host::Kind::Complex))
    return complexNumber(stage, value);
  if (value.isStatic())
    return staticNumber(stage, plainNumber(stage, value));
  if (!value.isScalar())
    return std::nullopt;
  switch (value.scalarType()) {
  case ScalarType::Bool:
    return Operand{value.ssa(), LITH_BOOL8, true};
  case ScalarType::Int:
    return Operand{value.ssa(), LITH_INT64, true};
  case ScalarType::Float:
    return Operand{value.ssa(), LITH_FLOAT64, true};
  default:
    return std::nullopt;
  }
}

bool isPlainInt(Stage &stage, Value value) {
  return value.isScalar(ScalarType::Int) ||
         (value.isStatic() && stage.kindOf(value) == host::Kind::Int);
}

bool isNumber(Stage &stage, Value value) {
  if (value.isStatic()) {
    host::Kind kind = stage.kindOf(plainNumber(stage, value));
    return kind == host::Kind::Bool || kind == host::Kind::Int || kind == host::Kind::Float;
  }
  return value.isScalar(ScalarType::Bool) || value.isScalar(ScalarType::Int) ||
         value.isScalar(ScalarType::Float);
}

int defaultDtype(Stage &stage) {
  if (!stage.host.dtype(LITH_FLOAT32)) // without torch, there are no tensors
    return LITH_FLOAT32;
  Value value = ambient(stage, "default_dtype");
  if (!value.isStatic() || stage.kindOf(value) != host::Kind::DType)
    refuse(stage, diag::Kind::UnsupportedExpression, {"a default dtype that only run time knows"});
  return stage.host.asDType(value.handle());
}

mlir::RankedTensorType tensorTypeOf(Stage &stage, Value tensor) {
  return llvm::cast<mlir::RankedTensorType>(stage.find<TensorObject>(tensor)->type);
}

int dtypeOf(Stage &stage, Value tensor) {
  return ir::dtypeOf(tensorTypeOf(stage, tensor).getElementType());
}
int dtypeOf(mlir::Value tensor) { return ir::dtypeOf(rankedType(tensor).getElementType()); }

int dtypeArgument(Stage &stage, Value value) {
  if (value.isUndefined() || stage.isNone(value))
    refuse(stage, diag::Kind::UnsupportedDtype, {"None"});
  host::Handle handle = pin(stage, value, "a dtype");
  if (stage.host.kind(handle) == host::Kind::DType) {
    int dtype = stage.host.asDType(handle);
    if (dtype < 0)
      refuse(stage, diag::Kind::UnsupportedDtype, {stage.host.repr(handle)});
    return dtype;
  }
  std::string name = stage.host.qualifiedName(handle);
  if (name == "builtins.float")
    return LITH_FLOAT64;
  if (name == "builtins.int")
    return LITH_INT64;
  if (name == "builtins.bool")
    return LITH_BOOL8;
  if (name == "builtins.complex")
    return LITH_COMPLEX128;
  refuse(stage, diag::Kind::UnsupportedDtype, {name});
}

Value dtypeValue(Stage &stage, int dtype) { return stage.ofHandle(stage.host.dtype(dtype)); }

static bool someRequireGrad(Stage &stage, llvm::ArrayRef<Value> values) {
  return llvm::any_of(values, [&](Value value) {
    if (value.isTuple())
      return someRequireGrad(stage, value.tuple().elements);
    auto *list = stage.find<ListObject>(value);
    if (!list)
      return needsGradient(stage, physicalOf(stage, value));
    if (!list->isRuntime())
      return someRequireGrad(stage, list->elements);
    return llvm::any_of(stage.facts.types.read(list->element)->types,
                        [](const Type &type) { return type.requiresGrad; });
  });
}

bool needsGrad(Stage &stage, llvm::ArrayRef<Value> values) {
  bool any = someRequireGrad(stage, values);
  return any && stage.asBool(ambient(stage, "grad_mode")) != false;
}

mlir::RankedTensorType makeType(Stage &stage, llvm::ArrayRef<Size> shape, int dtype) {
  llvm::SmallVector<int64_t, 4> dims;
  for (const Size &size : shape) {
    auto constant = size.constant();
    dims.push_back(constant && *constant >= 0 ? *constant : mlir::ShapedType::kDynamic);
  }
  return mlir::RankedTensorType::get(dims, ir::elementType(&stage.context, dtype));
}

mlir::Value cast(Stage &stage, mlir::Value tensor, int dtype) {
  auto type = rankedType(tensor);
  if (ir::dtypeOf(type.getElementType()) == dtype)
    return tensor;
  auto result =
      mlir::RankedTensorType::get(type.getShape(), ir::elementType(&stage.context, dtype));
  return CastOp::create(stage.builder(), stage.loc(), result, tensor);
}

mlir::Value asTensor(Stage &stage, const Operand &operand, int dtype) {
  if (!operand.isNumber)
    return cast(stage, operand.ssa, dtype);
  auto type = mlir::RankedTensorType::get({}, ir::elementType(&stage.context, dtype));
  return CastOp::create(stage.builder(), stage.loc(), type, operand.ssa);
}

void raiseNoIndex(Stage &stage, Value item) {
  if (isMapped(stage, item))
    refuse(stage, diag::Kind::UnsupportedParameter,
           {"torch.vmap", "writing at indices that are mapped over"});
  raise(stage, "IndexError",
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte "
        "Variables are valid indices (got " +
            typeName(stage, item) + ")");
}

} // namespace lith::stage::tensor
