"""Settings and contexts around a call, and what a program changes of them."""

import contextlib
import io
import os
import sys
import warnings

import numpy as np
import torch
import torch.nn.functional as F

from plain_use.row import steps

X = torch.tensor([1.23456, -2.0])


@steps()
def no_grad_around(door):
    """`no_grad`, `enable_grad` and `inference_mode` around calls."""
    w = torch.ones(2, requires_grad=True)
    f = door.compile(lambda x: (x * w, torch.is_grad_enabled()))
    results = [f(X)]
    with torch.no_grad():
        results.append(f(X))
        with torch.enable_grad():
            results.append(f(X))
    with torch.inference_mode():
        results.append(f(X)[1:])
    results.append(f(X))
    return [(r[0].requires_grad, r[1]) if len(r) == 2 else r for r in results]


@steps()
def gradient_mode_is_set(door):
    """`torch.set_grad_enabled` around calls."""
    w = torch.ones(2, requires_grad=True)
    f = door.compile(lambda x: x * w)
    first = f(X).requires_grad
    torch.set_grad_enabled(False)
    second = f(X).requires_grad
    torch.set_grad_enabled(True)
    return first, second, f(X).requires_grad


@steps()
def autocast_around(door):
    """`torch.autocast` around calls."""
    w = torch.ones(2, 2)
    f = door.compile(lambda x: torch.mm(x, w))
    x = torch.ones(2, 2)
    first = f(x)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        second = f(x)
        with torch.autocast("cpu", enabled=False):
            third = f(x)
    return first, second, third, f(x)


@steps()
def default_dtype_around(door):
    """`torch.set_default_dtype` around calls."""
    f = door.compile(
        lambda n: (torch.ones(2), torch.tensor(1.5), torch.zeros(2) / 3, torch.get_default_dtype())
    )
    first = f(1)
    torch.set_default_dtype(torch.float64)
    second = f(1)
    torch.set_default_dtype(torch.float32)
    return first, second, f(1)


@steps()
def default_dtype_of_ints(door):
    """`torch.set_default_dtype` decides the dtype of a mean and of a division of ints."""
    f = door.compile(lambda x: (x / 2, x.sqrt(), x * 1.5, torch.arange(0, 1, 0.5)))
    x = torch.arange(3)
    first = f(x)
    torch.set_default_dtype(torch.float64)
    second = f(x)
    torch.set_default_dtype(torch.float32)
    return first, second, f(x)


@steps()
def default_dtype_within(door):
    """A program sets the default dtype and puts it back."""

    def f(x):
        torch.set_default_dtype(torch.float64)
        y = torch.ones(2)
        torch.set_default_dtype(torch.float32)
        return y, torch.ones(2)

    return door.compile(f)(X), torch.get_default_dtype()


@steps()
def gradient_mode_within(door):
    """A program switches gradients off and on again, and uses contexts."""
    w = torch.ones(2, requires_grad=True)

    def f(x):
        before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)
        y = x * w
        torch.set_grad_enabled(before)
        with torch.no_grad():
            z = x * w
        with torch.set_grad_enabled(False):
            v = x * w
        return y.requires_grad, z.requires_grad, v.requires_grad, (x * w).requires_grad

    return door.compile(f)(X), torch.is_grad_enabled()


@steps()
def seed_around(door):
    """`torch.manual_seed` around calls and within a program."""
    f = door.compile(lambda: torch.rand(3))
    torch.manual_seed(1)
    first = f(), f()
    torch.manual_seed(1)
    g = door.compile(lambda: (torch.manual_seed(5), torch.rand(2))[1])
    return first, f(), g(), torch.rand(1), f()


@steps()
def forked_generator_around(door):
    """`torch.random.fork_rng` around calls, and the state of the generator."""
    f = door.compile(lambda: torch.rand(3))
    state = torch.get_rng_state()
    first = f()
    with torch.random.fork_rng():
        second = f()
    third = f()
    torch.set_rng_state(state)
    return first, second, third, f()


@steps()
def standard_output_around(door):
    """`redirect_stdout` around calls, and `sys.stdout` replaced."""

    def f(x):
        print("told", x)
        return x

    c = door.compile(f)
    c(1)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        c(2)
    kept, sys.stdout = sys.stdout, io.StringIO()
    c(3)
    text, sys.stdout = sys.stdout.getvalue(), kept
    c(4)
    return out.getvalue(), text


@steps()
def standard_error_around(door):
    """`redirect_stderr` around calls."""

    def f(x):
        print("told", x, file=sys.stderr)
        return x

    c = door.compile(f)
    with contextlib.redirect_stderr(io.StringIO()) as out:
        c(2)
    with contextlib.redirect_stderr(io.StringIO()) as later:
        c(3)
    return out.getvalue(), later.getvalue()


@steps()
def warnings_around(door):
    """Filters of warnings around calls."""

    def f(x):
        warnings.warn("careful")
        return x

    c = door.compile(f)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        c(1)
        c(2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            c(3)
            told = "nothing"
        except UserWarning as e:
            told = str(e)
    return [str(w.message) for w in seen], told


@steps()
def environment_around(door):
    """A variable of the environment changes between calls."""
    f = door.compile(lambda: (os.environ.get("LITH_PLAIN"), "LITH_PLAIN" in os.environ))
    first = f()
    os.environ["LITH_PLAIN"] = "a"
    second = f()
    os.environ["LITH_PLAIN"] = "b"
    third = f()
    del os.environ["LITH_PLAIN"]
    return first, second, third, f()


@steps(refused="LTH0302")
def working_folder(door):
    """A program asks for the working folder."""
    return door.compile(lambda: os.getcwd())()  # here


@steps(refused="LTH0304")
def device_within(door):
    """A program makes tensors within `torch.device` as a context."""

    def f(n):
        with torch.device("meta"):  # here
            return torch.ones(n)

    return door.compile(f)(2).device.type


@steps(refused="LTH0302")
def function_mode_within(door):
    """A program computes within a `TorchFunctionMode`."""

    class Five(torch.overrides.TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            return 5

    def f(x):
        with Five():  # here
            return torch.exp(x)

    return door.compile(f)(X)


@steps()
def state_of_the_generator(door):
    """A program asks for the state of the generator."""
    return door.compile(lambda: torch.get_rng_state().sum())()


@steps()
def device_around(door):
    """`torch.device("cpu")` as a context around calls changes nothing."""
    f = door.compile(lambda n: torch.ones(n))
    with torch.device("cpu"):
        first = f(2)
    torch.set_default_device("cpu")
    return first, f(3)


@steps()
def deterministic_algorithms_around(door):
    """`use_deterministic_algorithms` around calls that compute."""
    f = door.compile(lambda x: (x.cumsum(0), x[[0, 0]], x.index_add(0, torch.tensor([0]), x[:1])))
    first = f(X)
    torch.use_deterministic_algorithms(True)
    second = f(X)
    torch.use_deterministic_algorithms(False)
    return first, second


@steps()
def denormals_are_flushed(door):
    """`torch.set_flush_denormal` around calls."""
    f = door.compile(lambda x: (x * 0.5) > 0)
    x = torch.tensor([1.2e-38])
    first = f(x)
    torch.set_flush_denormal(True)
    second = f(x)
    torch.set_flush_denormal(False)
    return first, second


@steps()
def profiler_around(door):
    """A profiler of torch around a call changes no result."""
    f = door.compile(lambda x: x * x)
    with torch.profiler.profile():
        return f(X)


@steps()
def results_under_inference_mode(door):
    """A result of a call under `inference_mode` cannot be written outside of it; one from outside can."""
    f = door.compile(lambda x: x + 1)
    with torch.inference_mode():
        inside = f(X)
        given = torch.ones(2)
    outside = f(given)
    try:
        inside.add_(1)
        told = "written"
    except RuntimeError as e:
        told = str(e)
    return inside.is_inference(), outside.is_inference(), outside.add_(1), told


@steps()
def infinity_of_numpy(door):
    """A product of NumPy's numbers that is past their dtype."""
    with np.errstate(all="ignore"):
        return door.compile(lambda a: (a * a, a + a))(np.float32(1e30))  # here


@steps()
def print_options_of_numpy_around(door):
    """`np.printoptions` around calls that print numbers of NumPy."""
    n = np.float64(1.23456)
    f = door.compile(lambda x: (str(x), f"{x:.2f}", x == 1.23456))
    first = f(n)
    with np.printoptions(precision=2):
        second = f(n)
    return first, second


@steps()
def recursion_limit_around(door):
    """The recursion limit around calls."""

    def depth(n):
        return 0 if n == 0 else 1 + depth(n - 1)

    f = door.compile(depth)
    first = f(100)
    kept = sys.getrecursionlimit()
    sys.setrecursionlimit(kept + 500)
    second = f(100)
    sys.setrecursionlimit(kept)
    return first, second


@steps()
def precision_of_products_around(door):
    """`torch.set_float32_matmul_precision` around calls."""
    x = torch.ones(4, 4)
    f = door.compile(lambda x: x @ x)
    first = f(x)
    torch.set_float32_matmul_precision("high")
    second = f(x)
    torch.set_float32_matmul_precision("highest")
    return first, second


@steps()
def training_mode_around(door):
    """`train` and `eval` of a model between calls."""
    m = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Dropout(1.0))
    f = door.compile(m)
    first = f(X)
    m.eval()
    second = f(X)
    m[1].train()
    third = f(X)
    return first, second, third, m.training


@steps()
def anomaly_mode_around(door):
    """`torch.autograd.detect_anomaly` around calls that are differentiated."""
    f = door.compile(lambda x: (x * 2).sum())
    x = torch.ones(2, requires_grad=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with torch.autograd.detect_anomaly():
            f(x).backward()
    return x.grad


@steps()
def saved_tensors_hooks_around(door):
    """Hooks of saved tensors around calls that are differentiated: the gradient is the same."""
    f = door.compile(lambda x: (x * x).sum())
    x = torch.ones(2, requires_grad=True)
    with torch.autograd.graph.save_on_cpu():
        f(x).backward()
    return x.grad


@steps()
def parametrization_later(door):
    """A weight is parametrized after a call."""

    class Twice(torch.nn.Module):
        def forward(self, w):
            return w * 2

    m = torch.nn.Linear(2, 2)
    f = door.compile(lambda x: m(x))
    first = f(X)
    torch.nn.utils.parametrize.register_parametrization(m, "weight", Twice())
    second = f(X)
    torch.nn.utils.parametrize.remove_parametrizations(m, "weight")
    return first, second, f(X)


@steps()
def kernel_choice_around(door):
    """The choice of an attention kernel around calls changes no result."""
    q = torch.ones(1, 2, 2, 4)
    f = door.compile(lambda q: F.scaled_dot_product_attention(q, q, q))
    first = f(q)
    with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
        return first, f(q)


@steps()
def print_options(door):
    """What `torch.set_printoptions` has set shows in texts of tensors, alone and in containers."""

    def texts(x, n):
        many = []
        for _ in range(n):
            many.append(x)
        return (
            str(x),
            f"{x.sum()}",
            repr([x]),
            str(many),
            "%s %s" % (x, many),
            "{} {}".format(x, many),
        )

    f = door.compile(texts)
    x = torch.arange(40.0).view(4, 10) / 3
    options = [
        {"precision": 2},
        {"sci_mode": True},
        {"sci_mode": False, "precision": 6},
        {"threshold": 5, "edgeitems": 1},
        {"linewidth": 40},
        {"profile": "full"},
        {"profile": "short"},
        {"profile": "default"},
    ]
    seen = [f(x, 2)]
    for option in options:
        torch.set_printoptions(**option)
        seen.append(f(x, 2))
        seen.append(f(x[0, :2] * 1e9, 1))
    return seen


@steps()
def line_width_of_a_computed_tensor(door):
    """`grad_fn=` goes into a line of its own by the line width that torch has set."""
    f = door.compile(lambda x: str(torch.exp(x)))
    x = torch.zeros(4, requires_grad=True)
    seen = []
    for width in (80, 30, 45, 200):
        torch.set_printoptions(profile="default", linewidth=width)
        seen.append(f(x))
    torch.set_printoptions(profile="default")
    return seen


@steps()
def print_options_in_a_program(door):
    """`torch.set_printoptions` in a program, for its own texts and those after the call."""

    def texts(x):
        said = [str(x), str([x])]
        torch.set_printoptions(precision=2)
        said += [str(x), str([x])]
        torch.set_printoptions(precision=6, sci_mode=True)
        return [*said, f"{x}", str([x, x])]

    torch.set_printoptions(profile="default")
    x = torch.tensor([1 / 3])
    return door.compile(texts)(x), str(x)


@steps()
def default_dtype_in_texts(door):
    """Texts of containers of run time name the dtypes that are not the default."""

    def texts(x, n):
        many = []
        for _ in range(n):
            many.append(x)
        return str(many), f"{x}", "%s" % x

    torch.set_default_dtype(torch.float32)
    f = door.compile(texts)
    seen = [f(torch.ones(2), 2)]
    torch.set_default_dtype(torch.float64)
    seen.append(f(torch.ones(2), 2))
    return [*seen, f(torch.ones(2, dtype=torch.float32), 2)]
