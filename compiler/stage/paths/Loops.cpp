// Loops.cpp: a loop of the program, to a fixed point.
//
//   entry ──▶ header(args) ──▶ test ──▶ body ──▶ back to header
//                                └──▶ exit
//
// The header's state is the join of the entry and the back edge. The first attempt takes the entry
// alone; when the back edge does not fit, what was staged is erased and the next attempt starts
// from their join. Each join climbs a finite ladder, so this ends. What a header widened to is kept
// by site until it settles.
//
// A loop within is staged for each attempt at the loops around it, which would be exponential in
// their depth. Where that shows, every other attempt is a probe: it goes through the loops within
// once, so that what they change is widened in the outer header before they are staged in full.
#include "stage/paths/Loops.h"
#include "stage/Paths.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/paths/Join.h"
#include "stage/runtime/Boxes.h"

#include "llvm/ADT/ScopeExit.h"

namespace lith::stage {

using namespace lith::syntax;

static constexpr unsigned MaxAttempts = 40;
static constexpr unsigned ManyStarts = 8;     // of one loop, by those around it
static constexpr unsigned SummariseAfter = 5; // a structure that grew so often grows with each trip

/// The state that a header widened to, over arguments of blocks that are in no function.
struct HeaderMemo {
  std::optional<State> widened;
  Sharing::Origins origins; ///< of its objects
  std::vector<std::unique_ptr<mlir::Block>> blocks;
  unsigned starts = 0;

  HeaderMemo() = default;
  HeaderMemo(const HeaderMemo &) = delete;
  HeaderMemo &operator=(const HeaderMemo &) = delete;
  // The blocks use values of each other, and of the function.
  ~HeaderMemo() {
    for (auto &block : blocks) {
      block->dropAllReferences();
      block->dropAllDefinedValueUses();
    }
  }
};

namespace {

/// What to go back to when a trip has to be staged again.
struct Mark {
  mlir::Block *entry, *lastBlock;
  mlir::Operation *lastOp;
  Address nextAddress;
  size_t outsideWrites, objectsUsed, namesUsed, copies; ///< lengths of logs
  bool hasRefusedWrite, isUncacheable;
  llvm::SmallVector<std::pair<Edges *, size_t>> exits; ///< with their sizes
};

Mark mark(Stage &s) {
  mlir::Block *entry = s.state.block;
  Mark mark{entry,
            &s.body.function.getBody().back(),
            entry->empty() ? nullptr : &entry->back(),
            s.nextAddress,
            s.functions.outsideWrites.size(),
            s.body.outsideUse.objects.size(),
            s.body.outsideUse.names.size(),
            s.body.outsideUse.copies.size(),
            s.body.outsideUse.refusedWrite.has_value(),
            !s.body.uncacheable.empty(),
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
       s.body.consumers) // what takes the elements of a generator may leave too
    remember(exits);
  return mark;
}

void eraseOperations(mlir::Block &block, mlir::Operation *last) {
  while (!block.empty() && &block.back() != last) {
    block.back().dropAllDefinedValueUses();
    block.back().erase();
  }
}

// What the trip noted of objects that existed before the call.
void forgetUse(Stage &s, const Mark &to) {
  auto &writes = s.functions.outsideWrites;
  writes.erase(writes.begin() + to.outsideWrites, writes.end());
  OutsideUse &use = s.body.outsideUse;
  while (use.objects.size() > to.objectsUsed)
    use.objects.pop_back();
  while (use.names.size() > to.namesUsed)
    use.names.pop_back();
  use.copies.erase(use.copies.begin() + to.copies, use.copies.end());
  if (!to.hasRefusedWrite)
    use.refusedWrite.reset();
  if (!to.isUncacheable)
    s.body.uncacheable.clear();
}

// Header blocks are kept, empty: states of the memo refer to their arguments.
void rollBack(Stage &s, const Mark &to, HeaderMemo &memo, mlir::Block *header) {
  s.sizes.clear();
  mlir::Region &region = s.body.function.getBody();
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
  s.body.sharedWay.edges = nullptr;
  for (HandledException &handled : s.body.handled)
    handled.leaving = nullptr;
  forgetUse(s, to);
  s.sizes.clear();
  s.nextAddress = to.nextAddress;
  auto &taken = s.functions.nodesTaken;
  taken.erase(taken.lower_bound(to.nextAddress), taken.end());
  llvm::erase_if(s.functions.leavesWithHooks,
                 [&](auto &leaf) { return leaf.first >= to.nextAddress; });
  s.sharing.rollBack(to.nextAddress);
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
    if (place && !place->hasSource(leaf))
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
      count += !isRuntime(*before) && isRuntime(*after);
  });
  return count;
}

// As if the test that ended the loop before its first trip ended it after that one.
void leaveAfterOneTrip(Edges &exhausted, Edge &&trip) {
  if (!exhausted.empty() && exhausted[0].extra.empty() &&
      exhausted[0].state.frames.size() == trip.state.frames.size())
    exhausted.push_back(std::move(trip));
}

// Stages a trip; as a probe where that helps and the last one was none. `wasProbe`: it left a loop
// early, so that another trip has to follow.
bool stageTrip(Stage &s, mlir::Block *header, Address firstAddress,
               llvm::function_ref<bool(Edges &)> trip, Edges &exhausted, bool &wasProbe) {
  Probe &probe = s.body.probe;
  s.body.openHeaders.push_back({header, firstAddress});
  llvm::scope_exit close([&] { s.body.openHeaders.pop_back(); });
  if (probe.isOn)
    return trip(exhausted);
  bool isProbe = probe.helps && !wasProbe;
  probe.isOn = isProbe;
  probe.wasCut = false;
  bool goesOn = trip(exhausted);
  probe.isOn = false;
  wasProbe = isProbe && probe.wasCut;
  return goesOn;
}

// What the back edge gives the header's arguments. Each trip makes what is made here.
llvm::SmallVector<mlir::Value> ofBackEdge(Stage &s, Joiner &check, OpenHeader header,
                                          llvm::ArrayRef<const Leaf *> leaves) {
  s.body.openHeaders.push_back(header);
  llvm::scope_exit close([&] { s.body.openHeaders.pop_back(); });
  llvm::SmallVector<mlir::Value> operands;
  for (auto [i, leaf] : llvm::enumerate(leaves))
    operands.push_back(leaf ? check.coerce(*leaf, 1)
                            : mlir::Value(header.block->getArgument(unsigned(i))));
  return operands;
}

// A header, where what comes in meets what the trip before came back with. The state is that of the
// header then.
mlir::Block *openHeader(Stage &s, const State &entry, const HeaderMemo &memo, const Mark &start,
                        unsigned attempt) {
  Edges preds;
  preds.push_back({entry, {}});
  if (memo.widened)
    preds.push_back({*memo.widened, {}});
  mlir::Block *header = newBlock(s);
  Joiner enter(s, preds, header, true, start.nextAddress);
  enter.summarises = attempt > SummariseAfter;
  Scoped<const Sharing::Origins *> scope(s.sharing.forgotten, &memo.origins);
  enter.unify();
  s.state = preds[0].state;
  llvm::SmallVector<mlir::Value> operands;
  for (const Leaf &leaf : enter.leaves)
    operands.push_back(enter.coerce(leaf, 0));
  enter.inheritSharing();
  mlir::cf::BranchOp::create(s.builder(), s.loc(), header, operands);
  s.state = enter.state;
  return header;
}

// That of the loop, which starts anew.
std::shared_ptr<HeaderMemo> memoOf(Stage &s, Site site) {
  std::shared_ptr<HeaderMemo> &memo = s.body.headers[site];
  if (!memo)
    memo = std::make_shared<HeaderMemo>();
  memo->widened.reset();
  memo->origins.clear();
  return memo;
}

} // namespace

LoopEnd runLoop(Stage &s, Site site, bool unrollable, llvm::function_ref<bool(Edges &)> trip,
                Edges &exhausted, bool peelable) {
  std::shared_ptr<HeaderMemo> memo = memoOf(s, site);
  Probe &probe = s.body.probe;
  probe.helps |= ++memo->starts > ManyStarts;
  bool wasProbe = false;
  Mark start = mark(s);
  State entry = s.state;
  const Node *at = s.activation->at;
  for (unsigned attempt = 0;; ++attempt) {
    // With those facts it may settle sooner; a loop that settles soon shows what else is to be
    // known.
    if (attempt > 2 && s.mustRestart)
      throw Restart{};
    if (attempt > MaxAttempts)
      refuse(s, diag::Kind::LoopDoesNotSettle);
    s.activation->at = at;
    mlir::Block *header = openHeader(s, entry, *memo, start, attempt);
    State atHeader = s.state;
    bool goesOn = stageTrip(s, header, start.nextAddress, trip, exhausted, wasProbe);
    s.activation->at = at;
    if (!goesOn && wasProbe) {
      exhausted.clear();
      rollBack(s, start, *memo, header);
      continue;
    }
    if (!goesOn)
      return exhausted.empty() ? LoopEnd::Dead : LoopEnd::Done;

    Scratch beside;
    mlir::Block *scratch = beside.block.get();
    Edges pair;
    pair.push_back({atHeader, {}});
    pair.push_back({std::move(s.state), {}});
    pair[0].state.block = scratch;
    Joiner check(s, pair, scratch, true, start.nextAddress);
    check.summarises = attempt >= SummariseAfter;
    check.beforeLoop = &entry.heap;
    check.unify();
    llvm::SmallVector<const Leaf *> leaves;
    bool stable = isStable(check, header, leaves);
    if (stable && wasProbe) {
      exhausted.clear();
      rollBack(s, start, *memo, header);
      continue;
    }
    if (stable) {
      s.state = std::move(pair[1].state);
      llvm::SmallVector<mlir::Value> operands =
          ofBackEdge(s, check, {header, start.nextAddress}, leaves);
      check.inheritSharing();
      mlir::cf::BranchOp::create(s.builder(), s.loc(), header, operands);
      eraseOperations(*scratch, nullptr);
      return exhausted.empty() ? LoopEnd::Dead : LoopEnd::Done;
    }
    bool peel = peelable && attempt == 0 && fillsVariable(s, atHeader, pair[1].state);
    bool lost = losesPrecision(check) || runtimeContainers(atHeader, check.state) > 0;
    if (probe.isOn && !(lost && unrollable) && !peel) {
      probe.wasCut = true;
      leaveAfterOneTrip(exhausted, std::move(pair[1]));
      return exhausted.empty() ? LoopEnd::Dead : LoopEnd::Done;
    }
    memo->widened = std::move(check.state);
    memo->widened->block = scratch;
    memo->origins = s.sharing.olderThan(start.nextAddress);
    exhausted.clear();
    rollBack(s, start, *memo, header);
    memo->blocks.push_back(std::move(beside.block));
    if ((lost && unrollable) || peel) {
      s.state = std::move(entry);
      memo->widened.reset();
      memo->origins.clear();
      return lost && unrollable ? LoopEnd::LostPrecision : LoopEnd::Fills;
    }
  }
}

// Whether the test has one outcome in this state; nothing stays of having evaluated it.
bool hasOneOutcome(Stage &s, const Expr *test) {
  State entry = s.state;
  Mark start = mark(s);
  Edges whenTrue, whenFalse;
  condition(s, test, whenTrue, whenFalse);
  HeaderMemo none;
  rollBack(s, start, none, nullptr);
  s.state = std::move(entry);
  return whenTrue.empty() || whenFalse.empty();
}

} // namespace lith::stage
