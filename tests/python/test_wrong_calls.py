"""Built-in functions and methods called with what they do not take: eager's class of error, or a
refusal; no call crashes the process or is answered."""

from __future__ import annotations

import importlib.util

import pytest
import torch

import lith

EXPRESSIONS = [
    "(5).bit_length(2)",
    "(1.5).is_integer(1)",
    "(5).__neg__(1)",
    "(5).__repr__(1)",
    "(5).__add__()",
    "int.__neg__(5, 6)",
    "float.__add__(1.5, 2, 3)",
    "str(['a'], [2])",
    "str('', [[1], [2]])",
    "str({1: 2}, slice(1))",
    "math.isclose([1], [2])",
    "math.isclose(None, lambda x: x)",
    "math.isclose(1.5, 2.5, rel_tol=[1])",
    "math.comb([1])",
    "math.comb([1], 2, 3)",
    "math.isqrt((1, 2), {1: 2})",
    "math.factorial([], range(3))",
    "math.sqrt([1], 2)",
    "{}.popitem(True)",
    "{}.popitem(last=True)",
    "heapq.heapify('a')",
    "heapq.heappush(2.5, 1)",
    "heapq.heappop('a')",
    "[1].__len__('', True)",
    "frozenset({1}).__repr__(1)",
    "bisect.insort({1}, {})",
    "bisect.bisect({1: 2}, 1)",
    "itertools.tee([1], -1)",
    "collections.OrderedDict(a=1).fromkeys()",
]
ANSWERED = [
    "(5).__mul__(2**70)",
    "(5).__ne__(2**70)",
    "(5).__add__('a')",
    "(-3).bit_length()",
    "{1: 2}.__eq__(1.5)",
    "'ab'.__eq__([1])",
    "{1}.__eq__((1, 2))",
    "hash(2**70)",
    "collections.OrderedDict(a=1).fromkeys(iter([1, 2]), 3)",
]


@pytest.fixture(scope="module")
def functions(tmp_path_factory):
    lines = ["import bisect, collections, heapq, itertools, math"]
    for i, text in enumerate(EXPRESSIONS + ANSWERED):
        lines += [f"def f{i}():", f"    return {text}"]
    file = tmp_path_factory.mktemp("calls") / "wrong_calls.py"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("wrong_calls", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {text: getattr(module, f"f{i}") for i, text in enumerate(EXPRESSIONS + ANSWERED)}


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_error_is_eager_s_or_refused(functions, text: str) -> None:
    with pytest.raises(Exception) as eager:
        functions[text]()
    with pytest.raises((type(eager.value), lith.CompileError)) as static:
        lith.to_static(functions[text])()
    assert "LTH0700" not in str(static.value)


@pytest.mark.parametrize("text", ANSWERED)
def test_answer_is_eager_s(functions, text: str) -> None:
    assert lith.to_static(functions[text])() == functions[text]()


def test_descriptor_as_a_result_is_refused() -> None:
    """What it holds is no attribute: another object would come out."""

    def fn(x):
        return staticmethod(x)

    with pytest.raises(lith.CompileError, match="staticmethod"):
        lith.to_static(fn)(3)


def test_what_a_closure_holds_is_named_by_its_class() -> None:
    held = torch.ones(2, device="meta")
    with pytest.raises(lith.CompileError, match="`<torch.Tensor>`: a tensor that is sparse"):
        lith.to_static(lambda x: x + held)(torch.ones(2))
