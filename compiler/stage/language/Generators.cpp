// Generators.cpp: generator functions and expressions, run inline.
#include "stage/language/Generators.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Stage.h"
#include "stage/calls/Functions.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/language/Comprehensions.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Iteration.h"
#include "stage/paths/Join.h"

#include "llvm/ADT/ScopeExit.h"

namespace lith::stage {

using namespace lith::syntax;

static Result runInline(Stage &, const GeneratorBody &body, std::vector<Value> slots,
                        GeneratorRun &run, Value generator);

// The frame is made now, so that joins and loops see what it holds.
Result makeGenerator(Stage &s, const CallableData &function, llvm::ArrayRef<Value> bound) {
  auto iterator = std::make_shared<IteratorObject>();
  iterator->form = IteratorObject::Form::Generator;
  iterator->position = s.integer(position::Fresh);
  iterator->body = std::make_shared<GeneratorBody>();
  iterator->body->code = function.code;
  iterator->body->globals = function.globals;
  iterator->body->ownerClass = function.ownerClass;
  iterator->body->site = site(s);
  pushBound(s, function, bound);
  iterator->sources = s.state.frames.back()->slots;
  iterator->sources.resize(suspendedSize(*function.code));
  s.state.frames.pop_back();
  return s.make(std::move(iterator));
}

Result makeGeneratorExpression(Stage &s, const Expr *expression, const FunctionCode *code,
                               Value cells, Value iterable) {
  Result source = iterator(s, iterable);
  if (!source)
    return source;
  auto made = std::make_shared<IteratorObject>();
  made->form = IteratorObject::Form::Generator;
  made->position = s.integer(position::Fresh);
  made->sources = {cells, *source};
  made->body = std::make_shared<GeneratorBody>();
  made->body->expression = expression;
  made->body->code = code;
  made->body->globals = s.activation->globals;
  made->body->ownerClass = s.activation->ownerClass;
  return s.make(std::move(made));
}

// Of a generator that something still refers to.
static void setPosition(Stage &s, Value generator, int64_t position) {
  if (s.find<IteratorObject>(generator))
    s.write<IteratorObject>(generator).position = s.integer(position);
}

// Runs the generator; `consume` gets each value that it yields.
Result runGenerator(Stage &s, Value generator, llvm::function_ref<Result(Value)> consume,
                    bool raisesInside, bool leaves) {
  const IteratorObject *object = s.find<IteratorObject>(generator);
  std::shared_ptr<GeneratorBody> body = object->body;
  std::vector<Value> sources = object->sources;
  bool isExpression = body->expression != nullptr;
  if (auto at = s.asInt(object->position); !isExpression && at != position::Fresh) {
    if (at == position::Finished)
      return s.none();
    if (s.facts.has(FactKind::Suspended, body->site))
      refuse(s, diag::Kind::GeneratorInParts);
    restart(s, FactKind::Suspended, body->site);
  }
  if (isExpression && !s.asInt(object->position))
    return choose(
        s, *compareNumbers(s, CmpOperator::Eq, object->position, s.integer(position::Finished)),
        [&]() -> Result { return s.none(); },
        [&] {
          setPosition(s, generator, position::LeftByLoop);
          return runGenerator(s, generator, consume, raisesInside, leaves);
        });
  if (isExpression && s.asInt(object->position) == position::Finished)
    return s.none();
  setPosition(s, generator, isExpression ? position::Finished : position::LeftByLoop);
  Activation *consumer = s.activation;
  Exits consumerExits = s.exits;
  GeneratorRun run;
  s.body.consumers.push_back(s.exits);
  llvm::scope_exit leave([&] { s.body.consumers.pop_back(); });
  auto inConsumer = [&](Value value) -> Result {
    if (isExpression) // where it raises itself, it has ended
      setPosition(s, generator, position::LeftByLoop);
    Activation *producer = s.activation;
    Exits producerExits = s.exits;
    s.activation = consumer;
    s.exits = consumerExits;
    if (raisesInside) // what the consumer raises appears at the `yield`
      s.exits.raising = producerExits.raising;
    else if (run.raising.edges)
      s.exits.raising = run.raising;
    Result result = consume(value);
    s.activation = producer;
    s.exits = producerExits;
    if (isExpression && result)
      setPosition(s, generator, position::Finished);
    return result;
  };
  if (!isExpression) {
    run.consume = inConsumer;
    run.site = body->site;
    run.leaves = leaves || (s.activation->generator && s.activation->generator->leaves);
    sources.resize(body->code->slots.size());
    if (!raisesInside && !run.leaves)
      allowLeaving(s, run, *body->code, generator);
    return runInline(s, *body, sources, run, generator);
  }
  Activation outer = *consumer;
  outer.globals = body->globals;
  outer.ownerClass = body->ownerClass;
  return inScope(s, body->code, sources[0], &outer, [&]() -> Result {
    bool goesOn = runClauses(s, body->expression, 0, sources[1], [&] {
      Result element = eval(s, cast<GeneratorExp>(body->expression)->elt);
      return element && inConsumer(*element);
    });
    return goesOn ? Result(s.none()) : std::nullopt;
  });
}

// The body, to its end or to where the consumer leaves it.
static Result runInline(Stage &s, const GeneratorBody &body, std::vector<Value> slots,
                        GeneratorRun &run, Value generator) {
  auto runBody = [&] { return runGeneratorBody(s, body, std::move(slots), run, 0); };
  Edges left;
  size_t frames = s.state.frames.size();
  Result end = run.taken.isUndefined() ? runBody() : untilRaises(s, "GeneratorExit", left, runBody);
  if (end)
    s.write<IteratorObject>(generator).position = s.integer(position::Finished);
  if (end && !run.taken.isUndefined() && !takeWayOut(s, run, true))
    end = std::nullopt;
  State after;
  if (end)
    after = std::move(s.state);
  truncateFrames(left, frames);
  if (join(s, std::move(left)))
    takeWayOut(s, run, false);
  if (end)
    s.state = std::move(after);
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
Result runGeneratorBody(Stage &s, const GeneratorBody &body, std::vector<Value> slots,
                        GeneratorRun &run, uint64_t point) {
  Activation inner{body.code, s.state.frames.size(),          body.globals,    s.activation,
                   s.loc(),   idOf<CallPath>(site(s), point), body.ownerClass, body.code->node};
  inner.generator = &run;
  s.state.frames.push_back(std::make_shared<Frame>(Frame{std::move(slots)}));
  if (!namesEndOfIteration(body.code->node))
    return runBody(s, inner);
  Edges stopped;
  size_t frames = s.state.frames.size() - 1;
  Result end = untilRaises(s, "StopIteration", stopped, [&] { return runBody(s, inner); }, true);
  State after;
  if (end)
    after = std::move(s.state);
  truncateFrames(stopped, frames);
  if (llvm::SmallVector<Value, 1> raised; join(s, std::move(stopped), raised))
    callPrelude(s, "generator_raised", raised);
  if (end)
    s.state = std::move(after);
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

// How many paths have left them by taking one value, after which they may go on.
static size_t pathsWithValue(llvm::ArrayRef<Exits> consumers) {
  size_t count = 0;
  for (const Exits &exits : consumers)
    count += exits.yields ? exits.yields->size() : 0;
  return count;
}

// The generator stands within `with` or `finally` when its consumer goes on: it is known to be
// consumed in parts, and where it is dropped there, that is found out.
static void needParts(Stage &s, const GeneratorRun &run, const Expr *yield) {
  if (s.facts.has(FactKind::Suspended, run.site))
    refuseAt(s, yield, diag::Kind::GeneratorInParts);
  restart(s, FactKind::Suspended, run.site);
}

Result evalYield(Stage &s, const Expr *expression) {
  GeneratorRun *run = s.activation->generator;
  if (!run)
    refuseAt(s, expression, diag::Kind::GeneratorInParts);
  if (isSuspending(s))
    return suspend(s, expression);
  bool mustEnd = endsWithEffects(*s.activation->code, expression);
  if (run->leaves && mustEnd)
    needParts(s, *run, expression);
  auto consume = [&](Value element) -> Result {
    size_t before = pathsOut(s.body.consumers), taken = pathsWithValue(s.body.consumers);
    auto checkTaken = [&] {
      if (mustEnd && pathsWithValue(s.body.consumers) > taken)
        needParts(s, *run, expression);
    };
    if (mustEnd && !run->taken.isUndefined()) {
      Result given = consumeOrLeave(s, *run, expression, element);
      checkTaken();
      return given;
    }
    Edges raised;
    bool isCaught = mustEnd && s.body.consumers.back().raising.edges;
    run->raising = isCaught ? Raising{&raised, s.state.frames.size()} : Raising{};
    Result given = run->consume(element);
    run->raising = {};
    checkTaken();
    if (mustEnd && (pathsOut(s.body.consumers) > before || !raised.empty()))
      refuseAt(s, expression, diag::Kind::GeneratorInParts);
    return given;
  };
  if (auto *from = dyn_cast<YieldFrom>(expression)) {
    Result iterable = eval(s, from->value);
    if (!iterable)
      return iterable;
    // What a generator returns is the value of the expression.
    auto *made = s.find<IteratorObject>(*iterable);
    bool isGenerator =
        made && made->form == IteratorObject::Form::Generator && !made->body->expression;
    if (isGenerator && !s.facts.has(FactKind::Suspended, made->body->site))
      return runGenerator(s, *iterable, consume);
    bool goesOn =
        forEach(s, *iterable, site(s), [&](Value element) { return consume(element).has_value(); });
    return !goesOn ? std::nullopt : Result(isGenerator ? returnedBy(s, *iterable) : s.none());
  }
  Result value = s.none();
  if (cast<Yield>(expression)->value)
    value = eval(s, cast<Yield>(expression)->value);
  return value ? consume(*value) : value;
}

// The first value of a generator is taken where its body is staged. A generator expression with one
// `for` goes on where its iterable is; any other generator is then known to be consumed in parts.
Result nextOfGenerator(Stage &s, Value value, Edges &exhausted, bool ends) {
  const IteratorObject *object = s.find<IteratorObject>(value);
  const Expr *expression = object->body->expression;
  bool isFresh = s.asInt(object->position) == position::Fresh;
  if (!expression && (!isFresh || s.facts.has(FactKind::Suspended, object->body->site)))
    return resumeGenerator(s, value, s.none(), exhausted);
  bool hasEnded = s.asInt(object->position) == position::Finished;
  if (expression && !isFresh && !hasEnded && cast<GeneratorExp>(expression)->generators.size() != 1)
    refuse(s, diag::Kind::GeneratorInParts);
  size_t frames = s.state.frames.size();
  Edges found;
  Result end;
  {
    Exits own = s.exits;
    own.yields = &found;
    own.endsAtYield = ends;
    Scoped<Exits> ways(s.exits, own);
    auto leave = [&](Value element) -> Result {
      found.push_back({std::move(s.state), {element}});
      return std::nullopt;
    };
    end = runGenerator(s, value, leave, false, !ends);
  }
  if (end && !expression)
    s.write<IteratorObject>(value).sources.back() = *end;
  if (end)
    exhausted.push_back({std::move(s.state), {}});
  truncateFrames(found, frames);
  llvm::SmallVector<Value, 1> joined;
  return join(s, std::move(found), joined) ? Result(joined[0]) : std::nullopt;
}

} // namespace lith::stage
