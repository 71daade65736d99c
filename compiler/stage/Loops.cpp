// Loops.cpp: for and while: loops of the program, to a fixed point, or unrolled.
//
//   entry ──▶ header(args) ──▶ test ──▶ body ──▶ back to header
//                                └──▶ exit
//
// The header's state is the join of the entry and the back edge. The first attempt takes the entry
// alone; when the back edge does not fit, what was staged is erased and the next attempt starts
// from their join. Each join climbs a finite ladder, so this ends. What a header widened to is kept
// by site and call path: when an outer loop stages its body again, the inner loop starts from
// there.
#include "stage/Generators.h"
#include "stage/Join.h"
#include "stage/Liveness.h"
#include "llvm/ADT/ScopeExit.h"

namespace lith::stage {

using namespace lith::syntax;

static constexpr int64_t UnrollAtOnce = 3;   // trips of a range that is not worth a loop
static constexpr int64_t UnrollBudget = 128; // trips, where a loop would lose precision
static constexpr unsigned MaxAttempts = 40;
static constexpr unsigned SummariseAfter = 5; // a structure that grew so often grows with each trip

/// The state that a header widened to, over arguments of blocks that are in no function.
struct HeaderMemo {
  std::optional<State> widened;
  std::vector<std::unique_ptr<mlir::Block>> blocks;
};

namespace {

/// What to go back to when a trip has to be staged again.
struct Mark {
  mlir::Block *entry, *lastBlock;
  mlir::Operation *lastOp;
  Address nextAddress;
  llvm::SmallVector<std::pair<Edges *, size_t>> exits; ///< with their sizes
};

Mark mark(Stage &s) {
  mlir::Block *entry = s.state.block;
  Mark mark{entry,
            &s.impl->main.getBody().back(),
            entry->empty() ? nullptr : &entry->back(),
            s.nextAddress,
            {}};
  auto remember = [&](const Exits &exits) {
    for (Edges *edges : {exits.breaks, exits.continues, exits.returns, exits.yields})
      if (edges)
        mark.exits.push_back({edges, edges->size()});
    for (Raising way = exits.raising; way.edges; way = way.handlers->outer) {
      mark.exits.push_back({way.edges, way.edges->size()});
      if (!way.handlers)
        break;
    }
  };
  remember(s.exits);
  for (const Exits &exits :
       s.impl->consumers) // what takes the elements of a generator may leave too
    remember(exits);
  return mark;
}

void eraseOperations(mlir::Block &block, mlir::Operation *last) {
  while (!block.empty() && &block.back() != last) {
    block.back().dropAllDefinedValueUses();
    block.back().erase();
  }
}

// Header blocks are kept, empty: states of the memo refer to their arguments.
void rollBack(Stage &s, const Mark &to, HeaderMemo &memo, mlir::Block *header) {
  s.sizes.clear();
  mlir::Region &region = s.impl->main.getBody();
  for (auto it = std::next(to.lastBlock->getIterator()); it != region.end(); ++it) {
    it->dropAllReferences();
    it->dropAllDefinedValueUses();
  }
  eraseOperations(*to.entry, to.lastOp);
  while (&region.back() != to.lastBlock) {
    mlir::Block &block = region.back();
    if (&block == header) {
      eraseOperations(block, nullptr);
      region.getBlocks().remove(&block);
      memo.blocks.emplace_back(&block);
      continue;
    }
    block.erase();
  }
  for (auto &[edges, size] : to.exits)
    edges->erase(edges->begin() + size, edges->end());
  s.impl->lastRaises = nullptr;
  s.sizes.clear();
  s.nextAddress = to.nextAddress;
}

// A block beside the function. What was put into it may be used in the function, also when staging
// is left in the middle.
struct Scratch {
  std::unique_ptr<mlir::Block> block = std::make_unique<mlir::Block>();
  Scratch() = default;
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  ~Scratch() {
    if (!block)
      return;
    block->dropAllReferences();
    block->dropAllDefinedValueUses();
  }
};

// Whether the back edge gives each header argument a value and needs no other; `operands` gets the
// leaf for each argument, null where it is unchanged.
bool isStable(const Joiner &check, mlir::Block *header,
              llvm::SmallVectorImpl<const Leaf *> &operands) {
  operands.assign(header->getNumArguments(), nullptr);
  if (check.grew)
    return false;
  for (const Leaf &leaf : check.leaves) {
    auto argument = llvm::dyn_cast_if_present<mlir::BlockArgument>(check.source(leaf, 0));
    if (!argument || argument.getOwner() != header || argument.getType() != leaf.argument.getType())
      return false;
    const Leaf *&place = operands[argument.getArgNumber()];
    if (place && (place->from != leaf.from || place->mapping != leaf.mapping))
      return false;
    place = &leaf;
  }
  return true;
}

// Whether more than numbers was widened: kinds that differ, containers that became runtime ones.
bool losesPrecision(const Joiner &check) {
  return llvm::any_of(check.leaves, [](const Leaf &leaf) {
    return leaf.kind == Leaf::Kind::Which || leaf.kind == Leaf::Kind::Box;
  });
}

// Whether `before` is None and the trip certainly made something else of it.
bool isFilled(Stage &s, Value before, Value after) {
  if (!s.isNone(before) || s.isNone(after) || after.isUndefined() || after.isBox())
    return false;
  return !after.isUnion() || llvm::none_of(after.oneOf().alternatives, [&](Value alternative) {
    return s.isNone(alternative) || alternative.isUndefined();
  });
}

// Whether the first trip fills a variable that is None before the loop, as `state = None` is: the
// other trips then are simpler.
bool fillsVariable(Stage &s, const State &before, const State &after) {
  for (size_t f = 0; f < before.frames.size(); ++f)
    for (auto [a, b] : llvm::zip(before.frames[f]->slots, after.frames[f]->slots))
      if (isFilled(s, a, b))
        return true;
  return false;
}

size_t runtimeContainers(const State &a, const State &b) {
  size_t count = 0;
  Heap::diff(a.heap, b.heap, [&](Address address) {
    const Object *before = a.heap.find(address), *after = b.heap.find(address);
    if (before && after)
      count += !Stage::isRuntime(*before) && Stage::isRuntime(*after);
  });
  return count;
}

} // namespace

Stage::LoopEnd Stage::runLoop(uint64_t site, bool unrollable,
                              llvm::function_ref<bool(Edges &)> trip, Edges &exhausted,
                              bool peelable) {
  auto &slot = impl->headers[site];
  if (!slot)
    slot = std::make_shared<HeaderMemo>();
  std::shared_ptr<HeaderMemo> memo = slot;
  memo->widened.reset();
  Mark start = mark(*this);
  State entry = state;
  const Node *at = activation->at;
  for (unsigned attempt = 0;; ++attempt) {
    if (attempt > MaxAttempts)
      refuse(diag::Kind::LoopDoesNotSettle);
    activation->at = at;
    Edges preds;
    preds.push_back({entry, {}});
    if (memo->widened)
      preds.push_back({*memo->widened, {}});
    mlir::Block *header = newBlock();
    Joiner enter(*this, preds, header, true, start.nextAddress);
    enter.summarises = attempt > SummariseAfter;
    enter.unify();
    state = preds[0].state;
    llvm::SmallVector<mlir::Value> operands;
    for (const Leaf &leaf : enter.leaves)
      operands.push_back(enter.coerce(leaf, 0));
    mlir::cf::BranchOp::create(builder(), loc(), header, operands);
    state = enter.state;
    State atHeader = state;
    bool goesOn = trip(exhausted);
    activation->at = at;
    if (!goesOn)
      return exhausted.empty() ? LoopEnd::Dead : LoopEnd::Done;

    Scratch beside;
    mlir::Block *scratch = beside.block.get();
    Edges pair;
    pair.push_back({atHeader, {}});
    pair.push_back({std::move(state), {}});
    pair[0].state.block = scratch;
    Joiner check(*this, pair, scratch, true, start.nextAddress);
    check.summarises = attempt >= SummariseAfter;
    check.unify();
    llvm::SmallVector<const Leaf *> leaves;
    if (isStable(check, header, leaves)) {
      state = std::move(pair[1].state);
      operands.clear();
      for (auto [i, leaf] : llvm::enumerate(leaves))
        operands.push_back(leaf ? check.coerce(*leaf, 1) : mlir::Value(header->getArgument(i)));
      mlir::cf::BranchOp::create(builder(), loc(), header, operands);
      eraseOperations(*scratch, nullptr);
      return exhausted.empty() ? LoopEnd::Dead : LoopEnd::Done;
    }
    bool peel = peelable && attempt == 0 && fillsVariable(*this, atHeader, pair[1].state);
    bool lost = losesPrecision(check) || runtimeContainers(atHeader, check.state) > 0;
    memo->widened = std::move(check.state);
    memo->widened->block = scratch;
    exhausted.clear();
    rollBack(*this, start, *memo, header);
    memo->blocks.push_back(std::move(beside.block));
    if ((lost && unrollable) || peel) {
      state = std::move(entry);
      memo->widened.reset();
      return lost && unrollable ? LoopEnd::LostPrecision : LoopEnd::Fills;
    }
  }
}

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

static constexpr unsigned MaxPeeled = 2;

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
  bool unroll =
      facts.has(FactKind::Unroll, site) ? isKnown : count && (!isRange || *count <= UnrollAtOnce);
  bool unrollable = count && *count <= UnrollBudget;
  Edges exhausted;
  auto trip = [&](Edges &done) {
    Result element = next(iterator, done);
    return element && body(*element);
  };
  if (!unroll && !isPeeled(*this, site)) {
    loops.push_back(
        {site, unrollable || (isKnown && !count)}); // a generator: where a value is needed
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
  Result iterable = resumes ? none() : eval(statement->iter);
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
  bool testIsKnown = true;
  forgetDead(*this, state, statement, LivePoint::Header);
  auto trip = [&](Edges &done) {
    Edges whenTrue, whenFalse, continues;
    condition(statement->test, whenTrue, whenFalse);
    testIsKnown &= whenTrue.empty() || whenFalse.empty();
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
    if (!unroll && !peel && !endless) {
      State entry = state;
      Mark start = mark(*this);
      Edges whenTrue, whenFalse;
      condition(statement->test, whenTrue, whenFalse);
      bool known = whenTrue.empty() || whenFalse.empty();
      HeaderMemo none;
      rollBack(*this, start, none, nullptr);
      state = std::move(entry);
      loops.push_back({site, known});
      LoopEnd end = runLoop(site, known, trip, exhausted, mayPeel(*this));
      loops.pop_back();
      unroll = end == LoopEnd::LostPrecision;
      peel = end == LoopEnd::Fills;
      if (unroll || peel)
        facts.add(unroll ? FactKind::Unroll : FactKind::Peeled, site);
    } else if (!unroll && !peel) {
      loops.push_back({site, false});
      peel = runLoop(site, false, trip, exhausted, mayPeel(*this)) == LoopEnd::Fills;
      if (peel)
        facts.add(FactKind::Peeled, site);
      loops.pop_back();
    }
    if (unroll)
      unrollWhile(site, trip, testIsKnown, exhausted);
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
void Stage::unrollWhile(uint64_t site, llvm::function_ref<bool(Edges &)> trip, bool &testIsKnown,
                        Edges &exhausted) {
  uint64_t path = activation->path;
  for (int64_t i = 0; i < UnrollBudget; ++i) {
    activation->path = llvm::hash_combine(path, site, i);
    testIsKnown = true;
    bool goesOn = trip(exhausted);
    if (!goesOn) {
      activation->path = path;
      return;
    }
    if (!testIsKnown)
      break;
  }
  activation->path = path;
  runRest(*this, site, trip, exhausted);
}

} // namespace lith::stage
