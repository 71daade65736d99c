// Rules.h: gradients by the rule that the record of an operator names.
#ifndef LITH_STAGE_GRADIENTS_RULES_H
#define LITH_STAGE_GRADIENTS_RULES_H

#include "stage/gradients/Backward.h"

namespace lith::stage::gradients {

/// As gradientsOf, of a node of an operator.
std::optional<std::vector<Value>> ofRule(Stage &, Address node, llvm::ArrayRef<Value> ofResults,
                                         llvm::ArrayRef<bool> needs, bool isLater,
                                         SavedTensors *saved);

} // namespace lith::stage::gradients

#endif // LITH_STAGE_GRADIENTS_RULES_H
