// Unreferenced.cpp: what differs is looked at on all paths, what they share once.
#include "stage/paths/Unreferenced.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Stage.h"
#include "stage/runtime/Boxes.h"

#include "llvm/ADT/SetVector.h"

namespace lith::stage {

namespace {

class Unreferenced {
public:
  Unreferenced(Stage &stage, Edges &edges) : s(stage), edges(edges) {}
  void forget();

private:
  void findDifferences();
  void addRoots();
  void visit(Address address);
  void visit(const Heap &heap, Address address);
  void drop();

  Stage &s;
  Edges &edges;
  llvm::DenseSet<Address> differing, candidates;
  llvm::SmallVector<Address> used;
};

bool isKnownContainer(Stage &s, const Object *object) {
  return object &&
         (object->kind == ObjectKind::List || object->kind == ObjectKind::Dict ||
          object->kind == ObjectKind::Set) &&
         !isRuntime(*object);
}

void Unreferenced::findDifferences() {
  const Heap &first = edges[0].state.heap;
  for (Edge &edge : llvm::drop_begin(edges))
    Heap::diff(first, edge.state.heap, [&](Address address) {
      if (!differing.insert(address).second || isOutside(s, address) ||
          address < s.activation->heldBefore)
        return;
      if (isKnownContainer(s, first.find(address)) ||
          isKnownContainer(s, edge.state.heap.find(address)))
        candidates.insert(address);
    });
}

void Unreferenced::visit(const Heap &heap, Address address) {
  ObjectPtr object = heap.share(address);
  if (!object)
    return;
  object->forEachValue([&](Value &value) { addReferences(value, used); });
}

void Unreferenced::visit(Address address) {
  if (!differing.contains(address))
    return visit(edges[0].state.heap, address);
  for (Edge &edge : edges)
    visit(edge.state.heap, address);
}

// Every other object counts as used, which is more than those that can be reached.
void Unreferenced::addRoots() {
  for (Edge &edge : edges) {
    for (auto [i, frame] : llvm::enumerate(edge.state.frames))
      if (&edge == &edges[0] || frame != edges[0].state.frames[i])
        for (Value value : frame->slots)
          addReferences(value, used);
    for (Value value : edge.extra)
      addReferences(value, used);
    for (auto &[name, value] : edge.state.ambient->values)
      addReferences(value, used);
  }
  for (const HandledException &handled : s.body.handled)
    addReferences(handled.exception, used);
  auto visitOther = [&](Address address) {
    if (!candidates.contains(address))
      visit(address);
  };
  Heap::diff(Heap(), edges[0].state.heap, visitOther);
  for (Address address : differing)
    if (!edges[0].state.heap.find(address))
      visitOther(address);
}

void Unreferenced::drop() {
  for (Edge &edge : edges)
    for (Address address : candidates)
      if (edge.state.heap.find(address))
        edge.state.heap.erase(address);
}

void Unreferenced::forget() {
  findDifferences();
  if (candidates.empty())
    return;
  addRoots();
  for (size_t i = 0; i < used.size(); ++i)
    if (candidates.erase(used[i]))
      visit(used[i]);
  drop();
}

} // namespace

void forgetUnreferenced(Stage &stage, Edges &edges) {
  if (edges.size() > 1)
    Unreferenced(stage, edges).forget();
}

} // namespace lith::stage
