// With.cpp: with statements: __enter__ and __exit__ around the body, on every way out.
#include "stage/Impl.h"

namespace lith::stage {

using namespace lith::syntax;

// The items from `index` on, and the body inside them.
bool Stage::execWith(const With *statement, size_t index) {
  const WithItem *item = statement->items[index];
  Result manager = eval(item->context_expr);
  if (!manager)
    return false;
  activation->at = item->context_expr;
  Result outcome = forEachAlternative(*manager, [&](Value one) -> Result {
    return runWith(statement, index, one) ? Result(none()) : std::nullopt;
  });
  return outcome.has_value();
}

bool Stage::runWith(const With *statement, size_t index, Value manager) {
  const WithItem *item = statement->items[index];
  Value cls = typeOf(manager);
  Value enter = classAttribute(cls, intern("__enter__"));
  Value exit = enter.isUndefined() ? enter : classAttribute(cls, intern("__exit__"));
  if (exit.isUndefined()) {
    llvm::StringRef missing = enter.isUndefined() ? "" : " (missed __exit__ method)";
    raise("TypeError", "'" + typeName(manager) +
                           "' object does not support the context manager protocol" + missing);
    return false;
  }
  Result value = call(enter, manager);
  if (!value)
    return false;
  auto body = [&] {
    if (item->optional_vars && !assign(item->optional_vars, *value))
      return false;
    return index + 1 < statement->items.size() ? execWith(statement, index + 1)
                                               : exec(statement->body);
  };
  Edges swallowed;
  bool goesOn = withFinally(body, [&](const Value *exception) {
    activation->at = item->context_expr;
    return leaveWith(exit, manager, exception, swallowed);
  });
  if (goesOn)
    swallowed.push_back({std::move(state), {}});
  return join(std::move(swallowed));
}

// Calls __exit__; true: the way out that led here is taken further. Paths on which it swallowed the
// exception go to `swallowed`.
bool Stage::leaveWith(Value exit, Value manager, const Value *exception, Edges &swallowed) {
  if (!exception)
    return call(exit, {manager, none(), none(), none()}).has_value();
  Result outcome = forEachAlternative(*exception, [&](Value one) -> Result {
    // Of an exception of run time the exception itself stands for its class: see exceptionIs.
    Value cls = one.isScalar(ScalarType::Exception) ? one : typeOf(one);
    Result answer = call(exit, {manager, cls, one, none()});
    return answer ? truth(*answer) : answer;
  });
  if (!outcome)
    return false;
  if (asBool(*outcome) == false)
    return true;
  if (asBool(*outcome) == true) {
    swallowed.push_back({std::move(state), {}});
    return false;
  }
  State yes, no;
  branch(toBool(*outcome), yes, no);
  swallowed.push_back({std::move(yes), {}});
  state = std::move(no);
  return true;
}

} // namespace lith::stage
