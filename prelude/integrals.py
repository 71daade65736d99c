"""Integrals of samples by the trapezoid rule."""


@operator("torch.trapezoid", "torch.trapz")
def trapezoid(self, x=None, *, dx=1, dim=-1):
    """The integral along a dimension by the trapezoidal rule"""
    _no_bools(self, x, "trapezoid")
    return sum_(_trapezoids(self, x, dx, dim), dim)


@operator("torch.cumulative_trapezoid")
def cumulative_trapezoid(self, x=None, *, dx=1, dim=-1):
    """The running integral along a dimension by the trapezoidal rule"""
    _no_bools(self, x, "cumulative_trapezoid")
    return cumsum(_trapezoids(self, x, dx, dim), dim)


def _no_bools(self, x, name):
    if self.dtype == torch.bool or x is not None and x.dtype == torch.bool:
        raise RuntimeError(f"{name}: received a bool input for `x` or `y`, but bool is not supported")


def _trapezoids(self, x, dx, dim):
    dim = _wrapped(dim, self.dim())
    size = self.shape[dim]
    pairs = narrow(self, dim, 0, max(size - 1, 0)) + narrow(self, dim, min(size, 1), max(size - 1, 0))
    if x is None:
        return pairs * (dx / 2.0)
    if x.dim() == 1:
        x = prim.reshape(x, (-1,) + (1,) * (self.dim() - dim - 1))
        return pairs * diff(x, 1, 0) / 2.0
    if x.dim() < self.dim():
        x = prim.reshape(x, (1,) * (self.dim() - x.dim()) + tuple(x.shape))
    return pairs * diff(x, 1, dim) / 2.0
