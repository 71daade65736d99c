// Runtime.td: primitives that are calls of the runtime (lith/functions/tensors.def)
//
// The operation lith.<name> calls the function <name>, and is the primitive
// `prim.<name>` of the prelude, whose arguments come in the order of the schema;
// the runtime checks what the constraints say and raises what eager PyTorch raises.
#ifndef LITH_OPS_RUNTIME_TD
#define LITH_OPS_RUNTIME_TD

include "ops/TensorBase.td"

def Lith_FullOp : Lith_RuntimeOp<"full", "A tensor of one value", "full(SymInt[] size, Scalar value, dtype dtype) -> Tensor",
    (ins I64:$dtype, Lith_BoxType:$value, Variadic<I64>:$size)> {
  let gradient = "none";
  let shape = "sizes 2";
  let layout = "rows";
  let dtypeRule = "given";
  let examples = ["torch.full((2,), 3.5) == torch.tensor([3.5, 3.5])"];
}
def Lith_arange : Lith_StagedOperator<"start + i * step for i below `length`", "arange(Scalar start, Scalar step, SymInt length, dtype dtype) -> Tensor"> {
  let gradient = "none";
  let callees = ["arange_int", "arange_float"];
  let shape = "size 3";
  let layout = "rows";
  let dtypeRule = "given";
  let examples = ["torch.arange(1, 7, 2) == torch.tensor([1, 3, 5])"];
}
def Lith_LinspaceOp : Lith_RuntimeOp<"linspace", "`steps` points from start to end, both included", "linspace(float start, float end, SymInt steps, dtype dtype) -> Tensor",
    (ins I64:$dtype, F64:$start, F64:$end, I64:$steps)> {
  let gradient = "none";
  let shape = "size 3";
  let layout = "rows";
  let dtypeRule = "given";
}
def Lith_ConcatOp : Lith_RuntimeOp<"concat", "Tensors joined end to end along `dim`", "concat(Tensor[] tensors, int dim) -> Tensor",
    (ins I64:$dim, Variadic<Lith_Tensor>:$tensors)> {
  let gradient = "concat_gradient";
  let shape = "joined from 1 at 0";
  let layout = "channels";
  let description = [{
    - C1: at least one input.   - C2: equal ranks, at least 1 (an empty tensor of rank 1 is skipped).
    - C3: sizes agree on every other dimension.   - C4: -rank <= dim < rank.
  }];
  let dtypeRule = "promote";
  let examples = ["torch.cat([torch.tensor([[1, 2]]), torch.tensor([[3, 4]])], 0) == torch.tensor([[1, 2], [3, 4]])"];
  let rejects = ["C3: torch.cat([torch.ones(2, 3), torch.ones(2, 4)], 0)", "C1: torch.cat([])"];
}
def Lith_PadOp : Lith_RuntimeOp<"pad", "Elements added (or, if negative, taken) before and after each dimension", "pad(Tensor self, Scalar value, SymInt[] amounts) -> Tensor",
    (ins Lith_Tensor:$self, Lith_BoxType:$value, Variadic<I64>:$amounts)> {
  let gradient = "pad_gradient";
  let shape = "like 0, padded by 2";
  let layout = "rows";
  let description = "`amounts` holds before and after per dimension, from the first dimension on.";
}
def Lith_PadIndexOp : Lith_RuntimeOp<"pad_index", "Where padding by reflection, replication or wrapping reads along one dimension", "pad_index(SymInt size, SymInt before, SymInt after, int mode) -> Tensor",
    (ins I64:$size, I64:$before, I64:$after, I64:$mode)> {
  let gradient = "none";
  let shape = "vector";
  let description = "`mode` 0 reflects, 1 replicates, 2 wraps.";
  let dtypeRule = "int64";
}
def Lith_IndexSelectOp : Lith_RuntimeOp<"index_select", "Elements of `dim` at the places that a tensor of indices names", "index_select(Tensor self, int dim, Index index) -> Tensor",
    (ins Lith_Tensor:$self, I64:$dim, Lith_Tensor:$index)> {
  let gradient = "index_select_gradient";
  let shape = "like 0, sizes of 2 at 1";
  let layout = "rows";
  let description = "The index tensor, of any rank and i64 or i32, takes the place of `dim`.\n- C1: 0 <= index < size.";
  let examples = ["torch.index_select(torch.tensor([5, 6, 7]), 0, torch.tensor([2, 0])) == torch.tensor([7, 5])"];
  let rejects = ["C1: torch.index_select(torch.tensor([5, 6, 7]), 0, torch.tensor([3]))"];
}
def Lith_GatherOp : Lith_RuntimeOp<"gather", "For each place of `index`, the element whose coordinate on `dim` it names", "gather(Tensor self, int dim, Index index) -> Tensor",
    (ins Lith_Tensor:$self, I64:$dim, Lith_Tensor:$index)> {
  let gradient = "gather_gradient";
  let shape = "like 2";
  let layout = "rows";
  let examples = ["torch.gather(torch.tensor([[1, 2]]), 1, torch.tensor([[1, 0]])) == torch.tensor([[2, 1]])"];
}
def Lith_ScatterOp : Lith_RuntimeOp<"scatter", "A copy with elements of `src` put where `index` says", "scatter(Tensor self, int dim, Index index, Tensor src, int reduce) -> Tensor",
    (ins Lith_Tensor:$self, I64:$dim, Lith_Tensor:$index, Lith_Tensor:$src, I64:$reduce)> {
  let gradient = "scatter_gradient";
  let shape = "like 0";
  let layout = "rows";
  let description = "`reduce`: 0 replaces, 1 adds, 2 multiplies, 3 takes the larger, 4 the smaller.";
  let examples = ["torch.zeros(3).scatter(0, torch.tensor([2]), torch.tensor([5.])) == torch.tensor([0., 0., 5.])"];
}
def Lith_IndexOp : Lith_RuntimeOp<"index", "Indexing by tensors, broadcast against each other", "index(Tensor self, Tensor?[] indices) -> Tensor",
    (ins Lith_Tensor:$self, Variadic<Lith_Tensor>:$indices)> {
  let gradient = "index_gradient";
  let description = "None stands for the whole dimension; bool tensors stand for the places where they are true.\n- C1: -size <= index < size.";
  let examples = ["torch.tensor([5, 6, 7])[torch.tensor([True, False, True])] == torch.tensor([5, 7])"];
}
def Lith_IndexPutOp : Lith_RuntimeOp<"index_put", "A copy with the indexed elements replaced by (or increased by) values", "index_put(Tensor self, Tensor values, bool accumulate, Tensor?[] indices) -> Tensor",
    (ins Lith_Tensor:$self, Lith_Tensor:$values, I1:$accumulate, Variadic<Lith_Tensor>:$indices)> {
  let gradient = "index_put_gradient";
  let shape = "like 0";
  let layout = "first";
}
def Lith_IndexAddOp : Lith_RuntimeOp<"index_add", "A copy with `source` added at the places of `dim` that `index` names", "index_add(Tensor self, int dim, Index index, Tensor source) -> Tensor",
    (ins Lith_Tensor:$self, I64:$dim, Lith_Tensor:$index, Lith_Tensor:$source)> {
  let gradient = "index_add_gradient";
  let shape = "like 0";
  let layout = "rows";
}
def Lith_BagSumOp : Lith_RuntimeOp<"bag_sum", "Sums of the rows that `index` names from each offset to the next", "bag_sum(Tensor self, Index index, Index offsets) -> Tensor",
    (ins Lith_Tensor:$self, Lith_Tensor:$index, Lith_Tensor:$offsets)> {
  let gradient = "bag_sum_gradient";
  let shape = "like 0, any rows";
  let layout = "rows";
  let description = "`self`: of a floating type; `offsets`: one more than there are sums.\n- C1: 0 <= index < rows.\n- C2: offsets do not fall, and are within the index.";
}
def Lith_MaskedScatterOp : Lith_RuntimeOp<"masked_scatter", "A copy with elements of `source`, in order, where `mask` is true", "masked_scatter(Tensor self, Mask mask, Tensor source) -> Tensor",
    (ins Lith_Tensor:$self, Lith_Tensor:$mask, Lith_Tensor:$source)> {
  let gradient = "masked_scatter_gradient";
  let shape = "like 0";
  let layout = "rows";
}
def Lith_NonzeroOp : Lith_RuntimeOp<"nonzero", "Coordinates of the elements that are not zero, one a row", "nonzero(Tensor self) -> Tensor",
    (ins Lith_Tensor:$self)> {
  let gradient = "none";
  let dtypeRule = "int64";
  let examples = ["torch.nonzero(torch.tensor([0, 3, 0, 4])) == torch.tensor([[1], [3]])"];
}
def Lith_FlipOp : Lith_RuntimeOp<"flip", "The order of elements along dimensions reversed", "flip(Tensor self, int[] dims) -> Tensor",
    (ins Lith_Tensor:$self, Variadic<I64>:$dims)> {
  let gradient = "flip_gradient";
  let shape = "like 0";
  let layout = "rows";
  let examples = ["torch.flip(torch.tensor([1, 2, 3]), (0,)) == torch.tensor([3, 2, 1])"];
}
def Lith_TriangleOp : Lith_RuntimeOp<"triangle", "Zeros above (tril) or below (triu) a diagonal of the last two dimensions", "triangle(Tensor self, SymInt diagonal, bool upper) -> Tensor",
    (ins Lith_Tensor:$self, I64:$diagonal, I1:$upper)> {
  let gradient = "triangle_gradient";
  let shape = "like 0";
  let layout = "rows";
}
def Lith_ScanOp : Lith_RuntimeOp<"scan", "Running sum, product or log-sum-exp along `dim`", "scan(Tensor self, int dim, int kind) -> Tensor",
    (ins Lith_Tensor:$self, I64:$dim, I64:$kind)> {
  let gradient = "scan_gradient";
  let shape = "like 0";
  let layout = "rows";
  let description = "`kind` 0 sum, 1 prod, 2 logsumexp; the input has the result's dtype.";
  let examples = ["torch.cumsum(torch.tensor([1, 2, 3]), 0) == torch.tensor([1, 3, 6])"];
}
def Lith_ScanIndexOp : Lith_RuntimeOp<"scan_index", "Where the running maximum or minimum along `dim` stands", "scan_index(Tensor self, int dim, bool largest) -> Tensor",
    (ins Lith_Tensor:$self, I64:$dim, I1:$largest)> {
  let gradient = "none";
  let shape = "like 0";
  let dtypeRule = "int64";
}
def Lith_ArgsortOp : Lith_RuntimeOp<"argsort", "Indices that sort along `dim`; NaN is the largest", "argsort(Tensor self, int dim, bool descending, bool stable) -> Tensor",
    (ins Lith_Tensor:$self, I64:$dim, I1:$descending, I1:$stable)> {
  let gradient = "none";
  let shape = "like 0";
  let layout = "rows";
  let description = "Without `stable`, equals come in the order in which eager leaves them.";
  let dtypeRule = "int64";
  let examples = ["torch.argsort(torch.tensor([3, 1, 2])) == torch.tensor([1, 2, 0])"];
}
def Lith_TopkIndexOp : Lith_RuntimeOp<"topk_index", "Indices of the k largest or smallest along `dim`", "topk_index(Tensor self, SymInt k, int dim, bool largest, bool sorted) -> Tensor",
    (ins Lith_Tensor:$self, I64:$k, I64:$dim, I1:$largest, I1:$sorted)> {
  let gradient = "none";
  let shape = "like 0, size 1 at 2";
  let dtypeRule = "int64";
}
def Lith_KthIndexOp : Lith_RuntimeOp<"kth_index", "Index of the element that comes after k others in order along `dim`, of equals the one that eager finds", "kth_index(Tensor self, SymInt k, int dim) -> Tensor",
    (ins Lith_Tensor:$self, I64:$k, I64:$dim)> {
  let gradient = "none";
  let shape = "like 0, 1 at 2";
  let dtypeRule = "int64";
}
def Lith_MedianIndexOp : Lith_RuntimeOp<"median_index", "Index of the lower of the middle elements along `dim`, equals in their order", "median_index(Tensor self, int dim, bool skip_nan) -> Tensor",
    (ins Lith_Tensor:$self, I64:$dim, I1:$skip_nan)> {
  let gradient = "none";
  let shape = "like 0, 1 at 1";
  let description = "A NaN is the median of its line, unless they are skipped.";
  let dtypeRule = "int64";
}
def Lith_ModeIndexOp : Lith_RuntimeOp<"mode_index", "Index of the most frequent element along `dim`, of several the smallest", "mode_index(Tensor self, int dim) -> Tensor",
    (ins Lith_Tensor:$self, I64:$dim)> {
  let gradient = "none";
  let shape = "like 0, 1 at 1";
  let dtypeRule = "int64";
}
def Lith_UniqueOp : Lith_RuntimeOp<"unique", "Distinct elements, where each went, and how many", "unique(Tensor self, bool consecutive) -> (Tensor, Tensor, Tensor)",
    (ins Lith_Tensor:$self, I1:$consecutive), (outs Lith_TupleType:$result)> {
  let gradient = "none";
}
def Lith_SearchsortedOp : Lith_RuntimeOp<"searchsorted", "Places at which values keep a sorted sequence sorted", "searchsorted(Tensor sequence, Tensor self, bool right) -> Tensor",
    (ins Lith_Tensor:$sequence, Lith_Tensor:$values, I1:$right)> {
  let gradient = "none";
  let shape = "like 1";
  let dtypeRule = "int64";
}
def Lith_BincountOp : Lith_RuntimeOp<"bincount", "How often each non-negative integer occurs", "bincount(Index self, SymInt minlength) -> Tensor",
    (ins Lith_Tensor:$self, I64:$minlength)> {
  let gradient = "none";
  let shape = "vector";
  let dtypeRule = "int64";
}
def Lith_CascadeSumOp : Lith_RuntimeOp<"cascade_sum", "The sum of the chosen elements of a vector of half precision, each step rounded", "cascade_sum(Tensor self, Tensor chosen, int dim) -> Tensor",
    (ins Lith_Tensor:$self, Lith_Tensor:$chosen, I64:$dim)> {
  let gradient = "none";
  let shape = "like 0, 1 at 2";
  let description = "In groups of 16 or more and groups of those, as eager's losses of classes are reduced.";
}
def Lith_HalfProductOp : Lith_RuntimeOp<"half_product", "The product of two matrices of half precision as floats, which nothing has rounded", "half_product(Tensor self, Tensor other, SymInt columns, int dim, dtype dtype) -> Tensor",
    (ins Lith_Tensor:$self, Lith_Tensor:$other, I64:$columns, I64:$dim, I64:$dtype)> {
  let gradient = "none";
  let shape = "like 0, size 2 at 3";
  let dtypeRule = "given";
}
def Lith_RepeatIndexOp : Lith_RuntimeOp<"repeat_index", "Each index i repeated repeats[i] times", "repeat_index(Index repeats) -> Tensor",
    (ins Lith_Tensor:$repeats)> {
  let gradient = "none";
  let shape = "vector";
  let dtypeRule = "int64";
}
def Lith_of_values : Lith_StagedOperator<"A tensor of numbers, or of nested lists of them", "of_values(Any values, dtype dtype) -> Tensor"> {
  let gradient = "none";
  let callees = ["tensor_of_values"];
  let layout = "rows";
  let dtypeRule = "given";
}
def Lith_ItemOp : Lith_RuntimeOp<"item", "The only element, as a Python number", "item(Tensor self) -> Scalar",
    (ins Lith_Tensor:$self), (outs Lith_BoxType:$result)> {
  let vmap = "raises";
}
def Lith_TolistOp : Lith_RuntimeOp<"tolist", "The elements as nested lists of Python numbers", "tolist(Tensor self) -> Any",
    (ins Lith_Tensor:$self), (outs Lith_BoxType:$result)>;
def Lith_EqualOp : Lith_RuntimeOp<"equal", "Whether sizes and all elements are the same", "equal(Tensor self, Tensor other) -> bool",
    (ins Lith_Tensor:$self, Lith_Tensor:$other), (outs I1:$result)> {
  let dtypeRule = "python";
}
def Lith_ConvOp : Lith_RuntimeOp<"conv", "Convolution over 1 to 3 spatial dimensions", "conv(Tensor input, Tensor weight, Tensor? bias, SymInt[] geometry) -> Tensor",
    (ins Lith_Tensor:$input, Lith_Tensor:$weight, Lith_Tensor:$bias, Variadic<I64>:$geometry)> {
  let gradient = "conv_gradient";
  let layout = "rows";
  let description = [{
    input [N, C, spatial...], weight [O, C/groups, window...] ([C, O/groups, window...] when transposed). `geometry` is transposed (0 or 1),
    groups, then per spatial dimension stride, padding, dilation, output padding.
  }];
}
def Lith_ConvWeightOp : Lith_RuntimeOp<"conv_weight", "The gradient of a convolution's weight", "conv_weight(Tensor input, Tensor gradient, SymInt[] geometry) -> Tensor",
    (ins Lith_Tensor:$input, Lith_Tensor:$gradient, Variadic<I64>:$geometry)> {
  let gradient = "conv_weight_gradient";
  let layout = "rows";
  let description = [{
    The products of `gradient` [N, O, places...] with the windows of `input` [N, C, spatial...], summed over batch and places. Of a transposed
    convolution the two change places. `geometry` is the sizes of the weight [O, C/groups, window...], then per spatial dimension stride, padding, dilation.
    - C1: both are of one floating dtype.
  }];
}
def Lith_MaxPoolOp : Lith_RuntimeOp<"max_pool", "Largest element of each window, and its place in the flattened plane", "max_pool(Tensor self, SymInt[] geometry) -> (Tensor, Tensor)",
    (ins Lith_Tensor:$self, Variadic<I64>:$geometry), (outs Lith_TupleType:$result)> {
  let gradient = "max_pool_gradient";
  let description = "`geometry` is ceil mode (0 or 1), then per spatial dimension window, stride, padding, dilation.";
}
def Lith_MaxPoolValuesOp : Lith_RuntimeOp<"max_pool_values", "Largest element of each window", "max_pool_values(Tensor self, SymInt[] geometry) -> Tensor",
    (ins Lith_Tensor:$self, Variadic<I64>:$geometry)> {
  let gradient = "max_pool_values_gradient";
  let layout = "rows";
  let description = "`geometry` as of max_pool.";
}
def Lith_AvgPoolOp : Lith_RuntimeOp<"avg_pool", "Mean of each window", "avg_pool(Tensor self, SymInt[] geometry) -> Tensor",
    (ins Lith_Tensor:$self, Variadic<I64>:$geometry)> {
  let gradient = "avg_pool_gradient";
  let description = "`geometry` is ceil mode, whether padding counts, the divisor (0: the window), then per spatial dimension window, stride, padding.";
}
def Lith_AdaptiveAvgPoolOp : Lith_RuntimeOp<"adaptive_avg_pool", "Mean of windows that split each dimension into `size` parts", "adaptive_avg_pool(Tensor self, SymInt[] size) -> Tensor",
    (ins Lith_Tensor:$self, Variadic<I64>:$size)> {
  let gradient = "adaptive_avg_pool_gradient";
}
def Lith_AdaptiveMaxPoolOp : Lith_RuntimeOp<"adaptive_max_pool", "Largest element of windows that split each dimension into `size` parts, and its place in the flattened plane", "adaptive_max_pool(Tensor self, SymInt[] size) -> (Tensor, Tensor)",
    (ins Lith_Tensor:$self, Variadic<I64>:$size), (outs Lith_TupleType:$result)> {
  let gradient = "adaptive_max_pool_gradient";
}
def Lith_FftOp : Lith_RuntimeOp<"fft", "Discrete Fourier transform of complex dimensions, times a factor", "fft(Tensor self, bool inverse, float factor, int[] dims) -> Tensor",
    (ins Lith_Tensor:$self, I1:$inverse, F64:$factor, Variadic<I64>:$dims)> {
  let gradient = "fft_gradient";
  let shape = "like 0";
}
def Lith_RfftOp : Lith_RuntimeOp<"rfft", "Discrete Fourier transform of one dimension of real numbers, times a factor", "rfft(Tensor self, int dim, SymInt size, bool inverse, float factor) -> Tensor",
    (ins Lith_Tensor:$self, I64:$dim, I64:$size, I1:$inverse, F64:$factor)> {
  let gradient = "rfft_gradient";
  let shape = "like 0, size 2 at 1";
  let description = "`size`: as many elements as `dim` has, or the first half of them and one; the rest is its mirror image.";
}
def Lith_IrfftOp : Lith_RuntimeOp<"irfft", "The `size` real numbers whose transform begins with the elements of `dim`, times a factor", "irfft(Tensor self, int dim, SymInt size, float factor) -> Tensor",
    (ins Lith_Tensor:$self, I64:$dim, I64:$size, F64:$factor)> {
  let gradient = "irfft_gradient";
  let shape = "like 0, size 2 at 1";
  let description = "`dim` has half of the elements, and one.";
}
def Lith_LuOp : Lith_RuntimeOp<"lu", "Triangular factors in one matrix, the order of rows, its sign, and the first pivot that is 0, from 1 on (or 0)", "lu(Tensor self) -> (Tensor, Tensor, Tensor, Tensor)",
    (ins Lith_Tensor:$self), (outs Lith_TupleType:$result)> {
  let gradient = "lu_gradient";
}
def Lith_CholeskyOp : Lith_RuntimeOp<"cholesky", "The lower factor L of L @ L.T, and the first minor that is not positive (or 0)", "cholesky(Tensor self) -> (Tensor, Tensor)",
    (ins Lith_Tensor:$self), (outs Lith_TupleType:$result)> {
  let gradient = "cholesky_gradient";
}
def Lith_QrOp : Lith_RuntimeOp<"qr", "An orthogonal factor of `columns` columns and a triangular one", "qr(Tensor self, SymInt columns) -> (Tensor, Tensor)",
    (ins Lith_Tensor:$self, I64:$columns), (outs Lith_TupleType:$result)> {
  let gradient = "qr_gradient";
}
def Lith_LstsqOp : Lith_RuntimeOp<"lstsq", "The shortest solution of least squares, and the rank", "lstsq(Tensor self, Tensor right, float limit) -> (Tensor, Tensor)",
    (ins Lith_Tensor:$self, Lith_Tensor:$right, F64:$limit), (outs Lith_TupleType:$result)> {
  let gradient = "lstsq_gradient";
  let description = "Pivots that are not larger than `limit` times the largest count as 0.";
}
def Lith_EighOp : Lith_RuntimeOp<"eigh", "Eigenvalues and eigenvectors of symmetric matrices, of their lower triangles, and whether each failed", "eigh(Tensor self) -> (Tensor, Tensor, Tensor)",
    (ins Lith_Tensor:$self), (outs Lith_TupleType:$result)> {
  let gradient = "eigh_gradient";
}
def Lith_EigvalshOp : Lith_RuntimeOp<"eigvalsh", "Eigenvalues of symmetric matrices, of their lower triangles, and whether each failed", "eigvalsh(Tensor self) -> (Tensor, Tensor)",
    (ins Lith_Tensor:$self), (outs Lith_TupleType:$result)> {
  let gradient = "eigvalsh_gradient";
}
def Lith_SvdOp : Lith_RuntimeOp<"svd", "U, S and V.T of U @ S @ V.T, and whether each failed", "svd(Tensor self, SymInt columns, SymInt rows) -> (Tensor, Tensor, Tensor, Tensor)",
    (ins Lith_Tensor:$self, I64:$columns, I64:$rows), (outs Lith_TupleType:$result)> {
  let gradient = "svd_gradient";
  let description = "`columns` of U and `rows` of V.T: all of a square factor, or as many as there are singular values.";
}
def Lith_SvdvalsOp : Lith_RuntimeOp<"svdvals", "Singular values, the largest first, and whether each failed", "svdvals(Tensor self) -> (Tensor, Tensor)",
    (ins Lith_Tensor:$self), (outs Lith_TupleType:$result)> {
  let gradient = "svdvals_gradient";
}
def Lith_SolveTriangularOp : Lith_RuntimeOp<"solve_triangular", "The solution of factor @ x == right", "solve_triangular(Tensor factor, Tensor right, bool upper, bool unit) -> Tensor",
    (ins Lith_Tensor:$factor, Lith_Tensor:$right, I1:$upper, I1:$unit)> {
  let gradient = "solve_triangular_gradient";
  let shape = "like 1";
}
def Lith_RandomOp : Lith_RuntimeOp<"random", "Uniform numbers in [0, 1)", "random(SymInt[] size, dtype dtype) -> Tensor",
    (ins I64:$dtype, Variadic<I64>:$size)> {
  let gradient = "none";
  let effects = "draws";
  let shape = "sizes 1";
  let layout = "rows";
  let dtypeRule = "given";
}
def Lith_RandomNormalOp : Lith_RuntimeOp<"random_normal", "Normal numbers of mean 0 and deviation 1", "random_normal(SymInt[] size, dtype dtype) -> Tensor",
    (ins I64:$dtype, Variadic<I64>:$size)> {
  let gradient = "none";
  let effects = "draws";
  let shape = "sizes 1";
  let layout = "rows";
  let dtypeRule = "given";
}
def Lith_RandomIntOp : Lith_RuntimeOp<"random_int", "Integers low <= i < high", "random_int(SymInt low, SymInt high, SymInt[] size, dtype dtype) -> Tensor",
    (ins I64:$dtype, I64:$low, I64:$high, Variadic<I64>:$size)> {
  let gradient = "none";
  let effects = "draws";
  let shape = "sizes 3";
  let layout = "rows";
  let dtypeRule = "given";
}
def Lith_RandomBernoulliOp : Lith_RuntimeOp<"random_bernoulli", "1 with the probability that each element says, else 0", "random_bernoulli(Tensor p, dtype dtype) -> Tensor",
    (ins Lith_Tensor:$p, I64:$dtype)> {
  let gradient = "zero";
  let effects = "draws";
  let shape = "like 0";
  let layout = "rows";
  let dtypeRule = "given";
}
def Lith_InMemoryOrderOp : Lith_RuntimeOp<"in_memory_order", "Values, given one after the other, at the places of a tensor in the order of its memory", "in_memory_order(Tensor values, Tensor like) -> Tensor",
    (ins Lith_Tensor:$values, Lith_Tensor:$like)> {
  let gradient = "in_memory_order_gradient";
  let shape = "like 0";
  let dtypeRule = "same";
}
def Lith_LaidLikeOp : Lith_RuntimeOp<"laid_like", "The same elements, with the strides that a copy of another tensor has", "laid_like(Tensor self, Tensor like) -> Tensor",
    (ins Lith_Tensor:$self, Lith_Tensor:$like)> {
  let gradient = "laid_like_gradient";
  let shape = "like 0";
  let layout = "second";
  let aliases = 1;
  let dtypeRule = "same";
}
def Lith_InFormatOfOp : Lith_RuntimeOp<"in_format_of", "The same elements, with channels last where another tensor of images or volumes has them so", "in_format_of(Tensor self, Tensor like) -> Tensor",
    (ins Lith_Tensor:$self, Lith_Tensor:$like)> {
  let gradient = "in_format_of_gradient";
  let shape = "like 0";
  let layout = "second";
  let aliases = 1;
  let dtypeRule = "same";
}
def Lith_SumToOp : Lith_RuntimeOp<"sum_to", "Summed over the dimensions that are to have size 1, as a gradient is over those that were broadcast", "sum_to(Tensor self, SymInt[] size) -> Tensor",
    (ins Lith_Tensor:$self, Variadic<I64>:$size)> {
  let gradient = "sum_to_gradient";
  let shape = "sizes 1";
  let aliases = 1;
  let description = "The tensor itself where it has the sizes.\n- C1: each size is that of `self`, or 1.";
  let dtypeRule = "same";
}
def Lith_RandomPermutationOp : Lith_RuntimeOp<"random_permutation", "The integers below n in random order", "random_permutation(SymInt n) -> Tensor",
    (ins I64:$n)> {
  let gradient = "none";
  let shape = "size 0";
  let effects = "draws";
  let dtypeRule = "int64";
}
def Lith_MultinomialOp : Lith_RuntimeOp<"multinomial", "Indices drawn with the weights of each row", "multinomial(Tensor weights, SymInt count, bool replacement) -> Tensor",
    (ins Lith_Tensor:$weights, I64:$count, I1:$replacement)> {
  let gradient = "none";
  let effects = "draws";
  let dtypeRule = "int64";
}

def Lith_RandomSeedOp : Lith_RuntimeOp<"random_seed", "Sets the generator that the program draws from", "random_seed(SymInt seed) -> None",
    (ins I64:$seed), (outs)> {
  let dtypeRule = "python";
  let effects = "draws";
}
def Lith_GeneratorSeededOp : Lith_RuntimeOp<"generator_seeded", "The state of a generator with this seed", "generator_seeded(SymInt seed) -> Tensor",
    (ins I64:$seed)> {
  let gradient = "none";
  let dtypeRule = "given";
}
def Lith_GeneratorStateOp : Lith_RuntimeOp<"generator_state", "The state of the generator that the program draws from", "generator_state() -> Tensor", (ins)> {
  let gradient = "none";
  let effects = "draws";
  let dtypeRule = "given";
}
def Lith_SetGeneratorStateOp : Lith_RuntimeOp<"set_generator_state", "Sets the state of the generator that the program draws from", "set_generator_state(Tensor state) -> None",
    (ins Lith_Tensor:$state), (outs)> {
  let effects = "draws";
  let dtypeRule = "python";
}
def Lith_DrawFromOp : Lith_RuntimeOp<"draw_from", "Draws from a generator with this state until drawn_state", "draw_from(Tensor state) -> None",
    (ins Lith_Tensor:$state), (outs)> {
  let effects = "draws";
  let dtypeRule = "python";
}
def Lith_DrawnStateOp : Lith_RuntimeOp<"drawn_state", "The state of the generator of draw_from, which the program leaves", "drawn_state() -> Tensor", (ins)> {
  let gradient = "none";
  let effects = "draws";
  let dtypeRule = "given";
}
def Lith_TwisterSeededOp : Lith_RuntimeOp<"twister_seeded", "A generator of the module random, with this seed", "twister_seeded(SymInt seed) -> Tensor",
    (ins I64:$seed)> {
  let gradient = "none";
  let effects = "draws";
  let dtypeRule = "given";
}

#endif // LITH_OPS_RUNTIME_TD
