// Cluster.h: a set of operators that may become one group.
#ifndef LITH_PASSES_FUSE_CLUSTER_H
#define LITH_PASSES_FUSE_CLUSTER_H

#include "ir/Dialect.h"

#include "llvm/ADT/SetVector.h"

namespace lith::passes {

/// Whether a group may hold the operation at all.
bool isFusible(mlir::Operation *op);

/// Operators of one block, in its order. They run where the last of them stands.
class Cluster {
public:
  explicit Cluster(mlir::Operation *op) : operations{op} {}
  Cluster(const Cluster &first, const Cluster &second);

  llvm::ArrayRef<mlir::Operation *> ops() const { return operations; }
  mlir::Operation *last() const { return operations.back(); }
  bool contains(mlir::Operation *op) const { return llvm::is_contained(operations, op); }

  /// Values from outside, without number constants (which go inside).
  llvm::SmallVector<mlir::Value> inputs() const;
  /// Results that something outside uses.
  llvm::SmallVector<mlir::Value> outputs() const;
  /// Whether one kernel can compute it: shapes, reductions, number of operands.
  bool isKernel() const;
  /// "map" or "reduce".
  llvm::StringRef kind() const;

private:
  enum class Level { Numbers, Full, Reduced };
  struct Fold; // the common dimensions of the reductions

  bool isMap() const;
  bool isReduction(const Fold &fold) const;
  bool fitsFold(mlir::Operation *op, const Fold &fold,
                llvm::DenseMap<mlir::Value, Level> &levels) const;
  bool rowsAgree(const Fold &fold, const llvm::DenseMap<mlir::Value, Level> &levels) const;
  static llvm::SmallVector<int64_t> foldedSizes(mlir::Value value, const Fold &fold);

  llvm::SmallVector<mlir::Operation *> operations;
};

} // namespace lith::passes

#endif // LITH_PASSES_FUSE_CLUSTER_H
