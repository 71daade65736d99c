// Arena.h: memory for one file's tree, freed all at once.
//
// Nothing that lives here has a destructor; a pointer into the arena is valid
// as long as the File that owns it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace lith::syntax {

// A sequence in the arena. Cheap to copy; does not own its elements.
template <class T> class Seq {
public:
  Seq() = default;
  Seq(T *data, size_t size) : elements(data), count(static_cast<uint32_t>(size)) {}

  T *begin() const { return elements; }
  T *end() const { return elements + count; }
  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  T &operator[](size_t i) const { return elements[i]; }
  T &front() const { return elements[0]; }
  T &back() const { return elements[count - 1]; }

private:
  T *elements = nullptr;
  uint32_t count = 0;
};

class Arena {
public:
  Arena() = default;
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  void *allocate(size_t bytes, size_t align = alignof(void *)) {
    uintptr_t at = (next + align - 1) & ~(uintptr_t(align) - 1);
    if (at + bytes > limit)
      return allocateSlow(bytes, align);
    next = at + bytes;
    return reinterpret_cast<void *>(at);
  }

  template <class T, class... Args> T *make(Args &&...args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  template <class T> Seq<T> copy(const T *data, size_t size) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (size == 0)
      return {};
    T *to = static_cast<T *>(allocate(size * sizeof(T), alignof(T)));
    std::memcpy(static_cast<void *>(to), data, size * sizeof(T));
    return {to, size};
  }
  template <class T> Seq<T> seq(std::initializer_list<T> items) {
    return copy(items.begin(), items.size());
  }

  std::string_view copy(std::string_view text) {
    char *to = static_cast<char *>(allocate(text.size() + 1, 1));
    std::memcpy(to, text.data(), text.size());
    to[text.size()] = 0;
    return {to, text.size()};
  }

private:
  void *allocateSlow(size_t bytes, size_t align);

  uintptr_t next = 0;
  uintptr_t limit = 0;
  size_t chunkBytes = 16 << 10;
  std::vector<std::unique_ptr<char[]>> chunks;
};

} // namespace lith::syntax
