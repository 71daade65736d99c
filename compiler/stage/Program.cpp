// Program.cpp: one attempt from the request to a module, and the attempts.
#include "stage/language/Generators.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/Distinct.h"
#include "stage/outside/FunctionWrites.h"
#include "stage/outside/OpenLists.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Recursion.h"

namespace lith::stage {

using contract::Argument;
using contract::Guard;
using contract::Output;
using contract::Path;
using contract::Step;

Stage::Stage(Session &session, mlir::MLIRContext &context, Facts &facts,
             const contract::Request &request)
    : session(session), host(session.host), context(context), facts(facts), request(request),
      impl(std::make_unique<Impl>(*this)) {
  noneValue = Value::ofStatic(host.none());
  trueValue = Value::ofStatic(host.boolean(true));
  falseValue = Value::ofStatic(host.boolean(false));
}
Stage::~Stage() = default;

Staged Stage::run() {
  mlir::Location unknown = mlir::UnknownLoc::get(&context);
  impl->module = mlir::ModuleOp::create(unknown);
  impl->builder.setInsertionPointToEnd(impl->module->getBody());
  impl->main = mlir::func::FuncOp::create(impl->builder, unknown, "main",
                                          impl->builder.getFunctionType({}, {}));
  impl->entry = new mlir::Block();
  impl->main.getBody().push_back(impl->entry);
  // Operations start in a block of their own, so that the entry only has the inputs.
  mlir::Block *first = newBlock();
  impl->builder.setInsertionPointToEnd(impl->entry);
  mlir::cf::BranchOp::create(impl->builder, unknown, first);
  state.block = first;

  auto code = std::make_unique<FunctionCode>();
  code->form = FunctionCode::Form::Module;
  Activation top{code.get(), 0, {}, nullptr, unknown, 0, {}, nullptr};
  Scoped<Activation *> scope(activation, &top);
  state.frames.push_back(std::make_shared<Frame>());

  if (asBool(ambient("autocast")) == true)
    refuse(diag::Kind::UnsupportedFunction, {"torch.autocast, which is enabled around this call"});
  Arguments arguments;
  int index = 0;
  for (const Argument &argument : request.positional)
    arguments.positional.push_back(argumentValue(*this, argument, Path{index++, nullptr, {}}));
  for (const auto &[name, argument] : request.keywords)
    arguments.keywords.push_back(
        {intern(name), argumentValue(*this, argument, Path{index++, nullptr, {}})});
  Value callee = outside(request.callable, rootPath(request.callable));
  Result result = call(callee, std::move(arguments));

  Staged staged;
  llvm::SmallVector<mlir::Value> results;
  if (result) {
    std::tie(code->file, top.at) = impl->lastReturn; // what cannot be a result is refused there
    checkFunctionsReplaced(*this);
    staged.output = describe(*result, results);
    mlir::func::ReturnOp::create(builder(), loc(), results);
  } else {
    staged.output.kind = Output::Kind::Constant;
    staged.output.constant = host.none();
  }
  stageKeyMethods(*this);
  guardDistinct(*this);
  checkOpenLists(*this);
  llvm::SmallVector<mlir::Type> resultTypes;
  for (mlir::Value value : results)
    resultTypes.push_back(value.getType());
  if (impl->mustRestart)
    throw Restart{};
  impl->main.setFunctionType(
      impl->builder.getFunctionType(impl->entry->getArgumentTypes(), resultTypes));
  removeUnreachable();
  passCaptured(*this);
  if (request.options.freeze)
    staged.written = writtenPlaces(*this);
  staged.frozen = std::move(impl->frozen);
  staged.module = std::move(impl->module);
  staged.inputs = std::move(impl->inputs);
  staged.guards = std::move(impl->guards);
  for (auto &[key, path] : impl->dropped)
    staged.dropped.push_back(path);
  staged.readsStorages = impl->readsStorages;
  staged.constants = std::move(impl->constants);
  staged.opaques = std::move(impl->opaques);
  staged.classes = std::move(impl->classes);
  return staged;
}

// Blocks that no path enters any more (handlers of operations that were erased).
static void removeUnreachableOf(mlir::func::FuncOp function) {
  llvm::DenseSet<mlir::Block *> reached;
  llvm::SmallVector<mlir::Block *> work{&function.getBody().front()};
  while (!work.empty()) {
    mlir::Block *block = work.pop_back_val();
    if (!reached.insert(block).second)
      continue;
    for (mlir::Block *next : block->getSuccessors())
      work.push_back(next);
  }
  llvm::SmallVector<mlir::Block *> dead;
  for (mlir::Block &block : function.getBody())
    if (!reached.contains(&block))
      dead.push_back(&block);
  for (mlir::Block *block : dead) {
    block->dropAllReferences();
    block->dropAllDefinedValueUses();
  }
  for (mlir::Block *block : dead)
    block->erase();
}

void Stage::removeUnreachable() {
  removeUnreachableOf(impl->main);
  for (mlir::func::FuncOp function : impl->functionOrder)
    removeUnreachableOf(function);
}

namespace {

// The tree of a result, with each object once.
class Describer {
public:
  Describer(Stage &s, llvm::SmallVectorImpl<mlir::Value> &results) : s(s), results(results) {}

  Output describe(Value value) {
    int number = next++;
    if (value.isRef()) {
      auto [it, isNew] = seen.try_emplace(value.address(), number);
      if (!isNew) {
        Output shared;
        shared.kind = Output::Kind::Shared;
        shared.index = it->second;
        return shared;
      }
    }
    if (value.isTuple() && s.state.tupleObject(value.tuple()))
      return plain(value);
    if (value.isTuple() && s.impl->givenTuples.count(&value.tuple())) {
      Output output;
      output.kind = Output::Kind::Existing;
      output.path = s.impl->givenTuples[&value.tuple()];
      return output;
    }
    if (value.isTuple()) {
      auto [it, isNew] = seenTuples.try_emplace(&value.tuple(), number);
      if (!isNew) {
        Output shared;
        shared.kind = Output::Kind::Shared;
        shared.index = it->second;
        return shared;
      }
    }
    switch (value.kind()) {
    case Value::Kind::Static:
      return constant(value.handle());
    case Value::Kind::Tuple:
      return structure(value);
    case Value::Kind::Ref:
      return object(value);
    case Value::Kind::Callable:
    case Value::Kind::Undefined:
      break;
    default:
      return plain(value);
    }
    s.refuse(diag::Kind::UnsupportedResult, {s.typeName(value)});
  }

private:
  Output constant(host::Handle handle) {
    Output output;
    output.kind = Output::Kind::Constant;
    output.constant = handle;
    return output;
  }
  Output plain(Value value) {
    if (mayHoldFunctions(s, value))
      s.refuse(diag::Kind::UnsupportedResult, {"function"});
    Output output;
    output.kind = Output::Kind::Value;
    output.index = int(results.size());
    results.push_back(value.isScalar() ? value.ssa() : s.toBox(value));
    return output;
  }
  Output children(Output::Kind kind, llvm::ArrayRef<Value> values) {
    Output output;
    output.kind = kind;
    for (Value value : values)
      output.children.push_back(describe(value));
    return output;
  }
  Output structure(Value value) {
    const TupleData &data = value.tuple();
    switch (data.form) {
    case TupleData::Form::Tuple:
      return children(Output::Kind::Tuple, data.elements);
    case TupleData::Form::Slice:
      return children(Output::Kind::Slice, data.elements);
    case TupleData::Form::Range:
      return plain(value);
    default: {
      Value cls = s.typeOf(value);
      if (!cls.isStatic())
        s.refuse(diag::Kind::UnsupportedResult, {s.typeName(value)});
      Output output = constant(cls.handle());
      output.kind = Output::Kind::Instance;
      output.hasPayload = true;
      ++next;
      output.children.push_back(children(Output::Kind::Tuple, data.elements));
      return output;
    }
    }
  }
  // A tensor that the program made comes back as a new one, without what was set on it.
  void refuseAttributes(Value tensor) {
    Address holder = s.find<TensorObject>(tensor)->attributes;
    if (holder == NoAddress || s.isOutside(tensor.address()))
      return;
    for (auto &[name, value] : s.state.heap.find<InstanceObject>(holder)->attributes)
      if (!name.starts_with(" ") && name != "grad")
        s.refuse(diag::Kind::UnsupportedExpression,
                 {("a result that is a tensor with an attribute `" + name + "` of its own").str()});
  }
  Output object(Value value) {
    if (s.isTensor(value))
      refuseAttributes(value);
    if (s.isTensor(value) && !tookGeometry(value) && !isConstant(value)) {
      Output output;
      output.kind = Output::Kind::Value;
      output.index = int(results.size());
      output.mayFollow = requiresGrad(s.state.heap, *s.find<TensorObject>(value));
      if (!s.isOutside(value.address()))
        output.constant = s.find<TensorObject>(value)->cls;
      results.push_back(tensorForBox(s, value));
      return output;
    }
    if (s.isOutside(value.address())) {
      Output output;
      output.kind = Output::Kind::Existing;
      output.path = s.outsidePath(value.address());
      return output;
    }
    if (Stage::isRuntime(*s.state.heap.find(value.address())))
      return plain(value);
    if (s.find<ListObject>(value))
      return children(Output::Kind::List, s.listElements(value));
    if (auto *set = s.find<SetObject>(value)) {
      if (set->frozen)
        return plain(value);
      return children(Output::Kind::Set, set->elements);
    }
    if (s.find<DictObject>(value)) {
      llvm::SmallVector<Value> flat;
      for (auto &[key, element] : s.dictEntries(value)) {
        host::Handle constant = s.toHandle(key);
        flat.push_back(constant ? Value::ofStatic(constant) : key);
        flat.push_back(element);
      }
      return children(Output::Kind::Dict, flat);
    }
    if (s.find<InstanceObject>(value))
      return instance(value);
    s.refuse(diag::Kind::UnsupportedResult, {s.typeName(value)});
  }
  // Whether it is a tensor of before the call that the program has a copy of (`freeze`).
  bool isConstant(Value value) {
    auto *tensor = s.find<TensorObject>(value);
    if (!s.isOutside(value.address()) || !tensor->chain.empty())
      return false;
    auto *storage = s.state.heap.find<StorageObject>(tensor->storage);
    return !storage->isCell && storage->contents.ssa().getDefiningOp<ir::ConstTensorOp>();
  }
  // Whether a tensor that existed before the call has other sizes or memory now.
  bool tookGeometry(Value value) {
    auto *tensor = s.find<TensorObject>(value);
    return s.isOutside(value.address()) &&
           (!tensor->chain.empty() ||
            !s.state.heap.find<StorageObject>(tensor->storage)->isOutside);
  }
  Output instance(Value value) {
    const InstanceObject object = *s.find<InstanceObject>(value);
    if (!object.cls.isStatic())
      s.refuse(diag::Kind::UnsupportedResult, {s.typeName(value)});
    Output output = constant(object.cls.handle());
    output.kind = Output::Kind::Instance;
    for (auto &[name, element] : object.attributes) {
      if (element.isUndefined() || name.starts_with(" "))
        continue;
      output.children.push_back(describe(s.string(name)));
      output.children.push_back(describe(element));
    }
    if (!object.payload.isUndefined()) {
      output.hasPayload = true;
      output.children.push_back(describe(object.payload));
    }
    return output;
  }

  Stage &s;
  llvm::SmallVectorImpl<mlir::Value> &results;
  llvm::DenseMap<Address, int> seen;
  llvm::DenseMap<const TupleData *, int> seenTuples;
  int next = 0;
};

} // namespace

// What a structure that is described holds; nothing of an object that has been `seen`.
static llvm::SmallVector<Value> partsOf(Stage &s, Value value, llvm::DenseSet<Address> &seen) {
  llvm::SmallVector<Value> parts;
  if (value.isTuple())
    parts.append(value.tuple().elements.begin(), value.tuple().elements.end());
  bool isNew =
      value.isRef() && !s.isOutside(value.address()) && seen.insert(value.address()).second;
  if (isNew && s.find<ListObject>(value))
    for (Value element : s.find<ListObject>(value)->elements)
      parts.push_back(element);
  if (isNew && s.find<DictObject>(value))
    for (auto &[key, element] : s.find<DictObject>(value)->entries)
      parts.push_back(element);
  if (const InstanceObject *instance = isNew ? s.find<InstanceObject>(value) : nullptr) {
    for (auto &[name, element] : instance->attributes)
      parts.push_back(element);
    parts.push_back(instance->payload);
  }
  return parts;
}

// A container that is one of several, at run time, becomes a runtime one before it is described
// elsewhere in the result, so that it stays one object. One that only some paths have is read
// there.
static void settleUnions(Stage &s, Value value, llvm::DenseSet<Address> &seen) {
  for (Value alternative : value.isUnion() ? value.oneOf().alternatives : llvm::ArrayRef<Value>())
    while (auto known = s.firstKnown(alternative)) {
      if (!s.state.heap.find(known->address())->present.isUndefined())
        break;
      s.makeRuntime(*known);
    }
  for (Value part : partsOf(s, value, seen))
    settleUnions(s, part, seen);
}

// All tensors that a result may hold, those of unions as often as they occur.
static void collectTensors(Stage &s, Value value, llvm::DenseSet<Address> &seen,
                           llvm::SmallVectorImpl<Value> &tensors) {
  if (value.isUnion())
    for (Value alternative : value.oneOf().alternatives)
      collectTensors(s, alternative, seen, tensors);
  if (s.isTensor(value) && value.isRef())
    tensors.push_back(value);
  for (Value part : partsOf(s, value, seen))
    collectTensors(s, part, seen, tensors);
}

// A view that several paths made is made again where it is read, as an object of its own. Where the
// result may hold it twice, itself or by what another join took of it, its memory gets an identity.
static void settleViews(Stage &s, Value value) {
  llvm::DenseSet<Address> seen;
  llvm::SmallVector<Value> tensors;
  collectTensors(s, value, seen, tensors);
  for (Value view : tensors) {
    const TensorObject *tensor = s.find<TensorObject>(view);
    const StorageObject *storage = s.state.heap.find<StorageObject>(tensor->storage);
    if (tensor->chain.empty() || !tensor->current.isUndefined() || !storage || storage->isCell)
      continue;
    if (llvm::count(tensors, view) > 1) {
      s.beforeWrite(tensor->storage);
      s.restart(FactKind::Cell, storage->site);
    }
    auto marks = s.impl->sharedStorages.find(tensor->storage);
    for (Value other : tensors) {
      auto found = s.impl->sharedStorages.find(s.find<TensorObject>(other)->storage);
      if (other == view || marks == s.impl->sharedStorages.end() ||
          found == s.impl->sharedStorages.end())
        continue;
      for (auto mark : marks->second)
        if (llvm::is_contained(found->second, mark) && !s.facts.has(mark.first, mark.second))
          s.restart(mark.first, mark.second);
    }
  }
}

Output Stage::describe(Value value, llvm::SmallVectorImpl<mlir::Value> &results) {
  checkEnded(*this);
  settleViews(*this, value);
  llvm::DenseSet<Address> seen;
  settleUnions(*this, value, seen);
  return Describer(*this, results).describe(value);
}

const Path &Stage::outsidePath(Address address) { return impl->outside.at(address).path; }

// A defect of the compiler, at the user's line that was staged last.
static diag::Diagnostic internalError(Stage &stage, const std::string &what) {
  mlir::LocationAttr at = stage.impl->lastLocation;
  while (auto call = llvm::dyn_cast_if_present<mlir::CallSiteLoc>(at))
    at = call.getCallee();
  if (auto named = llvm::dyn_cast_if_present<mlir::NameLoc>(at))
    at = named.getChildLoc();
  auto place = llvm::dyn_cast_if_present<mlir::FileLineColRange>(at);
  if (!place)
    return diag::make(diag::Kind::InternalError, "", {}, {what});
  diag::Range range{place.getStartLine(), place.getStartColumn() - 1, place.getEndLine(),
                    place.getEndColumn() - 1};
  return diag::make(diag::Kind::InternalError, place.getFilename().str(), range, {what});
}

Staged stageProgram(Session &session, mlir::MLIRContext &context,
                    const contract::Request &request) {
  Facts facts;
  static constexpr unsigned MaxAttempts = 200;
  Staged staged;
  for (unsigned attempt = 1;; ++attempt) {
    facts.startAttempt();
    Stage stage(session, context, facts, request);
    auto mayGoOn = [&] { return stage.impl->mustRestart && attempt < MaxAttempts; };
    try {
      return stage.run();
    } catch (const Restart &) {
      if (attempt < MaxAttempts)
        continue;
      staged.diagnostics.push_back(internalError(stage, "staging does not settle"));
      return staged;
    } catch (const Refused &refused) {
      if (mayGoOn())
        continue;
      bool hasOpen = !stage.impl->openLists.empty() || !stage.impl->openTexts.empty();
      if (hasOpen && facts.add(FactKind::FixedLists, 0))
        continue;
      staged.diagnostics.push_back(refused.diagnostic);
      return staged;
    } catch (const std::exception &defect) {
      if (mayGoOn())
        continue;
      staged.diagnostics.push_back(internalError(stage, defect.what()));
      return staged;
    }
  }
}

} // namespace lith::stage
