// PhiPlaces.h: phis in memory. Where paths meet, most variables are what they were where the paths
// parted: such phis share a place, and what the place holds already is not stored again. Else
// hundreds of paths that each set one of hundreds of variables would store all of them.
#ifndef LITH_CODEGEN_PHIPLACES_H
#define LITH_CODEGEN_PHIPLACES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Instructions.h"

namespace lith::codegen {

class PhiPlaces {
public:
  /// `blocks` are those of the function in reverse post-order. Each phi is read where its block
  /// begins, its operands are stored at the end of the blocks that they come from.
  PhiPlaces(llvm::ArrayRef<llvm::BasicBlock *> blocks, llvm::ArrayRef<llvm::PHINode *> phis);
  /// One phi for all that share a place.
  llvm::PHINode *leader(llvm::PHINode *phi) const { return phis[leaders[numbers.lookup(phi)]]; }
  /// Whether the place holds this operand where the path enters the block.
  bool holds(llvm::PHINode *phi, unsigned operand) const { return held.contains({phi, operand}); }

private:
  void unite(unsigned a, unsigned b);
  bool conflict(llvm::BasicBlock *a, llvm::BasicBlock *b);
  void findHeld(llvm::ArrayRef<unsigned> members);
  int numberOf(llvm::Value *value) const;

  llvm::ArrayRef<llvm::BasicBlock *> blocks;
  llvm::ArrayRef<llvm::PHINode *> phis;
  llvm::DenseMap<llvm::BasicBlock *, unsigned> places; ///< of blocks, in their order
  std::vector<llvm::SmallVector<unsigned, 2>> predecessors;
  llvm::DenseMap<llvm::PHINode *, unsigned> numbers;
  std::vector<unsigned> leaders;
  std::vector<std::vector<unsigned>> groups; ///< by leader
  llvm::DenseMap<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>, bool> conflicts;
  llvm::DenseSet<std::pair<llvm::PHINode *, unsigned>> held;
};

} // namespace lith::codegen

#endif // LITH_CODEGEN_PHIPLACES_H
