"""Errors of operators: the class, the words and the line are eager's."""

from __future__ import annotations

import importlib.util

import pytest
import torch

import lith

EXPRESSIONS = [
    "x.view(5)",
    "x.view(4,-1)",
    "x.reshape(7)",
    "x.reshape(-1,4)",
    "x.reshape(-1,0)",
    "x.t().view(6)",
    "x + torch.ones(4)",
    "x * torch.ones(3, 3)",
    "x == torch.ones(4)",
    "x.add_(torch.ones(4))",
    "x.add_(torch.ones(3,2,3))",
    "x / torch.ones(3, 2)",
    "torch.where(x > 0, x, torch.ones(4))",
    "x @ x",
    "x @ torch.ones(4)",
    "torch.ones(4) @ torch.ones(3)",
    "torch.bmm(x, x)",
    "torch.bmm(x[None], x[None])",
    "torch.mm(x, torch.ones(3))",
    "torch.mv(x, torch.ones(2))",
    "torch.matmul(torch.ones(2,2,3), torch.ones(3,3,4))",
    "torch.dot(x, x)",
    "F.linear(x, torch.ones(4, 2))",
    "x.sum(2)",
    "x.sum(-3)",
    "x.mean(5)",
    "x.softmax(3)",
    "x.argmax(2)",
    "x.max(2)",
    "x.unsqueeze(4)",
    "x.unsqueeze(-4)",
    "x.squeeze(3)",
    "x.transpose(0,3)",
    "x.permute(0,0)",
    "x.permute(0)",
    "x.permute(0,3)",
    "x.flatten(1,0)",
    "x.cumsum(4)",
    "x.size(2)",
    "x.flip(2)",
    "x.select(0,5)",
    "x.narrow(0,1,5)",
    "torch.cat([x,x],2)",
    "torch.stack([x],4)",
    "x.chunk(2,3)",
    "x.split(1,4)",
    "x.unbind(2)",
    "x.t().t()[None].t()",
    "x.movedim(0,3)",
    "x.roll(1,4)",
    "x.sort(3)",
    "x.topk(4)",
    "x.topk(1,3)",
    "x.kthvalue(9)",
    "x.norm(dim=3)",
    "x.std(3)",
    "x.any(3)",
    "x.prod(3)",
    "x.logsumexp(3)",
    "x.sum((0,0))",
    "x[2]",
    "x[-3]",
    "x[0,3]",
    "x[0,0,0]",
    "x[0,-4]",
    "x[torch.tensor([5])]",
    "x[torch.tensor([0.5])]",
    "x[torch.tensor([True])]",
    "x[torch.tensor([True,False,True])]",
    "x['a']",
    "x[1.5]",
    "x[:, ::-1]",
    "x[::0]",
    "x[..., ...]",
    "x[[0, 4]]",
    "x[torch.tensor([0,1,0]), torch.tensor([0,1])]",
    "torch.cat([x, torch.ones(3,4)])",
    "torch.cat([])",
    "torch.stack([x, torch.ones(2)])",
    "torch.stack([])",
    "x.expand(4, 3)",
    "x.expand(3)",
    "x.expand(-1, 2, 3)",
    "x.repeat(2)",
    "bool(x)",
    "x.item()",
    "len(x[0,0])",
    "x[0,0][0]",
    "int(torch.tensor(float('nan')))",
    "int(torch.tensor(float('inf')))",
    "bool(torch.ones(0))",
    "x + 'a'",
    "x + None",
    "x + [1]",
    "x @ 2",
    "x < 'a'",
    "x.foo",
    "x.foo()",
    "torch.foo(x)",
    "not_defined + x",
    "x()",
    "-'a'",
    "x & x",
    "~x",
    "x << 1",
    "x | 1.5",
    "x // 0",
    "i // 0",
    "i % 0",
    "i.float() / 0",
    "i.mean()",
    "i.softmax(0)",
    "i.sqrt_()",
    "i.add_(1.5)",
    "i.mul_(x[0])",
    "i.div_(2)",
    "(x > 0) - (x > 0)",
    "-(x > 0)",
    "F.embedding(torch.tensor([7]), x)",
    "F.embedding(x, x)",
    "F.cross_entropy(x, torch.tensor([0, 5]))",
    "F.cross_entropy(x, torch.tensor([0,1,2]))",
    "F.nll_loss(x, torch.tensor([0, 9]))",
    "F.mse_loss(x, torch.ones(4))",
    "F.one_hot(torch.tensor([5]), 3)",
    "F.one_hot(torch.tensor([-1]))",
    "F.layer_norm(x, (4,))",
    "F.interpolate(x[None,None], size=3)",
    "F.pad(x,(1,2,3))",
    "F.dropout(x, 1.5)",
    "F.gelu(x, approximate='foo')",
    "F.gelu(i)",
    "F.glu(x)",
    "F.softmax(i, 0)",
    "x.gather(1, torch.tensor([[5]]))",
    "x.gather(0, torch.tensor([0]))",
    "x.scatter(1, torch.tensor([[7]]), 1.0)",
    "x.index_select(0, torch.tensor([4]))",
    "x.index_select(0, torch.tensor([[0]]))",
    "x.masked_fill(torch.tensor([True, False]), 0.)",
    "x.masked_fill(x, 0.)",
    "torch.arange(0, 3, 0)",
    "torch.arange(3, 0)",
    "torch.zeros(-1)",
    "torch.zeros(2, -3)",
    "torch.full((2,-1), 1.)",
    "torch.tensor([[1],[1,2]])",
    "torch.ones(2,3).new_zeros(-1)",
    "x.unfold(1,5,1)",
    "x.tril().diagonal(0,0,0)",
    "torch.outer(x, x)",
    "x.unflatten(1,(2,2))",
    "x.copy_(torch.ones(4))",
    "x.bincount()",
    "x.clamp()",
    "x.type(torch.foo)",
    "i ** -1",
    "torch.cat([x, 1])",
    "torch.stack([x, 1])",
    "torch.where(x>0)[5]",
    "torch.where(x, x, x)",
    "x.chunk(0)",
    "x.split(0)",
    "x.split([1,2])",
    "x.split([1,1,1])",
    "x.tensor_split(0)",
]


@pytest.fixture(scope="module")
def functions(tmp_path_factory):
    """All expressions as functions of one file, in order."""
    lines = ["import torch", "import torch.nn.functional as F"]
    for i, text in enumerate(EXPRESSIONS):
        lines += [f"def f{i}(x, i):", f"    return {text}"]
    file = tmp_path_factory.mktemp("messages") / "operator_messages.py"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("operator_messages", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [getattr(module, f"f{i}") for i in range(len(EXPRESSIONS))]


def outcome(function) -> tuple[str, str, int | None]:
    torch.manual_seed(0)
    try:
        return "", repr(function(torch.arange(6.0).view(2, 3) + 1, torch.arange(3))), None
    except Exception as error:  # noqa: BLE001 - the outcome is what is compared
        frame, line = error.__traceback__, None
        while frame:
            if frame.tb_frame.f_code.co_filename.endswith("operator_messages.py"):
                line = frame.tb_lineno
            frame = frame.tb_next
        return type(error).__name__, str(error).split("\nException raised from")[0], line


@pytest.mark.parametrize("place", range(len(EXPRESSIONS)), ids=EXPRESSIONS)
def test_error_is_eager(functions, place: int) -> None:
    function = functions[place]
    assert outcome(lith.to_static(function)) == outcome(function)
