// Generators.cpp: generator functions and expressions, run inline.
#include "stage/Generators.h"
#include "stage/Impl.h"

#include "llvm/ADT/ScopeExit.h"

namespace lith::stage {

using namespace lith::syntax;

// The iterator's sources are the bound arguments, so that joins and loops see them.
Result Stage::makeGenerator(const CallableData &function, llvm::ArrayRef<Value> bound) {
  auto iterator = std::make_shared<IteratorObject>();
  iterator->form = IteratorObject::Form::Generator;
  iterator->position = boolean(false); // whether it has run
  iterator->sources = bound.vec();
  iterator->body = std::make_shared<GeneratorBody>();
  iterator->body->function = &function;
  iterator->body->code = function.code;
  return make(std::move(iterator));
}

Result Stage::makeGeneratorExpression(const Expr *expression, const FunctionCode *code, Value cells,
                                      Value iterable) {
  Result source = iterator(iterable);
  if (!source)
    return source;
  auto made = std::make_shared<IteratorObject>();
  made->form = IteratorObject::Form::Generator;
  made->position = boolean(false);
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
                           bool raisesInside) {
  const IteratorObject *object = find<IteratorObject>(generator);
  std::shared_ptr<GeneratorBody> body = object->body;
  std::vector<Value> sources = object->sources;
  bool isExpression = body->expression != nullptr;
  if (!isExpression && asBool(object->position) != false) {
    if (asBool(object->position) == true)
      return none(); // exhausted
    refuse(diag::Kind::GeneratorInParts);
  }
  // Left in the middle it is neither fresh nor exhausted.
  write<IteratorObject>(generator).position = integer(1);
  Activation *consumer = activation;
  Exits consumerExits = exits;
  impl->consumers.push_back(exits);
  llvm::scope_exit leave([&] { impl->consumers.pop_back(); });
  auto inConsumer = [&](Value value) -> Result {
    Activation *producer = activation;
    Exits producerExits = exits;
    activation = consumer;
    exits = consumerExits;
    if (raisesInside) { // what the consumer raises appears at the `yield`
      exits.raises = producerExits.raises;
      exits.raiseFrames = producerExits.raiseFrames;
    }
    Result result = consume(value);
    activation = producer;
    exits = producerExits;
    return result;
  };
  bool leaves = activation->generator && activation->generator->leaves;
  GeneratorRun run{inConsumer, leaves, exits.raises};
  if (!isExpression) {
    Result end = runFunction(*body->function, sources, &run);
    if (end)
      write<IteratorObject>(generator).position = boolean(true);
    return end;
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

Result Stage::evalYield(const Expr *expression) {
  GeneratorRun *run = activation->generator;
  if (!run || (run->leaves && exits.raises != run->raises))
    refuseAt(expression, diag::Kind::GeneratorInParts);
  if (auto *from = dyn_cast<YieldFrom>(expression)) {
    Result iterable = eval(from->value);
    if (!iterable)
      return iterable;
    // What a generator returns is the value of the expression.
    if (auto *made = find<IteratorObject>(*iterable); made && made->form == IteratorObject::Form::Generator)
      return runGenerator(*iterable, [&](Value element) { return run->consume(element); });
    bool goesOn = forEach(*iterable, site(), [&](Value element) { return run->consume(element).has_value(); });
    return goesOn ? Result(none()) : std::nullopt;
  }
  Result value = none();
  if (cast<Yield>(expression)->value)
    value = eval(cast<Yield>(expression)->value);
  return value ? run->consume(*value) : value;
}

} // namespace lith::stage
