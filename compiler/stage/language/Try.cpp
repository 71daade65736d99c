// Try.cpp: try statements, and operations of the evaluator that catch what Python code raises.
#include "stage/language/Try.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Handlers.h"
#include "stage/language/With.h"
#include "stage/paths/Unreferenced.h"
#include "stage/runtime/Records.h"
#include "stage/source/Liveness.h"

namespace lith::stage {

using namespace lith::syntax;

// Whether a handler may name this: an exception class, or a tuple of such; else TypeError is
// raised.
static bool areCatchable(Stage &s, Value cls) {
  auto classes = cls.isTuple() ? cls.tuple().elements : llvm::ArrayRef<Value>(cls);
  if (llvm::all_of(classes, [&](Value one) {
        return isClass(s, one) &&
               isSubclass(s, one, builtinType(s, "BaseException")).value_or(false);
      }))
    return true;
  raise(s, "TypeError", "catching classes that do not inherit from BaseException is not allowed");
  return false;
}

// The body of `except E as name:`, whose name is unbound on every way out of it.
static bool handlerBody(Stage &s, const ExceptHandler *handler, Value exception) {
  if (!handler->name.data())
    return exec(s, handler->body);
  llvm::StringRef name = s.intern(handler->name);
  if (!storeName(s, name, exception))
    return false;
  Exits outer = s.exits, own = outer;
  size_t frames = s.state.frames.size();
  Edges breaks, continues, returns, raised;
  own.breaks = outer.breaks ? &breaks : nullptr;
  own.continues = outer.continues ? &continues : nullptr;
  own.returns = outer.returns ? &returns : nullptr;
  bool isOfThisCall = outer.raising.edges && outer.raising.frames >= frames;
  own.raising.edges = isOfThisCall ? &raised : outer.raising.edges;
  bool goesOn;
  {
    Scoped<Exits> ways(s.exits, own);
    s.body.sharedWay.edges = nullptr;
    goesOn = exec(s, handler->body);
  }
  s.body.sharedWay.edges = nullptr;
  State after;
  if (goesOn && storeName(s, name, {}))
    after = std::move(s.state);
  auto forward = [&](Edges &edges, Edges *to) {
    for (Edge &edge : edges) {
      s.state = std::move(edge.state);
      s.state.frames.truncate(frames);
      storeName(s, name, {});
      to->push_back({std::move(s.state), edge.extra});
    }
  };
  forward(breaks, outer.breaks);
  forward(continues, outer.continues);
  forward(returns, outer.returns);
  forward(raised, outer.raising.edges);
  if (goesOn)
    s.state = std::move(after);
  return goesOn;
}

// Runs the handlers of a try statement on an exception; falling through goes to `done`.
static void handle(Stage &s, const Try *statement, Value exception, Edges &done) {
  if (exception.isUnion()) {
    splitUnion(s, exception,
               [&](size_t, Value alternative) { handle(s, statement, alternative, done); });
    return;
  }
  if (exception.isBox())
    exception = Value::scalar(ScalarType::Exception, exceptionValue(s, exception));
  for (const ExceptHandler *handler : statement->handlers) {
    s.activation->at = handler;
    Result matches = s.boolean(true), caught = builtinType(s, "BaseException");
    if (handler->type) {
      s.body.handled.push_back({exception, s.state});
      Result cls = caught = eval(s, handler->type);
      matches = cls ? forEachAlternative(s, *cls,
                                         [&](Value one) {
                                           Value inside =
                                               payloadOf(s, one); // of a subclass of tuple
                                           Value classes = inside.isTuple() ? inside : one;
                                           return areCatchable(s, classes)
                                                      ? exceptionMatches(s, exception, classes)
                                                      : Result(std::nullopt);
                                         })
                    : cls;
      s.body.handled.pop_back();
      if (!matches)
        return;
    }
    State rest;
    bool never = s.asBool(*matches) == false, always = s.asBool(*matches) == true;
    if (never)
      continue;
    if (!always) {
      State here;
      branch(s, toBool(s, *matches), here, rest);
      s.state = std::move(here);
    }
    s.body.handled.push_back({exception, s.state});
    bool isOpen = exception.isScalar() && !caught->isUnion() && !caught->isBox();
    bool goesOn = handlerBody(s, handler, isOpen ? withClass(s, exception, *caught) : exception);
    s.body.handled.pop_back();
    if (goesOn)
      done.push_back({std::move(s.state), {}});
    if (always)
      return;
    s.state = std::move(rest);
  }
  s.activation->at = statement;
  raiseValue(s, exception);
}

static bool tryBody(Stage &s, const Try *statement) {
  if (statement->handlers.empty())
    return execPart(s, statement->body) && execPart(s, statement->orelse);
  Edges raised, done;
  size_t frames = s.state.frames.size();
  bool goesOn;
  std::optional<Handlers> handlers = handlersOf(s, statement);
  {
    Exits own = s.exits;
    own.raising = {&raised, frames, handlers ? &*handlers : nullptr};
    Scoped<Exits> ways(s.exits, own);
    s.body.sharedWay.edges = nullptr;
    goesOn = execPart(s, statement->body);
  }
  s.body.sharedWay.edges = nullptr;
  if (goesOn && execPart(s, statement->orelse))
    done.push_back({std::move(s.state), {}});
  s.activation->at = statement;
  llvm::SmallVector<Value, 1> exception;
  forgetDead(s, raised, statement, LivePoint::Handlers);
  forgetUnreferenced(s, raised);
  if (join(s, std::move(raised), exception))
    handle(s, statement, exception[0], done);
  s.activation->at = statement;
  if (statement->finalbody.empty())
    forgetDead(s, done, statement, LivePoint::After);
  return join(s, std::move(done));
}

bool execTry(Stage &s, const Try *statement) {
  if (statement->finalbody.empty())
    return tryBody(s, statement);
  return guarded(
      s, [&] { return tryBody(s, statement); },
      [&](Value) {
        return exec(s, statement->finalbody) ? Result(s.boolean(false)) : std::nullopt;
      });
}

// Runs `run`; paths that raise this class go to `caught`.
Result untilRaises(Stage &s, llvm::StringRef cls, Edges &caught, llvm::function_ref<Result()> run,
                   bool withException) {
  auto extra = [&](Value one) {
    return withException ? llvm::SmallVector<Value, 2>{one} : llvm::SmallVector<Value, 2>();
  };
  Edges raised;
  size_t frames = s.state.frames.size();
  Result result;
  Handlers handlers{{builtinType(s, cls)}, s.exits.raising};
  {
    Exits own = s.exits;
    own.raising = {&raised, frames, &handlers};
    Scoped<Exits> ways(s.exits, own);
    s.body.sharedWay.edges = nullptr;
    result = run();
  }
  s.body.sharedWay.edges = nullptr;
  State after;
  if (result)
    after = std::move(s.state);
  llvm::SmallVector<Value, 1> exception;
  if (join(s, std::move(raised), exception)) {
    auto sort = [&](Value one) {
      if (one.isBox())
        one = Value::scalar(ScalarType::Exception, exceptionValue(s, one));
      Result matches = exceptionMatches(s, one, builtinType(s, cls));
      if (s.asBool(*matches) != true) {
        if (!s.asBool(*matches)) {
          State yes, no;
          branch(s, toBool(s, *matches), yes, no);
          caught.push_back({std::move(yes), extra(one)});
          s.state = std::move(no);
        }
        raiseValue(s, one);
        return;
      }
      caught.push_back({std::move(s.state), extra(one)});
    };
    if (exception[0].isUnion())
      splitUnion(s, exception[0], [&](size_t, Value one) { sort(one); });
    else
      sort(exception[0]);
  }
  if (result)
    s.state = std::move(after);
  return result;
}

} // namespace lith::stage
