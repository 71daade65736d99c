// Mapped.h: tensors inside torch.vmap.
//
// A function that vmap maps sees each of its tensors without the dimension it is
// mapped over. Here that is an object of its own, a mapped tensor: a plain tensor
// whose first dimensions are mapped ones, one for each of its levels (numbers of
// the enclosing calls of vmap, ascending). It is no TensorObject, so what does not
// know of it refuses it.
#ifndef LITH_STAGE_TENSOR_MAPPED_H
#define LITH_STAGE_TENSOR_MAPPED_H

#include "stage/Stage.h"

namespace lith::stage {

namespace tensor {

/// The tensor that holds all of a mapped one; any other value as it is.
Value physicalOf(Stage &, Value value);
/// Runs an elementwise operator on operands of which one is mapped.
Result mapElements(Stage &, llvm::ArrayRef<Value> operands,
                   llvm::function_ref<Result(llvm::ArrayRef<Value>)> run);
void registerMapped(Registry &registry);

} // namespace tensor
} // namespace lith::stage

#endif // LITH_STAGE_TENSOR_MAPPED_H
