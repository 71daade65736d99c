// Pool.h: memory that is kept between calls.
//
// One pool belongs to one context and is used by one thread at a time. Blocks
// come from the system one by one and carry no owner, so a block may be given
// back to another pool than the one it was taken from; large blocks that are
// dropped outside of any context go to one shared, locked pool, where the next
// call finds them, and small ones to a cache of the thread. After the first call
// a program therefore asks the system for nothing. A pool keeps no more blocks of a size than it
// has handed out, so that objects of the caller that die in a call do not pile up.
#ifndef LITH_CORE_POOL_H
#define LITH_CORE_POOL_H

#include <cstddef>
#include <cstdint>

namespace lith {

class Pool {
public:
  Pool() = default;
  Pool(const Pool &) = delete;
  Pool &operator=(const Pool &) = delete;
  ~Pool() { trim(); }

  /// A block of at least `bytes`, 64-byte aligned; null when the system has none.
  void *take(size_t bytes);
  /// Gives back a block that was taken with the same `bytes`.
  void give(void *block, size_t bytes);
  /// Returns every cached block to the system.
  void trim();
  size_t cachedBytes() const { return cached; }
  /// Hands the large cached blocks to the shared pool, where other programs find them.
  void shareLarge();

private:
  struct Free {
    Free *next;
  };
  static constexpr int ClassCount = 32 + 4 * 31;
  static constexpr int FirstLarge = 32 + 4 * 10; // of more than 1 MiB
  Free *lists[ClassCount] = {};
  uint64_t outstanding[ClassCount] = {}; // blocks taken and not given back
  size_t cached = 0;
  bool hasLarge = false; // among the cached blocks

  friend class SharedPool;
};

/// Blocks of objects that are released without a context.
void *takeShared(size_t bytes);
void giveShared(void *block, size_t bytes);

} // namespace lith

#endif // LITH_CORE_POOL_H
