// Sharing.h: which storages may be one.
#ifndef LITH_STAGE_MODEL_SHARING_H
#define LITH_STAGE_MODEL_SHARING_H

#include "stage/model/Facts.h"
#include "stage/model/Values.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <unordered_map>

namespace lith::stage {

struct Sharing {
  /// All that containers of run time hold, as the storage that it may be.
  static constexpr Address InContainers = ~Address(0) >> 1;

  /// The facts that keep a storage apart from what it was merged or copied with (markShared).
  std::unordered_map<Address, llvm::SmallVector<std::pair<FactKind, Site>, 1>> marks;
  /// Those that a storage was made of, of which it may be any.
  std::unordered_map<Address, llvm::SmallVector<Address, 2>> sources;
  using Origins = std::unordered_map<Address, llvm::DenseSet<Address>>;
  /// While the header of a loop is made anew: what objects that are forgotten may be.
  const Origins *forgotten = nullptr;
  /// Storages of before the call that were written where gradients are.
  llvm::DenseSet<Address> recorded;
  /// Memory of run time that was written, in any function.
  llvm::DenseSet<Address> written;
  /// Storages that a trip of a loop writes: what a trip keeps of them, the next one writes.
  llvm::DenseSet<Address> writtenByTrips;
  /// Whether a history of what containers hold was changed by a write, in any function.
  bool isContainedWritten = false;
  /// What is shared with `from` is shared with `to` as well.
  void inherit(Address from, Address to);
  void addSource(Address source, Address of);
  /// The storages that this one may be, with itself.
  llvm::DenseSet<Address> mayBe(Address storage) const;
  bool mayBeAnyOf(Address storage, const llvm::DenseSet<Address> &others) const;
  /// What those from here on may be that are older.
  Origins olderThan(Address first) const;
  /// Forgets those from here on.
  void rollBack(Address first);

private:
  /// What an object that is forgotten may be; null for others.
  const llvm::DenseSet<Address> *knownOfForgotten(Address storage) const;
};

} // namespace lith::stage

#endif // LITH_STAGE_MODEL_SHARING_H
