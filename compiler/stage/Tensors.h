// Tensors.h: what the language asks of tensors: the object model of tensors as
// far as the rest of the stage sees it. Implemented in stage/tensor.
//
// `tensor` is always a Ref of a TensorObject of the current state, or, where it says so, one
// that vmap maps over (Mapped.h).
#ifndef LITH_STAGE_TENSORS_H
#define LITH_STAGE_TENSORS_H

#include "stage/model/Registry.h"
#include "syntax/Ast.h"

namespace lith::stage {

/// A new tensor object with a storage of its own that holds `contents` (a ranked tensor).
Value newTensor(Stage &, mlir::Value contents, bool requiresGrad = false);
/// A tensor that existed before the call: `input` is a tensor value, or a !lith.storage when the
/// program writes it.
Value newOutsideTensor(Stage &, mlir::Value input, bool requiresGrad, host::Handle cls, Site site);
/// The contents of the tensor now.
mlir::Value tensorContents(Stage &, Value tensor);
/// The tensor's storage leaves the known heap (enters a box or a runtime container): the SSA value
/// to box, a tensor value or a !lith.storage.
mlir::Value tensorForBox(Stage &, Value tensor);

/// Binary operator where at least one side is a tensor (or mapped) and the other a tensor or a
/// number; `inPlace` for augmented assignment. Empty Value (undefined) when the types do not go
/// together: TypeError.
Result tensorBinary(Stage &, syntax::Operator, Value left, Value right, bool inPlace);
Result tensorCompare(Stage &, syntax::CmpOperator, Value left, Value right);
Result tensorUnary(Stage &, syntax::UnaryOperator, Value tensor); ///< not for Not
/// bool(tensor), int(tensor), float(tensor): a Static or Scalar; raises on many elements.
Result tensorTruth(Stage &, Value tensor);
Result tensorToNumber(Stage &, Value tensor, ScalarType type);
Value tensorToIndex(Stage &, Value tensor);
Result tensorGetItem(Stage &, Value tensor, Value index);
bool tensorSetItem(Stage &, Value tensor, Value index, Value value); ///< false: the path ended
/// len(tensor); raises TypeError on rank 0.
Result tensorLength(Stage &, Value tensor);
/// An attribute that is not a method: shape, dtype, T, grad, ... ; undefined when there is none.
Result tensorAttribute(Stage &, Value tensor, llvm::StringRef name);
/// From now on an object holds what is set on the tensor, its gradient first.
void holdAttributes(Stage &, Value tensor);
/// Assignment to grad, data, requires_grad; Static False when the attribute is not one of these.
Result tensorSetAttribute(Stage &, Value tensor, llvm::StringRef name, Value value);

/// Raises eager's TypeError where no signature of the function or method takes these arguments;
/// false: the path ended. True where something about them is not known.
bool checkArguments(Stage &, llvm::StringRef spelling, const Arguments &arguments);

/// The call of an operator of which an argument, or an element of one, is one of several values, or
/// names a dimension that only run time knows: a call of its own for each. None: there is no such
/// argument.
std::optional<Result> callOpen(Stage &, const Primitive &, Arguments &);

/// Converts the arguments of an operator as torch.autocast does where a region of it encloses the
/// call.
void autocast(Stage &, llvm::StringRef spelling, Arguments &arguments);

// --- tensors that vmap maps over

bool isMapped(Stage &, Value value);
/// Whether one of them, or an element of a tuple or known list among them, is mapped.
bool anyMapped(Stage &, llvm::ArrayRef<Value> values);

// --- what is done to tensors that vmap maps over

/// bool(x) and x.item() of a mapped tensor: what eager raises.
Result mappedTruth(Stage &);
Result mappedGetItem(Stage &, Value object, Value index);
/// An attribute of a mapped tensor; undefined when there is none.
Result mappedAttribute(Stage &, Value mapped, llvm::StringRef name);
/// The whole tensor and the numbers of its levels, of an object that stands for a mapped one.
std::optional<std::pair<Value, Value>> mappedParts(Stage &, const InstanceObject &instance);
/// Calls a primitive that draws random numbers, within torch.vmap; none: it draws nothing, or the
/// same for all that is mapped over.
std::optional<Result> drawMapped(Stage &, const Primitive &primitive, const Arguments &arguments);
/// Calls a primitive that computes in C++, one of whose arguments is mapped.
Result callMapped(Stage &, const Primitive &primitive, const Arguments &arguments);

namespace tensor {
/// Whether a primitive is a composite or elementwise: it takes mapped tensors itself
/// (Register.cpp).
bool handlesMapped(const Primitive &primitive);
/// The function of the prelude that a primitive is; null: it is none (Register.cpp).
const FunctionCode *compositeCode(Stage &, const Primitive &primitive);
} // namespace tensor

} // namespace lith::stage

#endif // LITH_STAGE_TENSORS_H
