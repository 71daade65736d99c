"""Operators of tensors in scripted code do what PyTorch's registry does."""

from __future__ import annotations

import math
import warnings
from typing import Any

import pytest
import torch
from scripted import SCRIPT, overload, same


def test_dtype_numbers() -> None:
    for dtype in (
        torch.uint8,
        torch.int32,
        torch.float16,
        torch.float64,
        torch.complex128,
        torch.bool,
        torch.bfloat16,
    ):
        number = overload("prim::dtype", "")(torch.zeros(1, dtype=dtype))
        assert SCRIPT["script.prim.dtype"](torch.zeros(1, dtype=dtype)) == number
        assert SCRIPT["script.tensor"]([1, 0], dtype=number).dtype == dtype


TO: list[tuple[str, tuple[Any, ...]]] = [
    ("dtype", (7,)),
    ("dtype", (7, False, True)),
    ("dtype", (6, False, False, 2)),
    ("device", (torch.device("cpu"), 5)),
    ("device", (torch.device("cpu"), 6, False, True)),
    ("other", (torch.ones(1, dtype=torch.int64),)),
    ("other", (torch.ones(1), True, True)),
    ("prim_Device", (torch.device("cpu"),)),
    ("prim_Device", (torch.device("cpu"), None, False, True)),
    ("prim_Device", (None, 3)),
    ("prim_dtype", (None,)),
    ("prim_other", ()),
]


@pytest.mark.parametrize("suffix,arguments", TO, ids=str)
def test_to(suffix: str, arguments: tuple[Any, ...]) -> None:
    x = torch.rand(1, 2, 3, 4)
    wanted = overload("aten::to", suffix)(x, *arguments)
    made = SCRIPT["script.tensor.to"](x, *arguments)
    assert same(made, wanted) and made.stride() == wanted.stride() and (made is x) == (wanted is x)


def test_stft() -> None:
    x, window = torch.rand(32), torch.hann_window(8)
    theirs = torch.ops.aten.stft
    own = SCRIPT["script.tensor.stft"]
    assert same(
        own(x, 8, 4, 8, window, False, True, True), theirs(x, 8, 4, 8, window, False, True, True)
    )
    centred = (x, 8, 4, 8, window, True, "reflect", False, True, True)
    assert same(own(*centred), theirs.center(*centred))


@pytest.mark.parametrize("mask", ["none", "pairs", "keys", "numbers", "merged"])
@pytest.mark.parametrize("norm_first", [True, False])
def test_encoder_layer(mask: str, norm_first: bool) -> None:
    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(
        8, 2, 16, batch_first=True, norm_first=norm_first, activation="gelu"
    ).eval()
    attention, x = layer.self_attn, torch.rand(3, 5, 8)
    masks = {
        "none": (None, None),
        "pairs": (torch.triu(torch.ones(5, 5), 1).bool(), 0),
        "keys": (torch.tensor([[0, 0, 0, 0, 1]] * 3).bool(), 1),
        "numbers": (torch.tensor([[0.0, 0.0, 0.0, 0.0, 0.5]] * 3), 1),
        "merged": (torch.triu(torch.ones(5, 5), 1).bool().expand(3, 2, 5, 5).contiguous(), 2),
    }
    arguments = (
        8, 2, attention.in_proj_weight, attention.in_proj_bias, attention.out_proj.weight, attention.out_proj.bias,
    )  # fmt: skip
    norms = (layer.norm1.weight, layer.norm1.bias, layer.norm2.weight, layer.norm2.bias)
    rest = (
        layer.linear1.weight,
        layer.linear1.bias,
        layer.linear2.weight,
        layer.linear2.bias,
        *masks[mask],
    )
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = (x, *arguments, True, norm_first, 1e-5, *norms, *rest)
        made = SCRIPT["script.tensor._transformer_encoder_layer_fwd"](*whole)
        assert torch.allclose(
            made, torch.ops.aten._transformer_encoder_layer_fwd(*whole), atol=1e-5
        )
        for mean in (True, False):
            whole = (x, x, x, *arguments, masks[mask][0], True, mean, masks[mask][1])
            wanted = torch.ops.aten._native_multi_head_attention(*whole)
            made = SCRIPT["script.tensor._native_multi_head_attention"](*whole)
            assert all(torch.allclose(a, b, atol=1e-5) for a, b in zip(made, wanted))


@pytest.mark.parametrize("dtype", [torch.int64, torch.float32])
def test_upgraders(dtype: torch.dtype) -> None:
    x = torch.tensor([-7, 7, 5]).to(dtype)
    wanted = torch.tensor([-3.5, 3.5, 2.5]) if dtype.is_floating_point else torch.tensor([-3, 3, 2])
    assert same(SCRIPT["script.div_Tensor_0_3"](x, torch.tensor(2)), wanted)
    assert same(SCRIPT["script.div_0_3"](x, 2), wanted)
    assert SCRIPT["script.div_0_3"](7, 2) == 3.5
    assert same(SCRIPT["script.div__0_3"](x.clone(), 2), wanted)
    assert same(SCRIPT["script.full_0_4"]([2], 3), torch.tensor([3.0, 3.0]))
    assert (
        len(SCRIPT["script.linspace_0_7"](0, 1)) == len(SCRIPT["script.logspace_0_8"](0, 1)) == 100
    )
    assert math.isclose(SCRIPT["script.gelu_0_9"](torch.tensor(1.0)).item(), 0.8413447141647339)


def test_assignments() -> None:
    x = torch.tensor([6, 3, -1])
    for name in ("__iand__", "__ior__", "__ixor__", "__ilshift__", "__irshift__"):
        assert same(
            SCRIPT["script.tensor." + name](x.clone(), 2),
            getattr(torch.ops.aten, name)(x.clone(), 2),
        )
    assert same(SCRIPT["script.tensor._shape_as_tensor"](torch.ones(2, 3)), torch.tensor([2, 3]))
    for name in ("Byte", "Char", "Double", "Half", "Int", "Short"):
        cast = "_cast_" + name
        assert same(SCRIPT["script.tensor." + cast](x), overload("aten::" + cast, "")(x))


PIECES: list[tuple[str, str, tuple[Any, ...]]] = [
    ("chunk", "", (3, 1)),
    ("split", "Tensor", (2,)),
    ("split", "sizes", ([1, 3], 0)),
    ("split_with_sizes", "", ([1, 3],)),
    ("tensor_split", "sections", (3,)),
    ("tensor_split", "indices", ([1, 2], 1)),
    ("hsplit", "int", (2,)),
    ("vsplit", "int", (2,)),
    ("unbind", "int", (1,)),
    ("nonzero_numpy", "", ()),
    ("where", "", ()),
]


@pytest.mark.parametrize("name,suffix,arguments", PIECES, ids=str)
def test_pieces(name: str, suffix: str, arguments: tuple[Any, ...]) -> None:
    x = torch.arange(24).reshape(4, 6)
    assert same(
        SCRIPT["script.tensor." + name](x, *arguments),
        overload("aten::" + name, suffix)(x, *arguments),
    )


def test_lists_of_tensors() -> None:
    x, y = torch.ones(2), torch.zeros(3)
    assert same(SCRIPT["script.tensor.add"]([x], [y]), [x, y])
    assert same(SCRIPT["script.tensor.mul"]([x], 2), [x, x])
    assert same(SCRIPT["script.tensor.slice"]([x, y], 1), [y])
    assert same(SCRIPT["script.tensor.slice"]([x, y, x], None, None, -2), [x, x])
    assert SCRIPT["script.tensor.select"]([x, y], -1) is y
    found = [x]
    assert SCRIPT["script.tensor.add_"](found, [y]) is found and len(found) == 2
    assert SCRIPT["script.tensor.mul_"](found, 2) is found and len(found) == 4
    assert same(SCRIPT["script.tensor.meshgrid"]([x, y]), list(torch.meshgrid(x, y, indexing="ij")))
    assert same(SCRIPT["script.tensor.broadcast_tensors"]([x, y[:1]]), [x, y[:1].expand(2)])


@pytest.mark.parametrize("accumulate", [True, False])
def test_index_put(accumulate: bool) -> None:
    places: list[list[torch.Tensor | None]] = [[torch.tensor([1])], [None, torch.tensor([0, 2])]]
    for indices in places:
        x = torch.arange(12.0).reshape(3, 4)
        arguments = (indices, torch.tensor(5.0), accumulate)
        wanted = torch.ops.aten.index_put(x, *arguments)
        assert same(SCRIPT["script.tensor.index_put"](x, *arguments), wanted)
        assert SCRIPT["script.tensor.index_put_"](x, *arguments) is x and same(x, wanted)
