// ExceptionChains.cpp: the cause and the context of exceptions. One that is raised while another is
// handled has that as its context, whoever raises it: a statement, a method of a built-in type, or
// an operation.
#include "stage/emit/ExceptionChains.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"

namespace lith::stage {

// A chain that would lead back to the exception is cut; one that leads back to itself stays.
static void setKnownContext(Stage &s, Value exception, Value context) {
  llvm::StringRef name = s.intern("__context__");
  Value at = context;
  llvm::DenseSet<Address> passed;
  while (auto *instance = s.find<InstanceObject>(at)) {
    const Value *next = instance->find(name);
    if (!next || !passed.insert(at.address()).second)
      break;
    if (*next == exception) {
      s.write<InstanceObject>(at).set(name, s.none());
      break;
    }
    at = *next;
  }
  s.write<InstanceObject>(exception).set(name, context);
}

static void setRuntimeContext(Stage &s, mlir::Value exception, Value context, bool replace) {
  rtPlain(s, "exception_set_context",
          {exception, exceptionValue(s, context), constantBool(s, replace)});
}

void setContext(Stage &s, Value exception) {
  Value context = s.body.handled.empty() ? Value() : s.body.handled.back().exception;
  if (!context.isUndefined() && context != exception)
    setContext(s, exception, context);
}

void setContext(Stage &s, Value exception, Value context) {
  auto *instance = s.find<InstanceObject>(exception);
  bool isKnown = instance && instance->exception.isUndefined();
  if (isKnown)
    setKnownContext(s, exception, context);
  else if (s.isNone(context))
    refuse(s, diag::Kind::UnsupportedStatement, {"clearing __context__ of an exception"});
  else
    setRuntimeContext(s, instance ? instance->exception.ssa() : exception.ssa(), context, true);
}

void setContextOfCaught(Stage &s, mlir::Value exception) {
  auto &handled = s.body.handled;
  if (handled.empty())
    return;
  Value context = handled.back().exception; // what making it raises is not linked to it
  Scoped<std::vector<HandledException>> outer(handled, {handled.begin(), handled.end() - 1});
  setRuntimeContext(s, exception, context, false);
}

// Whether the exception is what it was as its handler began, with all that it holds.
static bool isAsItWas(Stage &s, const HandledException &handled) {
  if (!handled.exception.isRef())
    return true;
  const auto *now = s.find<InstanceObject>(handled.exception);
  auto isObject = [](Value held) { return held.isRef(); };
  return now == handled.entry.heap.find(handled.exception.address()) && now->payload.isTuple() &&
         llvm::none_of(now->payload.tuple().elements, isObject) &&
         llvm::none_of(now->attributes, [&](auto &named) { return isObject(named.second); });
}

mlir::Block *blockThatLeaves(Stage &s) {
  const HandledException &handled = s.body.handled.back();
  bool isShared = isAsItWas(s, handled);
  if (handled.leaving && isShared)
    return handled.leaving;
  mlir::Block *block = newBlock(s);
  State from = isShared ? handled.entry : s.state;
  from.block = block;
  if (isShared)
    s.body.handled.back().leaving = block;
  Scoped<State> path(s.state, std::move(from));
  mlir::Value exception =
      ir::CatchOp::create(s.builder(), s.loc(), ir::ExceptionType::get(&s.context));
  setContextOfCaught(s, exception);
  ir::RaiseOp::create(s.builder(), s.loc(), exception);
  return block;
}

// Gives `set` what an attribute of the chain holds, on the paths where it has been set.
static void onPathsWithLink(Stage &s, Value exception, llvm::StringRef name,
                            llvm::function_ref<void(Value)> set) {
  const Value *link = s.find<InstanceObject>(exception)->find(s.intern(name));
  if (!link)
    return;
  Edges done;
  if (Result given = defined(s, *link, [&] { done.push_back({std::move(s.state), {}}); })) {
    set(*given);
    done.push_back({std::move(s.state), {}});
  }
  join(s, std::move(done));
}

void setLinks(Stage &s, mlir::Value made, Value exception) {
  auto &open = s.body.linking;
  if (llvm::is_contained(open, exception)) // a circle, which run time would cut as well
    return;
  open.push_back(exception);
  onPathsWithLink(s, exception, "__cause__",
                  [&](Value cause) { rtPlain(s, "exception_set_cause", {made, toBox(s, cause)}); });
  onPathsWithLink(s, exception, "__context__", [&](Value context) {
    forEachAlternative(s, context, [&](Value one) -> Result {
      if (!s.isNone(one))
        setRuntimeContext(s, made, one, true);
      return s.none();
    });
  });
  open.pop_back();
}

} // namespace lith::stage
