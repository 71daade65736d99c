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

using Levels = llvm::SmallVector<int64_t, 4>;

/// The tensor that holds all of a mapped one; any other value as it is.
Value physicalOf(Stage &, Value value);
/// Of a plain tensor: none.
Levels levelsOf(Stage &, Value value);
Levels allLevels(Stage &, llvm::ArrayRef<Value> values);
/// A mapped tensor; the tensor as it is when it has no levels.
Value makeMapped(Stage &, Value physical, llvm::ArrayRef<int64_t> levels);
/// The same with the levels of another.
Value mappedLike(Stage &, Value physical, Value like);
/// The whole tensor with a dimension for each of the levels (of size 1 where it has none) and,
/// after them, at least `rank` of its own. Without levels: as it is, and those of its own.
Value align(Stage &, Value value, llvm::ArrayRef<int64_t> levels, unsigned rank);
/// Runs an elementwise operator on operands of which one is mapped.
Result mapElements(Stage &, llvm::ArrayRef<Value> operands,
                   llvm::function_ref<Result(llvm::ArrayRef<Value>)> run);
void registerMapped(Registry &registry);

} // namespace tensor
} // namespace lith::stage

#endif // LITH_STAGE_TENSOR_MAPPED_H
