// Try.cpp: try statements, and operations of the evaluator that catch what Python code raises.
#include "stage/Impl.h"
#include "stage/paths/Unreferenced.h"
#include "stage/source/Liveness.h"

namespace lith::stage {

using namespace lith::syntax;

// Whether a handler may name this: an exception class, or a tuple of such; else TypeError is
// raised.
static bool areCatchable(Stage &s, Value cls) {
  auto classes = cls.isTuple() ? cls.tuple().elements : llvm::ArrayRef<Value>(cls);
  if (llvm::all_of(classes, [&](Value one) {
        return s.isClass(one) && s.isSubclass(one, s.builtinType("BaseException")).value_or(false);
      }))
    return true;
  s.raise("TypeError", "catching classes that do not inherit from BaseException is not allowed");
  return false;
}

// Runs the handlers of a try statement on an exception; falling through goes to `done`.
void Stage::handle(const Try *statement, Value exception, Edges &done) {
  if (exception.isUnion()) {
    splitUnion(exception, [&](size_t, Value alternative) { handle(statement, alternative, done); });
    return;
  }
  if (exception.isBox())
    exception = Value::scalar(ScalarType::Exception, exceptionValue(exception));
  for (const ExceptHandler *handler : statement->handlers) {
    activation->at = handler;
    Result matches = boolean(true);
    if (handler->type) {
      impl->handled.push_back({exception, state});
      Result cls = eval(handler->type);
      matches = cls ? forEachAlternative(*cls,
                                         [&](Value one) {
                                           return areCatchable(*this, one)
                                                      ? exceptionMatches(exception, one)
                                                      : Result(std::nullopt);
                                         })
                    : cls;
      impl->handled.pop_back();
      if (!matches)
        return;
    }
    State rest;
    bool never = asBool(*matches) == false, always = asBool(*matches) == true;
    if (never)
      continue;
    if (!always) {
      State here;
      branch(toBool(*matches), here, rest);
      state = std::move(here);
    }
    impl->handled.push_back({exception, state});
    bool goesOn = true;
    if (handler->name.data())
      goesOn = storeName(intern(handler->name), exception);
    goesOn = goesOn && exec(handler->body);
    impl->handled.pop_back();
    if (goesOn) {
      if (handler->name.data())
        storeName(intern(handler->name), {});
      done.push_back({std::move(state), {}});
    }
    if (always)
      return;
    state = std::move(rest);
  }
  activation->at = statement;
  raiseValue(exception);
}

bool Stage::tryBody(const Try *statement) {
  if (statement->handlers.empty())
    return execPart(statement->body) && execPart(statement->orelse);
  Edges raised, done;
  size_t frames = state.frames.size();
  bool goesOn;
  std::optional<Handlers> handlers = handlersOf(*this, statement);
  {
    Exits own = exits;
    own.raising = {&raised, frames, handlers ? &*handlers : nullptr};
    Scoped<Exits> ways(exits, own);
    impl->lastRaises = nullptr;
    goesOn = execPart(statement->body);
  }
  impl->lastRaises = nullptr;
  if (goesOn && execPart(statement->orelse))
    done.push_back({std::move(state), {}});
  activation->at = statement;
  llvm::SmallVector<Value, 1> exception;
  forgetDead(*this, raised, statement, LivePoint::Handlers);
  forgetUnreferenced(*this, raised);
  if (join(std::move(raised), exception))
    handle(statement, exception[0], done);
  activation->at = statement;
  if (statement->finalbody.empty())
    forgetDead(*this, done, statement, LivePoint::After);
  return join(std::move(done));
}

bool Stage::execTry(const Try *statement) {
  if (statement->finalbody.empty())
    return tryBody(statement);
  return guarded(
      [&] { return tryBody(statement); },
      [&](Value) { return exec(statement->finalbody) ? Result(boolean(false)) : std::nullopt; });
}

// Runs `run`; paths that raise this class go to `caught`.
Result Stage::untilRaises(llvm::StringRef cls, Edges &caught, llvm::function_ref<Result()> run) {
  Edges raised;
  size_t frames = state.frames.size();
  Result result;
  Handlers handlers{{builtinType(cls)}, exits.raising};
  {
    Exits own = exits;
    own.raising = {&raised, frames, &handlers};
    Scoped<Exits> ways(exits, own);
    impl->lastRaises = nullptr;
    result = run();
  }
  impl->lastRaises = nullptr;
  State after;
  if (result)
    after = std::move(state);
  llvm::SmallVector<Value, 1> exception;
  if (join(std::move(raised), exception)) {
    auto sort = [&](Value one) {
      if (one.isBox())
        one = Value::scalar(ScalarType::Exception, exceptionValue(one));
      Result matches = exceptionMatches(one, builtinType(cls));
      if (asBool(*matches) != true) {
        if (!asBool(*matches)) {
          State yes, no;
          branch(toBool(*matches), yes, no);
          caught.push_back({std::move(yes), {}});
          state = std::move(no);
        }
        raiseValue(one);
        return;
      }
      caught.push_back({std::move(state), {}});
    };
    if (exception[0].isUnion())
      splitUnion(exception[0], [&](size_t, Value one) { sort(one); });
    else
      sort(exception[0]);
  }
  if (result)
    state = std::move(after);
  return result;
}

} // namespace lith::stage
