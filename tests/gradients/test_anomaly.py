"""The anomaly mode: which function of the forward gave a gradient that is no number."""

from __future__ import annotations

import inspect
import warnings

import pytest
import torch

import lith


def logarithm(x):
    y = x.log()
    return (y * 0).sum()


def root(x):
    return (x.sqrt() * 0).sum()


def power(x):
    return (x**0.5 * 0).sum()


def quotient(x):
    return (x / x).sum()


class Broken(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * float("nan")


def function_of_the_user(x):
    return Broken.apply(x).sum()


def chosen_at_run_time(x):
    y = x
    for _ in range(int(x.sum()) + 1):
        y = y.sqrt()
    return (y * 0).sum()


CASES = [logarithm, root, power, quotient, function_of_the_user, chosen_at_run_time]


def outcome(function, x):
    """The error of a step, its warnings without the mode's own, and the gradient."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            function(x)
            error = None
        except RuntimeError as raised:
            error = str(raised)
    said = [str(each.message) for each in caught if each.category is UserWarning]
    said = [each for each in said if "Anomaly Detection has been enabled" not in each]
    return error, said, x.grad


def forward_line(case):
    """The lines of the function that make the results."""
    lines, start = inspect.getsourcelines(case)
    return [f'File "{__file__}", line {start + i}, in {case.__name__}' for i in range(len(lines))]


def compare(step, compiled, case):
    for data in ([0.0, 1.0], [2.0, 3.0], [0.0, 0.0]):
        x, y = (torch.tensor(data, requires_grad=True) for _ in range(2))
        expected, found = outcome(step, x), outcome(compiled, y)
        assert expected[0] == found[0]
        # PyTorch's engine tells of the node that a call is, too.
        found[1][:] = [each for each in found[1] if not each.startswith("Error detected in Call")]
        assert len(expected[1]) == len(found[1])
        for theirs, ours in zip(expected[1], found[1], strict=True):
            assert theirs.partition("\n")[0] == ours.partition("\n")[0]
            ours_lines = [line for line in forward_line(case) if line in ours]
            assert ours_lines and all(line in theirs for line in ours_lines)
        if expected[0] is None:
            torch.testing.assert_close(expected[2], found[2])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_inside(case) -> None:
    def step(x):
        with torch.autograd.detect_anomaly():
            case(x).backward()

    compare(step, lith.to_static(step), case)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_around_a_step(case) -> None:
    compiled = lith.to_static(lambda x: case(x).backward())

    def around(function):
        def run(x):
            with torch.autograd.set_detect_anomaly(True):
                function(x)

        return run

    compare(around(lambda x: case(x).backward()), around(compiled), case)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_across(case) -> None:
    compiled = lith.to_static(case)

    def around(function):
        def run(x):
            with torch.autograd.detect_anomaly():
                function(x).backward()

        return run

    compare(around(case), around(compiled), case)


def test_without_the_check() -> None:
    compiled = lith.to_static(lambda x: logarithm(x).backward())
    x = torch.zeros(2, requires_grad=True)
    with torch.autograd.set_detect_anomaly(True, check_nan=False):
        compiled(x)
    assert x.grad.isnan().all()


def test_programs_without_the_mode_are_as_before() -> None:
    compiled = lith.to_static(lambda x: logarithm(x).backward())
    x = torch.zeros(2, requires_grad=True)
    compiled(x)
    (program,) = compiled.get_debug_state().programs
    assert "isnan" not in program.graph and x.grad.isnan().all()
    with torch.autograd.set_detect_anomaly(True), pytest.raises(RuntimeError, match="LogBackward0"):
        compiled(x)
    compiled(torch.zeros(2, requires_grad=True))
    assert len(compiled.get_debug_state().programs) == 2
