// Emit.cpp: operations at the end of the current path.
#include "stage/emit/Emit.h"
#include "ir/RuntimeTable.h"
#include "ops/TensorOperator.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/ExceptionChains.h"
#include "stage/emit/Handlers.h"
#include "stage/emit/Managers.h"
#include "stage/emit/Refusals.h"

namespace lith::stage {

static void goOnUnlessRaised(Stage &, mlir::Block *handler);
mlir::OpBuilder &Stage::builder() {
  emission.builder.setInsertionPointToEnd(state.block);
  return emission.builder;
}

static mlir::LocationAttr place(Stage &s, const FunctionCode &code, const syntax::Node *node) {
  mlir::MLIRContext *context = &s.context;
  auto file = mlir::StringAttr::get(context, code.file ? code.file->name : "");
  const auto &range = node->range;
  mlir::LocationAttr where = mlir::FileLineColRange::get(file, range.line, range.column + 1,
                                                         range.endLine, range.endColumn + 1);
  return mlir::NameLoc::get(mlir::StringAttr::get(context, code.name), mlir::LocationAttr(where));
}

// Prelude functions are no lines of the user: what they do happens at their call.
mlir::Location Stage::loc() {
  if (!activation || !activation->at)
    return mlir::UnknownLoc::get(&context);
  if (emission.place.node == activation->at && emission.place.activation == activation &&
      emission.place.path == activation->path)
    return emission.place.location;
  mlir::LocationAttr where;
  if (activation->globals.isUndefined())
    where = activation->callLocation;
  else
    where = place(*this, *activation->code, activation->at);
  if (activation->caller && !activation->globals.isUndefined())
    where = mlir::CallSiteLoc::get(where, activation->callLocation);
  emission.place.node = activation->at;
  emission.place.activation = activation;
  emission.place.path = activation->path;
  emission.place.location = where;
  return emission.place.location;
}

mlir::Value constantInt(Stage &s, int64_t value) {
  return ir::ConstantOp::create(s.builder(), s.loc(), value);
}
mlir::Value constantFloat(Stage &s, double value) {
  return ir::ConstantOp::create(s.builder(), s.loc(), value);
}
mlir::Value constantBool(Stage &s, bool value) {
  return ir::ConstantOp::create(s.builder(), s.loc(), value);
}

// A tensor of one element where an operator takes a number, or one of several values that are
// numbers; what is no number is refused.
static Value numberOf(Stage &s, Value value, ScalarType type) {
  Result number;
  if (s.isTensor(value))
    number = tensorToNumber(s, value, type);
  else if (value.isUnion())
    number = forEachAlternative(s, value, [&](Value one) -> Result {
      return type == ScalarType::Float  ? s.floatScalar(toFloat(s, one))
             : type == ScalarType::Bool ? s.boolScalar(toBool(s, one))
                                        : s.intScalar(toInt(s, one));
    });
  if (!number)
    refuse(s, diag::Kind::UnsupportedParameter,
           {"an argument of this operator", "a value of type " + typeName(s, value)});
  return *number;
}

mlir::Value toInt(Stage &s, Value value) {
  if (auto number = s.asInt(value))
    return constantInt(s, *number);
  if (value.isScalar(ScalarType::Bool))
    return ir::ConvertOp::create(s.builder(), s.loc(), s.builder().getI64Type(), value.ssa());
  if (value.isBox())
    return ir::UnboxOp::create(s.builder(), s.loc(), s.builder().getI64Type(), value.ssa());
  if (value.kind() != Value::Kind::Scalar)
    return toInt(s, numberOf(s, value, ScalarType::Int));
  return value.ssa();
}

mlir::Value toFloat(Stage &s, Value value) {
  if (auto number = s.asFloat(value))
    return constantFloat(s, *number);
  if (value.isScalar(ScalarType::Float))
    return value.ssa();
  if (s.isTensor(value) || value.isUnion())
    return toFloat(s, numberOf(s, value, ScalarType::Float));
  return ir::ConvertOp::create(s.builder(), s.loc(), s.builder().getF64Type(), toInt(s, value));
}

mlir::Value toBool(Stage &s, Value value) {
  if (auto known = s.asBool(value))
    return constantBool(s, *known);
  if (!value.isScalar(ScalarType::Bool))
    return toBool(s, numberOf(s, value, ScalarType::Bool));
  return value.ssa();
}

mlir::Value toStr(Stage &s, Value value) {
  if (auto text = s.asStr(value))
    return ir::ConstantOp::create(s.builder(), s.loc(), *text);
  if (!value.isScalar(ScalarType::Str))
    refuse(s, diag::Kind::UnsupportedParameter,
           {"an argument of this operator", "a value of type " + typeName(s, value)});
  return value.ssa();
}

mlir::Value rtPlain(Stage &s, llvm::StringRef callee, mlir::ValueRange operands,
                    mlir::Type result) {
  if (ir::findRuntimeFunction(callee)->has(ir::RuntimeFunction::Prints))
    checkNotCached(s, "prints");
  auto op =
      ir::RtOp::create(s.builder(), s.loc(), result ? mlir::TypeRange(result) : mlir::TypeRange(),
                       s.builder().getStringAttr(callee), operands, nullptr);
  return result ? op.getResult() : mlir::Value();
}

mlir::Value rt(Stage &s, llvm::StringRef callee, mlir::ValueRange operands, mlir::Type result) {
  mlir::Value value = rtPlain(s, callee, operands, result);
  if (ir::findRuntimeFunction(callee)->has(ir::RuntimeFunction::Raises))
    mayRaise(s);
  return value;
}

mlir::Value callRuntime(Stage &s, llvm::StringRef operation, mlir::ValueRange operands,
                        mlir::Type result) {
  mlir::OperationState state(s.loc(), operation, operands,
                             result ? mlir::TypeRange(result) : mlir::TypeRange());
  mlir::Operation *op = s.builder().create(state);
  auto record = llvm::dyn_cast<ops::TensorOperator>(op);
  if (record && record.draws())
    checkNotCached(s, "draws random numbers");
  if (ir::mayRaise(op))
    mayRaise(s);
  return result ? op->getResult(0) : mlir::Value();
}

// Operations that raise in one and the same state share the edge to the handler.
void mayRaise(Stage &s) {
  Raising way = wayOfRaise(s, &s.state.block->back());
  if (!way.edges) {
    if (!s.body.handled.empty())
      goOnUnlessRaised(s, blockThatLeaves(s));
    return;
  }
  Edges &raises = *way.edges;
  State at = s.state;
  bool isLeft = leaveAsBefore(way, at);
  if (isLeft)
    at.frames.truncate(way.frames);
  Value handled = s.body.handled.empty() ? Value() : s.body.handled.back().exception;
  if (!isLeft || s.body.sharedWay.edges != &raises || s.body.sharedWay.index >= raises.size() ||
      s.body.sharedWay.handled != handled || !raises[s.body.sharedWay.index].state.sameAs(at)) {
    mlir::Block *handler = newBlock(s);
    at.block = handler;
    s.emission.builder.setInsertionPointToEnd(handler);
    mlir::Value exception =
        ir::CatchOp::create(s.emission.builder, s.loc(), ir::ExceptionType::get(&s.context));
    {
      Scoped<State> path(s.state, std::move(at));
      setContextOfCaught(s, exception);
      if (!isLeft)
        leaveManagers(s, way);
      at = std::move(s.state);
    }
    at.frames.truncate(way.frames);
    s.body.sharedWay.edges = &raises;
    s.body.sharedWay.index = raises.size();
    s.body.sharedWay.handler = handler;
    s.body.sharedWay.handled = handled;
    raises.push_back({std::move(at), {Value::scalar(ScalarType::Exception, exception)}});
  }
  goOnUnlessRaised(s, s.body.sharedWay.handler);
}

static void goOnUnlessRaised(Stage &s, mlir::Block *handler) {
  mlir::Value raised = ir::RaisedOp::create(s.builder(), s.loc());
  mlir::Block *next = newBlock(s);
  mlir::cf::CondBranchOp::create(s.builder(), s.loc(), raised, handler, mlir::ValueRange(), next,
                                 mlir::ValueRange());
  s.state.block = next;
}

bool check(Stage &s, mlir::Value condition, llvm::StringRef exception, llvm::StringRef message,
           llvm::ArrayRef<Value> operands) {
  llvm::SmallVector<mlir::Value> values;
  for (Value operand : operands)
    values.push_back(toBox(s, operand));
  ir::CheckOp::create(s.builder(), s.loc(), condition, s.builder().getStringAttr(exception),
                      s.builder().getStringAttr(message), values);
  mayRaise(s);
  return true;
}

mlir::Block *newBlock(Stage &s) {
  auto *block = new mlir::Block();
  s.body.function.getBody().push_back(block);
  return block;
}

void branch(Stage &s, mlir::Value condition, State &whenTrue, State &whenFalse) {
  mlir::Block *yes = newBlock(s), *no = newBlock(s);
  mlir::cf::CondBranchOp::create(s.builder(), s.loc(), condition, yes, mlir::ValueRange(), no,
                                 mlir::ValueRange());
  whenTrue = s.state;
  whenTrue.block = yes;
  whenFalse = std::move(s.state);
  whenFalse.block = no;
}

} // namespace lith::stage
