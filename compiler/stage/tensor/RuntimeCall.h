// RuntimeCall.h: what primitives that call the runtime share.
#ifndef LITH_STAGE_TENSOR_RUNTIMECALL_H
#define LITH_STAGE_TENSOR_RUNTIMECALL_H

#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/runtime/Types.h"
#include "stage/tensor/Tensor.h"

#include "ops/RuntimeOps.h"
#include "ops/TensorOps.h"

namespace lith::stage::tensor {

using namespace lith::ir;

/// The positional arguments of a call by what they are.
class Call {
public:
  Call(Stage &stage, const CallInfo &info) : stage(stage), args(info.args.positional) {}
  Stage &stage;
  llvm::ArrayRef<Value> args;

  Value operator[](size_t i) const { return args[i]; }
  mlir::Value tensor(size_t i) const { return tensorContents(stage, args[i]); }
  mlir::Value index(size_t i) const { return cast(stage, tensor(i), LITH_INT64); }
  mlir::Value integer(size_t i) const { return toInt(stage, args[i]); }
  mlir::Value boolean(size_t i) const { return toBool(stage, args[i]); }
  int64_t constant(size_t i) const { return pinInt(stage, args[i], "this argument"); }
  mlir::Value constantDim(size_t i) const { return constantInt(stage, constant(i)); }
  /// A list of ints; false: the path ended.
  bool integers(size_t i, SSAs &into) const {
    auto list = intList(stage, args[i]);
    if (!list)
      return false;
    for (Value each : *list)
      into.push_back(toInt(stage, each));
    return true;
  }
  std::optional<std::vector<Value>> list(size_t i, std::string_view what) const {
    std::optional<std::vector<Value>> elements;
    if (!collect(stage, args[i], elements))
      return std::nullopt;
    if (!elements)
      refuse(stage, diag::Kind::RuntimeLength, {what});
    return elements;
  }
  template <typename Op>
  Result result(llvm::ArrayRef<mlir::Value> operands, mlir::Type type, bool grad = true) const {
    mlir::Value value = rt<Op>(stage, operands, type);
    if (!value)
      return std::nullopt;
    return newTensor(stage, value, grad && needsGrad(stage, args));
  }
  /// The tensors of a tuple of run time.
  template <typename Op>
  Result results(llvm::ArrayRef<mlir::Value> operands, llvm::ArrayRef<mlir::Type> types) const {
    mlir::Value tuple = rt<Op>(stage, operands, TupleType::get(&stage.context));
    return tuple ? Result(elementsOf(tuple, types)) : std::nullopt;
  }

private:
  Value elementsOf(mlir::Value tuple, llvm::ArrayRef<mlir::Type> types) const {
    std::vector<Value> elements;
    for (size_t i = 0; i < types.size(); ++i) {
      mlir::Value box =
          rt(stage, "tuple_get", {tuple, constantInt(stage, i)}, BoxType::get(&stage.context));
      elements.push_back(
          newTensor(stage, UnboxOp::create(stage.builder(), stage.loc(), types[i], box)));
    }
    return stage.tuple(elements);
  }
};

/// The type of a tensor of the same sizes.
inline mlir::RankedTensorType like(Stage &stage, mlir::Value tensor, int dtype) {
  return mlir::RankedTensorType::get(rankedType(tensor).getShape(),
                                     elementType(&stage.context, dtype));
}

/// The type of a tensor whose sizes only run time knows.
inline mlir::RankedTensorType dynamic(Stage &stage, unsigned rank, int dtype) {
  return mlir::RankedTensorType::get(llvm::SmallVector<int64_t>(rank, mlir::ShapedType::kDynamic),
                                     elementType(&stage.context, dtype));
}

/// The type of a tensor of sizes that the program computes.
inline mlir::RankedTensorType ofSizes(Stage &stage, llvm::ArrayRef<mlir::Value> sizes, int dtype) {
  Shape shape;
  for (mlir::Value size : sizes)
    shape.push_back(stage.sizes.ofInt(size));
  return makeType(stage, shape, dtype);
}

using PrimitiveTable = llvm::StringMap<PrimitiveFunction>;
void addNumericPrimitives(PrimitiveTable &table);
void addRandomPrimitives(PrimitiveTable &table);
void addGeneratorPrimitives(PrimitiveTable &table);

} // namespace lith::stage::tensor

#endif // LITH_STAGE_TENSOR_RUNTIMECALL_H
