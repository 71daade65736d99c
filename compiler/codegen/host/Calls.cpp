// Calls.cpp: functions of the runtime and of the module.

#include "codegen/host/FunctionEmitter.h"

using namespace mlir;
using namespace lith::codegen;
using lith::ir::RuntimeFunction;
using Form = RuntimeFunction::Parameter::Form;

llvm::Value *FunctionEmitter::callRuntime(llvm::StringRef name,
                                          llvm::ArrayRef<llvm::Value *> arguments) {
  const RuntimeFunction *function = ir::findRuntimeFunction(name);
  assert(function && "the table has no such function");
  llvm::SmallVector<llvm::Value *> flat{context()};
  for (llvm::Value *argument : arguments) {
    if (argument->getType() != program.boxType) {
      flat.push_back(argument);
      continue;
    }
    flat.push_back(b.CreateExtractValue(argument, 0));
    flat.push_back(b.CreateExtractValue(argument, 1));
  }
  llvm::CallInst *call = b.CreateCall(program.runtime(*function), flat);
  return function->result == 'v' ? nullptr : call;
}

llvm::Value *FunctionEmitter::array(llvm::ArrayRef<llvm::Value *> values) {
  if (values.empty())
    return llvm::ConstantPointerNull::get(b.getPtrTy());
  if (!scratch) { // its size is known at the end of the function
    llvm::IRBuilder<> entry(&function->getEntryBlock(), function->getEntryBlock().begin());
    scratch = entry.CreateAlloca(b.getInt64Ty(), b.getInt32(1));
    scratch->setAlignment(llvm::Align(16));
  }
  unsigned words = values[0]->getType() == program.boxType ? 2 : 1;
  llvm::Value *base = b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), scratch, scratchUsed);
  for (auto [i, value] : llvm::enumerate(values))
    b.CreateStore(value, b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), base, i * words));
  scratchUsed += values.size() * words;
  scratchWords = std::max(scratchWords, scratchUsed);
  return base;
}

llvm::AllocaInst *FunctionEmitter::slot(llvm::Type *type, unsigned count) {
  llvm::IRBuilder<> entry(&function->getEntryBlock(), function->getEntryBlock().begin());
  return entry.CreateAlloca(type, b.getInt32(count));
}

void FunctionEmitter::retain(llvm::Value *value, Type type) {
  callRuntime(isa<ir::BoxType>(type) ? "retain_value" : "retain", value);
}

void FunctionEmitter::release(llvm::Value *value, Type type) {
  callRuntime(isa<ir::BoxType>(type) ? "release_value" : "release", value);
}

static void emitRuntimeCall(Emitter &base, Operation *op) {
  auto &emitter = static_cast<FunctionEmitter &>(base);
  auto call = cast<lith::ir::RuntimeCall>(op);
  const RuntimeFunction &function = call.getFunction();
  auto lengths = *function.split(op->getNumOperands(), call.getArrayLengths());
  llvm::SmallVector<llvm::Value *> arguments, counts(function.parameters.size());
  for (auto [length, parameter] : llvm::zip(lengths, function.parameters))
    if (parameter.form == Form::Array)
      counts[parameter.group] = emitter.b.getInt64(length);
  OperandRange operands = op->getOperands();
  for (auto [length, parameter] : llvm::zip(lengths, function.parameters)) {
    if (parameter.form == Form::Count) {
      arguments.push_back(counts[parameter.group]);
      continue;
    }
    llvm::SmallVector<llvm::Value *> values;
    for (Value operand : operands.take_front(length))
      values.push_back(emitter.get(operand));
    operands = operands.drop_front(length);
    arguments.push_back(parameter.form == Form::Array ? emitter.array(values) : values[0]);
  }
  llvm::Value *result = emitter.callRuntime(function.name, arguments);
  if (op->getNumResults())
    emitter.set(op->getResult(0), result);
}

static void emitCall(Emitter &base, Operation *op) {
  auto &emitter = static_cast<FunctionEmitter &>(base);
  auto call = cast<lith::ir::CallOp>(op);
  auto module = op->getParentOfType<ModuleOp>();
  llvm::SmallVector<llvm::Value *> arguments{emitter.context()};
  for (Value operand : call.getArgs())
    arguments.push_back(emitter.get(operand));
  auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
  llvm::Value *results = emitter.callFunction(emitter.program.function(callee), arguments);
  for (auto [i, result] : llvm::enumerate(call.getOutputs()))
    emitter.set(result, emitter.b.CreateExtractValue(results, i));
}

/// A function that the runtime calls: behind the keys it takes where the captured values are.
static llvm::Function *keyFunction(FunctionEmitter &emitter, llvm::Function *callee,
                                   llvm::StructType *captured, unsigned keys) {
  llvm::Type *word = emitter.b.getInt64Ty(), *pointer = emitter.b.getPtrTy();
  llvm::SmallVector<llvm::Type *> parameters{pointer};
  parameters.append(2 * keys, word);
  parameters.push_back(pointer);
  auto *type = llvm::FunctionType::get(callee->getReturnType(), parameters, false);
  auto *made = llvm::Function::Create(type, llvm::Function::InternalLinkage,
                                      "key." + callee->getName(), emitter.program.module);
  made->setDoesNotThrow();
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(made->getContext(), "", made));
  llvm::SmallVector<llvm::Value *> arguments{made->getArg(0)};
  for (unsigned i = 0; i < keys; ++i) {
    llvm::Value *box = llvm::PoisonValue::get(emitter.program.boxType);
    box = b.CreateInsertValue(box, made->getArg(1 + 2 * i), 0);
    arguments.push_back(b.CreateInsertValue(box, made->getArg(2 + 2 * i), 1));
  }
  for (auto [i, element] : llvm::enumerate(captured->elements()))
    arguments.push_back(b.CreateLoad(
        element, b.CreateStructGEP(captured, made->getArg(1 + 2 * keys), unsigned(i))));
  b.CreateRet(b.CreateCall(callee, arguments));
  return made;
}

static void emitKeyMethods(Emitter &base, Operation *op) {
  auto &emitter = static_cast<FunctionEmitter &>(base);
  auto names = cast<lith::ir::KeyMethodsOp>(op);
  auto module = op->getParentOfType<ModuleOp>();
  llvm::SmallVector<llvm::Type *> types;
  for (Type type : names.getCaptured().getTypes())
    types.push_back(emitter.program.type(type));
  auto *captured = llvm::StructType::get(emitter.b.getContext(), types);
  llvm::Value *place = emitter.slot(captured, 1);
  for (auto [i, value] : llvm::enumerate(names.getCaptured()))
    emitter.b.CreateStore(emitter.get(value),
                          emitter.b.CreateStructGEP(captured, place, unsigned(i)));
  auto function = [&](llvm::StringRef name, unsigned keys) {
    auto callee = emitter.program.function(module.lookupSymbol<func::FuncOp>(name));
    return keyFunction(emitter, callee, captured, keys);
  };
  llvm::ArrayRef<int64_t> which = names.getWhich();
  llvm::StringRef bytes(reinterpret_cast<const char *>(which.data()), which.size() * 8);
  emitter.callRuntime("key_methods",
                      {function(names.getHash(), 1), function(names.getEqual(), 2),
                       emitter.b.getInt64(int64_t(which.size())), emitter.data(bytes), place});
}

/// The call, unless it is nested too deeply: then RecursionError is pending, and the results are
/// null.
llvm::Value *FunctionEmitter::callFunction(llvm::Function *callee,
                                           llvm::ArrayRef<llvm::Value *> arguments) {
  auto *calls = llvm::BasicBlock::Create(b.getContext(), "", function);
  auto *next = llvm::BasicBlock::Create(b.getContext(), "", function);
  llvm::Value *mayCall = callRuntime("call_enter", {});
  llvm::BasicBlock *before = b.GetInsertBlock();
  b.CreateCondBr(mayCall, calls, next);
  b.SetInsertPoint(calls);
  llvm::Value *results = b.CreateCall(callee, arguments);
  callRuntime("call_leave", {});
  b.CreateBr(next);
  b.SetInsertPoint(next);
  if (results->getType()->isVoidTy())
    return nullptr;
  llvm::PHINode *merged = b.CreatePHI(results->getType(), 2);
  merged->addIncoming(results, calls);
  merged->addIncoming(llvm::Constant::getNullValue(results->getType()), before);
  return merged;
}

/// The arguments of a runtime function, gathered from operands and attributes in order.
namespace {
class TableCall {
public:
  TableCall(FunctionEmitter &emitter, Operation *op, const RuntimeFunction &function)
      : emitter(emitter), op(op), function(function), operands(op->getOperands()),
        names(op->getName().getAttributeNames()) {}

  void emit() {
    for (const auto &parameter : function.parameters) {
      if (parameter.form == Form::Count)
        counts.push_back({arguments.size(), parameter.group});
      arguments.push_back(parameter.form == Form::Count   ? nullptr
                          : parameter.form == Form::Array ? array(parameter.group, parameter.letter)
                                                          : single(parameter.letter));
    }
    for (auto [at, group] : counts)
      arguments[at] = emitter.b.getInt64(lengths[group]);
    llvm::Value *result = emitter.callRuntime(function.name, arguments);
    if (op->getNumResults())
      emitter.set(op->getResult(0), result);
  }

private:
  llvm::Value *number(int64_t value) { return emitter.b.getInt64(value); }

  /// The next attribute that is set; null when there is none.
  Attribute attribute() {
    while (nextName < names.size())
      if (std::optional<Attribute> found = op->getInherentAttr(names[nextName++].getValue());
          found && *found && names[nextName - 1].getValue() != "operandSegmentSizes")
        return *found;
    return {};
  }

  llvm::Value *single(char letter) {
    if (!operands.empty() && letter == 'B') {
      Value operand = operands.front();
      operands = operands.drop_front();
      return emitter.box(emitter.get(operand), operand.getType());
    }
    if (!operands.empty() && (letter != 'b' || operands.front().getType().isInteger(1))) {
      Value operand = operands.front();
      operands = operands.drop_front();
      return emitter.get(operand);
    }
    Attribute value = attribute();
    if (!value) // one parameter more than the operation has: its dtype
      return number(
          lith::ir::dtypeOf(lith::ir::tensorType(op->getResult(0).getType()).getElementType()));
    if (auto real = dyn_cast<FloatAttr>(value))
      return llvm::ConstantFP::get(emitter.b.getDoubleTy(), real.getValueAsDouble());
    if (auto boolean = dyn_cast<BoolAttr>(value))
      return letter == 'b' ? static_cast<llvm::Value *>(emitter.b.getInt1(boolean.getValue()))
                           : number(boolean.getValue());
    if (auto text = dyn_cast<StringAttr>(value))
      return emitter.data(text);
    if (auto type = dyn_cast<TypeAttr>(value))
      return number(lith::ir::dtypeOf(type.getValue()));
    return number(cast<IntegerAttr>(value).getInt());
  }

  llvm::Value *array(unsigned group, char letter) {
    llvm::SmallVector<llvm::Value *> values;
    auto fits = [&](Type type) {
      return letter == 'P' ? type.isInteger(64)
                           : letter == 'V' || lith::ir::tensorType(type) != nullptr;
    };
    if (operands.empty()) {
      auto numbers = dyn_cast_or_null<DenseI64ArrayAttr>(attribute());
      for (int64_t value : numbers ? numbers.asArrayRef() : ArrayRef<int64_t>())
        values.push_back(number(value));
    }
    for (; !operands.empty() && fits(operands.front().getType());
         operands = operands.drop_front()) {
      llvm::Value *value = emitter.get(operands.front());
      values.push_back(letter == 'V' ? emitter.box(value, operands.front().getType()) : value);
    }
    lengths.resize(std::max<size_t>(lengths.size(), group + 1));
    lengths[group] = values.size();
    return emitter.array(values);
  }

  FunctionEmitter &emitter;
  Operation *op;
  const RuntimeFunction &function;
  OperandRange operands;
  ArrayRef<StringAttr> names;
  size_t nextName = 0;
  llvm::SmallVector<llvm::Value *> arguments;
  llvm::SmallVector<std::pair<size_t, unsigned>> counts;
  llvm::SmallVector<unsigned> lengths;
};
} // namespace

/// The runtime function of the operation's name, by the rule of ir/README.md.
static void emitByTable(Emitter &base, Operation *op) {
  llvm::StringRef name = op->getName().stripDialect();
  const RuntimeFunction *function = lith::ir::findRuntimeFunction(name);
  if (!function)
    llvm::report_fatal_error("no code is generated for " + op->getName().getStringRef());
  TableCall(static_cast<FunctionEmitter &>(base), op, *function).emit();
  if (function->has(RuntimeFunction::Raises) && !lith::ir::mayRaise(op)) // no memory
    base.exitIfRaised(op);
}

Handler ProgramEmitter::handlerOf(Operation *op) const {
  if (isa<ir::RuntimeCall>(op))
    return emitRuntimeCall;
  const HandlerTable &table = handlerTable();
  auto found = table.find(op->getName().getStringRef());
  return found == table.end() ? emitByTable : found->second;
}

static HandlerTable makeTable() {
  HandlerTable table;
  addNumberHandlers(table);
  addConstantHandlers(table);
  addBoxHandlers(table);
  addCallHandlers(table);
  addCatchHandlers(table);
  addRaiseHandlers(table);
  addGradientHandlers(table);
  addObjectHandlers(table);
  addViewHandlers(table);
  addKernelHandlers(table);
  return table;
}

const HandlerTable &lith::codegen::handlerTable() {
  static const HandlerTable table = makeTable();
  return table;
}

void lith::codegen::addCallHandlers(HandlerTable &handlers) {
  handlers[lith::ir::CallOp::getOperationName()] = emitCall;
  handlers[lith::ir::KeyMethodsOp::getOperationName()] = emitKeyMethods;
}
