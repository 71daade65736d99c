"""Operators."""

import math

import torch
import torch.nn.functional as F

from limits.entry import differs, limit, prose, raises, refused, script

T = torch.tensor
HALF = torch.float16


@limit(differs(), lambda: (torch.tensor(1.0), torch.zeros(0, 3), torch.zeros(3)))
def product_of_nothing_added_to_a_number(x, m, v):
    """`addmv` of a matrix without rows and a tensor without dimensions has no rows; eager gives it no dimensions."""
    return torch.addmv(x, m, v).shape


@limit(raises(RuntimeError), lambda: (torch.ones(1, 1, 3, 4), torch.ones(2, 1, 3, 4)))
def attention_of_other_batches(q, k):
    """`scaled_dot_product_attention` of one query with the keys of several raises RuntimeError."""
    return F.scaled_dot_product_attention(q, k, k)


@limit(differs(), lambda: (torch.full((1, 1, 3, 8), math.nan), torch.ones(1, 1, 3, 8)))
def attention_of_no_numbers(q, k):
    """`scaled_dot_product_attention` of a NaN query is NaN; of fewer keys than the processor's vectors have elements, eager gives zeros."""
    return F.scaled_dot_product_attention(q, k, k)


@limit(raises(RuntimeError), lambda: (torch.ones(4, 3, 8), torch.ones(0, 6, 8)))
def attention_of_no_values(q, v):
    """`scaled_dot_product_attention` of values without elements, of other sizes than the keys, raises RuntimeError; eager gives zeros."""
    return F.scaled_dot_product_attention(q, q, v)


@limit(differs(), lambda: (torch.eye(3), T([0, 1, 2]), T([0])))
def further_results_of_bags(w, i, o):
    """The second to fourth result of `torch.embedding_bag` are the bags and their sizes; eager leaves some empty."""
    return torch.embedding_bag(w, i, o)[1:]


@limit(raises(RuntimeError), lambda: (torch.eye(3), T([0, 1, 2]), T([0, 2, 1])))
def offsets_out_of_order(w, i, o):
    """Offsets of `embedding_bag` that are not in order raise RuntimeError in other words."""
    return F.embedding_bag(i, w, o)


@limit(
    differs(), lambda: (torch.full((31,), 1.0, dtype=torch.float64).index_fill(0, T(3), math.inf),)
)
def transforms_of_infinite_elements(x):
    """Which results of `torch.fft` of infinite elements are infinite and which NaN is the algorithm's."""
    return torch.fft.hfft(x)


@limit(differs(), lambda: (torch.full((2, 2), math.inf),))
def cholesky_inverse_of_infinite_elements(x):
    """`cholesky_inverse` of infinite elements is NaN where eager leaves out products by the zeros of a triangle."""
    return torch.cholesky_inverse(x)


@limit(differs(), lambda: (T([3e19]),))
def norm_of_one_large_number(x):
    """`norm` of one number takes its square: those past 1e19 or below 1e-23 (float) give inf or 0."""
    return x.norm()


@limit(differs(), lambda: (torch.ones(2, dtype=torch.complex64), math.inf))
def infinite_alpha_of_complex_numbers(x, alpha):
    """`add` and `sub` of complex numbers that are infinite, or with such an `alpha`, and `lerp` with such a weight: NaN for
    some parts that eager has infinite."""
    return torch.view_as_real(torch.add(x, x, alpha=alpha))


@limit(differs(), lambda: (600,))
def steps_of_half_precision(n):
    """`arange` of float16 past 2048 or bfloat16 past 256, or with a step that is not whole: eager rounds the first element
    of each vector of the processor, so that the last digit depends on the machine."""
    return torch.arange(0.1, n, 0.3, dtype=torch.bfloat16)


@limit(differs(), lambda: (torch.tensor([[2.0, -1, -1], [-1, -1, -1], [-1, -1, -1]]),))
def factor_of_what_is_not_positive(x):
    """The factor that `cholesky_ex` gives of a matrix that is not positive definite, from the minor on that `info` tells."""
    return torch.linalg.cholesky_ex(x).L


@limit(differs(), lambda: (torch.diag(torch.tensor([1.0, math.inf, 1.0])),))
def singular_vectors_of_infinite_elements(x):
    """`svd` and `pinv` of infinite elements give NaN; eager raises, or gives other NaNs, by what LAPACK does."""
    return torch.linalg.svd(x).U


@limit(raises(RuntimeError), lambda: (torch.tensor([0, 9]), torch.tensor([0, 1])))
def index_that_no_bag_has(x, offsets):
    """`embedding_bag` with an index outside of the table, behind the last of its offsets; eager does not look at it."""
    return F.embedding_bag(x, torch.ones(3, 2), offsets, mode="sum", include_last_offset=True)


@limit(differs(torch.float32), lambda: (torch.zeros(0, dtype=torch.int64), torch.zeros(0)))
def bincount_of_nothing(x, w):
    """`bincount` of nothing with weights is float32; eager gives int64."""
    return torch.bincount(x, w).dtype


@limit(raises(NotImplementedError), lambda: (torch.ones(2, 3), torch.ones(1, 3)))
def einsum_of_a_broadcast_sum(x, y):
    """`torch.einsum` over a subscript that is summed and 1 in one operand only raises NotImplementedError, where the
    size is not known when compiling."""
    return torch.einsum("ij,ij->", x, y)


@limit(refused("LTH0502"), lambda: (torch.ones(2, dtype=torch.complex64),))
def logsumexp_of_complex_numbers(x):
    """`logsumexp`, `logcumsumexp`, `logaddexp` and `logaddexp2` of complex tensors."""
    return torch.logsumexp(x, 0)  # here


@limit(refused("LTH0302"), lambda: (torch.eye(2),))
def decompositions(x):
    """`torch.linalg` of complex matrices; `eig`, `eigvals`, `lu_factor`, `ldl_factor`, `householder_product`, `tensorinv`,
    `tensorsolve` and `vander`."""
    return torch.linalg.eigvals(x)  # here


@limit(refused("LTH0502"), lambda: (torch.eye(2, dtype=HALF),))
def exponential_of_half(x):
    """`matrix_exp` of half precision, whose powers overflow in eager."""
    return torch.matrix_exp(x)  # here


@limit(refused("LTH0502"), lambda: (torch.ones(1, 1, 3), torch.ones(1, 1, 2), T([1])))
def bias_of_another_dtype(x, w, b):
    """A transposed convolution, and one of half precision, with a bias of another dtype."""
    return F.conv_transpose1d(x, w, b)  # here


@limit(differs(), lambda: (torch.zeros(0, dtype=torch.int64),))
def trapezoid_of_nothing(x):
    """`trapezoid` of nothing has the dtype of any integral; eager gives that of what is integrated."""
    return torch.trapezoid(x).dtype


@limit(differs(), lambda: (torch.arange(16.0).reshape(1, 1, 4, 4),))
def cosine_that_overflows(x):
    """`cosine_similarity` of vectors whose squares overflow is 0."""
    return F.cosine_similarity(x * 1e20, x)


@limit(differs(), lambda: (torch.arange(16.0).reshape(1, 1, 4, 4),))
def group_norm_that_overflows(x):
    """`group_norm` whose variance overflows gives 0; eager gives NaN."""
    return F.group_norm(x * 1e20, 1)


@limit(differs(), lambda: (torch.full((17,), 6e-8, dtype=torch.bfloat16),))
def inverse_root_of_bfloat16(x):
    """`rsqrt` of bfloat16 is the nearest number; eager may be one digit off."""
    return x.rsqrt()


@script(differs())
def normal_numbers_for_a_tensor_with_gaps(door):
    """`torch.randn` with `out=` a tensor with gaps draws as without gaps, and leaves the generator there."""
    f = door.compile(lambda: torch.randn(20, out=torch.empty(40)[::2]))
    torch.manual_seed(0)
    return f(), torch.rand(1)


@limit(differs(), lambda: (T([3, 4]),))
def rounded_integers(x):
    """`round` of integers with `decimals=0` written out gives them; eager has no kernel for it."""
    return torch.round(x, decimals=0)


@limit(raises(NotImplementedError), lambda: (torch.zeros(0, 0), torch.zeros(2)))
def pseudo_inverse_of_nothing(x, tolerances):
    """`torch.linalg.pinv` of nothing, with several tolerances, raises NotImplementedError."""
    return torch.linalg.pinv(x, rtol=tolerances)


prose(
    __name__,
    "`ctc_loss` of a target that is no class, and `native_batch_norm` of vectors of other lengths, raise RuntimeError; "
    "eager reads what lies beyond them.",
    "eager's answer depends on what lies in memory",
)

prose(
    __name__,
    "Which elements of `addmm`, `baddbmm` and their like with an infinite `alpha` are infinite and which NaN is the algorithm's.",
    "eager's answer depends on the sizes and on where its library of matrix products multiplies",
)


@limit(refused("LTH0302"), lambda: (torch.ones(2, 2),))
def backward_operator(x):
    """Backward operators, `prims` and what `torch.library.impl` registered, by the dispatcher's names."""
    return torch.ops.aten.tanh_backward(x, x)  # here


@limit(refused("LTH0302"), lambda: (torch.ones(2),))
def rarer_operators(x):
    """`frexp`, `nanquantile`, `poisson`, `vander`, `sum_to_size`, `is_same_size`, `special.i0`, `is_signed`."""
    return torch.frexp(x)  # here


@limit(refused("LTH0302"), lambda: (torch.ones(2),))
def sampling_of_poisson(x):
    """`torch.poisson`."""
    return torch.poisson(x)  # here


@limit(differs(), lambda: (torch.ones(8),))
def sign_of_imaginary_zeros(x):
    """Imaginary parts of `rfft` that are zero may have the other sign, which `angle` shows."""
    return torch.signbit(torch.fft.rfft(x).imag)


@limit(differs(), lambda: (torch.arange(12.0).reshape(1, 4, 3), torch.full((4,), math.inf)))
def group_norm_of_infinite_weights(x, w):
    """`group_norm` with infinite weights gives infinite elements where eager has NaN: it takes the mean away after it has
    scaled."""
    return F.group_norm(x, 2, w)


@limit(differs(), lambda: (T([-1e30, 1e30, 1e25, 3.0]),))
def layer_norm_that_overflows(x):
    """`layer_norm` whose variance overflows gives 0; eager gives NaN or 0, by the length and the order of its sums."""
    return F.layer_norm(x * 1e8, (4,)), F.layer_norm(x, (4,))


prose(
    __name__,
    "`gelu` of infinity is infinity, and of minus infinity NaN; eager gives NaN for both on some processors.",
    "eager's answer depends on the processor",
)
prose(
    __name__,
    "`argmax`, `argmin`, `max` and `min` with indices raise RuntimeError above 2^31 elements along the dimension.",
    "needs gigabytes of memory",
)
prose(
    __name__,
    "`torch.nn.attention.sdpa_kernel` chooses nothing, as there is one kernel; settings of backends are read when the "
    "program is compiled.",
    "nothing to see in results",
)
prose(
    __name__,
    "`max()` and `min()` of a whole tensor where zeros of both signs are largest or least may have the other sign.",
    "eager's depends on the lanes of the processor's vectors",
)
