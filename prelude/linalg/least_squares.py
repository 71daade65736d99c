"""Least squares."""


@operator(gradient="least_squares_gradient")
def _least_squares(input: Tensor, other: Tensor, driver, limit):
    """Solution, rank and singular values; None where the driver gives none."""
    if driver == "gels":
        tall = input.shape[-2] >= input.shape[-1]
        q, r = prim.qr(input if tall else transpose(input, -1, -2), min(input.shape[-2], input.shape[-1]))
        pivots = prim.cast(prim.diagonal(r, 0, -2, -1) == 0, torch.int64)
        failures = prim.sum(pivots, (-1,), False) * (argmax(constant_pad_nd(pivots, (0, 1)), -1) + 1)
        _check_failures(failures, "torch.linalg.lstsq", "The least squares solution could not be computed because the input matrix does not have full rank (error code: {0}).")
        if tall:
            return prim.solve_triangular(r, matmul(transpose(q, -1, -2), other), True, False), None, None
        return matmul(q, prim.solve_triangular(transpose(r, -1, -2), other, False, False)), None, None
    if driver == "gelsy":
        solution, rank = prim.lstsq(input, other, limit)
        return solution, rank, None
    left, values, right = _factors(input, False)
    largest = _largest(values, values.dim() - 1)
    parts = matmul(transpose(left, -1, -2), other) * prim.unsqueeze(_reciprocals(values, largest * limit), -1)
    rank = prim.sum(prim.cast(values > largest * limit, torch.int64), (-1,), False)
    return _in_columns(matmul(transpose(right, -1, -2), parts)), rank, values


def _residuals(input, other, solution, driver, rank):
    """Squared distances of the right sides, where the driver gives them and all ranks are full."""
    none = _with_zeros(_with_zeros(prim.full((0,), 0, input.dtype), input), other)
    if driver == "gelsy":
        return none
    has = input.shape[-2] > input.shape[-1]
    if rank is not None:
        has = has and prim.all(rank == input.shape[-1], None, False).item()
    if not has:
        return none
    distance = matmul(input, solution) - other
    return prim.sum(distance * distance, (-2,), False)


def _of_batch(self, sizes):
    """Of a batch that was broadcast what belongs to its own sizes."""
    for i in range(len(sizes)):
        self = narrow(self, i, 0, sizes[i])
    return self


@operator("torch.linalg.lstsq", "torch._C._linalg.linalg_lstsq", examples=["torch.linalg.lstsq(torch.tensor([[1., 0.], [0., 2.], [0., 0.]]), torch.tensor([[1.], [4.], [5.]])).rank == torch.tensor(2)"], rejects=["C1: torch.linalg.lstsq(torch.ones(2, 3), torch.ones(3, 3))"])
def lstsq(input, b, rcond=None, *, driver=None):
    """X for which A @ X is nearest to B, residuals, ranks and singular values

    - C1: A and B have as many rows.
    """
    name = "torch.linalg.lstsq"
    if input.dim() < 2:
        raise RuntimeError(name + ": input must have at least 2 dimensions.")
    if b.dim() < 1:
        raise RuntimeError(name + ": other must have at least 1 dimension.")
    if input.dtype != b.dtype:
        raise RuntimeError(f"{name}: Expected input and other to have the same dtype, but got input's dtype {prim.class_name(input)} and other's dtype {prim.class_name(b)}")
    if input.dim() - b.dim() not in (0, 1):
        raise RuntimeError(name + ": input.dim() must be greater or equal to other.dim() and (input.dim() - other.dim()) <= 1")
    if b.dim() == 1:
        prim.check(input.shape[-2] == b.shape[-1], "RuntimeError", name + ": input.size(-2) should match other.size(-1)")
    if input.dim() > b.dim() and _is_vector(input, b):
        solution, residuals, rank, values = lstsq(input, prim.unsqueeze(b, -1), rcond, driver=driver)
        return prim.named_result("torch.return_types.linalg_lstsq", (prim.squeeze(solution, (-1,)), residuals, rank, values))
    driver = "gelsy" if driver is None else driver
    if driver not in ("gels", "gelsy", "gelsd", "gelss"):
        raise RuntimeError(name + ": parameter `driver` should be one of (gels, gelsy, gelsd, gelss)")
    prim.check(input.shape[-2] == b.shape[-2], "RuntimeError", name + ": input.size(-2) should match other.size(-2)")
    if prim.is_complex(input):
        prim.refuse(name, "complex matrices")
    _check_epsilon(input)
    own = tuple(input.shape[:-2])
    if input.dim() > b.dim():  # eager counts the rows of a matrix as a batch, too
        input = prim.expand(input, _broadcast_shape(own, tuple(b.shape[:-1])) + tuple(input.shape[-2:]))
    input, other = _same_batches(input, b)
    limit = _default_tolerance(input) if rcond is None else rcond
    solution, rank, values = _least_squares(input, other, driver, limit)
    residuals = _residuals(input, other, solution, driver, rank)
    solution = prim.keeping(solution, input, other, solution)
    residuals = prim.keeping(residuals, input, other, solution)
    rank = prim.full((0,), 0, torch.int64) if rank is None else _of_batch(rank, own)
    values = prim.full((0,), 0, input.dtype) if values is None else _of_batch(values, own)
    return prim.named_result("torch.return_types.linalg_lstsq", (solution, residuals, rank, values))
