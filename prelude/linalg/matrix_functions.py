"""Functions of square matrices: the exponential, powers."""


@operator("torch.matrix_exp", "Tensor.matrix_exp", "torch.linalg.matrix_exp", "torch._C._linalg.linalg_matrix_exp", gradient="matrix_exp_gradient")
def matrix_exp(self: Tensor):
    """The exponential of square matrices: by its series, of a fraction that is squared again"""
    if self.dtype == torch.float16 or self.dtype == torch.bfloat16:
        prim.refuse("torch.matrix_exp", "half precision")
    _check_square(self, "linalg.matrix_exp")
    # The sum of sizes bounds every norm; the number of halvings is the same for the whole batch.
    norms = prim.sum(prim.abs(self), (-2,), False)
    endless = unsqueeze(prim.any(norms - norms != 0, (-1,), True), -1)
    size = prim.amax(prim.pad(prim.reshape(prim.where(norms - norms == 0, norms, 0), (-1,)), 0, (0, 1)), None).item()
    halvings = max(math.ceil(math.log2(size)) + 1, 0) if size > 0 else 0
    scaled = prim.where(endless, 0, self) / 2.0**halvings
    unit = eye(self.shape[-1], dtype=self.dtype)
    result = unit + scaled
    term = scaled
    for i in range(2, 19):
        term = matmul(term, scaled) / i
        result = result + term
    for _ in range(halvings):
        result = matmul(result, result)
    is_number = prim.full((), self.shape[-1] == 1, torch.bool)
    return prim.where(endless, prim.where(is_number, prim.exp(self), math.nan), result)


@operator("torch.matrix_power", "torch.linalg.matrix_power", "Tensor.matrix_power", "torch._C._linalg.linalg_matrix_power")
def matrix_power(self, n):
    """A square matrix multiplied n times with itself"""
    _check_rank(self, "linalg.matrix_power")
    _check_equal_sides(self, "linalg.matrix_power")
    if n < 0:
        inverse = inv(self)
        return inverse if n == -1 else matrix_power(inverse, -n)
    if n == 1:
        return prim.clone(self)
    if n == 0:
        size = self.shape[-1]
        return prim.expand(eye(size, dtype=self.dtype), tuple(self.shape))
    result = None
    while n > 0:
        if n % 2 == 1:
            result = self if result is None else matmul(result, self)
        n = n // 2
        if n > 0:
            self = matmul(self, self)
    return result
