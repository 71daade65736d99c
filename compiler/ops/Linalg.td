// Linalg.td: contractions, convolution, attention, recurrent cells
#ifndef LITH_OPS_LINALG_TD
#define LITH_OPS_LINALG_TD

include "ops/TensorBase.td"

class Lith_ContractionOp<string mnemonic, string text, list<Trait> traits = []>
    : Lith_TensorOp<mnemonic, traits>, Lith_OperatorFacts {
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
def Lith_ConvOp : Lith_ContractionOp<"conv", "Convolution over 1 to 3 spatial dimensions"> {
  let description = [{
    input [N, C, spatial...], weight [O, C/groups, window...] ([C, O/groups, window...] when transposed). `padding` holds one amount
    per spatial dimension, added on both sides. Shapes are checked before.
  }];
  let arguments = (ins Lith_Tensor:$operand, Lith_Tensor:$weight, Optional<Lith_Tensor>:$bias, DenseI64ArrayAttr:$stride,
                       DenseI64ArrayAttr:$padding, DenseI64ArrayAttr:$dilation, BoolAttr:$transposed,
                       DenseI64ArrayAttr:$output_padding, I64Attr:$groups);
  let schema = "conv(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, bool transposed, int[] output_padding, int groups) -> Tensor";
  let shapeRule = "[N, O, (n + 2 padding - dilation (window - 1) - 1) / stride + 1 ...]";
}
def Lith_AttentionOp : Lith_ContractionOp<"attention", "softmax(query key^T scale + mask) value, per head"> {
  let description = [{
    query [.., L, E], key [.., S, E], value [.., S, Ev] of one rank, batch dimensions equal. `mask` (bool: false is masked; or of the
    dtype: added) broadcasts to [.., L, S]. `causal` masks s > l. Rows that are masked whole give 0.
  }];
  let arguments = (ins Lith_Tensor:$query, Lith_Tensor:$key, Lith_Tensor:$value, Optional<Lith_Tensor>:$mask, F64:$scale, BoolAttr:$causal);
  let schema = "attention(Tensor query, Tensor key, Tensor value, Tensor? mask, float scale, bool causal) -> Tensor";
  let shapeRule = "[.., L, Ev]";
}
def Lith_GruOp : Lith_TensorOp<"gru", [AttrSizedOperandSegments]>, Lith_OperatorFacts {
  let summary = "One direction of one layer of a gated recurrent unit";
  let description = [{
    input [T, B, I] (or, packed, [sum, I] with `batch_sizes` i64[T]), state [B, H], weights as PyTorch's: w_ih [3H, I], w_hh [3H, H], biases [3H] or none.
    Results: output [T, B, H] (packed: [sum, H]) and the last state [B, H]. `reverse` runs from the end.
  }];
  let arguments = (ins Lith_Tensor:$operand, Lith_Tensor:$state, Lith_Tensor:$w_ih, Lith_Tensor:$w_hh, Optional<Lith_Tensor>:$b_ih,
                       Optional<Lith_Tensor>:$b_hh, Optional<Lith_Tensor>:$batch_sizes, BoolAttr:$reverse);
  let results = (outs Lith_Tensor:$output, Lith_Tensor:$last);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let schema = "gru(Tensor input, Tensor state, Tensor w_ih, Tensor w_hh, Tensor? b_ih, Tensor? b_hh, Tensor? batch_sizes, bool reverse) -> (Tensor, Tensor)";
  let dtypeRule = "same";
  let shapeRule = "[T, B, H] and [B, H]";
}

#endif // LITH_OPS_LINALG_TD
