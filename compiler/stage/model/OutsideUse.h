// OutsideUse.h: what functions of the IR see of objects that existed before the call: them as they
// were then, so that a write of what one of them reads is refused.
#ifndef LITH_STAGE_MODEL_OUTSIDEUSE_H
#define LITH_STAGE_MODEL_OUTSIDEUSE_H

#include "diagnostics/Diagnostic.h"
#include "stage/model/Values.h"

#include "llvm/ADT/SetVector.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lith::stage {

/// An attribute, a global or a member of a class; without a name: all that the object has.
using OutsideName = std::pair<host::Handle, std::string>;

/// A list, dict or set that a function has as one of run time of its own: what it writes there
/// nobody else would see.
struct ContainerCopy {
  mlir::Type type;          ///< of its value of run time
  diag::Diagnostic refusal; ///< where one of that type may be written
};

/// What one function does with such objects. Logs, so that a discarded trip of a loop takes its
/// part back.
struct OutsideUse {
  llvm::SetVector<Address> objects; ///< read as a whole
  llvm::SetVector<OutsideName, std::vector<OutsideName>, std::set<OutsideName>> names; ///< read
  std::optional<diag::Diagnostic> refusedWrite; ///< of any of them: it is refused
  std::vector<ContainerCopy> copies;
};

/// A write anywhere in the program.
struct OutsideWrite {
  Address object;
  OutsideName name;         ///< without a handle: of an object that only a description stands for
  diag::Diagnostic refusal; ///< where a function reads the place
};

} // namespace lith::stage

#endif // LITH_STAGE_MODEL_OUTSIDEUSE_H
