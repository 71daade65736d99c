"""Half precision: what has it, and what is computed as float and rounded once."""


def _wide(self):
    """Half precision as float, in which what is made of several operators is computed."""
    return prim.cast(self, torch.float32) if self.dtype == torch.float16 or self.dtype == torch.bfloat16 else self


def _as(result, self):
    """What was computed of _wide(self), rounded once."""
    return prim.cast(result, self.dtype) if self.dtype == torch.float16 or self.dtype == torch.bfloat16 else result


def _is_half_dtype(dtype):
    return dtype == torch.float16 or dtype == torch.bfloat16


def _is_half(self):
    return _is_half_dtype(self.dtype)


def _half_as_float(self, other):
    """Operands of a quotient, of half precision as the floats that eager's kernels take."""
    dtype = prim.result_type(self, other)
    if dtype != torch.float16 and dtype != torch.bfloat16:
        return self, other
    return _wide(prim.cast(self, dtype)), _wide(other) if prim.is_tensor(other) else other
