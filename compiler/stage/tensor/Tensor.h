// Tensor.h: what the files of stage/tensor share: operands, sizes, casts, views
// and writes of abstract tensors.
//
// Functions that check return false or an empty optional when the path ended
// with an exception, as everywhere in the stage.
#ifndef LITH_STAGE_TENSOR_TENSOR_H
#define LITH_STAGE_TENSOR_TENSOR_H

#include "ops/OperatorTable.h"
#include "stage/Gradients.h"
#include "stage/Stage.h"
#include "stage/model/Dtypes.h"
#include "stage/model/Sizes.h"

#include <lith/abi.h>

namespace lith::stage::tensor {

using Shape = llvm::SmallVector<Size, 4>;
using SSAs = llvm::SmallVector<mlir::Value, 6>;

//===-- Operands (Operands.cpp) ------------------------------------------===//

/// A tensor's contents, or a number: i64, f64 or i1.
struct Operand {
  mlir::Value ssa;
  int dtype;
  bool isNumber;
  unsigned rank() const { return isNumber ? 0 : rankedType(ssa).getRank(); }
};

/// Nothing when the value is neither a tensor nor a number. A complex number becomes a tensor of
/// rank 0 that counts as a number for promotion.
std::optional<Operand> operand(Stage &, Value value);
/// Whether the value is an int and no bool, at compile or run time.
bool isPlainInt(Stage &, Value value);
bool isNumber(Stage &, Value value);
/// Refuses an int past 64 bits, which would be another number in a tensor.
void refuseLong(Stage &, Value value);
/// Raises as eager does of an int that is a scalar of an operator and lies past unsigned 64 bits;
/// one that an unsigned number holds is refused. False: the path ended.
bool checkRange(Stage &, Value value);
int defaultDtype(Stage &);
mlir::RankedTensorType tensorTypeOf(Stage &, Value tensor);
inline unsigned rankOf(Stage &stage, Value tensor) { return tensorTypeOf(stage, tensor).getRank(); }
int dtypeOf(Stage &, Value tensor);
int dtypeOf(mlir::Value tensor);
/// A dtype argument: torch.float32, float, int, bool. Refuses others.
int dtypeArgument(Stage &, Value value);
Value dtypeValue(Stage &, int dtype);
/// Whether the result of an operator on these requires a gradient.
bool needsGrad(Stage &, llvm::ArrayRef<Value> values);
bool needsGradient(Stage &, Value tensor); ///< whether the tensor itself requires one
void withoutGradient(Stage &, Value tensor);

mlir::Value cast(Stage &, mlir::Value tensor, int dtype);
/// A number as a tensor of rank 0; a tensor as it is.
mlir::Value asTensor(Stage &, const Operand &operand, int dtype);
mlir::RankedTensorType makeType(Stage &, llvm::ArrayRef<Size> shape, int dtype);

//===-- Sizes (Shapes.cpp) ------------------------------------------------===//

Shape shapeOf(Stage &, mlir::Value tensor);
/// One size as an SSA i64, and as a Python int.
mlir::Value sizeOf(Stage &, mlir::Value tensor, unsigned dim);
Value sizeValue(Stage &, mlir::Value tensor, unsigned dim);
Size sizeOfValue(Stage &, Value pythonInt);
/// The value of a polynomial whose symbols dominate the current block.
mlir::Value materialise(Stage &, const Size &size);
/// Arithmetic on sizes, folded where constant.
mlir::Value intBinary(Stage &, ir::BinaryKind kind, mlir::Value left, mlir::Value right);
mlir::Value intCompare(Stage &, ir::CompareKind kind, mlir::Value left, mlir::Value right);
mlir::Value numel(Stage &, mlir::Value tensor);

/// The sizes that operands of these shapes broadcast to; checks what is not provable.
std::optional<Shape> broadcast(Stage &, llvm::ArrayRef<mlir::Value> operands);
/// Raises with the values at {0}, {1} ... of the message; the path ends.
Result raiseWith(Stage &, llvm::StringRef exception, llvm::StringRef message,
                 llvm::ArrayRef<Value> values);

/// Raises, or refuses, where a value is none that indexes a tensor.
void raiseNoIndex(Stage &, Value item);

/// What is being stored: it decides the words of the error. What goes into `out=` repeats nothing.
enum class Store : uint8_t { Result, Out, Copy, Item };
/// Raises where elements of a tensor that is to be written share their place, as expand makes them.
void checkWritten(Stage &, Value tensor);
/// Whether this is a view through expand, or of one.
bool isExpanded(const TensorObject &tensor);
/// Whether elements of the tensor may share their place: it is expanded, or comes from outside.
bool maySharePlaces(Stage &, Value tensor);
/// What of the memory of its target an operation may read: all of it in the same order, nothing;
/// as Whole, where elements are copied as they are; `Item`: as Copied, where the sizes agree.
enum class Overlap : uint8_t { Whole, None, Copied, Item };
/// Raises what eager raises where the tensor that is written shares more memory with a source.
void checkApart(Stage &, Value target, Value source, Overlap overlap);
/// Raises what eager raises of `view[advanced] = item`, where `self` is what the index was applied
/// to.
bool checkPut(Stage &, Value view, llvm::ArrayRef<mlir::Value> advanced, Value self, Value item);
/// The same of `x[mask] = item` where the mask is one of uint8.
bool checkBytes(Stage &, Value item);
/// Raises where what `x.f_(...)` reads is memory that it writes.
void checkInPlaceOperands(Stage &, ops::InPlace kind, const Arguments &arguments);
/// Checks that `value` broadcasts to `target` without changing its sizes.
bool checkBroadcastsTo(Stage &, mlir::Value value, mlir::Value target, Store store);
/// The sizes as "[2, 3]" for a message of Stage::check: what only run time knows is a place {n} for
/// one more of `values`.
std::string sizesText(Stage &, mlir::Value tensor, std::vector<Value> &values);
/// What eager says of `tensor.expand(wanted)` with fewer sizes than the tensor has dimensions.
std::string tooFewSizesText(Stage &, mlir::Value tensor, const std::string &wanted, size_t count,
                            std::vector<Value> &values);
/// The same where it would be expanded to the sizes of `target`.
std::string tooFewSizesText(Stage &, mlir::Value tensor, mlir::Value target,
                            std::vector<Value> &values);
/// Raises where a tensor would have more dimensions than Lith knows; false: the path ended.
bool checkRank(Stage &, unsigned rank);
/// Checks equality of two sizes unless provable.
bool checkEqual(Stage &, mlir::Value left, mlir::Value right, llvm::StringRef message);
/// Whether a number names a dimension (rank 0 counts as 1), and what eager says where it does not.
bool isDim(int64_t dim, unsigned rank);
std::string outOfRange(int64_t dim, unsigned rank);
/// A dimension argument wrapped into 0 <= dim < rank (rank 0 counts as 1); raises IndexError.
std::optional<unsigned> wrapDim(Stage &, int64_t dim, unsigned rank);
/// Dimensions, counted from the front; RuntimeError, in sum's words or others, is raised where one
/// is named twice.
std::optional<llvm::SmallVector<int64_t>>
distinctDims(Stage &, llvm::ArrayRef<Value> values, unsigned rank, llvm::StringRef repeated = "");
/// The elements of an int, tuple, list or torch.Size argument, each a Static or Scalar int.
std::optional<std::vector<Value>> intList(Stage &, Value value);

//===-- Objects (Objects.cpp) ---------------------------------------------===//

/// A view object: the operation `name` on the tensor, with operands after it; of its dtype, where
/// no other is given.
Value makeView(Stage &, Value tensor, llvm::StringRef name,
               mlir::ArrayRef<mlir::NamedAttribute> attributes, mlir::ValueRange operands,
               llvm::ArrayRef<Size> shape, std::optional<int> dtype = {});
/// What a tensor is a view of: the contents after the first `depth` steps of its chain.
mlir::Value baseOfView(Stage &, Value tensor, unsigned depth);
/// The tensor's own geometry on a cell storage.
mlir::Value aliasOf(Stage &, Value tensor);
/// Stores `value` (a number, or a tensor of the same dtype that broadcasts) in the tensor.
void write(Stage &, Value tensor, mlir::Value value);
/// Makes `tensor` see what `other` sees: its storage and geometry.
void takeGeometry(Stage &, Value tensor, Value other);
/// For what is a view in PyTorch and here a value of its own, made at this place: a program that
/// writes `tensor` later is refused, for the other side would not see it.
void refuseWrites(Stage &, Value tensor);
/// str(tensor), as PyTorch prints it (Attributes.cpp).
Result textOf(Stage &, Value tensor);
/// Sets the flag, also on PyTorch's tensor where there is one (Attributes.cpp).
void setRequiresGrad(Stage &, Value tensor, bool requiresGrad);
/// Whether the elements are known to lie in row-major order without gaps.
bool isContiguous(Stage &, Value tensor);
/// A tensor that shares the other's storage for all that is known, through a geometry of run time.
Value maybeAlias(Stage &, Value tensor, llvm::StringRef name, mlir::ValueRange operands,
                 llvm::ArrayRef<Size> shape);

//===-- Operators ---------------------------------------------------------===//

/// One elementwise operator on operands of any dtypes (Elementwise.cpp).
Result elementwise(Stage &, const ops::Operator &op, llvm::ArrayRef<Value> arguments);
/// Whether the first operand takes the result of an operator on both, as `a += b` needs it; eager
/// asks this before anything else.
bool checkInPlace(Stage &, const ops::Operator &op, llvm::ArrayRef<Value> arguments);
Result compareElements(Stage &, llvm::StringRef predicate, Value left, Value right);
/// The elementwise operation of this name, on operands of one dtype whose shapes were checked.
mlir::Value emitElementwise(Stage &, llvm::StringRef operation, mlir::ValueRange operands,
                            llvm::ArrayRef<Size> shape, int dtype,
                            llvm::ArrayRef<mlir::NamedAttribute> attributes = {});
/// Arguments in the order of the schema, defaults filled in; empty: raised TypeError.
std::optional<llvm::SmallVector<Value>> bind(Stage &, const ops::Operator &op,
                                             const Arguments &args);
/// Stores the result of an operator in `target` as in-place operators do; the caller has checked
/// that it may be written (checkWritten).
Result storeResult(Stage &, Value target, Value result, Store store = Store::Result);
/// The same as `out=` does: an empty target becomes one of the result's sizes.
Result storeOut(Stage &, Value target, Value result);
/// Views (Views.cpp), by name of the primitive; null: it is none.
PrimitiveFunction viewPrimitive(llvm::StringRef name);
/// Everything else that is not elementwise (Reduce.cpp, Runtime.cpp).
PrimitiveFunction reducePrimitive(llvm::StringRef name);
PrimitiveFunction runtimePrimitive(llvm::StringRef name);
/// prim.put(tensor, values, accumulate, indices): writes where the tensor lies, and gives it.
Result putInMemory(Stage &, const CallInfo &info);
/// prim.random_normal_one_by_one(sizes, dtype): as eager draws where memory is not in one row.
Result normalOneByOne(Stage &, const CallInfo &info);
/// prim.random_normal_by_sixteen(sizes, dtype): as eager draws numbers of half precision.
Result normalBySixteen(Stage &, const CallInfo &info);
/// Stages a primitive of the runtime as its record says.
Result callByRecord(Stage &stage, const CallInfo &info);
/// Helpers that only the prelude uses (Helpers.cpp).
void registerHelpers(Registry &registry);
void registerLists(Registry &registry);
void registerSequences(Registry &registry);
void registerModes(Registry &registry);
void registerGenerators(Registry &registry);
/// Once all methods of tensors are registered.
void registerForeach(Registry &registry);
void registerDispatcherNames(Registry &registry);

Value select(Stage &, Value tensor, unsigned dim, mlir::Value index);
Value slice(Stage &, Value tensor, unsigned dim, mlir::Value start, mlir::Value length,
            mlir::Value step);
Value unsqueeze(Stage &, Value tensor, unsigned dim);
Value expand(Stage &, Value tensor, llvm::ArrayRef<mlir::Value> sizes);

} // namespace lith::stage::tensor

#endif // LITH_STAGE_TENSOR_TENSOR_H
