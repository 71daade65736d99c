"""Arguments and results of saved programs, and of programs with specifications: which objects they are."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import lith

T = torch.tensor


def saved(folder, fn, *calls, **options):
    """The program of `fn`, compiled for some calls, after `save` and `load`."""
    program = lith.to_static(fn, **options)
    for call in calls:
        program(*call)
    program.save(folder / "p.lith")
    return lith.load(folder / "p.lith")


def extend(items, x):
    items.append(x)
    if x.sum() > 0:
        items.insert(0, x + 1)
    return items


@pytest.mark.parametrize("first", [[], [1, 2], [T(1.0)], [[T(1.0)], "text"]], ids=repr)
def test_list_is_changed_and_returned(tmp_path, first) -> None:
    program = saved(tmp_path, extend, (list(first), T(1.0)))
    for x in (T(1.0), T(-1.0)):
        items, wanted = list(first), list(first)
        assert program(items, x) is items
        assert extend(wanted, x) == items and items[-1] is x


def test_list_is_changed_where_the_program_raises(tmp_path) -> None:
    def f(items, x):
        items.append(x)
        if x.sum() > 0:
            raise ValueError("positive")
        return len(items)

    program = saved(tmp_path, f, ([T(3.0)], T(-1.0)))
    items = [T(3.0)]
    with pytest.raises(ValueError, match="positive"):
        program(items, T(1.0))
    assert len(items) == 2


@pytest.mark.parametrize("key", ["".join(["na", "me"]), 10**6, 2.5, (1, "a"), None], ids=repr)
def test_keys_of_a_dict(tmp_path, key) -> None:
    def f(d, x):
        for k in d:
            d[k] = d[k] + x
        d["new"] = x
        return d

    program = saved(tmp_path, f, ({key: T(1.0), "b": T(2.0)}, T(1.0)))
    given = {key: T(5.0), "b": T(2.0)}
    result = program(given, T(1.0))
    assert result is given and list(given) == [key, "b", "new"]
    assert given[key] == 6 and given["b"] == 3


def one_of(a, b, x):
    a.append(x)
    return a is b, len(b), [a, b]


def test_two_arguments_that_are_one_list(tmp_path) -> None:
    shared = [T(1.0)]
    program = saved(tmp_path, one_of, ([T(1.0)], [T(1.0)], T(2.0)), (shared, shared, T(2.0)))
    for same in (False, True):
        a = [T(3.0)]
        b = a if same else [T(4.0)]
        got, length, (c, d) = program(a, b, T(2.0))
        assert (got, length) == (same, 1 + same) and c is a and d is b


def test_one_program_refuses_what_it_does_not_fit(tmp_path) -> None:
    program = saved(tmp_path, one_of, ([T(1.0)], [T(1.0)], T(2.0)))
    both = [T(1.0)]
    with pytest.raises(TypeError, match="share memory"):
        program(both, both, T(2.0))
    assert len(both) == 1


def test_one_object_in_two_places_is_no_condition(tmp_path) -> None:
    def f(q, k, x):
        return q @ k + x

    one, two = torch.ones(2, 2), torch.full((2, 2), 3.0)
    program = saved(tmp_path, f, (one, one, one))
    assert torch.equal(program(one, two, one), f(one, two, one))
    assert torch.equal(program(two, two, two), f(two, two, two))
    assert program.schema.count("\n") == 0, "one program serves both"


def test_one_list_in_two_places_is_no_condition(tmp_path) -> None:
    shared = [T(1.0)]
    program = saved(tmp_path, one_of, (shared, shared, T(2.0)))
    for same in (False, True):
        a = [T(3.0)]
        b = a if same else [T(4.0)]
        assert program(a, b, T(2.0))[:2] == (same, 1 + same)


def test_a_number_may_be_left_out(tmp_path) -> None:
    def f(x, n=2, *, scale=0.5):
        return x * n * scale

    program = saved(tmp_path, f, (T(1.0), 3))
    assert program(T(1.0)) == 1 and program(T(1.0), 6) == 3 and program(T(1.0), n=1) == 0.5
    assert "n: int = 2" in program.schema


def test_views_share_memory(tmp_path) -> None:
    def f(x, n):
        y = x + n
        return y[0], y[1], y, x[0]

    program = saved(tmp_path, f, (torch.ones(2, 3), 1))
    x = torch.ones(2, 3)
    first, second, whole, row = program(x, 1)
    first.zero_()
    second.fill_(7)
    assert torch.equal(whole, T([[0.0] * 3, [7.0] * 3]))
    assert first.untyped_storage().data_ptr() == whole.untyped_storage().data_ptr()
    row.fill_(5)
    assert torch.equal(x[0], torch.full((3,), 5.0))
    array = np.ones((2, 3), np.float32)
    first, second, whole, row = program(array, 1)
    assert np.shares_memory(first, whole) and np.shares_memory(row, array)


def test_random_numbers(tmp_path) -> None:
    def f(items, x):
        items.append(torch.rand(2))
        return torch.dropout(x, 0.5, True), torch.randn(3)

    program = saved(tmp_path, f, ([], torch.ones(400)))
    seen = []
    for _ in range(2):
        items: list = []
        dropped, normal = program(items, torch.ones(400))
        assert 100 < (dropped == 2).sum() < 300 and set(dropped.tolist()) == {0.0, 2.0}
        assert normal.isfinite().all() and 0 <= items[0][0] < 1
        seen.append(dropped)
    assert not torch.equal(*seen)


# --- specifications


def test_lists_of_specifications_are_the_callers(tmp_path) -> None:
    spec = lith.InputSpec([None])
    program = lith.to_static(extend, input_spec=[[spec, spec], spec])
    program.save(tmp_path / "p.lith")
    for compiled in (program, lith.load(tmp_path / "p.lith")):
        items = [torch.ones(2), torch.zeros(1)]
        x = torch.ones(3)
        assert compiled(items, x) is items
        assert len(items) == 4 and items[3] is x


def same(a, b):
    return a is b, a, b


def test_one_specification_describes_two_arguments(tmp_path) -> None:
    spec, lists = lith.InputSpec([None]), [lith.InputSpec([2])]
    one, two = torch.ones(2), torch.ones(2)
    for given, (a, b) in (([spec, spec], (one, two)), ([lists, lists], ([one], [two]))):
        program = lith.to_static(same, input_spec=given)
        program.save(tmp_path / "p.lith")
        for compiled in (program, lith.load(tmp_path / "p.lith")):
            assert compiled(a, b)[0] is False
        assert program(a, a)[0] is True


def test_a_specification_that_does_not_fit() -> None:
    spec = lith.InputSpec([None])
    for given, call in (
        ([spec], (torch.ones(2, 2),)),
        ([spec], (torch.ones(2, dtype=torch.int64),)),
        ([spec], ([torch.ones(2)],)),
        ([[spec, spec]], ([torch.ones(2)],)),
        ([{"a": spec}], ({"b": torch.ones(2)},)),
        ([lith.InputSpec([3])], (torch.ones(2),)),
    ):
        with pytest.raises(TypeError):
            lith.to_static(lambda x: x, input_spec=given)(*call)


def test_dict_of_specifications_in_the_callers_order(tmp_path) -> None:
    def f(d):
        return list(d), sum(d.values())

    spec = lith.InputSpec([None])
    program = lith.to_static(f, input_spec=[{"a": spec, "b": spec}])
    assert program({"b": torch.ones(1), "a": torch.ones(1)})[0] == ["b", "a"]


def test_a_list_that_holds_itself_is_not_described(tmp_path) -> None:
    def f(items, x):
        return x + len(items)

    circle: list = [1]
    circle.append(circle)
    program = lith.to_static(f)
    assert program(circle, T(1.0)) == 3
    with pytest.raises(lith.CompileError):
        program.save(tmp_path / "p.lith")


def test_a_gradient_that_would_be_cut(tmp_path) -> None:
    x = torch.ones(2)
    again = saved(tmp_path, lambda xs: xs[0] * 2, ([x],))
    wanting = x.clone().requires_grad_()
    with pytest.raises(RuntimeError, match=r"torch\.no_grad\(\)"):
        again([wanting])
    with torch.no_grad():
        assert torch.equal(again([wanting]), x * 2)
    with torch.inference_mode():
        assert torch.equal(again([wanting]), x * 2)
    assert torch.equal(again([wanting.detach()]), x * 2)


def joined(d, **rest):
    return torch.cat([*d.values(), *rest.values()]), list(rest)


def test_orders_of_keys_and_keywords(tmp_path) -> None:
    one, two = T([1.0]), T([2.0])
    calls = [
        (({"a": one, "b": two},), {}),
        (({"b": two, "a": one},), {}),
        (({},), {"x": one, "y": two}),
        (({},), {"y": two, "x": one}),
    ]
    program = lith.to_static(joined)
    for args, kwargs in calls:
        program(*args, **kwargs)
    program.save(tmp_path / "p.lith")
    again = lith.load(tmp_path / "p.lith")
    for args, kwargs in calls:
        got, wanted = again(*args, **kwargs), joined(*args, **kwargs)
        assert torch.equal(got[0], wanted[0]) and got[1] == wanted[1]


def test_an_order_that_no_program_has(tmp_path) -> None:
    one, two = T([1.0]), T([2.0])
    program = lith.to_static(joined)
    program({"a": one, "b": two}, x=one, y=two)
    program.save(tmp_path / "p.lith")
    again = lith.load(tmp_path / "p.lith")
    with pytest.raises(TypeError, match=r"must have the key 'b' after 'a'"):
        again({"b": two, "a": one}, x=one, y=two)
    with pytest.raises(TypeError, match=r"must have the keyword 'y' after 'x'"):
        again({"a": one, "b": two}, y=two, x=one)
