// SavedNames.h: what of a node's arguments and results its rule reads.
#ifndef LITH_STAGE_GRADIENTS_SAVEDNAMES_H
#define LITH_STAGE_GRADIENTS_SAVEDNAMES_H

#include "stage/source/Session.h"
#include "llvm/ADT/StringSet.h"

namespace lith::stage::gradients {

/// The parameters of a rule whose elements it reads where these gradients are needed: those that
/// eager saves. What it asks of sizes and dtypes saves nothing, also where a function that it calls
/// does.
llvm::StringSet<> savedNames(Session &session, const FunctionCode &rule, llvm::ArrayRef<bool> needs,
                             unsigned depth = 0);

} // namespace lith::stage::gradients

#endif // LITH_STAGE_GRADIENTS_SAVEDNAMES_H
