"""Globals of a script: others than those that a program reads may change with each call."""

import gc
import weakref

import numpy as np
import torch

import lith

SCALE = 2
COUNT = 0
WEIGHT = torch.ones(2)
PAIR = (1, ("a", torch.ones(2)))
ARRAY = np.arange(3)


class Settings:
    factor = 3.0


CHOSEN = Settings()


def scaled(x):
    return x * SCALE + len([x]) + CHOSEN.factor


def weighted(x):
    return x * WEIGHT


def check(f, eager, x) -> None:
    """Equal after each of two calls, with a write to another global before both."""
    global COUNT
    for _ in range(2):
        COUNT += 1
        torch.testing.assert_close(f(x), eager(x), rtol=0, atol=0)


def test_read_ones_are_seen_to_change(monkeypatch) -> None:
    f = lith.to_static(scaled)
    x = torch.tensor([1.0, 2.0])
    check(f, scaled, x)
    programs = len(f.get_debug_state().programs)
    check(f, scaled, x)
    assert len(f.get_debug_state().programs) == programs == 1
    module = globals()
    monkeypatch.setitem(module, "SCALE", 5)
    check(f, scaled, x)
    monkeypatch.setitem(module, "SCALE", 2)
    check(f, scaled, x)
    monkeypatch.setitem(module, "len", lambda items: 40)  # a builtin that a global hides later
    check(f, scaled, x)
    monkeypatch.delitem(module, "len")
    check(f, scaled, x)
    other = Settings()
    other.factor = 7.0
    monkeypatch.setitem(module, "CHOSEN", other)
    check(f, scaled, x)
    monkeypatch.setattr(Settings, "factor", 9.0)
    del other.factor
    check(f, scaled, x)


def test_a_replaced_tensor_is_read_and_released(monkeypatch) -> None:
    f = lith.to_static(weighted)
    x = torch.tensor([1.0, 2.0])
    check(f, weighted, x)
    module = globals()
    first = torch.tensor([3.0, 4.0])
    monkeypatch.setitem(module, "WEIGHT", first)
    check(f, weighted, x)
    released = weakref.ref(first)
    del first
    module["WEIGHT"] = torch.tensor([5.0, 6.0])
    gc.collect()
    assert released() is None
    check(f, weighted, x)


def kept(x):
    return x, PAIR, PAIR[1], ARRAY


def test_tuples_and_arrays_come_back_as_what_they_are(monkeypatch) -> None:
    f = lith.to_static(kept)
    for pair in (PAIR, (2, ("b", WEIGHT)), (3, ("a", torch.ones(2)))):
        monkeypatch.setitem(globals(), "PAIR", pair)
        for _ in range(2):
            result = f(ARRAY)
            assert all(a is b for a, b in zip(result, kept(ARRAY)))
