// Recursion.cpp: functions of the program besides `main`.
#include "stage/runtime/Recursion.h"
#include "stage/calls/Functions.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Types.h"
#include "llvm/ADT/SetVector.h"

namespace lith::stage {

static uint64_t keyOf(const FunctionCode &code) { return reinterpret_cast<uintptr_t>(&code); }

static uint64_t parameterVariable(const FunctionCode &code, size_t index) {
  return llvm::hash_combine(keyOf(code), index, "parameter");
}
static uint64_t resultVariable(const FunctionCode &code) {
  return llvm::hash_combine(keyOf(code), "result");
}

bool isProgramFunction(Stage &s, const FunctionCode &code) {
  return s.facts.has(FactKind::Recursive, keyOf(code));
}

void makeProgramFunction(Stage &s, const FunctionCode &code) {
  if (!isProgramFunction(s, code))
    restart(s, FactKind::Recursive, keyOf(code));
}

// The parameters, then the cells of the closure.
static llvm::SmallVector<Value> parametersOf(Stage &s, const CallableData &function,
                                             mlir::Block *entry,
                                             llvm::SmallVectorImpl<Value> &cells) {
  llvm::SmallVector<Value> bound;
  size_t count = entry->getNumArguments() - function.values.size();
  for (auto [i, argument] : llvm::enumerate(entry->getArguments())) {
    Value value = unbox(s, argument, s.impl->types.read(parameterVariable(*function.code, i)));
    if (i < count) {
      bound.push_back(value);
      continue;
    }
    if (!value.isRef())
      refuse(s, diag::Kind::UnknownCallee);
    cells.push_back(value);
  }
  return bound;
}

// Stages the body in the function's own blocks.
static void stageBody(Stage &s, const CallableData &function, mlir::Block *entry) {
  auto outside = std::make_unique<FunctionCode>();
  outside->form = FunctionCode::Form::Module;
  Activation top{outside.get(),         0,  {},     nullptr, mlir::UnknownLoc::get(&s.context),
                 keyOf(*function.code), {}, nullptr};
  Scoped<Activation *> scope(s.activation, &top);
  Scoped<Exits> ways(s.exits, Exits{});
  State fresh;
  fresh.ambient = s.state.ambient;
  fresh.block = entry;
  fresh.frames.push_back(std::make_shared<Frame>());
  Scoped<State> path(s.state, std::move(fresh));
  Scoped<std::vector<LoopFrame>> loops(s.loops, {});
  Scoped<std::vector<HandledException>> handled(s.impl->handled, {});
  Scoped<std::unordered_map<const FunctionCode *, unsigned>> depth(s.impl->depth, {});
  Scoped<std::vector<Exits>> consumers(s.impl->consumers, {});
  Scoped<unsigned> activations(s.impl->activations, 0);
  Scoped<std::pair<const syntax::File *, const syntax::Node *>> lastReturn(s.impl->lastReturn, {});
  s.impl->lastRaises = nullptr;
  s.impl->lastNode = nullptr;
  s.sizes.clear();
  CallableData inner = function;
  llvm::SmallVector<Value> cells;
  llvm::SmallVector<Value> bound = parametersOf(s, function, entry, cells);
  inner.values = s.keep<Value>(cells);
  if (Result result = runFunction(s, inner, bound)) {
    growTypes(s, resultVariable(*function.code), *result);
    mlir::Value box = toBox(s, *result);
    mlir::func::ReturnOp::create(s.builder(), s.loc(), box);
  }
  s.impl->lastRaises = nullptr;
  s.impl->lastNode = nullptr;
  s.sizes.clear();
}

static mlir::func::FuncOp makeFunction(Stage &s, const CallableData &function, size_t count) {
  mlir::Type box = ir::BoxType::get(&s.context);
  llvm::SmallVector<mlir::Type> parameters(count, box);
  mlir::OpBuilder &builder = s.impl->builder;
  builder.setInsertionPointToEnd(s.impl->module->getBody());
  std::string name = "f" + std::to_string(s.impl->functionOrder.size());
  mlir::Location unknown = mlir::UnknownLoc::get(&s.context);
  auto made =
      mlir::func::FuncOp::create(builder, unknown, name, builder.getFunctionType(parameters, box));
  auto *entry = new mlir::Block();
  for (mlir::Type type : parameters)
    entry->addArgument(type, unknown);
  made.getBody().push_back(entry);
  Scoped<bool> inside(s.impl->isInFunction, true);
  s.impl->functions[function.code] = {made, s.state.ambient};
  s.impl->functionOrder.push_back(made);
  Scoped<mlir::func::FuncOp> current(s.impl->main, made);
  stageBody(s, function, entry);
  return made;
}

mlir::func::FuncOp programFunction(Stage &s, const CallableData &function,
                                   llvm::ArrayRef<const TypeSet *> types) {
  for (auto [i, set] : llvm::enumerate(types))
    if (s.impl->types.grow(parameterVariable(*function.code, i), set))
      throw Restart{};
  auto known = s.impl->functions.find(function.code);
  return known != s.impl->functions.end() ? known->second.function
                                          : makeFunction(s, function, types.size());
}

Result callProgramFunction(Stage &s, const CallableData &function, llvm::ArrayRef<Value> bound) {
  const FunctionCode &code = *function.code;
  llvm::SmallVector<Value> passed(bound);
  passed.append(function.values.begin(), function.values.end());
  llvm::SmallVector<mlir::Value> operands;
  for (auto [i, value] : llvm::enumerate(passed)) {
    growTypes(s, parameterVariable(code, i), value);
    operands.push_back(toBox(s, value));
  }
  auto known = s.impl->functions.find(&code);
  mlir::func::FuncOp callee = known != s.impl->functions.end()
                                  ? known->second.function
                                  : makeFunction(s, function, passed.size());
  if (s.impl->functions[&code].ambient->values != s.state.ambient->values)
    refuse(s, diag::Kind::RecursionTooDeep, {code.qualname.str()});
  mlir::Type box = ir::BoxType::get(&s.context);
  auto call =
      ir::CallOp::create(s.builder(), s.loc(), mlir::TypeRange(box), callee.getSymName(), operands);
  mayRaise(s);
  const TypeSet *types = s.impl->types.read(resultVariable(code));
  if (types->types.empty()) { // nothing has returned yet: when something does, staging restarts
    ir::UnreachableOp::create(s.builder(), s.loc());
    return std::nullopt;
  }
  return unbox(s, call.getOutputs().front(), types);
}

namespace {

// What functions read that `main` has, and their calls.
class Captures {
public:
  explicit Captures(Stage &s) : s(s) {
    collect(s.impl->main);
    for (mlir::func::FuncOp function : s.impl->functionOrder)
      collect(function);
  }

  void close() {
    for (bool changed = true; changed;) {
      changed = keys && unite(callee(keys.getHash()), callee(keys.getEqual()));
      for (auto &[call, caller] : calls) {
        mlir::func::FuncOp target = callee(call.getCallee());
        for (mlir::Value value : llvm::to_vector(captured[target]))
          changed |= caller != s.impl->main && captured[caller].insert(value);
      }
    }
  }

  void pass() {
    llvm::DenseMap<mlir::Operation *, llvm::DenseMap<mlir::Value, mlir::Value>> own;
    for (mlir::func::FuncOp function : s.impl->functionOrder) {
      mlir::Block &entry = function.getBody().front();
      for (mlir::Value value : captured[function])
        own[function][value] = entry.addArgument(value.getType(), value.getLoc());
      function.setFunctionType(
          mlir::FunctionType::get(&s.context, entry.getArgumentTypes(), function.getResultTypes()));
      function.walk([&](mlir::Operation *op) {
        for (mlir::OpOperand &operand : op->getOpOperands())
          if (auto it = own[function].find(operand.get()); it != own[function].end())
            operand.set(it->second);
      });
    }
    for (auto &[call, caller] : calls)
      for (mlir::Value value : captured[callee(call.getCallee())]) {
        mlir::Value mine = caller == s.impl->main ? value : own[caller][value];
        call.getArgsMutable().append(mine);
      }
    if (keys)
      keys.getCapturedMutable().append(captured[callee(keys.getHash())].getArrayRef());
  }

private:
  mlir::func::FuncOp callee(llvm::StringRef name) {
    return llvm::cast<mlir::func::FuncOp>(s.impl->module->lookupSymbol(name));
  }
  // Both functions capture, in one order, what one of them does.
  bool unite(mlir::func::FuncOp a, mlir::func::FuncOp b) {
    size_t before = captured[a].size() + captured[b].size();
    llvm::SetVector<mlir::Value> all = captured[a];
    all.insert_range(captured[b]);
    captured[a] = captured[b] = all;
    return 2 * all.size() != before;
  }
  void collect(mlir::func::FuncOp function) {
    function.walk([&](mlir::Operation *op) {
      if (auto call = llvm::dyn_cast<ir::CallOp>(op))
        calls.push_back({call, function});
      if (auto methods = llvm::dyn_cast<ir::KeyMethodsOp>(op))
        keys = methods;
      for (mlir::Value operand : op->getOperands()) {
        if (operand.getParentRegion() == &function.getBody())
          continue;
        auto argument = llvm::dyn_cast<mlir::BlockArgument>(operand);
        if (!argument || argument.getOwner() != s.impl->entry)
          refuse(s, diag::Kind::InternalError, {"a function reads a value of its caller"});
        captured[function].insert(operand);
      }
    });
  }

  Stage &s;
  ir::KeyMethodsOp keys; ///< null: there are none
  std::vector<std::pair<ir::CallOp, mlir::func::FuncOp>> calls;
  llvm::DenseMap<mlir::Operation *, llvm::SetVector<mlir::Value>> captured;
};

} // namespace

// Refuses a write that a function does not see: it reads objects as they were before the call.
static void checkReads(Stage &s) {
  if (s.impl->functionWrites)
    throw Refused{*s.impl->functionWrites};
  for (Address address : s.impl->readsOfFunctions)
    if (auto write = s.impl->writesOutside.find(address); write != s.impl->writesOutside.end())
      throw Refused{write->second};
  auto &written = s.impl->namesWritten;
  for (auto &read : s.impl->namesReadByFunctions) {
    auto first = written.lower_bound({read.first, ""}); // without a name comes before all names
    if (first == written.end() || first->first.first != read.first)
      continue;
    bool isWhole = read.second.empty() || first->first.second.empty();
    if (auto write = isWhole ? first : written.find(read); write != written.end())
      throw Refused{write->second};
  }
}

void passCaptured(Stage &s) {
  if (s.impl->functionOrder.empty())
    return;
  checkReads(s);
  Captures captures(s);
  captures.close();
  captures.pass();
}

} // namespace lith::stage
