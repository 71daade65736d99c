// SavedNames.h: what of a node's arguments and results its rule reads.
#ifndef LITH_STAGE_GRADIENTS_SAVEDNAMES_H
#define LITH_STAGE_GRADIENTS_SAVEDNAMES_H

#include "stage/source/Session.h"
#include "llvm/ADT/StringSet.h"

namespace lith::stage::gradients {

/// What is known of an argument of a rule where it is called.
struct KnownArgument {
  bool isNone = false;
  std::optional<double> number;
};
/// Of the argument with this name, or of one of its elements; nothing: it is a tensor, say.
using KnownArguments = llvm::function_ref<std::optional<KnownArgument>(
    llvm::StringRef name, std::optional<size_t> element)>;

/// The parameters of a rule whose elements it reads, as far as its tests are known: those that
/// eager saves. What it asks of sizes and dtypes saves nothing, also where a function that it calls
/// does. `kept(x)` in a rule says that eager saves x although the rule needs nothing of it,
/// `not_kept(x)` that it does not.
llvm::StringSet<> savedNames(Session &session, const FunctionCode &rule, KnownArguments known,
                             unsigned depth = 0);

} // namespace lith::stage::gradients

#endif // LITH_STAGE_GRADIENTS_SAVEDNAMES_H
