"""Saved programs given tensors of libraries that only speak DLPack."""

from __future__ import annotations

import types

import numpy as np
import pytest
import torch

import lith


class Unversioned:
    """As libraries hand tensors over that know nothing of versions."""

    def __init__(self, tensor) -> None:
        self.tensor = tensor

    def __dlpack__(self, *, stream=None):
        return self.tensor.__dlpack__()

    def __dlpack_device__(self):
        return self.tensor.__dlpack_device__()


class Versioned(Unversioned):
    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        return self.tensor.__dlpack__(max_version=max_version)


class OfNamespace(Versioned):
    """Of a library that makes tensors of its own, as the array API says."""

    @staticmethod
    def __array_namespace__(api_version=None):
        return types.SimpleNamespace(from_dlpack=lambda given: OfNamespace(np.from_dlpack(given)))


class Broken(Unversioned):
    def __dlpack__(self, *, stream=None):
        return 3


def scale(x, y):
    return x * 2 + y


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    compiled = lith.to_static(scale)
    compiled(torch.ones(2, 3), torch.ones(2, 3))
    file = tmp_path_factory.mktemp("dlpack") / "scale.lith"
    compiled.save(file)
    return lith.load(file)


@pytest.mark.parametrize("kind", [Unversioned, Versioned])
@pytest.mark.parametrize(
    "tensor", [torch.arange(6.0).view(2, 3), torch.arange(6.0).view(3, 2).t(), torch.ones(0, 3)]
)
def test_tensors_come_in(program, kind, tensor) -> None:
    result = program(kind(tensor), kind(tensor + 1))
    assert type(result) is torch.Tensor and torch.equal(result, scale(tensor, tensor + 1))


def test_results_go_to_the_library_of_the_first(program) -> None:
    ones = np.ones((2, 3), np.float32)
    result = program(OfNamespace(ones), Versioned(torch.ones(2, 3)))
    assert type(result) is OfNamespace and (result.tensor == 3).all()
    result = program(Versioned(torch.ones(2, 3)), ones)
    assert type(result) is np.ndarray and (result == 3).all()


def test_what_is_no_capsule_is_refused(program) -> None:
    with pytest.raises(TypeError, match="DLPack tensor of an unknown version"):
        program(Broken(torch.ones(2, 3)), torch.ones(2, 3))
    with pytest.raises(TypeError, match="float64"):
        program(Versioned(torch.ones(2, 3).double()), torch.ones(2, 3))


def test_the_tensor_lives_as_long_as_the_result(tmp_path) -> None:
    view = lith.to_static(lambda x: x[0])
    view(torch.ones(2, 3))
    view.save(tmp_path / "view.lith")
    result = lith.load(tmp_path / "view.lith")(Versioned(torch.full((2, 3), 7.0)))
    assert result.tolist() == [7.0, 7.0, 7.0]


def several(x):
    return {"a": [x * 2, (x + 1, 3)], 4: x.sum(), "none": None}


def test_results_are_what_the_caller_asks_for(tmp_path) -> None:
    compiled = lith.to_static(several)
    compiled(torch.ones(3))
    compiled.save(tmp_path / "s.lith")
    loaded = lith.load(tmp_path / "s.lith")
    for library, kind in (
        ("numpy", np.ndarray),
        ("torch", torch.Tensor),
        (OfNamespace, OfNamespace),
    ):
        converted = loaded.results_as(library)
        for given in (torch.ones(3), np.ones(3, np.float32), Versioned(torch.ones(3))):
            result = converted(given)
            tensors = [result["a"][0], result["a"][1][0], result[4]]
            assert all(type(tensor) is kind for tensor in tensors) and result["a"][1][1] == 3
            assert np.allclose(np.from_dlpack(tensors[0]), 2) and result["none"] is None
    assert type(converted.method("forward")(torch.ones(3))[4]) is OfNamespace
    assert type(converted.instance()(torch.ones(3))[4]) is OfNamespace
    assert converted.schema == loaded.schema
    with pytest.raises(
        ValueError, match="results are of 'torch', 'numpy' or a function, not of 'jax'"
    ):
        loaded.results_as("jax")


def test_the_dtype_is_named_where_another_is_meant(program) -> None:
    ones = torch.ones(2, 3)
    for given in (ones.int(), ones.int().numpy(), Versioned(ones.int())):
        with pytest.raises(
            TypeError,
            match=r"argument 'x' must be a tensor of float32\[\?, \?\], not a tensor of int32\[2, 3\]",
        ):
            program(given, ones)
