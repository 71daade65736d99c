// Dialect.h: the lith dialect's classes, and the questions that passes and code
// generation ask about any operation (may it raise, what does it consume).
#ifndef LITH_IR_DIALECT_H
#define LITH_IR_DIALECT_H

#include "ir/Mlir.h"

namespace lith::ir {
// The traits of LithBase.td: marks, without members.
template <typename Op> class Elementwise : public mlir::OpTrait::TraitBase<Op, Elementwise> {};
template <typename Op> class View : public mlir::OpTrait::TraitBase<Op, View> {};
template <typename Op> class MayRaise : public mlir::OpTrait::TraitBase<Op, MayRaise> {};
template <typename Op>
class ConsumesOperands : public mlir::OpTrait::TraitBase<Op, ConsumesOperands> {};
template <typename Op> class TakesOwned : public mlir::OpTrait::TraitBase<Op, TakesOwned> {};
} // namespace lith::ir

namespace lith::ir {
struct RuntimeFunction;
/// The function of the runtime that an operation of this name calls; there is one.
const RuntimeFunction &functionOf(llvm::StringRef operation);
} // namespace lith::ir

#include "ir/LithDialect.h.inc"
#include "ir/LithEnums.h.inc"
#include "ir/LithInterfaces.h.inc"
#define GET_TYPEDEF_CLASSES
#include "ir/LithTypes.h.inc"
#define GET_OP_CLASSES
#include "ir/LithOps.h.inc"

namespace lith::ir {

/// Whether the operation may leave an exception pending.
bool mayRaise(mlir::Operation *op);

/// Whether `lith.raised` asks about the operation, which then stays until that is answered.
bool isAskedAbout(mlir::Operation *op);

/// What a call of the function reads and writes; that it may raise is a write, and that it lacks
/// memory where somebody asks.
void addRuntimeEffects(mlir::Operation *call, const RuntimeFunction &function,
                       llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance> &effects);

/// Makes the operation of its own of each call by `lith.rt` that has one today.
void upgradeCalls(mlir::ModuleOp module);

/// Whether the operation takes over its operand `index`, so that the caller no longer owns it.
bool consumes(mlir::Operation *op, unsigned index);

/// The value whose reference `value` is another form of: boxing, unboxing, refining a type and
/// loading with `alias` take no reference of their own.
mlir::Value owner(mlir::Value value);

/// The attribute of a function that takes over its arguments; others borrow them.
inline constexpr llvm::StringLiteral takesArguments = "lith.takes_arguments";

/// Whether the program holds a reference for `value`: it is counted, made by an operation, and not
/// a constant, state, a borrowed argument of the function or another form of such.
bool isOwned(mlir::Value value);

/// Whether values of this type are counted at run time (tensors, strings, containers, boxes).
bool isCounted(mlir::Type type);

/// The tensor type of a tensor value or storage, else null.
mlir::TensorType tensorType(mlir::Type type);

/// The lith_dtype of an element type, -1 for one that is not a dtype; and back.
int dtypeOf(mlir::Type element);
mlir::Type elementType(mlir::MLIRContext *context, int dtype);
/// Bytes of one element.
int64_t dtypeBytes(int dtype);

/// The lith_tag that a value of this type has when boxed; -1 for a box.
int tagOf(mlir::Type type);

/// The lith_class of a built-in exception; -1 for another name.
int exceptionClass(llvm::StringRef name);

/// A context with the dialects of Lith loaded and threading off.
std::unique_ptr<mlir::MLIRContext> makeContext();

} // namespace lith::ir

#endif // LITH_IR_DIALECT_H
