// RuntimeCalls.td: calls of the runtime about tensors that are no operators of PyTorch
//
// Questions about memory, checks, and what passes make of operators. Where they give the result of
// an operator, its record names them among its `callees`.
//===----------------------------------------------------------------------===//
#ifndef LITH_OPS_RUNTIMECALLS_TD
#define LITH_OPS_RUNTIMECALLS_TD

include "ops/TensorBase.td"

//===-- making ----------------------------------------------------------===//

def Lith_ArangeIntOp : Lith_RuntimeCall<"arange_int", "Integers `start + i * step`",
    (ins I64:$dtype, I64:$start, I64:$step, I64:$length)>;
def Lith_ArangeFloatOp : Lith_RuntimeCall<"arange_float", "Floats `start + i * step`",
    (ins I64:$dtype, F64:$start, F64:$step, I64:$length)>;
def Lith_TensorOfValuesOp : Lith_RuntimeCall<"tensor_of_values", "A tensor of a number or of nested lists; the dtype -1 follows from them",
    (ins I64:$dtype, Lith_BoxType:$values)>;

//===-- where elements lie ----------------------------------------------===//

def Lith_CheckViewOp : Lith_RuntimeCall<"check_view", "RuntimeError unless the strides allow these sizes",
    (ins Lith_TensorLike:$self, Variadic<I64>:$size), (outs)>;
def Lith_CheckApartOp : Lith_RuntimeCall<"check_apart", "RuntimeError where what is written and what is read share more than `overlap` says",
    (ins Lith_TensorLike:$written, Lith_TensorLike:$read, I64:$overlap), (outs)>;
def Lith_CheckWrittenOp : Lith_RuntimeCall<"check_written", "RuntimeError where elements share their place",
    (ins Lith_TensorLike:$self), (outs)>;
def Lith_CheckStridedOp : Lith_RuntimeCall<"check_strided", "RuntimeError outside of the storage; sizes, strides and offset",
    (ins Lith_TensorLike:$self, Variadic<I64>:$geometry), (outs)>;
def Lith_IsContiguousOp : Lith_RuntimeCall<"is_contiguous", "Whether the elements lie in row-major order",
    (ins Lith_TensorLike:$self), (outs I1:$result)>;
def Lith_StrideOp : Lith_RuntimeCall<"stride", "Elements from one index of `dim` to the next",
    (ins Lith_TensorLike:$self, I64:$dim), (outs I64:$result)>;
def Lith_StorageOffsetOp : Lith_RuntimeCall<"storage_offset", "The first element, counted from that of the storage",
    (ins Lith_TensorLike:$self), (outs I64:$result)>;
def Lith_IsAlignedOp : Lith_RuntimeCall<"is_aligned", "Whether the first element lies at a multiple of so many bytes",
    (ins Lith_TensorLike:$self, I64:$bytes), (outs I1:$result)>;
def Lith_SliceStartOp : Lith_RuntimeCall<"slice_start", "The start of a slice, clamped as Python does",
    (ins I64:$start, I64:$step, I64:$size), (outs I64:$result)>;
def Lith_SliceLengthOp : Lith_RuntimeCall<"slice_length", "The elements of a slice whose start is clamped",
    (ins I64:$start, I64:$stop, I64:$step, I64:$size), (outs I64:$result)>;
def Lith_InferSizeOp : Lith_RuntimeCall<"infer_size", "The size that stands for -1, if one does; RuntimeError where the product does not fit",
    (ins I64:$elements, Variadic<I64>:$size), (outs I64:$result)>;

//===-- elements --------------------------------------------------------===//

def Lith_ConcatListOp : Lith_RuntimeCall<"concat_list", "A list of tensors of one dtype joined along `dim`, which is a new one where they are stacked",
    (ins Lith_ListType:$tensors, I64:$dim, I1:$stack)>;
def Lith_IndexPutStorageOp : Lith_RuntimeCall<"index_put_storage", "The indexed elements of memory replaced by (or increased by) values",
    (ins Lith_TensorLike:$self, Lith_Tensor:$values, I1:$accumulate, Variadic<Lith_Tensor>:$indices), (outs)>;
def Lith_ItemIntOp : Lith_RuntimeCall<"item_int", "The only element as an int; floats truncate",
    (ins Lith_Tensor:$self), (outs I64:$result)>;
def Lith_ItemFloatOp : Lith_RuntimeCall<"item_float", "The only element as a float",
    (ins Lith_Tensor:$self), (outs F64:$result)>;
def Lith_ItemBoolOp : Lith_RuntimeCall<"item_bool", "Whether the only element is not zero",
    (ins Lith_Tensor:$self), (outs I1:$result)>;
def Lith_ElementIntOp : Lith_RuntimeCall<"element_int", "One element as an int; indices lie inside",
    (ins Lith_Tensor:$self, Variadic<I64>:$indices), (outs I64:$result)>;
def Lith_ElementFloatOp : Lith_RuntimeCall<"element_float", "One element as a float",
    (ins Lith_Tensor:$self, Variadic<I64>:$indices), (outs F64:$result)>;
def Lith_ElementBoolOp : Lith_RuntimeCall<"element_bool", "Whether one element is not zero",
    (ins Lith_Tensor:$self, Variadic<I64>:$indices), (outs I1:$result)>;

//===-- products that passes make ---------------------------------------===//

def Lith_MatmulPackedOp : Lith_RuntimeCall<"matmul_packed", "A product with a matrix that lies as the kernel reads it",
    (ins Lith_Tensor:$lhs, Lith_Tensor:$rhs, I64:$columns)>;
def Lith_ArgmaxLinearOp : Lith_RuntimeCall<"argmax_linear", "Where rows * matrix^T + added is largest: of rows, codes, bounds and the matrix or its packed transpose",
    (ins Lith_Tensor:$rows, Lith_Tensor:$codes, Lith_Tensor:$bounds, Lith_Tensor:$matrix, I1:$odd)>;

#endif // LITH_OPS_RUNTIMECALLS_TD
