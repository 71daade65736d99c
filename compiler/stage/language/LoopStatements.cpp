// LoopStatements.cpp: for and while, over iterators of every kind.
#include "stage/language/LoopStatements.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Stage.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Trace.h"
#include "stage/emit/Values.h"
#include "stage/language/Generators.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Sets.h"
#include "stage/paths/Join.h"
#include "stage/paths/Loops.h"
#include "stage/source/Liveness.h"
#include "llvm/ADT/ScopeExit.h"

namespace lith::stage {

using namespace lith::syntax;

static bool forEachOf(Stage &, Value iterator, Site site, llvm::function_ref<bool(Value)> body);
static bool iterate(Stage &, Value iterator, Site site, llvm::function_ref<bool(Value)> body);
static bool forOver(Stage &, const syntax::For *statement, Value iterable);
static void unrollWhile(Stage &, Site site, const syntax::Expr *test,
                        llvm::function_ref<bool(Edges &)> trip, Edges &exhausted);

static constexpr int64_t UnrollAtOnce = 3;      // trips of a range that is not worth a loop
static constexpr int64_t UnrollBudget = 128;    // trips, where a loop would lose precision
static constexpr int64_t GeneratorBudget = 512; // trips over a generator, asked for one by one
static constexpr unsigned MaxPeeled = 2;

void truncateFrames(Edges &edges, size_t count) {
  for (Edge &edge : edges)
    edge.state.frames.truncate(count);
}

bool forEach(Stage &s, Value iterable, Site site, llvm::function_ref<bool(Value)> body) {
  if (iterable.isUnion()) {
    Edges done;
    splitUnion(s, iterable, [&](size_t i, Value alternative) {
      if (forEach(s, alternative, idOf<Site>(site, i), body))
        done.push_back({std::move(s.state), {}});
    });
    return join(s, std::move(done));
  }
  Result made = iterator(s, iterable);
  if (!made)
    return false;
  if (made->isUnion())
    return forEach(s, *made, site, body);
  return forEachOf(s, *made, site, body);
}

static bool forEachOf(Stage &s, Value iterator, Site site, llvm::function_ref<bool(Value)> body) {
  using Form = IteratorObject::Form;
  const IteratorObject *object = s.find<IteratorObject>(iterator);
  if (!object || isSuspending(s))
    return iterate(s, iterator, site, body);
  Value function = object->sources.empty() ? Value() : object->sources[0];
  switch (object->form) {
  case Form::Generator: {
    if (!object->body->expression && s.facts.has(FactKind::Suspended, object->body->site))
      break;
    Result end = runGenerator(s, iterator, [&](Value element) -> Result {
      return body(element) ? Result(s.none()) : std::nullopt;
    });
    return end.has_value();
  }
  case Form::Filter:
    return forEachOf(s, object->sources[1], site, [&](Value element) {
      Result keep = s.isNone(function) ? Result(element) : call(s, function, element);
      Result truthful = keep ? truth(s, *keep) : keep;
      if (!truthful)
        return false;
      return choose(
                 s, *truthful,
                 [&]() -> Result { return body(element) ? Result(s.none()) : std::nullopt; },
                 [&]() -> Result { return s.none(); })
          .has_value();
    });
  case Form::Map:
    if (object->sources.size() != 2)
      break;
    return forEachOf(s, object->sources[1], site, [&](Value element) {
      Result mapped = call(s, function, element);
      return mapped && body(*mapped);
    });
  case Form::Enumerate:
    return forEachOf(s, function, site,
                     [&](Value element) { return body(numbered(s, iterator, element)); });
  default:
    break;
  }
  return iterate(s, iterator, site, body);
}

// Whether the first trip may be staged by itself: within trips that are, only a few are.
static bool mayPeel(Stage &s) { return s.body.peeled < MaxPeeled; }
static bool isPeeled(Stage &s, Site site) {
  return mayPeel(s) && s.facts.has(FactKind::Peeled, site);
}

// What is left of an unrolled loop, as a loop of the program.
static void runRest(Stage &s, Site site, llvm::function_ref<bool(Edges &)> trip, Edges &exhausted) {
  Edges rest;
  runLoop(s, idOf<Site>(site, "rest"), false, trip, rest);
  for (Edge &edge : rest)
    exhausted.push_back(std::move(edge));
}

// The first trip by itself.
static bool peelTrip(Stage &s, Site site, llvm::function_ref<bool(Edges &)> trip,
                     Edges &exhausted) {
  CallPath path = s.activation->path;
  s.activation->path = idOf<CallPath>(path, site, 0);
  ++s.body.peeled;
  llvm::scope_exit leave([&] {
    --s.body.peeled;
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

// The last one may find that there are no more.
static void traceTrip(Stage &s, int64_t index) {
  if (s.traces)
    trace(s, "trip " + llvm::Twine(index) + " of an unrolled loop");
}

// Pulls from the iterator: unrolled where its elements are known, else a loop of the program.
static bool iterate(Stage &s, Value iterator, Site site, llvm::function_ref<bool(Value)> body) {
  bool isRange = true;
  auto count = s.find<IteratorObject>(iterator) ? knownCount(s, iterator, isRange) : std::nullopt;
  bool isKnown = count || isStoppedAtKnownPoint(s, iterator);
  bool unrollable = count && *count <= UnrollBudget;
  bool unroll = s.facts.has(FactKind::Unroll, site)
                    ? isKnown
                    : count && (!isRange || *count <= UnrollAtOnce ||
                                (unrollable && s.facts.constantLoops.count(s.activation->at)));
  Edges exhausted;
  auto trip = [&](Edges &done) {
    Result element = next(s, iterator, done);
    return element && body(*element);
  };
  if (!unroll && !isPeeled(s, site)) {
    s.loops.push_back({site,
                       unrollable || (isKnown && !count), // a generator: where a value is needed
                       s.activation->at});
    LoopEnd end = runLoop(s, site, unrollable, trip, exhausted, mayPeel(s));
    s.loops.pop_back();
    if (end == LoopEnd::Done || end == LoopEnd::Dead)
      return join(s, std::move(exhausted));
    unroll = end == LoopEnd::LostPrecision;
    addFact(s, unroll ? FactKind::Unroll : FactKind::Peeled, site);
  }
  if (!unroll) {
    if (peelTrip(s, site, trip, exhausted))
      runRest(s, site, trip, exhausted);
    return join(s, std::move(exhausted));
  }
  CallPath path = s.activation->path;
  // The body may append to what is iterated.
  int64_t most = count ? *count + UnrollBudget : GeneratorBudget;
  bool goesOn = true;
  for (int64_t i = 0; goesOn && i < most; ++i) {
    if (!knownCount(s, iterator, isRange) && !isStoppedAtKnownPoint(s, iterator))
      break;
    s.activation->path = idOf<CallPath>(path, site, i);
    traceTrip(s, i);
    goesOn = trip(exhausted);
  }
  s.activation->path = path;
  if (goesOn) // it became an object of run time meanwhile
    runRest(s, site, trip, exhausted);
  return join(s, std::move(exhausted));
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
    if (exec(s, body))
      continues.push_back({std::move(s.state), {}});
  }
  truncateFrames(breaks, frames);
  truncateFrames(continues, frames);
  if (join(s, std::move(continues)) && rest())
    breaks.push_back({std::move(s.state), {}});
  return join(s, std::move(breaks));
}

bool execFor(Stage &s, const For *statement) {
  if (leadsInto(s, statement->orelse))
    return exec(s, statement->orelse);
  bool resumes = isResuming(s);
  Result iterable = resumes ? s.none() : evalIterable(s, statement->iter);
  if (!iterable)
    return false;
  if (!isSuspending(s))
    return forOver(s, statement, *iterable);
  s.activation->at = statement;
  Result source = resumes ? s.none() : iterator(s, *iterable);
  if (!source)
    return false;
  Value held = holdIterator(s, statement, *source);
  auto trips = [&] { return forOver(s, statement, held); };
  bool goesOn = resumes ? finishTrip(s, statement->body, trips) : trips();
  dropIterator(s, statement, goesOn);
  return goesOn;
}

static bool forOver(Stage &s, const For *statement, Value iterable) {
  s.activation->at = statement;
  size_t frames = s.state.frames.size();
  Edges breaks;
  bool finished;
  noteVariable(s, iterable);
  forgetDead(s, s.state, statement, LivePoint::Header);
  {
    Exits own = s.exits;
    own.breaks = &breaks;
    own.continues = nullptr;
    Scoped<Exits> ways(s.exits, own);
    Edges *outerBreaks = s.exits.breaks;
    finished = forEach(s, iterable, site(s), [&](Value element) {
      Edges continues;
      Exits inner = s.exits;
      inner.breaks = outerBreaks;
      inner.continues = &continues;
      size_t depth = s.state.frames.size();
      Scoped<Exits> inside(s.exits, inner);
      if (assign(s, statement->target, element) && exec(s, statement->body))
        continues.push_back({std::move(s.state), {}});
      truncateFrames(continues, depth);
      s.activation->at = statement;
      forgetDead(s, continues, statement, LivePoint::Header);
      return join(s, std::move(continues));
    });
  }
  truncateFrames(breaks, frames);
  if (finished && exec(s, statement->orelse))
    breaks.push_back({std::move(s.state), {}});
  s.activation->at = statement;
  forgetDead(s, breaks, statement, LivePoint::After);
  bool goesOn = join(s, std::move(breaks));
  if (goesOn)
    checkDropped(s, iterable);
  return goesOn;
}

bool execWhile(Stage &s, const While *statement) {
  if (leadsInto(s, statement->orelse))
    return exec(s, statement->orelse);
  if (isResuming(s))
    return finishTrip(s, statement->body, [&] { return execWhile(s, statement); });
  size_t frames = s.state.frames.size();
  Edges breaks, exhausted;
  bool endless = isa<syntax::Constant>(statement->test);
  Site site = stage::site(s);
  forgetDead(s, s.state, statement, LivePoint::Header);
  auto trip = [&](Edges &done) {
    Edges whenTrue, whenFalse, continues;
    condition(s, statement->test, whenTrue, whenFalse);
    for (Edge &edge : whenFalse)
      done.push_back(std::move(edge));
    if (!join(s, std::move(whenTrue)))
      return false;
    Exits inner = s.exits;
    inner.continues = &continues;
    Scoped<Exits> inside(s.exits, inner);
    if (exec(s, statement->body))
      continues.push_back({std::move(s.state), {}});
    truncateFrames(continues, frames);
    s.activation->at = statement;
    forgetDead(s, continues, statement, LivePoint::Header);
    return join(s, std::move(continues));
  };
  {
    Exits own = s.exits;
    own.breaks = &breaks;
    own.continues = nullptr;
    Scoped<Exits> ways(s.exits, own);
    bool unroll = s.facts.has(FactKind::Unroll, site), peel = !unroll && isPeeled(s, site);
    // A test that is known at the entry may stay known: then the loop can be unrolled.
    bool known = !unroll && !peel && !endless && hasOneOutcome(s, statement->test);
    unroll |= known && s.facts.constantLoops.count(statement) != 0;
    if (!unroll && !peel && !endless) {
      s.loops.push_back({site, known, statement});
      LoopEnd end = runLoop(s, site, known, trip, exhausted, mayPeel(s));
      s.loops.pop_back();
      unroll = end == LoopEnd::LostPrecision;
      peel = end == LoopEnd::Fills;
      if (unroll || peel)
        addFact(s, unroll ? FactKind::Unroll : FactKind::Peeled, site);
    } else if (!unroll && !peel) {
      s.loops.push_back({site, false, statement});
      peel = runLoop(s, site, false, trip, exhausted, mayPeel(s)) == LoopEnd::Fills;
      if (peel)
        addFact(s, FactKind::Peeled, site);
      s.loops.pop_back();
    }
    if (unroll)
      unrollWhile(s, site, statement->test, trip, exhausted);
    else if (peel && peelTrip(s, site, trip, exhausted))
      runRest(s, site, trip, exhausted);
  }
  truncateFrames(breaks, frames);
  if (join(s, std::move(exhausted)) && exec(s, statement->orelse))
    breaks.push_back({std::move(s.state), {}});
  s.activation->at = statement;
  forgetDead(s, breaks, statement, LivePoint::After);
  return join(s, std::move(breaks));
}

// Trip by trip while the test is known; the rest, or what is past the budget, as a loop.
static void unrollWhile(Stage &s, Site site, const Expr *test,
                        llvm::function_ref<bool(Edges &)> trip, Edges &exhausted) {
  CallPath path = s.activation->path;
  for (int64_t i = 0; i < UnrollBudget && hasOneOutcome(s, test); ++i) {
    s.activation->path = idOf<CallPath>(path, site, i);
    traceTrip(s, i);
    bool goesOn = trip(exhausted);
    s.activation->path = path;
    if (!goesOn)
      return;
  }
  runRest(s, site, trip, exhausted);
}

} // namespace lith::stage
