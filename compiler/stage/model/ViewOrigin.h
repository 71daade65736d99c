// ViewOrigin.h: how a view was made, which decides whether it may be written and whether gradients
// go through it. Views of it have it, too.
#ifndef LITH_STAGE_MODEL_VIEWORIGIN_H
#define LITH_STAGE_MODEL_VIEWORIGIN_H

#include "stage/model/Values.h"

#include "llvm/ADT/StringRef.h"

namespace lith::stage {

/// One of the views that a function gives together, as torch.unbind does.
struct OneOfSeveral {
  llvm::StringRef function; ///< as eager calls its node; empty: it is none
  unsigned place = 0;       ///< which of the results
  unsigned depth = 0;       ///< how many steps the chain of that view has
  explicit operator bool() const { return !function.empty(); }
  bool operator==(const OneOfSeveral &) const = default;
};

struct ViewOrigin {
  bool isNoGrad = false; ///< made where no gradients were: no gradient goes through it
  /// Its base, which became a leaf that requires a gradient after it was made: none goes through it
  /// either.
  Address earlyOf = NoAddress;
  /// Its base requires a gradient since somebody wrote it, and nobody has asked for its node yet:
  /// eager takes it for a leaf where it is written in place.
  bool isUnasked = false;
  bool hasNode = false; ///< it is a view of one of the first two, made where gradients are
  OneOfSeveral several;
  bool isOneOf = false; ///< whichever of several tensors it is, some are such views

  /// A leaf that gets no gradient.
  bool isCut() const { return (isNoGrad || earlyOf != NoAddress) && !hasNode; }
  /// Eager may object where it, or its memory, is written.
  bool isMarked() const { return isNoGrad || isOneOf || earlyOf != NoAddress || several; }
  bool operator==(const ViewOrigin &) const = default;
};

} // namespace lith::stage

#endif // LITH_STAGE_MODEL_VIEWORIGIN_H
