// Partition.h: which known nodes become one node of run time together.
#ifndef LITH_STAGE_GRADIENTS_PARTITION_H
#define LITH_STAGE_GRADIENTS_PARTITION_H

#include "stage/Stage.h"

#include <set>

namespace lith::stage::gradients {

/// Known nodes by the one through which gradients come to them.
class Partition {
public:
  Partition(Stage &s, llvm::ArrayRef<History> wanted);
  std::set<Address> roots; ///< older ones first
  llvm::DenseMap<Address, Address> segment;

private:
  using YoungestFirst = std::set<Address, std::greater<>>; ///< consumers before what they lead to
  void enter(const History &history, Address from, YoungestFirst &left);
  Stage &s;
};

/// Code of the user's runs in it: not where no gradient is wanted that it leads to, which only the
/// engine can tell, and also where it is reached without a gradient.
bool isObserved(const NodeObject &node);

/// Nodes that run time would make more than once, on several paths or in each trip of a loop that
/// they were made before: where one is recorded it becomes a node of run time, from the next
/// attempt on.
void askForShared(Stage &, const Partition &);
/// The same of functions of the user's that are older than one that becomes a node of run time now:
/// a backward runs the younger one first, and what it prints is seen.
void askForOrder(Stage &, const Partition &);
/// The same of the node of a view where a backward of run time stops, which others have within
/// them: the view has a history of its own then, from where it is made on.
void askForView(Stage &, const History &view);
/// The same of nodes in the segment of `root` that may raise: whether they run the engine decides.
void askForOwn(Stage &, Address root, llvm::ArrayRef<Address> nodes);
/// The same of nodes that a backward is about to run where it stands, from `roots` on, which nodes
/// of run time have too: what one of them uses up, the other has not.
void askForTaken(Stage &, llvm::ArrayRef<Address> nodes, llvm::ArrayRef<History> roots);

} // namespace lith::stage::gradients

#endif // LITH_STAGE_GRADIENTS_PARTITION_H
