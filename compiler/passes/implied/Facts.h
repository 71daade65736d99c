// Facts.h: what is known about numbers at one point of a function.
//
// Facts hold from where they are learnt to the end of the scope that is open then;
// scopes follow the dominator tree.
#ifndef LITH_PASSES_IMPLIED_FACTS_H
#define LITH_PASSES_IMPLIED_FACTS_H

#include "ir/Dialect.h"

#include "llvm/ADT/ScopedHashTable.h"

namespace lith::passes {

/// The ints from `low` to `high`, both included.
struct Range {
  int64_t low = INT64_MIN, high = INT64_MAX;
  bool contains(int64_t value) const { return low <= value && value <= high; }
};

class Facts {
public:
  class Scope {
  public:
    explicit Scope(Facts &facts)
        : known(facts.known), relations(facts.relations), ranges(facts.ranges) {}

  private:
    llvm::ScopedHashTableScope<mlir::Value, bool> known;
    llvm::ScopedHashTableScope<std::pair<mlir::Value, mlir::Value>, unsigned> relations;
    llvm::ScopedHashTableScope<mlir::Value, Range> ranges;
  };

  /// `condition` is `value` from here on, and so is what follows from it.
  void assume(mlir::Value condition, bool value);
  /// Whether the condition is decided.
  std::optional<bool> decide(mlir::Value condition);
  std::optional<bool> decide(ir::CompareOp compare);

  Range range(mlir::Value value);
  void setRange(mlir::Value value, Range range) { ranges.insert(value, range); }

private:
  /// Bits of the relations that are still possible between two ints.
  enum : unsigned { Less = 1, Equal = 2, Greater = 4, Any = 7 };
  static unsigned holdsFor(ir::CompareKind kind);
  unsigned relation(mlir::Value a, mlir::Value b);
  void relate(mlir::Value a, mlir::Value b, unsigned possible);
  void refine(mlir::Value value, int64_t low, int64_t high);

  llvm::ScopedHashTable<mlir::Value, bool> known;
  llvm::ScopedHashTable<std::pair<mlir::Value, mlir::Value>, unsigned> relations;
  llvm::ScopedHashTable<mlir::Value, Range> ranges;
};

} // namespace lith::passes

#endif // LITH_PASSES_IMPLIED_FACTS_H
