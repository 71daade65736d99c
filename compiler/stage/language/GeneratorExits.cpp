// GeneratorExits.cpp: generators that their consumer leaves before they have ended.
//
// One that nothing else refers to ends where the loop over it is left: GeneratorExit is raised at
// its `yield`, so that `with` and `finally` do what they have to, and then the way out is taken.
// Which way that is travels in a cell, for the paths of several ways may meet in a `finally`.
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Stage.h"
#include "stage/classes/Exceptions.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/language/Generators.h"
#include "stage/language/Names.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Iteration.h"

namespace lith::stage {

using namespace lith::syntax;

bool hasGuardedYield(const FunctionCode &code, const Node *node) {
  bool found = false;
  forEachChild(node, [&](const Node *child) {
    auto *expression = dyn_cast<Expr>(child);
    if (found || isa<FunctionDef>(child) || isa<ClassDef>(child) || isa<Lambda>(child))
      return;
    bool isYield = isa<Yield>(child) || isa<YieldFrom>(child);
    found = (isYield && expression && endsWithEffects(code, expression)) ||
            hasGuardedYield(code, child);
  });
  return found;
}

// Whether a variable or an object refers to it, so that it outlives the loop. That an iterator does
// which nothing refers to either does not count.
static bool isReferenced(Stage &s, Value generator, bool byPrelude = false) {
  llvm::DenseSet<size_t> preludeFrames;
  for (Activation *at = s.activation; at; at = at->caller)
    if (at->globals.isUndefined() && !byPrelude)
      preludeFrames.insert(at->frame);
  llvm::SmallVector<Address> used;
  for (auto [i, frame] : llvm::enumerate(s.state.frames))
    if (!preludeFrames.contains(i))
      for (Value value : frame->slots)
        addReferences(value, used);
  auto addContents = [&](Address address) {
    s.state.heap.share(address)->clone()->forEachValue(
        [&](Value &value) { addReferences(value, used); });
  };
  Heap::diff(Heap(), s.state.heap, [&](Address address) {
    if (!s.state.heap.find<IteratorObject>(address))
      addContents(address);
  });
  llvm::DenseSet<Address> seen;
  for (size_t i = 0; i < used.size(); ++i)
    if (s.state.heap.find<IteratorObject>(used[i]) && seen.insert(used[i]).second)
      addContents(used[i]);
  return llvm::is_contained(used, generator.address());
}

Result nextOfDropped(Stage &s, Value iterator, Edges &exhausted) {
  auto *object = s.find<IteratorObject>(iterator);
  bool isDropped = object && object->form == IteratorObject::Form::Generator &&
                   s.asInt(object->position) == position::Fresh && !isReferenced(s, iterator, true);
  return isDropped ? nextOfGenerator(s, iterator, exhausted, true) : next(s, iterator, exhausted);
}

// Whether this raises another exception than the one being handled.
static bool raisesOther(const Node *node) {
  auto *raises = dyn_cast<Raise>(node);
  bool found = raises && raises->exc;
  forEachChild(node, [&](const Node *child) { found = found || raisesOther(child); });
  return found;
}

// Whether what runs where the generator is left at the `yield` raises an exception of its own,
// which Python only tells of, and goes on.
static bool raisesWhenLeft(const Node *node, const Expr *yield, bool raises) {
  if (node == yield)
    return raises;
  if (auto *attempt = dyn_cast<Try>(node))
    raises |= llvm::any_of(attempt->finalbody, raisesOther);
  bool found = false;
  forEachChild(node,
               [&](const Node *child) { found = found || raisesWhenLeft(child, yield, raises); });
  return found;
}

// The number of a way and a place for what each way carries, which only that way has.
static Value way(Stage &s, const GeneratorRun &run, int64_t number, Value carried) {
  std::vector<Value> parts(run.carries.size() + 1, Value::absent());
  parts[0] = s.integer(number);
  if (!carried.isUndefined())
    parts[size_t(number) + 1] = carried;
  return s.tuple(parts);
}

void noteVariable(Stage &s, Value iterable) {
  auto *object = s.find<IteratorObject>(iterable);
  if (!object || object->form != IteratorObject::Form::Generator || object->body->expression)
    return;
  const FunctionCode &code = *object->body->code;
  if (hasGuardedYield(code, code.node) && isReferenced(s, iterable))
    s.write<IteratorObject>(iterable).isKept = true;
}

void allowLeaving(Stage &s, GeneratorRun &run, const FunctionCode &code, Value generator) {
  if (s.find<IteratorObject>(generator)->isKept || !hasGuardedYield(code, code.node) ||
      isReferenced(s, generator))
    return;
  for (const Exits &exits : s.body.consumers)
    for (Edges *way :
         {exits.breaks, exits.continues, exits.returns, exits.endsAtYield ? exits.yields : nullptr})
      if (way && !llvm::is_contained(run.ways, way))
        run.ways.push_back(way);
  run.carries.resize(run.ways.size() + 1);
  auto cell = std::make_shared<CellObject>();
  cell->contents = way(s, run, -1, {});
  run.taken = s.make(std::move(cell));
}

Result consumeOrLeave(Stage &s, GeneratorRun &run, const Expr *yield, Value element) {
  llvm::SmallVector<size_t> before;
  for (Edges *way : run.ways)
    before.push_back(way->size());
  size_t depth = s.state.frames.size();
  Edges raised, left;
  run.raising = {&raised, depth};
  s.body.sharedWay.edges = nullptr;
  Result given = run.consume(element);
  run.raising = {};
  s.body.sharedWay.edges = nullptr;
  State after;
  if (given)
    after = std::move(s.state);
  auto take = [&](Edge &edge, size_t number) {
    Value carried = edge.extra.empty() ? Value() : edge.extra[0];
    run.carries[number] = edge.extra.empty() ? GeneratorRun::Nothing : GeneratorRun::AValue;
    s.state = std::move(edge.state);
    s.write<CellObject>(run.taken).contents = way(s, run, int64_t(number), carried);
    left.push_back({std::move(s.state), {}});
  };
  for (auto [i, edges] : llvm::enumerate(run.ways)) {
    for (size_t edge = before[i]; edge < edges->size(); ++edge)
      take((*edges)[edge], i);
    edges->resize(before[i]);
  }
  for (Edge &edge : raised)
    take(edge, run.ways.size());
  truncateFrames(left, depth);
  if (join(s, std::move(left))) {
    s.activation->at = yield;
    if (raisesWhenLeft(s.activation->code->node, yield, false))
      refuse(s, diag::Kind::GeneratorInParts);
    raiseClass(s, "GeneratorExit", {});
  }
  if (given)
    s.state = std::move(after);
  return given;
}

bool takeWayOut(Stage &s, const GeneratorRun &run, bool mayGoOn) {
  auto parts = cellContents(s, run.taken).tuple().elements;
  auto take = [&](size_t number) {
    if (number == run.ways.size()) {
      raiseValue(s, parts[number + 1]);
      return;
    }
    Edge edge{std::move(s.state), {}};
    if (run.carries[number] == GeneratorRun::AValue)
      edge.extra.push_back(parts[number + 1]);
    run.ways[number]->push_back(std::move(edge));
  };
  if (auto known = s.asInt(parts[0])) {
    if (*known >= 0)
      take(size_t(*known));
    else if (!mayGoOn) // raised by the generator's own code
      raiseClass(s, "GeneratorExit", {});
    return *known < 0 && mayGoOn;
  }
  llvm::SmallVector<size_t> possible;
  for (auto [number, carries] : llvm::enumerate(run.carries))
    if (carries != GeneratorRun::Unused)
      possible.push_back(number);
  for (auto [i, number] : llvm::enumerate(possible)) {
    State here, rest;
    branch(s, toBool(s, *compareNumbers(s, CmpOperator::Eq, parts[0], s.integer(int64_t(number)))),
           here, rest);
    s.state = std::move(here);
    take(number);
    s.state = std::move(rest);
  }
  if (!mayGoOn)
    raiseClass(s, "GeneratorExit", {});
  return mayGoOn;
}

} // namespace lith::stage
