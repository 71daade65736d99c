"""The verdict on a program of differentiated.py: results, their gradients, what is None, errors and
printed text are to be eager's.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import re
from typing import Any

import torch

import lith
from gradients.harness import same

# What made a tensor that was written, its sizes, and how often; of several objections to a graph
# or a write, which one is met first: see tests/limits.
NODE = re.compile(
    r", which is output \d+ of [\w:]+,|version \d+; expected version \d+ |(?<=Tensor )\[[\d, ]*\]"
    r"|^Output \d+ of \w+|^a view of (?=a leaf)"
)
USED = re.compile(
    r"(.*modified by an inplace operation|.* is a view and its base or another view of its base has been modified"
    r"|Trying to backward through the graph a second).*"
)
LEFT_OUT = (
    "the gradient of this gradient was not compiled",
    "unsupported operation: some elements of the written-to tensor would be read after they were written",
)


def arguments(seed: int, n: int, flag: bool) -> list[Any]:
    generator = torch.Generator().manual_seed(seed)
    shapes = [(4,), (4,), (4, 4), (4,)]
    made = [torch.randn(shape, generator=generator, dtype=torch.float64) for shape in shapes]
    return [t.requires_grad_(i < 3) for i, t in enumerate(made)] + [n, flag]


def tensors(value: Any) -> list[torch.Tensor]:
    if isinstance(value, (list, tuple)):
        return [t for each in value for t in tensors(each)]
    return [value] if isinstance(value, torch.Tensor) else []


class Refused(BaseException):
    """What the compiler left out raises at run time: see tests/limits."""


def outcome(run: Any) -> Any:
    """What it returns, or class and text of what it raises."""
    try:
        return run()
    except lith.CompileError:
        raise
    except Exception as error:  # noqa: BLE001 - it has to be eager's
        said = str(error).partition("\n")[0]
        if said.startswith(LEFT_OUT):
            raise Refused(said) from None
        return type(error).__name__, USED.sub("used", NODE.sub("", said))


def differentiate(results: Any) -> None:
    asked = [t for t in tensors(results) if t.requires_grad]
    if asked:
        sum((t * torch.arange(1, t.numel() + 1).view(t.shape)).sum() for t in asked).backward()


def session(function: Any, args: list[Any]) -> tuple[list[Any], str]:
    """Twice on the same leaves: outcomes of the program and of the backward outside, gradients.

    Ends where a backward outside raises: a call is one node, so that more of it may not have run; and
    where the program does, of which hooks and histories of arguments do not stay (tests/limits).
    """
    seen: list[Any] = []
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for _ in range(2):
            results = outcome(lambda: function(*args))
            seen.append([t.detach().clone() for t in tensors(results)] or results)
            seen.append([t.requires_grad for t in tensors(results)])
            before = printed.tell()
            failed = outcome(lambda results=results: differentiate(results))
            seen.append(failed)
            if failed is not None:
                printed.truncate(before)
                break
            seen += [
                [a.detach().clone(), a.grad if a.grad is None else a.grad.clone()] for a in args[:3]
            ]
            if isinstance(results, tuple):
                break
    return seen, printed.getvalue()


def first_difference(expected: list[Any], found: list[Any]) -> str:
    for one, other in zip(expected, found, strict=False):
        try:
            same(one, other)
        except AssertionError as error:
            return f"{one}\nfound {other}\n{error}"
    return "" if len(expected) == len(found) else f"{len(expected)} and {len(found)} outcomes"


RECURSES = re.compile(r"\b(deep|tree|walk)\(")
LOOPS = re.compile(r"\b(for|while|deep|tree|walk)\b")


def is_listed(module: Any, expected: list[Any]) -> bool:
    """What a recursion of run time keeps may be written without an error: see tests/limits."""
    return RECURSES.search(inspect.getsource(module.program)) is not None and is_used(expected)


def is_used_up(module: Any, expected: list[Any], found: list[Any]) -> bool:
    """A part of a graph of run time is used up as a whole, also for a backward that would need nothing of
    what it kept: see tests/limits."""
    loops = LOOPS.search(inspect.getsource(module.program)) is not None
    return loops and is_used(found) and not is_used(expected)


HOOKS = ("hook", "watch", "double", "after")


def comes_later(module: Any, printed: str, found: str) -> bool:
    """Hooks of leaves come after the whole backward of a graph that paths or run time decide: see tests/limits."""
    source = inspect.getsource(module.program)
    decides = re.search(r"\bif\b", source) or LOOPS.search(source)
    one, other = printed.splitlines(), found.splitlines()
    rest = [[line for line in lines if not line.startswith(HOOKS)] for lines in (one, other)]
    return decides is not None and rest[0] == rest[1] and sorted(one) == sorted(other)


def share_gradients(leaves: list[Any]) -> bool:
    """Of a sum of stacked leaves eager's engine gives them one tensor, and adds the next gradients twice: see tests/limits."""
    grads = [t.grad.data_ptr() for t in tensors(leaves) if t.is_leaf and t.grad is not None]
    return len(set(grads)) < len(grads)


def fails_itself(expected: list[Any]) -> bool:
    """Whether it is PyTorch that failed: what it says is that it is to be told of it."""
    return any(type(each) is tuple and "INTERNAL ASSERT" in each[1] for each in expected)


def is_used(seen: list[Any]) -> bool:
    return any(type(each) is tuple and each == ("RuntimeError", "used") for each in seen)


def judge(module: Any) -> str:
    """Empty when compiled calls do as eager; what the compiler refuses is no difference."""
    compiled = lith.to_static(module.program)
    for call in module.CALLS:
        leaves = arguments(*call)
        expected, text = session(module.program, leaves)
        if is_listed(module, expected) or fails_itself(expected) or share_gradients(leaves):
            continue
        try:
            found, ours = session(compiled, arguments(*call))
        except (lith.CompileError, Refused) as error:
            said = str(error).splitlines()[0]
            print("refused:", said.partition("error: ")[2] or said, flush=True)
            continue
        if is_used_up(module, expected, found):
            continue
        said = first_difference(expected, found)
        if not said and text != ours and not comes_later(module, text, ours):
            said = f"printed {text!r}, found {ours!r}"
        if said:
            return f"differs (gradients): {call}\n{said}"
    return ""
