// Owned.cpp: the tree of owned values.

#include "codegen/host/Owned.h"

using namespace lith::codegen;

OwnedChain::Node OwnedChain::child(Node parent, mlir::Value value) {
  if (!hasPaths)
    return 0;
  auto [it, isNew] = children.try_emplace({parent, value}, nodes.size());
  if (isNew)
    nodes.push_back({parent, value});
  return it->second;
}

void OwnedChain::add(mlir::Value value) { state.push_back({value, child(node(), value)}); }

bool OwnedChain::contains(mlir::Value value) const {
  return llvm::any_of(state, [&](auto &entry) { return entry.first == value; });
}

unsigned OwnedChain::count(mlir::Value value) const {
  return llvm::count_if(state, [&](auto &entry) { return entry.first == value; });
}

void OwnedChain::remove(mlir::Value value) {
  size_t at = state.size();
  while (at && state[at - 1].first != value)
    --at;
  assert(at && "releases a value that is not owned");
  if (!at)
    return;
  state.erase(state.begin() + (at - 1));
  for (size_t i = at - 1; i < state.size(); ++i)
    state[i].second = child(i ? state[i - 1].second : 0, state[i].first);
}
