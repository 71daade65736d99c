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

bool isMapped(Stage &, Value value);
/// The whole tensor and the numbers of its levels, of an object that stands for a mapped one.
std::optional<std::pair<Value, Value>> mappedParts(Stage &, const InstanceObject &instance);
/// Whether one of them, or an element of a tuple or known list among them, is mapped.
bool anyMapped(Stage &, llvm::ArrayRef<Value> values);
/// An attribute of a mapped tensor; undefined when there is none.
Result mappedAttribute(Stage &, Value mapped, llvm::StringRef name);
Result mappedGetItem(Stage &, Value object, Value index);
/// bool(x) and x.item() of a mapped tensor: what eager raises.
Result mappedTruth(Stage &);
/// Calls a primitive that computes in C++, one of whose arguments is mapped.
Result callMapped(Stage &, const Primitive &primitive, const Arguments &arguments);

namespace tensor {

/// The tensor that holds all of a mapped one; any other value as it is.
Value physicalOf(Stage &, Value value);
/// Runs an elementwise operator on operands of which one is mapped.
Result mapElements(Stage &, llvm::ArrayRef<Value> operands,
                   llvm::function_ref<Result(llvm::ArrayRef<Value>)> run);
/// The function of the prelude that a primitive is; null: it is none (Register.cpp).
const FunctionCode *compositeCode(Stage &, const Primitive &primitive);
/// Whether a primitive is a composite or elementwise: it takes mapped tensors itself
/// (Register.cpp).
bool handlesMapped(const Primitive &primitive);
void registerMapped(Registry &registry);

} // namespace tensor
} // namespace lith::stage

#endif // LITH_STAGE_TENSOR_MAPPED_H
