// Views.td: other shapes of the same elements
//
// On a tensor value these are pure; on a storage they give an alias of it. At
// run time either way the result shares the buffer. Arguments are checked and
// normalised by the stage: dimensions are not negative, starts and lengths lie
// inside.
//===----------------------------------------------------------------------===//
#ifndef LITH_OPS_VIEWS_TD
#define LITH_OPS_VIEWS_TD

include "ops/TensorBase.td"

class Lith_ViewOp<string mnemonic, dag extra, string text>
    : Lith_View<mnemonic>, Lith_OperatorFacts {
  let gradient = "view";
  let summary = text;
  let arguments = !con((ins Lith_TensorLike:$operand), extra);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let dtypeRule = "same";
}

def Lith_PermuteOp : Lith_ViewOp<"permute", (ins DenseI64ArrayAttr:$dims), "Dimensions in another order"> {
  let description = "Dimension i of the result is dimension dims[i] of the input.";
  let schema = "permute(Tensor self, int[] dims) -> Tensor";
  let shapeRule = "sizes in the order of `dims`";
  let examples = ["torch.zeros(2, 3, 4).permute(2, 0, 1).shape == (4, 2, 3)"];
}
def Lith_ExpandOp : Lith_ViewOp<"expand", (ins Variadic<I64>:$sizes), "Dimensions of size 1 repeated without a copy"> {
  let description = "`sizes` has one size per dimension of the result, no -1; the input aligns at the right.";
  let schema = "expand(Tensor self, SymInt[] sizes) -> Tensor";
  let shapeRule = "`sizes`";
  let examples = ["torch.ones(3, 1).expand(3, 4).shape == (3, 4)"];
}
def Lith_SliceOp : Lith_ViewOp<"slice", (ins I64:$start, I64:$length, I64:$step, I64Attr:$dim),
                               "`length` elements of `dim` from `start`, every `step`-th"> {
  let schema = "slice(Tensor self, int dim, SymInt start, SymInt length, SymInt step) -> Tensor";
  let shapeRule = "`length` at `dim`";
  let examples = ["torch.arange(5)[1::2] == torch.tensor([1, 3])"];
}
def Lith_SelectOp : Lith_ViewOp<"select", (ins I64:$index, I64Attr:$dim), "One element of `dim`, which disappears"> {
  let description = "A negative index counts from the end. That it lies inside is checked before.";
  let schema = "select(Tensor self, int dim, SymInt index) -> Tensor";
  let shapeRule = "without `dim`";
  let examples = ["torch.tensor([[1, 2], [3, 4]]).select(1, -1) == torch.tensor([2, 4])"];
}
def Lith_UnsqueezeOp : Lith_ViewOp<"unsqueeze", (ins I64Attr:$dim), "A new dimension of size 1 at `dim`"> {
  let layout = "first";
  let schema = "unsqueeze(Tensor self, int dim) -> Tensor";
  let shapeRule = "1 inserted at `dim`";
  let examples = ["torch.ones(2).unsqueeze(0).shape == (1, 2)"];
}
def Lith_SqueezeOp : Lith_ViewOp<"squeeze", (ins DenseI64ArrayAttr:$dims), "Without the dimensions `dims`, whose size is 1"> {
  let layout = "first";
  let schema = "squeeze(Tensor self, int[] dims) -> Tensor";
  let shapeRule = "without `dims`";
  let examples = ["torch.ones(1, 2, 1).squeeze(0).shape == (2, 1)"];
}
def Lith_ViewAsOp : Lith_ViewOp<"view", (ins Variadic<I64>:$sizes), "The same elements in row-major order under other sizes"> {
  let layout = "first";
  let description = "No -1; the product of the sizes agrees. The strides allow it without a copy: checked before (runtime function `check_view`).";
  let schema = "view(Tensor self, SymInt[] size) -> Tensor";
  let shapeRule = "`sizes`";
  let examples = ["torch.arange(4).view(2, 2) == torch.tensor([[0, 1], [2, 3]])"];
}
def Lith_AsStridedOp : Lith_ViewOp<"as_strided", (ins Variadic<I64>:$geometry),
                                   "Elements of the storage at any sizes and strides"> {
  let description = "`geometry` is the sizes, the strides (as many) and the offset in the storage, in elements; checked before.";
  let schema = "as_strided(Tensor self, SymInt[] size, SymInt[] stride, SymInt storage_offset) -> Tensor";
  let shapeRule = "`size`";
  let examples = ["torch.arange(4).as_strided((2, 2), (1, 1), 0) == torch.tensor([[0, 1], [1, 2]])"];
}
def Lith_DiagonalOp : Lith_ViewOp<"diagonal", (ins I64:$offset, I64Attr:$dim1, I64Attr:$dim2),
                                  "The diagonal of two dimensions, as a last dimension"> {
  let schema = "diagonal(Tensor self, SymInt offset, int dim1, int dim2) -> Tensor";
  let shapeRule = "without `dim1` and `dim2`, the diagonal's length at the end";
  let examples = ["torch.arange(4).view(2, 2).diagonal() == torch.tensor([0, 3])"];
}
def Lith_UnfoldOp : Lith_ViewOp<"unfold", (ins I64:$size, I64:$step, I64Attr:$dim),
                                "Windows of `size` elements every `step` along `dim`, as a last dimension"> {
  let schema = "unfold(Tensor self, int dim, SymInt size, SymInt step) -> Tensor";
  let shapeRule = "(n - size) / step + 1 at `dim`, `size` at the end";
  let examples = ["torch.arange(4).unfold(0, 2, 1) == torch.tensor([[0, 1], [1, 2], [2, 3]])"];
}
def Lith_ViewDtypeOp : Lith_ViewOp<"view_dtype", (ins), "The same bytes as elements of another dtype"> {
  let gradient = "view_dtype_gradient";
  let vmap = "whole";
  let layout = "first";
  let description = "Elements of another width make the last dimension longer or shorter: its stride is 1, and the other strides and the offset fit (checked before).";
  let schema = "view_dtype(Tensor self, dtype dtype) -> Tensor";
  let dtypeRule = "given";
  let shapeRule = "the last dimension times the old width over the new one";
  let examples = ["torch.ones(2).view(torch.int32) == torch.tensor([1065353216, 1065353216])"];
}

// A view where the strides allow it, else a copy: on a value that makes no
// difference, on a storage the run-time geometry decides. There two of them may
// be two copies, of contents that a store between them changes: they are not merged.
class Lith_MaybeCopyOp<string mnemonic, dag extra, string text>
    : Lith_Op<mnemonic, [Lith_ViewTrait, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]>,
      Lith_OperatorFacts {
  let gradient = mnemonic # "_gradient";
  let summary = text;
  let arguments = !con((ins Lith_TensorLike:$operand), extra);
  let results = (outs Lith_TensorLike:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let dtypeRule = "same";
}
def Lith_ReshapeOp : Lith_MaybeCopyOp<"reshape", (ins Variadic<I64>:$sizes), "The same elements in row-major order under other sizes"> {
  let layout = "first";
  let callees = ["reshape"];
  let aliases = 1;
  let description = "No -1; the product of the sizes agrees (checked before). Aliases the input where its strides allow, else copies.";
  let schema = "reshape(Tensor self, SymInt[] shape) -> Tensor";
  let shapeRule = "`sizes`";
  let examples = ["torch.arange(4).reshape(2, 2) == torch.tensor([[0, 1], [2, 3]])"];
}
def Lith_ContiguousOp : Lith_MaybeCopyOp<"contiguous", (ins), "The same tensor with row-major strides"> {
  let vmap = "whole";
  let callees = ["tensor_contiguous"];
  let aliases = 1;
  let description = "The tensor itself where it already has them, else a copy.";
  let schema = "contiguous(Tensor self) -> Tensor";
  let shapeRule = "same";
}

def Lith_CloneOp : Lith_TensorOp<"clone">, Lith_OperatorFacts {
  let gradient = "clone_gradient";
  let vmap = "whole";
  let summary = "A copy with memory of its own";
  let arguments = (ins Lith_Tensor:$operand);
  let results = (outs Lith_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let schema = "clone(Tensor self) -> Tensor";
  let dtypeRule = "same";
  let shapeRule = "same";
}

def Lith_detach : Lith_StagedOperator<"The tensor over the same memory, without a gradient", "detach(Tensor self) -> Tensor"> {
  let gradient = "none";
  let shapeRule = "same";
  let vmap = "whole";
}
def Lith_alias : Lith_StagedOperator<"The tensor over the same memory, as an object of its own", "alias(Tensor self) -> Tensor"> {
  let gradient = "view";
  let shapeRule = "same";
  let vmap = "whole";
}

#endif // LITH_OPS_VIEWS_TD
