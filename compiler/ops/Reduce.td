// Reduce.td: operators that combine elements along dimensions
#ifndef LITH_OPS_REDUCE_TD
#define LITH_OPS_REDUCE_TD

include "ops/TensorBase.td"

class Lith_Fold<string mnemonic, string text> : Lith_Reduction<mnemonic>, Lith_OperatorFacts {
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
  let summary = text;
  let description = [{
    `dims` are sorted, distinct and not negative; empty means all. With `keepdim` they stay with size 1. The input has
    the result's dtype (any and all: the input is bool).
  }];
  let schema = mnemonic # "(Tensor self, int[] dims, bool keepdim) -> Tensor";
  let dtypeRule = "same";
  let shapeRule = "without `dims`, or with size 1 there";
}
def Lith_SumOp : Lith_Fold<"sum", "Sum along dimensions; 0 of no elements"> {
  let examples = ["torch.tensor([[1, 2], [3, 4]]).sum(0) == torch.tensor([4, 6])"];
}
def Lith_ProdOp : Lith_Fold<"prod", "Product along dimensions; 1 of no elements"> {
  let examples = ["torch.tensor([[1, 2], [3, 4]]).prod(1) == torch.tensor([2, 12])"];
}
def Lith_AmaxOp : Lith_Fold<"amax", "Largest element along dimensions; NaN wins"> {
  let examples = ["torch.tensor([[1, 2], [3, 4]]).amax(1) == torch.tensor([2, 4])"];
}
def Lith_AminOp : Lith_Fold<"amin", "Smallest element along dimensions; NaN wins"> {
  let examples = ["torch.tensor([[1, 2], [3, 4]]).amin(1) == torch.tensor([1, 3])"];
}
def Lith_AnyOp : Lith_Fold<"any", "Whether any element along dimensions is true"> {
  let examples = ["torch.tensor([[True, False], [False, False]]).any(1) == torch.tensor([True, False])"];
}
def Lith_AllOp : Lith_Fold<"all", "Whether all elements along dimensions are true"> {
  let examples = ["torch.tensor([[True, False], [True, True]]).all(1) == torch.tensor([False, True])"];
}
def Lith_ArgReduceOp : Lith_TensorOp<"arg_reduce", [Lith_ReductionTrait]>, Lith_OperatorFacts {
  let summary = "Index of the largest or smallest element along `dim`, the first of equals";
  let description = "`kind` is argmax or argmin; NaN counts as the extreme. With `whole` all elements count, flattened.";
  let arguments = (ins Lith_Tensor:$operand, StrAttr:$kind, I64Attr:$dim, BoolAttr:$whole, BoolAttr:$keepdim);
  let results = (outs Lith_Tensor:$result);
  let assemblyFormat = "$kind $operand attr-dict `:` type($operand) `->` type($result)";
  let schema = "arg_reduce(Tensor self, str kind, int? dim, bool keepdim) -> Tensor";
  let dtypeRule = "int64";
  let shapeRule = "without `dim`, or with size 1 there";
  let examples = ["torch.argmax(torch.tensor([1, 3, 3])) == torch.tensor(1)"];
}
def Lith_ScanOp : Lith_TensorOp<"scan">, Lith_OperatorFacts {
  let summary = "Running sum, product, maximum or minimum along `dim`";
  let description = "`kind` is one of sum, prod, max, min, logsumexp. The input has the result's dtype.";
  let arguments = (ins Lith_Tensor:$operand, StrAttr:$kind, I64Attr:$dim);
  let results = (outs Lith_Tensor:$result);
  let assemblyFormat = "$kind $operand attr-dict `:` type($operand) `->` type($result)";
  let schema = "scan(Tensor self, str kind, int dim) -> Tensor";
  let dtypeRule = "same";
  let shapeRule = "same";
  let examples = ["torch.cumsum(torch.tensor([1, 2, 3]), 0) == torch.tensor([1, 3, 6])"];
}

#endif // LITH_OPS_REDUCE_TD
