// Linalg.td: contractions
#ifndef LITH_OPS_LINALG_TD
#define LITH_OPS_LINALG_TD

include "ops/TensorBase.td"

class Lith_ContractionOp<string mnemonic, string text, list<Trait> traits = []>
    : Lith_TensorOp<mnemonic, traits>, Lith_OperatorFacts {
  let gradient = mnemonic # "_gradient";
  let summary = text;
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let results = (outs Lith_Tensor:$result);
  let dtypeRule = "same";
}

def Lith_MatmulOp : Lith_ContractionOp<"matmul", "Matrix products, batched by broadcasting"> {
  let description = [{
    Operands have rank 2 or more; the leading dimensions broadcast. A transposed operand is a permute before it, which the
    kernel reads in place. Inner sizes agree: checked before. f16 and bf16 accumulate in f32.
  }];
  let arguments = (ins Lith_Tensor:$lhs, Lith_Tensor:$rhs);
  let schema = "matmul(Tensor self, Tensor other) -> Tensor";
  let shapeRule = "broadcast batch, rows of the first, columns of the second";
  let examples = ["torch.matmul(torch.tensor([[1., 2.]]), torch.tensor([[3.], [4.]])) == torch.tensor([[11.]])"];
}
def Lith_AttentionOp : Lith_ContractionOp<"attention", "softmax(query key^T scale + mask) value, per head"> {
  let gradient = "attention_gradient";
  let description = [{
    query [.., L, E], key [.., S, E], value [.., S, Ev] of one rank; batch dimensions of the query, or 1. `mask` (bool: false is masked; or of the
    dtype: added) broadcasts to [.., L, S]. `causal` masks s > l. Rows that are masked whole give 0.
  }];
  let arguments = (ins Lith_Tensor:$query, Lith_Tensor:$key, Lith_Tensor:$value, Optional<Lith_Tensor>:$mask, F64:$scale, BoolAttr:$causal);
  let schema = "attention(Tensor query, Tensor key, Tensor value, Tensor? mask, float scale, bool causal) -> Tensor";
  let shapeRule = "[.., L, Ev]";
}
#endif // LITH_OPS_LINALG_TD
