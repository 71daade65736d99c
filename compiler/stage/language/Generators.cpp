// Generators.cpp: generator functions and expressions, run inline.
#include "stage/language/Generators.h"
#include "stage/Impl.h"
#include "stage/builtins/Support.h"

#include "llvm/ADT/ScopeExit.h"

namespace lith::stage {

using namespace lith::syntax;

// The frame is made now, so that joins and loops see what it holds.
Result Stage::makeGenerator(const CallableData &function, llvm::ArrayRef<Value> bound) {
  auto iterator = std::make_shared<IteratorObject>();
  iterator->form = IteratorObject::Form::Generator;
  iterator->position = integer(position::Fresh);
  iterator->body = std::make_shared<GeneratorBody>();
  iterator->body->code = function.code;
  iterator->body->globals = function.globals;
  iterator->body->ownerClass = function.ownerClass;
  iterator->body->site = site();
  pushBound(function, bound);
  iterator->sources = state.frames.back()->slots;
  iterator->sources.resize(suspendedSize(*function.code));
  state.frames.pop_back();
  return make(std::move(iterator));
}

Result Stage::makeGeneratorExpression(const Expr *expression, const FunctionCode *code, Value cells,
                                      Value iterable) {
  Result source = iterator(iterable);
  if (!source)
    return source;
  auto made = std::make_shared<IteratorObject>();
  made->form = IteratorObject::Form::Generator;
  made->position = integer(position::Fresh);
  made->sources = {cells, *source};
  made->body = std::make_shared<GeneratorBody>();
  made->body->expression = expression;
  made->body->code = code;
  made->body->globals = activation->globals;
  made->body->ownerClass = activation->ownerClass;
  return make(std::move(made));
}

// Runs the generator; `consume` gets each value that it yields.
Result Stage::runGenerator(Value generator, llvm::function_ref<Result(Value)> consume,
                           bool raisesInside, bool leaves) {
  const IteratorObject *object = find<IteratorObject>(generator);
  std::shared_ptr<GeneratorBody> body = object->body;
  std::vector<Value> sources = object->sources;
  bool isExpression = body->expression != nullptr;
  if (auto at = asInt(object->position); !isExpression && at != position::Fresh) {
    if (at == position::Finished)
      return none();
    if (facts.has(FactKind::Suspended, body->site))
      refuse(diag::Kind::GeneratorInParts);
    restart(FactKind::Suspended, body->site);
  }
  write<IteratorObject>(generator).position = integer(position::LeftByLoop);
  Activation *consumer = activation;
  Exits consumerExits = exits;
  GeneratorRun run;
  impl->consumers.push_back(exits);
  llvm::scope_exit leave([&] { impl->consumers.pop_back(); });
  auto inConsumer = [&](Value value) -> Result {
    Activation *producer = activation;
    Exits producerExits = exits;
    activation = consumer;
    exits = consumerExits;
    if (raisesInside) // what the consumer raises appears at the `yield`
      exits.raising = producerExits.raising;
    else if (run.raising.edges)
      exits.raising = run.raising;
    Result result = consume(value);
    activation = producer;
    exits = producerExits;
    return result;
  };
  if (!isExpression) {
    run.consume = inConsumer;
    run.site = body->site;
    run.leaves = leaves || (activation->generator && activation->generator->leaves);
    sources.resize(body->code->slots.size());
    if (!raisesInside && !run.leaves)
      allowLeaving(*this, run, *body->code, generator);
    return runInline(*body, sources, run, generator);
  }
  Activation outer = *consumer;
  outer.globals = body->globals;
  outer.ownerClass = body->ownerClass;
  return inScope(body->code, sources[0], &outer, [&]() -> Result {
    bool goesOn = runClauses(body->expression, 0, sources[1], [&] {
      Result element = eval(cast<GeneratorExp>(body->expression)->elt);
      return element && inConsumer(*element);
    });
    return goesOn ? Result(none()) : std::nullopt;
  });
}

// The body, to its end or to where the consumer leaves it.
Result Stage::runInline(const GeneratorBody &body, std::vector<Value> slots, GeneratorRun &run,
                        Value generator) {
  auto runBody = [&] { return runGeneratorBody(body, std::move(slots), run, 0); };
  Edges left;
  size_t frames = state.frames.size();
  Result end = run.taken.isUndefined() ? runBody() : untilRaises("GeneratorExit", left, runBody);
  if (end)
    write<IteratorObject>(generator).position = integer(position::Finished);
  if (end && !run.taken.isUndefined() && !takeWayOut(*this, run, true))
    end = std::nullopt;
  State after;
  if (end)
    after = std::move(state);
  truncateFrames(left, frames);
  if (join(std::move(left)))
    takeWayOut(*this, run, false);
  if (end)
    state = std::move(after);
  return end;
}

// Whether StopIteration may be raised in the body itself: by `next` or as it is written.
static bool namesEndOfIteration(const Node *node) {
  if (auto *name = dyn_cast<Name>(node);
      name && (name->id == "next" || name->id == "StopIteration"))
    return true;
  if (auto *attribute = dyn_cast<Attribute>(node); attribute && attribute->attr == "__next__")
    return true;
  bool found = false;
  forEachChild(node, [&](const Node *child) { found = found || namesEndOfIteration(child); });
  return found;
}

// The body of a generator function, on a frame with these slots; gives what it returns.
Result Stage::runGeneratorBody(const GeneratorBody &body, std::vector<Value> slots,
                               GeneratorRun &run, uint64_t point) {
  Activation inner{body.code,       state.frames.size(),
                   body.globals,    activation,
                   loc(),           llvm::hash_combine(site(), point),
                   body.ownerClass, body.code->node};
  inner.generator = &run;
  state.frames.push_back(std::make_shared<Frame>(Frame{std::move(slots)}));
  if (!namesEndOfIteration(body.code->node))
    return runBody(inner);
  Edges stopped;
  size_t frames = state.frames.size() - 1;
  Result end = untilRaises("StopIteration", stopped, [&] { return runBody(inner); });
  State after;
  if (end)
    after = std::move(state);
  truncateFrames(stopped, frames);
  if (join(std::move(stopped)))
    callPrelude(*this, "generator_raised", {});
  if (end)
    state = std::move(after);
  return end;
}

// How many paths have left the consumers of the generators that are running.
static size_t pathsOut(llvm::ArrayRef<Exits> consumers) {
  size_t count = 0;
  for (const Exits &exits : consumers)
    for (Edges *edges : {exits.breaks, exits.continues, exits.returns, exits.yields})
      count += edges ? edges->size() : 0;
  return count;
}

Result Stage::evalYield(const Expr *expression) {
  GeneratorRun *run = activation->generator;
  if (!run)
    refuseAt(expression, diag::Kind::GeneratorInParts);
  if (isSuspending(*this))
    return suspend(*this, expression);
  bool mustEnd = endsWithEffects(*activation->code, expression);
  if (run->leaves && mustEnd) {
    if (facts.has(FactKind::Suspended, run->site))
      refuseAt(expression, diag::Kind::GeneratorInParts);
    restart(FactKind::Suspended, run->site);
  }
  auto consume = [&](Value element) -> Result {
    if (mustEnd && !run->taken.isUndefined())
      return consumeOrLeave(*this, *run, expression, element);
    size_t before = pathsOut(impl->consumers);
    Edges raised;
    bool isCaught = mustEnd && impl->consumers.back().raising.edges;
    run->raising = isCaught ? Raising{&raised, state.frames.size()} : Raising{};
    Result given = run->consume(element);
    run->raising = {};
    if (mustEnd && (pathsOut(impl->consumers) > before || !raised.empty()))
      refuseAt(expression, diag::Kind::GeneratorInParts);
    return given;
  };
  if (auto *from = dyn_cast<YieldFrom>(expression)) {
    Result iterable = eval(from->value);
    if (!iterable)
      return iterable;
    // What a generator returns is the value of the expression.
    auto *made = find<IteratorObject>(*iterable);
    bool isGenerator =
        made && made->form == IteratorObject::Form::Generator && !made->body->expression;
    if (isGenerator && !facts.has(FactKind::Suspended, made->body->site))
      return runGenerator(*iterable, consume);
    bool goesOn =
        forEach(*iterable, site(), [&](Value element) { return consume(element).has_value(); });
    return !goesOn ? std::nullopt : Result(isGenerator ? returnedBy(*this, *iterable) : none());
  }
  Result value = none();
  if (cast<Yield>(expression)->value)
    value = eval(cast<Yield>(expression)->value);
  return value ? consume(*value) : value;
}

} // namespace lith::stage
