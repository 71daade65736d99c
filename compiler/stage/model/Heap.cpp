// Heap.cpp: the persistent map from address to object.
#include "stage/model/Heap.h"

namespace lith::stage {

static unsigned indexAt(Address address, unsigned level) { return (address >> (5 * level)) & 31; }

const Object *Heap::find(Address address) const {
  const Node *node = root.get();
  for (unsigned level = Levels - 1; node && level > 0; --level)
    node = static_cast<const Node *>(node->children[indexAt(address, level)].get());
  return node ? static_cast<const Object *>(node->children[indexAt(address, 0)].get()) : nullptr;
}

ObjectPtr Heap::share(Address address) const {
  const Node *node = root.get();
  for (unsigned level = Levels - 1; node && level > 0; --level)
    node = static_cast<const Node *>(node->children[indexAt(address, level)].get());
  return node ? std::static_pointer_cast<Object>(node->children[indexAt(address, 0)]) : nullptr;
}

// The leaf slot of an address, on a path of nodes that only this heap holds.
std::shared_ptr<void> &Heap::slot(Address address) {
  if (!root)
    root = std::make_shared<Node>();
  else if (root.use_count() > 1)
    root = std::make_shared<Node>(*root);
  Node *node = root.get();
  for (unsigned level = Levels - 1; level > 0; --level) {
    std::shared_ptr<void> &child = node->children[indexAt(address, level)];
    if (!child)
      child = std::make_shared<Node>();
    else if (child.use_count() > 1)
      child = std::make_shared<Node>(*static_cast<Node *>(child.get()));
    node = static_cast<Node *>(child.get());
  }
  return node->children[indexAt(address, 0)];
}

Object &Heap::write(Address address) {
  std::shared_ptr<void> &place = slot(address);
  assert(place && "no object at this address");
  if (place.use_count() > 1)
    place = static_cast<Object *>(place.get())->clone();
  return *static_cast<Object *>(place.get());
}

void Heap::insert(Address address, ObjectPtr object) { slot(address) = std::move(object); }

void Heap::erase(Address address) {
  if (find(address))
    slot(address).reset();
}

void Heap::diffNode(const Node *a, const Node *b, unsigned level, Address prefix,
                    llvm::function_ref<void(Address)> visit) {
  for (unsigned i = 0; i < Width; ++i) {
    const void *left = a ? a->children[i].get() : nullptr;
    const void *right = b ? b->children[i].get() : nullptr;
    if (left == right)
      continue;
    Address address = (prefix << Bits) | i;
    if (level == 0)
      visit(address);
    else
      diffNode(static_cast<const Node *>(left), static_cast<const Node *>(right), level - 1,
               address, visit);
  }
}

void Heap::diff(const Heap &a, const Heap &b, llvm::function_ref<void(Address)> visit) {
  if (a.root != b.root)
    diffNode(a.root.get(), b.root.get(), Levels - 1, 0, visit);
}

} // namespace lith::stage
