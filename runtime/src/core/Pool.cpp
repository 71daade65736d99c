// Pool.cpp: size classes in steps of 32 bytes to 1 KiB, then four to each power of two.
#include "core/Pool.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <new>
#include <sys/mman.h>
#include <utility>

#if !defined(__has_feature)
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define LITH_POOL_CACHES 0 // so that the sanitizer sees every use after free
#else
#define LITH_POOL_CACHES 1
#endif

namespace lith {
namespace {

constexpr size_t SmallLimit = 1024;
constexpr size_t SharedMinimum = size_t(32) << 10;
constexpr size_t SharedLimit = size_t(1) << 30;
constexpr size_t PoolLimit = size_t(4) << 30;
constexpr size_t HugePage = size_t(2) << 20;

struct SizeClass {
  int index; // -1: too large to cache
  size_t bytes;
};

SizeClass classOf(size_t bytes) {
  if (bytes <= SmallLimit) {
    size_t step = bytes == 0 ? 0 : (bytes - 1) / 32;
    return {static_cast<int>(step), (step + 1) * 32};
  }
  int power = std::bit_width(bytes - 1) - 1; // 2^power < bytes <= 2^(power + 1)
  size_t quarter = (bytes - 1 - (size_t(1) << power)) >> (power - 2);
  size_t rounded = (size_t(1) << power) + ((quarter + 1) << (power - 2));
  int index = 32 + (power - 10) * 4 + static_cast<int>(quarter);
  return {power - 10 < 31 ? index : -1, rounded};
}

void *fromSystem(size_t bytes) {
  if (bytes > (size_t(1) << 47))
    return nullptr;
  size_t alignment = bytes >= 2 * HugePage ? HugePage : 64;
  size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void *block = std::aligned_alloc(alignment, rounded);
  if (block && alignment == HugePage)
    madvise(block, rounded, MADV_HUGEPAGE);
  return block;
}

/// Small blocks that this thread gave back outside of any context: what results of calls are made
/// of.
class SmallCache {
public:
  void *take(const SizeClass &size) {
    Block *block = lists[size.index];
    if (!block)
      return fromSystem(size.bytes);
    lists[size.index] = block->next;
    --counts[size.index];
    return block;
  }
  void give(void *block, const SizeClass &size) {
    if (counts[size.index] >= most(size)) {
      std::free(block);
      return;
    }
    ++counts[size.index];
    lists[size.index] = ::new (block) Block{lists[size.index]};
  }
  void clear() {
    for (Block *&list : lists)
      while (Block *block = list) {
        list = block->next;
        std::free(block);
      }
  }

private:
  struct Block {
    Block *next;
  };
  static constexpr int Classes = 32 + 4 * 5; // below SharedMinimum
  /// Blocks of a class: as many as a call with some hundred tensors has, of the smallest.
  static size_t most(const SizeClass &size) {
    return std::clamp(size_t(32768) / size.bytes, size_t(16), size_t(255));
  }
  Block *lists[Classes] = {};
  uint8_t counts[Classes] = {};
};

/// The thread's cache, from its first use until the thread ends; objects may be released after.
SmallCache *smallCache() {
  static thread_local SmallCache *cache = nullptr;
  static thread_local bool isOver = false;
  struct Owner {
    ~Owner() {
      isOver = true;
      if (SmallCache *own = std::exchange(cache, nullptr)) {
        own->clear();
        delete own;
      }
    }
  };
  if (!cache && !isOver && LITH_POOL_CACHES) {
    static thread_local Owner owner;
    static_cast<void>(owner);
    cache = new (std::nothrow) SmallCache;
  }
  return cache;
}

} // namespace

void *Pool::take(size_t bytes) {
  SizeClass size = classOf(bytes);
  if (size.index >= 0) {
    ++outstanding[size.index];
    if (Free *block = lists[size.index]) {
      lists[size.index] = block->next;
      cached -= size.bytes;
      return block;
    }
  }
  return takeShared(bytes);
}

void Pool::give(void *block, size_t bytes) {
  SizeClass size = classOf(bytes);
  if (!LITH_POOL_CACHES || size.index < 0 || cached + size.bytes > PoolLimit) {
    std::free(block);
    return;
  }
  if (outstanding[size.index] == 0) {
    giveShared(block, bytes);
    return;
  }
  --outstanding[size.index];
  Free *entry = static_cast<Free *>(block);
  entry->next = lists[size.index];
  lists[size.index] = entry;
  cached += size.bytes;
  hasLarge |= size.index >= FirstLarge;
}

void Pool::trim() {
  for (Free *&list : lists)
    while (Free *block = list) {
      list = block->next;
      std::free(block);
    }
  cached = 0;
}

class SharedPool {
public:
  void *take(size_t bytes) {
    SizeClass size = classOf(bytes);
    {
      std::lock_guard lock(mutex);
      if (size.index >= 0 && pool.lists[size.index])
        return pool.take(bytes);
    }
    return fromSystem(size.bytes);
  }
  // Takes over a list of blocks of one size class.
  void giveAll(Pool::Free *list, int index, size_t bytes) {
    std::lock_guard lock(mutex);
    while (Pool::Free *block = list) {
      list = block->next;
      if (pool.cached + bytes > SharedLimit) {
        std::free(block);
        continue;
      }
      block->next = std::exchange(pool.lists[index], block);
      pool.cached += bytes;
    }
  }
  void give(void *block, size_t bytes) {
    SizeClass size = classOf(bytes);
    if (!LITH_POOL_CACHES || size.index < 0)
      std::free(block);
    else
      giveAll(::new (block) Pool::Free{nullptr}, size.index, size.bytes);
  }

private:
  std::mutex mutex;
  Pool pool;
};

// Never destroyed: objects may be released during the exit of the process.
static SharedPool &sharedPool() {
  static SharedPool *pool = new SharedPool;
  return *pool;
}

void Pool::shareLarge() {
  if (!std::exchange(hasLarge, false))
    return;
  for (int index = FirstLarge; index < ClassCount; ++index) {
    if (!lists[index])
      continue;
    int power = 10 + (index - 32) / 4, quarter = (index - 32) % 4;
    size_t bytes = (size_t(1) << power) + (size_t(quarter + 1) << (power - 2));
    for (Free *block = lists[index]; block; block = block->next)
      cached -= bytes;
    sharedPool().giveAll(std::exchange(lists[index], nullptr), index, bytes);
  }
}

void *takeShared(size_t bytes) {
  SizeClass size = classOf(bytes);
  if (size.bytes >= SharedMinimum)
    return sharedPool().take(bytes);
  SmallCache *cache = smallCache();
  return cache ? cache->take(size) : fromSystem(size.bytes);
}

void giveShared(void *block, size_t bytes) {
  SizeClass size = classOf(bytes);
  if (size.bytes >= SharedMinimum)
    sharedPool().give(block, bytes);
  else if (SmallCache *cache = smallCache())
    cache->give(block, size);
  else
    std::free(block);
}

} // namespace lith
