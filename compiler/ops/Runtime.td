// Runtime.td: primitives that are calls of the runtime (lith/functions/tensors.def)
//
// A record `Lith_<name>` is the primitive `prim.<name>` of the prelude. Its
// arguments come in the order of the schema; the runtime checks what the
// constraints say and raises what eager PyTorch raises.
#ifndef LITH_OPS_RUNTIME_TD
#define LITH_OPS_RUNTIME_TD

include "ops/TensorBase.td"

def Lith_full : Lith_RuntimeOperator<"A tensor of one value", "full(SymInt[] size, Scalar value, dtype dtype) -> Tensor"> {
  let shape = "sizes 2";
  let layout = "rows";
  let dtypeRule = "given";
  let examples = ["torch.full((2,), 3.5) == torch.tensor([3.5, 3.5])"];
}
def Lith_arange : Lith_RuntimeOperator<"start + i * step for i below `length`", "arange(Scalar start, Scalar step, SymInt length, dtype dtype) -> Tensor"> {
  let callees = ["arange_int", "arange_float"];
  let shape = "size 3";
  let layout = "rows";
  let dtypeRule = "given";
  let examples = ["torch.arange(1, 7, 2) == torch.tensor([1, 3, 5])"];
}
def Lith_linspace : Lith_RuntimeOperator<"`steps` points from start to end, both included", "linspace(float start, float end, SymInt steps, dtype dtype) -> Tensor"> {
  let shape = "size 3";
  let layout = "rows";
  let dtypeRule = "given";
}
def Lith_concat : Lith_RuntimeOperator<"Tensors joined end to end along `dim`", "concat(Tensor[] tensors, int dim) -> Tensor"> {
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
def Lith_pad : Lith_RuntimeOperator<"Elements added (or, if negative, taken) before and after each dimension", "pad(Tensor self, Scalar value, SymInt[] amounts) -> Tensor"> {
  let shape = "like 0, padded by 2";
  let layout = "rows";
  let description = "`amounts` holds before and after per dimension, from the first dimension on.";
}
def Lith_pad_index : Lith_RuntimeOperator<"Where padding by reflection, replication or wrapping reads along one dimension", "pad_index(SymInt size, SymInt before, SymInt after, int mode) -> Tensor"> {
  let description = "`mode` 0 reflects, 1 replicates, 2 wraps.";
  let dtypeRule = "int64";
}
def Lith_index_select : Lith_RuntimeOperator<"Elements of `dim` at the places that a tensor of indices names", "index_select(Tensor self, int dim, Tensor index) -> Tensor"> {
  let shape = "like 0, sizes of 2 at 1";
  let layout = "rows";
  let description = "The index tensor, of any rank and i64 or i32, takes the place of `dim`.\n- C1: 0 <= index < size.";
  let examples = ["torch.index_select(torch.tensor([5, 6, 7]), 0, torch.tensor([2, 0])) == torch.tensor([7, 5])"];
  let rejects = ["C1: torch.index_select(torch.tensor([5, 6, 7]), 0, torch.tensor([3]))"];
}
def Lith_gather : Lith_RuntimeOperator<"For each place of `index`, the element whose coordinate on `dim` it names", "gather(Tensor self, int dim, Tensor index) -> Tensor"> {
  let shape = "like 2";
  let layout = "rows";
  let examples = ["torch.gather(torch.tensor([[1, 2]]), 1, torch.tensor([[1, 0]])) == torch.tensor([[2, 1]])"];
}
def Lith_scatter : Lith_RuntimeOperator<"A copy with elements of `src` put where `index` says", "scatter(Tensor self, int dim, Tensor index, Tensor src, int reduce) -> Tensor"> {
  let shape = "like 0";
  let layout = "rows";
  let description = "`reduce`: 0 replaces, 1 adds, 2 multiplies, 3 takes the larger, 4 the smaller.";
  let examples = ["torch.zeros(3).scatter(0, torch.tensor([2]), torch.tensor([5.])) == torch.tensor([0., 0., 5.])"];
}
def Lith_index : Lith_RuntimeOperator<"Indexing by tensors, broadcast against each other", "index(Tensor self, Tensor?[] indices) -> Tensor"> {
  let description = "None stands for the whole dimension; bool tensors stand for the places where they are true.\n- C1: -size <= index < size.";
  let examples = ["torch.tensor([5, 6, 7])[torch.tensor([True, False, True])] == torch.tensor([5, 7])"];
}
def Lith_index_put : Lith_RuntimeOperator<"A copy with the indexed elements replaced by (or increased by) values", "index_put(Tensor self, Tensor values, bool accumulate, Tensor?[] indices) -> Tensor"> {
  let shape = "like 0";
  let layout = "first";
}
def Lith_index_add : Lith_RuntimeOperator<"A copy with `source` added at the places of `dim` that `index` names", "index_add(Tensor self, int dim, Tensor index, Tensor source) -> Tensor"> {
  let shape = "like 0";
  let layout = "rows";
}
def Lith_bag_sum : Lith_RuntimeOperator<"Sums of the rows that `index` names from each offset to the next", "bag_sum(Tensor self, Tensor index, Tensor offsets) -> Tensor"> {
  let shape = "like 0, any rows";
  let layout = "rows";
  let description = "`self`: of a floating type; `offsets`: one more than there are sums.\n- C1: 0 <= index < rows.\n- C2: offsets do not fall, and are within the index.";
}
def Lith_masked_scatter : Lith_RuntimeOperator<"A copy with elements of `source`, in order, where `mask` is true", "masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor"> {
  let shape = "like 0";
  let layout = "rows";
}
def Lith_nonzero : Lith_RuntimeOperator<"Coordinates of the elements that are not zero, one a row", "nonzero(Tensor self) -> Tensor"> {
  let dtypeRule = "int64";
  let examples = ["torch.nonzero(torch.tensor([0, 3, 0, 4])) == torch.tensor([[1], [3]])"];
}
def Lith_flip : Lith_RuntimeOperator<"The order of elements along dimensions reversed", "flip(Tensor self, int[] dims) -> Tensor"> {
  let shape = "like 0";
  let layout = "rows";
  let examples = ["torch.flip(torch.tensor([1, 2, 3]), (0,)) == torch.tensor([3, 2, 1])"];
}
def Lith_triangle : Lith_RuntimeOperator<"Zeros above (tril) or below (triu) a diagonal of the last two dimensions", "triangle(Tensor self, SymInt diagonal, bool upper) -> Tensor"> {
  let shape = "like 0";
  let layout = "rows";
}
def Lith_scan : Lith_RuntimeOperator<"Running sum, product or log-sum-exp along `dim`", "scan(Tensor self, int dim, int kind) -> Tensor"> {
  let shape = "like 0";
  let layout = "rows";
  let description = "`kind` 0 sum, 1 prod, 2 logsumexp; the input has the result's dtype.";
  let examples = ["torch.cumsum(torch.tensor([1, 2, 3]), 0) == torch.tensor([1, 3, 6])"];
}
def Lith_scan_index : Lith_RuntimeOperator<"Where the running maximum or minimum along `dim` stands", "scan_index(Tensor self, int dim, bool largest) -> Tensor"> {
  let shape = "like 0";
  let dtypeRule = "int64";
}
def Lith_argsort : Lith_RuntimeOperator<"Indices that sort along `dim`; NaN is the largest", "argsort(Tensor self, int dim, bool descending, bool stable) -> Tensor"> {
  let shape = "like 0";
  let layout = "rows";
  let description = "Without `stable`, equals come in the order in which eager leaves them.";
  let dtypeRule = "int64";
  let examples = ["torch.argsort(torch.tensor([3, 1, 2])) == torch.tensor([1, 2, 0])"];
}
def Lith_topk_index : Lith_RuntimeOperator<"Indices of the k largest or smallest along `dim`", "topk_index(Tensor self, SymInt k, int dim, bool largest, bool sorted) -> Tensor"> {
  let shape = "like 0, size 1 at 2";
  let dtypeRule = "int64";
}
def Lith_kth_index : Lith_RuntimeOperator<"Index of the element that comes after k others in order along `dim`, of equals the one that eager finds", "kth_index(Tensor self, SymInt k, int dim) -> Tensor"> {
  let shape = "like 0, 1 at 2";
  let dtypeRule = "int64";
}
def Lith_median_index : Lith_RuntimeOperator<"Index of the lower of the middle elements along `dim`, equals in their order", "median_index(Tensor self, int dim, bool skip_nan) -> Tensor"> {
  let shape = "like 0, 1 at 1";
  let description = "A NaN is the median of its line, unless they are skipped.";
  let dtypeRule = "int64";
}
def Lith_mode_index : Lith_RuntimeOperator<"Index of the most frequent element along `dim`, of several the smallest", "mode_index(Tensor self, int dim) -> Tensor"> {
  let shape = "like 0, 1 at 1";
  let dtypeRule = "int64";
}
def Lith_unique : Lith_RuntimeOperator<"Distinct elements, where each went, and how many", "unique(Tensor self, bool consecutive) -> (Tensor, Tensor, Tensor)">;
def Lith_searchsorted : Lith_RuntimeOperator<"Places at which values keep a sorted sequence sorted", "searchsorted(Tensor sequence, Tensor self, bool right) -> Tensor"> {
  let shape = "like 1";
  let dtypeRule = "int64";
}
def Lith_bincount : Lith_RuntimeOperator<"How often each non-negative integer occurs", "bincount(Tensor self, SymInt minlength) -> Tensor"> {
  let dtypeRule = "int64";
}
def Lith_repeat_index : Lith_RuntimeOperator<"Each index i repeated repeats[i] times", "repeat_index(Tensor repeats) -> Tensor"> {
  let dtypeRule = "int64";
}
def Lith_of_values : Lith_RuntimeOperator<"A tensor of numbers, or of nested lists of them", "of_values(Any values, dtype dtype) -> Tensor"> {
  let callees = ["tensor_of_values"];
  let layout = "rows";
  let dtypeRule = "given";
}
def Lith_item : Lith_RuntimeOperator<"The only element, as a Python number", "item(Tensor self) -> Scalar"> {
  let vmap = "raises";
}
def Lith_tolist : Lith_RuntimeOperator<"The elements as nested lists of Python numbers", "tolist(Tensor self) -> Any">;
def Lith_equal : Lith_RuntimeOperator<"Whether sizes and all elements are the same", "equal(Tensor self, Tensor other) -> bool"> {
  let dtypeRule = "python";
}
def Lith_conv : Lith_RuntimeOperator<"Convolution over 1 to 3 spatial dimensions", "conv(Tensor input, Tensor weight, Tensor? bias, SymInt[] geometry) -> Tensor"> {
  let layout = "rows";
  let description = [{
    input [N, C, spatial...], weight [O, C/groups, window...] ([C, O/groups, window...] when transposed). `geometry` is transposed (0 or 1),
    groups, then per spatial dimension stride, padding, dilation, output padding.
  }];
}
def Lith_max_pool : Lith_RuntimeOperator<"Largest element of each window, and its place in the flattened plane", "max_pool(Tensor self, SymInt[] geometry) -> (Tensor, Tensor)"> {
  let description = "`geometry` is ceil mode (0 or 1), then per spatial dimension window, stride, padding, dilation.";
}
def Lith_max_pool_values : Lith_RuntimeOperator<"Largest element of each window", "max_pool_values(Tensor self, SymInt[] geometry) -> Tensor"> {
  let layout = "rows";
  let description = "`geometry` as of max_pool.";
}
def Lith_avg_pool : Lith_RuntimeOperator<"Mean of each window", "avg_pool(Tensor self, SymInt[] geometry) -> Tensor"> {
  let description = "`geometry` is ceil mode, whether padding counts, the divisor (0: the window), then per spatial dimension window, stride, padding.";
}
def Lith_adaptive_avg_pool : Lith_RuntimeOperator<"Mean of windows that split each dimension into `size` parts", "adaptive_avg_pool(Tensor self, SymInt[] size) -> Tensor">;
def Lith_adaptive_max_pool : Lith_RuntimeOperator<"Largest element of windows that split each dimension into `size` parts, and its place in the flattened plane", "adaptive_max_pool(Tensor self, SymInt[] size) -> (Tensor, Tensor)">;
def Lith_fft : Lith_RuntimeOperator<"Discrete Fourier transform of complex dimensions, times a factor", "fft(Tensor self, bool inverse, float factor, int[] dims) -> Tensor"> {
  let shape = "like 0";
}
def Lith_rfft : Lith_RuntimeOperator<"Discrete Fourier transform of one dimension of real numbers, times a factor", "rfft(Tensor self, int dim, SymInt size, bool inverse, float factor) -> Tensor"> {
  let shape = "like 0, size 2 at 1";
  let description = "`size`: as many elements as `dim` has, or the first half of them and one; the rest is its mirror image.";
}
def Lith_irfft : Lith_RuntimeOperator<"The `size` real numbers whose transform begins with the elements of `dim`, times a factor", "irfft(Tensor self, int dim, SymInt size, float factor) -> Tensor"> {
  let shape = "like 0, size 2 at 1";
  let description = "`dim` has half of the elements, and one.";
}
def Lith_lu : Lith_RuntimeOperator<"Triangular factors in one matrix, the order of rows, its sign, and the first pivot that is 0, from 1 on (or 0)", "lu(Tensor self) -> (Tensor, Tensor, Tensor, Tensor)">;
def Lith_cholesky : Lith_RuntimeOperator<"The lower factor L of L @ L.T, and the first minor that is not positive (or 0)", "cholesky(Tensor self) -> (Tensor, Tensor)">;
def Lith_qr : Lith_RuntimeOperator<"An orthogonal factor of `columns` columns and a triangular one", "qr(Tensor self, SymInt columns) -> (Tensor, Tensor)">;
def Lith_lstsq : Lith_RuntimeOperator<"The shortest solution of least squares, and the rank", "lstsq(Tensor self, Tensor right, float limit) -> (Tensor, Tensor)"> {
  let description = "Pivots that are not larger than `limit` times the largest count as 0.";
}
def Lith_eigh : Lith_RuntimeOperator<"Eigenvalues and eigenvectors of symmetric matrices, of their lower triangles, and whether each failed", "eigh(Tensor self) -> (Tensor, Tensor, Tensor)">;
def Lith_eigvalsh : Lith_RuntimeOperator<"Eigenvalues of symmetric matrices, of their lower triangles, and whether each failed", "eigvalsh(Tensor self) -> (Tensor, Tensor)">;
def Lith_svd : Lith_RuntimeOperator<"U, S and V.T of U @ S @ V.T, and whether each failed", "svd(Tensor self, SymInt columns, SymInt rows) -> (Tensor, Tensor, Tensor, Tensor)"> {
  let description = "`columns` of U and `rows` of V.T: all of a square factor, or as many as there are singular values.";
}
def Lith_svdvals : Lith_RuntimeOperator<"Singular values, the largest first, and whether each failed", "svdvals(Tensor self) -> (Tensor, Tensor)">;
def Lith_solve_triangular : Lith_RuntimeOperator<"The solution of factor @ x == right", "solve_triangular(Tensor factor, Tensor right, bool upper, bool unit) -> Tensor">;
def Lith_random : Lith_RuntimeOperator<"Uniform numbers in [0, 1)", "random(SymInt[] size, dtype dtype) -> Tensor"> {
  let effects = "draws";
  let shape = "sizes 1";
  let layout = "rows";
  let dtypeRule = "given";
}
def Lith_random_normal : Lith_RuntimeOperator<"Normal numbers of mean 0 and deviation 1", "random_normal(SymInt[] size, dtype dtype) -> Tensor"> {
  let effects = "draws";
  let shape = "sizes 1";
  let layout = "rows";
  let dtypeRule = "given";
}
def Lith_random_int : Lith_RuntimeOperator<"Integers low <= i < high", "random_int(SymInt low, SymInt high, SymInt[] size, dtype dtype) -> Tensor"> {
  let effects = "draws";
  let shape = "sizes 3";
  let layout = "rows";
  let dtypeRule = "given";
}
def Lith_random_bernoulli : Lith_RuntimeOperator<"1 with the probability that each element says, else 0", "random_bernoulli(Tensor p, dtype dtype) -> Tensor"> {
  let effects = "draws";
  let shape = "like 0";
  let layout = "rows";
  let dtypeRule = "given";
}
def Lith_in_memory_order : Lith_RuntimeOperator<"Values, given one after the other, at the places of a tensor in the order of its memory", "in_memory_order(Tensor values, Tensor like) -> Tensor"> {
  let shape = "like 0";
  let dtypeRule = "same";
}
def Lith_laid_like : Lith_RuntimeOperator<"The same elements, with the strides that a copy of another tensor has", "laid_like(Tensor self, Tensor like) -> Tensor"> {
  let shape = "like 0";
  let layout = "second";
  let aliases = 1;
  let dtypeRule = "same";
}
def Lith_in_format_of : Lith_RuntimeOperator<"The same elements, with channels last where another tensor of images or volumes has them so", "in_format_of(Tensor self, Tensor like) -> Tensor"> {
  let shape = "like 0";
  let layout = "second";
  let aliases = 1;
  let dtypeRule = "same";
}
def Lith_random_permutation : Lith_RuntimeOperator<"The integers below n in random order", "random_permutation(SymInt n) -> Tensor"> {
  let effects = "draws";
  let dtypeRule = "int64";
}
def Lith_multinomial : Lith_RuntimeOperator<"Indices drawn with the weights of each row", "multinomial(Tensor weights, SymInt count, bool replacement) -> Tensor"> {
  let effects = "draws";
  let dtypeRule = "int64";
}

def Lith_random_seed : Lith_StagedOperator<"Sets the generator that the program draws from", "random_seed(int seed) -> None"> {
  let dtypeRule = "python";
  let callees = ["random_seed"];
  let effects = "draws";
}

#endif // LITH_OPS_RUNTIME_TD
