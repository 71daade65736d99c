// RuntimeByRecord.cpp: primitives of the runtime that are staged as their records say.
//
// The arguments become the operands of `lith.<name>`, in their order and each as the schema types
// it; rank, sizes and dtype of the result follow by the rules of the record. A primitive that needs
// more has a function of its own (Runtime.cpp and those beside it).
#include "stage/Protocols.h"
#include "stage/tensor/RuntimeCall.h"
#include "stage/tensor/Schema.h"

#include "ir/RuntimeTable.h"

namespace lith::stage::tensor {

namespace {

/// Appends what an argument is among the operands; false: the path ended.
bool addOperands(Call &call, SchemaParameter::Type type, size_t i, SSAs &operands) {
  using Type = SchemaParameter::Type;
  switch (type) {
  case Type::Ints:
    return call.integers(i, operands);
  case Type::Tensor:
    operands.push_back(call.tensor(i));
    break;
  case Type::Index:
    operands.push_back(call.index(i));
    break;
  case Type::Mask:
    operands.push_back(cast(call.stage, call.tensor(i), LITH_BOOL8));
    break;
  case Type::Int:
    operands.push_back(call.constantDim(i));
    break;
  case Type::SymInt:
    operands.push_back(call.integer(i));
    break;
  case Type::Float:
    operands.push_back(toFloat(call.stage, call[i]));
    break;
  case Type::Bool:
    operands.push_back(call.boolean(i));
    break;
  case Type::Dtype:
    operands.push_back(constantInt(call.stage, dtypeArgument(call.stage, call[i])));
    break;
  case Type::Other:
    llvm_unreachable("its primitive has a function of its own");
  }
  return true;
}

unsigned rankByRule(const ops::ShapeRule &rule, mlir::ValueRange operands) {
  using Kind = ops::ShapeRule::Kind;
  auto rankOf = [&](unsigned i) { return unsigned(rankedType(operands[i]).getRank()); };
  switch (rule.kind) {
  case Kind::Unknown:
    llvm_unreachable("its primitive has a function of its own");
  case Kind::Size:
  case Kind::Vector:
    return 1;
  case Kind::Sizes:
    return operands.size() - rule.size;
  case Kind::Selected:
    return rankOf(rule.tensor) - 1 + rankOf(rule.size);
  default:
    return rankOf(rule.tensor);
  }
}

int dtypeByRule(ops::DtypeRule rule, Call &call, llvm::ArrayRef<SchemaParameter> parameters) {
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    if (rule == ops::DtypeRule::Given && parameter.type == SchemaParameter::Type::Dtype)
      return dtypeArgument(call.stage, call[i]);
    if (rule == ops::DtypeRule::Same && parameter.isTensor())
      return dtypeOf(call.stage, call[i]);
  }
  return rule == ops::DtypeRule::Bool ? LITH_BOOL8 : LITH_INT64;
}

/// The type of the result; null: there is none.
mlir::Type typeByRules(const ops::Operator &op, char letter, Call &call,
                       llvm::ArrayRef<SchemaParameter> parameters, mlir::ValueRange operands) {
  mlir::OpBuilder &builder = call.stage.builder();
  switch (letter) {
  case 'v':
    return {};
  case 'b':
    return builder.getI1Type();
  case 'i':
    return builder.getI64Type();
  case 'f':
    return builder.getF64Type();
  default:
    break;
  }
  assert(letter == 't' && "its primitive has a function of its own");
  Shape shape;
  for (unsigned dim = 0, rank = rankByRule(op.shape, operands); dim < rank; ++dim)
    shape.push_back(call.stage.sizes.byRule(op.shape, operands, dim)
                        .value_or(Size::symbol({nullptr, int(dim)})));
  return makeType(call.stage, shape, dtypeByRule(op.dtypeRule, call, parameters));
}

Value valueOf(Stage &stage, mlir::Value result, llvm::ArrayRef<Value> arguments) {
  mlir::Type type = result.getType();
  if (type.isInteger(1))
    return stage.boolScalar(result);
  if (type.isInteger(64))
    return stage.intScalar(result);
  if (type.isF64())
    return stage.floatScalar(result);
  bool mayNeedGrad = !dtypes::isIntegral(dtypeOf(result));
  return newTensor(stage, result, mayNeedGrad && needsGrad(stage, arguments));
}

} // namespace

Result callByRecord(Stage &stage, const CallInfo &info) {
  const ops::Operator &op = *static_cast<const ops::Operator *>(info.primitive.data);
  Call call(stage, info);
  std::vector<SchemaParameter> parameters = parametersOf(op.schema);
  SSAs operands;
  for (auto [i, parameter] : llvm::enumerate(parameters))
    if (!addOperands(call, parameter.type, i, operands))
      return std::nullopt;
  std::string name = "lith." + std::string(op.name);
  mlir::Type type = typeByRules(op, functionOf(name).result, call, parameters, operands);
  mlir::Value result = callRuntime(stage, name, operands, type);
  if (!type)
    return stage.none();
  return result ? Result(valueOf(stage, result, call.args)) : std::nullopt;
}

} // namespace lith::stage::tensor
