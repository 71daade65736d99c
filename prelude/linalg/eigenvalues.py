"""Eigenvalues and eigenvectors of symmetric matrices."""


def _check_converged(failures):
    _check_failures(failures, "linalg.eigh", "The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated eigenvalues (error code: {0}).")


def _lower_of(A, UPLO):
    """Hermitian matrices as their lower triangles, of the triangle that UPLO names."""
    _check_rank(A, "linalg.eigh")
    _check_equal_sides(A, "linalg.eigh")
    if UPLO not in ("L", "l", "U", "u"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    A = _known(A, "linalg.eigh", "linalg_eigh_cpu")
    return A if UPLO in ("L", "l") else transpose(A, -1, -2)


@operator("torch.linalg.eigh", "torch._C._linalg.linalg_eigh", examples=["torch.linalg.eigh(torch.tensor([[2., 0.], [0., 1.]])).eigenvalues == torch.tensor([1., 2.])"], rejects=["C1: torch.linalg.eigh(torch.ones(2, 3))"])
def eigh(A, UPLO="L"):
    """Eigenvalues of symmetric matrices, the least first, and eigenvectors, as columns

    - C1: matrices are square.
    """
    values, vectors, failures = prim.eigh(_lower_of(A, UPLO))
    _check_converged(failures)
    return prim.named_result("torch.return_types.linalg_eigh", (prim.cast(values, A.dtype), prim.cast(vectors, A.dtype)))


@operator("torch.linalg.eigvalsh", "torch._C._linalg.linalg_eigvalsh", rejects=["C1: torch.linalg.eigvalsh(torch.ones(2, 3))"])
def eigvalsh(A, UPLO="L"):
    """Eigenvalues of symmetric matrices, the least first

    - C1: matrices are square.
    """
    values, failures = prim.eigvalsh(_lower_of(A, UPLO))
    _check_converged(failures)
    return prim.cast(values, A.dtype)
