"""What earlier releases of PyTorch do otherwise, as far as this one can be made to do it."""

from __future__ import annotations

import collections
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
import torch

import lith
from lith import _releases

# Before 2.10 a tensor has no C functions that show its memory.
WITHOUT_EXCHANGE = """
import sys
import torch
if hasattr(torch.Tensor, "__dlpack_c_exchange_api__"):
    del torch.Tensor.__dlpack_c_exchange_api__
import lith

torch.manual_seed(0)

def views(x, y):
    z = x.t() if x.sum() > 0 else x
    return z, z[1:], x, y * 2, z.stride(), z.is_contiguous()

def written(x):
    x.add_(1)
    return x[::2]

def made(x):
    return torch.zeros(0, 3), torch.tensor(True), x > 0, x.to(torch.complex64), x.bfloat16()

def product(x, w):
    return (x @ w).tanh().sum()

a, b = torch.randn(3, 4).abs(), torch.randn(5, 6)[::2, 1:4]
for function, args in [
    (views, (a, b)), (views, (-a, b.t())), (views, (a.expand(3, 4), torch.tensor(2))),
    (written, (torch.ones(4, 2).t(),)), (written, (torch.ones(0, 2),)), (made, (a,)),
]:
    compiled = lith.to_static(function)
    copies = [[x.clone() if function is written else x for x in args] for _ in range(2)]
    found, wanted = compiled(*copies[0]), function(*copies[1])
    for one, other in zip((*found, *copies[0]), (*wanted, *copies[1])):
        if isinstance(one, torch.Tensor):
            assert one.dtype == other.dtype and one.shape == other.shape, (function, one, other)
            assert one.stride() == other.stride() and torch.equal(one, other), (function, one)
        else:
            assert one == other
w = torch.randn(4, 4, requires_grad=True)
compiled = lith.to_static(product)
for _ in range(2):
    (wanted,) = torch.autograd.grad(product(a, w), w)
    (found,) = torch.autograd.grad(compiled(a, w), w)
    torch.testing.assert_close(found, wanted)
before = a._version
lith.to_static(written)(a)
assert a._version > before
with torch.no_grad():
    compiled(a, w)
    compiled.save(sys.argv[1])
    torch.testing.assert_close(torch.as_tensor(lith.load(sys.argv[1])(a, w)), product(a, w))
"""


def test_without_exchange(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(WITHOUT_EXCHANGE, encoding="utf-8")
    command = [sys.executable, str(file), str(tmp_path / "program.lith")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def test_registries_of_modules() -> None:
    """Before 2.5 they are OrderedDicts."""
    module = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.BatchNorm1d(3))
    for each in module.modules():
        for name in ("_parameters", "_buffers", "_modules"):
            each.__dict__[name] = collections.OrderedDict(each.__dict__[name])
    compiled = lith.to_static(module)
    x = torch.randn(4, 3)
    for mode in (True, False):
        module.train(mode), compiled.train(mode)
        compiled.load_state_dict(module.state_dict())
        torch.testing.assert_close(compiled(x), module(x))
        torch.testing.assert_close(compiled.state_dict(), module.state_dict())


@pytest.mark.parametrize("version", ["1.13.1+cu117", "2.3.0"])
def test_a_release_that_is_too_old(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch, "__version__", version)
    with pytest.raises(ImportError, match=r"PyTorch 2\.4 and later, and this is " + version[:3]):
        lith.to_static(lambda x: x)


def test_a_newer_release(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch, "__version__", "2.99.0a0+git1")
    with pytest.warns(UserWarning, match=r"PyTorch 2\.99\.0a0.* is newer than"):
        lith.to_static(lambda x: x)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lith.to_static(lambda x: x)


@pytest.mark.parametrize("version", ["2.4.1+cu121", "2.13.0", "2.15.1", "unknown"])
def test_a_release_that_is_tested(version: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _releases._check(version)
