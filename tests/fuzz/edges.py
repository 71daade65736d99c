"""Operators at their edges: PyTorch's own samples with one or two arguments made unusual.

A number becomes zero, negative, large or no number; a dimension is asked for twice; a tensor becomes
empty, of no dimension, of another dtype or order in memory, expanded, or is another argument of the
same call. Eager decides: the same result and arguments, the same class of exception, or a refusal.
"""

from __future__ import annotations

import copy
import functools
import math
import random
from collections.abc import Iterator
from typing import Any

import torch

import lith
from fuzz.seeds import judge_all
from ops import samples
from ops.test_ops import compare
from ops.test_samples import LEFT_OUT, ROUNDING, function_of, run, text_of

DTYPES = [
    torch.float32, torch.float64, torch.int64, torch.int32, torch.int8, torch.uint8, torch.bool,
    torch.float16, torch.bfloat16, torch.complex64,
]  # fmt: skip
INTS = [0, -1, 1, 2, -2, 3, 7, -7, 100, -100]
VECTORS = "eager rounds where each of its vectors begins and counts on from there"
LEFT_OUT_HERE = LEFT_OUT | {("arange", dtype): VECTORS for dtype in (torch.float16, torch.bfloat16)}
FLOATS = [0.0, -0.0, -1.0, 0.5, 1.0, 1e30, -1e-30, math.inf, -math.inf, math.nan]


@functools.cache
def operators() -> list[Any]:
    return samples.operators()


class Edges:
    """One call, which a seed decides."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.op = self.random.choice(operators())
        taken = [d for d in DTYPES if d in self.op.supported_dtypes("cpu")]
        self.dtype = self.random.choice(taken or [torch.float32])

    def sample(self) -> Any:
        torch.manual_seed(1)
        found = list(self.op.sample_inputs("cpu", self.dtype, requires_grad=False))
        return copy.deepcopy(self.random.choice(found)) if found else None

    def places(self, value: Any) -> Iterator[tuple[Any, Any]]:
        """(container, key) of all that can be made unusual."""
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in items:
            yield value, key
            if isinstance(each, (list, dict)):
                yield from self.places(each)

    def call(self) -> tuple[str, list[torch.Tensor]] | None:
        sample = self.sample()
        if sample is None:
            return None
        words = [sample.input, *map(self.opened, sample.args), {}]
        words[-1] = {k: self.opened(v) for k, v in sample.kwargs.items()}
        for _ in range(self.random.choice([1, 1, 2])):
            container, key = self.random.choice(list(self.places(words)))
            if not isinstance(container[key], dict):
                try:
                    container[key] = self.unusual(container[key], words)
                except NotImplementedError:  # a dtype that eager itself does not take apart
                    return None
        sample.input, sample.args, sample.kwargs = words[0], words[1:-1], words[-1]
        try:
            return samples.call_of(self.op, sample)
        except samples.Unwritten:
            return None

    def opened(self, value: Any) -> Any:
        """Tuples as lists, which can be changed."""
        return [self.opened(v) for v in value] if isinstance(value, (list, tuple)) else value

    def unusual(self, value: Any, words: list[Any]) -> Any:
        r = self.random
        if isinstance(value, torch.Tensor):
            return self.tensor(value, words)
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return r.choice(INTS)
        if isinstance(value, float):
            return r.choice(FLOATS)
        if isinstance(value, list):
            return r.choice([[], value + value[:1], value[:-1], value[::-1]])
        return None if r.random() < 0.3 else value

    def tensor(self, t: torch.Tensor, words: list[Any]) -> torch.Tensor:
        r = self.random
        form = r.randrange(11)
        if form == 0:
            return t[:0] if t.dim() else t
        if form == 1:
            return t.flatten()[0] if t.numel() else t
        if form == 2:
            return t[..., :1].expand_as(t) if t.dim() and t.shape[-1] else t
        if form == 3:
            return t.transpose(0, -1).contiguous().transpose(0, -1) if t.dim() > 1 else t
        if form == 4:
            return t.to(r.choice(DTYPES))
        if form == 5:
            others = [each for each in words if isinstance(each, torch.Tensor)]
            return r.choice(others) if others else t
        if form == 6:
            return t.unsqueeze(0)
        if form == 7:
            return t[..., ::2] if t.dim() else t
        if form == 8:
            return torch.zeros_like(t)
        if form == 9:
            extreme = r.choice([math.inf, math.nan, 1e4])
            holds = t.is_floating_point() and t.element_size() > 1
            return torch.full_like(t, extreme) if holds else -t.to(torch.int64)
        return t.flip(0) if t.dim() else t


def outcome(fn: Any, tensors: list[torch.Tensor]) -> Any:
    try:
        return run(fn, tensors)
    except lith.CompileError:
        raise
    except Exception as error:  # noqa: BLE001 - of classes that no sample raises
        return type(error).__name__


def is_undefined(name: str, tensors: list[torch.Tensor]) -> bool:
    """Whether eager reads what lies beyond its arguments, or leaves open what a result shares; whether its rounding
    chooses the order of rows, or directions, of a singular matrix."""
    if name == "nn.functional.ctc_loss" and len(tensors) > 1 and tensors[0].dim():
        targets, classes = tensors[1], tensors[0].shape[-1]
        return not targets.is_complex() and bool(((targets < 0) | (targets >= classes)).any())
    if (
        name == "nn.functional.embedding_bag" and len(tensors) > 2
    ):  # bags that end before they begin
        return tensors[2].dim() == 1 and bool((tensors[2].diff() < 0).any())
    if name == "native_batch_norm" and tensors[0].dim() > 1:
        return any(t.numel() != tensors[0].shape[1] for t in tensors[1:])
    factors = name.startswith("linalg.lu") or name in (
        "qr",
        "linalg.qr",
        "linalg.inv_ex",
        "linalg.cond",
    )
    if factors and tensors[0].dim() > 1 and tensors[0].numel():
        if not tensors[0].isfinite().all():  # for which LAPACK may not converge
            return True
        ranks = torch.linalg.matrix_rank(tensors[0].to(torch.complex128))
        return bool((ranks < min(tensors[0].shape[-2:])).any())
    return name == "conj" and tensors[0].is_complex()


def is_listed(name: str, tensors: list[torch.Tensor]) -> bool:
    """Whether a program of tests/limits shows that it differs."""
    if name in ("diff", "nn.functional.scaled_dot_product_attention"):
        return any(t.numel() == 0 for t in tensors)
    if name == "linalg.cholesky_ex" and tensors[0].dim() > 1:
        rows, columns = tensors[0].shape[-2:]
        matrices = tensors[0].to(torch.complex128)
        both = [matrices, matrices.mT] if rows == columns else []
        return any(bool(torch.linalg.cholesky_ex(each).info.any()) for each in both)
    return name == "cholesky_inverse" and not bool(tensors[0].isfinite().all())


def is_rounding(fn: Any, tensors: list[torch.Tensor], got: Any, rounding: float) -> bool:
    """Whether eager says of the same numbers in double precision what the compiled call says: then its own
    rounding makes the difference."""
    expected = outcome(fn, [t.double() if t.is_floating_point() else t for t in tensors])
    if isinstance(expected, str) or isinstance(got, str) or len(expected) != len(got):
        return False
    for mine, theirs in zip(got, expected):
        if not isinstance(mine.value, torch.Tensor):
            continue
        if not isinstance(theirs.value, torch.Tensor) or mine.value.shape != theirs.value.shape:
            return False
        rounded = theirs.value.to(mine.value.dtype).to(torch.complex128)
        values = mine.value.to(torch.complex128)
        if not torch.allclose(values, rounded, rounding, rounding, equal_nan=True):
            return False
    return True


def is_defect(fn: Any, tensors: list[torch.Tensor]) -> bool:
    """Whether eager says itself that it should not have come to this."""
    try:
        fn(*copy.deepcopy(tensors))
    except Exception as error:  # noqa: BLE001
        return "INTERNAL ASSERT FAILED" in str(error)
    return False


def made(seed: int) -> tuple[str, Any, list[torch.Tensor]] | None:
    """The call of a seed: its text, its function, its tensors."""
    edges = Edges(seed)
    if (edges.op.name, edges.dtype) in LEFT_OUT_HERE or not (found := edges.call()):
        return None
    call, tensors = found
    if is_undefined(edges.op.name, tensors) or is_listed(edges.op.name, tensors):
        return None
    names = ", ".join(f"t{i}" for i in range(len(tensors)))
    source = f"import torch\n\n\ndef call({names}):\n    return {call}\n"
    return call, function_of(source, edges.op.name), tensors


def eager(seed: int) -> str:
    if call := made(seed):
        outcome(*call[1:])
    return ""


def judge(seed: int) -> str:
    """Empty where a compiled call does as eager; what is refused says so."""
    if not (found := made(seed)):
        return ""
    call, fn, tensors = found
    expected = outcome(fn, tensors)
    try:
        got = outcome(lith.to_static(fn), tensors)
    except lith.CompileError as error:
        kind = "failed" if error.code == "LTH0700" else "refused"
        return f"{kind} (edges): {error}"
    rounding = max([ROUNDING.get(t.dtype, 1e-5) for t in tensors], default=1e-5)
    lines = compare(tensors, expected, got, rounding)
    if not lines or is_defect(fn, tensors) or is_rounding(fn, tensors, got, rounding):
        return ""
    shown = text_of(f"    return {call}", tensors)
    return f"differs (edges): {shown}\n" + "\n".join(line[:300] for line in lines)


def main(seeds: range) -> int:
    operators()  # once here, so that the forked children need not
    return judge_all(judge, seeds, eager)
