// Program.cpp: one attempt from the request to a module, and the attempts.
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Stage.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Trace.h"
#include "stage/gradients/Exit.h"
#include "stage/outside/Ambient.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/Distinct.h"
#include "stage/outside/FunctionWrites.h"
#include "stage/outside/OpenLists.h"
#include "stage/outside/OutsideWrites.h"
#include "stage/outside/Results.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Recursion.h"

namespace lith::stage {

using contract::Argument;
using contract::Output;
using contract::Path;

Stage::Stage(Session &session, mlir::MLIRContext &context, Facts &facts,
             const contract::Request &request)
    : session(session), host(session.host), context(context), facts(facts), request(request),
      traces(isTraced()), emission(context), outside(session.host) {
  noneValue = Value::ofStatic(host.none());
  trueValue = Value::ofStatic(host.boolean(true));
  falseValue = Value::ofStatic(host.boolean(false));
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

static void removeUnreachable(Stage &s) {
  removeUnreachableOf(s.body.function);
  for (mlir::func::FuncOp function : s.functions.order)
    removeUnreachableOf(function);
}

// What cannot be an argument is refused where the function is defined.
static void locateIn(Stage &s, Activation &top, FunctionCode &code) {
  std::string error;
  host::Handle callable = s.request.callable;
  bool isFunction = s.host.kind(callable) == host::Kind::Function;
  if (const FunctionCode *known = isFunction ? s.session.codeOf(callable, error) : nullptr)
    std::tie(code.file, top.at) = std::pair(known->file, known->node);
}

Staged Stage::run() {
  mlir::Location unknown = mlir::UnknownLoc::get(&context);
  emission.module = mlir::ModuleOp::create(unknown);
  emission.builder.setInsertionPointToEnd(emission.module->getBody());
  body.function = mlir::func::FuncOp::create(emission.builder, unknown, "main",
                                             emission.builder.getFunctionType({}, {}));
  body.isMain = true;
  emission.entry = new mlir::Block();
  body.function.getBody().push_back(emission.entry);
  // Operations start in a block of their own, so that the entry only has the inputs.
  mlir::Block *first = newBlock(*this);
  emission.builder.setInsertionPointToEnd(emission.entry);
  mlir::cf::BranchOp::create(emission.builder, unknown, first);
  state.block = first;

  auto code = std::make_unique<FunctionCode>();
  code->form = FunctionCode::Form::Module;
  Activation top{code.get(), 0, {}, nullptr, unknown, {}, {}, nullptr};
  Scoped<Activation *> scope(activation, &top);
  state.frames.push_back(std::make_shared<Frame>());

  locateIn(*this, top, *code);
  Arguments arguments;
  int index = 0;
  for (const Argument &argument : request.positional)
    arguments.positional.push_back(argumentValue(*this, argument, Path{index++, nullptr, {}}));
  for (const auto &[name, argument] : request.keywords)
    arguments.keywords.push_back(
        {intern(name), argumentValue(*this, argument, Path{index++, nullptr, {}})});
  code->file = nullptr;
  top.at = nullptr;
  Value callee = stage::outside(*this, request.callable, rootPath(*this, request.callable));
  Result result = call(*this, callee, std::move(arguments));

  Staged staged;
  llvm::SmallVector<mlir::Value> results;
  if (result) {
    std::tie(code->file, top.at) = body.lastReturn; // what cannot be a result is refused there
    checkFunctionsReplaced(*this);
    checkAmbientRestored(*this);
    checkProxies(*this);
    std::vector<FollowedResult> followed;
    staged.output = describe(*this, *result, results, followed);
    staged.gradients = giveGradients(*this, followed, results);
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
  if (mustRestart)
    throw Restart{};
  body.function.setFunctionType(
      emission.builder.getFunctionType(emission.entry->getArgumentTypes(), resultTypes));
  removeUnreachable(*this);
  passCaptured(*this);
  if (request.options.freeze)
    staged.written = writtenPlaces(*this);
  staged.frozen = std::move(interface.frozen);
  staged.module = std::move(emission.module);
  staged.inputs = std::move(interface.inputs);
  staged.guards = std::move(interface.guards);
  for (auto &[key, path] : interface.dropped)
    staged.dropped.push_back(path);
  staged.readsStorages = interface.readsStorages;
  staged.writesContents = interface.writesContents;
  staged.ordered = std::move(interface.ordered);
  for (auto &[key, note] : interface.gradientNotes)
    staged.gradientNotes.push_back(note);
  staged.constants = std::move(interface.constants);
  staged.opaques = std::move(interface.opaques);
  staged.classes = std::move(classes.ofProgram);
  return staged;
}

// A defect of the compiler, at the user's line that was staged last.
static diag::Diagnostic internalError(Stage &stage, const std::string &what) {
  auto place = placeOf(stage.emission.place.location);
  if (!place)
    return diag::make(diag::Kind::InternalError, "", {}, {what});
  return diag::make(diag::Kind::InternalError, place->first, place->second, {what});
}

Staged stageProgram(Session &session, mlir::MLIRContext &context,
                    const contract::Request &request) {
  Facts facts;
  static constexpr unsigned MaxAttempts = 200;
  Staged staged;
  size_t known = 0; // facts, when the attempt began
  for (unsigned attempt = 1;; ++attempt) {
    facts.startAttempt();
    Stage stage(session, context, facts, request);
    auto mayGoOn = [&] { return stage.mustRestart && attempt < MaxAttempts; };
    if (stage.traces)
      trace(stage, "attempt " + llvm::Twine(attempt) +
                       (attempt == 1           ? ""
                        : facts.size() > known ? ": facts are new"
                                               : ": a container holds more than was known"));
    known = facts.size();
    try {
      Staged done = stage.run();
      if (stage.traces)
        trace(stage, llvm::Twine("done: ") + llvm::Twine(attempt) + " attempts, " +
                         llvm::Twine(facts.size()) + " facts, " + llvm::Twine(done.guards.size()) +
                         " guards");
      return done;
    } catch (const Restart &) {
      if (attempt < MaxAttempts)
        continue;
      staged.diagnostics.push_back(internalError(stage, "staging does not settle"));
      return staged;
    } catch (const Refused &refused) {
      if (mayGoOn())
        continue;
      if (hasVaryingText(stage)) {
        diag::Diagnostic told = refused.diagnostic;
        told.kind = diag::Kind::VaryingText;
        told.message = diag::make(told.kind, "", {}, {told.message}).message;
        staged.diagnostics.push_back(std::move(told));
        return staged;
      }
      bool hasOpen = !stage.outside.openLists.empty() || !stage.outside.openTexts.empty() ||
                     stage.outside.hasOpenNumbers || !stage.outside.givenArrays.empty();
      if (hasOpen && addFact(stage, FactKind::FixedLists, Everywhere))
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
