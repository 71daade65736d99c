// Places.h: what reading and writing at places that tensors of indices name have in common.
#ifndef LITH_OPS_PLACES_H
#define LITH_OPS_PLACES_H

#include "ops/Tensors.h"

namespace lith::ops {

/// One stored element joined with another, as scatter and index_put reduce.
enum class Reduce { Set, Add, Multiply, Larger, Smaller };

template <typename T> T reduced(Reduce how, T old, T value) {
  if constexpr (isComplex<T>) {
    return how == Reduce::Add ? old + value : how == Reduce::Multiply ? old * value : value;
  } else {
    using A = Accumulate<T>;
    A a = A(old), b = A(value);
    switch (how) {
    case Reduce::Add:
      return T(std::is_same_v<T, bool> ? A(a || b) : A(a + b));
    case Reduce::Multiply:
      return T(A(a * b));
    case Reduce::Larger:
      return a != a || a > b ? old : value;
    case Reduce::Smaller:
      return a != a || a < b ? old : value;
    default:
      return value;
    }
  }
}

/// Walks the coordinates of `sizes` in row-major order.
class Walk {
public:
  explicit Walk(std::span<const int64_t> sizes) : sizes(sizes) {}
  int64_t at[LITH_MAX_RANK] = {};
  void next() {
    for (int d = int(sizes.size()) - 1; d >= 0; --d) {
      if (++at[d] < sizes[d])
        return;
      at[d] = 0;
    }
  }

private:
  std::span<const int64_t> sizes;
};

} // namespace lith::ops

#endif // LITH_OPS_PLACES_H
