// Suspension.cpp: generators that are consumed in parts, as state machines.
//
// At a `yield` the frame and the iterators of the loops around it go into the
// object, with the number of the `yield`. To go on, the body is staged again from
// its beginning: statements before the way to that `yield` are skipped, those on it
// are entered without their tests, and a loop goes on with what its trip has left.
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Stage.h"
#include "stage/classes/Exceptions.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/language/Generators.h"
#include "stage/language/Names.h"
#include "stage/objects/Comparisons.h"
#include "stage/paths/Join.h"

#include "llvm/ADT/SetVector.h"

namespace lith::stage {

using namespace lith::syntax;

void addReferences(Value value, llvm::SmallVectorImpl<Address> &into) {
  if (value.isRef())
    into.push_back(value.address());
  if (value.isUnion())
    for (Value alternative : value.oneOf().alternatives)
      addReferences(alternative, into);
  if (value.isTuple())
    for (Value element : value.tuple().elements)
      addReferences(element, into);
  if (value.isCallable()) {
    const CallableData &callable = value.callable();
    addReferences(callable.self, into);
    addReferences(callable.function, into);
    for (Value captured : callable.values)
      addReferences(captured, into);
    for (Value byDefault : callable.defaults)
      addReferences(byDefault, into);
  }
}

namespace {

/// A `yield` whose statement can be entered again.
struct YieldPoint {
  const Expr *expression;
  std::vector<const Stmt *> way; ///< from the body of the function to the statement
};

/// What is held while the generator stands within `owner`: the iterator of a `for` loop or of a
/// `yield from`, the manager of an item of a `with`.
struct Holder {
  const Node *node, *owner;
};

/// All of one function.
struct YieldPoints {
  std::vector<YieldPoint> points;
  std::vector<Holder> holders;
};

const Expr *yieldOf(const Stmt *statement) {
  const Expr *value = nullptr;
  if (auto *expression = dyn_cast<ExprStmt>(statement))
    value = expression->value;
  else if (auto *assign = dyn_cast<Assign>(statement))
    value = assign->value;
  else if (auto *annotated = dyn_cast<AnnAssign>(statement))
    value = annotated->value;
  else if (auto *returned = dyn_cast<Return>(statement))
    value = returned->value;
  return value && (isa<Yield>(value) || isa<YieldFrom>(value)) ? value : nullptr;
}

// Not in a handler, nor in what `finally` runs.
void findYields(Seq<Stmt *> body, std::vector<const Stmt *> &way, YieldPoints &out) {
  for (const Stmt *statement : body) {
    way.push_back(statement);
    auto inside = [&](Seq<Stmt *> inner) { findYields(inner, way, out); };
    if (const Expr *yield = yieldOf(statement)) {
      out.points.push_back({yield, way});
      if (isa<YieldFrom>(yield))
        out.holders.push_back({yield, yield});
    } else if (auto *branch = dyn_cast<If>(statement)) {
      inside(branch->body);
      inside(branch->orelse);
    } else if (auto *loop = dyn_cast<For>(statement)) {
      out.holders.push_back({loop, loop});
      inside(loop->body);
      inside(loop->orelse);
    } else if (auto *loop = dyn_cast<While>(statement)) {
      inside(loop->body);
      inside(loop->orelse);
    } else if (auto *attempt = dyn_cast<Try>(statement)) {
      inside(attempt->body);
      inside(attempt->orelse);
    } else if (auto *with = dyn_cast<With>(statement)) {
      for (const WithItem *item : with->items)
        out.holders.push_back({item, with});
      inside(with->body);
    } else if (auto *match = dyn_cast<Match>(statement)) {
      for (const MatchCase *one : match->cases)
        inside(one->body);
    }
    way.pop_back();
  }
}

YieldPoints yieldsOf(const FunctionCode &code) {
  YieldPoints found;
  std::vector<const Stmt *> way;
  if (auto *function = dyn_cast<FunctionDef>(code.node)) // a lambda's stand inside its expression
    findYields(function->body, way, found);
  return found;
}

// Iterators inside of this one, itself first, and those that objects which it holds have as
// attributes, as the managers of generator functions do; with these objects.
void addIterators(Stage &s, Value value, llvm::SetVector<Address> &into) {
  if (value.isUnion())
    for (Value alternative : value.oneOf().alternatives)
      addIterators(s, alternative, into);
  auto *iterator = s.find<IteratorObject>(value);
  if (iterator && into.insert(value.address()))
    for (Value source : iterator->sources)
      addIterators(s, source, into);
  auto *instance = s.find<InstanceObject>(value);
  if (instance && !instance->isRuntime() && !isOutside(s, value.address()) &&
      into.insert(value.address()))
    for (auto &[name, attribute] : instance->attributes)
      addIterators(s, attribute, into);
}

// Takes away the iterators of a loop that has ended, so that they are not kept apart from those
// that the loop makes when it runs again. Those that something else refers to stay.
void release(Stage &s, llvm::ArrayRef<Value> dropped) {
  llvm::SetVector<Address> iterators;
  for (Value value : dropped)
    addIterators(s, value, iterators);
  if (iterators.empty())
    return;
  llvm::SmallVector<Address> used;
  for (auto &frame : s.state.frames)
    for (Value value : frame->slots)
      addReferences(value, used);
  Heap::diff(Heap(), s.state.heap, [&](Address address) {
    if (!iterators.contains(address))
      s.state.heap.share(address)->clone()->forEachValue(
          [&](Value &value) { addReferences(value, used); });
  });
  llvm::SetVector<Address> kept;
  for (Address address : used)
    if (iterators.contains(address))
      addIterators(s, Value::ref(address), kept);
  for (Address address : iterators)
    if (!kept.contains(address))
      s.state.heap.erase(address);
}

// The number of this `yield`, from 1 on.
int64_t checkedPoint(Stage &s, const YieldPoints &all, const Expr *yield) {
  auto point =
      llvm::find_if(all.points, [&](const YieldPoint &p) { return p.expression == yield; });
  if (point == all.points.end())
    refuseAt(s, yield, diag::Kind::GeneratorInParts);
  return point - all.points.begin() + 1;
}

// The generator stops at this `yield`: what it needs to go on is saved, and the path goes on with
// the consumer.
Result leave(Stage &s, const Expr *yield, Value value) {
  GeneratorRun &run = *s.activation->generator;
  YieldPoints all = yieldsOf(*s.activation->code);
  int64_t point = checkedPoint(s, all, yield);
  std::vector<Value> sources = s.state.frame(s.activation->frame).slots;
  for (const Holder &holder : all.holders)
    sources.push_back(run.held.lookup(holder.node));
  sources.push_back({});
  IteratorObject &object = s.write<IteratorObject>(run.object);
  object.sources = std::move(sources);
  object.position = s.integer(point);
  s.exits.yields->push_back({std::move(s.state), {value}});
  return std::nullopt;
}

// On a path where there is one: the value without its alternative of holding nothing.
Value definedPart(Stage &s, Value value) {
  if (value.isUnion())
    for (auto [i, alternative] : llvm::enumerate(value.oneOf().alternatives))
      if (alternative.isUndefined())
        return without(s, value, i);
  return value;
}

// Where the generator goes on, only the loops around have iterators.
void forgetStale(Stage &s, Value generator, const GeneratorRun &run,
                 llvm::ArrayRef<Holder> holders) {
  auto &sources = s.write<IteratorObject>(generator).sources;
  llvm::SmallVector<Value> stale;
  for (auto [i, holder] : llvm::enumerate(holders)) {
    Value &place = sources[sources.size() - 1 - holders.size() + i];
    if (!run.held.contains(holder.node))
      stale.push_back(std::exchange(place, Value()));
  }
  release(s, stale);
}

// False: a value was sent where no `yield` waits for one, and TypeError was raised.
bool checkNothingSent(Stage &s, Value generator, Value sent) {
  Result isNothing = identical(s, sent, s.none());
  if (isNothing && s.asBool(*isNothing) == true)
    return true;
  s.write<IteratorObject>(generator).position = s.integer(position::Fresh);
  return isNothing && check(s, toBool(s, *isNothing), "TypeError",
                            "can't send non-None value to a just-started generator");
}

// Runs the generator from `point` on until it yields (to `yields`) or ends.
void resumeAt(Stage &s, Value generator, int64_t point, Value sent, Value thrown, Edges &yields,
              Edges &exhausted) {
  const IteratorObject *object = s.find<IteratorObject>(generator);
  std::shared_ptr<GeneratorBody> body = object->body;
  std::vector<Value> sources = object->sources;
  s.write<IteratorObject>(generator).position = s.integer(position::Finished); // where it raises
  if (!thrown.isUndefined() && (point == position::Finished || point == position::Fresh)) {
    raiseValue(s, thrown);
    return;
  }
  if (point == position::Finished) {
    exhausted.push_back({std::move(s.state), {}});
    return;
  }
  if (point == position::Fresh && !checkNothingSent(s, generator, sent))
    return;
  YieldPoints all = yieldsOf(*body->code);
  GeneratorRun run;
  run.object = generator;
  run.sent = sent;
  run.thrown = thrown;
  auto slots = sources.begin() + body->code->slots.size();
  if (point != position::Fresh) {
    run.way = all.points[size_t(point - 1)].way;
    run.resumes = true;
    for (auto [i, holder] : llvm::enumerate(all.holders))
      if (llvm::is_contained(run.way, holder.owner) ||
          holder.owner == all.points[size_t(point - 1)].expression)
        run.held[holder.node] = definedPart(s, *(slots + i));
  }
  forgetStale(s, generator, run, all.holders);
  Exits own = s.exits;
  own.yields = &yields;
  own.endsAtYield = false;
  Scoped<Exits> ways(s.exits, own);
  Result end = runGeneratorBody(s, *body, {sources.begin(), slots}, run, uint64_t(point));
  if (!end)
    return;
  s.write<IteratorObject>(generator).sources.back() = *end;
  exhausted.push_back({std::move(s.state), {}});
}

} // namespace

// The slots of the frame, the iterators of its loops, and the result.
size_t suspendedSize(const FunctionCode &code) {
  return code.slots.size() + yieldsOf(code).holders.size() + 1;
}

bool isSuspending(Stage &s) { return s.activation->generator && !s.activation->generator->consume; }

bool isResuming(Stage &s) {
  return s.activation->generator && !s.activation->generator->way.empty();
}

bool leadsInto(Stage &s, Seq<Stmt *> body) {
  return isResuming(s) && llvm::is_contained(body, s.activation->generator->way.front());
}

bool isSkipped(Stage &s, const Stmt *statement) {
  if (!isResuming(s))
    return false;
  GeneratorRun &run = *s.activation->generator;
  if (run.way.front() != statement)
    return true;
  run.way = run.way.drop_front();
  return false;
}

Value holdIterator(Stage &s, const Node *holder, Value given) {
  GeneratorRun &run = *s.activation->generator;
  return run.resumes ? run.held.lookup(holder) : run.held[holder] = given;
}

void dropIterator(Stage &s, const Node *holder, bool goesOn) {
  GeneratorRun &run = *s.activation->generator;
  Value held = run.held.lookup(holder);
  run.held.erase(holder);
  if (goesOn)
    release(s, held);
}

Value returnedBy(Stage &s, Value generator) {
  return s.find<IteratorObject>(generator)->sources.back();
}

// A handler for what is raised where a generator is left; of a class by another name it is none.
static bool handlesExit(const ExceptHandler *handler) {
  auto isExit = [](const Expr *type) {
    auto *name = dyn_cast<Name>(type);
    return name && (name->id == "GeneratorExit" || name->id == "BaseException");
  };
  auto *several = handler->type ? dyn_cast<syntax::Tuple>(handler->type) : nullptr;
  return !handler->type || isExit(handler->type) ||
         (several && llvm::any_of(several->elts, isExit));
}

static bool isGuarded(const Node *node, const Expr *yield, bool guarded) {
  if (node == yield)
    return guarded;
  if (auto *attempt = dyn_cast<Try>(node))
    guarded |= !attempt->finalbody.empty() || llvm::any_of(attempt->handlers, handlesExit);
  guarded |= isa<With>(node);
  bool found = false;
  forEachChild(node, [&](const Node *child) { found = found || isGuarded(child, yield, guarded); });
  return found;
}

bool endsWithEffects(const FunctionCode &code, const Expr *yield) {
  return isGuarded(code.node, yield, false);
}

Result suspend(Stage &s, const Expr *expression) {
  GeneratorRun &run = *s.activation->generator;
  auto *from = dyn_cast<YieldFrom>(expression);
  if (!from && run.resumes) {
    run.resumes = false;
    return run.thrown.isUndefined() ? Result(run.sent) : raiseValue(s, run.thrown);
  }
  const Expr *operand = from ? from->value : cast<Yield>(expression)->value;
  Result value = run.resumes || !operand ? s.none() : eval(s, operand);
  if (!from)
    return value ? leave(s, expression, *value) : value;
  Result iterator = value && !run.resumes ? stage::iterator(s, *value) : value;
  if (!iterator)
    return iterator;
  Value source = holdIterator(s, from, *iterator);
  Value sent = run.resumes ? run.sent : s.none(), thrown = run.resumes ? run.thrown : Value();
  run.resumes = false;
  Edges ended;
  Result element = forEachAlternative(s, source, [&](Value one) {
    auto *inner = s.find<IteratorObject>(one);
    bool isGenerator =
        inner && inner->form == IteratorObject::Form::Generator && !inner->body->expression;
    Edges exhausted;
    if (!isGenerator && !thrown.isUndefined())
      return raiseValue(s, thrown);
    Result found =
        isGenerator ? resumeGenerator(s, one, sent, exhausted, thrown) : next(s, one, exhausted);
    State after;
    if (found)
      after = std::move(s.state);
    if (join(s, std::move(exhausted))) {
      Value returned = isGenerator ? returnedBy(s, one) : s.none();
      ended.push_back({std::move(s.state), {returned}});
    }
    s.state = std::move(after);
    return found;
  });
  if (element)
    leave(s, expression, *element);
  llvm::SmallVector<Value, 1> returned;
  bool goesOn = join(s, std::move(ended), returned);
  dropIterator(s, from, goesOn);
  return goesOn ? Result(returned[0]) : std::nullopt;
}

Result resumeGenerator(Stage &s, Value generator, Value sent, Edges &exhausted, Value thrown) {
  const IteratorObject *object = s.find<IteratorObject>(generator);
  std::shared_ptr<GeneratorBody> body = object->body;
  if (!s.facts.has(FactKind::Suspended, body->site))
    restart(s, FactKind::Suspended, body->site);
  Value at = object->position;
  size_t frames = s.state.frames.size();
  Edges yields;
  if (auto known = s.asInt(at)) {
    resumeAt(s, generator, *known, sent, thrown, yields, exhausted);
  } else {
    int64_t last = int64_t(yieldsOf(*body->code).points.size());
    for (int64_t point = position::Finished; point < last; ++point) {
      State here, rest;
      branch(s, toBool(s, *compareNumbers(s, CmpOperator::Eq, at, s.integer(point))), here, rest);
      s.state = std::move(here);
      resumeAt(s, generator, point, sent, thrown, yields, exhausted);
      s.state = std::move(rest);
    }
    resumeAt(s, generator, last, sent, thrown, yields, exhausted);
  }
  truncateFrames(yields, frames);
  llvm::SmallVector<Value, 1> joined;
  return join(s, std::move(yields), joined) ? Result(joined[0]) : std::nullopt;
}

const Expr *guardedPlace(Stage &s, const Object *object) {
  if (!object || object->kind != ObjectKind::Iterator)
    return nullptr;
  auto &iterator = static_cast<const IteratorObject &>(*object);
  if (iterator.form != IteratorObject::Form::Generator || iterator.body->expression ||
      !s.facts.has(FactKind::Suspended, iterator.body->site))
    return nullptr;
  auto at = s.asInt(iterator.position);
  for (auto [i, point] : llvm::enumerate(yieldsOf(*iterator.body->code).points))
    if ((!at || *at == int64_t(i) + 1) && endsWithEffects(*iterator.body->code, point.expression))
      return point.expression;
  return nullptr;
}

void checkForgotten(Stage &s, const Object &object) {
  if (const Expr *place = guardedPlace(s, &object))
    refuseAt(s, place, diag::Kind::GeneratorInParts);
}

// Where the loop over it ends, nothing refers to the iterator any more.
void checkDropped(Stage &s, Value iterable) {
  llvm::SetVector<Address> iterators;
  addIterators(s, iterable, iterators);
  for (Address address : iterators)
    if (const Expr *place = guardedPlace(s, s.state.heap.find(address)))
      refuseAt(s, place, diag::Kind::GeneratorInParts);
}

void checkEnded(Stage &s) {
  Heap::diff(Heap(), s.state.heap, [&](Address address) {
    if (const Expr *place = guardedPlace(s, s.state.heap.find(address)))
      refuseAt(s, place, diag::Kind::GeneratorInParts);
  });
}

} // namespace lith::stage
