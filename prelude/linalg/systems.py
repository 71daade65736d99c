"""Systems of linear equations."""


def _solved(factors, order, right):
    """The solution of a system from the factors of its matrix; batches are equal."""
    order = prim.expand(prim.unsqueeze(order, -1), right.shape)
    right = prim.gather(right, right.dim() - 2, order)
    return prim.solve_triangular(factors, prim.solve_triangular(factors, right, False, True), True, False)


def _same_batches(self, other):
    batch = _broadcast_shape(tuple(self.shape[:-2]), tuple(other.shape[:-2]))
    return prim.expand(self, batch + tuple(self.shape[-2:])), prim.expand(other, batch + tuple(other.shape[-2:]))


def _in_columns(self):
    """In memory column by column, as matrices of a library that counts so."""
    return self if self.dim() < 2 else transpose(prim.contiguous(transpose(self, -1, -2)), -1, -2)


def _is_vector(self, other):
    """Whether the right sides are one vector for each matrix."""
    if other.dim() == 1:
        return True
    if other.dim() != self.dim() - 1:
        return False
    return tuple(other.shape) == tuple(self.shape[:-1])


@operator("torch.linalg.solve", "torch._C._linalg.linalg_solve", examples=["torch.linalg.solve(torch.tensor([[2., 0.], [0., 4.]]), torch.tensor([2., 4.])) == torch.tensor([1., 1.])"], rejects=["C1: torch.linalg.solve(torch.ones(2, 3), torch.ones(2))", "C2: torch.linalg.solve(torch.zeros(2, 2), torch.ones(2))"])
def solve(A, B, *, left=True):
    """X of A @ X == B (or X @ A == B)

    - C1: matrices are square.
    - C2: none is singular.
    """
    _check_square(A, "linalg.solve", "lu_cpu")
    if A.dtype != B.dtype:
        raise RuntimeError(f"linalg.solve: Expected A and B to have the same dtype, but found A of type {prim.class_name(A)} and B of type {prim.class_name(B)} instead")
    if _is_vector(A, B):
        return _in_columns(prim.squeeze(solve(A, prim.unsqueeze(B, -1)), (-1,)))
    if not left:
        return transpose(solve(transpose(A, -1, -2), transpose(B, -1, -2)), -1, -2)
    prim.check(A.shape[-1] == B.shape[-2], "RuntimeError", "linalg.solve: Incompatible shapes of A and B for the equation AX = B ({0}x{1} and {2}x{3})", A.shape[-2], A.shape[-1], B.shape[-2], B.shape[-1])
    left, right = _same_batches(_known(A, "linalg.solve", "lu_cpu"), B)
    return prim.cast(_solution(left, prim.cast(right, left.dtype))[0], A.dtype)


@operator(gradient="solution_gradient")
def _solution(A: Tensor, B: Tensor):
    """The solution, and the factors of the matrices with their orders of rows."""
    factors, order, _, failures = prim.lu(A)
    _check_failures(failures, "torch.linalg.solve", "The solver failed because the input matrix is singular.")
    return _solved(factors, order, B), factors, order


@operator("torch.linalg.solve_triangular", "torch._C._linalg.linalg_solve_triangular")
def solve_triangular(A, B, *, upper, left=True, unitriangular=False):
    """X of A @ X == B (or X @ A == B) for a triangular A"""
    for letter, each in (("A", A), ("B", B)):
        if each.dim() < 2:
            raise RuntimeError(f"linalg.solve_triangular: The input tensor {letter} must have at least 2 dimensions.")
    _check_equal_sides(A, "linalg.solve_triangular")
    equation = "AX = B" if left else "XA = B"
    prim.check(A.shape[-2] == B.shape[-2 if left else -1], "RuntimeError", "linalg.solve_triangular: Incompatible shapes of A and B for the equation " + equation + " ({0}x{1} and {2}x{3})", A.shape[-2], A.shape[-1], B.shape[-2], B.shape[-1])
    if not left:
        turned = solve_triangular(transpose(A, -1, -2), transpose(B, -1, -2), upper=not upper, unitriangular=unitriangular)
        return _in_columns(transpose(turned, -1, -2))
    _check_kernel(A, "linalg.solve_triangular", "triangular_solve_cpu")
    A, B = _same_batches(A, B)
    return prim.solve_triangular(A, B, upper, unitriangular)


@operator("torch.cholesky_solve", "Tensor.cholesky_solve", gradient="cholesky_solve_gradient")
def cholesky_solve(self: Tensor, L: Tensor, upper=False):
    """X of A @ X == self, of the Cholesky factor of A"""
    for letter, each in (("b", self), ("u", L)):
        if each.dim() < 2:
            raise RuntimeError(f"{letter} should have at least 2 dimensions, but has {each.dim()} dimensions instead")
    if self.dtype != L.dtype:
        raise RuntimeError(f"Expected b and A to have the same dtype, but found b of type {prim.class_name(self)} and A of type {prim.class_name(L)} instead.")
    _check_equal_sides(L, "cholesky_solve")
    _check_kernel(L, "cholesky_solve", "cholesky_solve_cpu")
    lower = transpose(L, -1, -2) if upper else L
    return solve_triangular(transpose(lower, -1, -2), solve_triangular(lower, self, upper=False), upper=True)
