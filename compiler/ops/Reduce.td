// Reduce.td: operators that combine elements along dimensions
#ifndef LITH_OPS_REDUCE_TD
#define LITH_OPS_REDUCE_TD

include "ops/TensorBase.td"

class Lith_Fold<string mnemonic, string text> : Lith_Reduction<mnemonic>, Lith_OperatorFacts {
  let gradient = mnemonic # "_gradient";
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
  let nonEmpty = 1;
  let examples = ["torch.tensor([[1, 2], [3, 4]]).amax(1) == torch.tensor([2, 4])"];
}
def Lith_AminOp : Lith_Fold<"amin", "Smallest element along dimensions; NaN wins"> {
  let nonEmpty = 1;
  let examples = ["torch.tensor([[1, 2], [3, 4]]).amin(1) == torch.tensor([1, 3])"];
}
def Lith_AnyOp : Lith_Fold<"any", "Whether any element along dimensions is true"> {
  let gradient = "none";
  let dtypeRule = "bool";
  let examples = ["torch.tensor([[True, False], [False, False]]).any(1) == torch.tensor([True, False])"];
}
def Lith_AllOp : Lith_Fold<"all", "Whether all elements along dimensions are true"> {
  let gradient = "none";
  let dtypeRule = "bool";
  let examples = ["torch.tensor([[True, False], [True, True]]).all(1) == torch.tensor([False, True])"];
}
class Lith_IndexFold<string mnemonic, string text> : Lith_Fold<mnemonic, text> {
  let gradient = "none";
  let nonEmpty = 1;
  let description = [{
    Over one dimension, or over all elements as they follow each other in row-major order. NaN counts as the extreme.
    - C1: there are elements, fewer than 2^31 of them along the dimensions.
  }];
  let dtypeRule = "int64";
}
def Lith_ArgmaxOp : Lith_IndexFold<"argmax", "Index of the largest element, the first of equals"> {
  let examples = ["torch.argmax(torch.tensor([1, 3, 3])) == torch.tensor(1)"];
}
def Lith_ArgminOp : Lith_IndexFold<"argmin", "Index of the smallest element, the first of equals"> {
  let examples = ["torch.argmin(torch.tensor([1, 0, 0])) == torch.tensor(1)"];
}
#endif // LITH_OPS_REDUCE_TD
