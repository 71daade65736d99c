// Interner.cpp: an open-addressing table keyed by the bytes of the name.
#include "syntax/Interner.h"

#include "syntax/Unicode.h"

namespace lith::syntax {

std::string_view Interner::intern(std::string_view name) {
  uint32_t hash = 0x811C9DC5;
  unsigned char seen = 0;
  for (unsigned char c : name) {
    hash = (hash ^ c) * 0x01000193;
    seen |= c;
  }
  if (!(seen & 0x80))
    return insert(name, hash ^ hash >> 15);
  std::string normal = normaliseIdentifier(name);
  hash = 0x811C9DC5;
  for (unsigned char c : normal)
    hash = (hash ^ c) * 0x01000193;
  return insert(normal, hash ^ hash >> 15);
}

std::string_view Interner::insert(std::string_view name, uint32_t hash) {
  size_t mask = slots.size() - 1;
  for (size_t i = hash & mask;; i = (i + 1) & mask) {
    Slot &slot = slots[i];
    if (!slot.name.data()) {
      std::string_view copy = arena.copy(name);
      slot = {hash, copy};
      if (++used * 2 > slots.size())
        grow();
      return copy;
    }
    if (slot.hash == hash && slot.name == name)
      return slot.name;
  }
}

void Interner::grow() {
  std::vector<Slot> old = std::move(slots);
  slots.assign(old.size() * 4, {});
  size_t mask = slots.size() - 1;
  for (const Slot &slot : old) {
    if (!slot.name.data())
      continue;
    size_t i = slot.hash & mask;
    while (slots[i].name.data())
      i = (i + 1) & mask;
    slots[i] = slot;
  }
}

} // namespace lith::syntax
