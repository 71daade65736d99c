// Interner.h: one copy of each identifier of a file.
#pragma once

#include "syntax/Arena.h"

#include <string_view>
#include <vector>

namespace lith::syntax {

class Interner {
public:
  explicit Interner(Arena &arena) : arena(arena), slots(256) {}

  // The copy of `name` in the arena; in normal form KC when not ASCII.
  std::string_view intern(std::string_view name);

private:
  struct Slot {
    uint32_t hash = 0;
    std::string_view name;
  };
  std::string_view insert(std::string_view name, uint32_t hash);
  void grow();

  Arena &arena;
  std::vector<Slot> slots;
  size_t used = 0;
};

} // namespace lith::syntax
