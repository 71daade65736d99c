// Recursion.cpp: functions of the program besides `main`.
#include "stage/runtime/Recursion.h"
#include "ir/RuntimeTable.h"
#include "stage/Boxing.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Types.h"
#include "llvm/ADT/SetVector.h"

namespace lith::stage {

static TypeVariable parameterVariable(const FunctionCode &code, size_t index) {
  return idOf<TypeVariable>(&code, index, "parameter");
}
static TypeVariable resultVariable(const FunctionCode &code) {
  return idOf<TypeVariable>(&code, "result");
}

bool isProgramFunction(Stage &s, const FunctionCode &code) {
  return s.facts.has(FactKind::Recursive, siteOf(code));
}

void makeProgramFunction(Stage &s, const FunctionCode &code) {
  if (!isProgramFunction(s, code))
    restart(s, FactKind::Recursive, siteOf(code));
}

// The parameters, then the cells of the closure.
static llvm::SmallVector<Value> parametersOf(Stage &s, const CallableData &function,
                                             mlir::Block *entry,
                                             llvm::SmallVectorImpl<Value> &cells) {
  llvm::SmallVector<Value> bound;
  size_t count = entry->getNumArguments() - function.values.size();
  for (auto [i, argument] : llvm::enumerate(entry->getArguments())) {
    Value value = unbox(s, argument, s.facts.types.read(parameterVariable(*function.code, i)));
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

// A body of its own for the function, in whose entry it begins.
static Body freshBody(Stage &s, mlir::func::FuncOp function, mlir::Block *entry) {
  Body body;
  body.function = function;
  body.state.ambient = s.state.ambient;
  body.state.block = entry;
  body.state.frames.push_back(std::make_shared<Frame>());
  return body;
}

// Stages what the function does; whatever its caller is in the middle of is out of sight.
static void stageBody(Stage &s, const CallableData &function, mlir::func::FuncOp made,
                      mlir::Block *entry) {
  Scoped<Body> own(s.body, freshBody(s, made, entry));
  FunctionCode outside;
  outside.form = FunctionCode::Form::Module;
  outside.node = nullptr;
  outside.file = function.code->file;
  outside.parent = nullptr;
  Activation top{&outside,
                 0,
                 {},
                 nullptr,
                 mlir::UnknownLoc::get(&s.context),
                 pathInto(siteOf(*function.code)),
                 {},
                 nullptr};
  top.at = function.code->node; // where its parameters are refused
  Scoped<Activation *> scope(s.activation, &top);
  Scoped<LastPlace> place(s.emission.place, LastPlace{});
  CallableData inner = function;
  llvm::SmallVector<Value> cells;
  llvm::SmallVector<Value> bound = parametersOf(s, function, entry, cells);
  inner.values = s.keep<Value>(cells);
  top.at = nullptr;
  if (Result result = runFunction(s, inner, bound)) {
    growTypes(s, resultVariable(*function.code), *result);
    mlir::Value box = toBox(s, *result);
    mlir::func::ReturnOp::create(s.builder(), s.loc(), box);
  }
  ProgramFunction &known = s.functions.ofProgram[function.code];
  known.outsideUse = std::move(s.body.outsideUse);
  known.uncacheable = std::move(s.body.uncacheable);
}

static mlir::func::FuncOp makeFunction(Stage &s, const CallableData &function, size_t count) {
  mlir::Type box = ir::BoxType::get(&s.context);
  llvm::SmallVector<mlir::Type> parameters(count, box);
  mlir::OpBuilder &builder = s.emission.builder;
  builder.setInsertionPointToEnd(s.emission.module->getBody());
  std::string name = "f" + std::to_string(s.functions.order.size());
  mlir::Location unknown = mlir::UnknownLoc::get(&s.context);
  auto made =
      mlir::func::FuncOp::create(builder, unknown, name, builder.getFunctionType(parameters, box));
  auto *entry = new mlir::Block();
  for (mlir::Type type : parameters)
    entry->addArgument(type, unknown);
  made.getBody().push_back(entry);
  s.functions.ofProgram[function.code] = {made, s.state.ambient, {}, {}};
  s.functions.order.push_back(made);
  stageBody(s, function, made, entry);
  return made;
}

mlir::func::FuncOp programFunction(Stage &s, const CallableData &function,
                                   llvm::ArrayRef<const TypeSet *> types) {
  for (auto [i, set] : llvm::enumerate(types))
    if (s.facts.types.grow(parameterVariable(*function.code, i), set))
      throw Restart{};
  auto known = s.functions.ofProgram.find(function.code);
  return known != s.functions.ofProgram.end() ? known->second.function
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
  auto known = s.functions.ofProgram.find(&code);
  mlir::func::FuncOp callee = known != s.functions.ofProgram.end()
                                  ? known->second.function
                                  : makeFunction(s, function, passed.size());
  if (const std::string &what = s.functions.ofProgram[&code].uncacheable; !what.empty())
    checkNotCached(s, what);
  if (s.functions.ofProgram[&code].ambient->values != s.state.ambient->values)
    refuse(s, diag::Kind::RecursionTooDeep, {code.qualname.str()});
  mlir::Type box = ir::BoxType::get(&s.context);
  auto call =
      ir::CallOp::create(s.builder(), s.loc(), mlir::TypeRange(box), callee.getSymName(), operands);
  mayRaise(s);
  const TypeSet *types = s.facts.types.read(resultVariable(code));
  if (types->types.empty()) { // nothing has returned yet: when something does, staging restarts
    ir::UnreachableOp::create(s.builder(), s.loc());
    return std::nullopt;
  }
  return unbox(s, call.getOutputs().front(), types);
}

namespace {

// What functions read that the entry of `main` has, and their calls.
class Captures {
public:
  explicit Captures(Stage &s) : s(s) {
    collect(s.body.function);
    for (mlir::func::FuncOp function : s.functions.order)
      collect(function);
  }

  void close() {
    for (bool changed = true; changed;) {
      changed = keys && unite(callee(keys.getHash()), callee(keys.getEqual()));
      for (auto &[call, caller] : calls) {
        mlir::func::FuncOp target = callee(call.getCallee());
        for (mlir::Value value : llvm::to_vector(captured[target]))
          changed |= caller != s.body.function && captured[caller].insert(value);
      }
    }
  }

  void pass() {
    llvm::DenseMap<mlir::Operation *, llvm::DenseMap<mlir::Value, mlir::Value>> own;
    for (mlir::func::FuncOp function : s.functions.order) {
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
        mlir::Value mine = caller == s.body.function ? value : own[caller][value];
        call.getArgsMutable().append(mine);
      }
    if (keys)
      keys.getCapturedMutable().append(captured[callee(keys.getHash())].getArrayRef());
  }

private:
  mlir::func::FuncOp callee(llvm::StringRef name) {
    return llvm::cast<mlir::func::FuncOp>(s.emission.module->lookupSymbol(name));
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
        if (operand.getParentBlock() != s.emission.entry)
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

// The functions that `main` and those that it calls call.
static llvm::DenseSet<mlir::Operation *> calledFunctions(Stage &s) {
  llvm::DenseSet<mlir::Operation *> called;
  llvm::SmallVector<mlir::func::FuncOp> work{s.body.function};
  auto add = [&](llvm::StringRef name) {
    auto callee = llvm::cast<mlir::func::FuncOp>(s.emission.module->lookupSymbol(name));
    if (called.insert(callee).second)
      work.push_back(callee);
  };
  while (!work.empty())
    work.pop_back_val().walk([&](mlir::Operation *op) {
      if (auto call = llvm::dyn_cast<ir::CallOp>(op))
        add(call.getCallee());
      if (auto methods = llvm::dyn_cast<ir::KeyMethodsOp>(op))
        add(methods.getHash()), add(methods.getEqual());
      if (auto node = llvm::dyn_cast<ir::GradNodeOp>(op)) {
        add(node.getCallee());
        if (node.getAgain())
          add(*node.getAgain());
      }
    });
  return called;
}

// Functions that were staged for a trip of a loop or a path that is gone.
static void eraseUncalled(Stage &s) {
  llvm::DenseSet<mlir::Operation *> called = calledFunctions(s);
  std::erase_if(s.functions.ofProgram,
                [&](auto &known) { return !called.contains(known.second.function); });
  llvm::erase_if(s.functions.order, [&](mlir::func::FuncOp function) {
    bool isGone = !called.contains(function);
    if (isGone)
      function.erase();
    return isGone;
  });
}

namespace {

// The writes of the program, by what they write.
class Writes {
public:
  explicit Writes(llvm::ArrayRef<OutsideWrite> writes) {
    for (const OutsideWrite &write : writes) {
      objects.try_emplace(write.object, &write);
      if (write.name.first)
        names.try_emplace(write.name, &write);
    }
  }
  // A write of what the function reads; null: there is none.
  const OutsideWrite *readBy(const OutsideUse &use) const {
    for (Address object : use.objects)
      if (auto write = objects.find(object); write != objects.end())
        return write->second;
    for (const OutsideName &name : use.names)
      if (const OutsideWrite *write = readAs(name))
        return write;
    return nullptr;
  }

private:
  const OutsideWrite *readAs(const OutsideName &read) const {
    auto first = names.lower_bound({read.first, ""}); // without a name comes before all names
    if (first == names.end() || first->first.first != read.first)
      return nullptr;
    bool isWhole = read.second.empty() || first->first.second.empty();
    auto write = isWhole ? first : names.find(read);
    return write == names.end() ? nullptr : write->second;
  }

  llvm::DenseMap<Address, const OutsideWrite *> objects;
  std::map<OutsideName, const OutsideWrite *> names;
};

} // namespace

// Refuses a write that a function does not see: it reads objects as they were before the call.
static void checkReads(Stage &s) {
  Writes writes(s.functions.outsideWrites);
  for (auto &[code, function] : s.functions.ofProgram) {
    if (function.outsideUse.refusedWrite)
      throw Refused{*function.outsideUse.refusedWrite};
    if (const OutsideWrite *write = writes.readBy(function.outsideUse))
      throw Refused{write->refusal};
  }
}

// Whether a function of the runtime changes the container that it is given first. One that makes
// another out of it gives a container, or a view, and raises nothing.
static bool isWriteOf(const ir::RuntimeFunction &function) {
  bool takes = function.has(ir::RuntimeFunction::Raises) && function.result != 'l' &&
               function.result != 'd' && function.result != 'S';
  return function.has(ir::RuntimeFunction::Write) && (function.result == 'v' || takes);
}

// Whether a container was made by the function, also as the copy of one of before the call.
static bool isMadeHere(mlir::Value container) {
  if (auto unbox = container.getDefiningOp<ir::UnboxOp>()) {
    auto from = unbox.getBox().getDefiningOp<ir::RtOp>();
    return from && from.getCallee() == "host";
  }
  return bool(container.getDefiningOp<ir::RtOp>());
}

// Whether it writes a list, dict or set of run time that it has not made itself.
static bool writesGiven(mlir::func::FuncOp function, mlir::Type type) {
  auto writes = [&](ir::RtOp op) {
    const ir::RuntimeFunction *known = ir::findRuntimeFunction(op.getCallee());
    if (!known || !isWriteOf(*known) || op.getArgs().empty() || op.getArgs()[0].getType() != type)
      return mlir::WalkResult::advance();
    return isMadeHere(op.getArgs()[0]) ? mlir::WalkResult::advance()
                                       : mlir::WalkResult::interrupt();
  };
  return function.walk(writes).wasInterrupted();
}

// Refuses a function with a copy of a container of before the call where that may be written.
static void checkCopies(Stage &s) {
  for (auto &[code, function] : s.functions.ofProgram)
    for (const ContainerCopy &copy : function.outsideUse.copies)
      for (mlir::func::FuncOp writer : s.functions.order)
        if (writesGiven(writer, copy.type))
          throw Refused{copy.refusal};
}

void passCaptured(Stage &s) {
  if (s.functions.order.empty())
    return;
  eraseUncalled(s);
  checkReads(s);
  checkCopies(s);
  Captures captures(s);
  captures.close();
  captures.pass();
}

} // namespace lith::stage
