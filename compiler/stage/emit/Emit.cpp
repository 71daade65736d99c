// Emit.cpp: operations at the end of the current path.
#include "ir/RuntimeTable.h"
#include "stage/Impl.h"
#include "stage/outside/Caches.h"
#include "stage/tensor/Protocol.h"

namespace lith::stage {

mlir::OpBuilder &Stage::builder() {
  impl->builder.setInsertionPointToEnd(state.block);
  return impl->builder;
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
  if (impl->lastNode == activation->at && impl->lastActivation == activation &&
      impl->lastPath == activation->path)
    return impl->lastLocation;
  mlir::LocationAttr where;
  if (activation->globals.isUndefined())
    where = activation->callLocation;
  else
    where = place(*this, *activation->code, activation->at);
  if (activation->caller && !activation->globals.isUndefined())
    where = mlir::CallSiteLoc::get(where, activation->callLocation);
  impl->lastNode = activation->at;
  impl->lastActivation = activation;
  impl->lastPath = activation->path;
  impl->lastLocation = where;
  return impl->lastLocation;
}

mlir::Value Stage::constantInt(int64_t value) {
  return ir::ConstantOp::create(builder(), loc(), value);
}
mlir::Value Stage::constantFloat(double value) {
  return ir::ConstantOp::create(builder(), loc(), value);
}
mlir::Value Stage::constantBool(bool value) {
  return ir::ConstantOp::create(builder(), loc(), value);
}

// A tensor of one element where an operator takes a number, or one of several values that are
// numbers; what is no number is refused.
static Value numberOf(Stage &s, Value value, ScalarType type) {
  Result number;
  if (s.isTensor(value))
    number = tensorToNumber(s, value, type);
  else if (value.isUnion())
    number = s.forEachAlternative(value, [&](Value one) -> Result {
      return type == ScalarType::Float  ? s.floatScalar(s.toFloat(one))
             : type == ScalarType::Bool ? s.boolScalar(s.toBool(one))
                                        : s.intScalar(s.toInt(one));
    });
  if (!number)
    s.refuse(diag::Kind::UnsupportedParameter,
             {"an argument of this operator", "a value of type " + s.typeName(value)});
  return *number;
}

mlir::Value Stage::toInt(Value value) {
  if (auto number = asInt(value))
    return constantInt(*number);
  if (value.isScalar(ScalarType::Bool))
    return ir::ConvertOp::create(builder(), loc(), builder().getI64Type(), value.ssa());
  if (value.isBox())
    return ir::UnboxOp::create(builder(), loc(), builder().getI64Type(), value.ssa());
  if (value.kind() != Value::Kind::Scalar)
    return toInt(numberOf(*this, value, ScalarType::Int));
  return value.ssa();
}

mlir::Value Stage::toFloat(Value value) {
  if (auto number = asFloat(value))
    return constantFloat(*number);
  if (value.isScalar(ScalarType::Float))
    return value.ssa();
  if (isTensor(value) || value.isUnion())
    return toFloat(numberOf(*this, value, ScalarType::Float));
  return ir::ConvertOp::create(builder(), loc(), builder().getF64Type(), toInt(value));
}

mlir::Value Stage::toBool(Value value) {
  if (auto known = asBool(value))
    return constantBool(*known);
  if (!value.isScalar(ScalarType::Bool))
    return toBool(numberOf(*this, value, ScalarType::Bool));
  return value.ssa();
}

mlir::Value Stage::toStr(Value value) {
  if (auto text = asStr(value))
    return ir::ConstantOp::create(builder(), loc(), *text);
  if (!value.isScalar(ScalarType::Str))
    refuse(diag::Kind::UnsupportedParameter,
           {"an argument of this operator", "a value of type " + typeName(value)});
  return value.ssa();
}

mlir::Value Stage::rtPlain(llvm::StringRef callee, mlir::ValueRange operands, mlir::Type result) {
  if (callee.starts_with("print"))
    checkNotCached(*this, "prints");
  if (callee.starts_with("random"))
    checkNotCached(*this, "draws random numbers");
  auto op = ir::RtOp::create(builder(), loc(), result ? mlir::TypeRange(result) : mlir::TypeRange(),
                             builder().getStringAttr(callee), operands, nullptr);
  return result ? op.getResult() : mlir::Value();
}

mlir::Value Stage::rt(llvm::StringRef callee, mlir::ValueRange operands, mlir::Type result) {
  mlir::Value value = rtPlain(callee, operands, result);
  const ir::RuntimeFunction *function = ir::findRuntimeFunction(callee);
  if (!function || function->has(ir::RuntimeFunction::Raises))
    mayRaise();
  return value;
}

// Operations that raise in one and the same state share the edge to the handler.
void Stage::mayRaise() {
  Raising way = wayOfRaise(&state.block->back());
  if (!way.edges) {
    if (!impl->handled.empty())
      goOnUnlessRaised(blockThatLeaves(*this));
    return;
  }
  Edges &raises = *way.edges;
  State at = state;
  at.frames.truncate(way.frames);
  Value handled = impl->handled.empty() ? Value() : impl->handled.back().exception;
  if (impl->lastRaises != &raises || impl->lastRaiseIndex >= raises.size() ||
      impl->lastHandled != handled || !raises[impl->lastRaiseIndex].state.sameAs(at)) {
    mlir::Block *handler = newBlock();
    at.block = handler;
    impl->builder.setInsertionPointToEnd(handler);
    mlir::Value exception =
        ir::CatchOp::create(impl->builder, loc(), ir::ExceptionType::get(&context));
    {
      Scoped<State> path(state, std::move(at));
      setContextOfCaught(*this, exception);
      at = std::move(state);
    }
    impl->lastRaises = &raises;
    impl->lastRaiseIndex = raises.size();
    impl->lastHandler = handler;
    impl->lastHandled = handled;
    raises.push_back({std::move(at), {Value::scalar(ScalarType::Exception, exception)}});
  }
  goOnUnlessRaised(impl->lastHandler);
}

void Stage::goOnUnlessRaised(mlir::Block *handler) {
  mlir::Value raised = ir::RaisedOp::create(builder(), loc());
  mlir::Block *next = newBlock();
  mlir::cf::CondBranchOp::create(builder(), loc(), raised, handler, mlir::ValueRange(), next,
                                 mlir::ValueRange());
  state.block = next;
}

bool Stage::check(mlir::Value condition, llvm::StringRef exception, llvm::StringRef message,
                  llvm::ArrayRef<Value> operands) {
  llvm::SmallVector<mlir::Value> values;
  for (Value operand : operands)
    values.push_back(toBox(operand));
  ir::CheckOp::create(builder(), loc(), condition, builder().getStringAttr(exception),
                      builder().getStringAttr(message), values);
  mayRaise();
  return true;
}

mlir::Block *Stage::newBlock() {
  auto *block = new mlir::Block();
  impl->main.getBody().push_back(block);
  return block;
}

void Stage::branch(mlir::Value condition, State &whenTrue, State &whenFalse) {
  mlir::Block *yes = newBlock(), *no = newBlock();
  mlir::cf::CondBranchOp::create(builder(), loc(), condition, yes, mlir::ValueRange(), no,
                                 mlir::ValueRange());
  whenTrue = state;
  whenTrue.block = yes;
  whenFalse = std::move(state);
  whenFalse.block = no;
}

} // namespace lith::stage
