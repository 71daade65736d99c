"""Linear algebra of arrays."""


def _np_matrix(a, square=False):
    """A matrix, or several, of floats."""
    tensor = _np_tensor(a)
    if tensor.dim() < 2:
        raise prim.host("numpy.linalg.LinAlgError")(f"{tensor.dim()}-dimensional array given. Array must be at least two-dimensional")
    if square and not (tensor.shape[-1] == tensor.shape[-2]):
        raise prim.host("numpy.linalg.LinAlgError")("Last 2 dimensions of the array must be square")
    return tensor if tensor.dtype.is_floating_point else tensor.double()


def _np_finite(matrix, words="SVD did not converge"):
    """A matrix whose decomposition exists."""
    if not bool(torch.isfinite(matrix).all()):
        raise prim.host("numpy.linalg.LinAlgError")(words)
    return matrix


def _np_result(name, *tensors):
    """A result of several arrays, with its class of NumPy."""
    return prim.host("numpy.linalg._linalg." + name)(*[prim.to_numpy(each) for each in tensors])


@operator("numpy.linalg.inv")
def np_inv(a):
    """As NumPy's"""
    inverse, failures = torch.linalg.inv_ex(_np_matrix(a, True))
    if bool((failures != 0).any()):
        raise prim.host("numpy.linalg.LinAlgError")("Singular matrix")
    return prim.to_numpy_array(inverse)


@operator("numpy.linalg.det")
def np_det(a):
    """As NumPy's"""
    return prim.to_numpy(torch.linalg.det(_np_matrix(a, True)))


@operator("numpy.linalg.slogdet")
def np_slogdet(a):
    """As NumPy's"""
    sign, size = torch.linalg.slogdet(_np_matrix(a, True))
    return _np_result("SlogdetResult", sign, size)


@operator("numpy.linalg.solve")
def np_solve(a, b):
    """As NumPy's"""
    left, right = _np_matrix(a, True), _np_tensor(b)
    dtype = _np_promoted(left.dtype, right.dtype)
    left, right, is_vector = left.to(dtype), right.to(dtype), right.dim() == 1
    if left.dim() > 2 or right.dim() > 2:
        prim.refuse("numpy.linalg.solve", "several systems")
    prim.check(right.shape[0] == left.shape[0], "ValueError", "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (m,m),(m)->(m) (size {0} is different from {1})" if is_vector else "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (m,m),(m,n)->(m,n) (size {0} is different from {1})", right.shape[0], left.shape[0])
    _, failures = torch.linalg.inv_ex(left)
    if bool((failures != 0).any()):
        raise prim.host("numpy.linalg.LinAlgError")("Singular matrix")
    return prim.to_numpy_array(torch.linalg.solve(left, right))


@operator("numpy.linalg.cholesky")
def np_cholesky(a):
    """As NumPy's"""
    factor, failures = torch.linalg.cholesky_ex(_np_matrix(a, True))
    if bool((failures != 0).any()):
        raise prim.host("numpy.linalg.LinAlgError")("Matrix is not positive definite")
    return prim.to_numpy_array(factor)


@operator("numpy.linalg.qr")
def np_qr(a, mode="reduced"):
    """As NumPy's"""
    if mode not in ("reduced", "complete", "r"):
        prim.refuse("numpy.linalg.qr", "this mode")
    q, r = torch.linalg.qr(_np_matrix(a), "reduced" if mode == "r" else mode)
    return prim.to_numpy_array(r) if mode == "r" else _np_result("QRResult", q, r)


@operator("numpy.linalg.svd")
def np_svd(a, full_matrices=True, compute_uv=True):
    """As NumPy's"""
    if not compute_uv:
        return prim.to_numpy_array(torch.linalg.svdvals(_np_finite(_np_matrix(a))))
    u, s, v = torch.linalg.svd(_np_finite(_np_matrix(a)), full_matrices)
    return _np_result("SVDResult", u, s, v)


@operator("numpy.linalg.svdvals")
def np_svdvals(x):
    """As NumPy's"""
    return prim.to_numpy_array(torch.linalg.svdvals(_np_finite(_np_matrix(x))))


@operator("numpy.linalg.eigh")
def np_eigh(a, UPLO="L"):
    """As NumPy's"""
    if UPLO.upper() not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    values, vectors = torch.linalg.eigh(_np_matrix(a, True), UPLO.upper())
    return _np_result("EighResult", values, vectors)


@operator("numpy.linalg.eigvalsh")
def np_eigvalsh(a, UPLO="L"):
    """As NumPy's"""
    if UPLO.upper() not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    return prim.to_numpy_array(torch.linalg.eigvalsh(_np_matrix(a, True), UPLO.upper()))


@operator("numpy.linalg.matrix_power")
def np_matrix_power(a, n):
    """As NumPy's"""
    tensor = _np_tensor(a)
    n = _np_plain(n)
    matrix = _np_matrix(a, True)
    if n < 0:
        matrix = prim.numpy_tensor(np_inv(a))
    elif not tensor.dtype.is_floating_point:
        prim.refuse("numpy.linalg.matrix_power", "integers")
    return prim.to_numpy_array(torch.linalg.matrix_power(matrix, abs(n)))
