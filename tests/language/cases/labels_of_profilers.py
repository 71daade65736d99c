"""Labels for profilers, as contexts and as decorators: nothing looks at them."""

from language.harness import case
import torch
from torch.profiler import record_function

T = torch.tensor


def labelled(x):
    with record_function("first"):
        y = x + 1
    with torch.autograd.profiler.record_function("second") as label:
        if y.sum() > 3:
            raise ValueError(label.name)
        y = y * 2
    return y


@record_function("whole")
def decorated(x):
    return x - 1 if x.sum() > 0 else x


def traced(x):
    if torch.fx._symbolic_trace.is_fx_tracing():
        return x
    return decorated(x)


CASES = [
    case(labelled, lambda: [(T([1.0]),), (T([5.0]),)]),
    case(decorated, lambda: [(T([1.0]),), (T([-5.0]),)], name="decorated"),
    case(traced, lambda: [(T([1.0]),), (T([-5.0]),)]),
]
