"""Integrals of samples by the trapezoid rule."""


@operator("torch.trapezoid", "torch.trapz")
def trapezoid(self, x=None, *, dx=1, dim=-1):
    """The integral along a dimension by the trapezoidal rule"""
    if self.dim() == 0:
        raise IndexError(f"Dimension specified as {dim if x is None else 0} but tensor has no dimensions")
    dim = _wrapped(dim, self.dim())
    _no_bools(self, x, "trapezoid")
    if x is not None:
        return sum_(_neighbours(self, dim) * _steps(self, x, dim), dim) / 2.0
    ends = narrow(self, dim, 0, min(self.shape[dim], 1)) + narrow(self, dim, max(self.shape[dim] - 1, 0), min(self.shape[dim], 1))
    return (sum_(self, dim) - sum_(ends, dim, dtype=self.dtype) * 0.5) * dx


@operator("torch.cumulative_trapezoid")
def cumulative_trapezoid(self, x=None, *, dx=1, dim=-1):
    """The running integral along a dimension by the trapezoidal rule"""
    _no_bools(self, x, "cumulative_trapezoid")
    if self.dim() == 0:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    dim = _wrapped(dim, self.dim())
    if x is None:
        return cumsum(_neighbours(self, dim) * (dx / 2.0), dim)
    return cumsum(_neighbours(self, dim) * _steps(self, x, dim), dim) / 2.0


def _no_bools(self, x, name):
    if x is None and self.dtype == torch.bool:
        raise RuntimeError(f"{name}: received a bool input for `y`, but bool is not supported")
    if self.dtype == torch.bool or x is not None and x.dtype == torch.bool:
        raise RuntimeError(f"{name}: received a bool input for `x` or `y`, but bool is not supported")


def _neighbours(self, dim):
    """The sums of each element and the next one."""
    size = self.shape[dim]
    return narrow(self, dim, 0, max(size - 1, 0)) + narrow(self, dim, min(size, 1), max(size - 1, 0))


def _steps(self, x, dim):
    """The distances between the places of samples, which are of one line or of all."""
    if x.dim() == 1:
        return diff(prim.reshape(x, (-1,) + (1,) * (self.dim() - dim - 1)), 1, 0)
    if x.dim() < self.dim():
        x = prim.reshape(x, (1,) * (self.dim() - x.dim()) + tuple(x.shape))
    return diff(x, 1, dim)
