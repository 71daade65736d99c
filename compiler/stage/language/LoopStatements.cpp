// LoopStatements.cpp: for and while, over iterators of every kind.
#include "stage/Impl.h"
#include "stage/language/Generators.h"
#include "stage/objects/Sets.h"
#include "stage/source/Liveness.h"
#include "llvm/ADT/ScopeExit.h"

namespace lith::stage {

using namespace lith::syntax;

static constexpr int64_t UnrollAtOnce = 3;   // trips of a range that is not worth a loop
static constexpr int64_t UnrollBudget = 128; // trips, where a loop would lose precision
static constexpr unsigned MaxPeeled = 2;

void Stage::truncateFrames(Edges &edges, size_t count) {
  for (Edge &edge : edges)
    edge.state.frames.truncate(count);
}

bool Stage::forEach(Value iterable, uint64_t site, llvm::function_ref<bool(Value)> body) {
  if (iterable.isUnion()) {
    Edges done;
    splitUnion(iterable, [&](size_t i, Value alternative) {
      if (forEach(alternative, llvm::hash_combine(site, i), body))
        done.push_back({std::move(state), {}});
    });
    return join(std::move(done));
  }
  Result made = iterator(iterable);
  if (!made)
    return false;
  if (made->isUnion())
    return forEach(*made, site, body);
  return forEachOf(*made, site, body);
}

bool Stage::forEachOf(Value iterator, uint64_t site, llvm::function_ref<bool(Value)> body) {
  using Form = IteratorObject::Form;
  const IteratorObject *object = find<IteratorObject>(iterator);
  if (!object || isSuspending(*this))
    return iterate(iterator, site, body);
  Value function = object->sources.empty() ? Value() : object->sources[0];
  switch (object->form) {
  case Form::Generator: {
    if (!object->body->expression && facts.has(FactKind::Suspended, object->body->site))
      break;
    Result end = runGenerator(iterator, [&](Value element) -> Result {
      return body(element) ? Result(none()) : std::nullopt;
    });
    return end.has_value();
  }
  case Form::Filter:
    return forEachOf(object->sources[1], site, [&](Value element) {
      Result keep = isNone(function) ? Result(element) : call(function, element);
      Result truthful = keep ? truth(*keep) : keep;
      if (!truthful)
        return false;
      return choose(
                 *truthful,
                 [&]() -> Result { return body(element) ? Result(none()) : std::nullopt; },
                 [&]() -> Result { return none(); })
          .has_value();
    });
  case Form::Map:
    if (object->sources.size() != 2)
      break;
    return forEachOf(object->sources[1], site, [&](Value element) {
      Result mapped = call(function, element);
      return mapped && body(*mapped);
    });
  case Form::Enumerate:
    return forEachOf(function, site,
                     [&](Value element) { return body(numbered(iterator, element)); });
  default:
    break;
  }
  return iterate(iterator, site, body);
}

// Whether the first trip may be staged by itself: within trips that are, only a few are.
static bool mayPeel(Stage &s) { return s.impl->peeled < MaxPeeled; }
static bool isPeeled(Stage &s, uint64_t site) {
  return mayPeel(s) && s.facts.has(FactKind::Peeled, site);
}

// What is left of an unrolled loop, as a loop of the program.
static void runRest(Stage &s, uint64_t site, llvm::function_ref<bool(Edges &)> trip,
                    Edges &exhausted) {
  Edges rest;
  s.runLoop(llvm::hash_combine(site, "rest"), false, trip, rest);
  for (Edge &edge : rest)
    exhausted.push_back(std::move(edge));
}

// The first trip by itself.
static bool peelTrip(Stage &s, uint64_t site, llvm::function_ref<bool(Edges &)> trip,
                     Edges &exhausted) {
  uint64_t path = s.activation->path;
  s.activation->path = llvm::hash_combine(path, site, 0);
  ++s.impl->peeled;
  llvm::scope_exit leave([&] {
    --s.impl->peeled;
    s.activation->path = path;
  });
  return trip(exhausted);
}

// A generator consumed in parts, of which it is known where it goes on, or what pulls from such.
static bool isStoppedAtKnownPoint(Stage &s, Value iterator) {
  using Form = IteratorObject::Form;
  auto *object = s.find<IteratorObject>(iterator);
  if (!object)
    return false;
  if (object->form == Form::Generator)
    return s.asInt(object->position).has_value();
  bool pulls = object->form == Form::Zip || object->form == Form::Enumerate ||
               object->form == Form::Map || object->form == Form::Filter;
  return pulls && llvm::any_of(object->sources,
                               [&](Value source) { return isStoppedAtKnownPoint(s, source); });
}

// Pulls from the iterator: unrolled where its elements are known, else a loop of the program.
bool Stage::iterate(Value iterator, uint64_t site, llvm::function_ref<bool(Value)> body) {
  bool isRange = true;
  auto count = find<IteratorObject>(iterator) ? knownCount(iterator, isRange) : std::nullopt;
  bool isKnown = count || isStoppedAtKnownPoint(*this, iterator);
  bool unrollable = count && *count <= UnrollBudget;
  bool unroll = facts.has(FactKind::Unroll, site)
                    ? isKnown
                    : count && (!isRange || *count <= UnrollAtOnce ||
                                (unrollable && facts.constantLoops.count(activation->at)));
  Edges exhausted;
  auto trip = [&](Edges &done) {
    Result element = next(iterator, done);
    return element && body(*element);
  };
  if (!unroll && !isPeeled(*this, site)) {
    loops.push_back({site,
                     unrollable || (isKnown && !count), // a generator: where a value is needed
                     activation->at});
    LoopEnd end = runLoop(site, unrollable, trip, exhausted, mayPeel(*this));
    loops.pop_back();
    if (end == LoopEnd::Done || end == LoopEnd::Dead)
      return join(std::move(exhausted));
    unroll = end == LoopEnd::LostPrecision;
    facts.add(unroll ? FactKind::Unroll : FactKind::Peeled, site);
  }
  if (!unroll) {
    if (peelTrip(*this, site, trip, exhausted))
      runRest(*this, site, trip, exhausted);
    return join(std::move(exhausted));
  }
  uint64_t path = activation->path;
  int64_t most = count.value_or(0) + UnrollBudget; // trips: the body may append to what is iterated
  bool goesOn = true;
  for (int64_t i = 0; goesOn && i < most; ++i) {
    if (!knownCount(iterator, isRange) && !isStoppedAtKnownPoint(*this, iterator))
      break;
    activation->path = llvm::hash_combine(path, site, i);
    goesOn = trip(exhausted);
  }
  activation->path = path;
  if (goesOn) // it became an object of run time meanwhile
    runRest(*this, site, trip, exhausted);
  return join(std::move(exhausted));
}

// What is left of the trip of a loop in which a generator stopped, then the other trips.
static bool finishTrip(Stage &s, Seq<Stmt *> body, llvm::function_ref<bool()> rest) {
  size_t frames = s.state.frames.size();
  Edges breaks, continues;
  {
    Exits own = s.exits;
    own.breaks = &breaks;
    own.continues = &continues;
    Scoped<Exits> ways(s.exits, own);
    if (s.exec(body))
      continues.push_back({std::move(s.state), {}});
  }
  Stage::truncateFrames(breaks, frames);
  Stage::truncateFrames(continues, frames);
  if (s.join(std::move(continues)) && rest())
    breaks.push_back({std::move(s.state), {}});
  return s.join(std::move(breaks));
}

bool Stage::execFor(const For *statement) {
  if (leadsInto(*this, statement->orelse))
    return exec(statement->orelse);
  bool resumes = isResuming(*this);
  Result iterable = resumes ? none() : evalIterable(*this, statement->iter);
  if (!iterable)
    return false;
  if (!isSuspending(*this))
    return forOver(statement, *iterable);
  activation->at = statement;
  Result source = resumes ? none() : iterator(*iterable);
  if (!source)
    return false;
  Value held = holdIterator(*this, statement, *source);
  auto trips = [&] { return forOver(statement, held); };
  bool goesOn = resumes ? finishTrip(*this, statement->body, trips) : trips();
  dropIterator(*this, statement, goesOn);
  return goesOn;
}

bool Stage::forOver(const For *statement, Value iterable) {
  activation->at = statement;
  size_t frames = state.frames.size();
  Edges breaks;
  bool finished;
  noteVariable(*this, iterable);
  forgetDead(*this, state, statement, LivePoint::Header);
  {
    Exits own = exits;
    own.breaks = &breaks;
    own.continues = nullptr;
    Scoped<Exits> ways(exits, own);
    Edges *outerBreaks = exits.breaks;
    finished = forEach(iterable, site(), [&](Value element) {
      Edges continues;
      Exits inner = exits;
      inner.breaks = outerBreaks;
      inner.continues = &continues;
      size_t depth = state.frames.size();
      Scoped<Exits> inside(exits, inner);
      if (assign(statement->target, element) && exec(statement->body))
        continues.push_back({std::move(state), {}});
      truncateFrames(continues, depth);
      activation->at = statement;
      forgetDead(*this, continues, statement, LivePoint::Header);
      return join(std::move(continues));
    });
  }
  truncateFrames(breaks, frames);
  if (finished && exec(statement->orelse))
    breaks.push_back({std::move(state), {}});
  activation->at = statement;
  forgetDead(*this, breaks, statement, LivePoint::After);
  bool goesOn = join(std::move(breaks));
  if (goesOn)
    checkDropped(*this, iterable);
  return goesOn;
}

bool Stage::execWhile(const While *statement) {
  if (leadsInto(*this, statement->orelse))
    return exec(statement->orelse);
  if (isResuming(*this))
    return finishTrip(*this, statement->body, [&] { return execWhile(statement); });
  size_t frames = state.frames.size();
  Edges breaks, exhausted;
  bool endless = isa<syntax::Constant>(statement->test);
  uint64_t site = this->site();
  forgetDead(*this, state, statement, LivePoint::Header);
  auto trip = [&](Edges &done) {
    Edges whenTrue, whenFalse, continues;
    condition(statement->test, whenTrue, whenFalse);
    for (Edge &edge : whenFalse)
      done.push_back(std::move(edge));
    if (!join(std::move(whenTrue)))
      return false;
    Exits inner = exits;
    inner.continues = &continues;
    Scoped<Exits> inside(exits, inner);
    if (exec(statement->body))
      continues.push_back({std::move(state), {}});
    truncateFrames(continues, frames);
    activation->at = statement;
    forgetDead(*this, continues, statement, LivePoint::Header);
    return join(std::move(continues));
  };
  {
    Exits own = exits;
    own.breaks = &breaks;
    own.continues = nullptr;
    Scoped<Exits> ways(exits, own);
    bool unroll = facts.has(FactKind::Unroll, site), peel = !unroll && isPeeled(*this, site);
    // A test that is known at the entry may stay known: then the loop can be unrolled.
    bool known = !unroll && !peel && !endless && hasOneOutcome(statement->test);
    unroll |= known && facts.constantLoops.count(statement) != 0;
    if (!unroll && !peel && !endless) {
      loops.push_back({site, known, statement});
      LoopEnd end = runLoop(site, known, trip, exhausted, mayPeel(*this));
      loops.pop_back();
      unroll = end == LoopEnd::LostPrecision;
      peel = end == LoopEnd::Fills;
      if (unroll || peel)
        facts.add(unroll ? FactKind::Unroll : FactKind::Peeled, site);
    } else if (!unroll && !peel) {
      loops.push_back({site, false, statement});
      peel = runLoop(site, false, trip, exhausted, mayPeel(*this)) == LoopEnd::Fills;
      if (peel)
        facts.add(FactKind::Peeled, site);
      loops.pop_back();
    }
    if (unroll)
      unrollWhile(site, statement->test, trip, exhausted);
    else if (peel && peelTrip(*this, site, trip, exhausted))
      runRest(*this, site, trip, exhausted);
  }
  truncateFrames(breaks, frames);
  if (join(std::move(exhausted)) && exec(statement->orelse))
    breaks.push_back({std::move(state), {}});
  activation->at = statement;
  forgetDead(*this, breaks, statement, LivePoint::After);
  return join(std::move(breaks));
}

// Trip by trip while the test is known; the rest, or what is past the budget, as a loop.
void Stage::unrollWhile(uint64_t site, const Expr *test, llvm::function_ref<bool(Edges &)> trip,
                        Edges &exhausted) {
  uint64_t path = activation->path;
  for (int64_t i = 0; i < UnrollBudget && hasOneOutcome(test); ++i) {
    activation->path = llvm::hash_combine(path, site, i);
    bool goesOn = trip(exhausted);
    activation->path = path;
    if (!goesOn)
      return;
  }
  runRest(*this, site, trip, exhausted);
}

} // namespace lith::stage
