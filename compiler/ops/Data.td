// Data.td: operators that move elements
#ifndef LITH_OPS_DATA_TD
#define LITH_OPS_DATA_TD

include "ops/TensorBase.td"

class Lith_MoveOp<string mnemonic, string text, list<Trait> traits = []>
    : Lith_TensorOp<mnemonic, traits>, Lith_OperatorFacts {
  let summary = text;
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let results = (outs Lith_Tensor:$result);
  let dtypeRule = "same";
}

def Lith_CloneOp : Lith_MoveOp<"clone", "A copy with memory of its own"> {
  let arguments = (ins Lith_Tensor:$operand);
  let schema = "clone(Tensor self) -> Tensor";
  let shapeRule = "same";
}
def Lith_ConcatOp : Lith_MoveOp<"concat", "Tensors joined end to end along `dim`"> {
  let description = [{
    - C1: at least one input.   - C2: equal ranks, at least 1 (an empty tensor of rank 1 is skipped).
    - C3: sizes agree on every other dimension.   - C4: -rank <= dim < rank.
    C1 to C4 are checked before.
  }];
  let arguments = (ins Variadic<Lith_Tensor>:$tensors, I64Attr:$dim);
  let schema = "concat(Tensor[] tensors, int dim) -> Tensor";
  let dtypeRule = "promote";
  let shapeRule = "the sum of the sizes at `dim`";
  let examples = ["torch.cat([torch.tensor([[1, 2]]), torch.tensor([[3, 4]])], 0) == torch.tensor([[1, 2], [3, 4]])"];
  let rejects = ["C3: torch.cat([torch.ones(2, 3), torch.ones(2, 4)], 0)", "C1: torch.cat([])"];
}
def Lith_PadOp : Lith_MoveOp<"pad", "Elements added (or, if negative, taken) before and after each dimension"> {
  let description = "`amounts` holds before and after per dimension, from the first dimension on; `value` has the tensor's dtype.";
  let arguments = (ins Lith_Tensor:$operand, Lith_Operand:$value, Variadic<I64>:$amounts);
  let schema = "pad(Tensor self, Scalar value, SymInt[] amounts) -> Tensor";
  let shapeRule = "each size plus its two amounts";
}
def Lith_FullOp : Lith_MoveOp<"full", "A tensor of one value"> {
  let arguments = (ins Lith_Operand:$value, Variadic<I64>:$sizes);
  let schema = "full(SymInt[] size, Scalar value, dtype dtype) -> Tensor";
  let dtypeRule = "given";
  let shapeRule = "`size`";
  let examples = ["torch.full((2,), 3.5) == torch.tensor([3.5, 3.5])"];
}
def Lith_EmptyOp : Lith_MoveOp<"empty", "A tensor of zeros: no memory is read before it is written"> {
  let arguments = (ins Variadic<I64>:$sizes);
  let schema = "empty(SymInt[] size, dtype dtype) -> Tensor";
  let dtypeRule = "given";
  let shapeRule = "`size`";
}
def Lith_ArangeOp : Lith_MoveOp<"arange", "start + i * step for i below `length`"> {
  let description = "Start and step are both i64 or both f64; `length` is computed before.";
  let arguments = (ins AnyTypeOf<[I64, F64]>:$start, AnyTypeOf<[I64, F64]>:$step, I64:$length);
  let schema = "arange(Scalar start, Scalar step, SymInt length, dtype dtype) -> Tensor";
  let dtypeRule = "given";
  let shapeRule = "`length`";
  let examples = ["torch.arange(1, 7, 2) == torch.tensor([1, 3, 5])"];
}
def Lith_IndexSelectOp : Lith_MoveOp<"index_select", "Elements of `dim` at the places that a tensor of indices names"> {
  let description = [{
    The index tensor of any rank (i64 or i32) takes the place of `dim`. Indices lie in 0 <= i < size: checked by the
    runtime function `check_indices` before. An embedding is index_select on dimension 0.
  }];
  let arguments = (ins Lith_Tensor:$operand, Lith_Tensor:$index, I64Attr:$dim);
  let schema = "index_select(Tensor self, int dim, Tensor index) -> Tensor";
  let shapeRule = "`dim` replaced by the sizes of `index`";
  let examples = ["torch.index_select(torch.tensor([5, 6, 7]), 0, torch.tensor([2, 0])) == torch.tensor([7, 5])"];
}
def Lith_GatherOp : Lith_MoveOp<"gather", "For each place of `index`, the element whose coordinate on `dim` it names"> {
  let description = "Indices lie in 0 <= i < size: checked before.";
  let arguments = (ins Lith_Tensor:$operand, Lith_Tensor:$index, I64Attr:$dim);
  let schema = "gather(Tensor self, int dim, Tensor index) -> Tensor";
  let shapeRule = "that of `index`";
  let examples = ["torch.gather(torch.tensor([[1, 2]]), 1, torch.tensor([[1, 0]])) == torch.tensor([[2, 1]])"];
}

#endif // LITH_OPS_DATA_TD
