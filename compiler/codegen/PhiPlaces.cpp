// PhiPlaces.cpp: which phis share a place in memory, and what need not be stored there.

#include "codegen/PhiPlaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"

#include <numeric>

using namespace llvm;
using namespace lith::codegen;

PhiPlaces::PhiPlaces(ArrayRef<BasicBlock *> blocks, ArrayRef<PHINode *> phis)
    : blocks(blocks), phis(phis), predecessors(blocks.size()), leaders(phis.size()),
      groups(phis.size()) {
  for (auto [i, block] : enumerate(blocks))
    places[block] = i;
  for (auto [i, block] : enumerate(blocks))
    for (BasicBlock *from : llvm::predecessors(block))
      predecessors[i].push_back(places.lookup(from));
  for (auto [i, phi] : enumerate(phis))
    numbers[phi] = i;
  std::iota(leaders.begin(), leaders.end(), 0);
  for (unsigned i = 0; i < phis.size(); ++i)
    groups[i].push_back(i);
  for (unsigned i = 0; i < phis.size(); ++i)
    for (Value *value : phis[i]->incoming_values())
      if (int other = numberOf(value); other >= 0)
        unite(i, other);
  for (const std::vector<unsigned> &members : groups)
    findHeld(members);
}

int PhiPlaces::numberOf(Value *value) const {
  auto *phi = dyn_cast<PHINode>(value);
  auto known = phi ? numbers.find(phi) : numbers.end();
  return known == numbers.end() ? -1 : int(known->second);
}

// Phis of one block are wanted at once, and so may be what one block stores for two others.
bool PhiPlaces::conflict(BasicBlock *a, BasicBlock *b) {
  auto [known, isNew] = conflicts.try_emplace({a, b}, a == b);
  if (isNew && a != b) {
    SmallPtrSet<BasicBlock *, 8> sources(pred_begin(a), pred_end(a));
    known->second =
        any_of(llvm::predecessors(b), [&](BasicBlock *from) { return sources.contains(from); });
  }
  return known->second;
}

void PhiPlaces::unite(unsigned a, unsigned b) {
  static constexpr size_t MostMembers = 16;
  a = leaders[a];
  b = leaders[b];
  if (a == b || phis[a]->getType() != phis[b]->getType() ||
      groups[a].size() + groups[b].size() > MostMembers)
    return;
  for (unsigned left : groups[a])
    for (unsigned right : groups[b])
      if (conflict(phis[left]->getParent(), phis[right]->getParent()))
        return;
  for (unsigned member : groups[b])
    leaders[member] = a;
  append_range(groups[a], groups[b]);
  groups[b].clear();
}

// Which of the phis the place holds is followed through the blocks: where the block of one begins,
// that one; behind a block that stores something else, none.
void PhiPlaces::findHeld(ArrayRef<unsigned> members) {
  constexpr int Unknown = -1, None = -2;
  DenseMap<unsigned, int> phiAt, storedAt;
  for (unsigned member : members) {
    phiAt[places.lookup(phis[member]->getParent())] = int(member);
    for (auto [value, from] : zip(phis[member]->incoming_values(), phis[member]->blocks())) {
      int number = numberOf(value);
      storedAt[places.lookup(from)] =
          number >= 0 && leaders[number] == leaders[member] ? number : None;
    }
  }
  if (none_of(storedAt, [](auto &stored) { return stored.second >= 0; }))
    return;
  std::vector<int> holds(blocks.size(), Unknown), leaves(blocks.size(), Unknown);
  holds[0] = leaves[0] = None;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = 1; i < blocks.size(); ++i) {
      int now = Unknown;
      if (auto phi = phiAt.find(i); phi != phiAt.end())
        now = phi->second;
      else
        for (unsigned from : predecessors[i])
          if (int one = leaves[from]; one != Unknown)
            now = now == Unknown || now == one ? one : None;
      holds[i] = now;
      if (auto stored = storedAt.find(i); stored != storedAt.end() && now != Unknown)
        now = stored->second == now ? now : None;
      changed |= leaves[i] != now;
      leaves[i] = now;
    }
  }
  for (unsigned member : members)
    for (unsigned k = 0; k < phis[member]->getNumIncomingValues(); ++k) {
      unsigned from = places.lookup(phis[member]->getIncomingBlock(k));
      int stored = storedAt.lookup(from);
      if (stored >= 0 && stored == holds[from])
        held.insert({phis[member], k});
    }
}
