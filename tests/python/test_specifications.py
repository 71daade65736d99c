"""Specifications of arguments: they fit the signature at once, and a call that misses one compiles nothing."""

from __future__ import annotations

import contextlib
import gc
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import lith
from lith import InputSpec, Size, Static


def scaled(x: torch.Tensor, factor: Any = 2) -> torch.Tensor:
    return x * factor


def summed(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return a + b


def of_parts(parts: dict[str, list[torch.Tensor]], count: int) -> torch.Tensor:
    return parts["a"][0] * count + parts["a"][1].sum()


class Layer(torch.nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        return x if mask is None else x * mask

    @lith.to_static(input_spec=[InputSpec([None])])
    def doubled(self, x: torch.Tensor) -> torch.Tensor:
        return x * 2


ONE = InputSpec([None], "float32")


@pytest.mark.parametrize(
    ("target", "spec", "said"),
    [
        (scaled, {"y": ONE}, "input_spec names 'y', and scaled takes 'x', 'factor'"),
        (scaled, [], "input_spec says nothing of 'x', which scaled needs"),
        (summed, {"a": ONE}, "input_spec says nothing of 'b', which summed needs"),
        (summed, [ONE] * 3, "input_spec has 3 entries, and summed takes 2 ('a', 'b')"),
        (Layer(), [ONE] * 3, "takes 2 ('x', 'mask')"),
        (Layer(), {"self": ONE}, "input_spec names 'self'"),
        (scaled, ONE, "input_spec is a list or a dict"),
    ],
)
def test_fits_the_signature(target: Any, spec: Any, said: str) -> None:
    with pytest.raises(TypeError) as raised:
        lith.to_static(target, input_spec=spec)
    assert said in str(raised.value)


def test_defaults_and_methods() -> None:
    assert lith.to_static(scaled, input_spec=[ONE])(torch.ones(2)).tolist() == [2.0, 2.0]
    assert lith.to_static(Layer(), input_spec={"x": ONE})(torch.ones(2)).tolist() == [1.0, 1.0]
    assert Layer().doubled(torch.ones(2)).tolist() == [2.0, 2.0]
    with pytest.raises(TypeError, match="argument 'x' must be a tensor of float32"):
        Layer().doubled(torch.ones(2, 2))


def tensors(*sizes: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.ones(sizes, dtype=dtype)


N = InputSpec(["n", 3], "float32")
BOUNDED = InputSpec([Size("n", 2, 8, multiple=2), 3], "float32")
PARTS = [{"a": [ONE, InputSpec([2, None], "int64")]}, Static(3)]
MISSES = [
    (scaled, [ONE], (tensors(2, 2),), "a tensor of float32[?], as input_spec says, not a tensor of float32[2, 2]"),
    (scaled, [ONE], (tensors(2, dtype=torch.float64),), "not a tensor of float64[2]"),
    (scaled, [ONE], ([1.0],), "argument 'x' must be a tensor of float32[?], as input_spec says, not a list"),
    (summed, [N, N], (tensors(2, 3), tensors(2, 4)), "argument 'b' must be a tensor of float32[n, 3]"),
    (summed, [N, N], (tensors(2, 3), tensors(1, 3)), "float32[n, 3] with n = 2 of 'a'"),
    (summed, [BOUNDED, N], (tensors(3, 3), tensors(3, 3)), "float32[n, 3] with Size('n', 2, 8, multiple=2)"),
    (summed, [BOUNDED, N], (tensors(10, 3), tensors(10, 3)), "not a tensor of float32[10, 3]"),
    (summed, [BOUNDED, N], (tensors(4, 3), tensors(6, 3)), "with n = 4 of 'a'"),
    (of_parts, PARTS, ({"a": [tensors(2)]}, 3), "argument 'parts['a']' must be a list of 2 entries"),
    (of_parts, PARTS, ({"b": [tensors(2)]}, 3), "argument 'parts' must be a dict of 1 entries with its keys"),
    (of_parts, PARTS, ({"a": [tensors(2), tensors(2, 1)]}, 3), "argument 'parts['a'][1]' must be a tensor of int64[2, ?]"),
    (of_parts, PARTS, ({"a": [tensors(2), tensors(2, 1, dtype=torch.int64)]}, 4), "argument 'count' must be 3"),
]  # fmt: skip
FITTING = {
    scaled: (tensors(2),),
    summed: (tensors(6, 3), tensors(6, 3)),
    of_parts: ({"a": [tensors(2), tensors(2, 1, dtype=torch.int64)]}, 3),
}


@pytest.mark.parametrize("is_second", [False, True])
@pytest.mark.parametrize(("function", "spec", "arguments", "said"), MISSES)
def test_a_call_that_misses(
    function: Callable[..., Any], spec: Any, arguments: Any, said: str, is_second: bool
) -> None:
    program = lith.to_static(function, input_spec=spec)
    if is_second:
        program(*FITTING[function])
    for _ in range(100):
        with pytest.raises(TypeError) as raised:
            program(*arguments)
    assert said in str(raised.value)
    assert len(program.get_debug_state().programs) == is_second
    assert torch.equal(program(*FITTING[function]), function(*FITTING[function]))


def test_helpers() -> None:
    spec = InputSpec.from_numpy(np.zeros((2, 3), np.int64), "a")
    assert spec == InputSpec([None, None], "int64", "a")
    assert spec.batch(4) == InputSpec([4, None, None], "int64", "a")
    assert spec.batch().unbatch() == spec
    with pytest.raises(ValueError, match="none in front"):
        InputSpec([]).unbatch()
    for bounds in ((-1,), (5, 4), (5, 7, 8), (0, 4, 0)):
        with pytest.raises(ValueError, match="no size is from"):
            Size("n", *bounds)
    assert Size("n", 5, 8, 8) == "n"


def never_fits(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return a @ b


def always_raises(x: torch.Tensor) -> torch.Tensor:
    if x.sum() > 0:
        raise ValueError(f"rank {x.ndim}")
    raise KeyError("no")


def unknown_name(x: torch.Tensor) -> torch.Tensor:
    return x + undefined  # noqa: F821


def may_return(x: torch.Tensor) -> torch.Tensor:
    if x.shape[0] == 1:
        raise ValueError("one")
    try:
        return x.reshape(2, 3) @ torch.ones(2, 2)
    except RuntimeError:
        return x


def applied(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    return inner(x, weight)


def inner(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.linear(x, weight)


PRODUCT = (
    "every call that is specified raises RuntimeError: mat1 and mat2 shapes cannot be multiplied"
)


@pytest.mark.parametrize(
    ("target", "spec", "said", "line"),
    [
        (never_fits, [InputSpec([2, 3]), InputSpec([4, 5])], PRODUCT + " (2x3 and 4x5)", "a @ b"),
        (summed, [InputSpec([2, 3]), InputSpec([2, 4])], "raises RuntimeError: The size of tensor a (3) must match", "a + b"),
        (always_raises, [ONE], "raises ValueError: rank 1, or KeyError: no", "raise ValueError"),
        (unknown_name, [ONE], "raises NameError: name 'undefined' is not defined", "undefined"),
        (applied, [InputSpec([None, 4]), InputSpec([2, 3])], PRODUCT + " (?x4 and 3x2)", "functional.linear"),
    ],
)  # fmt: skip
def test_a_specification_that_only_raises_is_refused(
    target: Any, spec: Any, said: str, line: str, tmp_path: Path
) -> None:
    """With the exception, at its line, where it is compiled; a call raises the exception itself."""
    program = lith.to_static(target, input_spec=spec)
    with pytest.raises(lith.CompileError) as refused:
        program.save(tmp_path / "p.lith")
    error = refused.value
    assert said in str(error) and error.code == "LTH0319" and error.file == __file__
    assert line in Path(__file__).read_text().splitlines()[error.line - 1]
    with pytest.raises(Exception) as eager:
        target(*(torch.ones([size or 2 for size in each.shape]) for each in spec))
    with pytest.raises(type(eager.value)) as static:
        program(*(torch.ones([size or 2 for size in each.shape]) for each in spec))
    assert str(static.value) == str(eager.value)


def test_a_specification_that_may_return_is_compiled(tmp_path: Path) -> None:
    program = lith.to_static(may_return, input_spec=[InputSpec([None])])
    program.save(tmp_path / "p.lith")
    assert lith.load(tmp_path / "p.lith")(torch.ones(6)).tolist() == [1.0] * 6


def test_a_program_that_raised_is_saved(tmp_path: Path) -> None:
    """A call that was made is no mistake of a specification."""
    program = lith.to_static(always_raises)
    with pytest.raises(ValueError, match="rank 1"):
        program(torch.ones(2))
    program.save(tmp_path / "p.lith")
    with pytest.raises(ValueError, match="rank 1"):
        lith.load(tmp_path / "p.lith")(torch.ones(2))


@pytest.mark.parametrize(
    ("arguments", "keywords", "said"),
    [
        ((tensors(2, 3),), {}, "summed() missing 1 required positional argument: 'b'"),
        ((tensors(2, 3),) * 3, {}, "summed() takes 2 positional arguments but 3 were given"),
        ((tensors(2, 3),), {"c": tensors(2, 3)}, "summed() got an unexpected keyword argument 'c'"),
        ((tensors(2, 3),), {"b": tensors(2, 4)}, "argument 'b' must be a tensor of float32[n, 3]"),
        ((tensors(2, 3),), {"b": None}, "argument 'b' must be a tensor of float32[n, 3], as input_spec says, not a NoneType"),
    ],
)  # fmt: skip
def test_calls_of_another_form(arguments: Any, keywords: Any, said: str) -> None:
    program = lith.to_static(summed, input_spec=[N, N])
    by_name = lith.to_static(summed, input_spec={"b": N, "a": N})
    for each in (program, by_name):
        with pytest.raises(TypeError) as raised:
            each(*arguments, **keywords)
        assert said in str(raised.value)


def test_calls_that_miss_leave_no_memory() -> None:
    program = lith.to_static(summed, input_spec=[N, N])
    arguments = (tensors(2, 3), tensors(2, 4))

    def miss() -> None:
        for _ in range(100):
            with contextlib.suppress(TypeError):
                program(*arguments)

    def left_behind() -> int:
        gc.collect()
        before = sys.getallocatedblocks()
        miss()
        gc.collect()
        return sys.getallocatedblocks() - before

    # A leak shows in every round; what the rest of the process allocates meanwhile does not.
    assert min(left_behind() for _ in range(5)) < 20 and not program.get_debug_state().programs


def findings(text: str) -> int:
    return len(DIGITS.findall(text.strip()))


def parsed(text: str) -> Any:
    return json.loads(text)["a"]


DIGITS = re.compile("[0-9]")


@pytest.mark.parametrize("function", [findings, parsed])
def test_a_text_that_varies_is_refused_at_its_line(function: Callable[[str], Any]) -> None:
    """What is no function of programs reads it while they are compiled: a program for each text, up to eight."""
    program = lith.to_static(function)
    texts = [f'{{"a": {i}}}' for i in range(40)]
    for text in texts[:8]:
        assert program(text) == function(text)
    for text in texts[8:]:
        with pytest.raises(lith.CompileError) as refused:
            program(text)
        assert refused.value.code == "LTH0318" and refused.value.file == __file__
        assert refused.value.line == function.__code__.co_firstlineno + 1
    assert len(program.get_debug_state().programs) == 8
    assert program(texts[0]) == function(texts[0])


def chosen(x: torch.Tensor, name: str) -> torch.Tensor:
    return getattr(torch, name)(x)


def test_a_text_that_chooses_is_a_program_each() -> None:
    program = lith.to_static(chosen)
    for name in (
        "sin",
        "cos",
        "exp",
        "tanh",
        "erf",
        "relu",
        "sigmoid",
        "abs",
        "neg",
        "floor",
        "ceil",
    ):
        assert torch.allclose(program(torch.ones(2), name), chosen(torch.ones(2), name))


def by_size(x: torch.Tensor) -> torch.Tensor:
    if x.shape[0] > 512:
        return x + 1
    if x.shape[0] % 4 != 0 or 12 == x.shape[0] or 0 > x.shape[0]:
        return x + 2
    return x * 3


def added(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return (a + b).sum(0) if a.shape[0] == b.shape[0] else a


SIZED = Size("n", 1, 512, multiple=8)


def test_bounds_decide_what_is_compiled(tmp_path: Path) -> None:
    """Branches that no size within the bounds takes are not there."""
    program = lith.to_static(by_size, input_spec=[InputSpec([SIZED])])
    for size in (8, 512):
        assert torch.equal(program(tensors(size)), by_size(tensors(size)))
    assert len(program.get_debug_state().programs) == 1
    assert "if " not in program.code and "return" in program.code
    wide = lith.to_static(by_size, input_spec=[InputSpec([Size("n", 1, 513)])])
    for size in (1, 4, 12, 513):
        assert torch.equal(wide(tensors(size)), by_size(tensors(size)))
    assert "if " in wide.code
    partly = lith.to_static(by_size, input_spec=[InputSpec([Size("n", 13, multiple=2)])])
    for size in (14, 16, 600):
        assert torch.equal(partly(tensors(size)), by_size(tensors(size)))


def test_sizes_of_one_name_are_one_size(tmp_path: Path) -> None:
    spec = InputSpec(["n", 3])
    program, other = lith.to_static(added, input_spec=[spec, spec]), lith.to_static(added)
    a, b = torch.randn(4, 3), torch.randn(4, 3)
    assert torch.equal(program(a, b), added(a, b)) and torch.equal(other(a, b), added(a, b))
    assert "must match the size" in other.code and "must match the size" not in program.code
    with pytest.raises(TypeError, match="n = 4 of 'a'"):
        program(a, b[:1])


def test_a_saved_program_checks_its_sizes(tmp_path: Path) -> None:
    def loaded(function: Callable[..., Any], *spec: InputSpec) -> Any:
        lith.to_static(function, input_spec=list(spec)).save(tmp_path / "p.lith")
        return lith.load(tmp_path / "p.lith")

    program = loaded(by_size, InputSpec([SIZED]))
    assert torch.equal(program(tensors(16)), by_size(tensors(16)))
    for size, said in (
        (0, "1 or more, not 0"),
        (520, "512 or less, not 520"),
        (9, "a multiple of 8, not 9"),
    ):
        with pytest.raises(TypeError, match=f"the size 'n' has to be {said}"):
            program(tensors(size))
    program = loaded(added, InputSpec(["n", 3]), InputSpec([SIZED, 3]))
    assert torch.equal(program(tensors(8, 3), tensors(8, 3)), tensors(3) * 16)
    with pytest.raises(TypeError, match="sizes of the name 'n' have to be equal, not 8 and 1"):
        program(tensors(8, 3), tensors(1, 3))
    with pytest.raises(TypeError, match="a multiple of 8, not 9"):
        program(tensors(9, 3), tensors(9, 3))


def test_a_called_program_is_saved_as_specified(tmp_path: Path) -> None:
    """With sizes, names and bounds, of arguments by position, by keyword and within containers."""

    def check(program: Any, call: tuple[Any, dict[str, Any]], schema: str) -> Any:
        program(*call[0], **call[1])
        program.save(tmp_path / "p.lith")
        loaded = lith.load(tmp_path / "p.lith")
        assert loaded.schema.strip().startswith(schema), loaded.schema
        return loaded

    pair = [InputSpec(["n", 3]), InputSpec([SIZED, 3])]
    x = tensors(8, 3)
    for call in (((x, x.clone()), {}), ((x,), {"b": x.clone()})):
        program = lith.to_static(added, input_spec=pair)
        loaded = check(program, call, "added(a: float32[n, 3], b: float32[n, 3])")
        with pytest.raises(TypeError, match="a multiple of 8, not 9"):
            loaded(tensors(9, 3), tensors(9, 3))
    fixed = lith.to_static(Layer(), input_spec={"x": InputSpec([4])})
    loaded = check(fixed, ((tensors(4),), {}), "Layer(x: float32[4]")
    with pytest.raises(TypeError):
        loaded(tensors(5))
    program = lith.to_static(of_parts, input_spec=PARTS)
    check(program, FITTING_PARTS, "of_parts(parts: {'a': [float32[?], int64[2, ?]]}")
    same = lith.to_static(added, input_spec=[N, N])
    loaded = check(same, ((x, x), {}), "added(a: float32[n, 3], b: float32[n, 3])")
    assert torch.equal(loaded(x, x.clone()), added(x, x)) and torch.equal(loaded(x, x), added(x, x))


FITTING_PARTS = (FITTING[of_parts], {})
