// Elementwise.td: operators on corresponding elements
#ifndef LITH_OPS_ELEMENTWISE_TD
#define LITH_OPS_ELEMENTWISE_TD

include "ops/TensorBase.td"

class Lith_Unary<string mnemonic, string text>
    : Lith_ElementwiseUnary<mnemonic>, Lith_OperatorFacts {
  let gradient = mnemonic # "_gradient";
  let summary = text;
  let spellings = ["torch." # mnemonic, "Tensor." # mnemonic];
  let schema = mnemonic # "(Tensor self) -> Tensor";
  let dtypeRule = "same";
  let shapeRule = "same";
}
// Ints and bools become the default dtype first.
class Lith_FloatUnary<string mnemonic, string text> : Lith_Unary<mnemonic, text> {
  let dtypeRule = "float";
}
class Lith_RealFloatUnary<string mnemonic, string text> : Lith_FloatUnary<mnemonic, text> {
  let domain = "real";
}

def Lith_NegOp : Lith_Unary<"neg", "Negative of each element"> {
  let checked = 1;
  let out = "found";
  let cost = "cheap";
  let description = "- C1: no bools.";
  let spellings = ["torch.neg", "torch.negative", "Tensor.neg", "Tensor.negative", "unary -"];
  let domain = "number";
  let examples = ["torch.neg(torch.tensor([1, -2])) == torch.tensor([-1, 2])"];
  let rejects = ["C1: torch.neg(torch.tensor([True]))"];
}
def Lith_AbsOp : Lith_Unary<"abs", "Absolute value of each element"> {
  let out = "found";
  let cost = "cheap";
  let description = "- C1: no bools.";
  let spellings = ["torch.abs", "torch.absolute", "Tensor.abs", "Tensor.absolute", "abs"];
  let dtypeRule = "real";
  let domain = "number";
  let examples = ["torch.abs(torch.tensor([1., -2.5])) == torch.tensor([1., 2.5])"];
}
def Lith_SignOp : Lith_Unary<"sign", "-1, 0 or 1 as each element is negative, zero or positive; NaN stays"> {
  let gradient = "zero";
  let out = "found";
  let description = "- C1: no complex numbers.";
  let domain = "real";
  let examples = ["torch.sign(torch.tensor([-3., 0., 2.])) == torch.tensor([-1., 0., 1.])"];
}
class Lith_Rounding<string mnemonic, string text> : Lith_Unary<mnemonic, text> {
  let gradient = "zero";
  let out = "found";
  let cost = "cheap";
  let description = "Integers stay as they are.\n- C1: no complex numbers.";
  let domain = "real_number";
}
def Lith_FloorOp : Lith_Rounding<"floor", "The largest integer not above each element"> {
  let examples = ["torch.floor(torch.tensor([-1.5, 1.5])) == torch.tensor([-2., 1.])"];
}
def Lith_CeilOp : Lith_Rounding<"ceil", "The smallest integer not below each element"> {
  let examples = ["torch.ceil(torch.tensor([-1.5, 1.5])) == torch.tensor([-1., 2.])"];
}
def Lith_TruncOp : Lith_Rounding<"trunc", "Each element without its fraction"> {
  let spellings = ["torch.trunc", "torch.fix", "Tensor.trunc", "Tensor.fix"];
  let examples = ["torch.trunc(torch.tensor([-1.5, 1.5])) == torch.tensor([-1., 1.])"];
}
def Lith_RoundOp : Lith_Rounding<"round", "The nearest integer, halves to the even one"> {
  let spellings = []; // prelude: decimals
  let examples = ["torch.round(torch.tensor([0.5, 1.5, -2.5])) == torch.tensor([0., 2., -2.])"];
}
def Lith_SqrtOp : Lith_FloatUnary<"sqrt", "Square root">  {
  let examples = ["torch.sqrt(torch.tensor([4, 9])) == torch.tensor([2., 3.])"];
}
def Lith_RsqrtOp : Lith_FloatUnary<"rsqrt", "One over the square root">  {
  let examples = ["torch.rsqrt(torch.tensor([4., 16.])) == torch.tensor([0.5, 0.25])"];
}
def Lith_ExpOp : Lith_FloatUnary<"exp", "e to the power of each element"> {
  let examples = ["torch.exp(torch.tensor([0, 0])) == torch.tensor([1., 1.])"];
}
def Lith_Exp2Op : Lith_FloatUnary<"exp2", "2 to the power of each element"> {
  let spellings = ["torch.exp2", "Tensor.exp2", "torch.special.exp2"];
  let examples = ["torch.exp2(torch.tensor([0., 3.])) == torch.tensor([1., 8.])"];
}
def Lith_Expm1Op : Lith_FloatUnary<"expm1", "exp(x) - 1, exact near zero"> {
  let spellings = ["torch.expm1", "Tensor.expm1", "torch.special.expm1"];
}
def Lith_LogOp : Lith_FloatUnary<"log", "Natural logarithm"> {
  let examples = ["torch.log(torch.tensor([1., 0.])) == torch.tensor([0., -math.inf])"];
}
def Lith_Log2Op : Lith_FloatUnary<"log2", "Logarithm to base 2">;
def Lith_Log10Op : Lith_FloatUnary<"log10", "Logarithm to base 10">;
def Lith_Log1pOp : Lith_FloatUnary<"log1p", "log(1 + x), exact near zero"> {
  let spellings = ["torch.log1p", "Tensor.log1p", "torch.special.log1p"];
}
def Lith_SinOp : Lith_FloatUnary<"sin", "Sine">;
def Lith_CosOp : Lith_FloatUnary<"cos", "Cosine">;
def Lith_TanOp : Lith_FloatUnary<"tan", "Tangent">;
class Lith_ArcUnary<string name, string text> : Lith_FloatUnary<"a" # name, text> {
  let spellings = ["torch.a" # name, "torch.arc" # name, "Tensor.a" # name, "Tensor.arc" # name];
}
def Lith_AsinOp : Lith_ArcUnary<"sin", "Inverse sine">;
def Lith_AcosOp : Lith_ArcUnary<"cos", "Inverse cosine">;
def Lith_AtanOp : Lith_ArcUnary<"tan", "Inverse tangent">;
def Lith_SinhOp : Lith_FloatUnary<"sinh", "Hyperbolic sine">;
def Lith_CoshOp : Lith_FloatUnary<"cosh", "Hyperbolic cosine">;
def Lith_TanhOp : Lith_FloatUnary<"tanh", "Hyperbolic tangent"> {
  let spellings = ["torch.tanh", "Tensor.tanh", "torch.nn.functional.tanh"];
  let examples = ["torch.tanh(torch.tensor([0.])) == torch.tensor([0.])"];
}
def Lith_AsinhOp : Lith_ArcUnary<"sinh", "Inverse hyperbolic sine">;
def Lith_AcoshOp : Lith_ArcUnary<"cosh", "Inverse hyperbolic cosine">;
def Lith_AtanhOp : Lith_ArcUnary<"tanh", "Inverse hyperbolic tangent">;
def Lith_ErfOp : Lith_RealFloatUnary<"erf", "Error function"> {
  let spellings = ["torch.erf", "Tensor.erf", "torch.special.erf"];
}
def Lith_ErfcOp : Lith_RealFloatUnary<"erfc", "One minus the error function, exact for large arguments"> {
  let spellings = ["torch.erfc", "Tensor.erfc", "torch.special.erfc"];
}
def Lith_ErfinvOp : Lith_RealFloatUnary<"erfinv", "Inverse of the error function"> {
  let cost = "call";
  let spellings = ["torch.erfinv", "Tensor.erfinv", "torch.special.erfinv"];
}
def Lith_LgammaOp : Lith_RealFloatUnary<"lgamma", "Logarithm of the absolute value of the gamma function"> {
  let spellings = ["torch.lgamma", "Tensor.lgamma", "torch.special.gammaln"];
}
def Lith_DigammaOp : Lith_RealFloatUnary<"digamma", "Derivative of lgamma"> {
  let cost = "call";
  let spellings = ["torch.digamma", "Tensor.digamma", "torch.special.digamma", "torch.special.psi"];
}
def Lith_SigmoidOp : Lith_FloatUnary<"sigmoid", "1 / (1 + exp(-x))"> {
  let spellings = ["torch.sigmoid", "Tensor.sigmoid", "torch.nn.functional.sigmoid", "torch.special.expit"];
  let examples = ["torch.sigmoid(torch.tensor([0])) == torch.tensor([0.5])"];
}
def Lith_BitwiseNotOp : Lith_Unary<"bitwise_not", "Every bit flipped; of a bool, its opposite"> {
  let gradient = "none";
  let out = "found";
  let description = "- C1: integers or bools.";
  let spellings = ["torch.bitwise_not", "Tensor.bitwise_not", "unary ~"];
  let domain = "integral";
  let examples = ["torch.bitwise_not(torch.tensor([0, 5])) == torch.tensor([-1, -6])"];
  let rejects = ["C1: torch.bitwise_not(torch.tensor([1.]))"];
}
def Lith_ConjOp : Lith_Unary<"conj", "Complex conjugate; a real tensor stays as it is"> {
  let out = "found";
  let spellings = ["torch.conj_physical", "Tensor.conj_physical"];
}

// For the prelude: what PyTorch computes into new memory in row-major order, whatever its operands.
def Lith_InOrderOp : Lith_Unary<"in_order", "The same elements, in row-major order"> {
  let cost = "cheap";
  let spellings = [];
}

class Lith_Binary<string mnemonic, string text>
    : Lith_ElementwiseBinary<mnemonic>, Lith_OperatorFacts {
  let gradient = mnemonic # "_gradient";
  let summary = text;
  let spellings = ["torch." # mnemonic, "Tensor." # mnemonic];
  let schema = mnemonic # "(Tensor self, Tensor other) -> Tensor";
  let dtypeRule = "promote";
  let shapeRule = "broadcast";
}
// For the prelude: what PyTorch computes into new memory in the format that it takes a tensor for.
def Lith_InFormatOp : Lith_Binary<"in_format", "The elements of the first, with channels last where the second lies so, else in row-major order"> {
  let cost = "cheap";
  let spellings = [];
}
def Lith_AddOp : Lith_Binary<"add", "Sum; of bools, their `or`"> {
  let cost = "cheap";
  let spellings = ["+"]; // prelude: alpha
  let examples = ["torch.tensor([1, 2]) + 0.5 == torch.tensor([1.5, 2.5])"];
}
def Lith_SubOp : Lith_Binary<"sub", "Difference"> {
  let checked = 1;
  let cost = "cheap";
  let description = "- C1: no bools.";
  let spellings = ["-"];
  let domain = "number";
  let rejects = ["C1: torch.tensor([True]) - torch.tensor([True])"];
}
def Lith_MulOp : Lith_Binary<"mul", "Product; of bools, their `and`"> {
  let numbers = 1;
  let exact = "all";
  let cost = "cheap";
  let spellings = ["torch.mul", "torch.multiply", "Tensor.mul", "Tensor.multiply", "*"];
  let examples = ["torch.tensor([1, 2]) * torch.tensor([3, 4]) == torch.tensor([3, 8])"];
}
def Lith_DivOp : Lith_Binary<"div", "True quotient, also of integers"> {
  let numbers = 1;
  let exact = "last";
  let spellings = ["torch.true_divide", "Tensor.true_divide", "/"]; // torch.div: prelude, rounding_mode
  let dtypeRule = "promote_float";
  let examples = ["torch.tensor([1, 2]) / 4 == torch.tensor([0.25, 0.5])"];
}
def Lith_FloorDivideOp : Lith_Binary<"floor_divide", "Quotient rounded down"> {
  let gradient = "floor_divide_gradient";
  let kernel = "div_floor";
  let divides = 1;
  let numbers = 1;
  let exact = "last";
  let description = "Integers divided by zero raise ZeroDivisionError, checked by an operation of its own.";
  let spellings = ["torch.floor_divide", "Tensor.floor_divide", "//"];
  let domain = "real_number";
  let examples = ["torch.tensor([-7, 7]) // 2 == torch.tensor([-4, 3])"];
}
def Lith_RemainderOp : Lith_Binary<"remainder", "Remainder with the sign of the divisor"> {
  let divides = 1;
  let spellings = ["torch.remainder", "Tensor.remainder", "%"];
  let domain = "real_number";
  let examples = ["torch.tensor([-7, 7]) % 3 == torch.tensor([2, 1])"];
}
def Lith_FmodOp : Lith_Binary<"fmod", "Remainder with the sign of the dividend"> {
  let divides = 1;
  let domain = "real_number";
  let examples = ["torch.fmod(torch.tensor([-7, 7]), 3) == torch.tensor([-1, 1])"];
}
def Lith_PowOp : Lith_Binary<"pow", "First operand to the power of the second"> {
  let spellings = ["**"]; // prelude: powers that are products
  let examples = ["torch.tensor([2., 3.]) ** 2 == torch.tensor([4., 9.])"];
}
def Lith_Atan2Op : Lith_Binary<"atan2", "Angle of the point (other, self)"> {
  let spellings = ["torch.atan2", "torch.arctan2", "Tensor.atan2", "Tensor.arctan2"];
  let dtypeRule = "promote_float";
  let domain = "real";
}
def Lith_MaximumOp : Lith_Binary<"maximum", "The larger element; NaN if either is"> {
  let checked = 1;
  let cost = "cheap";
  let domain = "real";
  let examples = ["torch.maximum(torch.tensor([1, 5]), torch.tensor([2, 4])) == torch.tensor([2, 5])"];
}
def Lith_MinimumOp : Lith_Binary<"minimum", "The smaller element; NaN if either is"> {
  let checked = 1;
  let cost = "cheap";
  let domain = "real";
  let examples = ["torch.minimum(torch.tensor([1, 5]), torch.tensor([2, 4])) == torch.tensor([1, 4])"];
}
class Lith_Bitwise<string name, string symbol, string text> : Lith_Binary<"bitwise_" # name, text> {
  let gradient = "none";
  let description = "- C1: integers or bools.";
  let spellings = ["torch.bitwise_" # name, "Tensor.bitwise_" # name, symbol];
  let domain = "integral";
}
def Lith_BitwiseAndOp : Lith_Bitwise<"and", "&", "Bits set in both">;
def Lith_BitwiseOrOp : Lith_Bitwise<"or", "|", "Bits set in either">;
def Lith_BitwiseXorOp : Lith_Bitwise<"xor", "^", "Bits set in exactly one">;
class Lith_Shift<string name, string symbol, string text> : Lith_Bitwise<name, symbol, text> {
  let spellings = ["torch.bitwise_" # name, "Tensor.bitwise_" # name, symbol];
  let domain = "integer";
}
def Lith_ShlOp : Lith_Shift<"left_shift", "<<", "Bits moved up"> {
  let kernel = "lshift";
}
def Lith_ShrOp : Lith_Shift<"right_shift", ">>", "Bits moved down, the sign kept"> {
  let kernel = "rshift";
}
def Lith_CopysignOp : Lith_Binary<"copysign", "Size of the first, sign of the second"> {
  let dtypeRule = "promote_float";
  let domain = "real";
}
def Lith_HypotOp : Lith_Binary<"hypot", "Root of the sum of the squares, without overflow"> {
  let domain = "floating";
}
def Lith_NextafterOp : Lith_Binary<"nextafter", "The next float of the first towards the second"> {
  let spellings = []; // prelude: half precision
  let domain = "floating";
}

// Named so because the result is always bool; the operands have one dtype.
def Lith_CmpOp : Lith_Elementwise<"cmp">, Lith_OperatorFacts {
  let gradient = "none";
  let cost = "cheap";
  let summary = "Comparison of corresponding elements";
  let description = "`predicate` is one of eq, ne, lt, le, gt, ge. Anything but `ne` with a NaN is false.\n- C1: lt, le, gt, ge take no complex numbers.";
  let arguments = (ins Lith_Operand:$lhs, Lith_Operand:$rhs, StrAttr:$predicate);
  let assemblyFormat = "$predicate $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
  let schema = "cmp(Tensor self, Tensor other, str predicate) -> Tensor";
  let dtypeRule = "bool";
  let shapeRule = "broadcast";
  let examples = ["(torch.tensor([1, 2]) < 2) == torch.tensor([True, False])"];
}
def Lith_WhereOp : Lith_Elementwise<"where">, Lith_OperatorFacts {
  let gradient = "where_gradient";
  let cost = "cheap";
  let summary = "Elements of the first or of the second, as a bool tensor says";
  let arguments = (ins Lith_Operand:$condition, Lith_Operand:$lhs, Lith_Operand:$rhs);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let schema = "where(Tensor condition, Tensor self, Tensor other) -> Tensor";
  let dtypeRule = "promote";
  let shapeRule = "broadcast";
  let examples = ["torch.where(torch.tensor([True, False]), 1, 2) == torch.tensor([1, 2])"];
}
def Lith_CastOp : Lith_Elementwise<"cast">, Lith_OperatorFacts {
  let gradient = "cast_gradient";
  let vmap = "whole";
  let callees = ["cast_tensor"];
  let shape = "like 0";
  let aliases = 1;
  let cost = "cheap";
  let summary = "The same numbers in another dtype";
  let description = "Floats to integers truncate; anything to bool is `!= 0`; the target is the result's element type. A scalar gives a tensor of rank 0.";
  let arguments = (ins Lith_Operand:$operand);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
  let schema = "cast(Tensor self, dtype dtype) -> Tensor";
  let dtypeRule = "given";
  let shapeRule = "same";
  let examples = ["torch.tensor([1.7, -1.7]).to(torch.int64) == torch.tensor([1, -1])"];
}

#endif // LITH_OPS_ELEMENTWISE_TD
