// Owned.h: the counted values that a function owns at one point, in the order
// in which it got them, as a path in a shared tree: equal prefixes are one node,
// so that code which releases them is written once.
#ifndef LITH_CODEGEN_HOST_OWNED_H
#define LITH_CODEGEN_HOST_OWNED_H

#include "ir/Mlir.h"

namespace lith::codegen {

class OwnedChain {
public:
  using Node = unsigned; ///< 0: nothing is owned
  using State = std::vector<std::pair<mlir::Value, Node>>;

  /// From now on all that is owned is node 0: the code that releases does not depend on it.
  void forgetPaths() { hasPaths = false; }

  void add(mlir::Value value);
  /// The value must be owned.
  void remove(mlir::Value value);
  bool contains(mlir::Value value) const;
  /// How many references to the value are owned.
  unsigned count(mlir::Value value) const;

  Node node() const { return state.empty() ? 0 : state.back().second; }
  mlir::Value valueOf(Node node) const { return nodes[node].second; }
  Node parentOf(Node node) const { return nodes[node].first; }

  const State &get() const { return state; }
  void set(State other) { state = std::move(other); }

private:
  Node child(Node parent, mlir::Value value);

  bool hasPaths = true;
  State state;
  std::vector<std::pair<Node, mlir::Value>> nodes{{0, {}}};
  llvm::DenseMap<std::pair<Node, mlir::Value>, Node> children;
};

} // namespace lith::codegen

#endif // LITH_CODEGEN_HOST_OWNED_H
