// Batched.h: gradients that torch.vmap maps over, of many rows of a jacobian at once.
//
// A graph knows wholes only: what vmap maps over was recorded as the whole tensor. A gradient that
// comes in is one of the whole; it is mapped over those levels that the tensor itself does not
// have, and rules are staged with such gradients as with others. The rule of a function that was
// called with mapped tensors gets them mapped again, as KeptTensor::levels says.
#ifndef LITH_STAGE_GRADIENTS_BATCHED_H
#define LITH_STAGE_GRADIENTS_BATCHED_H

#include "stage/Stage.h"
#include "stage/model/Registry.h"

namespace lith::stage::gradients {

/// The gradient of a tensor, mapped or not, as one of the whole tensor.
Result gradientOfWhole(Stage &, Value gradient, Value tensor);
/// The gradient of an argument of a node whose tensors have these levels, as one of the whole
/// argument: summed over levels that the argument itself does not have.
Result gradientOfArgument(Stage &, Value gradient, Value argument, llvm::ArrayRef<int64_t> levels);
/// The gradient of the whole tensor as one of the tensor.
Result gradientOfMapped(Stage &, Value gradient, Value tensor);
/// The whole of a mapped gradient with its levels as the last dimensions, and back: so the steps of
/// a view mean the same dimensions.
Result levelsLast(Stage &, Value gradient);
Result levelsFirst(Stage &, Value whole, Value like);
/// The views of a chain, of a tensor with so many more dimensions at the end.
Result viewedWithin(Stage &, llvm::ArrayRef<ViewStep> chain, Value tensor, unsigned more);

} // namespace lith::stage::gradients

#endif // LITH_STAGE_GRADIENTS_BATCHED_H
