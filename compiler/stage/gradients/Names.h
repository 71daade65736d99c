// Names.h: what eager calls the nodes of a graph.
#ifndef LITH_STAGE_GRADIENTS_NAMES_H
#define LITH_STAGE_GRADIENTS_NAMES_H

#include "stage/Stage.h"

namespace lith::stage::gradients {

/// As messages have it: "Mul", "torch::autograd::CopySlices".
std::string nameOfNode(Stage &, const History &known);
/// What the anomaly mode calls a node: "MulBackward0".
std::string functionName(Stage &, const NodeObject &node);

/// Of views that are the results of one function: what its messages begin and end with.
std::string outputOf(unsigned place, llvm::StringRef function);
inline constexpr llvm::StringLiteral OfSeveral =
    " This view is the output of a function that returns multiple views. Such functions do not "
    "allow the output views to be modified inplace. You should replace the inplace operation by an "
    "out-of-place one.";

} // namespace lith::stage::gradients

#endif // LITH_STAGE_GRADIENTS_NAMES_H
