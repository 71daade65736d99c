"""Managers that only put ambient values back: `with` is left by every way, and the mode is eager's."""

import contextlib

import torch

from language.harness import case

T = torch.tensor
OFF = torch.no_grad()


def modes():
    return (
        torch.is_grad_enabled(),
        torch.is_autocast_enabled("cpu"),
        torch.is_inference_mode_enabled(),
    )


def raised(x, n):
    seen = []
    try:
        with torch.no_grad():
            seen.append(modes())
            y = x.reshape(n, -1)
            with torch.autocast("cpu", dtype=torch.bfloat16), torch.enable_grad():
                seen.append(modes())
                y = y.reshape(-1, n + 1).sum()
    except RuntimeError:
        seen.append("caught")
        y = None
    return y, seen, modes()


def passed_by(x, n):
    seen = []
    try:
        with torch.no_grad():
            try:
                with torch.inference_mode():
                    if x.sum() > 0:
                        raise ValueError("positive")
                    seen.append(10 // n)
            except TypeError:
                seen.append("never")
            seen.append(modes())
    except (ValueError, ZeroDivisionError) as error:
        seen.append(str(error))
    finally:
        seen.append(modes())
    return seen, modes()


def ways(x):
    seen = []
    for value in x:
        with torch.no_grad():
            if value < 0:
                continue
            if value > 5:
                break
            seen.append(modes())
        with torch.set_grad_enabled(False):
            if value == 3:
                return "three", seen, modes()
    return seen, modes()


def of_before(x, n):
    later = torch.set_grad_enabled(False)  # puts back what was when it was made
    torch.set_grad_enabled(True)
    again = torch.no_grad()
    seen = []
    try:
        with again, later, again:
            seen.append((modes(), 10 // n))
    except ZeroDivisionError:
        seen.append("caught")
    seen.append(modes())
    torch.set_grad_enabled(True)
    return seen, modes()


def variables(x, n):
    seen = []
    try:
        with torch.autocast("cpu") as region, OFF as nothing:
            seen.append((region.device, nothing, modes(), x[n]))
    except IndexError:
        seen.append((region.prev, modes()))
    chosen = torch.no_grad() if x.dim() == 0 else contextlib.nullcontext(n)
    try:
        with chosen as given:
            seen.append((given, modes(), 10 // n))
    except ZeroDivisionError as error:
        seen.append(type(error).__name__)
    with torch.autograd.profiler.record_function("step"), contextlib.nullcontext(3) as three:
        seen.append(three)
    return seen, modes()


@torch.no_grad()
def decorated(x, n):
    return modes(), 10 // n


@torch.enable_grad
def inner(x, n):
    return modes(), x.reshape(n, -1)


@torch.inference_mode()
def outer(x, n):
    try:
        return inner(x, n)
    except RuntimeError:
        return modes()


def decorators(x, n):
    try:
        first = decorated(x, n)
    except ZeroDivisionError:
        first = modes()
    return first, outer(x, n), modes()


def halves(x):
    with torch.no_grad():
        for value in x:
            yield value / 2, torch.is_grad_enabled()


def generators(x, n):
    seen = []
    for half, mode in halves(x):
        seen.append((half, mode, modes()))
    seen.append(modes())
    try:
        for _ in halves(x):
            seen.append(10 // n)
    except ZeroDivisionError:
        seen.append("caught")
    return seen


class Loud(torch.no_grad):
    def __exit__(self, kind, value, trace):
        super().__exit__(kind, value, trace)
        return kind is ZeroDivisionError


def swallowed(x, n):
    seen = []
    with Loud():
        seen.append((modes(), 10 // n))
    return seen, modes()


def uncaught(x, n):
    with torch.no_grad():
        return x.reshape(n, -1), modes()


X = T([1.0, 3.0, -2.0, 6.0])
CASES = [
    case(raised, lambda: [(X, 2), (X, 1), (X, 3)]),
    case(passed_by, lambda: [(X, 1), (-X, 1), (-X, 0)]),
    case(ways, lambda: [(X,), (X[::3],), (X[2:],)]),
    case(of_before, lambda: [(X, 1), (X, 0)]),
    case(variables, lambda: [(X, 1), (-X, 0), (X, 7)], artifact=False, tool=False),
    case(decorators, lambda: [(X, 1), (X, 0), (X, 3)]),
    case(generators, lambda: [(X, 1), (X, 0)]),
    case(swallowed, lambda: [(X, 1), (X, 0)]),
    case(uncaught, lambda: [(X, 2), (X, 3)]),
]
