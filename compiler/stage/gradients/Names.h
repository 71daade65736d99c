// Names.h: what eager calls the nodes of a graph.
#ifndef LITH_STAGE_GRADIENTS_NAMES_H
#define LITH_STAGE_GRADIENTS_NAMES_H

#include "stage/Stage.h"

namespace lith::stage::gradients {

/// As messages have it: "Mul", "torch::autograd::CopySlices".
std::string nameOfNode(Stage &, const History &known);
/// What the anomaly mode calls a node: "MulBackward0".
std::string functionName(Stage &, const NodeObject &node);

} // namespace lith::stage::gradients

#endif // LITH_STAGE_GRADIENTS_NAMES_H
