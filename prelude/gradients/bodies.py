"""How functions whose gradient has a rule are run."""


def with_zeros_gradient(grad, needs, other):
    return grad if needs[0] else None, _zeros(other.shape, grad)


def with_backward_of_gradient(grad, other):
    kept(other)
    return _zero_for(grad, other), None


def _zero_for(grad, other):
    """A gradient that was made without `other`, for which its own gradient is zeros in eager, and no None."""
    return _with_zeros(grad, other) if torch.is_grad_enabled() else grad


def once_gradient(grad, name):
    return _underivable(grad, name) if torch.is_grad_enabled() else grad


def underivable_gradient(grad, name):
    raise RuntimeError(f"derivative for aten::{name} is not implemented")


def without_history(function, /, **arguments):
    """What the function gives; nothing of how it does is noted."""
    with torch.no_grad():
        return function(**arguments)
