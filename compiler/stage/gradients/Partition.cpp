// Partition.cpp: known nodes by the one that dominates them, and those that several places need.
#include "stage/gradients/Partition.h"

#include "stage/emit/Refusals.h"
#include "stage/gradients/Backward.h"
#include "stage/gradients/Hooks.h"

namespace lith::stage::gradients {

Partition::Partition(Stage &s, llvm::ArrayRef<History> wanted) : s(s) {
  YoungestFirst left;
  for (const History &history : wanted)
    enter(history, history.at, left);
  while (!left.empty()) {
    Address at = *left.begin();
    left.erase(left.begin());
    for (const History &edge : s.state.heap.find<NodeObject>(at)->histories)
      enter(edge, segment[at], left);
  }
  for (auto [at, root] : segment)
    roots.insert(root);
}

bool isObserved(const NodeObject &node) { return node.isFunction() || !node.hooks.isUndefined(); }

void Partition::enter(const History &history, Address from, YoungestFirst &left) {
  if (history.isUndecided())
    demand(s, history);
  bool isOutside = s.body.nodesOutside && s.body.nodesOutside->contains(history.at);
  auto *node = history.isKnown() ? s.state.heap.find<NodeObject>(history.at) : nullptr;
  if (isOutside || !node)
    return;
  auto [place, isNew] = segment.try_emplace(history.at, isObserved(*node) ? history.at : from);
  if (place->second != from) // several segments lead there
    place->second = history.at;
  if (isNew)
    left.insert(history.at);
}

namespace {

/// A view is made wherever it is needed: what counts is what it is of. Returns whether hooks of a
/// view are on the way, which run once for each that needs it.
bool ask(Stage &s, const NodeObject &node) {
  bool hasHooks = false;
  if (node.form == NodeObject::Form::View && node.open.isUndefined()) {
    hasHooks = !node.hooks.isUndefined();
    for (const History &edge : node.histories)
      if (auto *base = s.state.heap.find<NodeObject>(edge.at))
        hasHooks |= ask(s, *base);
  } else if (addFact(s, FactKind::NodeAtRunTime, node.site))
    s.mustRestart = true;
  return hasHooks;
}

/// Those that need a view may be one once they are nodes of run time.
void refuseHooks(Stage &s, bool hasHooks) {
  if (hasHooks && !s.mustRestart)
    refuse(s, diag::Kind::UnknownGradient,
           {"a hook of a view to which several nodes of run time lead,"});
}

using Nodes = llvm::DenseSet<Address>;

/// Those of `shared` by which others of `nodes`, or `entered`, lead there.
void askFor(Stage &s, llvm::ArrayRef<Address> nodes, const Nodes &shared,
            std::vector<History> entered) {
  for (Address at : nodes)
    if (!shared.contains(at))
      for (const History &edge : s.state.heap.find<NodeObject>(at)->histories)
        if (shared.contains(edge.at))
          entered.push_back(edge);
  if (entered.empty())
    return;
  bool hasHooks = false;
  for (Address root : Partition(s, entered).roots)
    hasHooks |= ask(s, *s.state.heap.find<NodeObject>(root));
  refuseHooks(s, hasHooks);
}

/// A function that nodes name goes through the nodes of its surroundings once more, but for those
/// that code of the user's observes: it would run once for each of them. Where a caller would take
/// gradients of gradients, and hooks are there, they are not compiled; where the program does, the
/// node is one of run time, and refused where its hooks are registered.
void askForObserved(Stage &s, const Partition &partition) {
  bool hasHooks = false;
  for (auto [at, root] : partition.segment) {
    auto *node = s.state.heap.find<NodeObject>(at);
    if (at >= s.body.firstAddress || !isObserved(*node))
      continue;
    if (node->isFunction() || s.facts.has(FactKind::Twice, Everywhere))
      hasHooks |= ask(s, *node);
    else if (addFact(s, FactKind::OnceOutside, Everywhere))
      s.mustRestart = true;
  }
  refuseHooks(s, hasHooks);
}

} // namespace

void askForShared(Stage &s, const Partition &partition) {
  if (s.body.nodesOutside)
    return askForObserved(s, partition);
  Address loop = s.body.openHeaders.empty() ? NoAddress : s.body.openHeaders.back().firstAddress;
  Nodes shared;
  std::vector<Address> nodes;
  std::vector<History> entered;
  for (auto [at, root] : partition.segment) {
    nodes.push_back(at);
    bool isTaken = !s.functions.nodesTaken.insert(at).second;
    takeHooks(s, at);
    if (!isTaken && (loop == NoAddress || at >= loop))
      continue;
    shared.insert(at);
    if (at == root)
      entered.push_back({true, at});
  }
  askFor(s, nodes, shared, std::move(entered));
}

void askForOrder(Stage &s, const Partition &partition) {
  Address youngest = 0;
  for (Address root : partition.roots)
    if (isObserved(*s.state.heap.find<NodeObject>(root)))
      youngest = root; // they are in order
  if (youngest == 0 || s.body.nodesOutside)
    return;
  std::vector<Address> older;
  Heap::diff(Heap(), s.state.heap, [&](Address at) {
    auto *node = s.state.heap.find<NodeObject>(at);
    if (node && node->isFunction() && at < youngest && !partition.segment.contains(at) &&
        !s.functions.nodesTaken.contains(at))
      older.push_back(at);
  });
  for (Address at : older)
    if (addFact(s, FactKind::NodeAtRunTime, s.state.heap.find<NodeObject>(at)->site))
      s.mustRestart = true;
}

void askForView(Stage &s, const History &view) {
  auto *node = view.isKnown() ? s.state.heap.find<NodeObject>(view.at) : nullptr;
  bool isWithin = node && node->form == NodeObject::Form::View && node->open.isUndefined() &&
                  s.functions.nodesTaken.contains(view.at);
  if (isWithin && !addFact(s, FactKind::ViewAtRunTime, node->site) && !s.mustRestart)
    refuse(s, diag::Kind::UnknownGradient,
           {"a backward to a view to which several nodes of run time lead,"});
  s.mustRestart |= isWithin;
}

void askForOwn(Stage &s, Address root, llvm::ArrayRef<Address> nodes) {
  for (Address at : nodes)
    if (auto *node = s.state.heap.find<NodeObject>(at);
        at != root && node->form != NodeObject::Form::View &&
        addFact(s, FactKind::NodeAtRunTime, node->site))
      s.mustRestart = true;
}

void askForTaken(Stage &s, llvm::ArrayRef<Address> nodes, llvm::ArrayRef<History> roots) {
  Nodes shared;
  std::vector<History> entered;
  for (Address at : nodes)
    if (s.functions.nodesTaken.count(at))
      shared.insert(at);
  for (const History &root : roots)
    if (shared.contains(root.at))
      entered.push_back(root);
  askFor(s, nodes, shared, std::move(entered));
}

} // namespace lith::stage::gradients
