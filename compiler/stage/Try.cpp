// Try.cpp: try, except, else, finally.
//
// Edges that leave the body are collected per way out (normal, raise, return,
// break, continue). A `finally` body is staged once for each way that is taken,
// and goes on the same way after it.
#include "stage/Impl.h"

namespace lith::stage {

using namespace lith::syntax;

bool Stage::execTry(const Try *statement) {
  if (statement->finalbody.empty())
    return execHandlers(statement);
  return withFinally([&] { return execHandlers(statement); },
                     [&](const Value *) { return exec(statement->finalbody); });
}

// Runs `body`, then `last` on every way out of it; `last` gets the exception on that way. What
// `last` does itself (return, raise, break) goes out of the whole.
bool Stage::withFinally(llvm::function_ref<bool()> body,
                        llvm::function_ref<bool(const Value *)> last) {
  Edges raises, returns, breaks, continues, normal;
  {
    Exits inner = exits;
    inner.raises = &raises;
    inner.raiseFrames = state.frames.size();
    inner.returns = exits.returns ? &returns : nullptr;
    inner.breaks = exits.breaks ? &breaks : nullptr;
    inner.continues = exits.continues ? &continues : nullptr;
    Scoped<Exits> ways(exits, inner);
    if (body())
      normal.push_back({std::move(state), {}});
  }
  auto leave = [&](Edges &edges, Edges *out) {
    llvm::SmallVector<Value, 2> extra;
    if (join(std::move(edges), extra) && last(nullptr))
      out->push_back({std::move(state), llvm::SmallVector<Value, 2>(extra)});
  };
  leave(returns, exits.returns);
  leave(breaks, exits.breaks);
  leave(continues, exits.continues);
  llvm::SmallVector<Value, 2> raised;
  if (join(std::move(raises), raised)) {
    impl->handled.push_back(raised[0]);
    bool swallowed = last(&raised[0]);
    impl->handled.pop_back();
    if (swallowed)
      raiseValue(raised[0]);
  }
  if (!join(std::move(normal)))
    return false;
  return last(nullptr);
}

bool Stage::execHandlers(const Try *statement) {
  Edges raises, done;
  bool goesOn;
  {
    Exits inner = exits;
    inner.raises = &raises;
    inner.raiseFrames = state.frames.size();
    Scoped<Exits> ways(exits, inner);
    goesOn = exec(statement->body);
  }
  if (goesOn && exec(statement->orelse))
    done.push_back({std::move(state), {}});
  llvm::SmallVector<Value, 2> raised;
  if (join(std::move(raises), raised)) {
    Edges rest;
    rest.push_back({std::move(state), {raised[0]}});
    for (const ExceptHandler *handler : statement->handlers)
      if (!rest.empty())
        handle(handler, rest, done);
    llvm::SmallVector<Value, 2> unhandled;
    if (join(std::move(rest), unhandled))
      raiseValue(unhandled[0]);
  }
  return join(std::move(done));
}

// Runs the handler on the paths of `rest` whose exception it takes, and leaves the others there.
void Stage::handle(const ExceptHandler *handler, Edges &rest, Edges &done) {
  Edges taken, others;
  for (Edge &edge : rest) {
    state = std::move(edge.state);
    activation->at = handler;
    if (!handler->type) {
      taken.push_back({std::move(state), {edge.extra[0]}});
      continue;
    }
    Result classes = eval(handler->type);
    if (!classes)
      continue;
    Value exception = edge.extra[0];
    auto test = [&](Value one) { matchException(one, *classes, taken, others); };
    if (exception.isUnion())
      splitUnion(exception, [&](size_t, Value one) { test(one); });
    else
      test(exception);
  }
  rest = std::move(others);
  llvm::SmallVector<Value, 2> caught;
  if (join(std::move(taken), caught))
    runHandler(handler, caught[0], done);
}

// Puts the current path into `taken` or `others`, by the class of the exception.
void Stage::matchException(Value exception, Value classes, Edges &taken, Edges &others) {
  llvm::SmallVector<Value> candidates;
  if (classes.isTuple())
    candidates.assign(classes.tuple().elements.begin(), classes.tuple().elements.end());
  else
    candidates.push_back(classes);
  for (Value cls : candidates) {
    if (!isExceptionClass(cls)) {
      raise("TypeError", "catching classes that do not inherit from BaseException is not allowed");
      return;
    }
    Value is = exceptionIs(exception, cls);
    if (asBool(is) == false)
      continue;
    if (asBool(is) == true) {
      taken.push_back({std::move(state), {exception}});
      return;
    }
    State yes, no;
    branch(toBool(is), yes, no);
    taken.push_back({std::move(yes), {exception}});
    state = std::move(no);
  }
  others.push_back({std::move(state), {exception}});
}

// The handler's name is bound while its body runs, and deleted on every way out.
void Stage::runHandler(const ExceptHandler *handler, Value exception, Edges &done) {
  activation->at = handler;
  auto body = [&] {
    impl->handled.push_back(exception);
    bool goesOn = exec(handler->body);
    impl->handled.pop_back();
    return goesOn;
  };
  bool goesOn;
  if (handler->name.data()) {
    llvm::StringRef name = intern({handler->name.data(), handler->name.size()});
    goesOn = storeName(name, exception) &&
             withFinally(body, [&](const Value *) { return storeName(name, Value()); });
  } else {
    goesOn = body();
  }
  if (goesOn)
    done.push_back({std::move(state), {}});
}

} // namespace lith::stage
