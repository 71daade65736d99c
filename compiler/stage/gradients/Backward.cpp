// Backward.cpp: the nodes that are reached, in falling order of creation, as PyTorch's engine takes
// them.
#include "stage/gradients/Backward.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Trace.h"
#include "stage/gradients/Hooks.h"
#include "stage/gradients/Names.h"
#include "stage/gradients/Notes.h"
#include "stage/gradients/Partition.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

#include "ops/TensorOperator.h"
#include "ops/TensorOps.h"

namespace lith::stage::gradients {

using namespace lith::stage::tensor;

Backward::Backward(Stage &s, const Request &request) : s(s), request(request) {
  saved.given = request.given;
}

static const NodeObject *nodeAt(Stage &s, Address at) { return s.state.heap.find<NodeObject>(at); }

void demand(Stage &s, const History &history) {
  if (history.site == Everywhere)
    refuse(s, diag::Kind::UnknownGradient, {"a tensor whose graph is not known"});
  restartLater(s, FactKind::History, history.site);
}

Backward::Place Backward::placeOf(const History &history) {
  if (history.isKnown())
    return {nullptr, uint64_t(history.at) << 32 | history.output};
  return {history.node.ssa().getAsOpaquePointer(),
          reinterpret_cast<uintptr_t>(history.port.ssa().getAsOpaquePointer())};
}

bool Backward::isBorder(const History &history) const {
  return request.cuts && (history.isRuntime() || request.cuts->contains(history.at));
}

// All nodes that the roots reach.
void Backward::explore() {
  bool isDecided = true;
  if (s.sharing.isContainedWritten) // refused where it is written
    restart(s, FactKind::History, InContainers);
  std::vector<std::pair<Address, bool>> left;
  std::vector<Address> finished;
  llvm::DenseSet<Address> seen;
  auto visit = [&](const History &history) {
    if (!history.required || isBorder(history))
      return;
    isOfRunTime |= history.isRuntime();
    if (history.isRuntime() && whyOfRunTime.empty())
      whyOfRunTime = whyAtRunTime(s, history);
    if (history.isUndecided()) {
      isDecided = false;
      demand(s, history);
    }
    if (history.isKnown() && seen.insert(history.at).second)
      left.push_back({history.at, false});
  };
  for (const Root &root : request.roots)
    visit(root.history);
  for (const History &input : request.inputs.value_or(std::vector<History>())) {
    isOfRunTime |= input.isRuntime(); // which node it is only the engine can tell
    if (input.isUndecided()) {
      isDecided = false;
      demand(s, input);
    }
  }
  while (!left.empty()) {
    auto [at, isDone] = left.back();
    left.pop_back();
    if (isDone) {
      finished.push_back(at);
      continue;
    }
    left.push_back({at, true});
    if (const NodeObject *node = nodeAt(s, at))
      for (const History &history : std::vector<History>(node->histories))
        visit(history);
  }
  if (!isDecided)
    throw Restart{};
  llvm::sort(finished); // an edge leads to what was made before
  findWanted(finished);
  for (Address at : finished)
    if (const NodeObject *node = nodeAt(s, at)) {
      nodes[at] = 0;
      for (const History &history : node->histories)
        if (history.isKnown())
          ++missing[history.at];
    }
  for (const Root &root : request.roots)
    if (root.history.isKnown())
      ++missing[root.history.at];
}

// Leaves that are inputs, and nodes with an edge to an input or to such a node; a node that keeps
// what arrives runs itself as well.
void Backward::findWanted(llvm::ArrayRef<Address> finished) {
  if (!request.inputs)
    return;
  llvm::DenseSet<Address> inputs;
  for (const History &input : *request.inputs)
    inputs.insert(input.at);
  for (Address at : finished) {
    const NodeObject *node = nodeAt(s, at);
    bool isKept = inputs.contains(at) && (!node || request.accumulates);
    bool leads = node && llvm::any_of(node->histories, [&](const History &next) {
                   return next.isKnown() && (wanted.contains(next.at) || inputs.contains(next.at));
                 });
    if (isKept || leads)
      wanted.insert(at);
  }
}

/// Whether the hooks of a node that does not run do: what is asked for is what they give, and an
/// only root is come to in any case.
bool Backward::isEntered(Address at) const {
  auto isHere = [&](const History &history) { return history.at == at; };
  return llvm::any_of(*request.inputs, isHere) ||
         (request.roots.size() == 1 && isHere(request.roots[0].history));
}

// The engine adds, whatever the program has put into Tensor.__add__.
static Result sum(Stage &s, Value left, Value right) {
  return call(s, s.boundPrimitive(Registry::instance().find("torch.add"), {}), {left, right});
}

bool leadsNowhere(Stage &s, const History &history) {
  auto *leaf = history.isKnown() ? s.state.heap.find<TensorObject>(history.at) : nullptr;
  return leaf && leaf->origin.isCut();
}

void Backward::checkPast(Address leaf) {
  auto mayBeThere = [&](const History &input) {
    return input.isRuntime() || (input.at != leaf && isOutside(s, input.at));
  };
  bool mayLeadOn = request.accumulates && isWanted(leaf);
  mayLeadOn |= request.inputs && llvm::any_of(*request.inputs, mayBeThere);
  if (mayLeadOn && isOutside(s, leaf) && slotOfObject(s, leaf, "is_leaf") == s.boolean(false))
    refuse(s, diag::Kind::UnknownGradient, {"what an argument was computed of before the call"});
}

bool Backward::arrive(const History &at, Value gradient) {
  if (leadsNowhere(s, at) || gradient.isUndefined())
    return true;
  Value &place = arrived[placeOf(at)];
  if (place.isUndefined()) {
    place = gradient;
    return true;
  }
  Result both = sum(s, place, gradient);
  if (both)
    arrived[placeOf(at)] = *both;
  return both.has_value();
}

bool Backward::finishLeaf(Address leaf) {
  auto found = arrived.find(placeOf({true, leaf}));
  if (request.cuts)
    return true;
  ensureOutside(s, Value::ref(leaf)); // this path may not have met it yet
  bool isReached = found != arrived.end();
  if (isReached || request.inputs)
    checkPast(leaf);
  if (!isWanted(leaf) && !isEntered(leaf))
    return true;
  if (hasHooks(s, {true, leaf})) {
    Result made = throughHooks(s, {true, leaf}, isReached ? found->second : s.none());
    if (!made)
      return false;
    if (!isReached)
      return true;
    arrived[placeOf({true, leaf})] = *made;
    given.insert(tensorContents(s, physicalOf(s, *made)));
  }
  return !isReached || !isWanted(leaf) || accumulate(Value::ref(leaf), arrivedAt({true, leaf}));
}

// One edge of a node that ran, with or without a gradient.
bool Backward::pass(const History &to, Value gradient, Value like) {
  if (!to.required || to.isUndecided())
    return true;
  bool isCounted = to.isKnown() && !isBorder(to) && !nodeAt(s, to.at);
  if (!gradient.isUndefined()) {
    Result fit = fitted(s, gradient, like);
    if (!fit || !arrive(to, *fit))
      return false;
  }
  return !isCounted || --missing[to.at] != 0 || finishLeaf(to.at);
}

bool isChanged(Stage &s, const Heap &before, Address own) {
  bool changed = false;
  Heap::diff(before, s.state.heap, [&](Address address) {
    const Object *object = before.find(address);
    if (auto initial = s.outside.initialObjects.find(address);
        !object && initial != s.outside.initialObjects.end())
      object = initial->second.get(); // of before the call, and met here first
    changed |= object && object != s.state.heap.find(address) && address != own &&
               object->kind != ObjectKind::Tensor && object->kind != ObjectKind::Storage &&
               object->kind != ObjectKind::Node;
  });
  return changed;
}

bool Backward::runHooks(Address at, llvm::MutableArrayRef<Value> ofResults) {
  for (auto [i, gradient] : llvm::enumerate(ofResults)) {
    Result made =
        throughHooks(s, {true, at, uint32_t(i)}, gradient.isUndefined() ? s.none() : gradient);
    if (!made)
      return false;
    gradient = gradient.isUndefined() ? gradient : *made;
  }
  return true;
}

// In the anomaly mode: what a rule gives are numbers, else the forward line is told.
bool Backward::checkNumbers(const NodeObject &node, llvm::ArrayRef<Value> made) {
  if (s.request.options.forArtifact || s.asBool(ambient(s, "anomaly")) != true ||
      s.asBool(ambient(s, "anomaly_nan")) != true)
    return true;
  for (auto [i, gradient] : llvm::enumerate(made)) {
    if (gradient.isUndefined())
      continue;
    Result checked = callPrelude(s, "check_numbers",
                                 {gradient, s.string(functionName(s, node)), s.integer(int64_t(i)),
                                  s.string(tracebackOf(node.place))});
    if (!checked)
      return false;
  }
  return true;
}

// For readers, of a backward that is staged where it stands, or run by the engine.
void Backward::note() {
  contract::GradientNote made;
  made.kind =
      isOfRunTime ? contract::GradientNote::Kind::Engine : contract::GradientNote::Kind::Inline;
  made.place = lineOf(s.loc());
  made.why = whyOfRunTime;
  for (auto [value, place] : saved.tensors)
    made.saved.push_back(savedNote(value, place));
  addNote(s, std::move(made));
}

// In a node of run time, what a backward of the user's changes nobody would see.
std::optional<std::vector<Value>> Backward::runRule(Address at, llvm::ArrayRef<Value> ofResults) {
  const NodeObject node = *nodeAt(s, at);
  llvm::SmallVector<bool> needs;
  for (const History &history : node.histories)
    needs.push_back(history.required && (!request.inputs || wanted.contains(history.at) ||
                                         llvm::is_contained(*request.inputs, history)));
  const Heap before = s.state.heap;
  s.body.mayObject = false;
  auto made = gradientsOf(s, at, ofResults, needs, request.cuts != nullptr, &saved);
  if (s.body.mayObject)
    objecting.push_back(at);
  bool isUnseen = made && request.cuts && node.isFunction() &&
                  isChanged(s, before, node.arguments[1].address()); // its context
  if (isUnseen && !check(s, constantBool(s, false), "RuntimeError",
                         "a gradient that changes Python objects, of a graph that differs from "
                         "path to path or goes on outside, is not compiled"))
    return std::nullopt;
  return made;
}

bool Backward::runNode(Address at) {
  const NodeObject node = *nodeAt(s, at);
  llvm::SmallVector<Value> ofResults;
  bool any = false;
  for (size_t i = 0; i < node.results.size(); ++i) {
    auto found = arrived.find(placeOf({true, at, uint32_t(i)}));
    ofResults.push_back(found == arrived.end() ? Value() : found->second);
    any |= !ofResults.back().isUndefined();
  }
  std::vector<Value> gradients(node.histories.size());
  bool isReached = any || isObserved(node), runs = isWanted(at);
  bool hasHooks = !node.hooks.isUndefined() && !request.cuts; // which are a node of their own there
  if (isReached && (runs || isEntered(at)) && hasHooks && !runHooks(at, ofResults))
    return false;
  for (auto [i, gradient] : llvm::enumerate(ofResults))
    if (!runs && !gradient.isUndefined()) // of one that runs, what arrived is what was asked for
      arrived[placeOf({true, at, uint32_t(i)})] = gradient;
  if (isReached && runs) {
    auto made = any || node.isFunction() ? runRule(at, ofResults) : gradients;
    if (!made)
      return false;
    gradients = *made;
    if (!checkNumbers(node, gradients))
      return false;
    if (!request.keeps && !request.cuts)
      s.state.heap.write<NodeObject>(at).released = s.boolean(true);
  }
  size_t i = 0;
  auto each = [&](Value argument, auto &self) -> bool {
    if (argument.isRaw()) {
      History to = node.histories[i];
      Value gradient = gradients[i++];
      Value like = gradient.isUndefined() ? Value() : restored(s, argument, History());
      return pass(to, gradient, like);
    }
    return !argument.isTuple() ||
           llvm::all_of(argument.tuple().elements, [&](Value part) { return self(part, self); });
  };
  return llvm::all_of(node.arguments, [&](Value argument) { return each(argument, each); });
}

void Backward::askForTakenOnes() {
  if (request.cuts)
    return;
  std::vector<History> roots;
  std::vector<Address> known;
  for (const Root &root : request.roots)
    roots.push_back(root.history);
  for (auto [at, unused] : nodes)
    known.push_back(at);
  askForTaken(s, known, roots);
}

bool Backward::run(llvm::function_ref<bool(Value, Value)> take) {
  accumulate = take;
  explore();
  bool isMany =
      llvm::any_of(request.roots, [&](const Root &root) { return isMapped(s, root.gradient); });
  if (isOfRunTime && isMany)
    refuse(s, diag::Kind::UnsupportedParameter,
           {"torch.vmap", "gradients of a graph that differs from path to path"});
  if (isOfRunTime) {
    note();
    return runByEngine();
  }
  askForTakenOnes();
  for (const Root &root : request.roots)
    if (s.isTensor(root.gradient))
      given.insert(tensorContents(s, physicalOf(s, root.gradient)));
  for (const Root &root : request.roots) {
    if (!arrive(root.history, root.gradient))
      return false;
    if (!nodeAt(s, root.history.at) && --missing[root.history.at] == 0 &&
        !finishLeaf(root.history.at))
      return false;
  }
  for (auto [at, unused] : nodes)
    if (!runNode(at))
      return false;
  if (!request.cuts)
    note();
  return true;
}

Value Backward::arrivedAt(const History &input) const {
  auto found = arrived.find(placeOf(input));
  return found == arrived.end() ? Value() : found->second;
}

bool Backward::isFresh(Value gradient) {
  mlir::Value contents = tensorContents(s, gradient);
  mlir::Operation *op = contents.getDefiningOp();
  auto record = llvm::dyn_cast_or_null<ops::TensorOperator>(op);
  // What is read of memory may be a view of it, and be read again by somebody else.
  bool isOwn = op && !op->hasTrait<ir::View>() && !llvm::isa<ir::LoadOp>(op) &&
               !(record && record.mayAlias());
  return isOwn && given.insert(contents).second;
}

} // namespace lith::stage::gradients
