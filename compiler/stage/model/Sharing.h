// Sharing.h: which storages may be one.
#ifndef LITH_STAGE_MODEL_SHARING_H
#define LITH_STAGE_MODEL_SHARING_H

#include "stage/model/Facts.h"
#include "stage/model/Values.h"

#include "llvm/ADT/SmallVector.h"

#include <unordered_map>

namespace lith::stage {

/// The facts that keep a storage apart from what it was merged or copied with (markShared).
struct Sharing {
  std::unordered_map<Address, llvm::SmallVector<std::pair<FactKind, Site>, 1>> marks;
  /// What is shared with `from` is shared with `to` as well.
  void inherit(Address from, Address to);
};

} // namespace lith::stage

#endif // LITH_STAGE_MODEL_SHARING_H
