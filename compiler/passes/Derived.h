// Derived.h: constants that passes make of a program's constants.
#ifndef LITH_PASSES_DERIVED_H
#define LITH_PASSES_DERIVED_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lith::passes {

/// How a constant is computed. The others are named by their indices among those of the stage.
struct Derived {
  enum class Kind : uint8_t {
    Product, ///< first [rows, k] * second [k, columns], or, transposed, second [columns, k]
    Codes,   ///< of first, a matrix: LITH_CODE_STEP in lith/abi.h
    Bounds,  ///< of the same, with second, a vector or -1, as what is added
  };
  Kind kind;
  int64_t first, second = -1;
  bool transposed = false;
  bool operator==(const Derived &) const = default;
};

/// The constants of the stage, and behind them those that are derived.
class DerivedConstants {
public:
  explicit DerivedConstants(int64_t staged) : staged(staged) {}
  bool isStaged(int64_t index) const { return index < staged; }
  /// The index that the graph names it by.
  int64_t add(const Derived &derived) {
    auto at = std::find(all.begin(), all.end(), derived);
    auto index = at - all.begin();
    if (at == all.end())
      all.push_back(derived);
    return staged + index;
  }
  const std::vector<Derived> &list() const { return all; }

private:
  int64_t staged;
  std::vector<Derived> all;
};

} // namespace lith::passes

#endif // LITH_PASSES_DERIVED_H
