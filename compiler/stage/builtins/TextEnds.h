// TextEnds.h: what is known of a text that run time puts together.
#ifndef LITH_STAGE_BUILTINS_TEXTENDS_H
#define LITH_STAGE_BUILTINS_TEXTENDS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/StringRef.h"

namespace lith::stage {

/// The constants that a text begins and ends with, such as "on_" of `"on_" + state`; may be empty.
struct TextEnds {
  llvm::StringRef beginning, end;

  bool fit(llvm::StringRef text) const {
    return text.size() >= beginning.size() + end.size() && text.starts_with(beginning) &&
           text.ends_with(end);
  }
};

TextEnds endsOf(mlir::Value text);

} // namespace lith::stage

#endif // LITH_STAGE_BUILTINS_TEXTENDS_H
