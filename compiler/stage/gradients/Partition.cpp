// Partition.cpp: known nodes by the one that dominates them, and those that several places need.
#include "stage/gradients/Partition.h"

#include "stage/emit/Refusals.h"
#include "stage/gradients/Backward.h"

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

/// Code of the user's runs in it, which must not where no gradient is wanted that it leads to: only
/// the engine can tell. (Of several results, whose gradients may be None, a rule gives one of
/// several values.)
static bool isObserved(const NodeObject &node) {
  bool isFunction = node.isFunction() && node.results.size() == 1;
  return isFunction || !node.hooks.isUndefined();
}

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

/// A view is made wherever it is needed: what counts is what it is of.
void ask(Stage &s, const NodeObject &node) {
  if (node.form == NodeObject::Form::View && node.open.isUndefined()) {
    for (const History &edge : node.histories)
      if (auto *base = s.state.heap.find<NodeObject>(edge.at))
        ask(s, *base);
    return;
  }
  if (addFact(s, FactKind::NodeAtRunTime, node.site))
    s.mustRestart = true;
}

} // namespace

void askForShared(Stage &s, const Partition &partition) {
  if (s.body.nodesOutside) // it goes through the nodes of its surroundings once more
    return;
  Address loop = s.body.openHeaders.empty() ? NoAddress : s.body.openHeaders.back().firstAddress;
  llvm::DenseSet<Address> shared;
  for (auto [at, root] : partition.segment) {
    bool isTaken = !s.functions.nodesTaken.insert(at).second;
    if (isTaken || (loop != NoAddress && at < loop))
      shared.insert(at);
  }
  std::vector<History> entered; // by what is not shared itself
  for (auto [at, root] : partition.segment) {
    if (shared.contains(at)) {
      if (at == root)
        entered.push_back({true, at});
      continue;
    }
    for (const History &edge : s.state.heap.find<NodeObject>(at)->histories)
      if (shared.contains(edge.at))
        entered.push_back(edge);
  }
  if (!entered.empty())
    for (Address root : Partition(s, entered).roots)
      ask(s, *s.state.heap.find<NodeObject>(root));
}

} // namespace lith::stage::gradients
